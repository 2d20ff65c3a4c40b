import { businessDay, monthOf } from '../../core/day.ts';
import { streamKey, streamName } from '../../core/event.ts';
import type { ReportModel } from '../../families/report.ts';
import { evolveInvoice, noInvoice, type InvoiceState } from '../../streams/sales/invoice/state.ts';

export const saleKinds = ['INVOICE', 'CREDIT_NOTE'] as const;

/** One row per line of a tax invoice or a credit note; credited amounts are negative. Money in paise. */
export const saleLines = {
  name: 'sale_lines',
  version: 3,
  streams: ['invoice'],
  subject: ({ stream }) => (streamName(stream) === 'invoice' ? streamKey(stream) : null),
  fold: (before, event, id) =>
    evolveInvoice(before ?? noInvoice(id), event as Parameters<typeof evolveInvoice>[1]),
  rows: (state, id) => {
    if (!state.exists) return [];
    const { header } = state;
    const sign = header.kind === 'CREDIT_NOTE' ? -1 : 1;
    const issuedOn = header.issuedOn === '' ? businessDay(Date.parse(state.madeAt)) : header.issuedOn;
    return state.lines.map((line) => ({
      id: `${id}:${line.id}`,
      ref: state.number,
      invoiceId: id,
      kind: header.kind,
      issuedOn,
      month: monthOf(issuedOn),
      iPooId: state.pooId,
      customer: header.customer,
      customerId: header.customerId,
      orderNumber: header.orderNumber,
      orderId: header.orderId,
      against: header.against?.number ?? null,
      stateCode: header.stateCode,
      hsn: line.hsn,
      product: line.product,
      productId: line.productId,
      goods: isApparel(line.hsn) ? 'apparel' : 'other',
      maker: line.maker,
      batch: line.batch,
      qty: sign * line.qty,
      sold: sign > 0 ? line.qty : 0,
      returned: sign > 0 ? 0 : line.qty,
      gross: sign * (line.total + discountOf(line)),
      discount: sign * discountOf(line),
      taxable: sign * line.taxable,
      rate: String(line.gstBp / 100),
      cgst: sign * line.cgst,
      sgst: sign * line.sgst,
      igst: sign * line.igst,
      total: sign * line.total,
      payment: header.payment,
    }));
  },
} satisfies ReportModel<InvoiceState>;

/** Chapters 61 and 62 of the HSN are clothes. */
const isApparel = (hsn: string): boolean => /^6[12]/.test(hsn);

/** The discount of a line in paise: a share of the price with tax, in hundredths of a percent. */
function discountOf({ total, discBp }: { readonly total: number; readonly discBp: number }): number {
  return discBp >= 10_000 ? 0 : Math.round((total * discBp) / (10_000 - discBp));
}

const money = <N extends string>(name: N, width = 110) =>
  ({ name, kind: 'money', width, total: 'sum' }) as const;
export const saleColumns = {
  issuedOn: { name: 'issuedOn', kind: 'date', width: 110 },
  month: { name: 'month', kind: 'month', width: 100 },
  ref: { name: 'ref', kind: 'id', width: 150 },
  kind: { name: 'kind', kind: 'choice', width: 110, options: saleKinds },
  iPooId: { name: 'iPooId', kind: 'place', width: 140 },
  customer: { name: 'customer', kind: 'person', width: 170, unmask: 'Inventory/invoiceList:view' },
  orderNumber: { name: 'orderNumber', kind: 'id', width: 150 },
  against: { name: 'against', kind: 'id', width: 150 },
  stateCode: { name: 'stateCode', kind: 'text', width: 90 },
  hsn: { name: 'hsn', kind: 'text', width: 90 },
  product: { name: 'product', kind: 'text', width: 220 },
  maker: { name: 'maker', kind: 'text', width: 160 },
  batch: { name: 'batch', kind: 'id', width: 110 },
  qty: { name: 'qty', kind: 'number', width: 90, total: 'sum' },
  sold: { name: 'sold', kind: 'number', width: 90, total: 'sum', hidden: true },
  returned: { name: 'returned', kind: 'number', width: 90, total: 'sum' },
  rate: { name: 'rate', kind: 'text', width: 80 },
  payment: { name: 'payment', kind: 'text', width: 100 },
  gross: money('gross'),
  discount: money('discount'),
  taxable: money('taxable'),
  cgst: money('cgst', 100),
  sgst: money('sgst', 100),
  igst: money('igst', 100),
  total: money('total'),
  invoiceId: { name: 'invoiceId', kind: 'id', width: 100, hidden: true },
  customerId: { name: 'customerId', kind: 'number', width: 100, hidden: true },
  productId: { name: 'productId', kind: 'number', width: 100, hidden: true },
  orderId: { name: 'orderId', kind: 'id', width: 100, hidden: true },
  goods: { name: 'goods', kind: 'choice', width: 110, options: ['apparel', 'other'], hidden: true },
} as const;

