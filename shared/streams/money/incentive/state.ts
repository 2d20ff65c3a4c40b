import type { Event, RecordedEventOf } from '../../../core/event.ts';
import type { Permission } from '../../../core/permission.ts';

export interface IncentivePerson {
  readonly empId: number;
  readonly name: string;
}
/** Whose account it is: an affiliate, by the record of their documents, and the place they belong to. */
export interface IncentiveAgent {
  readonly dsaId: number;
  readonly agent: IncentivePerson;
  readonly iPooId: number | null;
}
/** The version of a plan that an entry was computed with. */
export interface IncentivePlan {
  readonly planId: number;
  readonly plan: string;
  /** First day on which this version is in force. */
  readonly planFrom: string;
  readonly rateBp: number;
}
/** What an entry is about: one invoice of a confirmed sale. */
export interface IncentiveSource extends IncentivePlan {
  /** The same invoice and plan give one entry. */
  readonly key: string;
  readonly saleId: string;
  readonly sale: string;
  readonly orderId: string;
  readonly order: string;
  readonly invoiceId: string;
  readonly invoice: string;
}
export const reversalCauses = ['return', 'rto', 'exit'] as const;
export type ReversalCause = (typeof reversalCauses)[number];

export interface AdjustmentRequest {
  readonly adjustmentId: string;
  /** Above or below 0. */
  readonly paise: number;
  readonly reason: string;
  readonly requestedBy: IncentivePerson;
}

export type IncentiveEvent =
  | Event<
      'IncentiveAccrued',
      IncentiveAgent &
        IncentiveSource & {
          /** The day on which the goods were delivered and paid for. */
          readonly day: string;
          readonly basePaise: number;
          readonly paise: number;
        }
    >
  /** Amounts above 0 that the account loses. */
  | Event<
      'IncentiveReversed',
      IncentiveAgent &
        IncentiveSource & {
          readonly cause: ReversalCause;
          /** The credit note; none when the customer left. */
          readonly documentId: string | null;
          readonly document: string | null;
          readonly basePaise: number;
          readonly paise: number;
        }
    >
  | Event<
      'IncentiveAdjustmentRequested',
      IncentiveAgent &
        AdjustmentRequest & {
          /** Who may decide, and where. */
          readonly decides: { readonly need: Permission; readonly route: string };
        }
    >
  | Event<'IncentiveAdjusted', IncentiveAgent & AdjustmentRequest>
  | Event<'IncentiveAdjustmentDeclined', { readonly adjustmentId: string; readonly reason: string }>
  | Event<'IncentivePaid', IncentiveAgent & { readonly paise: number; readonly reference: string }>;

export interface IncentiveState {
  /** `dsa<number of the affiliate's record>`. */
  readonly id: string;
  readonly exists: boolean;
  readonly version: number;
  readonly agent: IncentivePerson | null;
  readonly iPooId: number | null;
  /** Owed to the agent; below 0 when more was reversed than earned since the last payout. */
  readonly balancePaise: number;
  readonly waiting: AdjustmentRequest | null;
  readonly paid: { readonly at: string; readonly paise: number; readonly reference: string } | null;
}

/** Not the bare number: numbers are allotted, and an account begins with its first entry. */
export const accountKey = (dsaId: number): string => `dsa${dsaId}`;
export const dsaOf = (key: string): number => Number(/^dsa(\d{1,12})$/.exec(key)?.[1] ?? 0);
export const incentiveStream = (dsaId: number): string => `incentive-${accountKey(dsaId)}`;
export const noIncentive = (id: string): IncentiveState => ({
  id,
  exists: false,
  version: 0,
  agent: null,
  iPooId: null,
  balancePaise: 0,
  waiting: null,
  paid: null,
});

export function evolveIncentive(
  before: IncentiveState,
  event: RecordedEventOf<IncentiveEvent>,
): IncentiveState {
  const state: IncentiveState = { ...before, exists: true, version: event.version };
  const of = (data: IncentiveAgent, paise: number): IncentiveState => ({
    ...state,
    agent: data.agent,
    iPooId: data.iPooId,
    balancePaise: state.balancePaise + paise,
  });
  switch (event.type) {
    case 'IncentiveAccrued':
      return of(event.data, event.data.paise);
    case 'IncentiveReversed':
      return of(event.data, -event.data.paise);
    case 'IncentiveAdjustmentRequested': {
      const { adjustmentId, paise, reason, requestedBy } = event.data;
      return { ...of(event.data, 0), waiting: { adjustmentId, paise, reason, requestedBy } };
    }
    case 'IncentiveAdjusted':
      return { ...of(event.data, event.data.paise), waiting: null };
    case 'IncentiveAdjustmentDeclined':
      return { ...state, waiting: null };
    case 'IncentivePaid': {
      const { paise, reference } = event.data;
      return { ...of(event.data, -paise), paid: { at: event.at, paise, reference } };
    }
    default:
      return before;
  }
}
