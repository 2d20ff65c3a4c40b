import type { Event, RecordedEventOf } from '../../../core/event.ts';
import type { DocumentTotals } from '../../../core/gst.ts';
import { documentLife } from '../../documents/life.ts';
import {
  evolveDraft,
  noDocument,
  stepped,
  withLine,
  type DocumentState,
  type DraftEvents,
  type Person,
} from '../../documents/state.ts';
import type { StockRef } from '../../stock/item/state.ts';
import { noSeller, taxTotals, type Seller, type TaxLine } from '../invoice/state.ts';
import type { Part } from '../order/state.ts';
import type { RefundMode } from '../return/state.ts';

export const deliveryModes = ['OWN', 'HYPERLOCAL', 'TRANSPORT', 'CUSTOMER_PICKUP'] as const;

export interface DcHeader {
  readonly orderId: string;
  readonly orderNumber: string;
  readonly pickId: string;
  readonly pickNumber: string;
  readonly pickedBy: Person;
  readonly invoiceId: string;
  readonly invoiceNumber: string;
  /** Unguessable; opens the customer's invoice page. */
  readonly uId: string;
  readonly customerId: number | null;
  readonly customer: string;
  readonly phone: string;
  readonly address: string;
  readonly pincode: string;
  /** The place of supply. */
  readonly stateCode: string;
  readonly patientId: number | null;
  readonly patient: string;
  readonly rxId: number | null;
  readonly rxRef: string;
  readonly prescriber: string | null;
  readonly prescriberRegNo: string | null;
  readonly prescriberAddress: string | null;
  readonly pharmacistId: number | null;
  readonly pharmacist: string;
  readonly pharmacistRegNo: string;
  readonly seller: Seller;
  readonly payment: string;
  readonly payablePaise: number;
  /** What the customer pays at the door. */
  readonly codDuePaise: number;
  readonly parcels: number;
  readonly weightG: number | null;
  readonly cold: boolean;
  readonly slotDate: string | null;
  readonly slotWindow: string;
  readonly ewayNo: string | null;
  readonly ewayValidTill: string | null;
}
export interface DcLine extends TaxLine {
  readonly pickLineId: string;
  readonly storage: string;
  readonly rxNo: number | null;
  /** Scanned at the check of the parcel, and when a cancelled parcel comes back to the shelf. */
  readonly verified: number;
  readonly scannedBack: number;
  readonly accepted: number;
  /** Received back undelivered. */
  readonly back: number;
  readonly returned: number;
  /** Asked back by returns that are not over. */
  readonly returning: number;
}

/** A row of the register that Schedule H1 asks for; never removed, only reversed. */
export interface H1Row {
  /** Consecutive within a place and a financial year; rows entered before it was allotted have none. */
  readonly serial?: string;
  readonly lineId: string;
  readonly on: string;
  readonly dcNumber: string;
  readonly invoiceNumber: string;
  readonly patient: string;
  readonly patientAddress: string;
  readonly prescriber: string;
  readonly prescriberAddress: string;
  readonly prescriberRegNo: string;
  readonly product: string;
  readonly qty: number;
  readonly batch: string;
  readonly expiry: string | null;
  readonly maker: string;
  readonly pharmacist: string;
  readonly pharmacistRegNo: string;
}
export interface DcCancel {
  readonly reason: string;
  readonly next: 'again' | 'cancelOrder';
  readonly by: Person;
  readonly from: string;
}
export interface DcState extends DocumentState<DcHeader, DcLine> {
  readonly scans: readonly string[];
  readonly verifiedBy: Person | null;
  readonly cancel: DcCancel | null;
  readonly creditNoteNumber: string | null;
  readonly mode: (typeof deliveryModes)[number] | null;
  readonly agent: Person | null;
  readonly attempts: number;
  readonly codCollectedPaise: number;
  /** Returns of goods that the customer had, as far as they are credited. */
  readonly returnIds: readonly string[];
  readonly h1: readonly (H1Row & { readonly reversed: boolean })[];
}

export const dcNames = {
  drafted: 'DcGenerated',
  changed: 'DcChanged',
  attached: 'DcFileAttached',
  detached: 'DcFileRemoved',
  printed: 'DcPrinted',
} as const;

