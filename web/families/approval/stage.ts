import type { ApprovalAction } from '#shared/families/approval-actions.ts';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import { actionsAt } from '#shared/families/approval-actions.ts';
import { waitsForDecision } from '#shared/families/approval-waits.ts';

export type Part = 'decide' | 'asked' | 'all';
export const parts: readonly Part[] = ['decide', 'asked', 'all'];

export const isPending = (row: ApprovalRow): boolean =>
  row.state === 'pendingApply' || row.state === 'pendingReject';
export const isOpen = (row: ApprovalRow): boolean =>
  row.state === 'requested' || row.state === 'inReview' || row.state === 'infoRequested';
/** Applied, rejected, withdrawn or otherwise at its end. */
export const isOver = (row: ApprovalRow): boolean =>
  !isOpen(row) && !isPending(row) && row.state !== 'approved';
const decidedByMe = (row: ApprovalRow): boolean => row.actions.includes('undoDecision');

/** Whether I can take my decision back: the row may say so for a moment after its time is over. */
export const mayUndo = (row: ApprovalRow, now: number): boolean =>
  decidedByMe(row) && now < Date.parse(row.undoUntil ?? '');

/** Whether the SLA clock is running: it stops on a decision and while a question is open. */
export function clockRuns(row: ApprovalRow): boolean {
  return row.state === 'requested' || row.state === 'inReview';
}

/** The last third of the time is "at risk", as on the wall. */
export function warnAt(row: ApprovalRow): number {
  const from = Date.parse(row.enteredAt);
  return from + Math.round(((Date.parse(row.dueAt) - from) * 2) / 3);
}

/**
 * Whether the list shows the request under that part. A request of mine to decide stays there while its
 * question is open and while my decision can be undone.
 */
export function inPart(row: ApprovalRow, part: Part): boolean {
  if (part === 'all') return true;
  if (part === 'asked') return row.part === 'requester';
  return (row.part === 'approver' && isOpen(row)) || decidedByMe(row);
}

/** How many requests a part announces; of those to decide, the ones that wait for this person. */
export function countIn(rows: readonly ApprovalRow[], part: Part): number {
  return rows.filter((row) => (part === 'decide' ? waitsForDecision(row) : inPart(row, part))).length;
}

/** Sorts by deadline; decided requests come last. */
export function byUrgency(a: ApprovalRow, b: ApprovalRow): number {
  return (
    Number(!isOpen(a)) - Number(!isOpen(b)) ||
    a.dueAt.localeCompare(b.dueAt) ||
    a.enteredAt.localeCompare(b.enteredAt) ||
    Number(a.id) - Number(b.id)
  );
}

const ofPart: Readonly<Record<ApprovalRow['part'], readonly ApprovalAction[]>> = {
  approver: ['approveStep', 'rejectStep', 'requestInfo', 'delegate'],
  requester: ['answerInfo', 'withdraw'],
  reader: ['approveStep', 'rejectStep', 'requestInfo'],
};

/** Actions offered on a request: those of one's part, and whatever else the row allows. */
export function offered(row: ApprovalRow): readonly ApprovalAction[] {
  const own =
    row.part === 'requester' && row.state !== 'infoRequested'
      ? ofPart.requester.filter((one) => one !== 'answerInfo')
      : ofPart[row.part];
  return [...own, ...row.actions.filter((one) => !own.includes(one) && one !== 'undoDecision')];
}

/**
 * The request that a key means: the open one, also when it is gone, so that the key never falls to another;
 * else the one in hand. When the list has the focus on another request than the open one, the key only
 * `shows` that.
 */
export function meant(
  openId: string | null,
  here: ApprovalRow | undefined,
  inHand: ApprovalRow | null,
  listFocused: boolean,
): { readonly decides: ApprovalRow | null; readonly shows: ApprovalRow | null } {
  if (openId === null) return { decides: inHand, shows: null };
  if (listFocused && inHand && inHand.id !== openId) return { decides: null, shows: inHand };
  return { decides: here ?? null, shows: null };
}

export interface Reason {
  readonly key: string;
  readonly values?: Readonly<Record<string, string>>;
}

/**
 * Why the action is unavailable now; null when it is available. `line` is the reason why nothing can be sent
 * at all.
 */
export function whyNot(
  row: ApprovalRow,
  action: ApprovalAction,
  now: number,
  line: Reason | null = null,
): Reason | null {
  if (line) return line;
  if (isOpen(row) && now >= Date.parse(row.expiresAt)) return { key: 'off.expired' };
  if (actionsAt(row, now).includes(action)) return null;
  if (row.state === 'approved') return { key: 'off.applying' };
  if (isPending(row)) {
    const last = row.decisions.at(-1);
    return {
      key: action === 'withdraw' ? 'off.tooLate' : `off.${last?.verb ?? 'approved'}`,
      values: { name: last?.name ?? '', at: last?.at ?? '' },
    };
  }
  if (row.part === 'requester') return { key: 'off.own' };
  if (row.part === 'approver' && row.state === 'infoRequested')
    return { key: 'off.infoAwaited', values: { name: row.requester.name } };
  if (row.part === 'approver' && action === 'delegate') return { key: 'off.standIn' };
  return { key: 'off.notApprover' };
}
