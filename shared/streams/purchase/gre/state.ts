import type { Event, RecordedEventOf } from '../../../core/event.ts';
import { documentTotals, purchaseLine, type DocumentTotals, type Taxed } from '../../../core/gst.ts';
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
import { returnTax } from '../rtv/state.ts';
import { linked, type Linked, type Outcome, type Raised, type Waiting } from '../../approvals/decision.ts';
import type { ProductFacts } from '../product-facts.ts';
import { noSupplier, type SupplierFacts } from '../supplier-copy.ts';
import type { GreException } from './exception.ts';

export interface GreHeader extends SupplierFacts {
  readonly gatePassId: string | null;
  readonly gatePass: string | null;
  readonly invoiceLineId: string | null;
  /** The purchase orders that it is received against. */
  readonly poIds: readonly string[];
  readonly invoiceNo: string;
  readonly invoiceDate: string | null;
  readonly invoiceValuePaise: number;
  /** The reason of a direct purchase without an order. */
  readonly directReason: string | null;
}

/**
 * One batch of one product; quantities of packs are the invoice's, `receivedQty` is what was counted in base
 * units.
 */
export interface GreLine extends ProductFacts {
  readonly id: string;
  readonly poId: string | null;
  readonly poLineId: string | null;
  readonly batch: string;
  readonly mfg: string | null;
  readonly expiry: string | null;
  readonly labelMrpPaise: number;
  readonly paidPacks: number;
  readonly freePacks: number;
  readonly ptrPaise: number;
  readonly discBp: number;
  readonly gstBp: number;
  readonly receivedQty: number;
  readonly acceptedQty: number | null;
  readonly rejectedQty: number | null;
  readonly rejectReason: string | null;
  readonly temperature: number | null;
  readonly placedQty: number;
}

export interface GreState extends DocumentState<GreHeader, GreLine> {
  readonly parked: boolean;
  readonly exceptions: readonly GreException[];
  readonly request: Waiting | null;
  readonly accountsVerified: boolean;
}

export const greNames = {
  drafted: 'GreStarted',
  changed: 'GreLineRecorded',
  attached: 'GreInvoiceAttached',
  detached: 'GreInvoiceRemoved',
  printed: 'GrePrinted',
} as const;
export const rejectReasons = [
  'DAMAGED',
  'SHORT_LIFE',
  'WRONG_ITEM',
  'MRP_MISMATCH',
  'TEMP',
  'LABEL',
  'NOT_ORDERED',
] as const;

export interface Inspected {
  readonly id: string;
  readonly acceptedQty: number;
  readonly rejectedQty: number;
  readonly rejectReason: string | null;
  readonly temperature: number | null;
}
/** What a confirmed line becomes: a barcode, stock, a receipt of its order, a claim for missing units. */
export interface ConfirmedLine {
  readonly lineId: string;
  readonly accepted: number;
  readonly rejected: number;
  readonly short: number;
  readonly facts: Readonly<Record<string, unknown>>;
}
export interface Confirmed {
  readonly number: string;
  readonly pooId: number;
  readonly gatePassId: string | null;
  readonly lines: readonly ConfirmedLine[];
  readonly receipts: readonly {
    readonly poId: string;
    readonly lines: readonly { readonly lineId: string; readonly packs: number; readonly free: number }[];
  }[];
}
export interface ExceptionRaised extends Raised {
  readonly supplier: string;
  readonly invoiceNo: string;
  readonly madeBy: number | null;
  readonly effectPaise: number;
  readonly kinds: readonly string[];
  readonly summary: readonly string[];
  readonly exceptions: readonly GreException[];
}
export type GreEvent =
  | DraftEvents<typeof greNames, GreHeader, GreLine>
  | Event<'GreSaved', object>
  | Event<'GreResumed', object>
  | Event<'GreSubmitted', object>
  | Event<'QcLineInspected', { readonly put: readonly Inspected[] }>
  | Event<'QcCompleted', object>
  | Event<'GreMatched', object>
  | Event<'GreExceptionRaised', ExceptionRaised>
  | Event<'GreExceptionLinked', Linked>
  | Event<'GreExceptionApproved', Outcome>
  | Event<'GreExceptionRejected', Outcome & { readonly gatePassId: string | null }>
  | Event<'GreConfirmed', Confirmed>
  | Event<'GrePlaced', { readonly lineId: string; readonly qty: number }>
  | Event<'GreClosed', object>
  | Event<'GreRejected', { readonly reason: string; readonly gatePassId: string | null }>
  | Event<'GreCancelled', Outcome & { readonly reason: string; readonly gatePassId: string | null }>
  | Event<'GreAccountsVerified', { readonly payablePaise: number }>;

export const greLife = documentLife('gre', {
  draft: { change: 'draft', park: 'draft', resume: 'draft', submit: 'qcPending', cancel: 'cancelled' },
  qcPending: {
    inspect: 'qcPending',
    match: 'matched',
    except: 'approvalPending',
    reject: 'rejected',
    cancel: 'cancelled',
  },
  approvalPending: { approveExceptions: 'matched', rejectExceptions: 'rejected', cancel: 'cancelled' },
  matched: { confirm: 'confirmed', reject: 'rejected', cancel: 'cancelled' },
  confirmed: { place: 'confirmed', verify: 'confirmed', close: 'closed' },
  closed: {},
  rejected: {},
  cancelled: {},
});

