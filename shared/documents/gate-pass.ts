import { defineDocument, type DocumentRow } from '../families/document.ts';
import { gatepass as stream } from '../streams/purchase/gatepass/gatepass.ts';
import {
  gatePassLife,
  refuseReasons,
  type GatePassState,
  type InvoiceLine,
} from '../streams/purchase/gatepass/state.ts';
import { showDay } from '../core/day.ts';
import { rupees } from '../core/money.ts';
import { gatePassTexts } from './gate-pass-translations.ts';

interface GatePassRow extends DocumentRow {
  readonly supplier: string;
  readonly vehicle: string | null;
  readonly boxes: number | null;
  readonly damaged: number | null;
  readonly cold: boolean;
  readonly invoices: string;
  readonly receipts: string;
  readonly lines: readonly InvoiceLine[];
}

const register = [
  { name: 'number', kind: 'id', width: 150, filter: 'text' },
  { name: 'supplier', kind: 'text', width: 190, flex: 2 },
  { name: 'stage', kind: 'status', of: 'stage', width: 130 },
  { name: 'invoices', kind: 'text', width: 150, flex: 1 },
  { name: 'boxes', kind: 'number', width: 80 },
  { name: 'damaged', kind: 'number', width: 90 },
  { name: 'vehicle', kind: 'id', width: 120 },
  { name: 'cold', kind: 'yesNo', width: 80 },
  { name: 'receipts', kind: 'text', width: 150 },
  { name: 'madeAt', kind: 'datetime', width: 140 },
  { name: 'pooId', kind: 'place', width: 130 },
] as const;

