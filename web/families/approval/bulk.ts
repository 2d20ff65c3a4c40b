import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import { limits } from '#shared/core/limits.ts';

export type Result =
  | { readonly row: ApprovalRow; readonly ok: true }
  | { readonly row: ApprovalRow; readonly ok: false; readonly message: string; readonly correlationId: string; readonly again: boolean };

export interface Chosen {
  readonly fit: readonly ApprovalRow[];
  /** Chosen, but not open to that decision by this person. */
  readonly unfit: readonly ApprovalRow[];
  /** More than may be decided at once. */
  readonly over: number;
}

/** Which of the chosen requests that decision can be sent for, at most fifty. */
export function chosenFor(rows: readonly ApprovalRow[], command: 'approveStep' | 'rejectStep', most: number = limits.bulkDecisions): Chosen {
  const fit = rows.filter((row) => row.actions.includes(command));
  return { fit: fit.slice(0, most), unfit: rows.filter((row) => !row.actions.includes(command)), over: Math.max(0, fit.length - most) };
}

const AT_ONCE = 4;

/** One order a request, a few at a time; each is told as it is answered. */
export async function decideEach(rows: readonly ApprovalRow[], decide: (row: ApprovalRow) => Promise<Result>, told: (result: Result) => void): Promise<void> {
  const waiting = [...rows];
  const work = async (): Promise<void> => {
    for (let row = waiting.shift(); row; row = waiting.shift()) told(await decide(row));
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, rows.length) }, work));
}