export interface Difference {
  readonly lineId: string;
  readonly product: string;
  readonly needed: number;
  readonly found: number;
}
interface Credited {
  readonly creditNoteId: string;
  readonly creditNoteNumber: string;
}
export type DcEvent =
  | DraftEvents<typeof dcNames, DcHeader, DcLine>
  | Event<'DcScanVerified', { readonly lineId: string; readonly qty: number; readonly scanId: string }>
  | Event<'DcVerified', object>
  | Event<'DcVerificationFailed', { readonly differences: readonly Difference[]; readonly note: string }>
  | Event<'EwayBillRecorded', { readonly no: string; readonly validTill: string }>
  | Event<'EwayBillCancelled', { readonly reason: string }>
  | Event<'H1SupplyRecorded', H1Row>
  | Event<'H1SupplyReversed', { readonly lineId: string; readonly why: string }>
  | Event<'DcCancelRequested', { readonly reason: string; readonly next: DcCancel['next'] }>
  | Event<'DcCancelRejected', { readonly reason: string }>
  | Event<'DcCancelled', { readonly reason: string } & Credited>
  | Event<'DcScannedBack', { readonly lineId: string; readonly qty: number; readonly scanId: string }>
  | Event<'CancellationAcknowledged', { readonly lines: readonly Part[] }>
  | Event<'DcDispatched', { readonly mode: (typeof deliveryModes)[number]; readonly agent: Person }>
  | Event<'DcDelivered', { readonly codPaise: number; readonly how: string }>
  | Event<'DcPartlyDelivered', { readonly lines: readonly Part[]; readonly codPaise: number }>
  | Event<'DcUndelivered', { readonly n: number; readonly reason: string }>
  | Event<'DcRtoStarted', { readonly reason: string }>
  | Event<'DcRtoReceived', { readonly lines: readonly Part[] } & Credited>
  | Event<'DcClosed', object>
  | Event<'DcReturnAsked', { readonly returnId: string; readonly lines: readonly Part[] }>
  | Event<'DcReturnDropped', { readonly returnId: string; readonly lines: readonly Part[] }>
  | Event<'DcReturned', { readonly returnId: string; readonly lines: readonly Part[] } & Credited>
  | Event<'DcRefunded', { readonly returnId: string; readonly mode: RefundMode; readonly paise: number }>;

export const dcLife = documentLife('dc', {
  generated: {
    scan: 'generated',
    verify: 'verified',
    fail: 'generated',
    eway: 'generated',
    requestCancel: 'cancelRequested',
  },
  verified: { dispatch: 'dispatched', eway: 'verified', requestCancel: 'cancelRequested' },
  cancelRequested: { approveCancel: 'cancelled', rejectCancel: 'generated' },
  cancelled: { scanBack: 'cancelled', acknowledge: 'cancelAcked' },
  dispatched: {
    deliver: 'delivered',
    deliverPart: 'partlyDelivered',
    fail: 'undelivered',
    startRto: 'rtoInTransit',
  },
  undelivered: {
    dispatch: 'dispatched',
    deliver: 'delivered',
    deliverPart: 'partlyDelivered',
    fail: 'undelivered',
    startRto: 'rtoInTransit',
  },
  partlyDelivered: { receiveRto: 'rtoReceived' },
  rtoInTransit: { receiveRto: 'rtoReceived' },
  rtoReceived: { close: 'closed' },
  delivered: {},
  cancelAcked: {},
  closed: {},
});

export const noDc = (id: string): DcState => ({
  ...noDocument<DcHeader, DcLine>(id, {
    orderId: '',
    orderNumber: '',
    pickId: '',
    pickNumber: '',
    pickedBy: { empId: null, name: '' },
    invoiceId: '',
    invoiceNumber: '',
    uId: '',
    customerId: null,
    customer: '',
    phone: '',
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
    pharmacistId: null,
    pharmacist: '',
    pharmacistRegNo: '',
    seller: noSeller,
    payment: 'COD',
    payablePaise: 0,
    codDuePaise: 0,
    parcels: 1,
    weightG: null,
    cold: false,
    slotDate: null,
    slotWindow: 'MORNING',
    ewayNo: null,
    ewayValidTill: null,
  }),
  scans: [],
  verifiedBy: null,
  cancel: null,
  creditNoteNumber: null,
  mode: null,
  agent: null,
  attempts: 0,
  codCollectedPaise: 0,
  returnIds: [],
  h1: [],
});

export const dcStream = (id: string): string => `dc-${id}`;
export function dcTotals({ header, lines }: Pick<DcState, 'header' | 'lines'>): DocumentTotals {
  const totals = taxTotals(lines);
  return { ...totals, payable: header.payablePaise, roundOff: header.payablePaise - totals.total };
}
/** Under which reference the ledger holds the goods of a line until they leave. */
export const dcStockRef = ({ header }: Pick<DcState, 'header'>, { pickLineId }: DcLine): StockRef => ({
  type: 'pick',
  id: header.pickId,
  line: pickLineId,
  number: header.pickNumber,
});

const counted = (
  state: DcState,
  lines: readonly Part[],
  name: 'verified' | 'scannedBack' | 'accepted' | 'back' | 'returned' | 'returning',
): DcState =>
  lines.reduce<DcState>(
    (next, { lineId, qty }) =>
      withLine(next, lineId, (line: DcLine) => ({ ...line, [name]: line[name] + qty })),
    state,
  );
