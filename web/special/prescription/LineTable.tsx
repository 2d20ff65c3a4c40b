import type { ReactNode } from 'react';
import type { RxLine } from '#shared/streams/prescriptions/prescription/content.ts';
import { doseText } from '#shared/streams/prescriptions/prescription/dose.ts';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { useRxTranslations } from './translations.ts';

export interface LineTableProps {
  readonly lines: readonly RxLine[];
  readonly activeNo?: number | null;
  readonly onActive?: (no: number) => void;
  /** The part below a line: its decision, its correction. */
  readonly under?: (line: RxLine) => ReactNode;
  /** How many units are left, by line. */
  readonly left?: Readonly<Record<number, number>>;
}

/** The valid medicines, each on one line with the text of the page. */
export function LineTable({ lines, activeNo = null, onActive, under, left }: LineTableProps): ReactNode {
  const t = useRxTranslations();
  return (
    <ol className="rx-lines" aria-label={t('lines')}>
      {lines.map((line) => (
        <li
          key={line.no}
          data-active={line.no === activeNo || undefined}
          onMouseEnter={() => onActive?.(line.no)}
          onFocus={() => onActive?.(line.no)}
        >
          <div className="rx-line-head">
            <span className="rx-no ops-figures">{line.no}</span>
            <span>
              <b>{line.drug.name}</b> <span className="ops-muted">{line.written}</span>
            </span>
            {line.drug.schedules
              .filter((name) => name === 'H1' || name === 'X' || name === 'NDPS')
              .map((name) => (
                <StatusWord key={name} tone="warn" soft>
                  {t('schedule', { name })}
                </StatusWord>
              ))}
          </div>
          <div className="rx-line-facts ops-figures">
            <span className="ops-code">{doseText(line.dose)}</span>
            <span>
              {line.days} {t('days').toLowerCase()}
            </span>
            <span>
              {t('qty')} {line.qty}
              {left && ` (${left[line.no] ?? 0})`}
            </span>
            <span>{t(`route.${line.route}`)}</span>
            <span>{t(`food.${line.food}`)}</span>
            {line.unsure && <span className="ops-tone-warn">{t('unsure')}</span>}
            {line.decision !== 'supply' && (
              <span className="ops-tone-warn">
                {t(`decision.${line.decision}`)}
                {line.holdReason && `: ${line.holdReason}`}
              </span>
            )}
          </div>
          {under?.(line)}
        </li>
      ))}
    </ol>
  );
}
