import { streamKey, streamName } from '../../core/event.ts';
import type { ReportColumn, ReportModel } from '../../families/report.ts';
import {
  evolveReturn,
  noReturn,
  returnLife,
  returnLineValue,
  returnCauses,
  returnTotals,
  type ReturnState,
} from '../../streams/sales/return/state.ts';
import { minutesBetween } from './spans.ts';

const subject: ReportModel['subject'] = ({ stream }) =>
  streamName(stream) === 'return' ? streamKey(stream) : null;
const fold: ReportModel<ReturnState>['fold'] = (before, event, id) =>
  evolveReturn(before ?? noReturn(id), event as Parameters<typeof evolveReturn>[1]);
const at = ({ steps }: ReturnState, name: string): string | null =>
  steps.findLast(({ step }) => step === name)?.at ?? null;

const shared = (state: ReturnState) => ({
  ref: state.number,
  returnId: state.id,
  madeAt: state.madeAt,
  dcNumber: state.header.dcNumber,
  customer: state.header.customer,
  pincode: state.header.pincode,
  reason: state.header.reason,
  stage: state.stage,
  iPooId: state.pooId,
});

/** One row per customer return. */
export const returnRows = {
  name: 'returns',
  version: 1,
  streams: ['return'],
  subject,
  fold,
  rows: (state, id) =>
    state.exists
      ? [
          {
            id,
            ...shared(state),
            lines: state.lines.length,
            units: state.lines.reduce((sum, { qty }) => sum + qty, 0),
            value: returnTotals(state).payable,
            pickup: state.header.pickup ? 'yes' : 'no',
            visitOn: state.header.visitOn,
            agent: state.header.agent?.name ?? null,
            tries: state.header.tries,
            approvedAt: at(state, 'approve'),
            pickedAt: at(state, 'pickUp'),
          },
        ]
      : [],
} satisfies ReportModel<ReturnState>;

/** One row per line of a customer return: returned units of a batch, and their outcome. */
export const returnLineRows = {
  name: 'return_lines',
  version: 1,
  streams: ['return'],
  subject,
  fold,
  rows: (state, id) =>
    state.exists && state.stage !== 'draft'
      ? state.lines.map((line) => ({
          id: `${id}:${line.id}`,
          ...shared(state),
          product: line.product,
          batch: line.batch,
          units: line.qty,
          sold: line.deliveredQty,
          received: line.receivedQty,
          restocked: line.restockQty,
          damaged: line.damagedQty,
          value: returnLineValue(line),
          askedAt: at(state, 'request'),
          pickedAt: at(state, 'pickUp'),
          receivedAt: at(state, 'receive'),
          inspectedAt: at(state, 'inspect'),
          creditNote: state.header.creditNoteNumber,
          cycleMinutes: minutesBetween(at(state, 'request'), at(state, 'inspect')),
        }))
      : [],
} satisfies ReportModel<ReturnState>;

const count = <N extends string>(name: N, width = 80) =>
  ({ name, kind: 'number', width, total: 'sum' }) as const;
export const returnColumns = {
  ref: { name: 'ref', kind: 'id', width: 150 },
  returnId: { name: 'returnId', kind: 'id', width: 90, hidden: true },
  madeAt: { name: 'madeAt', kind: 'datetime', width: 140 },
  dcNumber: { name: 'dcNumber', kind: 'id', width: 150 },
  customer: { name: 'customer', kind: 'person', width: 170, unmask: 'Inventory/invoiceList:view' },
  pincode: { name: 'pincode', kind: 'id', width: 90 },
  reason: { name: 'reason', kind: 'choice', width: 170, options: returnCauses },
  stage: { name: 'stage', kind: 'choice', width: 130, options: returnLife.stages },
  iPooId: { name: 'iPooId', kind: 'place', width: 140 },
  lines: count('lines', 70),
  units: count('units'),
  value: { name: 'value', kind: 'money', width: 110, total: 'sum' },
  pickup: { name: 'pickup', kind: 'choice', width: 100, options: ['yes', 'no'] },
  visitOn: { name: 'visitOn', kind: 'date', width: 110 },
  agent: { name: 'agent', kind: 'text', width: 150 },
  tries: count('tries', 70),
  approvedAt: { name: 'approvedAt', kind: 'datetime', width: 140 },
  pickedAt: { name: 'pickedAt', kind: 'datetime', width: 140 },
  product: { name: 'product', kind: 'text', width: 200 },
  batch: { name: 'batch', kind: 'id', width: 110 },
  sold: count('sold', 90),
  received: count('received', 90),
  restocked: count('restocked', 90),
  damaged: count('damaged', 90),
  askedAt: { name: 'askedAt', kind: 'datetime', width: 140 },
  receivedAt: { name: 'receivedAt', kind: 'datetime', width: 140 },
  inspectedAt: { name: 'inspectedAt', kind: 'datetime', width: 140 },
  creditNote: { name: 'creditNote', kind: 'id', width: 150 },
  cycleMinutes: { name: 'cycleMinutes', kind: 'minutes', width: 120, total: 'average' },
} as const satisfies Readonly<Record<string, ReportColumn>>;

export const returnDrill = [
  {
    need: ['Inventory/customerDcReturn:view', 'Inventory/returnApproval:view'],
    href: ({ returnId }: { readonly [name: string]: string | number | null }) =>
      `/purchaseanddispatch/customerDcReturn?id=${String(returnId)}`,
  },
] as const;

export const returnWords = {
  'column.ref': { en: 'Return', es: 'Devolución' },
  'column.returnId': { en: 'Return id', es: 'Id. de la devolución' },
  'column.madeAt': { en: 'Created', es: 'Creada' },
  'column.dcNumber': { en: 'Challan', es: 'Albarán' },
  'column.customer': { en: 'Customer', es: 'Cliente' },
  'column.pincode': { en: 'Pincode', es: 'Código postal' },
  'column.reason': { en: 'Reason', es: 'Motivo' },
  'column.stage': { en: 'Status', es: 'Estado' },
  'column.lines': { en: 'Lines', es: 'Líneas' },
  'column.units': { en: 'Units', es: 'Unidades' },
  'column.value': { en: 'Value', es: 'Valor' },
  'column.pickup': { en: 'Pickup', es: 'Recogida a domicilio' },
  'column.visitOn': { en: 'Pickup on', es: 'Recogida el' },
  'column.agent': { en: 'Picked up by', es: 'Recogida por' },
  'column.tries': { en: 'Tries', es: 'Intentos' },
  'column.approvedAt': { en: 'Approved', es: 'Aprobada' },
  'column.pickedAt': { en: 'Picked up', es: 'Recogida' },
  'column.product': { en: 'Product', es: 'Producto' },
  'column.batch': { en: 'Batch', es: 'Lote' },
  'column.sold': { en: 'Delivered', es: 'Entregado' },
  'column.received': { en: 'Received', es: 'Recibido' },
  'column.restocked': { en: 'Restocked', es: 'Repuesto' },
  'column.damaged': { en: 'Damaged', es: 'Dañado' },
  'column.askedAt': { en: 'Requested', es: 'Solicitada' },
  'column.receivedAt': { en: 'Received', es: 'Recibida' },
  'column.inspectedAt': { en: 'Inspected', es: 'Inspeccionada' },
  'column.creditNote': { en: 'Credit note', es: 'Nota de crédito' },
  'column.cycleMinutes': { en: 'Requested to credited', es: 'De solicitada a abonada' },
  'pickup.yes': { en: 'Yes', es: 'Sí' },
  'pickup.no': { en: 'Brought by the customer', es: 'La trae el cliente' },
} as const;
