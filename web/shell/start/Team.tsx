import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { businessDay } from '#shared/core/day.ts';
import type { AttendanceRow } from '#shared/feeds/attendance.ts';
import { useFeed, useFeedRows } from '#web/live/use-feed.ts';
import { formatNumber } from '#web/locales/formats.ts';
import { useServerSecond } from '#web/locales/server-clock.ts';
import { Age } from '#web/parts/Age.tsx';
import { useStart } from './translations.ts';

const states = ['working', 'onCall', 'onBreak', 'checkedOut'] as const;
type State = (typeof states)[number];
type DayRow = Pick<AttendanceRow, keyof AttendanceRow>;

function stateOf(row: DayRow): State | null {
  if (row.state === 'cancelled') return null;
  return row.state === 'working' && row.iOnCall === 1 ? 'onCall' : row.state;
}

const listed = 5;

/** The team members at work now, and the longest break. */
export function MyTeam(): ReactNode {
  const t = useStart();
  const today = businessDay(useServerSecond());
  const feed = useFeed<DayRow>('attendance/board');
  const rows = useFeedRows(feed.rows).filter(({ date }) => date === today);
  const known = feed.condition === 'live' || feed.condition === 'stale';
  const count = (state: State): string =>
    known ? formatNumber(rows.filter((row) => stateOf(row) === state).length, 0) : '–';
  const onBreak = rows
    .filter((row) => row.state === 'onBreak' && row.dBreakInDate !== null)
    .toSorted((a, b) => String(a.dBreakInDate).localeCompare(String(b.dBreakInDate)))
    .slice(0, listed);
  return (
    <>
      <dl className="st-states">
        {states.map((state) => (
          <div key={state}>
            <dt>{t(`team.${state}`)}</dt>
            <dd className="ops-figures">{count(state)}</dd>
          </div>
        ))}
      </dl>
      {known && rows.length === 0 && <p className="ops-muted">{t('team.none')}</p>}
      <ul className="st-lines">
        {onBreak.map((row) => (
          <li key={row.id} className="st-line">
            <Link to={`/HR/attendanceDetails?row=${row.id}`}>
              <span className="st-what">{row.name}</span>
              <span className="ops-muted st-end">
                {t('team.onBreak')} · <Age at={String(row.dBreakInDate)} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <Link className="st-more" to="/HR/attendanceDetails">
        {t('team.open')}
      </Link>
    </>
  );
}
