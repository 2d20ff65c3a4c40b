import { defineDocument, type DocumentRow } from '../families/document.ts';
import { po as stream } from '../streams/purchase/po/po.ts';
import {
  isInterState,
  openPacks,
  poLife,
  poLineTax,
  poTotals,
  type PoLine,
  type PoState,
} from '../streams/purchase/po/state.ts';
import { purchaseOrderPrint } from './purchase-order-print.ts';
import { purchaseOrderTranslations } from './purchase-order-translations.ts';

export interface PoRow extends DocumentRow {
  readonly supplier: string;
  readonly revision: number;
  readonly expectedOn: string | null;
  /** Share of packs received, in percent. */
  readonly received: number;
  readonly openValue: number;
}

const receivedPart = (lines: readonly PoLine[]): number => {
  const ordered = lines.reduce((sum, { packs }) => sum + packs, 0);
  const came = lines.reduce((sum, { packs, receivedPacks }) => sum + Math.min(packs, receivedPacks), 0);
  return ordered === 0 ? 0 : Math.floor((came * 100) / ordered);
};
const reason = [{ name: 'reason', kind: 'paragraph', required: true }] as const;
const common = [
  { name: 'number', kind: 'id', width: 150, filter: 'text' },
  { name: 'supplier', kind: 'text', width: 200, flex: 2, filter: 'text' },
  { name: 'value', kind: 'money', width: 120 },
  { name: 'lineCount', kind: 'number', width: 70 },
] as const;
const ends = [
  { name: 'expectedOn', kind: 'date', width: 110 },
  { name: 'by', kind: 'person', width: 150 },
  { name: 'pooId', kind: 'place', width: 130 },
] as const;

