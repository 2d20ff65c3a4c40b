import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { HistoryEntry, SignupCase } from '#shared/feeds/signup-case.ts';
import { formatInstant, formatMoment } from '#web/locales/formats.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { usePanelTranslations } from './translations.ts';

const FEW = 8;

/** Events of the case and its queue item, newest first. */
export function History({ record }: { record: SignupCase }): ReactNode {
  const t = usePanelTranslations();
  const [all, setAll] = useState(false);
  const lines = [...record.history].reverse();
  return (
    <section className="su-part">
      <h3>{t('history')}</h3>
      <ol className="su-history">
        {(all ? lines : lines.slice(0, FEW)).map((line, index) => (
          <Connection key={`${line.at} ${line.type} ${String(index)}`} line={line} />
        ))}
      </ol>
      {lines.length > FEW && (
        <Button size="compact-xs" variant="subtle" onClick={() => setAll(!all)}>
          {all ? t('historyFew') : t('historyAll', { n: lines.length })}
        </Button>
      )}
    </section>
  );
}

function Connection({ line }: { line: HistoryEntry }): ReactNode {
  const own = useTranslations('signup').t;
  const item = useTranslations('queueitem').t;
  const what = own(line.type, { item: line.item ? own(`item.${line.item}`) : '' });
  return (
    <li>
      <time className="ops-figures ops-muted" dateTime={line.at} title={formatInstant(line.at)}>
        {formatMoment(line.at, serverClock.now())}
      </time>
      <span>
        <span className="su-what">{what === line.type ? item(line.type) : what}</span>{' '}
        <span className="ops-muted">{line.by}</span>
        {line.text && <q className="su-quote">{line.text}</q>}
      </span>
    </li>
  );
}
