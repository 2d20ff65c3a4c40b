import { streamKey, streamName } from '../../core/event.ts';
import type { ReportColumn, ReportModel, ReportSpec } from '../../families/report.ts';
import { exceptionKinds } from '../../streams/purchase/gre/exception.ts';
import {
  evolveGre,
  greInterState,
  greLife,
  greLineTax,
  greTotals,
  invoicedQty,
  noGre,
  rejectReasons,
  type GreLine,
  type GreState,
} from '../../streams/purchase/gre/state.ts';
import { minutesBetween } from './spans.ts';

const subject: ReportModel['subject'] = ({ stream }) =>
  streamName(stream) === 'gre' ? streamKey(stream) : null;
const fold: ReportModel<GreState>['fold'] = (before, event, id) =>
  evolveGre(before ?? noGre(id), event as Parameters<typeof evolveGre>[1]);

const add = (lines: readonly GreLine[], of: (line: GreLine) => number): number =>
  lines.reduce((sum, line) => sum + of(line), 0);
const stepAt = (state: GreState, step: string): string | null =>
  state.steps.find((one) => one.step === step)?.at ?? null;
const shared = (state: GreState) => ({
  ref: state.number,
  greId: state.id,
  begunAt: state.madeAt,
  supplier: state.header.supplier,
  invoiceNo: state.header.invoiceNo,
  invoiceDate: state.header.invoiceDate,
  gatePass: state.header.gatePass,
  iPooId: state.pooId,
  stage: state.stage,
});

/** One row per goods receipt. */
export const receiptRows = {
  name: 'receipts',
  version: 1,
  streams: ['gre'],
  subject,
  fold,
  rows: (state, id) => {
    if (!state.exists) return [];
    const { lines } = state;
    const totals = greTotals(state);
    const inspected = lines.filter(({ acceptedQty }) => acceptedQty !== null);
    return [
      {
        id,
        ...shared(state),
        orders: state.header.poIds.length,
        lines: lines.length,
        invoiced: add(lines, invoicedQty),
        received: add(lines, ({ receivedQty }) => receivedQty),
        free: add(lines, ({ freePacks, packSize }) => freePacks * packSize),
        inspected: add(inspected, ({ receivedQty }) => receivedQty),
        accepted: add(inspected, ({ acceptedQty }) => acceptedQty ?? 0),
        rejected: add(inspected, ({ rejectedQty }) => rejectedQty ?? 0),
        taxable: totals.taxable,
        gst: totals.cgst + totals.sgst + totals.igst,
        total: totals.payable,
        exceptions: state.exceptions.length,
        confirmedAt: stepAt(state, 'confirm'),
        shelfMinutes: minutesBetween(state.madeAt, stepAt(state, 'close')),
      },
    ];
  },
} satisfies ReportModel<GreState>;

/** One row per line of a goods receipt: a batch of a product. */
export const receiptLineRows = {
  name: 'receipt_lines',
  version: 1,
  streams: ['gre'],
  subject,
  fold,
  rows: (state, id) =>
    state.exists
      ? state.lines.map((line) => {
          const tax = greLineTax(line, greInterState(state));
          const checks = state.exceptions.filter(({ lineId }) => lineId === line.id);
          return {
            id: `${id}:${line.id}`,
            ...shared(state),
            product: line.product,
            batch: line.batch,
            mfg: line.mfg,
            expiry: line.expiry,
            mrp: line.labelMrpPaise,
            invoiced: invoicedQty(line),
            received: line.receivedQty,
            free: line.freePacks * line.packSize,
            accepted: line.acceptedQty,
            rejected: line.rejectedQty,
            inspectedQty: line.acceptedQty === null ? null : line.acceptedQty + (line.rejectedQty ?? 0),
            difference:
              line.acceptedQty === null
                ? null
                : line.receivedQty - line.acceptedQty - (line.rejectedQty ?? 0),
            short: Math.max(0, invoicedQty(line) - line.receivedQty),
            placed: line.placedQty,
            rejectReason: line.rejectReason,
            temperature: line.temperature === null ? null : String(line.temperature),
            rate: line.ptrPaise,
            amount: tax.taxable,
            checks: checks.length === 0 ? null : checks.map(({ kind }) => kind).join(', '),
            qc: line.acceptedQty === null ? 'pending' : line.rejectedQty ? 'partly' : 'accepted',
          };
        })
      : [],
} satisfies ReportModel<GreState>;