/** An order to a supplier, from draft to receipt. */
export const purchaseOrder = defineDocument<PoState, PoRow>({
  name: 'purchaseOrder',
  group: 'Inventory',
  stream,
  life: poLife,
  header: [
    { name: 'supplierId', kind: 'reference', lookup: 'supplier', required: true },
    { name: 'expectedOn', kind: 'date', required: true },
    { name: 'validityDays', kind: 'number', min: 1, max: 90 },
    { name: 'terms', kind: 'paragraph' },
    { name: 'gstin', kind: 'code', shown: true },
  ],
  lines: [
    { name: 'product', kind: 'reference', lookup: 'product', width: 250 },
    { name: 'packSize', kind: 'number', shown: true, width: 60, wide: true },
    { name: 'packs', kind: 'number', min: 1, max: 99_999, width: 80 },
    { name: 'freePacks', kind: 'number', min: 0, max: 99_999, width: 70, wide: true },
    { name: 'ptrPaise', kind: 'money', width: 100 },
    { name: 'discBp', kind: 'percent', width: 80, wide: true },
    { name: 'gstBp', kind: 'percent', shown: true, width: 70, wide: true },
    { name: 'mrpPaise', kind: 'money', shown: true, width: 90, wide: true },
    { name: 'receivedPacks', kind: 'number', shown: true, width: 80, wide: true },
  ],
  edits: [
    {
      stages: ['draft'],
      command: 'change',
      need: ['Inventory/manualPO:edit', 'Inventory/poList:create'],
      header: ['supplierId', 'expectedOn', 'validityDays', 'terms'],
      lines: ['product', 'packs', 'freePacks', 'ptrPaise', 'discBp'],
      adds: true,
      scan: 'product',
    },
  ],
  actions: [
    {
      name: 'submit',
      command: 'submit',
      need: ['Inventory/manualPO:create', 'Inventory/manualPO:edit', 'Inventory/poList:create'],
      stages: ['draft'],
      key: 's',
      primary: true,
    },
    {
      name: 'approve',
      command: 'approve',
      need: ['Inventory/poApprovalList:approve'],
      stages: ['submitted'],
      key: 'a',
      primary: true,
      fourEyes: true,
    },
    {
      name: 'reject',
      command: 'reject',
      need: ['Inventory/poApprovalList:approve'],
      stages: ['submitted'],
      key: 'x',
      danger: true,
      fourEyes: true,
      inputs: reason,
    },
    {
      name: 'send',
      command: 'send',
      need: ['Inventory/PoList:edit', 'Inventory/unProcessedPo:edit'],
      stages: ['approved', 'lapsed', 'sent'],
      key: 'm',
      primary: true,
      inputs: [{ name: 'channel', kind: 'choice', options: ['email', 'print'], required: true }],
    },
    {
      name: 'revise',
      command: 'revise',
      need: ['Inventory/manualPO:edit'],
      stages: ['rejected', 'approved', 'sent'],
      key: 'v',
    },
    {
      name: 'shortClose',
      command: 'shortClose',
      need: ['Inventory/unProcessedPo:edit'],
      stages: ['sent', 'lapsed', 'partlyReceived'],
      key: 'c',
      danger: true,
      inputs: reason,
    },
    {
      name: 'cancel',
      command: 'cancel',
      need: ['Inventory/PoList:delete'],
      stages: ['draft', 'submitted', 'rejected', 'approved', 'sent'],
      danger: true,
      inputs: reason,
    },
  ],
  lists: [
    {
      route: '/purchaseanddispatch/PoList',
      entity: 'PoList',
      of: 'documents',
      shows: () => true,
      past: true,
      begins: false,
      columns: [
        ...common.slice(0, 2),
        { name: 'stage', kind: 'status', of: 'stage', width: 130, filter: 'set' },
        ...common.slice(2),
        { name: 'received', kind: 'number', width: 90 },
        { name: 'revision', kind: 'number', width: 60 },
        ...ends,
        { name: 'madeAt', kind: 'datetime', width: 140, hidden: true },
      ],
    },
    {
      route: '/purchaseanddispatch/poApprovalList',
      entity: 'poApprovalList',
      of: 'documents',
      shows: ({ stage }) => stage === 'submitted',
      past: false,
      begins: false,
      columns: [...common, { name: 'movedAt', kind: 'age', width: 90 }, ...ends],
      sla: { minutes: 4 * 60 },
    },
    {
      route: '/purchaseanddispatch/manualPO',
      entity: 'manualPO',
      of: 'documents',
      shows: ({ stage }) => stage === 'draft' || stage === 'rejected',
      past: false,
      begins: true,
      columns: [...common, { name: 'stage', kind: 'status', of: 'stage', width: 120 }, ...ends],
    },
    {
      route: '/purchaseanddispatch/unProcessedPo',
      entity: 'unProcessedPo',
      of: 'documents',
      shows: ({ stage, expectedOn }, { today }) =>
        stage === 'approved' ||
        stage === 'lapsed' ||
        ((stage === 'sent' || stage === 'partlyReceived') && expectedOn !== null && expectedOn < today),
      past: false,
      begins: false,
      columns: [
        ...common.slice(0, 2),
        { name: 'stage', kind: 'status', of: 'stage', width: 130 },
        { name: 'openValue', kind: 'money', width: 120 },
        { name: 'movedAt', kind: 'age', width: 90 },
        ...ends,
      ],
      sla: { minutes: 24 * 60 },
    },
  ],
  row: ({ header, lines, revision, place }) => ({
    supplier: header.supplier,
    revision,
    expectedOn: header.expectedOn,
    received: receivedPart(lines),
    openValue: lines.reduce(
      (sum, line) => sum + poLineTax({ ...line, packs: openPacks(line) }, isInterState(header, place)).total,
      0,
    ),
  }),
  find: ({ header, lines }) => [header.supplier, ...lines.map(({ product, code }) => `${code} ${product}`)],
  totals: poTotals,
  lineValue: (line, { header, place }) => poLineTax(line, isInterState(header, place)).taxable,
  tones: {
    submitted: 'accent',
    approved: 'info',
    sent: 'info',
    partlyReceived: 'info',
    lapsed: 'danger',
    rejected: 'danger',
  },
  files: true,
  print: purchaseOrderPrint,
  sources: ['purchase', 'supplier'],
  translations: purchaseOrderTranslations,
});
