import { parcelCode } from '../streams/delivery/parcel/parcel-label.ts';
import { showDay } from '../core/day.ts';
import { defineDocument, type DocumentRow } from '../families/document.ts';
import { rupees } from '../core/money.ts';
import { dc as stream } from '../streams/sales/dc/dc.ts';
import { dcLife, dcTotals, type DcHeader, type DcState } from '../streams/sales/dc/state.ts';
import { ewayNeeded } from '../streams/sales/dc/outcome.ts';
import { deliveryChallanTranslations } from './delivery-challan-translations.ts';

interface DcRow
  extends
    DocumentRow,
    Pick<
      DcHeader,
      | 'orderNumber'
      | 'invoiceNumber'
      | 'customer'
      | 'parcels'
      | 'payment'
      | 'cold'
      | 'slotDate'
      | 'slotWindow'
      | 'codDuePaise'
    > {
  readonly pickedBy: string;
  /** Units scanned at the check, in percent. */
  readonly checked: number;
  readonly scannedBack: number;
  readonly reason: string;
  readonly requestedBy: string;
  readonly eway: 'none' | 'missing' | 'given';
}

const number = { name: 'number', kind: 'id', width: 150, filter: 'text' } as const;
const customer = { name: 'customer', kind: 'text', width: 160, flex: 2, filter: 'text' } as const;
const stage = { name: 'stage', kind: 'status', of: 'stage', width: 140, filter: 'set' } as const;
const invoice = { name: 'invoiceNumber', kind: 'id', width: 150, filter: 'text' } as const;
const value = { name: 'value', kind: 'money', width: 110 } as const;
const age = { name: 'movedAt', kind: 'age', width: 90 } as const;
const pooId = { name: 'pooId', kind: 'place', width: 130 } as const;
const reason = { name: 'reason', kind: 'text', width: 200, flex: 2 } as const;
const asked = [{ name: 'reason', kind: 'paragraph', required: true }] as const;
const ewayNeed = ['Inventory/generateDc:edit', 'Inventory/generateDc:create'] as const;

const share = (state: DcState, name: 'verified' | 'scannedBack'): number => {
  const units = state.lines.reduce((sum, { qty }) => sum + qty, 0);
  return units === 0 ? 0 : Math.floor((state.lines.reduce((sum, line) => sum + line[name], 0) * 100) / units);
};
const percent = (bp: number): string => (bp === 0 ? '–' : `${bp / 100} %`);

