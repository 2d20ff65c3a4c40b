import type { Event, RecordedEventOf } from '../../../core/event.ts';
import { documentTotals, type DocumentTotals, type Taxed } from '../../../core/gst.ts';
import { scale } from '../../../core/money.ts';
import { documentLife } from '../../documents/life.ts';
import {
  evolveDraft,
  noDocument,
  stepped,
  withLine,
  type DocumentState,
  type DraftEvents,
} from '../../documents/state.ts';
import type { StockLineFacts } from '../../stock/item/line-facts.ts';
import { noSupplier, type SupplierFacts } from '../supplier-copy.ts';

export const rtvReasons = ['DAMAGED', 'EXPIRED', 'NEAR_EXPIRY', 'QC_REJECT', 'EXCESS', 'RECALL'] as const;
export type RtvReason = (typeof rtvReasons)[number];
export const rtvBuckets = ['available', 'hold', 'damaged', 'expired', 'qcRejected'] as const;
export type RtvBucket = (typeof rtvBuckets)[number];
export const rtvModes = ['CREDIT_NOTE', 'FRESH_SUPPLY'] as const;

export interface RtvHeader extends SupplierFacts {
  /** Against the supplier's credit note with a challan, or as a supply of ours with an invoice. */
  readonly mode: (typeof rtvModes)[number];
  readonly note: string | null;
  readonly vehicle: string | null;
  readonly transporter: string | null;
  readonly receiver: string | null;
  readonly ewayNo: string | null;
  readonly boxes: number | null;
  readonly paper: string | null;
}
export interface RtvLine extends StockLineFacts {
  readonly id: string;
  readonly bucket: RtvBucket;
  readonly qty: number;
  readonly reason: RtvReason;
  /** Taken from the shelf by scan. */
  readonly stagedQty: number;
  readonly hsn: string;
  readonly invoiceNo: string;
  readonly invoiceDate: string | null;
  /** The rate of the invoice it was bought with. */
  readonly gstBp: number;
  /** Value at cost, without tax. */
  readonly valuePaise: number;
  readonly acceptedQty: number | null;
  /** Outside the supplier's terms; accepted by an approver of memos. */
  readonly outside: boolean;
}
export interface RtvState extends DocumentState<RtvHeader, RtvLine> {
  readonly debitNoteId: string | null;
}

export const rtvNames = {
  drafted: 'RtvMemoDrafted',
  changed: 'RtvMemoLineChanged',
  attached: 'RtvMemoFileAttached',
  detached: 'RtvMemoFileRemoved',
  printed: 'RtvMemoPrinted',
} as const;
export type RtvEvent =
  | DraftEvents<typeof rtvNames, RtvHeader, RtvLine>
  | Event<'RtvMemoSubmitted', object>
  | Event<'RtvMemoApproved', object>
  | Event<'RtvMemoRejected', { readonly reason: string }>
  | Event<'RtvMemoScanned', { readonly put: readonly { readonly id: string; readonly stagedQty: number }[] }>
  | Event<'RtvMemoStaged', object>
  | Event<
      'RtvHandedOver',
      Pick<RtvHeader, 'vehicle' | 'transporter' | 'receiver' | 'ewayNo' | 'boxes' | 'paper'> & {
        readonly debitNoteId: string;
      }
    >
  | Event<
      'RtvSupplierDecided',
      { readonly lineId: string; readonly accepted: number; readonly rejected: number }
    >
  | Event<'RtvMemoSettled', object>
  | Event<'RtvMemoCancelled', { readonly reason: string }>;

export const rtvLife = documentLife('rtv', {
  draft: { change: 'draft', submit: 'submitted', cancel: 'cancelled' },
  submitted: { approve: 'approved', reject: 'rejected', cancel: 'cancelled' },
  approved: { scan: 'approved', stage: 'staged', cancel: 'cancelled' },
  staged: { handOver: 'handedOver', cancel: 'cancelled' },
  handedOver: { decide: 'handedOver', settle: 'settled' },
  settled: {},
  rejected: {},
  cancelled: {},
});

export const noRtv = (id: string): RtvState => ({
  ...noDocument<RtvHeader, RtvLine>(id, {
    ...noSupplier,
    mode: 'CREDIT_NOTE',
    note: null,
    vehicle: null,
    transporter: null,
    receiver: null,
    ewayNo: null,
    boxes: null,
    paper: null,
  }),
  debitNoteId: null,
});

/** The tax of returned goods, at the rate of their original invoice. */
export function returnTax(valuePaise: number, gstBp: number, interState: boolean): Taxed {
  const tax = scale([valuePaise, gstBp], 10_000);
  if (interState) return { taxable: valuePaise, cgst: 0, sgst: 0, igst: tax, total: valuePaise + tax };
  const half = Math.floor(tax / 2);
  const total = valuePaise + tax;
  return { taxable: total - 2 * half, cgst: half, sgst: half, igst: 0, total };
}
export const rtvLineTax = (
  { valuePaise, gstBp }: Pick<RtvLine, 'valuePaise' | 'gstBp'>,
  { header, place }: Pick<RtvState, 'header' | 'place'>,
): Taxed => returnTax(valuePaise, gstBp, header.stateCode !== place.stateCode);
export const rtvTotals = (state: RtvState): DocumentTotals =>
  documentTotals(state.lines.map((line) => rtvLineTax(line, state)));

export function evolveRtv(state: RtvState, event: RecordedEventOf<RtvEvent>): RtvState {
  const draft = evolveDraft<RtvHeader, RtvLine, RtvState>(rtvNames, rtvLife.initial, state, event);
  if (draft) return draft;
  switch (event.type) {
    case 'RtvMemoSubmitted':
      return stepped(state, event, 'submit', 'submitted');
    case 'RtvMemoApproved':
      return stepped(state, event, 'approve', 'approved');
    case 'RtvMemoRejected':
      return stepped(state, event, 'reject', 'rejected', event.data.reason);
    case 'RtvMemoScanned': {
      const put = new Map(event.data.put.map((one) => [one.id, one.stagedQty]));
      const lines = state.lines.map((line) => ({ ...line, stagedQty: put.get(line.id) ?? line.stagedQty }));
      return { ...state, lines, version: event.version };
    }
    case 'RtvMemoStaged':
      return stepped(state, event, 'stage', 'staged');
    case 'RtvHandedOver': {
      const { debitNoteId, ...facts } = event.data;
      const after = { ...state, debitNoteId, header: { ...state.header, ...facts } };
      return stepped(after, event, 'handOver', 'handedOver');
    }
    case 'RtvSupplierDecided': {
      const { lineId, accepted } = event.data;
      const after = withLine(state, lineId, (line) => ({ ...line, acceptedQty: accepted }));
      return { ...after, version: event.version, movedAt: event.at };
    }
    case 'RtvMemoSettled':
      return stepped(state, event, 'settle', 'settled');
    case 'RtvMemoCancelled':
      return stepped(state, event, 'cancel', 'cancelled', event.data.reason);
    default:
      return { ...state, version: event.version };
  }
}
