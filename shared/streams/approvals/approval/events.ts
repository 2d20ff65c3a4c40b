import type { Event, NewEvent } from '../../../core/event.ts';
import type { ApprovalRequestInput, Effect, Person } from './request.ts';

/** What every event of a request carries for its subscribers, except the first. */
export interface RequestDetails {
  readonly kind: string;
  readonly entity: string;
  readonly ref: string;
  readonly requestedBy: Person;
  readonly subject: ApprovalRequestInput['subject'];
  readonly step: number;
}

/** Who may decide after the event. */
interface Eligible {
  readonly eligible: readonly number[];
}

interface DecisionMade extends RequestDetails {
  readonly comment: string | null;
  readonly onBehalfOf: number | null;
}

interface Final extends DecisionMade {
  readonly decidedBy: Person | null;
  readonly effect: Effect | null;
}

interface Approved extends DecisionMade, Eligible {
  readonly via?: 'push';
  /** The lower amount that was approved. */
  readonly amount?: number;
  readonly last: boolean;
  readonly undoUntil: string | null;
  readonly dueAt: string;
}

interface StepApproved extends Approved {
  readonly partial?: never;
}

/** One approval of a step that needs several. */
interface PartApproved extends Approved {
  readonly partial: true;
  /** Index of the rule that it satisfies. */
  readonly rule: number;
  /** Those who may decide from now on and could not before. */
  readonly called?: readonly number[];
}

interface Settled extends RequestDetails {
  readonly why: string | null;
  readonly decidedBy: Person | null;
}

/** Every event of a request. */
export type ApprovalStreamEvent =
  | Event<
      'ApprovalRequested',
      ApprovalRequestInput &
        Eligible & {
          readonly ref: string;
          readonly dueAt: string;
          readonly managerId: number | null;
          readonly autoGrant?: boolean;
        }
    >
  | Event<'ApprovalAutoGranted', RequestDetails & { readonly effect: Effect }>
  | Event<'ApprovalReviewStarted', RequestDetails>
  | Event<'ApprovalInfoRequested', RequestDetails & { readonly question: string }>
  | Event<
      'ApprovalInfoGiven',
      RequestDetails & Eligible & { readonly answer: string; readonly dueAt: string }
    >
  | Event<
      'ApprovalDelegated',
      RequestDetails &
        Eligible & {
          readonly from: number;
          readonly to: number;
          readonly name: string;
          readonly until: string;
        }
    >
  | Event<'ApprovalReassigned', RequestDetails & Eligible & { readonly to: Person; readonly reason: string }>
  | Event<
      'ApprovalHandedOver',
      RequestDetails & Eligible & { readonly from: Person; readonly to: Person | null }
    >
  | Event<'ApprovalEscalated', RequestDetails & Eligible & { readonly to: readonly number[] }>
  | Event<'ApprovalStepApproved', StepApproved | PartApproved>
  | Event<
      'ApprovalStepRejected',
      RequestDetails & {
        readonly comment: string;
        readonly onBehalfOf: number | null;
        readonly undoUntil: string;
      }
    >
  | Event<
      'ApprovalDecisionUndone',
      RequestDetails &
        Eligible & {
          readonly via?: 'push';
          readonly dueAt: string;
          readonly expiresAt: string;
          readonly enteredAt: string;
        }
    >
  | Event<'ApprovalApproved', Final & { readonly effect: Effect }>
  | Event<'ApprovalRejected', Final>
  | Event<'ApprovalApplied', Settled>
  | Event<'ApprovalApplyFailed', Settled>
  | Event<'ApprovalSuperseded', RequestDetails & { readonly why: string }>
  | Event<'ApprovalWithdrawn', RequestDetails & { readonly effect: Effect | null }>
  | Event<'ApprovalExpired', RequestDetails & { readonly effect: Effect | null }>;

/** An event of a request, checked against its data, as a decision returns it. */
export const approvalEvent = ({ type, data }: ApprovalStreamEvent): NewEvent => ({ type, data: { ...data } });