/** The challan of a parcel: checked by a second person, cancelled before it leaves, printed in three marked copies. */
export const deliveryChallan = defineDocument<DcState, DcRow>({
  name: 'deliveryChallan',
  group: 'Inventory',
  stream,
  life: dcLife,
  header: [
    { name: 'orderNumber', kind: 'code', shown: true },
    { name: 'invoiceNumber', kind: 'code', shown: true },
    { name: 'customer', kind: 'text', shown: true },
    { name: 'address', kind: 'text', shown: true },
    { name: 'pincode', kind: 'code', shown: true },
    { name: 'patient', kind: 'text', shown: true },
    { name: 'prescriber', kind: 'text', shown: true },
    { name: 'pharmacist', kind: 'text', shown: true },
    { name: 'parcels', kind: 'number', shown: true },
    { name: 'codDuePaise', kind: 'money', shown: true },
    { name: 'ewayNo', kind: 'code', shown: true },
    { name: 'ewayValidTill', kind: 'date', shown: true },
  ],
  lines: [
    { name: 'product', kind: 'reference', lookup: 'product', width: 230 },
    { name: 'batch', kind: 'code', shown: true, width: 110, wide: true },
    { name: 'expiry', kind: 'date', shown: true, width: 110, wide: true },
    { name: 'label', kind: 'code', shown: true, width: 130, wide: true },
    { name: 'qty', kind: 'number', shown: true, width: 80 },
    { name: 'verified', kind: 'number', shown: true, width: 80 },
    { name: 'scannedBack', kind: 'number', shown: true, width: 80, wide: true },
    { name: 'mrpPaise', kind: 'money', shown: true, width: 90, wide: true },
    { name: 'gstBp', kind: 'percent', shown: true, width: 70, wide: true },
    { name: 'total', kind: 'money', shown: true, width: 100, wide: true },
  ],
  edits: [],
  scans: [
    {
      stages: ['generated'],
      command: 'scan',
      need: ['Inventory/dcverification:create'],
      label: 'scan.check',
    },
    {
      stages: ['cancelled'],
      command: 'scanBack',
      need: ['Inventory/cancellationAcknowledgement:create'],
      label: 'scan.back',
    },
  ],
  actions: [
    {
      name: 'verify',
      command: 'verify',
      need: ['Inventory/dcverification:create'],
      stages: ['generated'],
      key: 'v',
      primary: true,
    },
    {
      name: 'fail',
      command: 'fail',
      need: ['Inventory/dcverification:create'],
      stages: ['generated'],
      key: 'x',
      inputs: [{ name: 'note', kind: 'paragraph', required: true }],
    },
    {
      name: 'recordEway',
      command: 'recordEway',
      need: ewayNeed,
      stages: ['generated', 'verified'],
      when: ({ header }) => (header as DcHeader).ewayNo === null,
      inputs: [
        { name: 'no', kind: 'code', required: true },
        { name: 'validTill', kind: 'date', required: true },
      ],
    },
    {
      name: 'cancelEway',
      command: 'cancelEway',
      need: ewayNeed,
      stages: ['generated', 'verified'],
      when: ({ header }) => (header as DcHeader).ewayNo !== null,
      inputs: asked,
    },
    {
      name: 'requestCancel',
      command: 'requestCancel',
      need: ['Inventory/dcToBeCancelled:create'],
      stages: ['generated', 'verified'],
      danger: true,
      inputs: [
        { name: 'next', kind: 'choice', options: ['again', 'cancelOrder'], of: 'next', required: true },
        ...asked,
      ],
    },
    {
      name: 'approveCancel',
      command: 'approveCancel',
      need: ['Inventory/dcCancellation:approve'],
      stages: ['cancelRequested'],
      key: 'a',
      danger: true,
    },
    {
      name: 'rejectCancel',
      command: 'rejectCancel',
      need: ['Inventory/dcCancellation:approve'],
      stages: ['cancelRequested'],
      inputs: asked,
    },
    {
      name: 'acknowledge',
      command: 'acknowledge',
      need: ['Inventory/cancellationAcknowledgement:create'],
      stages: ['cancelled'],
      key: 'a',
      primary: true,
    },
  ],
  lists: [
    {
      route: '/purchaseanddispatch/dcverification',
      entity: 'dcverification',
      of: 'documents',
      shows: ({ stage: at }) => at === 'generated',
      past: false,
      begins: false,
      sla: { minutes: 15 },
      columns: [
        number,
        customer,
        { name: 'pickedBy', kind: 'text', width: 140 },
        { name: 'lineCount', kind: 'number', width: 70 },
        { name: 'checked', kind: 'number', width: 100 },
        { name: 'parcels', kind: 'number', width: 80 },
        { name: 'cold', kind: 'yesNo', width: 70 },
        { name: 'eway', kind: 'status', of: 'eway', width: 110 },
        { name: 'slotDate', kind: 'date', width: 110 },
        { name: 'slotWindow', kind: 'status', of: 'slotWindow', width: 100 },
        age,
        pooId,
      ],
    },
    {
      route: '/purchaseanddispatch/dcToBeCancelled',
      entity: 'dcToBeCancelled',
      of: 'documents',
      shows: ({ stage: at }) => ['generated', 'verified', 'cancelRequested'].includes(at),
      past: true,
      begins: false,
      columns: [
        number,
        customer,
        stage,
        invoice,
        value,
        { name: 'payment', kind: 'status', of: 'payment', width: 100 },
        reason,
        age,
        pooId,
      ],
    },
    {
      route: '/purchaseanddispatch/dcCancellation',
      entity: 'dcCancellation',
      of: 'documents',
      shows: ({ stage: at }) => at === 'cancelRequested',
      past: false,
      begins: false,
      sla: { minutes: 120 },
      columns: [
        number,
        customer,
        reason,
        { name: 'requestedBy', kind: 'text', width: 150 },
        invoice,
        value,
        age,
        pooId,
      ],
    },
    {
      route: '/purchaseanddispatch/cancellationAcknowledgement',
      entity: 'cancellationAcknowledgement',
      of: 'documents',
      shows: ({ stage: at }) => at === 'cancelled',
      past: false,
      begins: false,
      sla: { minutes: 240 },
      columns: [
        number,
        customer,
        { name: 'parcels', kind: 'number', width: 80 },
        { name: 'lineCount', kind: 'number', width: 70 },
        { name: 'scannedBack', kind: 'number', width: 100 },
        reason,
        { name: 'requestedBy', kind: 'text', width: 150 },
        age,
        pooId,
      ],
    },
  ],
  row: (state) => {
    const { orderNumber, invoiceNumber, customer: name, parcels, payment, cold } = state.header;
    const { slotDate, slotWindow, codDuePaise, pickedBy, ewayNo } = state.header;
    return {
      ...{ orderNumber, invoiceNumber, customer: name, parcels, payment, cold },
      ...{ slotDate, slotWindow, codDuePaise, pickedBy: pickedBy.name },
      checked: share(state, 'verified'),
      scannedBack: share(state, 'scannedBack'),
      reason: state.cancel?.reason ?? '',
      requestedBy: state.cancel?.by.name ?? '',
      eway: ewayNo !== null ? 'given' : ewayNeeded(state) ? 'missing' : 'none',
    };
  },
  find: ({ header, lines }) => [
    header.orderNumber,
    header.invoiceNumber,
    header.customer,
    header.phone,
    ...lines.map(({ product, batch }) => `${product} ${batch}`),
  ],
  totals: dcTotals,
  tones: {
    generated: 'accent',
    verified: 'ok',
    cancelRequested: 'warn',
    cancelled: 'danger',
    missing: 'danger',
    given: 'ok',
  },
  phones: ['phone'],
  files: true,
  print: {
    from: ({ header }) => [
      header.seller.name,
      header.seller.address,
      `GSTIN ${header.seller.gstin}`,
      ...(header.seller.licence ? [`DL ${header.seller.licence}`] : []),
    ],
    copies: ['copy.consignee', 'copy.transporter', 'copy.consigner'],
    to: ({ header }) => [header.customer, header.address, header.pincode, header.phone],
    facts: ({ header }) => [
      ['header.orderNumber', header.orderNumber],
      ['header.invoiceNumber', header.invoiceNumber],
      ['print.supply', header.stateCode],
      ['header.parcels', String(header.parcels)],
      ['header.codDuePaise', rupees(header.codDuePaise)],
      ...(header.ewayNo ? [['header.ewayNo', header.ewayNo] as const] : []),
    ],
    columns: [
      { key: 'n', text: (_line, { n }) => String(n), align: 'right', width: 18 },
      { key: 'product', text: ({ product, maker }) => `${product}\n${maker}`, width: '*' },
      { key: 'hsn', text: ({ hsn }) => hsn, width: 32 },
      { key: 'batch', text: ({ batch }) => batch, width: 62 },
      { key: 'expiry', text: ({ expiry }) => (expiry ? showDay(expiry) : '–'), width: 54 },
      { key: 'qty', text: ({ qty }) => String(qty), align: 'right', width: 32 },
      { key: 'gstBp', text: ({ gstBp }) => percent(gstBp), align: 'right', width: 30 },
      { key: 'value', text: ({ taxable }) => rupees(taxable), align: 'right', width: 56 },
    ],
    totals: true,
    signs: ['sign.made', 'sign.verified', 'sign.received'],
    labels: ({ number, header: { customer: name, address, pincode, parcels, cold } }) =>
      Array.from({ length: parcels }, (_, i) => ({
        code: parcelCode(number, i + 1),
        marks: cold ? ['print.keepCold'] : [],
        nth: i + 1,
        of: parcels,
        to: [name, address, pincode],
      })),
  },
  sources: ['purchase'],
  translations: deliveryChallanTranslations,
});
