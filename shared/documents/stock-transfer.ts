import { defineDocument, type DocumentRow } from '../families/document.ts';
import {
  openDifference,
  transferLife,
  transferLineTax,
  transferTotals,
  type TransferLine,
  type TransferState,
} from '../streams/stock/transfer/state.ts';
import { transfer as stream } from '../streams/stock/transfer/transfer.ts';
import { stockTransferPrint } from './stock-transfer-print.ts';
import { stockTransferTexts } from './stock-transfer-translations.ts';

interface TransferRow extends DocumentRow {
  readonly from: string;
  readonly to: string;
  readonly boxes: number | null;
  readonly paper: string | null;
  readonly ewayNo: string | null;
  /** Units in transit. */
  readonly onTheWay: number;
}

const work = ['Inventory/stockmovement:edit', 'Inventory/stockmovement:create'] as const;
const reason = [{ name: 'reason', kind: 'paragraph', required: true }] as const;
const onTheWay = ({ stage, lines }: TransferState): number =>
  lines.reduce(
    (sum, line) =>
      sum + (stage === 'inTransit' ? line.qty : stage === 'discrepancy' ? openDifference(line) : 0),
    0,
  );

/**
 * Goods from one place of ours to another: requested, approved, picked, dispatched, counted on arrival,
 * differences settled.
 */
export const stockTransfer = defineDocument<TransferState, TransferRow>({
  name: 'stockTransfer',
  group: 'Inventory',
  stream,
  life: transferLife,
  header: [
    { name: 'toPooId', kind: 'reference', lookup: 'placeOfOperation', required: true },
    { name: 'note', kind: 'paragraph' },
    { name: 'paper', kind: 'code', shown: true },
    { name: 'boxes', kind: 'number', shown: true },
    { name: 'vehicle', kind: 'code', shown: true },
    { name: 'transporter', kind: 'text', shown: true },
    { name: 'ewayNo', kind: 'code', shown: true },
    { name: 'ewayTill', kind: 'date', shown: true },
  ],
  lines: [
    { name: 'product', kind: 'reference', lookup: 'product', width: 220 },
    { name: 'label', kind: 'code', shown: true, width: 130, wide: true },
    { name: 'batch', kind: 'code', shown: true, width: 110, wide: true },
    { name: 'expiry', kind: 'month', shown: true, width: 90, wide: true },
    { name: 'packSize', kind: 'number', shown: true, width: 60, wide: true },
    { name: 'qty', kind: 'number', min: 1, max: 99_99_999, width: 90 },
    { name: 'receivedQty', kind: 'number', min: 0, max: 99_99_999, width: 90 },
    { name: 'damagedQty', kind: 'number', min: 0, max: 99_99_999, width: 90 },
    { name: 'shortQty', kind: 'number', shown: true, width: 80, wide: true },
  ],
  edits: [
    {
      stages: ['draft'],
      command: 'change',
      need: work,
      header: ['toPooId', 'note'],
      lines: ['product', 'qty'],
      adds: true,
      scan: 'stock',
    },
    {
      stages: ['inTransit'],
      command: 'count',
      need: ['Inventory/stockmovement:edit'],
      at: 'other',
      header: [],
      lines: ['receivedQty', 'damagedQty'],
      adds: false,
      scan: 'line',
    },
  ],
  actions: [
    {
      name: 'submit',
      command: 'submit',
      need: ['Inventory/stockmovement:create', 'Inventory/PoRequestList:create'],
      stages: ['draft'],
      key: 's',
      primary: true,
    },
    {
      name: 'approve',
      command: 'approve',
      need: ['Inventory/stockmovement:approve'],
      stages: ['requested'],
      key: 'a',
      primary: true,
      fourEyes: true,
    },
    {
      name: 'reject',
      command: 'reject',
      need: ['Inventory/stockmovement:approve'],
      stages: ['requested'],
      key: 'x',
      danger: true,
      inputs: reason,
    },
    { name: 'pick', command: 'pick', need: work, stages: ['approved'], key: 'p', primary: true },
    {
      name: 'dispatch',
      command: 'dispatch',
      need: work,
      stages: ['picked'],
      key: 'd',
      primary: true,
      inputs: [
        { name: 'boxes', kind: 'number', required: true, min: 1, max: 9_999 },
        { name: 'vehicle', kind: 'code' },
        { name: 'transporter', kind: 'text' },
        { name: 'ewayNo', kind: 'code' },
        { name: 'ewayTill', kind: 'date' },
      ],
    },
    {
      name: 'receive',
      command: 'receive',
      need: ['Inventory/stockmovement:edit'],
      at: 'other',
      stages: ['inTransit'],
      key: 'r',
      primary: true,
    },
    {
      name: 'resolve',
      command: 'resolve',
      need: ['Inventory/stockmovement:approve'],
      at: 'any',
      stages: ['discrepancy'],
      line: (line: TransferLine) => openDifference(line) > 0,
      inputs: [
        { name: 'found', kind: 'number', min: 0 },
        { name: 'damaged', kind: 'number', min: 0 },
        { name: 'lost', kind: 'number', min: 0 },
        { name: 'note', kind: 'paragraph', required: true },
      ],
    },
    {
      name: 'cancel',
      command: 'cancel',
      need: ['Inventory/stockmovement:create'],
      at: 'any',
      stages: ['draft', 'requested', 'approved', 'picked'],
      danger: true,
      inputs: reason,
    },
  ],
  lists: [
    {
      route: '/purchaseanddispatch/stockmovement',
      entity: 'stockmovement',
      of: 'documents',
      shows: () => true,
      past: true,
      begins: true,
      sla: { minutes: 24 * 60 },
      columns: [
        { name: 'number', kind: 'id', width: 150, filter: 'text' },
        { name: 'stage', kind: 'status', of: 'stage', width: 160 },
        { name: 'from', kind: 'text', width: 150, flex: 1 },
        { name: 'to', kind: 'text', width: 150, flex: 1 },
        { name: 'lineCount', kind: 'number', width: 70 },
        { name: 'value', kind: 'money', width: 120 },
        { name: 'onTheWay', kind: 'number', width: 110 },
        { name: 'boxes', kind: 'number', width: 80 },
        { name: 'ewayNo', kind: 'id', width: 130, hidden: true },
        { name: 'paper', kind: 'id', width: 150 },
        { name: 'by', kind: 'person', width: 140 },
        { name: 'movedAt', kind: 'age', width: 90 },
      ],
    },
  ],
  rowVersion: 1,
  row: (state) => ({
    from: state.header.fromName || state.place.code,
    to: state.header.toName || state.header.toCode,
    boxes: state.header.boxes,
    paper: state.header.paper,
    ewayNo: state.header.ewayNo,
    onTheWay: onTheWay(state),
  }),
  find: ({ header, lines }) => [
    header.toCode,
    header.toName,
    header.paper ?? '',
    ...lines.map(({ product, label, batch }) => `${product} ${label} ${batch}`),
  ],
  totals: transferTotals,
  lineValue: (line, about) => transferLineTax(line, about as TransferState).taxable,
  tones: {
    draft: 'muted',
    requested: 'accent',
    approved: 'accent',
    picked: 'info',
    inTransit: 'info',
    discrepancy: 'warn',
    closed: 'ok',
    rejected: 'danger',
  },
  files: true,
  print: stockTransferPrint,
  sources: ['product', 'purchase'],
  translations: stockTransferTexts,
});
