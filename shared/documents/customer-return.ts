import { defineDocument, type DocumentColumns, type DocumentRow } from '../families/document.ts';
import { customerReturn as stream } from '../streams/sales/return/return.ts';
import {
  refundModes,
  returnLife,
  returnLineValue,
  returnReasons,
  returnTotals,
  type ReturnHeader,
  type ReturnState,
} from '../streams/sales/return/state.ts';
import { customerReturnTexts } from './customer-return-translations.ts';

interface ReturnRow
  extends
    DocumentRow,
    Pick<
      ReturnHeader,
      'customer' | 'dcNumber' | 'reason' | 'pickup' | 'pincode' | 'agent' | 'visitOn' | 'tries'
    > {
  readonly units: number;
  readonly creditNote: string | null;
}
const begin = ['Inventory/customerDcReturn:create', 'Out Bound/returnPickup:create'] as const;
const pickup = ['Out Bound/returnPickup:edit'] as const;
const reason = [{ name: 'reason', kind: 'paragraph', required: true }] as const;
const columns: DocumentColumns<ReturnRow> = [
  { name: 'number', kind: 'id', width: 150, filter: 'text' },
  { name: 'customer', kind: 'text', width: 170, flex: 2, filter: 'text' },
  { name: 'dcNumber', kind: 'id', width: 150 },
  { name: 'stage', kind: 'status', of: 'stage', width: 130, filter: 'set' },
  { name: 'reason', kind: 'status', of: 'reason', width: 170, filter: 'set' },
  { name: 'units', kind: 'number', width: 70 },
  { name: 'value', kind: 'money', width: 100 },
  { name: 'creditNote', kind: 'id', width: 150, hidden: true },
  { name: 'by', kind: 'person', width: 140 },
  { name: 'movedAt', kind: 'age', width: 90 },
  { name: 'pooId', kind: 'place', width: 130 },
];
const open = ({ stage }: DocumentRow): boolean => stage !== 'closed';

