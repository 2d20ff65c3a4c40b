import type { Event, RecordedEventOf } from '../../../core/event.ts';
import {
  linked,
  type FailedOutcome,
  type Linked,
  type Outcome,
  type Raised,
  type Waiting,
} from '../../approvals/decision.ts';
import type { Person } from '../../documents/state.ts';

export const blockReasons = ['RECALL', 'QUALITY', 'TEMP'] as const;
export type BlockReason = (typeof blockReasons)[number];

/** The label and the cost of goods: one barcode for each batch line of a receipt. */
export interface BarcodeFacts {
  readonly productId: number;
  readonly code: string;
  readonly product: string;
  readonly packSize: number;
  readonly storage: string;
  readonly gstClass: string;
  readonly hsn: string;
  readonly batch: string;
  readonly mfg: string | null;
  readonly expiry: string | null;
  readonly mrpPaise: number;
  readonly costPaise: number;
  readonly costUnits: number;
  readonly gstBp: number;
  readonly supplierId: number | null;
  readonly supplier: string;
  /** The receipt or opening entry it was created by. */
  readonly origin: {
    readonly type: 'gre' | 'opening';
    readonly id: string;
    readonly number: string;
    readonly line: string;
  };
  readonly invoiceNo: string | null;
  readonly invoiceDate: string | null;
  /** Base units received with this line. */
  readonly receivedQty: number;
}
export interface BarcodeEdit {
  readonly batch: string;
  readonly mfg: string | null;
  readonly expiry: string | null;
  readonly mrpPaise: number;
}
export interface PendingEdit extends Waiting {
  readonly to: BarcodeEdit;
  readonly fileId: string;
  readonly by: Person;
}
export interface BarcodeState extends BarcodeFacts {
  readonly id: string;
  readonly exists: boolean;
  readonly version: number;
  readonly label: string;
  readonly places: readonly number[];
  readonly blocked: { readonly reason: BlockReason; readonly note: string; readonly at: string } | null;
  readonly edit: PendingEdit | null;
  readonly printed: number;
  readonly reprints: number;
  /** Base units returned to the supplier. */
  readonly returnedQty: number;
}

export interface EditRequested extends Raised {
  readonly fileId: string;
  readonly product: string;
  readonly before: BarcodeEdit;
  readonly after: BarcodeEdit;
}
export type BarcodeEvent =
  | Event<
      'BarcodesGenerated',
      BarcodeFacts & {
        readonly label: string;
        readonly pooId: number;
        readonly accepted: number;
        readonly rejected: number;
      }
    >
  | Event<'BarcodePlaced', { readonly pooId: number }>
  | Event<'BarcodeLabelsPrinted', { readonly copies: number; readonly pooId: number }>
  | Event<
      'BarcodeLabelsReprinted',
      { readonly copies: number; readonly reason: string; readonly n: number; readonly pooId: number }
    >
  | Event<'BarcodeEditRequested', EditRequested>
  | Event<'BarcodeEditLinked', Linked>
  | Event<'BarcodeEditApproved', Outcome>
  | Event<'BarcodeAttributesChanged', BarcodeEdit & { readonly places: readonly number[] }>
  | Event<'BarcodeEditRejected', Outcome>
  | Event<'BarcodeEditFailed', FailedOutcome>
  | Event<'BarcodeEditWithdrawn', Outcome>
  | Event<
      'BatchBlocked',
      {
        readonly reason: BlockReason;
        readonly note: string;
        readonly places: readonly number[];
        /** Other barcodes of the batch, which are blocked with it. */
        readonly siblings?: readonly number[];
        readonly supplierId?: number | null;
      }
    >
  | Event<'BatchUnblocked', { readonly note: string }>
  | Event<'BarcodeReturned', { readonly qty: number }>;

export const barcodeStream = (barcodeId: number | string): string => `barcode-${barcodeId}`;

export function noBarcode(id: string): BarcodeState {
  return {
    id,
    exists: false,
    version: 0,
    label: '',
    places: [],
    blocked: null,
    edit: null,
    printed: 0,
    reprints: 0,
    returnedQty: 0,
    productId: 0,
    code: '',
    product: '',
    packSize: 1,
    storage: 'AMBIENT',
    gstClass: '',
    hsn: '',
    batch: '',
    mfg: null,
    expiry: null,
    mrpPaise: 0,
    costPaise: 0,
    costUnits: 1,
    gstBp: 0,
    supplierId: null,
    supplier: '',
    origin: { type: 'gre', id: '', number: '', line: '' },
    invoiceNo: null,
    invoiceDate: null,
    receivedQty: 0,
  };
}

export function evolveBarcode(state: BarcodeState, event: RecordedEventOf<BarcodeEvent>): BarcodeState {
  const next = { ...state, version: event.version };
  switch (event.type) {
    case 'BarcodesGenerated': {
      const { pooId, accepted: _accepted, rejected: _rejected, ...facts } = event.data;
      return { ...next, ...facts, exists: true, places: [pooId] };
    }
    case 'BarcodePlaced':
      return {
        ...next,
        places: state.places.includes(event.data.pooId) ? state.places : [...state.places, event.data.pooId],
      };
    case 'BarcodeLabelsPrinted':
      return { ...next, printed: state.printed + event.data.copies };
    case 'BarcodeLabelsReprinted':
      return { ...next, reprints: event.data.n };
    case 'BarcodeEditRequested': {
      const { requestId, after, requestedBy, fileId } = event.data;
      return { ...next, edit: { requestId, approvalId: null, to: after, fileId, by: requestedBy } };
    }
    case 'BarcodeEditLinked':
      return { ...next, edit: state.edit && linked(state.edit, event.data) };
    case 'BarcodeEditApproved':
    case 'BarcodeEditRejected':
    case 'BarcodeEditFailed':
    case 'BarcodeEditWithdrawn':
      return { ...next, edit: null };
    case 'BarcodeAttributesChanged':
      return { ...next, ...event.data };
    case 'BatchBlocked':
      return { ...next, blocked: { reason: event.data.reason, note: event.data.note, at: event.at } };
    case 'BatchUnblocked':
      return { ...next, blocked: null };
    case 'BarcodeReturned':
      return { ...next, returnedQty: state.returnedQty + event.data.qty };
    default:
      return next;
  }
}
