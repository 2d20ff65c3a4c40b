import { useMemo } from 'react';
import type { ReactNode } from 'react';
import type { QueueRow } from '#shared/families/queue-row.ts';
import { formatAge, formatNumber } from '#web/locales/formats.ts';
import { useServerSecond } from '#web/locales/server-clock.ts';
import { countNames, countRows, openCountNames } from './counts.ts';
import type { CountName } from './counts.ts';
import { useQueueTranslations } from './translations.ts';

const toneOf: Readonly<Partial<Record<CountName, string>>> = { atRisk: 'warn', breached: 'danger' };

/** The queue's counts, unknown while rows are missing; each one filters its rows. */
export function Strip({
  rows,
  known,
  claimable,
  empId,
  at,
  chosen,
  onChoose,
  onOpen,
}: {
  rows: readonly QueueRow[];
  known: boolean;
  claimable: boolean;
  empId: number;
  at: number | null;
  chosen: CountName | null;
  onChoose: (name: CountName | null) => void;
  onOpen: (id: string) => void;
}): ReactNode {
  const t = useQueueTranslations();
  const second = useServerSecond();
  const now = at ?? second;
  const counts = useMemo(() => (known ? countRows(rows, now, empId) : null), [known, rows, now, empId]);
  return (
    <div className="qu-strip ops-figures" role="group" aria-label={t('stripLabel')}>
      {(claimable ? countNames : openCountNames).map((name) => {
        const figure = counts?.[name];
        const oldest = name === 'waiting' ? counts?.oldest : null;
        const what = t(name);
        return (
          <span key={name} className="qu-figure-pair">
            <button
              type="button"
              className="qu-figure"
              aria-pressed={chosen === name}
              data-tone={figure ? toneOf[name] : undefined}
              data-zero={figure === 0 || undefined}
              title={chosen === name ? t('countAll') : t('countShow', { what })}
              onClick={() => onChoose(chosen === name ? null : name)}
            >
              <b>{figure === undefined ? '–' : formatNumber(figure)}</b> {what}
            </button>
            {oldest && (
              <button
                type="button"
                className="qu-figure"
                onClick={() => onOpen(oldest.id)}
                title={oldest.ref}
              >
                {t('oldest')} <b className="qu-time">{formatAge(now - Date.parse(oldest.enteredAt))}</b>
              </button>
            )}
          </span>
        );
      })}
    </div>
  );
}
