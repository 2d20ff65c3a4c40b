import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ReactNode } from 'react';
import type { HistoryLine, SignupCase } from '#shared/feeds/signup-case.ts';
import { formatInstant, formatMoment } from '#web/words/formats.ts';
import { serverClock } from '#web/words/server-clock.ts';
import { useWords } from '#web/words/words.ts';
import { usePanelWords } from './words.ts';

const FEW = 8;

/** What happened to the case and to its place in the queue, the newest first. */
export function History({ record }: { record: SignupCase }): ReactNode {
  const t = usePanelWords();
  const [all, setAll] = useState(false);
  const lines = [...record.history].reverse();
  return (
    <section className="su-part">
      <h3>{t('history')}</h3>
      <ol className="su-history">
        {(all ? lines : lines.slice(0, FEW)).map((line, index) => (
          <Line key={`${line.at} ${line.type} ${String(index)}`} line={line} />
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

function Line({ line }: { line: HistoryLine }): ReactNode {
  const own = useWords('signup').t;
  const item = useWords('queueitem').t;
  const what = own(line.type, { item: line.item ? own(`item.${line.item}`) : '' });
  return (
    <li>
      <time className="ops-figures ops-muted" dateTime={line.at} title={formatInstant(line.at)}>
        {formatMoment(line.at, serverClock.now())}
      </time>
      <span>
        <span className="su-what">{what === line.type ? item(line.type) : what}</span> <span className="ops-muted">{line.by}</span>
        {line.text && <q className="su-quote">{line.text}</q>}
      </span>
    </li>
  );
}
