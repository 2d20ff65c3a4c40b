import type { Event, RecordedEvent, RecordedEventOf } from '../../../core/event.ts';
import type { Linked, Outcome, Raised } from '../../approvals/decision.ts';
import type { Person } from '../../documents/state.ts';

/** What a kilometre, a drop and a kilogram of a transporter cost, in paise, and the least that a run costs. */
export interface RateCard {
  readonly perKm: number;
  readonly perDrop: number;
  readonly perKg: number;
  readonly least: number;
}
/** What a run was, for its claim. */
export interface RunFigures {
  /** With one decimal. */
  readonly km: number;
  /** Parcels that were taken in at a door. */
  readonly drops: number;
  readonly weightG: number;
}
/** A claim differs from the rate card by at most this share without a reason, in percent. */
export const claimTolerance = 10;
export const claimLimits = { leastKm: 1, mostKm: 300, mostPaise: 50_000_00 } as const;

export const computedPaise = ({ km, drops, weightG }: RunFigures, rates: RateCard): number =>
  Math.max(
    rates.least,
    Math.round(km * rates.perKm) + drops * rates.perDrop + Math.round((weightG * rates.perKg) / 1000),
  );

/** `ref` is its number. */
export interface TransportClaim extends RunFigures, Raised {
  readonly iPooId: number;
  readonly statement: string;
  readonly day: string;
  readonly agent: Person;
  readonly vehicle: string;
  readonly transporterId: number;
  readonly transporter: string;
  /** The version of the transporter whose rate card it is. */
  readonly rateVersion: number;
  readonly rates: RateCard;
  readonly computedPaise: number;
  readonly claimedPaise: number;
}
export type ClaimEvent =
  | Event<'TransportClaimSubmitted', TransportClaim>
  | Event<'TransportClaimLinked', Linked>
  | Event<
      'TransportClaimApproved',
      Outcome & { readonly approvedPaise: number; readonly claimedPaise: number }
    >
  | Event<'TransportClaimRejected', Outcome>
  | Event<'TransportClaimWithdrawn', Outcome>
  | Event<'TransportClaimPaid', { readonly paise: number; readonly reference: string }>;

export const claimStages = ['submitted', 'approved', 'rejected', 'withdrawn', 'paid'] as const;
export type ClaimStage = (typeof claimStages)[number];

/** The claim of one run: submitted, decided, paid. A run that was refused may be claimed again under the same number. */
export interface ClaimState {
  /** Of the run. */
  readonly id: string;
  readonly version: number;
  readonly stage: ClaimStage | null;
  readonly claim: TransportClaim | null;
  readonly approvalId: number | null;
  readonly approvedPaise: number | null;
  readonly submittedAt: string | null;
  readonly decidedAt: string | null;
  readonly paidAt: string | null;
  readonly paidBy: string | null;
  readonly payReference: string | null;
}

export const claimStream = (statementId: string): string => `tclaim-${statementId}`;
export const noClaim = (id: string): ClaimState => ({
  id,
  version: 0,
  stage: null,
  claim: null,
  approvalId: null,
  approvedPaise: null,
  submittedAt: null,
  decidedAt: null,
  paidAt: null,
  paidBy: null,
  payReference: null,
});

export function evolveClaim(
  before: ClaimState,
  event: RecordedEventOf<ClaimEvent> & Pick<RecordedEvent, 'at' | 'actor'>,
): ClaimState {
  const state: ClaimState = { ...before, version: event.version };
  switch (event.type) {
    case 'TransportClaimSubmitted':
      return {
        ...noClaim(before.id),
        version: event.version,
        stage: 'submitted',
        claim: event.data,
        submittedAt: event.at,
      };
    case 'TransportClaimLinked':
      return { ...state, approvalId: event.data.approvalId };
    case 'TransportClaimApproved':
      return {
        ...state,
        stage: 'approved',
        approvedPaise: event.data.approvedPaise,
        decidedAt: event.at,
      };
    case 'TransportClaimRejected':
      return { ...state, stage: 'rejected', decidedAt: event.at };
    case 'TransportClaimWithdrawn':
      return { ...state, stage: 'withdrawn' };
    case 'TransportClaimPaid':
      return {
        ...state,
        stage: 'paid',
        paidAt: event.at,
        paidBy: event.actor.name,
        payReference: event.data.reference,
      };
    default:
      return before;
  }
}
