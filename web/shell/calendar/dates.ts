import { headOf } from '#shared/core/cut.ts';
import { addDays, monthOf, weekday } from '#shared/core/day.ts';

export const calendarViews = ['agenda', 'day', 'week', 'month'] as const;
export type CalendarView = (typeof calendarViews)[number];

/** Number of days in the agenda. */
const AGENDA = 14;

/** Monday of a day's week. */
export function weekStart(day: string): string {
  return addDays(day, -((weekday(day) + 6) % 7));
}

/** Days of a view: one, a fortnight, Monday to Sunday, or the whole weeks of a month. */
export function daysOf(view: CalendarView, day: string): readonly string[] {
  if (view === 'day') return [day];
  if (view === 'agenda') return Array.from({ length: AGENDA }, (_, i) => addDays(day, i));
  if (view === 'week') return Array.from({ length: 7 }, (_, i) => addDays(weekStart(day), i));
  const first = weekStart(`${headOf(day, 8)}01`);
  const days = Array.from({ length: 42 }, (_, i) => addDays(first, i));
  return monthOf(days[35]!) === monthOf(day) ? days : days.slice(0, 35);
}

/** The date for the next or previous page of the view. */
export function stepped(view: CalendarView, day: string, by: 1 | -1): string {
  if (view === 'day') return addDays(day, by);
  if (view === 'agenda') return addDays(day, AGENDA * by);
  if (view === 'week') return addDays(day, 7 * by);
  const [year = 0, month = 1] = day.split('-').map(Number);
  const next = year * 12 + month - 1 + by;
  return `${Math.floor(next / 12)}-${String((next % 12) + 1).padStart(2, '0')}-01`;
}

interface Span {
  readonly id: string;
  readonly from: number;
  readonly to: number;
}
export interface Placed {
  readonly id: string;
  readonly column: number;
  readonly columns: number;
}

/** Lays out overlapping spans side by side: each in the first free column, equal widths per cluster. */
export function sideBySide(spans: readonly Span[]): ReadonlyMap<string, Placed> {
  const placed = new Map<string, Placed>();
  let cluster: { id: string; column: number }[] = [];
  let ends: number[] = [];
  let clusterEnd = -Infinity;
  const close = (): void => {
    for (const one of cluster) placed.set(one.id, { ...one, columns: ends.length });
    cluster = [];
    ends = [];
  };
  for (const span of spans.toSorted((a, b) => a.from - b.from || b.to - a.to)) {
    if (span.from >= clusterEnd) close();
    const free = ends.findIndex((end) => end <= span.from);
    const column = free < 0 ? ends.length : free;
    ends[column] = span.to;
    cluster.push({ id: span.id, column });
    clusterEnd = Math.max(clusterEnd, span.to);
    if (cluster.length === 1) clusterEnd = span.to;
  }
  close();
  return placed;
}
