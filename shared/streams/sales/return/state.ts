import type { Event, RecordedEventOf } from '../../../core/event.ts';
import { documentTotals, taxOfInclusive, type DocumentTotals } from '../../../core/gst.ts';
import { documentLife } from '../../documents/life.ts';
import {
  evolveDraft,
  noDocument,
  stepped,
  type DocumentState,
  type DraftEvents,
  type Person,
} from '../../documents/state.ts';

export const returnReasons = [
  ...(['WRONG_ITEM', 'DAMAGED', 'EXPIRED', 'QUALITY'] as const),
  ...(['NOT_NEEDED', 'DOCTOR_CHANGED', 'ADR', 'SIZE'] as const),
] as const;
export type ReturnReason = (typeof returnReasons)[number];
/** Every reason that a return shows: those that people choose, and those of what was paid in advance and not delivered. */
export const returnCauses = [...returnReasons, 'NOT_DELIVERED', 'ORDER_CANCELLED', 'OVERPAID'] as const;
export type ReturnCause = (typeof returnCauses)[number];
/** Reasons that are no wish of the customer's: the window is longer and the goods never go back to the shelf. */
export const faultReasons: ReadonlySet<ReturnCause> = new Set([
  'WRONG_ITEM',
  'DAMAGED',
  'EXPIRED',
  'QUALITY',
]);
export const refundModes = ['CASH', 'ORIGINAL', 'BANK', 'STORE_CREDIT'] as const;
export type RefundMode = (typeof refundModes)[number];
export const returnLimits = { days: 7, faultDays: 15, pickupTries: 3, codeMs: 24 * 3_600_000 } as const;

export interface ReturnHeader {
  readonly dcId: string;
  readonly dcNumber: string;
  readonly invoiceId: string;
  readonly invoiceNumber: string;
  readonly orderId: string;
  readonly customerId: number | null;
  readonly customer: string;
  readonly phone: string;
  readonly address: string;
  readonly pincode: string;
  readonly payment: string;
  /** Of an advance that goes back: whether it was paid in cash. How goods were paid says their parcel. */
  readonly cashPaid: boolean;
  /** What goes back was recorded as paid in advance: no sale counts it any more. */
  readonly ofAdvance?: true;
  readonly stateCode: string;
  readonly deliveredOn: string;
  readonly reason: ReturnCause | null;
  readonly note: string | null;
  /** Fetched from the customer; otherwise they bring it. */
  readonly pickup: boolean;
  readonly agentId: number | null;
  readonly agent: Person | null;
  readonly visitOn: string | null;
  readonly tries: number;
  readonly creditNoteNumber: string | null;
  readonly creditPaise: number;
  readonly refundMode: RefundMode | null;
  readonly refundRef: string | null;
}
export interface ReturnLine {
  readonly id: string;
  readonly orderLineId: string;
  readonly productId: number;
  readonly product: string;
  readonly barcodeId: number;
  readonly label: string;
  readonly batch: string;
  readonly expiry: string | null;
  readonly packSize: number;
  readonly schedules: readonly string[];
  readonly storage: string;
  readonly gstBp: number;
  readonly totalPaise: number;
  /** Units of the invoice's line, and those of them that the customer took. */
  readonly soldQty: number;
  readonly deliveredQty: number;
  readonly qty: number;
  readonly receivedQty: number;
  readonly restockQty: number;
  readonly damagedQty: number;
}
export type ReturnState = DocumentState<ReturnHeader, ReturnLine>;

export const returnNames = {
  drafted: 'CustomerReturnDrafted',
  changed: 'CustomerReturnChanged',
  attached: 'CustomerReturnFileAttached',
  detached: 'CustomerReturnFileRemoved',
  printed: 'CustomerReturnPrinted',
} as const;
type Counted<K extends string> = readonly ({ readonly id: string } & {
  readonly [P in K]?: number | undefined;
})[];
export type ReturnEvent =
  | DraftEvents<typeof returnNames, ReturnHeader, ReturnLine>
  | Event<'CustomerReturnRequested', object>
  | Event<'CustomerReturnApproved', object>
  | Event<'CustomerReturnRejected', { readonly reason: string }>
  | Event<
      'ReturnPickupScheduled',
      {
        readonly agentId: number;
        readonly agent: Person;
        readonly visitOn: string;
        readonly codeUntil: string;
      }
    >
  | Event<'ReturnPickupFailed', { readonly reason: string; readonly n: number }>
  | Event<'ReturnPickedUp', object>
  | Event<'ReturnScanned', { readonly put: Counted<'receivedQty'> }>
  | Event<'ReturnReceived', { readonly lines: readonly { readonly lineId: string; readonly qty: number }[] }>
  | Event<'ReturnSorted', { readonly put: Counted<'restockQty' | 'damagedQty'> }>
  | Event<
      'ReturnInspected',
      { readonly creditNoteId: string; readonly creditNoteNumber: string; readonly creditPaise: number }
    >
  | Event<'UndeliveredRefundDue', { readonly creditNoteNumber: string; readonly creditPaise: number }>
  | Event<'PrepaidRefundDue', { readonly orderNumber: string; readonly creditPaise: number }>
  | Event<'RefundIssued', { readonly mode: RefundMode; readonly ref: string | null; readonly paise: number }>
  | Event<'CustomerReturnCancelled', { readonly reason: string }>;

