import { mostPaise, roundOff, scale } from './money.ts';

/** The tax of one line or of a whole document; paise. */
export interface Taxed {
  readonly taxable: number;
  readonly cgst: number;
  readonly sgst: number;
  readonly igst: number;
  readonly total: number;
}

/**
 * Within one state the tax is halved and an odd paisa stays with the taxable value; between states it is IGST
 * whole.
 */
function split(taxable: number, tax: number, interState: boolean): Taxed {
  const total = taxable + tax;
  if (interState) return { taxable, cgst: 0, sgst: 0, igst: tax, total };
  const half = Math.floor(tax / 2);
  return { taxable: total - 2 * half, cgst: half, sgst: half, igst: 0, total };
}

export interface SaleLine {
  /** Tax-inclusive price of one pack. */
  readonly pricePaise: number;
  /** Base units. */
  readonly qty: number;
  readonly packSize: number;
  readonly discBp: number;
  readonly rateBp: number;
  readonly interState: boolean;
}

/** A line whose price includes the tax: the tax is derived from it (Rule 35). */
export function saleLine({ pricePaise, qty, packSize, discBp, rateBp, interState }: SaleLine): Taxed {
  return taxOfInclusive(scale([pricePaise, qty, 10_000 - discBp], packSize * 10_000), rateBp, interState);
}

/** The tax inside an amount that includes it. */
export function taxOfInclusive(inclusive: number, rateBp: number, interState: boolean): Taxed {
  const taxable = scale([inclusive, 10_000], 10_000 + rateBp);
  return split(taxable, inclusive - taxable, interState);
}

export interface PurchaseLine {
  /** Price of one pack without tax. */
  readonly ptrPaise: number;
  /** Packs paid for; free ones cost nothing. */
  readonly packs: number;
  readonly discBp: number;
  readonly rateBp: number;
  readonly interState: boolean;
}

/** A line whose price excludes tax: the tax is added on top. */
export function purchaseLine({ ptrPaise, packs, discBp, rateBp, interState }: PurchaseLine): Taxed {
  const taxable = scale([ptrPaise, packs, 10_000 - discBp], 10_000);
  return split(taxable, scale([taxable, rateBp], 10_000), interState);
}

export interface DocumentTotals extends Taxed {
  /** −49 … +50 paise, its own line (section 170). */
  readonly roundOff: number;
  readonly payable: number;
}

/** The sums of a document's lines and the paise that make it whole rupees. */
export function documentTotals(lines: readonly Taxed[]): DocumentTotals {
  const sum = { taxable: 0, cgst: 0, sgst: 0, igst: 0, total: 0 };
  for (const line of lines)
    for (const key of ['taxable', 'cgst', 'sgst', 'igst', 'total'] as const) sum[key] += line[key];
  const off = roundOff(sum.total);
  return { ...sum, roundOff: off, payable: sum.total + off };
}

export const isPayable = ({ payable }: DocumentTotals): boolean => payable >= 0 && payable <= mostPaise;

/**
 * The credit of the next part of a line's return: computed over all returns so far, so that any split of a
 * full return credits exactly the line.
 */
export function creditOf(
  line: { readonly paise: number; readonly qty: number },
  returnedSoFar: number,
  creditedSoFar: number,
): number {
  return scale([line.paise, returnedSoFar], line.qty) - creditedSoFar;
}

interface Rate {
  readonly gstClass: string;
  /** First day it is in force. */
  readonly from: string;
  readonly rateBp: number;
}

/**
 * Rates by class and first day; the later row wins. Rates of food, cosmetics and devices are to be checked
 * before production.
 */
const rates: readonly Rate[] = [
  { gstClass: 'NIL', from: '2017-07-01', rateBp: 1_200 },
  { gstClass: 'NIL', from: '2025-09-22', rateBp: 0 },
  { gstClass: 'MED', from: '2017-07-01', rateBp: 1_200 },
  { gstClass: 'MED', from: '2025-09-22', rateBp: 500 },
  { gstClass: 'DEVICE', from: '2017-07-01', rateBp: 1_200 },
  { gstClass: 'DEVICE', from: '2025-09-22', rateBp: 500 },
  { gstClass: 'FOOD', from: '2017-07-01', rateBp: 1_800 },
  { gstClass: 'COSMETIC', from: '2017-07-01', rateBp: 1_800 },
  { gstClass: 'APPAREL', from: '2017-07-01', rateBp: 1_200 },
  { gstClass: 'APPAREL', from: '2025-09-22', rateBp: 1_800 },
];

const apparelSlabPaise = 2_500_00;
const apparelLowBp = 500;

/**
 * The rate on the day of an invoice; `unitTaxablePaise` decides the slab of apparel. Null for a class that
 * has no rate then.
 */
export function gstRate(gstClass: string, day: string, unitTaxablePaise: number): number | null {
  const found = rates.filter((rate) => rate.gstClass === gstClass && rate.from <= day).at(-1);
  if (!found) return null;
  return gstClass === 'APPAREL' && unitTaxablePaise <= apparelSlabPaise ? apparelLowBp : found.rateBp;
}

/**
 * The rate for a tax-inclusive price of one piece: 5 % where the taxable value at 5 % keeps within the slab.
 */
export function gstRateInclusive(gstClass: string, day: string, unitInclusivePaise: number): number | null {
  const unit =
    gstClass === 'APPAREL' ? scale([unitInclusivePaise, 10_000], 10_000 + apparelLowBp) : unitInclusivePaise;
  return gstRate(gstClass, day, unit);
}
