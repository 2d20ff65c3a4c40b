import type { ReactNode } from 'react';
import { businessDay, clockTime, isSunday, showDay, weekday } from '#shared/core/day.ts';
import { EmptyState } from '#web/parts/states.tsx';
import { useServerSecond } from '#web/locales/server-clock.ts';
import type { Item } from './items.ts';
import { onDay } from './items.ts';
import { useCalendarTranslations } from './translations.ts';

/** Upcoming items by day, one line each; also the view for narrow screens. */
export function Agenda({
  days,
  items,
  onOpen,
}: {
  days: readonly string[];
  items: readonly Item[];
  onOpen: (item: Item) => void;
}): ReactNode {
  const t = useCalendarTranslations();
  const today = businessDay(useServerSecond());
  const filled = days.flatMap((day) => {
    const here = items
      .filter((item) => onDay(item, day) !== null)
      .toSorted((a, b) => Number(b.whole ?? false) - Number(a.whole ?? false) || a.from - b.from);
    return here.length === 0 ? [] : [{ day, here }];
  });
  if (filled.length === 0) return <EmptyState title={t('nothingAhead')} />;
  return (
    <div className="cal-agenda" tabIndex={0} role="region" aria-label={t('days')}>
      {filled.map(({ day, here }) => (
        <section key={day} aria-labelledby={`cal-${day}`}>
          <h3
            id={`cal-${day}`}
            data-today={day === today || undefined}
            title={isSunday(day) ? t('sunday') : undefined}
          >
            {t(`weekday.${weekday(day)}` as 'weekday.1')} <span className="ops-figures">{showDay(day)}</span>
            {day === today && <em>{t('today')}</em>}
          </h3>
          <ul>
            {here.map((item) => (
              <li key={item.id}>
                <button
                  type="button"
                  className="cal-line"
                  data-item={item.id}
                  data-layer={item.layer}
                  data-is={item.is}
                  onClick={() => onOpen(item)}
                >
                  <span className="cal-line-time ops-figures">
                    {item.whole ? t('wholeDay') : `${clockTime(item.from)} – ${clockTime(item.to)}`}
                  </span>
                  <span className="cal-line-title">{item.title}</span>
                  {(item.is === 'wish' || (item.is === 'appointment' && item.row.request !== null)) && (
                    <small>{t('pending')}</small>
                  )}
                </button>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </div>
  );
}