export const returnLife = documentLife('return', {
  draft: { change: 'draft', request: 'requested', cancel: 'cancelled', owe: 'credited' },
  requested: { approve: 'approved', reject: 'rejected', cancel: 'cancelled' },
  approved: { schedule: 'pickupScheduled', scan: 'approved', receive: 'received', cancel: 'cancelled' },
  pickupScheduled: {
    pickUp: 'pickedUp',
    schedule: 'pickupScheduled',
    fail: 'approved',
    failLast: 'cancelled',
    cancel: 'cancelled',
  },
  pickedUp: { scan: 'pickedUp', receive: 'received' },
  received: { sort: 'received', inspect: 'credited' },
  credited: { refund: 'closed' },
  closed: {},
  rejected: {},
  cancelled: {},
});

export const noReturn = (id: string): ReturnState =>
  noDocument<ReturnHeader, ReturnLine>(id, {
    dcId: '',
    dcNumber: '',
    invoiceId: '',
    invoiceNumber: '',
    orderId: '',
    customerId: null,
    customer: '',
    phone: '',
    address: '',
    pincode: '',
    payment: '',
    cashPaid: false,
    stateCode: '',
    deliveredOn: '',
    reason: null,
    note: null,
    pickup: true,
    agentId: null,
    agent: null,
    visitOn: null,
    tries: 0,
    creditNoteNumber: null,
    creditPaise: 0,
    refundMode: null,
    refundRef: null,
  });

/** What the units of a line were paid with, before any rounding between partial credits. */
export const returnLineValue = ({ totalPaise, soldQty, qty }: ReturnLine): number =>
  soldQty === 0 ? 0 : Math.round((totalPaise * qty) / soldQty);
export const returnTotals = ({ lines, header, place }: ReturnState): DocumentTotals =>
  documentTotals(
    lines.map((line) =>
      taxOfInclusive(returnLineValue(line), line.gstBp, header.stateCode !== place.stateCode),
    ),
  );

const withCounts = (
  state: ReturnState,
  put: readonly ({ readonly id: string } & Partial<ReturnLine>)[],
  version: number,
): ReturnState => {
  const counts = new Map(put.map((one) => [one.id, one]));
  return { ...state, version, lines: state.lines.map((line) => ({ ...line, ...counts.get(line.id) })) };
};

export function evolveReturn(state: ReturnState, event: RecordedEventOf<ReturnEvent>): ReturnState {
  const draft = evolveDraft<ReturnHeader, ReturnLine, ReturnState>(
    returnNames,
    returnLife.initial,
    state,
    event,
  );
  if (draft) return draft;
  const about = (header: Partial<ReturnHeader>): ReturnState => ({
    ...state,
    header: { ...state.header, ...header },
  });
  switch (event.type) {
    case 'CustomerReturnRequested':
      return {
        ...stepped(state, event, 'request', 'requested'),
        lines: state.lines.filter(({ qty }) => qty > 0),
      };
    case 'CustomerReturnApproved':
      return stepped(state, event, 'approve', 'approved');
    case 'CustomerReturnRejected':
      return stepped(state, event, 'reject', 'rejected', event.data.reason);
    case 'ReturnPickupScheduled': {
      const { agentId, agent, visitOn } = event.data;
      return stepped(about({ agentId, agent, visitOn }), event, 'schedule', 'pickupScheduled', agent.name);
    }
    case 'ReturnPickupFailed': {
      const { n, reason } = event.data;
      const last = n >= returnLimits.pickupTries;
      return stepped(
        about({ tries: n }),
        event,
        last ? 'failLast' : 'fail',
        last ? 'cancelled' : 'approved',
        reason,
      );
    }
    case 'ReturnPickedUp':
      return stepped(state, event, 'pickUp', 'pickedUp');
    case 'ReturnScanned':
    case 'ReturnSorted':
      return withCounts(state, event.data.put as readonly { readonly id: string }[], event.version);
    case 'ReturnReceived':
      return stepped(state, event, 'receive', 'received');
    case 'ReturnInspected': {
      const { creditNoteNumber, creditPaise } = event.data;
      return stepped(
        about({ creditNoteNumber, creditPaise }),
        event,
        'inspect',
        'credited',
        creditNoteNumber,
      );
    }
    case 'UndeliveredRefundDue': {
      const { creditNoteNumber } = event.data;
      return stepped(about(event.data), event, 'owe', 'credited', creditNoteNumber);
    }
    case 'PrepaidRefundDue': {
      const { orderNumber, creditPaise } = event.data;
      return stepped(about({ creditPaise }), event, 'owe', 'credited', orderNumber);
    }
    case 'RefundIssued': {
      const { mode, ref } = event.data;
      return stepped(about({ refundMode: mode, refundRef: ref }), event, 'refund', 'closed', ref);
    }
    case 'CustomerReturnCancelled':
      return stepped(state, event, 'cancel', 'cancelled', event.data.reason);
    default:
      return { ...state, version: event.version };
  }
}

export const returnStream = (id: string): string => `return-${id}`;
