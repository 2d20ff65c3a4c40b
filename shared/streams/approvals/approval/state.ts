import type { RecordedEventOf } from '../../../core/event.ts';
import type { Permission, Right } from '../../../core/permission.ts';
import type { ApprovalStreamEvent } from './events.ts';
import type { ApprovalRequestInput, Person, StepRequest, StepRule } from './request.ts';

/** One approval of a step that needs several; `rule` is the index of the rule it satisfies. */
export interface Signature {
  readonly rule: number;
  readonly by: Person;
  readonly onBehalfOf: number | null;
  readonly comment: string | null;
  readonly at: string;
  /** `push`: decided from a push notification, not in the console. */
  readonly via?: 'push';
}
export interface Step {
  readonly n: number;
  readonly mode: 'any' | 'all';
  readonly rules: readonly StepRule[];
  /** Approvals given so far while others are missing. */
  readonly signed: readonly Signature[];
  readonly decision: 'approved' | 'rejected' | null;
  readonly by: Person | null;
  readonly onBehalfOf: number | null;
  readonly comment: string | null;
  readonly at: string | null;
  readonly via?: 'push';
  /** The lower amount that was approved here. */
  readonly amount?: number | null;
}
export interface Delegation {
  readonly from: number;
  readonly to: number;
  readonly name: string;
  readonly until: string;
}

export const approvalStages = [
  'none',
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
] as const;
export type ApprovalStage = (typeof approvalStages)[number];

export interface ApprovalState extends Omit<ApprovalRequestInput, 'steps'> {
  readonly id: string;
  readonly ref: string;
  readonly state: ApprovalStage;
  readonly managerId: number | null;
  readonly steps: readonly Step[];
  /** Counted from 1. */
  readonly currentStep: number;
  readonly enteredAt: string;
  readonly dueAt: string;
  /** End of the undo window; null without one. */
  readonly undoUntil: string | null;
  readonly readBy: readonly Person[];
  readonly delegations: readonly Delegation[];
  readonly reassignedTo: Person | null;
  readonly escalatedTo: readonly number[];
  /** As of the last event; every command resolves it again from the directory. */
  readonly eligible: readonly number[];
  readonly question: { readonly by: Person; readonly text: string; readonly at: string } | null;
  readonly answer: { readonly text: string; readonly at: string } | null;
  readonly autoGranted: boolean;
  readonly why: string | null;
  readonly version: number;
}

/** A right of the entity that a request belongs to. */
export const approvalRight = (
  { group = 'approvals', entity }: Pick<ApprovalRequestInput, 'group' | 'entity'>,
  right: Right,
): Permission => `${group}/${entity}:${right}`;

export function noApproval(key: string): ApprovalState {
  return {
    id: key,
    ref: `AP-${key.padStart(6, '0')}`,
    state: 'none',
    kind: '',
    entity: '',
    subject: { stream: '', ref: '', version: 0 },
    subjectEmpId: null,
    requestedBy: { empId: 0, name: '' },
    pooId: null,
    reason: '',
    text: '',
    before: {},
    after: {},
    amount: null,
    slaMinutes: 0,
    expiresAt: '',
    onApprove: { stream: '', command: '', input: {} },
    onReject: null,
    managerId: null,
    steps: [],
    currentStep: 1,
    enteredAt: '',
    dueAt: '',
    undoUntil: null,
    readBy: [],
    delegations: [],
    reassignedTo: null,
    escalatedTo: [],
    eligible: [],
    question: null,
    answer: null,
    autoGranted: false,
    why: null,
    version: 0,
  };
}

export const isOpen = (state: Pick<ApprovalState, 'state'>): boolean =>
  state.state === 'requested' || state.state === 'inReview' || state.state === 'infoRequested';
export const isPending = (state: ApprovalState): boolean =>
  state.state === 'pendingApply' || state.state === 'pendingReject';
export const stepNow = (state: ApprovalState): Step | undefined => state.steps[state.currentStep - 1];

function stepOf(query: StepRequest, index: number): Step {
  const base = {
    n: index + 1,
    signed: [],
    decision: null,
    by: null,
    onBehalfOf: null,
    comment: null,
    at: null,
  } as const;
  if ('any' in query) return { ...base, mode: 'any', rules: query.any };
  if ('all' in query) return { ...base, mode: 'all', rules: query.all };
  return { ...base, mode: 'any', rules: [query] };
}

/** Rules of a step that still need an approval, by index. */
export function openRules(step: Step): readonly (readonly [index: number, rule: StepRule])[] {
  const met = new Set(step.signed.map((one) => one.rule));
  return step.rules.flatMap((rule, index) =>
    step.mode === 'all' && met.has(index) ? [] : [[index, rule] as const],
  );
}

/** Whether one more approval decides the step. */
export const completesStep = (step: Step | undefined): boolean =>
  step === undefined || step.mode === 'any' || openRules(step).length <= 1;

/** Whether one more approval decides the request. */
export const decidesAll = (state: ApprovalState): boolean =>
  state.currentStep === state.steps.length && completesStep(stepNow(state));

function withStep(state: ApprovalState, change: Partial<Step>): readonly Step[] {
  return state.steps.map((step) => {
    if (step.n !== state.currentStep) return step;
    const { via: _before, ...rest } = step;
    return { ...rest, ...change };
  });
}
const undecided: Partial<Step> = {
  decision: null,
  by: null,
  onBehalfOf: null,
  comment: null,
  at: null,
  amount: null,
};

