import type { Event, RecordedEventOf } from '../../../core/event.ts';
import { documentTotals, purchaseLine, type DocumentTotals, type Taxed } from '../../../core/gst.ts';
import { documentLife } from '../../documents/life.ts';
import {
  evolveDraft,
  noDocument,
  stepped,
  withLine,
  type DocumentState,
  type DraftEvents,
} from '../../documents/state.ts';
import type { StockLineFacts } from '../item/line-facts.ts';

export interface TransferHeader {
  readonly toPooId: number | null;
  readonly toCode: string;
  /** Names of both places; transfers drafted before these were kept have none. */
  readonly fromName: string;
  readonly toName: string;
  readonly toStateCode: string;
  readonly toGstin: string;
  readonly fromGstin: string;
  readonly note: string | null;
  readonly vehicle: string | null;
  readonly transporter: string | null;
  readonly ewayNo: string | null;
  readonly ewayTill: string | null;
  readonly boxes: number | null;
  /** Number of the challan or, between registrations, of the tax invoice that accompanies the goods. */
  readonly paper: string | null;
}
/** Units of an indent's line that this line brings. */
export interface TransferLink {
  readonly indentId: string;
  readonly lineId: string;
  readonly qty: number;
}
/**
 * `qty` leaves; once counted it is received + damaged + short, and damaged or short units are in transit
 * until they are settled.
 */
export interface TransferLine extends StockLineFacts {
  readonly id: string;
  readonly qty: number;
  readonly valuePaise: number;
  readonly gstBp: number;
  readonly hsn: string;
  readonly links: readonly TransferLink[];
  readonly receivedQty: number | null;
  readonly damagedQty: number;
  readonly shortQty: number;
  readonly settled: { readonly found: number; readonly damaged: number; readonly lost: number } | null;
}
export interface TransferState extends DocumentState<TransferHeader, TransferLine> {
  readonly countedBy: number | null;
}

export const transferNames = {
  drafted: 'TransferDrafted',
  changed: 'TransferChanged',
  attached: 'TransferFileAttached',
  detached: 'TransferFileRemoved',
  printed: 'TransferPrinted',
} as const;

export interface IndentMove {
  readonly indentId: string;
  readonly lineId: string;
  readonly qty: number;
}
interface Counted {
  readonly id: string;
  readonly receivedQty: number | null;
  readonly damagedQty: number;
}
export interface Dispatched {
  readonly vehicle: string | null;
  readonly transporter: string | null;
  readonly ewayNo: string | null;
  readonly ewayTill: string | null;
  readonly boxes: number | null;
  readonly paper: string;
  readonly valuePaise: number;
}
export interface Settled {
  readonly lineId: string;
  readonly found: number;
  readonly damaged: number;
  readonly lost: number;
  readonly lostPaise: number;
  /** Goods that were lost: the input tax is reversed. */
  readonly itcReversal: boolean;
  readonly note: string;
  readonly received: readonly IndentMove[];
  readonly released: readonly IndentMove[];
}
export type TransferEvent =
  | DraftEvents<typeof transferNames, TransferHeader, TransferLine>
  | Event<'TransferRequested', object>
  | Event<'TransferApproved', object>
  | Event<'TransferRejected', { readonly reason: string; readonly released: readonly IndentMove[] }>
  | Event<'TransferPicked', object>
  | Event<'TransferDispatched', Dispatched>
  | Event<'TransferCounted', { readonly put: readonly Counted[] }>
  | Event<
      'TransferReceived',
      {
        readonly differs: boolean;
        readonly shorts: Readonly<Record<string, number>>;
        readonly received: readonly IndentMove[];
      }
    >
  | Event<'TransferDiscrepancyRaised', { readonly lines: readonly string[] }>
  | Event<'TransferDiscrepancyResolved', Settled>
  | Event<'TransferClosed', object>
  | Event<'TransferCancelled', { readonly reason: string; readonly released: readonly IndentMove[] }>;

export const transferLife = documentLife('transfer', {
  draft: { change: 'draft', submit: 'requested', cancel: 'cancelled' },
  requested: { approve: 'approved', reject: 'rejected', cancel: 'cancelled' },
  approved: { pick: 'picked', cancel: 'cancelled' },
  picked: { dispatch: 'inTransit', cancel: 'cancelled' },
  inTransit: { count: 'inTransit', receive: 'closed', raise: 'discrepancy' },
  discrepancy: { resolve: 'discrepancy', close: 'closed' },
  closed: {},
  rejected: {},
  cancelled: {},
});

