import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import { limits } from '#shared/core/limits.ts';

export type Result =
  | { readonly row: ApprovalRow; readonly ok: true }
  | {
      readonly row: ApprovalRow;
      readonly ok: false;
      readonly message: string;
      readonly correlationId: string;
      readonly again: boolean;
    };

export interface Chosen {
  readonly fit: readonly ApprovalRow[];
  /** Selected, but not decidable by this person. */
  readonly unfit: readonly ApprovalRow[];
  /** Number of requests above the limit of one bulk decision. */
  readonly over: number;
}

/** Selected requests that the decision can be sent for, at most fifty. */
export function chosenFor(
  rows: readonly ApprovalRow[],
  command: 'approveStep' | 'rejectStep',
  most: number = limits.bulkDecisions,
): Chosen {
  const fit = rows.filter((row) => row.actions.includes(command));
  return {
    fit: fit.slice(0, most),
    unfit: rows.filter((row) => !row.actions.includes(command)),
    over: Math.max(0, fit.length - most),
  };
}

const AT_ONCE = 4;

/** Sends one command per request, a few at a time, and reports each answer. */
export async function decideEach(
  rows: readonly ApprovalRow[],
  decide: (row: ApprovalRow) => Promise<Result>,
  shown: (result: Result) => void,
): Promise<void> {
  const waiting = [...rows];
  const work = async (): Promise<void> => {
    for (let row = waiting.shift(); row; row = waiting.shift()) shown(await decide(row));
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, rows.length) }, work));
}