/** The amount as the steps so far approved it; null where the request has none. */
export const amountNow = ({ steps, amount }: Pick<ApprovalState, 'steps' | 'amount'>): number | null =>
  amount === null ? null : (steps.findLast((step) => step.amount != null)?.amount ?? amount);

/**
 * The request after somebody left: what was assigned or escalated to them goes to `to`, their own delegations
 * end.
 */
export function withoutPerson(state: ApprovalState, from: number, to: Person | null): ApprovalState {
  const escalated = state.escalatedTo.filter((empId) => empId !== from);
  const takesOver = to !== null && state.reassignedTo?.empId !== from && !escalated.includes(to.empId);
  return {
    ...state,
    reassignedTo: state.reassignedTo?.empId === from ? to : state.reassignedTo,
    delegations: state.delegations.filter((one) => one.from !== from && one.to !== from),
    escalatedTo: takesOver ? [...escalated, to.empId].sort((a, b) => a - b) : escalated,
  };
}

export function evolveApproval(
  before: ApprovalState,
  event: RecordedEventOf<ApprovalStreamEvent>,
): ApprovalState {
  const state: ApprovalState = { ...before, version: event.version };
  const by: Person = { empId: event.actor.empId ?? 0, name: event.actor.name };
  switch (event.type) {
    case 'ApprovalRequested': {
      const { steps, ...query } = event.data;
      return {
        ...state,
        ...query,
        state: 'requested',
        enteredAt: event.at,
        steps: steps.map(stepOf),
      };
    }
    case 'ApprovalReviewStarted':
      return {
        ...state,
        state: state.state === 'requested' ? 'inReview' : state.state,
        readBy: [...state.readBy, by],
      };
    case 'ApprovalStepApproved': {
      if (event.data.partial) {
        const signature: Signature = {
          rule: event.data.rule,
          by,
          onBehalfOf: event.data.onBehalfOf,
          comment: event.data.comment,
          at: event.at,
          ...(event.data.via ? { via: event.data.via } : {}),
        };
        const signed = [...(stepNow(state)?.signed ?? []), signature];
        return {
          ...state,
          state: 'inReview',
          steps: withStep(state, { signed }),
          eligible: event.data.eligible,
        };
      }
      const steps = withStep(state, {
        decision: 'approved',
        by,
        onBehalfOf: event.data.onBehalfOf,
        comment: event.data.comment,
        at: event.at,
        ...(event.data.via ? { via: event.data.via } : {}),
        ...(event.data.amount ? { amount: event.data.amount } : {}),
      });
      if (event.data.last) return { ...state, steps, state: 'pendingApply', undoUntil: event.data.undoUntil };
      return {
        ...state,
        steps,
        state: 'inReview',
        currentStep: state.currentStep + 1,
        eligible: event.data.eligible,
        dueAt: event.data.dueAt,
        readBy: [],
        delegations: [],
        reassignedTo: null,
        escalatedTo: [],
      };
    }
    case 'ApprovalStepRejected':
      return {
        ...state,
        state: 'pendingReject',
        undoUntil: event.data.undoUntil,
        steps: withStep(state, {
          decision: 'rejected',
          by,
          onBehalfOf: event.data.onBehalfOf,
          comment: event.data.comment,
          at: event.at,
        }),
      };
    case 'ApprovalDecisionUndone':
      return {
        ...state,
        state: 'inReview',
        undoUntil: null,
        eligible: event.data.eligible,
        steps: withStep(state, undecided),
      };
    case 'ApprovalAutoGranted':
      return { ...state, state: 'approved', autoGranted: true, eligible: [] };
    case 'ApprovalApproved':
      return { ...state, state: 'approved', undoUntil: null };
    case 'ApprovalRejected':
      return { ...state, state: 'rejected', undoUntil: null };
    case 'ApprovalApplied':
      return { ...state, state: 'applied' };
    case 'ApprovalApplyFailed':
      return { ...state, state: 'applyFailed', why: event.data.why };
    case 'ApprovalInfoRequested':
      return {
        ...state,
        state: 'infoRequested',
        question: { by, text: event.data.question, at: event.at },
        answer: null,
      };
    case 'ApprovalInfoGiven':
      return {
        ...state,
        state: 'inReview',
        answer: { text: event.data.answer, at: event.at },
        dueAt: event.data.dueAt,
      };
    case 'ApprovalWithdrawn':
      return { ...state, state: 'withdrawn' };
    case 'ApprovalExpired':
      return { ...state, state: 'expired' };
    case 'ApprovalSuperseded':
      return { ...state, state: 'superseded', why: event.data.why };
    case 'ApprovalDelegated':
      return {
        ...state,
        delegations: [
          ...state.delegations,
          { from: event.data.from, to: event.data.to, name: event.data.name, until: event.data.until },
        ],
        eligible: event.data.eligible,
      };
    case 'ApprovalReassigned':
      return { ...state, reassignedTo: event.data.to, delegations: [], eligible: event.data.eligible };
    case 'ApprovalHandedOver':
      return { ...withoutPerson(state, event.data.from.empId, event.data.to), eligible: event.data.eligible };
    case 'ApprovalEscalated':
      return { ...state, escalatedTo: event.data.to, eligible: event.data.eligible };
    default:
      return before;
  }
}
