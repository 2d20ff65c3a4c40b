import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { businessDay } from '#shared/core/day.ts';
import type { AppointmentRow } from '#shared/feeds/appointments.ts';
import type { AttendanceRow } from '#shared/feeds/attendance.ts';
import { visitedName } from '#shared/streams/leads/appointment/customer-ref.ts';
import { useFeed, useFeedRow, useFeedRows } from '#web/live/use-feed.ts';
import { formatTime } from '#web/locales/formats.ts';
import { useServerSecond } from '#web/locales/server-clock.ts';
import { useTranslations } from '#web/locales/translations.ts';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import { checksIn } from '../attendance/checks-in.ts';
import { useMe } from '../me.ts';
import { isBuilt } from '../pages.ts';
import { useStart } from './translations.ts';

type DayRow = Pick<AttendanceRow, keyof AttendanceRow>;
type Visit = Pick<AppointmentRow, keyof AppointmentRow>;

/** The person's attendance and their own appointments of the day, sorted by time. */
export function MyDay(): ReactNode {
  const t = useStart();
  const me = useMe();
  const kind = useTranslations('appointment').t;
  const now = useServerSecond();
  const today = businessDay(now);
  const attendance = useFeed<DayRow>('attendance/me');
  const record = useFeedRow(attendance.rows, String(me.empId));
  const visits = useFeed<Visit>('field/day');
  const rows = useFeedRows(visits.rows)
    .filter((row) => businessDay(Date.parse(row.startsAt)) === today)
    .toSorted((a, b) => a.startsAt.localeCompare(b.startsAt));
  const mine = record?.date === today ? record : null;
  const route = isBuilt('/customerVisit') ? '/customerVisit' : '/calendar';
  return (
    <>
      {(mine !== null || checksIn(me)) && <p className="st-attendance">{attendanceText(t, mine)}</p>}
      {mine !== null && mine.iBreakMinutes > 0 && (
        <p className="ops-muted">{t('day.breaks', { minutes: mine.iBreakMinutes })}</p>
      )}
      {rows.length === 0 ? (
        visits.condition === 'live' && <p className="ops-muted">{t('day.none')}</p>
      ) : (
        <ol className="st-lines">
          {rows.map((row) => (
            <li key={row.id} className="st-line">
              <Link to={`${route}?id=${row.id}`}>
                <time className="st-ref ops-figures" dateTime={row.startsAt}>
                  {formatTime(row.startsAt)}
                </time>
                <span className="st-what">
                  {kind(`type.${row.vAppType}`)} · {visitedName(row)}
                </span>
                {Date.parse(row.startsAt) < now && row.startedAt === null && (
                  <span className="st-end">
                    <StatusWord tone="danger">{t('day.late')}</StatusWord>
                  </span>
                )}
              </Link>
            </li>
          ))}
        </ol>
      )}
      <Link className="st-more" to="/calendar">
        {t('day.open')}
      </Link>
    </>
  );
}

function attendanceText(t: ReturnType<typeof useStart>, record: DayRow | null): string {
  if (!record || record.dCheckInDateTime === null) return t('day.noRecord');
  const at = {
    working: record.dCheckInDateTime,
    onBreak: record.dBreakInDate,
    checkedOut: record.dActualCheckOutDateTime,
    cancelled: null,
  }[record.state];
  return t(`day.${record.state}`, { time: at === null ? '' : formatTime(at) });
}
