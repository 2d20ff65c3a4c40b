import type { ReactNode } from 'react';
import type { RxCase } from '#shared/feeds/prescription-case.ts';
import { formatInstant } from '#web/locales/formats.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { useRxTranslations } from './translations.ts';

/** Its history, newest first. */
export function History({ record }: { readonly record: Pick<RxCase, 'history'> }): ReactNode {
  const t = useRxTranslations();
  const own = useTranslations('prescription').t;
  return (
    <section className="rx-part" aria-label={t('history')}>
      <h3>{t('history')}</h3>
      <ol className="rx-history">
        {record.history.toReversed().map((line, at) => (
          <li key={`${line.at} ${at}`}>
            <b>{own(line.type)}</b> <span className="ops-muted">{line.by}</span>{' '}
            <span className="ops-muted ops-figures">{formatInstant(line.at)}</span>
            {line.text && <p>{line.text}</p>}
          </li>
        ))}
      </ol>
    </section>
  );
}
