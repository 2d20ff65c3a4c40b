import type { QueueRow } from '#shared/families/queue-row.ts';

export const countNames = ['waiting', 'atRisk', 'breached', 'inWork', 'mine', 'parked'] as const;
export type CountName = (typeof countNames)[number];

/** Counts of a queue whose rows are not claimed. */
export const openCountNames: readonly CountName[] = ['waiting', 'atRisk', 'breached'];

export interface Counts extends Readonly<Record<CountName, number>> {
  /** The row that has waited longest. */
  readonly oldest: QueueRow | null;
}

const open = (row: QueueRow): boolean => row.state !== 'parked' && !isDecided(row);

/** Decided; shown only while that can be undone. */
export function isDecided(row: QueueRow): boolean {
  return row.undoUntil !== null;
}

/** Whether a count of the strip includes a row. At risk and breached exclude parked rows. */
export function inCount(name: CountName, row: QueueRow, now: number, empId: number): boolean {
  switch (name) {
    case 'waiting':
      return row.state === 'waiting';
    case 'breached':
      return open(row) && row.breachAt !== null && now >= Date.parse(row.breachAt);
    case 'atRisk':
      return (
        open(row) &&
        row.warnAt !== null &&
        now >= Date.parse(row.warnAt) &&
        !(row.breachAt !== null && now >= Date.parse(row.breachAt))
      );
    case 'inWork':
      return row.holder !== null && !isDecided(row);
    case 'mine':
      return row.holder?.empId === empId && !isDecided(row);
    case 'parked':
      return row.state === 'parked';
  }
}

export function countRows(rows: Iterable<QueueRow>, now: number, empId: number): Counts {
  const counts = { waiting: 0, atRisk: 0, breached: 0, inWork: 0, mine: 0, parked: 0 };
  let oldest: QueueRow | null = null;
  for (const row of rows) {
    for (const name of countNames) if (inCount(name, row, now, empId)) counts[name] += 1;
    if (row.state === 'waiting' && (!oldest || row.enteredAt < oldest.enteredAt)) oldest = row;
  }
  return { ...counts, oldest };
}
