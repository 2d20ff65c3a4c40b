import { showDay } from '../core/day.ts';
import { translations, type Language } from '../core/translations.ts';
import { defineDocument, type DocumentRow } from '../families/document.ts';
import { rupees } from '../core/money.ts';
import { invoice as stream } from '../streams/sales/invoice/invoice.ts';
import { creditDue } from '../streams/sales/invoice/counter.ts';
import {
  invoiceLife,
  invoiceTotals,
  type InvoiceHeader,
  type InvoiceState,
} from '../streams/sales/invoice/state.ts';

interface InvoiceRow extends DocumentRow, Pick<InvoiceHeader, 'kind' | 'customer' | 'dcNumber' | 'issuedOn'> {
  readonly supply: string;
  readonly taxable: number;
  readonly cgst: number;
  readonly sgst: number;
  readonly igst: number;
  readonly creditedPaise: number;
  /** What a sale on credit still owes at the counter. */
  readonly duePaise: number;
  readonly against: string;
}

const percent = (bp: number): string => (bp === 0 ? '–' : `${bp / 100} %`);

/** Why the server issued a credit note; of a cancelled challan it has what a person wrote. */
const reasonTexts = translations({
  en: { 'reason.rto': 'Not delivered', 'reason.customerReturn': 'Returned by the customer' },
  es: { 'reason.rto': 'No entregado', 'reason.customerReturn': 'Devuelto por el cliente' },
});
function reasonText(reason: string, language: Language): string {
  const texts: Readonly<Record<string, string>> = reasonTexts[language];
  return texts[`reason.${reason}`] ?? reason;
}

