import type { DocumentState } from '../streams/documents/state.ts';
import {
  type DocumentColumns,
  defineDocument,
  type DocumentList,
  type DocumentRow,
} from '../families/document.ts';
import { gre as stream } from '../streams/purchase/gre/gre.ts';
import {
  greInterState,
  billStages,
  greLife,
  greLineTax,
  greTotals,
  rejectReasons,
  type GreState,
} from '../streams/purchase/gre/state.ts';
import { goodsReceiptPrint } from './goods-receipt-print.ts';
import { goodsReceiptTexts } from './goods-receipt-translations.ts';

interface GreRow extends DocumentRow {
  readonly supplier: string;
  readonly invoiceNo: string;
  readonly gatePass: string | null;
  readonly direct: boolean;
  readonly parked: boolean;
  readonly cold: boolean;
  readonly accepted: number;
  readonly rejected: number;
  readonly exceptions: number;
}

const edits = [
  'Inventory/gre:edit',
  'Inventory/gre1:edit',
  'Inventory/resumeGre:edit',
  'Inventory/purchaseEntry:edit',
] as const;
const reason = [{ name: 'reason', kind: 'paragraph', required: true }] as const;
const columns: DocumentColumns<GreRow> = [
  { name: 'number', kind: 'id', width: 150, filter: 'text' },
  { name: 'supplier', kind: 'text', width: 190, flex: 2 },
  { name: 'invoiceNo', kind: 'id', width: 120 },
  { name: 'stage', kind: 'status', of: 'stage', width: 150 },
  { name: 'lineCount', kind: 'number', width: 70 },
  { name: 'value', kind: 'money', width: 120 },
  { name: 'cold', kind: 'yesNo', width: 70 },
  { name: 'gatePass', kind: 'id', width: 150 },
  { name: 'by', kind: 'person', width: 140 },
  { name: 'movedAt', kind: 'age', width: 90 },
  { name: 'pooId', kind: 'place', width: 130 },
];
const list = (
  entity: string,
  shows: (row: GreRow) => boolean,
  more: Partial<DocumentList<GreRow>> = {},
): DocumentList<GreRow> => ({
  route: `/purchaseanddispatch/${entity}`,
  entity,
  of: 'documents',
  shows,
  past: false,
  begins: false,
  columns,
  ...more,
});

const isParked = (state: DocumentState): boolean => 'parked' in state && state.parked === true;

