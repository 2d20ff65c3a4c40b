import { yearOf } from '../../../core/day.ts';
import type { Event, RecordedEventOf } from '../../../core/event.ts';
import { documentTotals, type DocumentTotals, type Taxed } from '../../../core/gst.ts';
import { documentLife } from '../../documents/life.ts';
import {
  evolveDraft,
  noDocument,
  stepped,
  withLine,
  type DocumentState,
  type DraftEvents,
} from '../../documents/state.ts';
import { returnTax } from '../rtv/state.ts';
import { noSupplier, type SupplierFacts } from '../supplier-copy.ts';

export const debitSources = ['RTV', 'GRE_SHORTAGE', 'PRICE_DIFF', 'RATE_DIFF', 'MANUAL'] as const;

export interface DebitHeader extends SupplierFacts {
  readonly source: (typeof debitSources)[number];
  readonly sourceId: string | null;
  readonly sourceNumber: string | null;
  /** Last day on which the tax can be adjusted: 30 November after the year of the oldest invoice. */
  readonly deadline: string | null;
  readonly note: string | null;
}
export interface DebitLine {
  readonly id: string;
  readonly barcodeId: number;
  readonly product: string;
  readonly batch: string;
  readonly hsn: string;
  readonly invoiceNo: string;
  readonly invoiceDate: string | null;
  readonly qty: number;
  /** Without tax. */
  readonly valuePaise: number;
  /** The rate of the original invoice, not today's. */
  readonly gstBp: number;
}
export interface SupplierCredit {
  readonly no: string;
  readonly date: string;
  readonly valuePaise: number;
  /** After the deadline: settles the account, not the tax. */
  readonly late: boolean;
}
export interface DebitState extends DocumentState<DebitHeader, DebitLine> {
  readonly credits: readonly SupplierCredit[];
  readonly verifiedBy: number | null;
}

export const debitNames = {
  drafted: 'DebitNoteDrafted',
  changed: 'DebitNoteChanged',
  attached: 'DebitNoteFileAttached',
  detached: 'DebitNoteFileRemoved',
  printed: 'DebitNotePrinted',
} as const;
export type DebitEvent =
  | DraftEvents<typeof debitNames, DebitHeader, DebitLine>
  | Event<
      'DebitNoteLineReduced',
      { readonly lineId: string; readonly qty: number; readonly valuePaise: number }
    >
  | Event<'DebitNoteIssued', object>
  | Event<'DebitNoteVerified', object>
  | Event<'SupplierCreditNoteRecorded', SupplierCredit>
  | Event<'DebitNoteSettled', { readonly sourceId: string | null; readonly source: string }>
  | Event<'DebitNoteDisputed', { readonly reason: string }>
  | Event<'DebitNoteCancelled', { readonly reason: string }>;

export const debitLife = documentLife('debitnote', {
  draft: { change: 'draft', issue: 'issued', cancel: 'cancelled' },
  issued: { verify: 'verified', cancel: 'cancelled' },
  verified: { credit: 'partSettled', settle: 'settled', dispute: 'disputed' },
  partSettled: { credit: 'partSettled', settle: 'settled', dispute: 'disputed' },
  disputed: { credit: 'partSettled', settle: 'settled', dispute: 'disputed' },
  settled: {},
  cancelled: {},
});
export const noDebit = (id: string): DebitState => ({
  ...noDocument<DebitHeader, DebitLine>(id, {
    ...noSupplier,
    source: 'MANUAL',
    sourceId: null,
    sourceNumber: null,
    deadline: null,
    note: null,
  }),
  credits: [],
  verifiedBy: null,
});

/** 30 November after the financial year of an invoice. */
export function creditDeadline(invoiceDate: string): string {
  const year = Number(yearOf(invoiceDate));
  return `${invoiceDate.slice(5) < '04-01' ? year : year + 1}-11-30`;
}
/** The earliest of the deadlines of lines; null where none names an invoice. */
export const deadlineOf = (lines: readonly Pick<DebitLine, 'invoiceDate'>[]): string | null =>
  lines
    .flatMap(({ invoiceDate }) => (invoiceDate === null ? [] : [creditDeadline(invoiceDate)]))
    .toSorted()[0] ?? null;

export const debitLineTax = (
  { valuePaise, gstBp }: Pick<DebitLine, 'valuePaise' | 'gstBp'>,
  { header, place }: Pick<DebitState, 'header' | 'place'>,
): Taxed => returnTax(valuePaise, gstBp, header.stateCode !== place.stateCode);
export const debitTotals = (state: DebitState): DocumentTotals =>
  documentTotals(state.lines.map((line) => debitLineTax(line, state)));
export const creditedPaise = ({ credits }: Pick<DebitState, 'credits'>): number =>
  credits.reduce((sum, { valuePaise }) => sum + valuePaise, 0);

export function evolveDebit(state: DebitState, event: RecordedEventOf<DebitEvent>): DebitState {
  const draft = evolveDraft<DebitHeader, DebitLine, DebitState>(debitNames, debitLife.initial, state, event);
  if (draft) return { ...draft, header: { ...draft.header, deadline: deadlineOf(draft.lines) } };
  switch (event.type) {
    case 'DebitNoteLineReduced': {
      const { lineId, qty, valuePaise } = event.data;
      const after = withLine(state, lineId, (line) => ({
        ...line,
        qty: line.qty - qty,
        valuePaise: line.valuePaise - valuePaise,
      }));
      return { ...after, version: event.version };
    }
    case 'DebitNoteIssued':
      return stepped(state, event, 'issue', 'issued');
    case 'DebitNoteVerified':
      return { ...stepped(state, event, 'verify', 'verified'), verifiedBy: event.actor.empId };
    case 'SupplierCreditNoteRecorded': {
      const after = { ...state, credits: [...state.credits, event.data] };
      return stepped(after, event, 'credit', 'partSettled', event.data.no);
    }
    case 'DebitNoteSettled':
      return stepped(state, event, 'settle', 'settled');
    case 'DebitNoteDisputed':
      return stepped(state, event, 'dispute', 'disputed', event.data.reason);
    case 'DebitNoteCancelled':
      return stepped(state, event, 'cancel', 'cancelled', event.data.reason);
    default:
      return { ...state, version: event.version };
  }
}
