import type { Candidate } from '../streams/stock/item/allocate.ts';
import type { DocumentState, Person } from '../streams/documents/state.ts';
import type { DocumentRow } from './document.ts';

/** One change that an event made, for people: header fields have no line. */
export interface DocumentChange {
  readonly line: number | null;
  readonly what: string | null;
  readonly field: string;
  readonly before: unknown;
  readonly after: unknown;
}
export interface DocumentMoment {
  readonly version: number;
  readonly type: string;
  readonly at: string;
  readonly by: Person;
  readonly note: string | null;
  readonly changes: readonly DocumentChange[];
}
export interface DocumentRecord<S extends DocumentState = DocumentState> {
  readonly id: string;
  readonly version: number;
  readonly state: S;
}
export interface DocumentPage {
  readonly rows: readonly DocumentRow[];
  readonly next: string | null;
  readonly total: number;
}

/** Open documents of a list whose next step is the caller's: how many, and since when the oldest stands there. */
export interface WaitingDocuments {
  readonly route: string;
  readonly count: number;
  readonly oldestAt: string;
}

/** A product as the line editor finds it. */
export interface FoundProduct {
  readonly productId: number;
  readonly code: string;
  readonly product: string;
  readonly packSize: number;
  readonly mrpPaise: number;
  readonly gstClass: string;
  readonly storage: string;
  readonly stage: string | null;
  /** Base units that may be sold, and units on order, at the requested place. */
  readonly available: number;
  readonly ordered: number;
  readonly lastPtrPaise: number | null;
  readonly lastDiscBp: number | null;
}
/** Goods of one barcode at a place, as a scan finds them. */
export interface FoundStock {
  readonly barcodeId: number;
  readonly label: string;
  readonly productId: number;
  readonly product: string;
  readonly packSize: number;
  readonly batch: string;
  readonly expiry: string | null;
  readonly buckets: Readonly<Record<string, number>>;
}
export interface FoundSupplier {
  readonly supplierId: number;
  readonly supplier: string;
  readonly city: string;
  readonly stage: string | null;
}
/** One supplier's price of a product today; the cheapest landed price first. */
export interface SupplierOffer {
  readonly supplierId: number;
  readonly supplier: string;
  readonly ptrPaise: number;
  readonly discBp: number;
  readonly buy: number;
  readonly free: number;
  readonly packMultiple: number;
  readonly moq: number;
  readonly leadDays: number;
  readonly priority: number;
  /** Paise for one paid or free pack. */
  readonly landedPaise: number;
}
/** Goods of one barcode that could be sent from a place. */
export interface SendableStock extends Candidate {
  readonly productId: number;
  readonly label: string;
}
/** The data of a product at a place for setting levels: current and incoming stock, and sales. */
export interface MinMaxFigures {
  readonly productId: number;
  readonly code: string;
  readonly product: string;
  readonly packSize: number;
  readonly available: number;
  /** Including ordered, requested and incoming units. */
  readonly projected: number;
  readonly sold: number;
  readonly stockedDays: number;
  readonly leadDays: number;
}
/** From this similarity on two names count as the same product unless somebody gives a reason. */
export const sameFrom = 0.9;
/** A product of the catalogue with a name similar to a requested one; 1 is equal. */
export interface NearProduct {
  readonly id: number;
  readonly code: string;
  readonly name: string;
  readonly stage: string | null;
  readonly likeness: number;
}
/** A customer as an order form finds them. */
export interface FoundCustomer {
  readonly customerId: number;
  readonly name: string;
  readonly phone: string;
}
/** The choices of a customer's order. */
export interface CustomerChoices {
  readonly addresses: readonly { readonly no: number; readonly line: string; readonly pincode: string }[];
  readonly patients: readonly { readonly id: number; readonly name: string }[];
  readonly prescriptions: readonly {
    readonly id: number;
    readonly ref: string;
    readonly patient: string;
    readonly on: string;
  }[];
}
/** Another product of the same molecules, and how much of it is free at the place. */
export interface FoundSubstitute {
  readonly productId: number;
  readonly product: string;
  readonly mrpPaise: number;
  readonly available: number;
}
