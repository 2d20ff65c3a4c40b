import type { Event } from '../../../core/event.ts';
import { noDocument, type DocumentState, type DraftEvents } from '../../documents/state.ts';
import type { SaleFacts } from '../sold-product.ts';
import { orderLife } from './life.ts';

export { orderLife };

export const orderSources = ['STORE', 'PRESCRIPTION', 'TPD', 'LEAD', 'REFILL', 'CCKIT', 'APPAREL'] as const;
export const slotWindows = ['MORNING', 'AFTERNOON', 'EVENING'] as const;
export const paymentKinds = ['COD', 'PREPAID', 'CREDIT'] as const;
export const holdReasons = ['RX', 'ADDRESS', 'PAYMENT', 'STOCK', 'BATCH_BLOCKED'] as const;
export const consentWays = ['PHONE', 'MESSAGE', 'IN_PERSON'] as const;

export interface OrderHeader {
  readonly source: (typeof orderSources)[number];
  readonly customerId: number | null;
  readonly customer: string;
  readonly phone: string;
  readonly addressNo: number | null;
  readonly address: string;
  readonly pincode: string;
  /** Of the delivery address: the place of supply. */
  readonly stateCode: string;
  readonly patientId: number | null;
  readonly patient: string;
  readonly rxId: number | null;
  readonly rxRef: string;
  readonly prescriber: string | null;
  readonly prescriberRegNo: string | null;
  readonly prescriberAddress: string | null;
  readonly slotDate: string | null;
  readonly slotWindow: (typeof slotWindows)[number];
  readonly payment: (typeof paymentKinds)[number];
  /** May be sent in parts. */
  readonly partialOk: boolean;
  readonly remarks: string | null;
}

export interface OrderLine extends SaleFacts {
  readonly id: string;
  readonly qty: number;
  /** Of one pack, tax included. */
  readonly pricePaise: number;
  readonly discBp: number;
  /** Line of the prescription that it serves. */
  readonly rxNo: number | null;
  readonly courseDays: number | null;
  /** The product that was asked for, when the customer agreed to this one instead. */
  readonly substituteOf: string | null;
  /** Each unit is in exactly one of these five. */
  readonly open: number;
  readonly allocated: number;
  readonly invoiced: number;
  readonly delivered: number;
  readonly cancelled: number;
  readonly rtoQty: number;
  readonly returned: number;
}

/** Units of one line. */
export interface Part {
  readonly lineId: string;
  readonly qty: number;
}
export interface OrderPick {
  readonly id: string;
  readonly number: string;
  readonly stage: 'open' | 'packed';
}
export interface OrderDc {
  readonly id: string;
  readonly number: string;
  readonly invoiceId: string;
  readonly invoiceNumber: string;
  readonly stage: 'generated' | 'dispatched' | 'ended' | 'cancelled';
  readonly payablePaise: number;
  /** What its invoice comes to at the prices of the order: more than it asks for where a label was cheaper. */
  readonly orderedPaise: number;
  /** Credited since, of goods that the customer did not get. */
  readonly creditedPaise: number;
  /** Of the money paid in advance, what is set aside for it; null where it counts as paid in full, without a recorded payment. */
  readonly advancePaise: number | null;
  /** Whether its event says what it uses of the advance. */
  readonly advanceSaid: boolean;
}
/** The line of an indent that asks for what a line is short of. */
export interface OrderIndent {
  readonly lineId: string;
  readonly indentId: string;
  readonly indentLineId: string;
}
export interface OrderState extends DocumentState<OrderHeader, OrderLine> {
  readonly picks: readonly OrderPick[];
  readonly dcs: readonly OrderDc[];
  /** Only recorded payments count as paid in advance; without this, and without a payment, an order counts as paid when it is invoiced. */
  readonly advanceRecorded: boolean;
  readonly paidPaise: number;
  /** Of it in cash. */
  readonly paidCashPaise: number;
  /** Sent to be refunded since; more than was paid where that was done without a recorded payment. */
  readonly refundedPaise: number;
  /** When it first waited for the pickers. */
  readonly queuedSince: string | null;
  readonly hold: {
    readonly reason: (typeof holdReasons)[number];
    readonly note: string;
    /** The prescription that replaces the one it was made from. */
    readonly rxId?: number;
    readonly from: string;
  } | null;
  readonly cancel: { readonly reason: string; readonly from: string; readonly empId: number | null } | null;
  /** Units that the last pick list could not have. */
  readonly short: readonly Part[];
  /** Units of a line that were asked for by indent so far. */
  readonly asked: Readonly<Record<string, number>>;
  readonly indents: readonly OrderIndent[];
}

export const orderNames = {
  drafted: 'OrderFormCreated',
  changed: 'OrderFormLineChanged',
  attached: 'OrderFileAttached',
  detached: 'OrderFileRemoved',
  printed: 'OrderPrinted',
} as const;

