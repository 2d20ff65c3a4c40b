import { showDay } from '../core/day.ts';
import { rupees } from '../core/money.ts';
import { defineDocument, type DocumentColumns, type DocumentRow } from '../families/document.ts';
import { rtv as stream } from '../streams/purchase/rtv/rtv.ts';
import {
  rtvBuckets,
  rtvLife,
  rtvLineTax,
  rtvModes,
  rtvReasons,
  rtvTotals,
  type RtvLine,
  type RtvState,
} from '../streams/purchase/rtv/state.ts';
import { rtvMemoTexts } from './rtv-memo-translations.ts';

interface RtvRow extends DocumentRow {
  readonly supplier: string;
  readonly units: number;
  readonly staged: number;
  readonly paper: string | null;
}
const edit = ['Inventory/creatertvmemo:create', 'Inventory/creatertvmemo:edit'] as const;
const reason = [{ name: 'reason', kind: 'paragraph', required: true }] as const;
const columns: DocumentColumns<RtvRow> = [
  { name: 'number', kind: 'id', width: 150, filter: 'text' },
  { name: 'supplier', kind: 'text', width: 200, flex: 2 },
  { name: 'stage', kind: 'status', of: 'stage', width: 130 },
  { name: 'lineCount', kind: 'number', width: 70 },
  { name: 'units', kind: 'number', width: 90 },
  { name: 'staged', kind: 'number', width: 90 },
  { name: 'value', kind: 'money', width: 120 },
  { name: 'paper', kind: 'id', width: 150 },
  { name: 'by', kind: 'person', width: 140 },
  { name: 'movedAt', kind: 'age', width: 90 },
  { name: 'pooId', kind: 'place', width: 130 },
];

/**
 * Goods returned to a supplier: chosen by supplier, approved, staged by scan, handed over with a claim,
 * settled with it.
 */
