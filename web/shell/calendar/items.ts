import { addDays, businessDay, instantOf } from '#shared/core/day.ts';
import type { AppointmentRow } from '#shared/feeds/appointments.ts';
import { visitedName } from '#shared/streams/leads/appointment/customer-ref.ts';
import type { CalendarMark } from '#shared/feeds/calendar-marks.ts';
import type { CalendarRow } from '#shared/feeds/own.ts';

export type OwnRow = Pick<CalendarRow, keyof CalendarRow>;
export type BookedRow = Pick<AppointmentRow, keyof AppointmentRow>;
export type MarkRow = Pick<CalendarMark, keyof CalendarMark>;

/** Layers that can be toggled, in the order of the legend. */
export const layers = ['appointment', 'callback', 'own', 'block', 'holiday', 'lent'] as const;
export type Layer = (typeof layers)[number];

/** One item of the calendar. Instants in ms; `whole` is shown above the hours. */
export type Item = {
  readonly id: string;
  readonly title: string;
  readonly from: number;
  readonly to: number;
  readonly layer: Layer;
  readonly whole?: boolean;
} & (
  | { readonly is: 'own'; readonly row: OwnRow }
  | { readonly is: 'appointment'; readonly row: BookedRow }
  /** Where an appointment goes if its request is approved. */
  | { readonly is: 'wish'; readonly row: BookedRow }
  | { readonly is: 'mark'; readonly row: MarkRow }
);
export type Movable = Extract<Item, { is: 'own' | 'appointment' }>;

const CALLBACK_MS = 15 * 60_000;

export function ownItem(row: OwnRow): Item {
  return {
    id: `own ${row.id}`,
    title: row.title,
    from: Date.parse(row.from),
    to: Date.parse(row.to),
    layer: 'own',
    is: 'own',
    row,
  };
}

/** The appointment at its time and, with a pending request, at the requested time. */
export function bookedItems(row: BookedRow, kind: string, wished: string): readonly Item[] {
  const from = Date.parse(row.startsAt);
  const long = row.iMinutes * 60_000;
  const title = `${kind} · ${visitedName(row)}`;
  const here: Item = {
    id: `appointment ${row.id}`,
    title,
    from,
    to: from + long,
    layer: 'appointment',
    is: 'appointment',
    row,
  };
  if (row.request?.kind !== 'reschedule') return [here];
  const to = instantOf(row.request.appDate, row.request.slotFrom);
  return [
    here,
    {
      id: `wish ${row.id}`,
      title: `${wished} · ${visitedName(row)}`,
      from: to,
      to: to + long,
      layer: 'appointment',
      is: 'wish',
      row,
    },
  ];
}

/** Holidays, camps and temporary designations last whole days; blocks and callbacks have hours. */
export function markItem(row: MarkRow, title: string): Item {
  const layer: Layer = row.is === 'camp' ? 'holiday' : row.is;
  const text = { id: `mark ${row.id}`, title, layer, is: 'mark', row } as const;
  if (row.at !== null) return { ...text, from: Date.parse(row.at), to: Date.parse(row.at) + CALLBACK_MS };
  if (row.from !== null && row.to !== null)
    return { ...text, from: instantOf(row.day, row.from), to: instantOf(row.day, row.to) };
  return { ...text, whole: true, from: instantOf(row.day), to: instantOf(addDays(row.until, 1)) };
}

/** The part of an item that falls on a day, in minutes since midnight; null when none does. */
export function onDay(
  item: Pick<Item, 'from' | 'to'>,
  day: string,
): { readonly from: number; readonly to: number } | null {
  const midnight = instantOf(day);
  const from = Math.max(0, Math.round((item.from - midnight) / 60_000));
  const to = Math.min(1440, Math.round((item.to - midnight) / 60_000));
  return to > from && from < 1440 ? { from, to } : null;
}

export function dayOf(item: Pick<Item, 'from'>): string {
  return businessDay(item.from);
}

/** Formats minutes since midnight as `09:30`. */
export function clock(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
}

const STEP = 30;

/**
 * Where an arrow key moves an item: half an hour up or down, a day to either side; null for other keys and
 * beyond the day.
 */
export function stepOf(
  item: Pick<Item, 'from' | 'to'>,
  key: string,
  rtl: boolean,
): { readonly day: string; readonly minutes: number } | null {
  const day = dayOf(item);
  const minutes = Math.round((item.from - instantOf(day)) / 60_000);
  const sideways = key === 'ArrowRight' ? 1 : key === 'ArrowLeft' ? -1 : 0;
  if (sideways !== 0) return { day: addDays(day, rtl ? -sideways : sideways), minutes };
  const next = minutes + (key === 'ArrowDown' ? STEP : key === 'ArrowUp' ? -STEP : Number.NaN);
  return next >= 0 && next < 1440 ? { day, minutes: next } : null;
}