export const saleDrill = [
  {
    need: 'Inventory/invoiceList:view',
    href: ({ invoiceId }: { readonly [name: string]: string | number | null }) =>
      `/purchaseanddispatch/invoiceList?id=${String(invoiceId)}`,
  },
] as const;

export const saleTexts = {
  'column.issuedOn': { en: 'Day', es: 'Día' },
  'column.month': { en: 'Month', es: 'Mes' },
  'column.ref': { en: 'Document', es: 'Documento' },
  'column.kind': { en: 'Type', es: 'Tipo' },
  'kind.INVOICE': { en: 'Invoice', es: 'Factura' },
  'kind.CREDIT_NOTE': { en: 'Credit note', es: 'Nota de crédito' },
  'column.customer': { en: 'Customer', es: 'Cliente' },
  'column.orderNumber': { en: 'Order', es: 'Pedido' },
  'column.against': { en: 'Against invoice', es: 'De la factura' },
  'column.stateCode': { en: 'Place of supply', es: 'Lugar de suministro' },
  'column.hsn': { en: 'HSN', es: 'HSN' },
  'column.product': { en: 'Product', es: 'Producto' },
  'column.maker': { en: 'Manufacturer', es: 'Fabricante' },
  'column.batch': { en: 'Batch', es: 'Lote' },
  'column.qty': { en: 'Quantity', es: 'Cantidad' },
  'column.sold': { en: 'Invoiced', es: 'Facturado' },
  'column.returned': { en: 'Returned', es: 'Devuelto' },
  'column.rate': { en: 'GST %', es: '% de GST' },
  'column.payment': { en: 'Payment', es: 'Pago' },
  'column.gross': { en: 'Before discount', es: 'Antes del descuento' },
  'column.discount': { en: 'Discount', es: 'Descuento' },
  'column.taxable': { en: 'Taxable', es: 'Base imponible' },
  'column.cgst': { en: 'CGST', es: 'CGST' },
  'column.sgst': { en: 'SGST', es: 'SGST' },
  'column.igst': { en: 'IGST', es: 'IGST' },
  'column.total': { en: 'Net with GST', es: 'Neto con GST' },
  'column.invoiceId': { en: 'Document id', es: 'Id. del documento' },
  'column.customerId': { en: 'Customer no.', es: 'N.º de cliente' },
  'column.productId': { en: 'Product no.', es: 'N.º de producto' },
  'column.orderId': { en: 'Order id', es: 'Id. del pedido' },
  'column.goods': { en: 'Goods', es: 'Mercancía' },
  'goods.apparel': { en: 'Apparel', es: 'Ropa' },
  'goods.other': { en: 'Other', es: 'Otra' },
  'measure.bills': { en: 'Invoices', es: 'Facturas' },
  'measure.net': { en: 'Net sales', es: 'Ventas netas' },
  'measure.returns': { en: 'Credited', es: 'Abonado' },
  'measure.units': { en: 'Units', es: 'Unidades' },
  'measure.customers': { en: 'Customers', es: 'Clientes' },
  'means.bills': {
    en: 'Tax invoices issued in the period; credit notes are not counted.',
    es: 'Facturas emitidas en el período; las notas de crédito no cuentan.',
  },
  'means.net': {
    en: 'Invoices less credit notes, with GST, before rounding to whole rupees.',
    es: 'Facturas menos notas de crédito, con GST, antes de redondear a rupias.',
  },
  'means.returns': {
    en: 'Sum of the credit notes issued in the period, with GST; it is negative.',
    es: 'Suma de las notas de crédito del período, con GST; es negativa.',
  },
  'means.units': {
    en: 'Units invoiced less units credited.',
    es: 'Unidades facturadas menos unidades abonadas.',
  },
  'means.customers': {
    en: 'Different customers on the documents of the period.',
    es: 'Clientes distintos en los documentos del período.',
  },
} as const;
