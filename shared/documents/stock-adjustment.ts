import { showDay } from '../core/day.ts';
import { translations } from '../core/translations.ts';
import { rupees } from '../core/money.ts';
import { defineDocument, type DocumentRow } from '../families/document.ts';
import { adjustment as stream, sizeOf } from '../streams/stock/adjustment/adjustment.ts';
import { adjustmentLife, type AdjustmentState } from '../streams/stock/adjustment/state.ts';

interface AdjustmentRow extends DocumentRow {
  readonly reason: string;
  readonly units: number;
  readonly effect: number;
}
const reason = [{ name: 'reason', kind: 'paragraph', required: true }] as const;

/** Excess and gap of stock, approved by value. */
export const stockAdjustment = defineDocument<AdjustmentState, AdjustmentRow>({
  name: 'stockAdjustment',
  group: 'Inventory',
  stream,
  life: adjustmentLife,
  header: [
    { name: 'reasonId', kind: 'reference', lookup: 'stockReason', required: true },
    { name: 'reason', kind: 'text', shown: true },
    { name: 'note', kind: 'paragraph' },
  ],
  lines: [
    { name: 'product', kind: 'reference', lookup: 'product', width: 220 },
    { name: 'label', kind: 'code', shown: true, width: 130, wide: true },
    { name: 'batch', kind: 'code', shown: true, width: 110, wide: true },
    { name: 'expiry', kind: 'month', shown: true, width: 90, wide: true },
    { name: 'systemQty', kind: 'number', shown: true, width: 90, wide: true },
    { name: 'qty', kind: 'number', min: -99_99_999, max: 99_99_999, width: 100 },
    { name: 'valuePaise', kind: 'money', shown: true, width: 110 },
  ],
  edits: [
    {
      stages: ['draft'],
      command: 'change',
      need: ['Inventory/egstockadjustmentlist:create'],
      header: ['reasonId', 'note'],
      lines: ['product', 'qty'],
      adds: true,
      scan: 'stock',
    },
  ],
  actions: [
    {
      name: 'submit',
      command: 'submit',
      need: ['Inventory/egstockadjustmentlist:create'],
      stages: ['draft'],
      key: 's',
      primary: true,
    },
    {
      name: 'approve',
      command: 'approve',
      need: ['Inventory/egstockadjustmentlist:approve'],
      stages: ['submitted'],
      key: 'a',
      primary: true,
      fourEyes: true,
    },
    {
      name: 'recount',
      command: 'recount',
      need: ['Inventory/egstockadjustmentlist:approve'],
      stages: ['submitted'],
      inputs: reason,
    },
    {
      name: 'reject',
      command: 'reject',
      need: ['Inventory/egstockadjustmentlist:approve'],
      stages: ['submitted'],
      key: 'x',
      danger: true,
      fourEyes: true,
      inputs: reason,
    },
  ],
  lists: [
    {
      route: '/purchaseanddispatch/egstockadjustmentlist',
      entity: 'egstockadjustmentlist',
      of: 'documents',
      shows: () => true,
      past: true,
      begins: true,
      sla: { minutes: 24 * 60 },
      columns: [
        { name: 'number', kind: 'id', width: 150 },
        { name: 'stage', kind: 'status', of: 'stage', width: 120 },
        { name: 'reason', kind: 'text', width: 200, flex: 1 },
        { name: 'units', kind: 'number', width: 90 },
        { name: 'effect', kind: 'money', width: 120 },
        { name: 'by', kind: 'person', width: 150 },
        { name: 'movedAt', kind: 'age', width: 90 },
        { name: 'pooId', kind: 'place', width: 140 },
      ],
    },
  ],
  row: ({ header, lines }) => ({
    reason: header.reason,
    units: sizeOf(lines).units,
    effect: lines.reduce((sum, { valuePaise }) => sum + valuePaise, 0),
  }),
  find: ({ header, lines }) => [
    header.reason,
    ...lines.map(({ product, label, batch }) => `${product} ${label} ${batch}`),
  ],
  tones: { submitted: 'accent', rejected: 'danger' },
  files: true,
  print: {
    to: () => null,
    facts: ({ header, place }) => [
      ['print.place', place.code],
      ['header.reason', header.reason],
      ['header.note', header.note ?? '–'],
    ],
    columns: [
      { key: 'n', text: (_line, { n }) => String(n), align: 'right', width: 20 },
      { key: 'product', text: ({ product, label }) => `${product}\n${label}`, width: '*' },
      { key: 'batch', text: ({ batch, expiry }) => `${batch} ${expiry ? showDay(expiry) : ''}`, width: 110 },
      { key: 'qty', text: ({ qty }) => String(qty), align: 'right', width: 60 },
      { key: 'value', text: ({ valuePaise }) => rupees(valuePaise), align: 'right', width: 80 },
    ],
    totals: false,
    signs: ['sign.made', 'sign.approved'],
  },
  sources: ['product'],
  translations: translations({
    en: {
      title: 'Stock adjustments',
      one: 'Stock adjustment',
      'title.egstockadjustmentlist': 'EG Stock Adjustment List',
      'empty.egstockadjustmentlist': 'No open adjustments. Begin one when the shelf and the ledger differ.',
      'column.reason': 'Reason',
      'column.units': 'Units',
      'column.effect': 'Effect',
      'header.reasonId': 'Reason',
      'header.reason': 'Reason',
      'header.note': 'Note',
      'line.label': 'Barcode',
      'line.batch': 'Batch',
      'line.expiry': 'Expiry',
      'line.systemQty': 'In the ledger',
      'line.qty': 'Difference (±)',
      'line.valuePaise': 'Value',
      'action.submit': 'Propose',
      'action.approve': 'Approve and post',
      'action.recount': 'Order recount',
      'action.reject': 'Reject',
      'print.qty': 'Difference',
    },
    es: {
      title: 'Ajustes de existencias',
      one: 'Ajuste de existencias',
      'title.egstockadjustmentlist': 'Ajustes de existencias',
      'empty.egstockadjustmentlist':
        'No hay ajustes abiertos. Comience uno cuando el estante y el libro difieran.',
      'column.reason': 'Motivo',
      'column.units': 'Unidades',
      'column.effect': 'Efecto',
      'header.reasonId': 'Motivo',
      'header.reason': 'Motivo',
      'header.note': 'Nota',
      'line.label': 'Código',
      'line.batch': 'Lote',
      'line.expiry': 'Caducidad',
      'line.systemQty': 'Según el libro',
      'line.qty': 'Diferencia (±)',
      'line.valuePaise': 'Valor',
      'action.submit': 'Proponer',
      'action.approve': 'Aprobar y registrar',
      'action.recount': 'Ordenar recuento',
      'action.reject': 'Rechazar',
      'print.qty': 'Diferencia',
    },
  }),
});
