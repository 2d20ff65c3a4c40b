import { assign, initialTransition, setup, transition } from 'xstate';
import type { ApprovalStage } from './state.ts';

/** Input of the guards: the request's current state and the data of the acting person. */
export interface ApprovalContext {
  readonly state: ApprovalStage;
  readonly lastStep: boolean;
  readonly undoUntil: string | null;
  readonly expiresAt: string;
  /** The server's clock, ms. */
  readonly now: number;
  /** May decide the current step now, considering delegation and four eyes. */
  readonly eligible: boolean;
  /** Requester or subject employee. */
  readonly self: boolean;
  readonly requester: boolean;
  readonly sameDecider: boolean;
  /** Decides for somebody who delegated the request, and so cannot delegate it further. */
  readonly standsIn: boolean;
  readonly mayReassign: boolean;
}

/** What a person is to a request: computed by the server, and sent to the console with the request. */
export type ApprovalViewer = Pick<
  ApprovalContext,
  'lastStep' | 'eligible' | 'self' | 'requester' | 'sameDecider' | 'standsIn' | 'mayReassign'
>;

export type ApprovalEvent =
  | {
      readonly type:
        | 'OPENED'
        | 'APPROVE'
        | 'UNDO'
        | 'DELEGATE'
        | 'REASSIGN'
        | 'WITHDRAW'
        | 'REQUEST_INFO'
        | 'ANSWER_INFO';
    }
  | { readonly type: 'REJECT'; readonly comment: string }
  /** The console received the request anew, or time made a difference to it. */
  | { readonly type: 'CHANGED'; readonly context: ApprovalContext }
  | {
      readonly type:
        | 'SUBJECT_CHANGED'
        | 'SLA_BREACHED'
        | 'UNDO_WINDOW_ENDED'
        | 'EXPIRED'
        | 'EFFECT_OK'
        | 'EFFECT_FAILED';
    };

type Guard = (context: ApprovalContext) => boolean;
export const notRequesterNorSubject: Guard = ({ self }) => !self;
export const notExpired: Guard = ({ now, expiresAt }) => now < Date.parse(expiresAt);
export const isEligible: Guard = (context) =>
  context.eligible && notRequesterNorSubject(context) && notExpired(context);
export const isLastStep: Guard = ({ lastStep }) => lastStep;
export const isRequester: Guard = ({ requester }) => requester;
export const withinUndoWindow: Guard = ({ now, undoUntil }) =>
  undoUntil !== null && now <= Date.parse(undoUntil);
export const undoWindowEnded: Guard = ({ now, undoUntil }) =>
  undoUntil !== null && now >= Date.parse(undoUntil);
export const hasComment = (comment: string): boolean =>
  comment.trim().length >= 5 && comment.trim().length <= 500;

const leaving = {
  WITHDRAW: { guard: 'isRequester', target: '#approval.withdrawn' },
  EXPIRED: { guard: 'hasExpired', target: '#approval.expired' },
  SUBJECT_CHANGED: '#approval.superseded',
} as const;
const handing = { REASSIGN: { guard: 'mayReassign' }, SLA_BREACHED: {} } as const;
const deciding = {
  APPROVE: [
    { guard: 'approvesLast', target: '#approval.pendingApply' },
    // The action marks a step that stays in review as accepted.
    { guard: 'isEligible', target: '#approval.inReview', actions: 'noted' },
  ],
  REJECT: { guard: 'mayReject', target: '#approval.pendingReject' },
  REQUEST_INFO: { guard: 'isEligible', target: '#approval.infoRequested' },
  DELEGATE: { guard: 'mayDelegate', actions: 'noted' },
} as const;
const undo = { guard: 'mayUndo', target: '#approval.inReview' } as const;
const stages: readonly ApprovalStage[] = [
  'requested',
  'inReview',
  'infoRequested',
  'pendingApply',
  'pendingReject',
  'approved',
  'applied',
  'applyFailed',
  'rejected',
  'withdrawn',
  'expired',
  'superseded',
];

export const approvalMachine = setup({
  types: { context: {} as ApprovalContext, events: {} as ApprovalEvent, input: {} as ApprovalContext },
  guards: {
    stands: ({ context }, params: { at: ApprovalStage }) => context.state === params.at,
    isEligible: ({ context }) => isEligible(context),
    approvesLast: ({ context }) => isEligible(context) && isLastStep(context),
    mayReject: ({ context, event }) =>
      isEligible(context) && event.type === 'REJECT' && hasComment(event.comment),
    mayDelegate: ({ context }) => isEligible(context) && !context.standsIn,
    isRequester: ({ context }) => isRequester(context) && notExpired(context),
    mayReassign: ({ context }) =>
      context.mayReassign && notRequesterNorSubject(context) && notExpired(context),
    mayUndo: ({ context }) => context.sameDecider && withinUndoWindow(context),
    windowEnded: ({ context }) => undoWindowEnded(context),
    hasExpired: ({ context }) => !notExpired(context),
  },
  actions: {
    /** A request that is reassigned keeps its state. */
    noted: () => undefined,
    changed: assign(({ context, event }) => (event.type === 'CHANGED' ? event.context : context)),
  },
}).createMachine({
  id: 'approval',
  context: ({ input }) => input,
  initial: 'placing',
  on: { CHANGED: { target: '.placing', actions: 'changed' } },
  states: {
    placing: {
      always: stages.map((at) => ({ guard: { type: 'stands' as const, params: { at } }, target: at })),
    },
    requested: {
      on: {
        OPENED: { guard: 'isEligible', target: 'inReview' },
        ...deciding,
        ...leaving,
        ...withNote(handing),
      },
    },
    inReview: {
      on: {
        OPENED: { guard: 'isEligible', actions: 'noted' },
        ...deciding,
        ...leaving,
        ...withNote(handing),
      },
    },
    infoRequested: {
      on: {
        ANSWER_INFO: { guard: 'isRequester', target: 'inReview' },
        DELEGATE: deciding.DELEGATE,
        REASSIGN: { guard: 'mayReassign', actions: 'noted' },
        ...leaving,
      },
    },
    pendingApply: { on: { UNDO: undo, UNDO_WINDOW_ENDED: { guard: 'windowEnded', target: 'approved' } } },
    pendingReject: { on: { UNDO: undo, UNDO_WINDOW_ENDED: { guard: 'windowEnded', target: 'rejected' } } },
    approved: { on: { EFFECT_OK: 'applied', EFFECT_FAILED: 'applyFailed' } },
    applied: { type: 'final' },
    applyFailed: { type: 'final' },
    rejected: { type: 'final' },
    withdrawn: { type: 'final' },
    expired: { type: 'final' },
    superseded: { type: 'final' },
  },
});

function withNote<T extends Readonly<Record<string, object>>>(
  on: T,
): { [K in keyof T]: T[K] & { actions: 'noted' } } {
  return Object.fromEntries(
    Object.entries(on).map(([name, one]) => [name, { ...one, actions: 'noted' }]),
  ) as never;
}

/** Whether the event is legal in that state; does not change anything. */
export function approvalAccepts(context: ApprovalContext, event: ApprovalEvent): boolean {
  const [here] = initialTransition(approvalMachine, context);
  const [next, actions] = transition(approvalMachine, here, event);
  return next !== here || actions.length > 0;
}