export const rtvMemo = defineDocument<RtvState, RtvRow>({
  name: 'rtvMemo',
  group: 'Inventory',
  stream,
  life: rtvLife,
  header: [
    { name: 'supplierId', kind: 'reference', lookup: 'supplier', required: true },
    { name: 'mode', kind: 'choice', options: rtvModes },
    { name: 'note', kind: 'paragraph' },
    { name: 'paper', kind: 'code', shown: true },
    { name: 'boxes', kind: 'number', shown: true },
    { name: 'receiver', kind: 'text', shown: true },
    { name: 'vehicle', kind: 'code', shown: true },
    { name: 'transporter', kind: 'text', shown: true },
    { name: 'ewayNo', kind: 'code', shown: true },
  ],
  lines: [
    { name: 'product', kind: 'reference', lookup: 'product', width: 200 },
    { name: 'label', kind: 'code', shown: true, width: 130, wide: true },
    { name: 'batch', kind: 'code', shown: true, width: 110, wide: true },
    { name: 'expiry', kind: 'month', shown: true, width: 80, wide: true },
    { name: 'bucket', kind: 'choice', options: rtvBuckets, width: 120, wide: true },
    { name: 'reason', kind: 'choice', options: rtvReasons, width: 120 },
    { name: 'qty', kind: 'number', min: 0, max: 99_99_999, width: 80 },
    { name: 'stagedQty', kind: 'number', min: 0, max: 99_99_999, width: 80 },
    { name: 'acceptedQty', kind: 'number', shown: true, width: 80, wide: true },
    { name: 'invoiceNo', kind: 'code', shown: true, width: 110, wide: true },
    { name: 'gstBp', kind: 'percent', shown: true, width: 60, wide: true },
    { name: 'outside', kind: 'yesNo', shown: true, width: 80, wide: true },
  ],
  edits: [
    {
      stages: ['draft'],
      command: 'change',
      need: edit,
      header: ['supplierId', 'mode', 'note'],
      lines: ['product', 'bucket', 'reason', 'qty'],
      adds: true,
      scan: 'stock',
    },
    {
      stages: ['approved'],
      command: 'scan',
      need: ['Inventory/rtvProcess:edit'],
      header: [],
      lines: ['stagedQty'],
      adds: false,
      scan: 'line',
    },
  ],
  actions: [
    {
      name: 'submit',
      command: 'submit',
      need: ['Inventory/creatertvmemo:create'],
      stages: ['draft'],
      key: 's',
      primary: true,
    },
    {
      name: 'approve',
      command: 'approve',
      need: ['Inventory/rtvProcess:approve'],
      stages: ['submitted'],
      key: 'a',
      primary: true,
      fourEyes: true,
    },
    {
      name: 'reject',
      command: 'reject',
      need: ['Inventory/rtvProcess:approve'],
      stages: ['submitted'],
      key: 'x',
      danger: true,
      fourEyes: true,
      inputs: reason,
    },
    {
      name: 'stage',
      command: 'stage',
      need: ['Inventory/rtvProcess:edit'],
      stages: ['approved'],
      key: 't',
      primary: true,
    },
    {
      name: 'handOver',
      command: 'handOver',
      need: ['Inventory/handoverrtvmemo:create'],
      stages: ['staged'],
      key: 'o',
      primary: true,
      inputs: [
        { name: 'boxes', kind: 'number', required: true, min: 1, max: 9_999 },
        { name: 'receiver', kind: 'text', required: true },
        { name: 'vehicle', kind: 'code' },
        { name: 'transporter', kind: 'text' },
        { name: 'ewayNo', kind: 'code' },
      ],
    },
    {
      name: 'decide',
      command: 'decide',
      need: ['Inventory/rtvProcess:edit'],
      stages: ['handedOver'],
      line: (line: RtvLine) => line.acceptedQty === null,
      inputs: [{ name: 'rejected', kind: 'number', required: true, min: 0 }],
    },
    {
      name: 'cancel',
      command: 'cancel',
      need: ['Inventory/creatertvmemo:create', 'Inventory/rtvProcess:edit'],
      stages: ['draft', 'submitted', 'approved', 'staged'],
      danger: true,
      inputs: reason,
    },
  ],
  lists: [
    {
      route: '/purchaseanddispatch/purchase/creatertvmemo',
      entity: 'creatertvmemo',
      of: 'documents',
      shows: ({ stage }) => stage === 'draft' || stage === 'submitted',
      past: true,
      begins: true,
      columns,
    },
    {
      route: '/purchaseanddispatch/rtvProcess',
      entity: 'rtvProcess',
      of: 'documents',
      shows: ({ stage }) => stage !== 'draft',
      past: true,
      begins: false,
      columns,
      sla: { minutes: 3 * 24 * 60 },
    },
    {
      route: '/purchaseanddispatch/handoverrtvmemo',
      entity: 'handoverrtvmemo',
      of: 'documents',
      shows: ({ stage }) => stage === 'staged' || stage === 'handedOver',
      past: false,
      begins: false,
      columns,
    },
  ],
  row: ({ header, lines }) => ({
    supplier: header.supplier,
    units: lines.reduce((sum, { qty }) => sum + qty, 0),
    staged: lines.reduce((sum, { stagedQty }) => sum + stagedQty, 0),
    paper: header.paper,
  }),
  find: ({ header, lines }) => [
    header.supplier,
    header.paper ?? '',
    ...lines.map(({ product, label, batch }) => `${product} ${label} ${batch}`),
  ],
  totals: rtvTotals,
  lineValue: (line, about) => rtvLineTax(line, about as RtvState).taxable,
  tones: {
    draft: 'muted',
    submitted: 'accent',
    approved: 'accent',
    staged: 'info',
    handedOver: 'info',
    settled: 'ok',
    rejected: 'danger',
  },
  files: true,
  print: {
    to: ({ header }) => [header.supplier, `GSTIN ${header.gstin}`],
    facts: ({ header, place }) => [
      ['print.place', place.code],
      ['header.paper', header.paper ?? '–'],
      ['header.boxes', String(header.boxes ?? '–')],
      ['header.receiver', header.receiver ?? '–'],
      ['header.vehicle', header.vehicle ?? header.transporter ?? '–'],
      ['header.ewayNo', header.ewayNo ?? '–'],
    ],
    columns: [
      { key: 'n', text: (_line, { n }) => String(n), align: 'right', width: 20 },
      { key: 'product', text: ({ product, label }) => `${product}\n${label}`, width: '*' },
      { key: 'hsn', text: ({ hsn }) => hsn, width: 40 },
      { key: 'batch', text: ({ batch, expiry }) => `${batch}\n${expiry ? showDay(expiry) : ''}`, width: 76 },
      {
        key: 'invoiceNo',
        text: ({ invoiceNo, invoiceDate }) => `${invoiceNo}\n${invoiceDate ? showDay(invoiceDate) : ''}`,
        width: 76,
      },
      { key: 'qty', text: ({ qty }) => String(qty), align: 'right', width: 40 },
      { key: 'gstBp', text: ({ gstBp }) => `${gstBp / 100} %`, align: 'right', width: 36 },
      { key: 'value', text: ({ valuePaise }) => rupees(valuePaise), align: 'right', width: 64 },
    ],
    totals: true,
    signs: ['sign.made', 'sign.received'],
  },
  sources: ['purchase', 'supplier', 'product'],
  translations: rtvMemoTexts,
});
