import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { showDay } from '#shared/core/day.ts';
import { hours, type MonthRow } from '#shared/masters/reviews/attendance-month.ts';
import { Panel } from '#web/parts/Panel.tsx';
import { StatusWord } from '#web/parts/StatusWord.tsx';
import type { Translate } from '#web/locales/translations.ts';
import { dayText, dayTone, marksText } from './columns.tsx';

/** One employee's month, day by day, with a link to the HR board for those who may open it. */
export function MonthPanel({
  row,
  t,
  place,
  board,
  onClose,
}: {
  row: MonthRow;
  t: Translate;
  place: string;
  board: boolean;
  onClose: () => void;
}): ReactNode {
  const days = Object.entries(row.days).sort(([a], [b]) => a.localeCompare(b));
  return (
    <Panel title={row.name} onClose={onClose} width={420}>
      <div className="am-panel">
        <p className="ops-muted">{[row.designation, place].filter(Boolean).join(' · ')}</p>
        <p>{t('sum', { days: row.present, hours: hours(row.worked), late: row.late })}</p>
        {days.length === 0 ? (
          <p className="ops-muted">{t('noDays')}</p>
        ) : (
          <ol className="am-days ops-figures">
            {days.map(([date, day]) => (
              <li key={date}>
                <span>{showDay(date)}</span>
                <span>{dayText(day, t)}</span>
                <span>{hours(day.worked)}</span>
                <StatusWord tone={dayTone(day) ?? 'muted'}>
                  {marksText(day, t) || t(`state.${day.state}`)}
                </StatusWord>
              </li>
            ))}
          </ol>
        )}
        {board && (
          <p>
            {t('put')}{' '}
            <Link className="am-link" to="/HR/attendanceDetails">
              {t('board')}
            </Link>
          </p>
        )}
      </div>
    </Panel>
  );
}
