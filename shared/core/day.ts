/** India Standard Time is UTC+05:30 all year. Every function takes the instant it speaks of. */
const IST_OFFSET_MS = 330 * 60_000;
export const DAY_MS = 86_400_000;

/** The business day (IST calendar date) of an instant, `YYYY-MM-DD`. */
export function businessDay(at: number): string {
  return new Date(at + IST_OFFSET_MS).toISOString().slice(0, 10);
}

/** The time of day in IST, `HH:mm:ss`. */
export function timeOfDay(at: number): string {
  return new Date(at + IST_OFFSET_MS).toISOString().slice(11, 19);
}

/** The instant (ms) of a time of day on a business day, in IST. */
export function instantOf(day: string, time = '00:00:00'): number {
  const full = time.length === 5 ? `${time}:00` : time;
  return Date.parse(`${day}T${full}.000Z`) - IST_OFFSET_MS;
}

export function addDays(day: string, days: number): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) + days * DAY_MS).toISOString().slice(0, 10);
}

/** 0 Sunday … 6 Saturday of a business day. */
export function weekday(day: string): number {
  return new Date(`${day}T00:00:00.000Z`).getUTCDay();
}

export function isSunday(day: string): boolean {
  return weekday(day) === 0;
}

/** Whether the text is a real calendar date `YYYY-MM-DD` (30-02 is not). */
export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const at = Date.parse(`${text}T00:00:00.000Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().slice(0, 10) === text;
}

/** `DD-MM-YYYY`, as every screen shows a date. */
export function showDay(day: string): string {
  return `${day.slice(8, 10)}-${day.slice(5, 7)}-${day.slice(0, 4)}`;
}

/** `DD-MM-YYYY HH:mm` of an instant (ms), in IST. */
export function showInstant(at: number): string {
  return `${showDay(businessDay(at))} ${timeOfDay(at).slice(0, 5)}`;
}
