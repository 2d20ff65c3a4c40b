import type { ReactNode } from 'react';
import { businessDay, clockTime, isSunday, monthOf, weekday, yearOf } from '#shared/core/day.ts';
import { useServerSecond } from '#web/locales/server-clock.ts';
import type { Item } from './items.ts';
import { onDay } from './items.ts';
import { useCalendarTranslations } from './translations.ts';

const MOST = 3;

/** A month at a glance; clicking a day's number opens the day. */
export function MonthGrid({
  days,
  month,
  items,
  onOpen,
  onDayChosen,
}: {
  days: readonly string[];
  month: string;
  items: readonly Item[];
  onOpen: (item: Item) => void;
  onDayChosen: (day: string) => void;
}): ReactNode {
  const t = useCalendarTranslations();
  const today = businessDay(useServerSecond());
  return (
    <div className="cal-month" role="group" aria-label={t('days')}>
      {days.slice(0, 7).map((day) => (
        <span key={day} className="cal-month-head">
          {t(`weekday.${weekday(day)}` as 'weekday.1')}
        </span>
      ))}
      {days.map((day) => {
        const here = items
          .filter((item) => onDay(item, day) !== null)
          .toSorted((a, b) => Number(b.whole ?? false) - Number(a.whole ?? false) || a.from - b.from);
        return (
          <div
            key={day}
            className="cal-cell"
            data-other={monthOf(day) !== month || undefined}
            data-sunday={isSunday(day) || undefined}
          >
            <button
              type="button"
              className="cal-cell-day ops-figures"
              data-today={day === today || undefined}
              aria-label={`${Number(day.slice(8))} ${t(`month.${day.slice(5, 7)}` as 'month.01')} ${yearOf(day)}`}
              onClick={() => onDayChosen(day)}
            >
              {Number(day.slice(8))}
            </button>
            {here.slice(0, MOST).map((item) => (
              <button
                key={item.id}
                type="button"
                className="cal-chip"
                data-layer={item.layer}
                data-is={item.is}
                title={item.title}
                onClick={() => onOpen(item)}
              >
                {!item.whole && <span className="ops-figures">{clockTime(item.from)}</span>} {item.title}
              </button>
            ))}
            {here.length > MOST && (
              <button type="button" className="cal-chip" onClick={() => onDayChosen(day)}>
                {t('more', { count: here.length - MOST })}
              </button>
            )}
          </div>
        );
      })}
    </div>
  );
}