/** Delivered goods that a customer gives back: requested, decided, fetched, inspected, credited, refunded. */
export const customerReturn = defineDocument<ReturnState, ReturnRow>({
  name: 'customerReturn',
  group: 'Inventory',
  stream,
  life: returnLife,
  header: [
    { name: 'customer', kind: 'text', shown: true },
    { name: 'dcNumber', kind: 'code', shown: true },
    { name: 'invoiceNumber', kind: 'code', shown: true },
    { name: 'deliveredOn', kind: 'date', shown: true },
    { name: 'reason', kind: 'choice', options: returnReasons, required: true },
    { name: 'pickup', kind: 'yesNo' },
    { name: 'note', kind: 'paragraph' },
    { name: 'address', kind: 'text', shown: true },
    { name: 'visitOn', kind: 'date', shown: true },
    { name: 'creditNoteNumber', kind: 'code', shown: true },
    { name: 'refundRef', kind: 'code', shown: true },
  ],
  lines: [
    { name: 'product', kind: 'text', shown: true, width: 220 },
    { name: 'label', kind: 'code', shown: true, width: 130, wide: true },
    { name: 'batch', kind: 'code', shown: true, width: 110, wide: true },
    { name: 'expiry', kind: 'date', shown: true, width: 110, wide: true },
    { name: 'deliveredQty', kind: 'number', shown: true, width: 90, wide: true },
    { name: 'qty', kind: 'number', min: 0, max: 99_99_999, width: 90 },
    { name: 'receivedQty', kind: 'number', min: 0, max: 99_99_999, width: 90 },
    { name: 'restockQty', kind: 'number', min: 0, max: 99_99_999, width: 90 },
    { name: 'damagedQty', kind: 'number', min: 0, max: 99_99_999, width: 90 },
  ],
  edits: [
    {
      stages: ['draft'],
      command: 'change',
      need: begin,
      header: ['reason', 'pickup', 'note'],
      lines: ['qty'],
      adds: false,
      scan: 'line',
    },
    {
      stages: ['approved', 'pickedUp'],
      command: 'scan',
      need: ['Inventory/customerDcReturn:edit'],
      header: [],
      lines: ['receivedQty'],
      adds: false,
      scan: 'line',
    },
    {
      stages: ['received'],
      command: 'sort',
      need: ['Inventory/customerDcReturn:approve'],
      header: [],
      lines: ['restockQty', 'damagedQty'],
      adds: false,
      scan: null,
    },
  ],
  actions: [
    { name: 'request', command: 'request', need: begin, stages: ['draft'], key: 's', primary: true },
    {
      name: 'approve',
      command: 'approve',
      need: ['Inventory/returnApproval:approve'],
      stages: ['requested'],
      key: 'a',
      primary: true,
      fourEyes: true,
    },
    {
      name: 'reject',
      command: 'reject',
      need: ['Inventory/returnApproval:approve'],
      stages: ['requested'],
      key: 'x',
      danger: true,
      fourEyes: true,
      inputs: reason,
    },
    {
      name: 'schedule',
      command: 'schedule',
      need: pickup,
      stages: ['approved', 'pickupScheduled'],
      when: (state) => (state as ReturnState).header.pickup,
      key: 'p',
      primary: true,
      inputs: [
        { name: 'agentId', kind: 'employee', required: true },
        { name: 'visitOn', kind: 'date', required: true },
      ],
    },
    {
      name: 'pickUp',
      command: 'pickUp',
      need: pickup,
      stages: ['pickupScheduled'],
      key: 'u',
      primary: true,
      inputs: [{ name: 'code', kind: 'code', required: true }],
    },
    { name: 'fail', command: 'fail', need: pickup, stages: ['pickupScheduled'], inputs: reason },
    {
      name: 'receive',
      command: 'receive',
      need: ['Inventory/customerDcReturn:edit'],
      stages: ['approved', 'pickedUp'],
      when: (state) => state.stage === 'pickedUp' || !(state as ReturnState).header.pickup,
      key: 'r',
      primary: true,
    },
    {
      name: 'inspect',
      command: 'inspect',
      need: ['Inventory/customerDcReturn:approve'],
      stages: ['received'],
      key: 'i',
      primary: true,
    },
    {
      name: 'refund',
      command: 'refund',
      need: ['Inventory/returnApproval:edit'],
      stages: ['credited'],
      key: 'f',
      primary: true,
      inputs: [
        { name: 'mode', kind: 'choice', options: refundModes, required: true },
        { name: 'ref', kind: 'code' },
      ],
    },
    {
      name: 'cancel',
      command: 'cancel',
      need: [...begin, 'Inventory/customerDcReturn:edit'],
      stages: ['draft', 'requested', 'approved', 'pickupScheduled'],
      danger: true,
      inputs: reason,
    },
  ],
  lists: [
    {
      route: '/purchaseanddispatch/customerDcReturn',
      entity: 'customerDcReturn',
      of: 'documents',
      shows: open,
      past: true,
      begins: false,
      columns,
    },
    {
      route: '/purchaseanddispatch/returnApproval',
      entity: 'returnApproval',
      of: 'documents',
      shows: ({ stage }) => stage === 'requested' || stage === 'credited',
      past: true,
      begins: false,
      columns,
      sla: { minutes: 24 * 60 },
    },
    {
      route: '/outBound/returnPickup',
      group: 'Out Bound',
      entity: 'returnPickup',
      of: 'documents',
      shows: ({ stage, pickup: fetched }) =>
        fetched && ['draft', 'approved', 'pickupScheduled', 'pickedUp'].includes(stage),
      past: false,
      begins: false,
      columns: [
        { name: 'number', kind: 'id', width: 150, filter: 'text' },
        { name: 'customer', kind: 'text', width: 170, flex: 2, filter: 'text' },
        { name: 'pincode', kind: 'id', width: 90, filter: 'text' },
        { name: 'stage', kind: 'status', of: 'stage', width: 130, filter: 'set' },
        { name: 'visitOn', kind: 'date', width: 110 },
        { name: 'agent', kind: 'person', width: 150 },
        { name: 'tries', kind: 'number', width: 70 },
        { name: 'units', kind: 'number', width: 70 },
        { name: 'dcNumber', kind: 'id', width: 150 },
        { name: 'movedAt', kind: 'age', width: 90 },
        { name: 'pooId', kind: 'place', width: 130 },
      ],
      sla: { minutes: 2 * 24 * 60 },
    },
  ],
  row: ({ header, lines }) => {
    const { customer, dcNumber, pincode, agent, visitOn, tries } = header;
    return {
      ...{ customer, dcNumber, pincode, agent, visitOn, tries },
      reason: header.reason,
      pickup: header.pickup,
      units: lines.reduce((sum, { qty }) => sum + qty, 0),
      creditNote: header.creditNoteNumber,
    };
  },
  find: ({ header, lines }) => [
    header.customer,
    header.phone,
    header.dcNumber,
    header.invoiceNumber,
    header.creditNoteNumber ?? '',
    ...lines.map(({ product, label, batch }) => `${product} ${label} ${batch}`),
  ],
  totals: returnTotals,
  lineValue: returnLineValue,
  tones: {
    draft: 'muted',
    requested: 'accent',
    approved: 'info',
    pickupScheduled: 'info',
    pickedUp: 'info',
    received: 'accent',
    credited: 'warn',
    closed: 'ok',
    rejected: 'danger',
  },
  phones: ['phone'],
  files: true,
  print: null,
  sources: ['purchase', 'customer'],
  translations: customerReturnTexts,
});