/** Tax invoices and credit notes: made with their challan, printed and reprinted, never changed. */
export const taxInvoice = defineDocument<InvoiceState, InvoiceRow>({
  name: 'taxInvoice',
  group: 'Inventory',
  stream,
  life: invoiceLife,
  header: [
    { name: 'kind', kind: 'choice', options: ['INVOICE', 'CREDIT_NOTE'], shown: true },
    { name: 'issuedOn', kind: 'date', shown: true },
    { name: 'customer', kind: 'text', shown: true },
    { name: 'address', kind: 'text', shown: true },
    { name: 'stateCode', kind: 'code', shown: true },
    { name: 'dcNumber', kind: 'code', shown: true },
    { name: 'orderNumber', kind: 'code', shown: true },
    { name: 'patient', kind: 'text', shown: true },
    { name: 'prescriber', kind: 'text', shown: true },
    { name: 'pharmacist', kind: 'text', shown: true },
    { name: 'reason', kind: 'text', of: 'reason', shown: true },
  ],
  lines: [
    { name: 'product', kind: 'reference', lookup: 'product', width: 230 },
    { name: 'hsn', kind: 'code', shown: true, width: 70, wide: true },
    { name: 'batch', kind: 'code', shown: true, width: 110, wide: true },
    { name: 'expiry', kind: 'date', shown: true, width: 110, wide: true },
    { name: 'qty', kind: 'number', shown: true, width: 70 },
    { name: 'mrpPaise', kind: 'money', shown: true, width: 90, wide: true },
    { name: 'discBp', kind: 'percent', shown: true, width: 80, wide: true },
    { name: 'gstBp', kind: 'percent', shown: true, width: 70, wide: true },
    { name: 'taxable', kind: 'money', shown: true, width: 100, wide: true },
    { name: 'total', kind: 'money', shown: true, width: 100 },
    { name: 'creditedQty', kind: 'number', shown: true, width: 90, wide: true },
  ],
  edits: [],
  actions: [
    {
      name: 'takeBack',
      command: 'draft',
      need: ['Inventory/customerDcReturn:create', 'Out Bound/returnPickup:create'],
      stages: ['issued', 'partCredited', 'closed'],
      when: (state) => (state as InvoiceState).header.kind === 'INVOICE',
      begins: {
        stream: 'return',
        command: 'draft',
        route: '/purchaseanddispatch/customerDcReturn',
        input: ({ pooId, header, lines }) => ({
          pooId,
          header: { dcId: header.dcId },
          lines: lines.map(({ id }) => ({ id, qty: 0 })),
        }),
      },
    },
  ],
  lists: [
    {
      route: '/purchaseanddispatch/invoiceList',
      entity: 'invoiceList',
      of: 'documents',
      shows: () => true,
      past: true,
      begins: false,
      columns: [
        { name: 'number', kind: 'id', width: 150, filter: 'text' },
        { name: 'kind', kind: 'status', of: 'kind', width: 110, filter: 'set' },
        { name: 'issuedOn', kind: 'date', width: 110 },
        { name: 'customer', kind: 'text', width: 160, flex: 2, filter: 'text' },
        { name: 'dcNumber', kind: 'id', width: 150 },
        { name: 'taxable', kind: 'money', width: 110 },
        { name: 'cgst', kind: 'money', width: 90 },
        { name: 'sgst', kind: 'money', width: 90 },
        { name: 'igst', kind: 'money', width: 90 },
        { name: 'value', kind: 'money', width: 110 },
        { name: 'creditedPaise', kind: 'money', width: 110 },
        { name: 'duePaise', kind: 'money', width: 110 },
        { name: 'against', kind: 'id', width: 150 },
        { name: 'supply', kind: 'text', width: 90 },
        { name: 'stage', kind: 'status', of: 'stage', width: 120, filter: 'set' },
        { name: 'pooId', kind: 'place', width: 130 },
      ],
    },
  ],
  row: (state) => {
    const { kind, customer, dcNumber, issuedOn, stateCode, against } = state.header;
    const { taxable, cgst, sgst, igst } = invoiceTotals(state);
    return {
      ...{ kind, customer, dcNumber, issuedOn, supply: stateCode, taxable, cgst, sgst, igst },
      creditedPaise: state.creditedPaise,
      duePaise: creditDue(state),
      against: against?.number ?? '',
    };
  },
  find: ({ header, lines }) => [
    header.customer,
    header.phone,
    header.dcNumber,
    header.orderNumber,
    header.against?.number ?? '',
    ...lines.map(({ product, batch }) => `${product} ${batch}`),
  ],
  totals: invoiceTotals,
  tones: { issued: 'info', partCredited: 'warn', credited: 'danger', CREDIT_NOTE: 'warn' },
  phones: ['phone'],
  files: false,
  print: {
    title: ({ header }) => (header.kind === 'CREDIT_NOTE' ? 'print.creditNote' : 'print.invoice'),
    from: ({ header }) => [
      header.seller.name,
      header.seller.address,
      `GSTIN ${header.seller.gstin}`,
      ...(header.seller.licence ? [`DL ${header.seller.licence}`] : []),
    ],
    to: ({ header }) => [header.customer, header.address, header.pincode, header.phone],
    facts: ({ header }, language) => [
      ['header.issuedOn', showDay(header.issuedOn)],
      ['header.dcNumber', header.dcNumber],
      ['header.stateCode', header.stateCode],
      ...(header.against
        ? [['print.against', `${header.against.number}, ${showDay(header.against.date)}`] as const]
        : []),
      ...(header.reason ? [['header.reason', reasonText(header.reason, language)] as const] : []),
      ...(header.patient ? [['header.patient', header.patient] as const] : []),
      ...(header.prescriber
        ? [['header.prescriber', `${header.prescriber} ${header.prescriberRegNo ?? ''}`] as const]
        : []),
      ...(header.pharmacist
        ? [['header.pharmacist', `${header.pharmacist} ${header.pharmacistRegNo}`] as const]
        : []),
    ],
    columns: [
      { key: 'n', text: (_line, { n }) => String(n), align: 'right', width: 16 },
      { key: 'product', text: ({ product, maker }) => `${product}\n${maker}`, width: '*' },
      { key: 'hsn', text: ({ hsn }) => hsn, width: 30 },
      { key: 'batch', text: ({ batch, expiry }) => `${batch}\n${expiry ? showDay(expiry) : ''}`, width: 58 },
      { key: 'mrpPaise', text: ({ mrpPaise }) => rupees(mrpPaise), align: 'right', width: 44 },
      { key: 'qty', text: ({ qty }) => String(qty), align: 'right', width: 28 },
      { key: 'discBp', text: ({ discBp }) => percent(discBp), align: 'right', width: 28 },
      { key: 'taxable', text: ({ taxable }) => rupees(taxable), align: 'right', width: 50 },
      { key: 'gstBp', text: ({ gstBp }) => percent(gstBp), align: 'right', width: 28 },
      { key: 'total', text: ({ total }) => rupees(total), align: 'right', width: 50 },
    ],
    totals: true,
    signs: ['sign.pharmacist', 'sign.received'],
  },
  sources: ['purchase'],
  translations: translations({
    en: {
      title: 'Invoices',
      one: 'Invoice',
      'title.invoiceList': 'Invoice List',
      'empty.invoiceList': 'No open invoices. They are issued with the challan of a packed order.',
      'column.kind': 'Type',
      'column.issuedOn': 'Date',
      'column.customer': 'Customer',
      'column.dcNumber': 'Challan',
      'column.taxable': 'Taxable',
      'column.cgst': 'CGST',
      'column.sgst': 'SGST',
      'column.igst': 'IGST',
      'column.creditedPaise': 'Credited',
      'column.duePaise': 'Due on credit',
      'column.against': 'Against',
      'column.supply': 'Place of supply',
      'header.kind': 'Type',
      'header.issuedOn': 'Date',
      'header.customer': 'Customer',
      'header.address': 'Address',
      'header.stateCode': 'Place of supply',
      'header.dcNumber': 'Challan',
      'header.orderNumber': 'Order',
      'header.patient': 'Patient',
      'header.prescriber': 'Prescriber',
      'header.pharmacist': 'Pharmacist',
      'header.reason': 'Reason',
      'line.batch': 'Batch',
      'line.expiry': 'Expiry',
      'line.qty': 'Units',
      'line.discBp': 'Discount',
      'line.taxable': 'Taxable',
      'line.total': 'Amount',
      'line.creditedQty': 'Credited',
      'kind.INVOICE': 'Invoice',
      'kind.CREDIT_NOTE': 'Credit note',
      ...reasonTexts.en,
      'print.invoice': 'Tax invoice',
      'print.creditNote': 'Credit note',
      'action.takeBack': 'Take back',
      'print.against': 'Against invoice',
      'sign.pharmacist': 'Registered pharmacist',
    },
    es: {
      title: 'Facturas',
      one: 'Factura',
      'title.invoiceList': 'Facturas',
      'empty.invoiceList': 'No hay facturas abiertas. Se emiten con el albarán de un pedido embalado.',
      'column.kind': 'Tipo',
      'column.issuedOn': 'Fecha',
      'column.customer': 'Cliente',
      'column.dcNumber': 'Albarán',
      'column.taxable': 'Base',
      'column.cgst': 'CGST',
      'column.sgst': 'SGST',
      'column.igst': 'IGST',
      'column.creditedPaise': 'Abonado',
      'column.duePaise': 'Deuda a crédito',
      'column.against': 'De la factura',
      'column.supply': 'Lugar de suministro',
      'header.kind': 'Tipo',
      'header.issuedOn': 'Fecha',
      'header.customer': 'Cliente',
      'header.address': 'Dirección',
      'header.stateCode': 'Lugar de suministro',
      'header.dcNumber': 'Albarán',
      'header.orderNumber': 'Pedido',
      'header.patient': 'Paciente',
      'header.prescriber': 'Prescriptor',
      'header.pharmacist': 'Farmacéutico',
      'header.reason': 'Motivo',
      'line.batch': 'Lote',
      'line.expiry': 'Caducidad',
      'line.qty': 'Unidades',
      'line.discBp': 'Descuento',
      'line.taxable': 'Base',
      'line.total': 'Importe',
      'line.creditedQty': 'Abonado',
      'kind.INVOICE': 'Factura',
      'kind.CREDIT_NOTE': 'Nota de crédito',
      ...reasonTexts.es,
      'print.invoice': 'Factura',
      'print.creditNote': 'Nota de crédito',
      'action.takeBack': 'Aceptar devolución',
      'print.against': 'De la factura',
      'sign.pharmacist': 'Farmacéutico registrado',
    },
  }),
});
