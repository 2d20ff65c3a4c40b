import type {
  ApprovalContext,
  ApprovalEvent,
  ApprovalViewer,
} from '../streams/approvals/approval/approval.machine.ts';
import { approvalAccepts } from '../streams/approvals/approval/approval.machine.ts';
import type { ApprovalStage } from '../streams/approvals/approval/state.ts';

export type ApprovalAction =
  | 'approveStep'
  | 'rejectStep'
  | 'requestInfo'
  | 'delegate'
  | 'undoDecision'
  | 'withdraw'
  | 'answerInfo'
  | 'reassign';

/** The event of the machine that each action sends; whether a text fits is asked when it is sent. */
export const actionEvents: Readonly<Record<ApprovalAction, ApprovalEvent>> = {
  approveStep: { type: 'APPROVE' },
  rejectStep: { type: 'REJECT', comment: 'given when it is sent' },
  requestInfo: { type: 'REQUEST_INFO' },
  delegate: { type: 'DELEGATE' },
  undoDecision: { type: 'UNDO' },
  answerInfo: { type: 'ANSWER_INFO' },
  withdraw: { type: 'WITHDRAW' },
  reassign: { type: 'REASSIGN' },
};
const actions = Object.keys(actionEvents) as readonly ApprovalAction[];

/** What the machine needs to know of a request as one viewer sees it. */
export interface Placed {
  readonly state: ApprovalStage;
  readonly undoUntil: string | null;
  readonly expiresAt: string;
  readonly viewer: ApprovalViewer;
}

/** The machine's context for a request as its viewer sees it, at an instant (ms). */
export const contextAt = ({ state, undoUntil, expiresAt, viewer }: Placed, now: number): ApprovalContext => ({
  state,
  undoUntil,
  expiresAt,
  now,
  ...viewer,
});

/** Actions that the machine accepts from this viewer at an instant (ms). */
export function actionsAt(placed: Placed, now: number): readonly ApprovalAction[] {
  const context = contextAt(placed, now);
  return actions.filter((action) => approvalAccepts(context, actionEvents[action]));
}
