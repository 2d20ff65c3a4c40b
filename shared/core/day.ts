import { headOf } from './cut.ts';

/** India Standard Time is UTC+05:30 all year round. */
const IST_OFFSET_MS = 330 * 60_000;
export const DAY_MS = 86_400_000;

/** The date of an instant or date in ISO, `YYYY-MM-DD`, as written. */
export const dateOf = (iso: string): string => headOf(iso, 10);
/** The month of an instant or date in ISO, `YYYY-MM`. */
export const monthOf = (iso: string): string => headOf(iso, 7);
/** The year of an instant or date in ISO, `YYYY`. */
export const yearOf = (iso: string): string => headOf(iso, 4);
/** Formats the month of a date as `MM/YYYY`. */
export const monthAndYear = (iso: string): string => `${iso.slice(5, 7)}/${yearOf(iso)}`;

/** The business day (IST calendar date) of an instant, `YYYY-MM-DD`. */
export function businessDay(at: number): string {
  return dateOf(new Date(at + IST_OFFSET_MS).toISOString());
}

/** Time of day in IST, `HH:mm:ss`. */
export function timeOfDay(at: number): string {
  return new Date(at + IST_OFFSET_MS).toISOString().slice(11, 19);
}

/** Time of day in IST, `HH:mm`. */
export function clockTime(at: number): string {
  return headOf(timeOfDay(at), 5);
}

/** Instant (ms) of an IST time of day on a business day. */
export function instantOf(day: string, time = '00:00:00'): number {
  const full = time.length === 5 ? `${time}:00` : time;
  return Date.parse(`${day}T${full}.000Z`) - IST_OFFSET_MS;
}

export function addDays(day: string, days: number): string {
  return dateOf(new Date(Date.parse(`${day}T00:00:00.000Z`) + days * DAY_MS).toISOString());
}

/** Weekday of a business day: 0 is Sunday. */
export function weekday(day: string): number {
  return new Date(`${day}T00:00:00.000Z`).getUTCDay();
}

export function isSunday(day: string): boolean {
  return weekday(day) === 0;
}

/** Whether the text is a real calendar date `YYYY-MM-DD` (30 February is not). */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00.000Z`);
  return !Number.isNaN(at) && dateOf(new Date(at).toISOString()) === text;
}

/** The hours in which visits are made. */
export const slotHours = { from: '08:00', to: '20:00', last: '19:30' } as const;

/** Formats the month of `YYYY-MM` or of a day as `MM-YYYY`. */
export const showMonth = (month: string): string => `${month.slice(5, 7)}-${yearOf(month)}`;

/** Formats a business day as `DD-MM-YYYY`. */
export function showDay(day: string): string {
  return `${day.slice(8, 10)}-${day.slice(5, 7)}-${yearOf(day)}`;
}

/** Formats an instant (ms) as `DD-MM-YYYY HH:mm` in IST. */
export function showInstant(at: number): string {
  return `${showDay(businessDay(at))} ${clockTime(at)}`;
}

const dayText = /^\d{4}-\d{2}-\d{2}$/;
const instantText = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:\d{2})$/;

/** The values of a message with its days and instants as people write them: `DD-MM-YYYY`, and `DD-MM-YYYY HH:mm` in IST. */
export function showDates<V>(values: Readonly<Record<string, V>> = {}): Readonly<Record<string, V | string>> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? showDate(value) : value,
    ]),
  );
}

function showDate(text: string): string {
  if (dayText.test(text)) return showDay(text);
  const at = instantText.test(text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? text : showInstant(at);
}