const q = <N extends string>(name: N, width = 100) =>
  ({ name, kind: 'number', width, total: 'sum' }) as const;
export const greColumns = {
  ref: { name: 'ref', kind: 'id', width: 150 },
  greId: { name: 'greId', kind: 'id', width: 100, hidden: true },
  begunAt: { name: 'begunAt', kind: 'datetime', width: 140 },
  supplier: { name: 'supplier', kind: 'text', width: 180 },
  invoiceNo: { name: 'invoiceNo', kind: 'id', width: 130 },
  invoiceDate: { name: 'invoiceDate', kind: 'date', width: 110 },
  gatePass: { name: 'gatePass', kind: 'id', width: 140 },
  iPooId: { name: 'iPooId', kind: 'place', width: 150 },
  stage: { name: 'stage', kind: 'choice', width: 130, options: greLife.stages },
  orders: { name: 'orders', kind: 'number', width: 90 },
  lines: q('lines', 80),
  invoiced: q('invoiced'),
  received: q('received'),
  free: q('free', 80),
  inspected: { ...q('inspected'), hidden: true },
  accepted: q('accepted'),
  rejected: q('rejected'),
  taxable: { name: 'taxable', kind: 'money', width: 120, total: 'sum' },
  gst: { name: 'gst', kind: 'money', width: 110, total: 'sum' },
  total: { name: 'total', kind: 'money', width: 120, total: 'sum' },
  exceptions: q('exceptions', 100),
  confirmedAt: { name: 'confirmedAt', kind: 'datetime', width: 140 },
  shelfMinutes: { name: 'shelfMinutes', kind: 'minutes', width: 120, total: 'average' },
  product: { name: 'product', kind: 'text', width: 200 },
  batch: { name: 'batch', kind: 'id', width: 110 },
  mfg: { name: 'mfg', kind: 'date', width: 110 },
  expiry: { name: 'expiry', kind: 'date', width: 110 },
  mrp: { name: 'mrp', kind: 'money', width: 100 },
  inspectedQty: q('inspectedQty'),
  difference: q('difference'),
  short: q('short', 90),
  placed: q('placed', 90),
  rejectReason: { name: 'rejectReason', kind: 'choice', width: 140, options: rejectReasons },
  temperature: { name: 'temperature', kind: 'id', width: 90 },
  rate: { name: 'rate', kind: 'money', width: 100 },
  amount: { name: 'amount', kind: 'money', width: 120, total: 'sum' },
  checks: { name: 'checks', kind: 'choices', width: 140, options: exceptionKinds },
  qc: { name: 'qc', kind: 'choice', width: 120, options: ['pending', 'accepted', 'partly'] },
} as const satisfies Readonly<Record<string, ReportColumn>>;

export const greDrill = [
  {
    need: 'Inventory/gre:view',
    href: ({ greId }: { readonly [name: string]: string | number | null }) =>
      `/purchaseanddispatch/gre?id=${String(greId)}`,
  },
] as const;