export const noGre = (id: string): GreState => ({
  ...noDocument<GreHeader, GreLine>(id, {
    ...noSupplier,
    gatePassId: null,
    gatePass: null,
    invoiceLineId: null,
    poIds: [],
    invoiceNo: '',
    invoiceDate: null,
    invoiceValuePaise: 0,
    directReason: null,
  }),
  parked: false,
  exceptions: [],
  request: null,
  accountsVerified: false,
});

/** Base units that the invoice names: paid and free packs. */
export const invoicedQty = ({
  paidPacks,
  freePacks,
  packSize,
}: Pick<GreLine, 'paidPacks' | 'freePacks' | 'packSize'>): number => (paidPacks + freePacks) * packSize;

export function greLineTax(
  line: Pick<GreLine, 'ptrPaise' | 'paidPacks' | 'discBp' | 'gstBp'>,
  interState: boolean,
): Taxed {
  return purchaseLine({
    ptrPaise: line.ptrPaise,
    packs: line.paidPacks,
    discBp: line.discBp,
    rateBp: line.gstBp,
    interState,
  });
}
export const greInterState = ({ header, place }: Pick<GreState, 'header' | 'place'>): boolean =>
  header.stateCode !== '' && header.stateCode !== place.stateCode;

export function greTotals(state: Pick<GreState, 'header' | 'lines' | 'place'>): DocumentTotals {
  return documentTotals(state.lines.map((line) => greLineTax(line, greInterState(state))));
}

/** Base units that were invoiced and did not arrive. */
export const shortQty = (line: GreLine): number =>
  Math.max(0, invoicedQty(line) - (line.acceptedQty ?? 0) - (line.rejectedQty ?? 0));

/** The amount of the debit note for missing units, in whole rupees as drafted. */
export function shortClaimPaise(state: Pick<GreState, 'header' | 'lines' | 'place'>): number {
  const inter = greInterState(state);
  const short = state.lines.filter((line) => shortQty(line) > 0);
  return documentTotals(
    short.map((line) => {
      const { taxable } = greLineTax(line, inter);
      return returnTax(scale([taxable, shortQty(line)], Math.max(1, invoicedQty(line))), line.gstBp, inter);
    }),
  ).payable;
}
/** The payable amount of the supplier's bill: the bill as entered, less missing units. */
export const payablePaise = (state: Pick<GreState, 'header' | 'lines' | 'place'>): number =>
  greTotals(state).payable - shortClaimPaise(state);

/** Stages in which the accounts may agree to the bill: the goods are in stock. */
export const billStages: readonly string[] = ['confirmed', 'closed'];

export function evolveGre(state: GreState, event: RecordedEventOf<GreEvent>): GreState {
  const draft = evolveDraft<GreHeader, GreLine, GreState>(greNames, greLife.initial, state, event);
  if (draft) return draft;
  const next = { ...state, version: event.version };
  switch (event.type) {
    case 'GreSaved':
      return { ...next, parked: true, movedAt: event.at };
    case 'GreResumed':
      return { ...next, parked: false };
    case 'GreSubmitted':
      return { ...stepped(state, event, 'submit', 'qcPending'), parked: false };
    case 'QcLineInspected':
      return event.data.put.reduce<GreState>(
        (now, { id, ...found }) => withLine(now, id, (line) => ({ ...line, ...found })),
        next,
      );
    case 'QcCompleted':
      return next;
    case 'GreMatched':
      return stepped(state, event, 'match', 'matched');
    case 'GreExceptionRaised': {
      const { requestId, exceptions, reason } = event.data;
      return {
        ...stepped(state, event, 'except', 'approvalPending', reason),
        exceptions,
        request: { requestId, approvalId: null },
      };
    }
    case 'GreExceptionLinked':
      return { ...next, request: state.request && linked(state.request, event.data) };
    case 'GreExceptionApproved':
      return { ...stepped(state, event, 'approveExceptions', 'matched'), request: null };
    case 'GreExceptionRejected':
      return { ...stepped(state, event, 'rejectExceptions', 'rejected'), request: null };
    case 'GreConfirmed':
      return stepped(state, event, 'confirm', 'confirmed');
    case 'GrePlaced':
      return withLine(next, event.data.lineId, (line) => ({
        ...line,
        placedQty: line.placedQty + event.data.qty,
      }));
    case 'GreClosed':
      return stepped(state, event, 'close', 'closed');
    case 'GreRejected':
      return stepped(state, event, 'reject', 'rejected', event.data.reason);
    case 'GreCancelled':
      return stepped(state, event, 'cancel', 'cancelled', event.data.reason);
    case 'GreAccountsVerified':
      return { ...next, accountsVerified: true };
    default:
      return next;
  }
}
