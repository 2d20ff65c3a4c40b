import type { Event, RecordedEventOf } from '../../../core/event.ts';

interface Person {
  readonly empId: number;
  readonly name: string;
}

/** A sale that a direct selling agent says they brought, as it was when they claimed it. */
export interface DsaSaleFace {
  readonly ref: string;
  readonly pooId: number;
  readonly language: string | null;
  readonly orderId: string;
  readonly order: string;
  readonly customerId: number | null;
  readonly customer: string;
  readonly phone: string;
  /** What the order comes to, cancelled units left out. */
  readonly amountPaise: number;
  readonly dsaId: number;
  readonly dsa: Person;
  readonly claimedBy: Person;
}
export const disputeReasons = ['notKnown', 'notBought', 'otherAgent', 'amount', 'other'] as const;
export type DisputeReason = (typeof disputeReasons)[number];

export type DsaSaleEvent =
  | Event<'DsaSaleClaimed', DsaSaleFace>
  | Event<'DsaSaleCalled', { readonly callId: number; readonly code: string; readonly spoken: boolean }>
  | Event<
      'DsaSaleConfirmed',
      {
        readonly by: Person;
        readonly callId: number;
        readonly amountPaise: number;
        readonly note: string | null;
        /** Missing in confirmations of earlier versions. */
        readonly orderId?: string;
      }
    >
  | Event<'DsaSaleDisputed', { readonly by: Person; readonly reason: DisputeReason; readonly note: string }>
  | Event<'DsaSaleRejected', { readonly by: Person; readonly reason: string }>;

export type DsaSaleStage = 'none' | 'claimed' | 'disputed' | 'confirmed' | 'rejected';

export interface DsaSaleState {
  readonly stage: DsaSaleStage;
  readonly face: DsaSaleFace | null;
  readonly claimedAt: string | null;
  /** The last call in which the customer was spoken to. */
  readonly spokenIn: number | null;
  readonly calls: number;
  readonly dispute: { readonly reason: DisputeReason; readonly note: string } | null;
  /** Of a confirmed sale: what its agent is owed an incentive for. */
  readonly amountPaise: number | null;
}

export const noSale = (): DsaSaleState => ({
  stage: 'none',
  face: null,
  claimedAt: null,
  spokenIn: null,
  calls: 0,
  dispute: null,
  amountPaise: null,
});

export function evolveSale(state: DsaSaleState, event: RecordedEventOf<DsaSaleEvent>): DsaSaleState {
  switch (event.type) {
    case 'DsaSaleClaimed':
      return { ...state, stage: 'claimed', face: event.data, claimedAt: event.at };
    case 'DsaSaleCalled': {
      const { callId, spoken } = event.data;
      const before = state.spokenIn === callId ? null : state.spokenIn;
      return { ...state, calls: state.calls + 1, spokenIn: spoken ? callId : before };
    }
    case 'DsaSaleConfirmed':
      return { ...state, stage: 'confirmed', amountPaise: event.data.amountPaise };
    case 'DsaSaleDisputed': {
      const { reason, note } = event.data;
      return { ...state, stage: 'disputed', dispute: { reason, note } };
    }
    case 'DsaSaleRejected':
      return { ...state, stage: 'rejected' };
    default:
      return state;
  }
}
