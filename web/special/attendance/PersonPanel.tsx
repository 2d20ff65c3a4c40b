import type { ReactNode } from 'react';
import { showDay } from '#shared/core/day.ts';
import type { AttendanceRow } from '#shared/feeds/attendance.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { Panel } from '#web/parts/Panel.tsx';
import { InlineError } from '#web/parts/states.tsx';
import type { Failed } from '#web/parts/states.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { formatAge, formatTime } from '#web/locales/formats.ts';
import { useServerSecond } from '#web/locales/server-clock.ts';
import { stateTones, workedMs } from './columns.tsx';
import { breakMinutes, breakTone, flagsOf, overseeings, whyNot } from './standing.ts';
import type { Overseeing } from './standing.ts';
import { useBoardTranslations } from './translations.ts';

/** `hold` is the opposite input of the same command: check-out is blocked instead of allowed. */
export type Doing = Overseeing | 'hold';

export interface PersonPanelProps {
  readonly row: AttendanceRow;
  readonly who: { readonly empId: number; readonly mayEdit: boolean };
  readonly off: string | null;
  readonly place: string;
  readonly designation: string;
  readonly failure: Failed | null;
  readonly onDo: (what: Doing) => void;
  readonly onClose: () => void;
}

/** One employee's day: records, what blocks check-out, and what a team lead or HR can do. */
export function PersonPanel({
  row,
  who,
  off,
  place,
  designation,
  failure,
  onDo,
  onClose,
}: PersonPanelProps): ReactNode {
  const t = useBoardTranslations();
  const now = useServerSecond();
  const why = (what: Overseeing): string | null => off ?? explainWhy(whyNot(row, what, who, now), t);
  const held = row.iAllowCheckInCheckOut === 0;
  const flags = flagsOf(row, now);
  return (
    <Panel
      title={row.name}
      onClose={onClose}
      width={420}
      aside={
        <StatusWord soft tone={stateTones[row.state]}>
          {t(`state.${row.state}`)}
        </StatusWord>
      }
      foot={
        <>
          {overseeings.map((what) => {
            const doing: Doing = what === 'setAllowCheckInCheckOut' && !held ? 'hold' : what;
            return (
              <ActionButton
                key={what}
                label={t(`action.${doing}`)}
                danger={what === 'cancelAttendance'}
                primary={what === 'confirmAutoClose' && row.bAutoClosed}
                disabled={why(what)}
                onClick={() => onDo(doing)}
              />
            );
          })}
        </>
      }
    >
      <div className="at-panel">
        {failure && <InlineError failure={failure} />}
        <p className="ops-muted">{[designation, place].filter(Boolean).join(' · ')}</p>
        {flags.length > 0 && (
          <p className="at-flags">
            {flags.map((flag) => (
              <StatusWord
                key={flag}
                soft
                tone={flag === 'flag.manual' || flag === 'flag.allowed' ? 'info' : 'warn'}
              >
                {t(flag)}
              </StatusWord>
            ))}
          </p>
        )}
        <dl className="at-facts">
          <div>
            <dt>{t('column.date')}</dt>
            <dd className="ops-figures">{showDay(row.date)}</dd>
          </div>
          <div>
            <dt>{t('inAt')}</dt>
            <dd className="ops-figures">{row.dCheckInDateTime ? formatTime(row.dCheckInDateTime) : '–'}</dd>
          </div>
          <div>
            <dt>{t('outAt')}</dt>
            <dd className="ops-figures">
              {row.dActualCheckOutDateTime ? formatTime(row.dActualCheckOutDateTime) : '–'}
            </dd>
          </div>
          <div>
            <dt>{t('atWork')}</dt>
            <dd className="ops-figures">
              {workedMs(row, now) === null ? '–' : formatAge(workedMs(row, now)!)}
            </dd>
          </div>
        </dl>
        <section>
          <h3>
            {t('breaksOf')} ·{' '}
            <span className={`ops-figures ops-tone-${breakTone(row, now) ?? 'none'}`}>
              {t('minutes', { n: breakMinutes(row, now) })}
            </span>
          </h3>
          {row.breaks.length === 0 ? (
            <p className="ops-muted">{t('noBreaks')}</p>
          ) : (
            <ol className="at-breaks ops-figures">
              {row.breaks.map((pause) => (
                <li key={pause.from}>
                  <bdi>
                    {formatTime(pause.from)} – {pause.to ? formatTime(pause.to) : t('breakOpen')}
                  </bdi>
                  <span className="ops-muted">
                    {formatAge((pause.to ? Date.parse(pause.to) : now) - Date.parse(pause.from))}
                  </span>
                </li>
              ))}
            </ol>
          )}
        </section>
        {row.iCheckInCheckOutFlag === 1 && row.reasons.length > 0 && (
          <section>
            <h3>{t('column.reasons')}</h3>
            <p>{row.reasons.map((reason) => t(`wait.${reason}`)).join(', ')}</p>
          </section>
        )}
        {row.override && (
          <section>
            <h3>{t(row.override.allow === 1 ? 'overrideAllow' : 'overrideHold')}</h3>
            <p>{t('heldBy', { name: row.override.by, reason: row.override.reason })}</p>
          </section>
        )}
        {row.vRegularizeReason && (
          <section>
            <h3>{t('regularized')}</h3>
            <p>{row.vRegularizeReason}</p>
          </section>
        )}
      </div>
    </Panel>
  );
}

function explainWhy(key: string | null, t: (key: string) => string): string | null {
  return key === null ? null : t(key);
}
