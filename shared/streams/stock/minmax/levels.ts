/** The known demand for a product at a place. */
export interface Demand {
  /** Base units that left to customers in the last 90 days. */
  readonly sold: number;
  /** Days of those 90 on which there was stock. */
  readonly stockedDays: number;
  readonly leadDays: number;
  readonly packSize: number;
}
export interface Levels {
  readonly min: number;
  readonly max: number;
  readonly multiple: number;
}

const safetyDays = 3;
const coverDays = 15;
const leastDays = 10;

/** Units per day, over the days with stock; rounded to hundredths for people. */
export const dailySales = ({ sold, stockedDays }: Demand): number =>
  stockedDays === 0 ? 0 : Math.round((sold * 100) / stockedDays) / 100;

/**
 * Levels that cover the lead time and three days (minimum), and fifteen days more (maximum); null with too
 * little data.
 */
export function levelsFrom(demand: Demand): Levels | null {
  const { sold, stockedDays, leadDays, packSize } = demand;
  if (stockedDays < leastDays || sold === 0) return null;
  const min = Math.ceil((sold * (leadDays + safetyDays)) / stockedDays);
  const max = Math.max(min + 1, Math.ceil((sold * (leadDays + safetyDays + coverDays)) / stockedDays));
  return { min, max, multiple: packSize };
}

/**
 * Units to request: up to the maximum, rounded up to whole multiples; 0 while stock is at or above the
 * minimum.
 */
export function toOrder({ min, max, multiple }: Levels, projected: number): number {
  if (projected >= min) return 0;
  return Math.ceil((max - projected) / multiple) * multiple;
}

/** By how many per cent the larger of the two changes moves a level; null where there was none. */
export function changeOf(before: Levels | null, after: Levels): number | null {
  if (!before) return null;
  const part = (was: number, now: number): number =>
    was === 0 ? (now === 0 ? 0 : 100) : Math.round((Math.abs(now - was) * 100) / was);
  return Math.max(part(before.min, after.min), part(before.max, after.max));
}
