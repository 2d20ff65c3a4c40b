import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import { limits } from '#shared/core/limits.ts';
import type { Translate } from '#web/locales/translations.ts';

export type Result =
  | { readonly row: ApprovalRow; readonly ok: true }
  | {
      readonly row: ApprovalRow;
      readonly ok: false;
      readonly message: string;
      readonly correlationId: string;
      readonly again: boolean;
    };

/** `Approve 4`, or `Approve 3 of 4` when not all of them can be decided. */
export const bulkText = (t: Translate, key: string, fit: number, all: number): string =>
  fit < all ? t(`${key}Of`, { fit, count: all }) : t(key, { count: fit });

export interface Chosen {
  readonly fit: readonly ApprovalRow[];
  /** Selected, but not decidable by this person. */
  readonly unfit: readonly ApprovalRow[];
  /** Decidable, but their effect would fail now. */
  readonly failing: readonly ApprovalRow[];
  /** Number of requests above the limit of one bulk decision. */
  readonly over: number;
}

const noFailures: ReadonlyMap<string, string> = new Map();

/**
 * Selected requests that the decision can be sent for, at most fifty. `fails` says why the effect of a request
 * would fail now; such a one can still be rejected.
 */
export function chosenFor(
  rows: readonly ApprovalRow[],
  command: 'approveStep' | 'rejectStep',
  fails: ReadonlyMap<string, string> = noFailures,
  most: number = limits.bulkDecisions,
): Chosen {
  const allowed = rows.filter((row) => row.actions.includes(command));
  const cannot = ({ id }: ApprovalRow): boolean => command === 'approveStep' && fails.has(id);
  const fit = allowed.filter((row) => !cannot(row));
  return {
    fit: fit.slice(0, most),
    failing: allowed.filter(cannot),
    unfit: rows.filter((row) => !row.actions.includes(command)),
    over: Math.max(0, fit.length - most),
  };
}