/** A receipt of goods: entered and counted, inspected by somebody else, matched with order and invoice, confirmed into stock. */
export const goodsReceipt = defineDocument<GreState, GreRow>({
  name: 'goodsReceipt',
  group: 'Inventory',
  stream,
  life: greLife,
  header: [
    { name: 'supplierId', kind: 'reference', lookup: 'supplier', required: true },
    { name: 'invoiceNo', kind: 'code', required: true },
    { name: 'invoiceDate', kind: 'date', required: true },
    { name: 'invoiceValuePaise', kind: 'money', required: true },
    { name: 'directReason', kind: 'paragraph', required: true },
    { name: 'gatePass', kind: 'code', shown: true },
    { name: 'poIds', kind: 'references', lookup: 'purchase' },
  ],
  lines: [
    { name: 'product', kind: 'reference', lookup: 'product', width: 210 },
    { name: 'packSize', kind: 'number', shown: true, width: 50, wide: true },
    { name: 'batch', kind: 'code', width: 110, wide: true },
    { name: 'mfg', kind: 'month', width: 80, wide: true },
    { name: 'expiry', kind: 'month', width: 80, wide: true },
    { name: 'labelMrpPaise', kind: 'money', width: 90, wide: true },
    { name: 'paidPacks', kind: 'number', min: 0, max: 99_999, width: 70 },
    { name: 'freePacks', kind: 'number', min: 0, max: 99_999, width: 60, wide: true },
    { name: 'ptrPaise', kind: 'money', width: 90, wide: true },
    { name: 'discBp', kind: 'percent', width: 70, wide: true },
    { name: 'gstBp', kind: 'percent', width: 60, wide: true },
    { name: 'receivedQty', kind: 'number', min: 0, max: 99_99_999, width: 80 },
    { name: 'acceptedQty', kind: 'number', min: 0, max: 99_99_999, width: 80 },
    { name: 'rejectedQty', kind: 'number', min: 0, max: 99_99_999, width: 80 },
    { name: 'rejectReason', kind: 'choice', options: rejectReasons, of: 'reject', width: 110, wide: true },
    { name: 'temperature', kind: 'decimal', decimals: 1, min: -40, max: 60, width: 60, wide: true },
  ],
  edits: [
    {
      stages: ['draft'],
      command: 'change',
      need: edits,
      header: ['poIds'],
      lines: [
        ...['product', 'batch', 'mfg', 'expiry', 'labelMrpPaise', 'paidPacks', 'freePacks'],
        ...['ptrPaise', 'discBp', 'gstBp', 'receivedQty'],
      ],
      adds: true,
      scan: 'product',
    },
    {
      stages: ['qcPending'],
      command: 'inspect',
      need: ['Inventory/qcList:create'],
      header: [],
      lines: ['acceptedQty', 'rejectedQty', 'rejectReason', 'temperature'],
      adds: false,
      scan: null,
    },
  ],
  actions: [
    {
      name: 'submit',
      command: 'submit',
      need: ['Inventory/gre:create', 'Inventory/gre1:create', 'Inventory/purchaseEntry:create'],
      stages: ['draft'],
      key: 's',
      primary: true,
    },
    { name: 'park', command: 'park', need: edits, stages: ['draft'], when: (state) => !isParked(state) },
    { name: 'resume', command: 'resume', need: edits, stages: ['draft'], when: isParked },
    {
      name: 'completeQc',
      command: 'completeQc',
      need: ['Inventory/qcList:create'],
      stages: ['qcPending'],
      key: 'e',
      primary: true,
      fourEyes: true,
    },
    {
      name: 'confirm',
      command: 'confirm',
      need: ['Inventory/greConfirmationList:approve'],
      stages: ['matched'],
      key: 'a',
      primary: true,
      fourEyes: true,
    },
    {
      name: 'verifyAccounts',
      command: 'verifyAccounts',
      need: ['Inventory/debitNote:approve'],
      stages: billStages,
      when: (state) => !('accountsVerified' in state && state.accountsVerified === true),
      key: 'v',
      primary: true,
      fourEyes: true,
    },
    {
      name: 'reject',
      command: 'reject',
      need: ['Inventory/greConfirmationList:approve'],
      stages: ['qcPending', 'matched'],
      key: 'x',
      danger: true,
      inputs: reason,
    },
    {
      name: 'cancel',
      command: 'cancel',
      need: ['Inventory/gre:delete', 'Inventory/gre1:delete', 'Inventory/resumeGre:delete'],
      stages: ['draft', 'qcPending', 'approvalPending', 'matched'],
      danger: true,
      inputs: reason,
    },
  ],
  lists: [
    list('gre', () => true, { past: true }),
    list('gre1', ({ stage }) => stage === 'draft'),
    list('resumeGre', ({ stage }) => stage === 'draft', { sla: { minutes: 24 * 60 } }),
    list('qcList', ({ stage }) => stage === 'qcPending', { sla: { minutes: 120 } }),
    list('greConfirmationList', ({ stage }) => stage === 'matched', {
      sla: { minutes: 120 },
      columns: [
        ...columns.slice(0, 3),
        { name: 'accepted', kind: 'number', width: 90 },
        { name: 'rejected', kind: 'number', width: 90 },
        { name: 'exceptions', kind: 'number', width: 90 },
        { name: 'value', kind: 'money', width: 120 },
        { name: 'movedAt', kind: 'age', width: 90 },
        { name: 'pooId', kind: 'place', width: 130 },
      ],
    }),
    list('purchaseEntry', ({ direct }) => direct, {
      route: '/purchaseanddispatch/purchase/purchaseEntry',
      begins: true,
      past: true,
    }),
  ],
  row: ({ header, lines, parked, exceptions }) => ({
    supplier: header.supplier,
    invoiceNo: header.invoiceNo,
    gatePass: header.gatePass,
    direct: header.gatePassId === null,
    parked,
    cold: lines.some(({ storage }) => storage === 'COLD'),
    accepted: lines.reduce((sum, { acceptedQty }) => sum + (acceptedQty ?? 0), 0),
    rejected: lines.reduce((sum, { rejectedQty }) => sum + (rejectedQty ?? 0), 0),
    exceptions: exceptions.length,
  }),
  find: ({ header, lines }) => [
    header.supplier,
    header.invoiceNo,
    header.gatePass ?? '',
    ...lines.map(({ product, batch }) => `${product} ${batch}`),
  ],
  totals: greTotals,
  lineValue: (line, about) => greLineTax(line, greInterState(about)).taxable,
  tones: {
    draft: 'muted',
    qcPending: 'accent',
    approvalPending: 'warn',
    matched: 'accent',
    confirmed: 'info',
    rejected: 'danger',
  },
  files: true,
  filesLink: '/gre-invoice-link',
  print: goodsReceiptPrint,
  sources: ['purchase', 'supplier', 'product'],
  translations: goodsReceiptTexts,
});