export const noTransfer = (id: string): TransferState => ({
  ...noDocument<TransferHeader, TransferLine>(id, {
    toPooId: null,
    toCode: '',
    fromName: '',
    toName: '',
    toStateCode: '',
    toGstin: '',
    fromGstin: '',
    note: null,
    vehicle: null,
    transporter: null,
    ewayNo: null,
    ewayTill: null,
    boxes: null,
    paper: null,
  }),
  countedBy: null,
});

/**
 * Between registrations goods are supplied, with a tax invoice; within one they only move, with a challan.
 */
export const isSupply = ({ header }: Pick<TransferState, 'header'>): boolean =>
  header.fromGstin !== header.toGstin;

export function transferLineTax(
  line: Pick<TransferLine, 'valuePaise' | 'gstBp'>,
  state: Pick<TransferState, 'header' | 'place'>,
): Taxed {
  return purchaseLine({
    ptrPaise: line.valuePaise,
    packs: 1,
    discBp: 0,
    rateBp: isSupply(state) ? line.gstBp : 0,
    interState: state.place.stateCode !== state.header.toStateCode,
  });
}

export const transferTotals = (state: TransferState): DocumentTotals =>
  documentTotals(state.lines.map((line) => transferLineTax(line, state)));

/** Units of a line that are still in transit. */
export const openDifference = ({ damagedQty, shortQty, settled }: TransferLine): number =>
  settled ? 0 : damagedQty + shortQty;

/** Units in transit, by barcode. */
export function inTransit({ stage, lines }: TransferState): readonly { barcodeId: number; qty: number }[] {
  if (stage !== 'inTransit' && stage !== 'discrepancy') return [];
  return lines
    .map((line) => ({
      barcodeId: line.barcodeId,
      qty: stage === 'inTransit' ? line.qty : openDifference(line),
    }))
    .filter(({ qty }) => qty > 0);
}

export function evolveTransfer(state: TransferState, event: RecordedEventOf<TransferEvent>): TransferState {
  const draft = evolveDraft<TransferHeader, TransferLine, TransferState>(
    transferNames,
    transferLife.initial,
    state,
    event,
  );
  if (draft) return draft.header.toPooId === null ? draft : { ...draft, alsoAt: [draft.header.toPooId] };
  switch (event.type) {
    case 'TransferRequested':
      return stepped(state, event, 'submit', 'requested');
    case 'TransferApproved':
      return stepped(state, event, 'approve', 'approved');
    case 'TransferRejected':
      return stepped(state, event, 'reject', 'rejected', event.data.reason);
    case 'TransferPicked':
      return stepped(state, event, 'pick', 'picked');
    case 'TransferDispatched': {
      const { valuePaise: _value, ...facts } = event.data;
      return stepped({ ...state, header: { ...state.header, ...facts } }, event, 'dispatch', 'inTransit');
    }
    case 'TransferCounted': {
      const put = new Map(event.data.put.map((one) => [one.id, one]));
      const lines = state.lines.map((line) => ({ ...line, ...put.get(line.id) }));
      return { ...state, version: event.version, lines, countedBy: event.actor.empId };
    }
    case 'TransferReceived': {
      const { shorts, differs } = event.data;
      const lines = state.lines.map((line) => ({ ...line, shortQty: shorts[line.id] ?? 0 }));
      const after = { ...state, lines, countedBy: event.actor.empId };
      return stepped(after, event, 'receive', differs ? 'discrepancy' : 'closed');
    }
    case 'TransferDiscrepancyResolved': {
      const { lineId, found, damaged, lost } = event.data;
      const after = withLine(state, lineId, (line) => ({ ...line, settled: { found, damaged, lost } }));
      return { ...after, version: event.version, movedAt: event.at };
    }
    case 'TransferClosed':
      return stepped(state, event, 'close', 'closed');
    case 'TransferCancelled':
      return stepped(state, event, 'cancel', 'cancelled', event.data.reason);
    default:
      return { ...state, version: event.version };
  }
}