const mostScans = 500;
const scanned = (state: DcState, scanId: string): readonly string[] =>
  [...state.scans, scanId].slice(-mostScans);

export function evolveDc(state: DcState, event: RecordedEventOf<DcEvent>): DcState {
  const draft = evolveDraft<DcHeader, DcLine, DcState>(dcNames, dcLife.initial, state, event);
  if (draft) return draft;
  const by: Person = { empId: event.actor.empId, name: event.actor.name };
  switch (event.type) {
    case 'DcScanVerified': {
      const { lineId, qty, scanId } = event.data;
      return {
        ...counted(state, [{ lineId, qty }], 'verified'),
        version: event.version,
        scans: scanned(state, scanId),
      };
    }
    case 'DcVerified':
      return { ...stepped(state, event, 'verify', 'verified'), verifiedBy: by };
    case 'DcVerificationFailed':
      return {
        ...stepped(state, event, 'fail', state.stage, event.data.note),
        lines: state.lines.map((line) => ({ ...line, verified: 0 })),
      };
    case 'EwayBillRecorded':
      return {
        ...state,
        version: event.version,
        header: { ...state.header, ewayNo: event.data.no, ewayValidTill: event.data.validTill },
      };
    case 'EwayBillCancelled':
      return {
        ...state,
        version: event.version,
        header: { ...state.header, ewayNo: null, ewayValidTill: null },
      };
    case 'H1SupplyRecorded':
      return { ...state, version: event.version, h1: [...state.h1, { ...event.data, reversed: false }] };
    case 'H1SupplyReversed':
      return {
        ...state,
        version: event.version,
        h1: state.h1.map((row) => (row.lineId === event.data.lineId ? { ...row, reversed: true } : row)),
      };
    case 'DcCancelRequested':
      return {
        ...stepped(state, event, 'requestCancel', 'cancelRequested', event.data.reason),
        cancel: { ...event.data, by, from: state.stage },
      };
    case 'DcCancelRejected':
      return {
        ...stepped(state, event, 'rejectCancel', state.cancel?.from ?? 'generated', event.data.reason),
        cancel: null,
      };
    case 'DcCancelled':
      return {
        ...stepped(state, event, 'approveCancel', 'cancelled', event.data.reason),
        creditNoteNumber: event.data.creditNoteNumber,
      };
    case 'DcScannedBack': {
      const { lineId, qty, scanId } = event.data;
      return {
        ...counted(state, [{ lineId, qty }], 'scannedBack'),
        version: event.version,
        scans: scanned(state, scanId),
      };
    }
    case 'CancellationAcknowledged':
      return stepped(state, event, 'acknowledge', 'cancelAcked');
    default:
      return evolveDelivery(state, event);
  }
}

/** What becomes of a parcel after it left; written beside the events of its delivery. */
function evolveDelivery(state: DcState, event: RecordedEventOf<DcEvent>): DcState {
  switch (event.type) {
    case 'DcDispatched':
      return { ...stepped(state, event, 'dispatch', 'dispatched', event.data.agent.name), ...event.data };
    case 'DcDelivered':
      return {
        ...stepped(
          counted(
            state,
            state.lines.map(({ id, qty }) => ({ lineId: id, qty })),
            'accepted',
          ),
          event,
          'deliver',
          'delivered',
        ),
        codCollectedPaise: event.data.codPaise,
      };
    case 'DcPartlyDelivered':
      return {
        ...stepped(counted(state, event.data.lines, 'accepted'), event, 'deliverPart', 'partlyDelivered'),
        codCollectedPaise: event.data.codPaise,
      };
    case 'DcUndelivered':
      return { ...stepped(state, event, 'fail', 'undelivered', event.data.reason), attempts: event.data.n };
    case 'DcRtoStarted':
      return stepped(state, event, 'startRto', 'rtoInTransit', event.data.reason);
    case 'DcRtoReceived':
      return {
        ...stepped(counted(state, event.data.lines, 'back'), event, 'receiveRto', 'rtoReceived'),
        creditNoteNumber: event.data.creditNoteNumber,
      };
    case 'DcReturnAsked':
      return { ...counted(state, event.data.lines, 'returning'), version: event.version };
    case 'DcReturnDropped': {
      const less = event.data.lines.map(({ lineId, qty }) => ({ lineId, qty: -qty }));
      return { ...counted(state, less, 'returning'), version: event.version };
    }
    case 'DcReturned': {
      const { lines, returnId } = event.data;
      const returnIds = [...state.returnIds, returnId];
      return { ...counted(state, lines, 'returned'), returnIds, version: event.version };
    }
    case 'DcRefunded':
      return { ...state, version: event.version };
    case 'DcClosed':
      return stepped(state, event, 'close', 'closed');
    default:
      return state;
  }
}
