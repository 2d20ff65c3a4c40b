import { addDays, isDay } from '#shared/core/day.ts';

/**
 * The business day that an address names, as `2026-11-25` or `25-11-2026`; null for anything else and for
 * future days.
 */
export function dayFrom(text: string | null | undefined, today: string): string | null {
  if (!text) return null;
  const parts = /^(\d{2})-(\d{2})-(\d{4})$/.exec(text);
  const day = parts ? `${parts[3]}-${parts[2]}-${parts[1]}` : text;
  return isDay(day) && day <= today ? day : null;
}

/** The seven days before a day, both ends included. */
export const weekBefore = (day: string): { readonly from: string; readonly to: string } => ({
  from: addDays(day, -7),
  to: addDays(day, -1),
});
