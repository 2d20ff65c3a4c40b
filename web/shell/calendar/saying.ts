import { showDay, timeOfDay } from '#shared/core/day.ts';
import type { Item } from './items.ts';
import type { SayCalendar } from './words.ts';

/** What a reader hears of an item on a day: what it is, when, and whether it waits. */
export function saying(t: SayCalendar, item: Item, day: string): string {
  const date = showDay(day);
  const said = item.whole
    ? t('onWhole', { title: item.title, date })
    : t('on', { title: item.title, date, from: timeOfDay(item.from).slice(0, 5), to: timeOfDay(item.to).slice(0, 5) });
  return item.is === 'wish' || (item.is === 'appointment' && item.row.request) ? `${said}, ${t('pending')}` : said;
}