export const greWords = {
  'column.ref': { en: 'GRE', es: 'GRE' },
  'column.greId': { en: 'GRE id', es: 'Id. de GRE' },
  'column.begunAt': { en: 'Begun', es: 'Iniciado' },
  'column.supplier': { en: 'Supplier', es: 'Proveedor' },
  'column.invoiceNo': { en: 'Supplier invoice', es: 'Factura del proveedor' },
  'column.invoiceDate': { en: 'Invoice date', es: 'Fecha de factura' },
  'column.gatePass': { en: 'Gate pass', es: 'Pase de entrada' },
  'column.stage': { en: 'Status', es: 'Estado' },
  'column.orders': { en: 'Orders', es: 'Pedidos' },
  'column.lines': { en: 'Lines', es: 'Líneas' },
  'column.invoiced': { en: 'Invoiced', es: 'Facturado' },
  'column.received': { en: 'Received', es: 'Recibido' },
  'column.free': { en: 'Free', es: 'Gratis' },
  'column.inspected': { en: 'Inspected', es: 'Inspeccionado' },
  'column.accepted': { en: 'Accepted', es: 'Aceptado' },
  'column.rejected': { en: 'Rejected', es: 'Rechazado' },
  'column.taxable': { en: 'Taxable', es: 'Base imponible' },
  'column.gst': { en: 'GST', es: 'GST' },
  'column.total': { en: 'Total', es: 'Total' },
  'column.exceptions': { en: 'Exceptions', es: 'Excepciones' },
  'column.confirmedAt': { en: 'Confirmed', es: 'Confirmado' },
  'column.shelfMinutes': { en: 'Until on shelf', es: 'Hasta el estante' },
  'column.product': { en: 'Product', es: 'Producto' },
  'column.batch': { en: 'Batch', es: 'Lote' },
  'column.mfg': { en: 'Manufactured', es: 'Fabricado' },
  'column.expiry': { en: 'Expiry', es: 'Caducidad' },
  'column.mrp': { en: 'MRP', es: 'PVP' },
  'column.inspectedQty': { en: 'Inspected', es: 'Inspeccionado' },
  'column.difference': { en: 'Difference', es: 'Diferencia' },
  'column.short': { en: 'Short', es: 'Faltante' },
  'column.placed': { en: 'On shelf', es: 'En estante' },
  'column.rejectReason': { en: 'Reject reason', es: 'Motivo de rechazo' },
  'column.temperature': { en: '°C', es: '°C' },
  'column.rate': { en: 'Rate per pack', es: 'Precio por envase' },
  'column.amount': { en: 'Amount', es: 'Importe' },
  'column.checks': { en: 'Checks', es: 'Controles' },
  'checks.PRICE': { en: 'Price', es: 'Precio' },
  'checks.QTY_OVER': { en: 'More than ordered', es: 'Más de lo pedido' },
  'checks.SHORT_LIFE': { en: 'Short life', es: 'Caducidad corta' },
  'checks.NO_PO': { en: 'Not on the order', es: 'Fuera del pedido' },
  'checks.TAX': { en: 'GST', es: 'GST' },
  'checks.MRP': { en: 'MRP', es: 'PVP' },
  'column.qc': { en: 'Quality control', es: 'Control de calidad' },
  'stage.draft': { en: 'Draft', es: 'Borrador' },
  'stage.qcPending': { en: 'Quality control', es: 'Control de calidad' },
  'stage.approvalPending': { en: 'Awaiting approval', es: 'Espera aprobación' },
  'stage.matched': { en: 'Matched', es: 'Cotejado' },
  'stage.confirmed': { en: 'Confirmed', es: 'Confirmado' },
  'stage.closed': { en: 'Closed', es: 'Cerrado' },
  'stage.rejected': { en: 'Rejected', es: 'Rechazado' },
  'stage.cancelled': { en: 'Cancelled', es: 'Anulado' },
  'rejectReason.DAMAGED': { en: 'Damaged', es: 'Dañado' },
  'rejectReason.SHORT_LIFE': { en: 'Short life', es: 'Caducidad corta' },
  'rejectReason.WRONG_ITEM': { en: 'Wrong item', es: 'Artículo equivocado' },
  'rejectReason.MRP_MISMATCH': { en: 'MRP differs', es: 'PVP distinto' },
  'rejectReason.TEMP': { en: 'Temperature', es: 'Temperatura' },
  'rejectReason.LABEL': { en: 'Label', es: 'Etiqueta' },
  'rejectReason.NOT_ORDERED': { en: 'Not ordered', es: 'No pedido' },
  'qc.pending': { en: 'Pending', es: 'Pendiente' },
  'qc.accepted': { en: 'Accepted', es: 'Aceptado' },
  'qc.partly': { en: 'With rejects', es: 'Con rechazos' },
} as const;

/** The common parts of the reports about lines of goods receipts. */
export const greLineReport = {
  model: receiptLineRows,
  scope: { place: 'iPooId' },
  filters: [
    { kind: 'period', name: 'begunAt', preset: 'last30', mostDays: 366 },
    { kind: 'place', name: 'iPooId' },
    { kind: 'choice', name: 'stage' },
    { kind: 'find', columns: ['ref', 'product', 'batch', 'supplier'] },
  ],
  groups: ['ref', 'product', 'supplier', 'stage', 'iPooId'],
  groupedBy: 'ref',
  drill: greDrill,
  sort: { column: 'begunAt', way: 'desc' },
} as const satisfies Partial<ReportSpec<GreState>>;

export const greLineCount = { name: 'lines', kind: 'count' } as const;
export const greLineWords = {
  ...greWords,
  'measure.lines': { en: 'Lines', es: 'Líneas' },
  'means.lines': {
    en: 'Lines of goods receipts begun in the period, one per batch.',
    es: 'Líneas de las recepciones iniciadas en el período, una por lote.',
  },
  'means.amount': {
    en: 'Taxable value of the lines, after discount and before GST.',
    es: 'Base imponible de las líneas, tras el descuento y sin GST.',
  },
} as const;
