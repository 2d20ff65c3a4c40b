import { gstRate } from '../../core/gst.ts';
import { scale } from '../../core/money.ts';
import { date, number, money, percent, reference, text } from '../../families/master-field.ts';
import type { Fields, MasterRule, Problem } from '../../families/master-def.ts';

/** A supplier's price of a product, from a day to a day. */
export const vendorProductFields = [
  reference('iSupplierId', { en: 'Supplier', es: 'Proveedor' }, 'supplier', {
    required: true,
    readOnly: true,
    indexed: true,
  }),
  reference('iProductId', { en: 'Product', es: 'Producto' }, 'product', {
    required: true,
    readOnly: true,
    indexed: true,
  }),
  text('vSupplierCode', { en: 'Supplier’s code', es: 'Código del proveedor' }, { max: 40, column: false }),
  money(
    'nPtrPaise',
    { en: 'Price (PTR)', es: 'Precio (PTR)' },
    { required: true, min: 1, max: 99_99_999_00, column: 110 },
  ),
  percent(
    'nDiscBp',
    { en: 'Discount, %', es: 'Descuento, %' },
    { min: 0, max: 10_000, default: 0, column: 110 },
  ),
  number(
    'iBuy',
    { en: 'Scheme: buy', es: 'Oferta: compra' },
    { min: 1, max: 1_000, default: 1, column: 100 },
  ),
  number(
    'iFree',
    { en: 'Scheme: free', es: 'Oferta: gratis' },
    { min: 0, max: 1_000, default: 0, column: 100 },
  ),
  number(
    'iPackMultiple',
    { en: 'Packs in multiples of', es: 'Envases en múltiplos de' },
    { min: 1, max: 1_000, default: 1, column: false },
  ),
  number(
    'iMoq',
    { en: 'Minimum order (packs)', es: 'Pedido mínimo (envases)' },
    { min: 1, max: 99_999, default: 1, column: 120, formerly: ['Smallest order (packs)'] },
  ),
  number(
    'iLeadDays',
    { en: 'Lead time (days)', es: 'Plazo (días)' },
    { min: 0, max: 60, default: 2, column: 100 },
  ),
  number('iPriority', { en: 'Priority', es: 'Prioridad' }, { min: 1, max: 9, default: 5, column: 90 }),
  date('dFrom', { en: 'From', es: 'Desde' }, { required: true, column: 110 }),
  date('dTo', { en: 'To', es: 'Hasta' }, { column: 110 }),
];

export const vendorProductRules: readonly MasterRule[] = [
  (fields) =>
    fields.dTo != null && String(fields.dTo) < String(fields.dFrom)
      ? { code: 'endsBeforeStart', field: 'dTo' }
      : null,
];

/** The price after discount with tax keeps within the printed price; the product may be bought. */
export function vendorProductFits(field: string, fields: Fields, other: Fields): Problem | null {
  if (field !== 'iProductId') return null;
  const net = scale([Number(fields.nPtrPaise), 10_000 - Number(fields.nDiscBp ?? 0)], 10_000);
  const rate =
    gstRate(
      String(other.vGstClass ?? ''),
      String(fields.dFrom),
      Math.floor(net / Number(other.iPackSize ?? 1)),
    ) ?? 0;
  const mrp = Number(other.nReferenceMrpPaise ?? 0);
  return mrp > 0 && net + scale([net, rate], 10_000) > mrp
    ? { code: 'costAboveMrp', field: 'nPtrPaise', details: { ptr: net / 100, mrp: mrp / 100 } }
    : null;
}

export const vendorProductExample: Fields = {
  iSupplierId: 1,
  iProductId: 1,
  nPtrPaise: 23_00,
  nDiscBp: 0,
  iBuy: 10,
  iFree: 1,
  iMoq: 10,
  iLeadDays: 2,
  iPriority: 1,
  dFrom: '2026-04-01',
};
