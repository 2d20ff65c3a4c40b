import { clockTime, showDay } from '#shared/core/day.ts';
import type { Item } from './items.ts';
import type { TranslateCalendar } from './translations.ts';

/** Screen-reader text for an item on a day: what, when, and whether a request is pending. */
export function announcing(t: TranslateCalendar, item: Item, day: string): string {
  const date = showDay(day);
  const text = item.whole
    ? t('onWhole', { title: item.title, date })
    : t('on', {
        title: item.title,
        date,
        from: clockTime(item.from),
        to: clockTime(item.to),
      });
  return item.is === 'wish' || (item.is === 'appointment' && item.row.request)
    ? `${text}, ${t('pending')}`
    : text;
}