export type OrderEvent =
  | DraftEvents<typeof orderNames, OrderHeader, OrderLine>
  | Event<'OrderFormSubmitted', { readonly advanceRecorded?: true }>
  | Event<'OrderFormReturned', { readonly reason: string }>
  | Event<
      'SubstitutionConsented',
      {
        readonly lineId: string;
        readonly from: string;
        readonly line: OrderLine;
        readonly how: (typeof consentWays)[number];
        /** Who agreed for the prescriber of a prescription medicine, and how. */
        readonly prescriberConsent?: string | null;
      }
    >
  | Event<
      'OrderConfirmed',
      {
        readonly rx: readonly { readonly no: number; readonly qty: number }[];
        readonly lines: readonly { readonly lineId: string; readonly rxNo: number }[];
        readonly queueAt: string;
      }
    >
  | Event<
      'OrderHeld',
      { readonly reason: (typeof holdReasons)[number]; readonly note: string; readonly rxId?: number }
    >
  | Event<'OrderReleased', object>
  | Event<'OrderPlQueued', OrderQueued>
  | Event<
      'OrderAllocated',
      { readonly pickId: string; readonly pickNumber: string; readonly lines: readonly Part[] }
    >
  | Event<
      'OrderBackordered',
      {
        readonly number: string;
        readonly pooId: number;
        readonly slotDate: string | null;
        readonly lines: readonly Part[];
        /** What was not asked for before. */
        readonly ask: readonly (Part & { readonly productId: number })[];
      }
    >
  | Event<
      'OrderDeallocated',
      {
        readonly pickId: string;
        readonly lines: readonly Part[];
        readonly ends: boolean;
        readonly why: string;
      }
    >
  | Event<'OrderPacked', { readonly pickId: string; readonly pickNumber: string }>
  | Event<
      'OrderInvoiced',
      {
        readonly dcId: string;
        readonly dcNumber: string;
        readonly invoiceId: string;
        readonly invoiceNumber: string;
        readonly pickId: string;
        readonly payablePaise: number;
        readonly advancePaise?: number;
        readonly lines: readonly Part[];
      }
    >
  | Event<'OrderDispatched', { readonly dcId: string }>
  | Event<'OrderDelivered', { readonly dcId: string; readonly lines: readonly Part[] }>
  | Event<
      'OrderReshipped',
      {
        readonly dcId: string;
        readonly lines: readonly Part[];
        readonly why: 'rto' | 'refused' | 'dcCancelled';
        readonly to: 'open' | 'cancelled';
        readonly creditPaise?: number;
      }
    >
  | Event<'OrderSlotMoved', Pick<OrderHeader, 'slotWindow'> & { readonly slotDate: string }>
  | Event<'OrderReturned', { readonly returnId: string; readonly lines: readonly Part[] }>
  | Event<'OrderPaid', { readonly paise: number; readonly mode: string; readonly ref: string }>
  | Event<'OrderRefunded', { readonly paise: number; readonly ref: string }>
  | Event<'OrderIndented', { readonly indents: readonly OrderIndent[] }>
  | Event<
      'OrderLineCancelled',
      {
        readonly lineId: string;
        readonly qty: number;
        readonly reason: string;
        readonly indents: readonly OrderIndent[];
      }
    >
  | Event<'OrderCancelRequested', { readonly reason: string }>
  | Event<'OrderCancelRejected', { readonly reason: string }>
  | Event<
      'OrderCancelled',
      {
        readonly reason: string;
        readonly refundDuePaise: number;
        readonly indents: readonly OrderIndent[];
      }
    >
  | Event<'OrderClosed', object>;

/** What the queue of pick lists shows of an order. */
export interface OrderQueued {
  readonly why: 'slot' | 'manual' | 'again';
  /** When it first waited for the pickers, if it comes back to them. */
  readonly since?: string;
  readonly number: string;
  readonly pooId: number;
  readonly customer: string;
  readonly slotDate: string | null;
  readonly slotWindow: (typeof slotWindows)[number];
  readonly payment: (typeof paymentKinds)[number];
  readonly strict: boolean;
  readonly cold: boolean;
  readonly products: readonly {
    readonly productId: number;
    readonly product: string;
    readonly qty: number;
  }[];
}

export const noOrder = (id: string): OrderState => ({
  ...noDocument<OrderHeader, OrderLine>(id, {
    source: 'STORE',
    customerId: null,
    customer: '',
    phone: '',
    addressNo: null,
    address: '',
    pincode: '',
    stateCode: '',
    patientId: null,
    patient: '',
    rxId: null,
    rxRef: '',
    prescriber: null,
    prescriberRegNo: null,
    prescriberAddress: null,
    slotDate: null,
    slotWindow: 'MORNING',
    payment: 'COD',
    partialOk: true,
    remarks: null,
  }),
  picks: [],
  dcs: [],
  advanceRecorded: false,
  paidPaise: 0,
  paidCashPaise: 0,
  refundedPaise: 0,
  queuedSince: null,
  hold: null,
  cancel: null,
  short: [],
  asked: {},
  indents: [],
});

const sum = (lines: readonly OrderLine[], of: (line: OrderLine) => number): number =>
  lines.reduce((total, line) => total + of(line), 0);
export const openUnits = ({ lines }: Pick<OrderState, 'lines'>): number => sum(lines, ({ open }) => open);

/** Stages before the pickers have an order; it goes back there when it is not cancelled after all. */
export const notYetQueued: ReadonlySet<string> = new Set(['draft', 'submitted', 'confirmed', 'onHold']);

/** Where an order that was queued stands, by what its units are in. */
export function contentStage(state: Pick<OrderState, 'lines' | 'picks' | 'dcs'>): string {
  if (state.picks.some(({ stage }) => stage === 'open')) return 'picking';
  if (state.picks.some(({ stage }) => stage === 'packed')) return 'packed';
  if (openUnits(state) > 0) return 'queued';
  if (state.dcs.some(({ stage }) => stage === 'generated')) return 'invoiced';
  if (sum(state.lines, ({ invoiced }) => invoiced) > 0) return 'dispatched';
  return 'delivered';
}
