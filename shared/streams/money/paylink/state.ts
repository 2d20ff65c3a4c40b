import type { Event, RecordedEventOf } from '../../../core/event.ts';
import { documentLife } from '../../documents/life.ts';
import type { Person } from '../../documents/state.ts';

/** A customer pays a parcel before it reaches the door, by a link. */
export const paylinkLife = documentLife('paylink', {
  open: { begin: 'begun', cancel: 'cancelled', expire: 'expired', capture: 'paid', owe: 'refundDue' },
  begun: {
    begin: 'begun',
    fail: 'open',
    cancel: 'cancelled',
    expire: 'expired',
    capture: 'paid',
    owe: 'refundDue',
  },
  // Money that comes after the link has ended is money all the same.
  expired: { create: 'open', capture: 'paid', owe: 'refundDue' },
  cancelled: { create: 'open', capture: 'paid', owe: 'refundDue' },
  paid: { owe: 'refundDue' },
  refundDue: { owe: 'refundDue', refund: 'refunded' },
  refunded: { owe: 'refundDue' },
});
export type PaylinkStage = (typeof paylinkLife.stages)[number];

/** The parcel that is paid, as it was when the link was made. */
export interface PaylinkFace {
  readonly pooId: number;
  readonly code: string;
  readonly number: string;
  readonly invoiceId: string;
  readonly invoiceNumber: string;
  readonly customerId: number | null;
  readonly customer: string;
  readonly phone: string;
}
export type EndReason = 'byStaff' | 'paidAtDoor' | 'notDelivered';

export type PaylinkEvent =
  | Event<
      'PaymentLinkCreated',
      PaylinkFace & { readonly n: number; readonly paise: number; readonly until: string }
    >
  | Event<'PaymentLinkSent', { readonly n: number }>
  | Event<'PaymentBegun', { readonly payRef: string; readonly paise: number }>
  | Event<'PaymentFailed', { readonly payRef: string }>
  | Event<
      'PaymentCaptured',
      {
        readonly payRef: string;
        readonly providerId: string | null;
        readonly paise: number;
        /** Of it: what the parcel still owed. The rest goes back to the customer. */
        readonly appliedPaise: number;
        readonly owedPaise: number;
        readonly paidAt: string;
      }
    >
  | Event<'PaymentOwed', { readonly paise: number }>
  | Event<'PaymentRefunded', { readonly paise: number; readonly reference: string }>
  | Event<'PaymentLinkCancelled', { readonly why: EndReason; readonly reason: string | null }>
  | Event<'PaymentLinkExpired', object>;

interface Attempt {
  readonly payRef: string;
  readonly paise: number;
  readonly at: string;
  readonly result: 'waiting' | 'failed' | 'captured';
}
export interface PaylinkStep {
  readonly type: string;
  readonly by: Person;
  readonly at: string;
  readonly note: string | null;
}
export interface PaylinkState extends PaylinkFace {
  readonly id: string;
  readonly exists: boolean;
  readonly version: number;
  readonly stage: PaylinkStage;
  /** How often a link was made for this parcel. */
  readonly n: number;
  readonly paise: number;
  readonly until: string;
  readonly sent: boolean;
  readonly attempts: readonly Attempt[];
  readonly capturedPaise: number;
  readonly appliedPaise: number;
  /** What goes back to the customer and has not yet. */
  readonly owedPaise: number;
  readonly paidAt: string | null;
  readonly refundReference: string | null;
  readonly steps: readonly PaylinkStep[];
}

/** One link a parcel: its key is `dc<challan>`. */
export const paylinkKey = (dcId: string): string => `dc${dcId}`;
export const paylinkStream = (dcId: string): string => `paylink-${paylinkKey(dcId)}`;
/** Whether the customer can still pay by it. */
export const stands = ({ stage }: Pick<PaylinkState, 'stage'>): boolean =>
  paylinkLife.next(stage, 'cancel') !== null;
export const overdue = ({ until }: Pick<PaylinkState, 'until'>, now: number): boolean =>
  now >= Date.parse(until);
export const parcelId = ({ id }: Pick<PaylinkState, 'id'>): string => id.slice('dc'.length);

export const noPaylink = (id: string): PaylinkState => ({
  id,
  exists: false,
  version: 0,
  stage: paylinkLife.initial,
  pooId: 0,
  code: '',
  number: '',
  invoiceId: '',
  invoiceNumber: '',
  customerId: null,
  customer: '',
  phone: '',
  n: 0,
  paise: 0,
  until: '',
  sent: false,
  attempts: [],
  capturedPaise: 0,
  appliedPaise: 0,
  owedPaise: 0,
  paidAt: null,
  refundReference: null,
  steps: [],
});

const withResult = (state: PaylinkState, ref: string, result: Attempt['result']): readonly Attempt[] =>
  state.attempts.map((one) => (one.payRef === ref ? { ...one, result } : one));

export function evolvePaylink(before: PaylinkState, event: RecordedEventOf<PaylinkEvent>): PaylinkState {
  const stepped = (step: string, note: string | null = null): PaylinkState => ({
    ...before,
    version: event.version,
    stage: paylinkLife.next(before.stage, step) ?? before.stage,
    steps: [
      ...before.steps,
      { type: event.type, by: { empId: event.actor.empId, name: event.actor.name }, at: event.at, note },
    ],
  });
  switch (event.type) {
    case 'PaymentLinkCreated':
      return { ...stepped('create'), ...event.data, stage: paylinkLife.initial, exists: true, sent: false };
    case 'PaymentLinkSent':
      return { ...stepped('send'), sent: true };
    case 'PaymentBegun': {
      const attempt: Attempt = { ...event.data, at: event.at, result: 'waiting' };
      return { ...stepped('begin'), attempts: [...before.attempts, attempt] };
    }
    case 'PaymentFailed':
      return { ...stepped('fail'), attempts: withResult(before, event.data.payRef, 'failed') };
    case 'PaymentCaptured': {
      const { payRef, paise, appliedPaise, owedPaise, paidAt } = event.data;
      return {
        ...stepped(owedPaise > 0 ? 'owe' : 'capture'),
        attempts: withResult(before, payRef, 'captured'),
        capturedPaise: before.capturedPaise + paise,
        appliedPaise: before.appliedPaise + appliedPaise,
        owedPaise: before.owedPaise + owedPaise,
        paidAt,
      };
    }
    case 'PaymentOwed':
      return {
        ...stepped('owe'),
        appliedPaise: before.appliedPaise - event.data.paise,
        owedPaise: before.owedPaise + event.data.paise,
      };
    case 'PaymentRefunded':
      return {
        ...stepped('refund', event.data.reference),
        owedPaise: before.owedPaise - event.data.paise,
        refundReference: event.data.reference,
      };
    case 'PaymentLinkCancelled':
      return stepped('cancel', event.data.reason);
    case 'PaymentLinkExpired':
      return stepped('expire');
    default:
      return before;
  }
}
