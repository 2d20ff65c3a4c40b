import { addDays, DAY_MS, monthOf } from '../core/day.ts';
import type { PeriodPreset } from './report.ts';

export interface Period {
  readonly from: string;
  readonly to: string;
}

/** Resolves a preset to its days, both ends included, as of a business day. */
export function periodOf(preset: PeriodPreset, today: string): Period {
  const firstOfMonth = `${monthOf(today)}-01`;
  switch (preset) {
    case 'today':
      return { from: today, to: today };
    case 'yesterday':
      return { from: addDays(today, -1), to: addDays(today, -1) };
    case 'last7':
      return { from: addDays(today, -6), to: today };
    case 'last30':
      return { from: addDays(today, -29), to: today };
    case 'thisMonth':
      return { from: firstOfMonth, to: today };
    case 'lastMonth': {
      const to = addDays(firstOfMonth, -1);
      return { from: `${monthOf(to)}-01`, to };
    }
  }
}

/** The month before a whole month, otherwise the same number of days directly before. */
export function periodBefore(period: Period): Period {
  const to = addDays(period.from, -1);
  const wholeMonth = period.from.endsWith('-01') && addDays(period.to, 1) === nextMonth(period.from);
  return { from: wholeMonth ? `${monthOf(to)}-01` : addDays(period.from, -daysIn(period)), to };
}

/** The months that a period touches, from the first day of the first to the last day of the last. */
export function wholeMonths({ from, to }: Period): Period {
  return { from: `${monthOf(from)}-01`, to: addDays(nextMonth(`${monthOf(to)}-01`), -1) };
}

const nextMonth = (firstOfMonth: string): string => `${monthOf(addDays(firstOfMonth, 31))}-01`;

/** Number of days in a period; 1 for a single day. */
export function daysIn({ from, to }: Period): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY_MS) + 1;
}
