/** Whole minutes from one instant to another; null while either is unknown. */
export const minutesBetween = (from: string | null, to: string | null): number | null =>
  from === null || to === null ? null : Math.round((Date.parse(to) - Date.parse(from)) / 60_000);

/** Whole days from one `YYYY-MM-DD` to another; null while either is unknown. */
export const daysBetween = (from: string | null, to: string | null): number | null =>
  from === null || to === null ? null : Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000);
