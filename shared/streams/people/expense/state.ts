import type { Event, RecordedEventOf } from '../../../core/event.ts';
import type { AmountLimits } from '../../approvals/approval/request.ts';
import {
  linked,
  type FailedOutcome,
  type Linked,
  type Outcome,
  type Raised,
} from '../../approvals/decision.ts';
import type { ExpenseStage } from './stages.ts';
import type { ExpenseCategory } from './limits.ts';

export interface ExpensePerson {
  readonly empId: number;
  readonly name: string;
}
export interface Receipt {
  readonly fileId: string;
  readonly name: string;
  readonly mime: string;
}

/** An expense as its author entered it. */
export interface ExpenseContent {
  readonly spentOn: string;
  readonly category: ExpenseCategory;
  readonly km: number | null;
  readonly paise: number;
  readonly appointmentId: number | null;
  readonly receipts: readonly Receipt[];
  readonly note: string;
}

export type ExpenseFlag = 'kmAboveTrace' | 'noTrace';

/** The data of the event that requests a decision. */
export interface ExpenseSubmitted extends ExpenseContent, Raised {
  /** Kilometres between the points of that day's trace; null where none is known or needed. */
  readonly traceKm: number | null;
  readonly flags: readonly ExpenseFlag[];
  readonly expiresAt: string;
  /** The approvers' limits in force when it was submitted. */
  readonly limits?: AmountLimits;
}

export type ExpenseEvent =
  | Event<'ExpenseDrafted', ExpenseContent & { readonly by: ExpensePerson; readonly iPooId: number | null }>
  | Event<'ExpenseChanged', ExpenseContent>
  | Event<'ExpenseSubmitted', ExpenseSubmitted>
  | Event<'ExpenseRequestLinked', Linked>
  | Event<'ExpenseApproved', Outcome & { readonly approvedPaise: number; readonly claimedPaise: number }>
  | Event<'ExpenseApproveFailed', FailedOutcome>
  | Event<'ExpenseRejected', Outcome>
  | Event<'ExpenseWithdrawn', Outcome>
  | Event<
      'ExpensePaid',
      {
        readonly paise: number;
        readonly reference: string;
        readonly paidBy: ExpensePerson;
        readonly ref: string;
        readonly empId: number;
      }
    >;

export interface ExpenseState extends ExpenseContent {
  readonly id: number;
  readonly ref: string;
  readonly stage: ExpenseStage | null;
  readonly by: ExpensePerson;
  readonly iPooId: number | null;
  readonly traceKm: number | null;
  readonly flags: readonly ExpenseFlag[];
  readonly requestId: string | null;
  readonly approvalId: number | null;
  readonly approvedPaise: number | null;
  readonly submittedAt: string | null;
  readonly decidedAt: string | null;
  readonly paidAt: string | null;
  readonly payReference: string | null;
  readonly version: number;
}

export function noExpense(key: string): ExpenseState {
  return {
    id: Number(key),
    ref: `EP-${key.padStart(6, '0')}`,
    stage: null,
    by: { empId: 0, name: '' },
    iPooId: null,
    spentOn: '',
    category: 'other',
    km: null,
    paise: 0,
    appointmentId: null,
    receipts: [],
    note: '',
    traceKm: null,
    flags: [],
    requestId: null,
    approvalId: null,
    approvedPaise: null,
    submittedAt: null,
    decidedAt: null,
    paidAt: null,
    payReference: null,
    version: 0,
  };
}

const contentOf = (data: ExpenseContent): ExpenseContent => {
  const { spentOn, category, km, paise, appointmentId, receipts, note } = data;
  return { spentOn, category, km, paise, appointmentId, receipts, note };
};

export function evolveExpense(before: ExpenseState, event: RecordedEventOf<ExpenseEvent>): ExpenseState {
  const state: ExpenseState = { ...before, version: event.version };
  switch (event.type) {
    case 'ExpenseDrafted':
      return {
        ...state,
        ...contentOf(event.data),
        stage: 'draft',
        by: event.data.by,
        iPooId: event.data.iPooId,
      };
    case 'ExpenseChanged':
      return { ...state, ...contentOf(event.data) };
    case 'ExpenseSubmitted': {
      const { traceKm, flags, requestId, paise } = event.data;
      return {
        ...state,
        stage: 'submitted',
        traceKm,
        flags,
        requestId,
        paise,
        approvalId: null,
        submittedAt: event.at,
      };
    }
    case 'ExpenseRequestLinked':
      return linked(state, event.data);
    case 'ExpenseApproved':
      return { ...state, stage: 'approved', approvedPaise: event.data.approvedPaise, decidedAt: event.at };
    case 'ExpenseApproveFailed':
      return state;
    case 'ExpenseRejected':
      return { ...state, stage: 'rejected', decidedAt: event.at };
    case 'ExpenseWithdrawn':
      return { ...state, stage: 'withdrawn' };
    case 'ExpensePaid':
      return { ...state, stage: 'paid', paidAt: event.at, payReference: event.data.reference };
    default:
      return before;
  }
}
