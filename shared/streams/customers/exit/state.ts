import type { Event, NewEvent, RecordedEventOf } from '../../../core/event.ts';
import {
  linked,
  type FailedOutcome,
  type Linked,
  type Outcome,
  type Raised,
} from '../../approvals/decision.ts';
import type { ExitStage } from './exit.machine.ts';

export const exitKinds = ['byCustomer', 'death', 'moved', 'nonPayment', 'dissatisfied', 'duplicate'] as const;
export type ExitKind = (typeof exitKinds)[number] | 'outside';
/** There is no retention call after a death or for a duplicate. */
export const withoutCall: ReadonlySet<ExitKind> = new Set(['death', 'duplicate']);

export interface ExitPerson {
  readonly empId: number;
  readonly name: string;
}

/** A customer's open business as of a day. */
export interface Owed {
  /** Open orders of goods or laboratory tests. */
  readonly openOrders: readonly string[];
  /** Booked visits. */
  readonly visits: readonly { readonly id: number; readonly at: string }[];
  /** Approved prescriptions with units left on them. */
  readonly prescriptions: readonly string[];
}
export const nothingOwed: Owed = { openOrders: [], visits: [], prescriptions: [] };

export interface ExitFace {
  readonly ref: string;
  readonly customerId: number;
  readonly customer: string;
  readonly name: string;
  readonly phoneMasked: string;
  readonly pooId: number | null;
  readonly kind: ExitKind;
  readonly reasonId: number | null;
  readonly reasonName: string;
  readonly text: string;
  /** The business day on which the customer leaves, at the earliest the day of the approval. */
  readonly effectiveOn: string;
  /** Whether the customer is of the highest rank. */
  readonly topRank: boolean;
}
export const outcomes = ['keeps', 'leaves'] as const;
export const offers = ['none', 'discount', 'otherPlan', 'pause', 'otherPerson'] as const;

export interface Retention {
  readonly outcome: (typeof outcomes)[number];
  readonly offer: (typeof offers)[number];
  readonly note: string;
  readonly by: ExitPerson;
  readonly at: string;
}

/** The data of the event that requests a decision. */
export interface ExitDecisionAsked extends ExitFace, Raised {
  readonly offered: string | null;
  readonly said: string | null;
  readonly owed: Owed;
}

export type CustomerExitEvent =
  | Event<'CustomerExitRequested', ExitFace & { readonly by: ExitPerson; readonly owed: Owed }>
  | Event<'CustomerExitNoted', ExitFace & { readonly on: string }>
  | Event<'RetentionCallDone', Omit<Retention, 'at'> & { readonly kept: boolean }>
  | Event<'CustomerExitDecisionAsked', ExitDecisionAsked>
  | Event<'CustomerExitLinked', Linked>
  | Event<'CustomerExitGranted', Outcome & { readonly effectiveOn: string; readonly customerId: number }>
  | Event<'CustomerExitRejected', Outcome & { readonly customerId: number }>
  | Event<'CustomerExitFailed', FailedOutcome & { readonly customerId: number }>
  | Event<
      'CustomerExitWithdrawn',
      Outcome & { readonly reason: string; readonly by: ExitPerson; readonly customerId: number }
    >
  | Event<
      'CustomerExitCarriedOut',
      { readonly customerId: number; readonly on: string; readonly visits: readonly number[] }
    >
  | Event<'ReturnCodeSent', { readonly sendId: string; readonly n: number; readonly maskedPhone: string }>
  | Event<'ReturnCodeVerified', { readonly sendId: string | null }>
  | Event<
      'CustomerExitEnded',
      { readonly customerId: number; readonly reason: string; readonly by: ExitPerson; readonly nth: number }
    >;

export interface CustomerExitState {
  readonly id: string;
  readonly stage: ExitStage;
  readonly face: ExitFace | null;
  readonly requestedBy: ExitPerson | null;
  readonly requestedAt: string | null;
  readonly owed: Owed;
  readonly retention: Retention | null;
  readonly requestId: string | null;
  readonly approvalId: number | null;
  readonly exitedOn: string | null;
  /** 1 while the customer has left. */
  readonly iActive: 0 | 1;
  readonly why: string | null;
  readonly codeSentAt: string | null;
  readonly codeVerifiedAt: string | null;
  readonly returned: { readonly reason: string; readonly by: ExitPerson; readonly at: string } | null;
  readonly version: number;
}

export const noExit = (key: string): CustomerExitState => ({
  id: key,
  stage: 'none',
  face: null,
  requestedBy: null,
  requestedAt: null,
  owed: nothingOwed,
  retention: null,
  requestId: null,
  approvalId: null,
  exitedOn: null,
  iActive: 0,
  why: null,
  codeSentAt: null,
  codeVerifiedAt: null,
  returned: null,
  version: 0,
});

export const exitEvent = (event: CustomerExitEvent, stream?: string): NewEvent => ({
  type: event.type,
  data: { ...event.data },
  ...(stream ? { stream } : {}),
});

export function evolveExit(
  before: CustomerExitState,
  event: RecordedEventOf<CustomerExitEvent>,
): CustomerExitState {
  const state: CustomerExitState = { ...before, version: event.version };
  const { at } = event;
  switch (event.type) {
    case 'CustomerExitRequested': {
      const { by, owed, ...face } = event.data;
      return { ...state, stage: 'requested', face, requestedBy: by, requestedAt: at, owed };
    }
    case 'CustomerExitNoted': {
      const { on, ...face } = event.data;
      return { ...state, stage: 'exited', face, requestedAt: at, exitedOn: on, iActive: 1 };
    }
    case 'RetentionCallDone': {
      const { kept, ...call } = event.data;
      return { ...state, stage: kept ? 'kept' : state.stage, retention: { ...call, at } };
    }
    case 'CustomerExitDecisionAsked':
      return {
        ...state,
        stage: 'pendingApproval',
        requestId: event.data.requestId,
        owed: event.data.owed,
      };
    case 'CustomerExitLinked':
      return linked(state, event.data);
    case 'CustomerExitGranted':
      return { ...state, stage: 'granted' };
    case 'CustomerExitRejected':
      return { ...state, stage: 'rejected' };
    case 'CustomerExitFailed':
      return { ...state, stage: 'failed', why: event.data.why };
    case 'CustomerExitWithdrawn':
      return { ...state, stage: 'withdrawn', why: event.data.reason };
    case 'CustomerExitCarriedOut':
      return { ...state, stage: 'exited', exitedOn: event.data.on, iActive: 1 };
    case 'ReturnCodeSent':
      return { ...state, codeSentAt: at, codeVerifiedAt: null };
    case 'ReturnCodeVerified':
      return { ...state, codeVerifiedAt: at };
    case 'CustomerExitEnded': {
      const { reason, by } = event.data;
      return { ...state, stage: 'returned', iActive: 0, returned: { reason, by, at } };
    }
    default:
      return state;
  }
}