/** A vehicle with goods at the gate; a receipt is started for each invoice. */
export const gatePass = defineDocument<GatePassState, GatePassRow>({
  name: 'gatePass',
  group: 'Inventory',
  stream,
  life: gatePassLife,
  header: [
    { name: 'supplierId', kind: 'reference', lookup: 'supplier', required: true },
    { name: 'orders', kind: 'text' },
    { name: 'transporter', kind: 'text' },
    { name: 'vehicle', kind: 'code' },
    { name: 'driver', kind: 'text' },
    { name: 'phone', kind: 'text' },
    { name: 'lrNo', kind: 'code' },
    { name: 'boxesDeclared', kind: 'number', min: 0 },
    { name: 'boxesReceived', kind: 'number', min: 0 },
    { name: 'boxesDamaged', kind: 'number', min: 0 },
    { name: 'coldTemp', kind: 'decimal', decimals: 1, min: -30, max: 60 },
    { name: 'ewayNo', kind: 'code' },
    { name: 'ewayTill', kind: 'date' },
  ],
  lines: [
    { name: 'invoiceNo', kind: 'code', width: 160 },
    { name: 'invoiceDate', kind: 'date', width: 130 },
    { name: 'valuePaise', kind: 'money', width: 140 },
    { name: 'gre', kind: 'code', shown: true, width: 160 },
  ],
  edits: [
    {
      stages: ['open'],
      command: 'change',
      need: ['Inventory/gatePass:edit'],
      header: [
        ...['supplierId', 'orders', 'transporter', 'vehicle', 'driver', 'phone', 'lrNo'],
        ...['boxesDeclared', 'boxesReceived', 'boxesDamaged', 'coldTemp', 'ewayNo', 'ewayTill'],
      ],
      lines: ['invoiceNo', 'invoiceDate', 'valuePaise'],
      adds: true,
      scan: null,
    },
  ],
  actions: [
    {
      name: 'startGre',
      command: 'draft',
      need: ['Inventory/greGatePass:create', 'Inventory/gre:create'],
      stages: ['open', 'greStarted'],
      line: ({ greId, invoiceNo, invoiceDate }) => greId === null && invoiceNo !== '' && invoiceDate !== null,
      begins: {
        stream: 'gre',
        command: 'draft',
        route: '/purchaseanddispatch/gre',
        input: ({ id, pooId }, line) => ({
          pooId,
          header: { gatePassId: id, invoiceLineId: line?.id ?? null },
          lines: [],
        }),
      },
    },
    {
      name: 'refuse',
      command: 'refuse',
      need: ['Inventory/gatePass:approve'],
      stages: ['open'],
      key: 'x',
      danger: true,
      inputs: [
        { name: 'reason', kind: 'choice', options: refuseReasons, of: 'refuse', required: true },
        { name: 'note', kind: 'paragraph', required: true },
      ],
    },
    {
      name: 'cancel',
      command: 'cancel',
      need: ['Inventory/gatePass:delete'],
      stages: ['open'],
      danger: true,
      inputs: [{ name: 'reason', kind: 'paragraph', required: true }],
    },
  ],
  lists: [
    {
      route: '/purchaseanddispatch/purchase/gatePass',
      entity: 'gatePass',
      of: 'documents',
      shows: () => true,
      past: true,
      begins: true,
      columns: register,
    },
    {
      route: '/purchaseanddispatch/greGatePass',
      entity: 'greGatePass',
      of: 'lines',
      shows: () => true,
      showsLine: (line) => line['greId'] === null && line['invoiceNo'] !== '',
      past: false,
      begins: false,
      sla: { minutes: 120 },
      columns: [
        { name: 'number', kind: 'id', width: 150 },
        { name: 'supplier', kind: 'text', width: 200, flex: 2 },
        { name: 'invoiceNo', kind: 'id', width: 140 },
        { name: 'invoiceDate', kind: 'date', width: 110 },
        { name: 'valuePaise', kind: 'money', width: 120 },
        { name: 'cold', kind: 'yesNo', width: 80 },
        { name: 'boxes', kind: 'number', width: 80 },
        { name: 'movedAt', kind: 'age', width: 90 },
        { name: 'pooId', kind: 'place', width: 130 },
      ],
    },
    {
      route: '/purchaseanddispatch/inWardRegister',
      entity: 'inWardRegister',
      of: 'documents',
      shows: () => true,
      past: true,
      begins: false,
      columns: register,
    },
  ],
  row: ({ header, lines }) => ({
    supplier: header.supplier,
    vehicle: header.vehicle,
    boxes: header.boxesReceived,
    damaged: header.boxesDamaged,
    cold: header.coldTemp !== null,
    invoices: lines.map(({ invoiceNo }) => invoiceNo).join(', '),
    receipts: lines.flatMap(({ gre }) => gre ?? []).join(', '),
    lines,
  }),
  find: ({ header, lines }) => [
    header.supplier,
    header.vehicle ?? '',
    ...lines.map(({ invoiceNo }) => invoiceNo),
  ],
  tones: { open: 'accent', greStarted: 'info', refused: 'danger' },
  files: true,
  print: {
    to: ({ header }) => [header.supplier, `GSTIN ${header.gstin}`],
    facts: ({ header }) => [
      ['header.vehicle', header.vehicle ?? '–'],
      ['header.driver', header.driver ?? '–'],
      ['header.boxesReceived', String(header.boxesReceived ?? '–')],
      ['header.boxesDamaged', String(header.boxesDamaged ?? '–')],
      ['header.ewayNo', header.ewayNo ?? '–'],
    ],
    columns: [
      { key: 'n', text: (_line, { n }) => String(n), align: 'right', width: 20 },
      { key: 'invoiceNo', text: ({ invoiceNo }) => invoiceNo, width: '*' },
      { key: 'invoiceDate', text: ({ invoiceDate }) => (invoiceDate ? showDay(invoiceDate) : ''), width: 70 },
      { key: 'valuePaise', text: ({ valuePaise }) => rupees(valuePaise), align: 'right', width: 90 },
      { key: 'gre', text: ({ gre }) => gre ?? '', width: 100 },
    ],
    totals: false,
    signs: ['sign.received'],
  },
  sources: ['purchase', 'supplier'],
  translations: gatePassTexts,
});
