import type { ReactNode } from 'react';
import { showDay } from '#shared/core/day.ts';
import type { AttendanceRow } from '#shared/feeds/attendance.ts';
import { blockedBy } from '#shared/streams/people/attendance/record.ts';
import { usePerson } from '#web/live/person.ts';
import { useFeed, useFeedRow } from '#web/live/use-feed.ts';
import { ActionButton } from '#web/parts/ActionButton.tsx';
import { useCommandList } from '#web/parts/commands/use-commands.ts';
import { IconArrowRight, IconArrowsExchange } from '#web/parts/icons.ts';
import { formatAge, formatMoment, formatTime } from '#web/locales/formats.ts';
import { useServerSecond } from '#web/locales/server-clock.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { DayStart } from './DayStart.tsx';
import { workedMs } from './columns.tsx';
import { breakMinutes, breakTone, closesAt, placeOf, way } from './standing.ts';
import { useBoardTranslations } from './translations.ts';

type LiveDay = AttendanceRow & Readonly<Record<string, unknown>>;
/** The header's commands; this card does not register them again. */
const pendingCommands = ['attendance.checkIn', 'attendance.break', 'attendance.checkOut'];

/** The person's own day: progress, totals so far, and the header's buttons again. */
export function OwnDay(): ReactNode {
  const t = useBoardTranslations();
  const days = useTranslations('attendance').t;
  const { empId, name } = usePerson();
  const feed = useFeed<LiveDay>('attendance/me');
  const row = useFeedRow(feed.rows, String(empId)) as AttendanceRow | undefined;
  const now = useServerSecond();
  const commands = useCommandList().filter(({ id }) => pendingCommands.includes(id));
  if (feed.condition === 'connecting' || (!row && commands.length === 0)) return null;
  const at = placeOf(row, now);
  const today = row && at !== 'noRecord' ? row : undefined;
  const closes = row ? closesAt(row, now) : null;
  const reasons = today && today.iCheckInCheckOutFlag === 1 ? blockedBy(today) : [];
  return (
    <section className="at-mine" aria-label={t('mine')}>
      <div className="at-mine-who">
        <strong className="ops-strong">{t('mine')}</strong>
        <span className="ops-muted">{name}</span>
      </div>
      <ol className="at-way" aria-label={t('way.label')}>
        {way.map((stop, index) => (
          <li
            key={stop}
            data-now={stop === at || undefined}
            {...(stop === at ? { 'aria-current': 'step' as const } : {})}
          >
            {index > 0 && (
              <span aria-hidden="true" className="at-way-arrow">
                {stop === 'onBreak' ? <IconArrowsExchange size={14} /> : <IconArrowRight size={14} />}
              </span>
            )}
            <span className="at-way-stop">{t(`way.${stop}`)}</span>
          </li>
        ))}
      </ol>
      <dl className="at-figures">
        {today?.dCheckInDateTime && (
          <div>
            <dt>{t('inAt')}</dt>
            <dd className="ops-figures">{formatMoment(today.dCheckInDateTime, now)}</dd>
          </div>
        )}
        {today && (
          <div>
            <dt>{t('atWork')}</dt>
            <dd className="ops-figures">{formatAge(workedMs(today, now) ?? 0)}</dd>
          </div>
        )}
        {today && (
          <div>
            <dt>{t('breaks')}</dt>
            <dd className={`ops-figures ops-tone-${breakTone(today, now) ?? 'none'}`}>
              {t('minutes', { n: breakMinutes(today, now) })}
            </dd>
          </div>
        )}
        {today?.dActualCheckOutDateTime && (
          <div>
            <dt>{t('outAt')}</dt>
            <dd className="ops-figures">{formatTime(today.dActualCheckOutDateTime)}</dd>
          </div>
        )}
      </dl>
      <div className="at-mine-do">
        {commands
          .toSorted((a, b) => pendingCommands.indexOf(a.id) - pendingCommands.indexOf(b.id))
          .map((command) => (
            <ActionButton
              key={command.id}
              label={command.label}
              primary={command.id === 'attendance.checkIn'}
              disabled={command.disabled ?? null}
              onClick={command.run}
            />
          ))}
      </div>
      <DayStart />
      {closes !== null && row ? (
        <p className="at-note ops-tone-warn">
          {t('stillOpen', { date: showDay(row.date), time: formatTime(closes) })}
        </p>
      ) : reasons.length > 0 ? (
        <p className="at-note ops-muted">
          {t('waits', { reasons: reasons.map((reason) => days(`reason.${reason}`)).join(', ') })}
        </p>
      ) : null}
    </section>
  );
}
