import type { QueueDef } from '#shared/families/queue.ts';
import type { QueueRow } from '#shared/families/queue-row.ts';
import { compareRanks } from '#shared/core/rank.ts';
import type { Rank } from '#shared/core/rank.ts';

/** The queue's own order; a row's rank is computed once. */
export function byRank(def: QueueDef): (a: QueueRow, b: QueueRow) => number {
  const ranks = new WeakMap<QueueRow, Rank>();
  const rankOf = (row: QueueRow): Rank => {
    let rank = ranks.get(row);
    if (!rank) ranks.set(row, (rank = def.rank(row)));
    return rank;
  };
  return (a, b) => compareRanks(rankOf(a), rankOf(b));
}

/** Whom the row waits for alone now. */
export const givenNow = ({ assigned }: QueueRow, now: number): QueueRow['assigned'] =>
  assigned && now < Date.parse(assigned.until) ? assigned : null;

/**
 * Rows that may be claimed, best first by the queue's rank. Rows in `skip` were just claimed by somebody
 * else.
 */
export function claimable(
  def: QueueDef,
  rows: Iterable<QueueRow>,
  empId: number,
  skip: ReadonlySet<string> = new Set(),
  shut?: (row: QueueRow) => boolean,
  now = 0,
): QueueRow[] {
  const claim = def.actions.find(({ name }) => name === 'claim');
  if (!claim) return [];
  const fits = (row: QueueRow): boolean =>
    row.holder === null &&
    !(shut?.(row) ?? false) &&
    claim.states.includes(row.state) &&
    (!claim.stages || row.stage === undefined || claim.stages.includes(row.stage)) &&
    !skip.has(row.id) &&
    !(def.notFor?.(row, empId) ?? false);
  const given = (row: QueueRow): number => (givenNow(row, now)?.empId === empId ? 0 : 1);
  const sort = byRank(def);
  return [...rows].filter(fits).sort((a, b) => given(a) - given(b) || sort(a, b));
}

/** My unfinished rows: they come before a new claim. */
export function inHand(def: QueueDef, rows: Iterable<QueueRow>, empId: number): QueueRow[] {
  const undo = def.actions.find(({ name }) => name === 'undo');
  return [...rows].filter(
    (row) =>
      row.holder?.empId === empId &&
      (row.stage === undefined || !(undo?.stages?.includes(row.stage) ?? false)),
  );
}
