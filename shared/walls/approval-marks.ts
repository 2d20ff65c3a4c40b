import type { EventOf } from '../core/stream.ts';
import type { approval } from '../streams/approvals/approval/approval.ts';
import { markSince, type PlacedMark } from '../families/wall-marks.ts';

/** The last third of the time is "at risk". */
function warnOf(since: string, dueAt: string): string {
  const from = Date.parse(since);
  return new Date(from + Math.round(((Date.parse(dueAt) - from) * 2) / 3)).toISOString();
}

/** The board of requests whose decision was made and may still be undone. */
export const decided = 'decided';

/** The mark of a request after an event of it: on its board while it waits, then on `decided`. */
export function approvalMark(
  row: PlacedMark | undefined,
  { type, data, at }: EventOf<typeof approval>,
  id: string,
  board: string,
): PlacedMark | null {
  switch (type) {
    case 'ApprovalRequested':
      return data.autoGrant
        ? null
        : {
            ...markSince(id, board, at, data.pooId ?? null),
            state: 'waiting',
            warnAt: warnOf(at, data.dueAt),
            breachAt: data.dueAt,
          };
    case 'ApprovalStepApproved':
      if (data.last) return markSince(id, decided, at, row?.pooId ?? null);
      return row ? { ...row, state: 'waiting', warnAt: warnOf(at, data.dueAt), breachAt: data.dueAt } : null;
    case 'ApprovalStepRejected':
      return markSince(id, decided, at, row?.pooId ?? null);
    case 'ApprovalDecisionUndone':
      return {
        ...markSince(id, board, data.enteredAt, row?.pooId ?? null),
        state: 'held',
        warnAt: warnOf(data.enteredAt, data.dueAt),
        breachAt: data.dueAt,
      };
    case 'ApprovalReviewStarted':
      return row ? { ...row, state: 'held' } : null;
    case 'ApprovalInfoRequested':
      return row ? { ...row, state: 'question', warnAt: null, breachAt: null } : null;
    case 'ApprovalInfoGiven':
      return row
        ? { ...row, state: 'waiting', warnAt: warnOf(row.since, data.dueAt), breachAt: data.dueAt }
        : null;
    case 'ApprovalDelegated':
    case 'ApprovalReassigned':
    case 'ApprovalHandedOver':
    case 'ApprovalEscalated':
      return row ?? null;
    default:
      return null;
  }
}
