import { scale } from '../core/money.ts';
import { defineDocument, type DocumentRow } from '../families/document.ts';
import { payModes } from '../streams/money/day/state.ts';
import { order as stream } from '../streams/sales/order/order.ts';
import {
  consentWays,
  holdReasons,
  orderLife,
  orderSources,
  paymentKinds,
  slotWindows,
  type OrderHeader,
  type OrderLine,
  type OrderState,
} from '../streams/sales/order/state.ts';
import { stillDue } from '../streams/sales/order/advance.ts';
import { orderTotals } from '../streams/sales/order/totals.ts';
import { laterPayableStages, payableStages, takesPayment } from '../streams/sales/order/payment.ts';
import { isH1, needsRx } from '../streams/sales/sold-product.ts';
import { customerOrderPrint } from './customer-order-print.ts';
import { customerOrderTranslations } from './customer-order-translations.ts';

interface OrderRow
  extends DocumentRow, Pick<OrderHeader, 'source' | 'customer' | 'slotDate' | 'slotWindow' | 'payment'> {
  /** The state of its prescription: not needed, missing, or its number. */
  readonly rx: 'none' | 'missing' | 'given';
  readonly h1: boolean;
  readonly short: number;
  readonly reason: string;
  readonly reserved: boolean;
  readonly paidPaise: number;
  readonly duePaise: number;
  readonly lines: readonly (OrderLine & { readonly short: number })[];
}

const reason = [{ name: 'reason', kind: 'paragraph', required: true }] as const;
const number = { name: 'number', kind: 'id', width: 150, filter: 'text' } as const;
const customer = { name: 'customer', kind: 'text', width: 170, flex: 2, filter: 'text' } as const;
const stage = { name: 'stage', kind: 'status', of: 'stage', width: 130, filter: 'set' } as const;
const slot = [
  { name: 'slotDate', kind: 'date', width: 110 },
  { name: 'slotWindow', kind: 'status', of: 'slotWindow', width: 100 },
] as const;
const value = { name: 'value', kind: 'money', width: 110 } as const;
const pooId = { name: 'pooId', kind: 'place', width: 130 } as const;
const age = { name: 'movedAt', kind: 'age', width: 90 } as const;
const rx = { name: 'rx', kind: 'status', of: 'rx', width: 110 } as const;
const formEdit = ['Inventory/orderFormList:edit', 'Inventory/orderFormList:create'] as const;
const checkEdit = 'Inventory/orderFormConfirmationList:edit' as const;

const rxOf = ({ lines, header }: OrderState): OrderRow['rx'] =>
  !lines.some(needsRx) ? 'none' : header.rxId === null ? 'missing' : 'given';

/** A customer's order, from the form to the delivery. */
export const customerOrder = defineDocument<OrderState, OrderRow>({
  name: 'customerOrder',
  group: 'Inventory',
  stream,
  life: orderLife,
  header: [
    { name: 'customerId', kind: 'reference', lookup: 'customer', required: true },
    { name: 'source', kind: 'choice', options: orderSources },
    { name: 'addressNo', kind: 'reference', lookup: 'address' },
    { name: 'phone', kind: 'text' },
    { name: 'patientId', kind: 'reference', lookup: 'patient' },
    { name: 'rxId', kind: 'reference', lookup: 'prescription' },
    { name: 'slotDate', kind: 'date' },
    { name: 'slotWindow', kind: 'choice', options: slotWindows },
    { name: 'payment', kind: 'choice', options: paymentKinds },
    { name: 'partialOk', kind: 'yesNo' },
    { name: 'prescriber', kind: 'text' },
    { name: 'prescriberRegNo', kind: 'code' },
    { name: 'prescriberAddress', kind: 'text' },
    { name: 'remarks', kind: 'paragraph' },
  ],
  lines: [
    { name: 'product', kind: 'reference', lookup: 'product', width: 240 },
    { name: 'packSize', kind: 'number', shown: true, width: 60, wide: true },
    { name: 'qty', kind: 'number', min: 1, max: 99_99_999, width: 80 },
    { name: 'mrpPaise', kind: 'money', shown: true, width: 90, wide: true },
    { name: 'pricePaise', kind: 'money', width: 100 },
    { name: 'discBp', kind: 'percent', width: 80, wide: true },
    { name: 'schedules', kind: 'text', shown: true, width: 80, wide: true },
    { name: 'rxNo', kind: 'number', min: 0, max: 40, width: 70, wide: true },
    { name: 'courseDays', kind: 'number', min: 0, max: 365, width: 80, wide: true },
    { name: 'open', kind: 'number', shown: true, width: 70, wide: true },
    { name: 'allocated', kind: 'number', shown: true, width: 80, wide: true },
    { name: 'invoiced', kind: 'number', shown: true, width: 80, wide: true },
    { name: 'delivered', kind: 'number', shown: true, width: 80, wide: true },
    { name: 'cancelled', kind: 'number', shown: true, width: 80, wide: true },
  ],
  edits: [
    {
      stages: ['draft'],
      command: 'change',
      need: formEdit,
      header: [
        ...['customerId', 'source', 'addressNo', 'phone', 'patientId', 'rxId', 'slotDate', 'slotWindow'],
        ...['payment', 'partialOk', 'prescriber', 'prescriberRegNo', 'prescriberAddress', 'remarks'],
      ],
      lines: ['product', 'qty', 'pricePaise', 'discBp', 'rxNo', 'courseDays'],
      adds: true,
      scan: 'product',
    },
  ],
  actions: [
    {
      name: 'takePrescription',
      command: 'takePrescription',
      need: formEdit,
      stages: ['draft'],
      when: ({ header }) => (header as OrderHeader).rxId !== null,
      key: 'p',
    },
    { name: 'submit', command: 'submit', need: formEdit, stages: ['draft'], key: 's', primary: true },
    {
      name: 'confirm',
      command: 'confirm',
      need: ['Inventory/orderFormConfirmationList:approve'],
      stages: ['submitted'],
      key: 'c',
      primary: true,
    },
    {
      name: 'substitute',
      command: 'substitute',
      need: [checkEdit, 'Inventory/socancel:edit'],
      stages: ['submitted', 'confirmed', 'onHold', 'queued'],
      line: (line) => line.open === line.qty,
      inputs: [
        { name: 'productId', kind: 'reference', lookup: 'substitute', required: true },
        { name: 'how', kind: 'choice', options: consentWays, of: 'how', required: true },
        { name: 'prescriberConsent', kind: 'paragraph' },
      ],
    },
    {
      name: 'sendBack',
      command: 'sendBack',
      need: [checkEdit],
      stages: ['submitted'],
      key: 'b',
      inputs: reason,
    },
    {
      name: 'recordPayment',
      command: 'recordPayment',
      need: ['Inventory/dayendsubmission:create', 'Inventory/dayendsubmission:edit'],
      stages: [...payableStages, ...laterPayableStages],
      when: (state) =>
        (state.header as OrderHeader).payment === 'PREPAID' && takesPayment(state as OrderState),
      inputs: [
        {
          name: 'mode',
          kind: 'choice',
          options: payModes.filter((mode) => mode !== 'link'),
          of: 'paidBy',
          required: true,
        },
        { name: 'paise', kind: 'money', required: true },
        { name: 'ref', kind: 'code' },
      ],
    },
    {
      name: 'hold',
      command: 'hold',
      need: ['Inventory/orderFormList:edit', checkEdit, 'Out Bound/create-pl-queue:edit'],
      stages: ['submitted', 'confirmed', 'queued'],
      inputs: [
        { name: 'reason', kind: 'choice', options: holdReasons, of: 'hold', required: true },
        { name: 'note', kind: 'paragraph', required: true },
      ],
    },
    {
      name: 'release',
      command: 'release',
      need: [checkEdit, 'Out Bound/create-pl-queue:edit'],
      stages: ['onHold'],
      primary: true,
    },
    {
      name: 'queue',
      command: 'queue',
      need: ['Out Bound/create-pl-queue:create', checkEdit],
      stages: ['confirmed'],
      key: 'q',
    },
    {
      name: 'createPickList',
      command: 'createPickList',
      need: ['Out Bound/create-pl-queue:create', 'Inventory/pickList:create'],
      stages: ['queued'],
      key: 'l',
      primary: true,
    },
    {
      name: 'cancelLine',
      command: 'cancelLine',
      need: ['Inventory/socancel:edit'],
      stages: ['confirmed', 'onHold', 'queued', 'picking', 'packed', 'invoiced', 'dispatched'],
      line: (line) => line.open > 0,
      danger: true,
      inputs: [
        { name: 'qty', kind: 'number', min: 1 },
        { name: 'reason', kind: 'paragraph', required: true },
      ],
    },
    {
      name: 'requestCancel',
      command: 'requestCancel',
      need: ['Inventory/orderCancellation:create'],
      stages: ['draft', 'submitted', 'confirmed', 'onHold', 'queued', 'picking', 'packed'],
      danger: true,
      inputs: reason,
    },
    {
      name: 'approveCancel',
      command: 'approveCancel',
      need: ['Inventory/orderCancellation:approve'],
      stages: ['cancelRequested'],
      danger: true,
      key: 'a',
    },
    {
      name: 'rejectCancel',
      command: 'rejectCancel',
      need: ['Inventory/orderCancellation:approve'],
      stages: ['cancelRequested'],
      inputs: reason,
    },
  ],
  lists: [
    {
      route: '/purchaseanddispatch/purchase/orderFormList',
      entity: 'orderFormList',
      of: 'documents',
      shows: ({ stage: at }) => at === 'draft' || at === 'submitted' || at === 'onHold',
      past: true,
      begins: true,
      columns: [
        number,
        customer,
        stage,
        { name: 'source', kind: 'status', of: 'source', width: 110, filter: 'set' },
        { name: 'lineCount', kind: 'number', width: 70 },
        value,
        rx,
        ...slot,
        { name: 'by', kind: 'person', width: 140 },
        pooId,
      ],
    },
    {
      route: '/purchaseanddispatch/orderFormConfirmationList',
      entity: 'orderFormConfirmationList',
      of: 'documents',
      shows: ({ stage: at }) => at === 'submitted' || at === 'onHold' || at === 'confirmed',
      past: false,
      begins: false,
      sla: { minutes: 60 },
      columns: [
        number,
        customer,
        stage,
        rx,
        { name: 'h1', kind: 'yesNo', width: 60 },
        { name: 'lineCount', kind: 'number', width: 70 },
        value,
        { name: 'payment', kind: 'status', of: 'payment', width: 100 },
        { name: 'paidPaise', kind: 'money', width: 110 },
        ...slot,
        age,
        pooId,
      ],
    },
    {
      route: '/purchaseanddispatch/socancel',
      entity: 'socancel',
      of: 'lines',
      shows: ({ short, stage: at }) => short > 0 && at !== 'cancelRequested',
      showsLine: (line) => Number(line['short']) > 0,
      past: false,
      begins: false,
      sla: { minutes: 24 * 60 },
      columns: [
        number,
        customer,
        { name: 'product', kind: 'text', width: 200, flex: 2 },
        { name: 'qty', kind: 'number', width: 90 },
        { name: 'short', kind: 'number', width: 90 },
        stage,
        ...slot,
        age,
        pooId,
      ],
    },
    {
      route: '/purchaseanddispatch/orderCancellation',
      entity: 'orderCancellation',
      of: 'documents',
      shows: ({ stage: at }) =>
        ['submitted', 'confirmed', 'onHold', 'queued', 'picking', 'packed', 'cancelRequested'].includes(at),
      past: false,
      begins: false,
      columns: [
        number,
        customer,
        stage,
        { name: 'reason', kind: 'text', width: 200, flex: 2 },
        { name: 'reserved', kind: 'yesNo', width: 90 },
        { name: 'payment', kind: 'status', of: 'payment', width: 100 },
        { name: 'paidPaise', kind: 'money', width: 110 },
        value,
        ...slot,
        age,
        pooId,
      ],
    },
  ],
  rowVersion: 3,
  row: (state) => {
    const { header, lines } = state;
    const short = new Map(state.short.map(({ lineId, qty }) => [lineId, qty]));
    return {
      source: header.source,
      customer: header.customer,
      slotDate: header.slotDate,
      slotWindow: header.slotWindow,
      payment: header.payment,
      rx: rxOf(state),
      h1: lines.some(isH1),
      short: state.short.reduce((sum, { qty }) => sum + qty, 0),
      reason: state.cancel?.reason ?? state.hold?.note ?? '',
      reserved: state.picks.length > 0,
      paidPaise: Math.max(0, state.paidPaise - state.refundedPaise),
      duePaise: stillDue(state),
      lines: lines.map((line) => ({ ...line, short: Math.min(line.open, short.get(line.id) ?? 0) })),
    };
  },
  find: ({ header, lines, dcs }) => [
    header.customer,
    header.phone,
    ...dcs.flatMap((one) => [one.number, one.invoiceNumber]),
    ...lines.map(({ product, code }) => `${code} ${product}`),
  ],
  totals: orderTotals,
  lineValue: ({ pricePaise, qty, cancelled, discBp, packSize }) =>
    scale([pricePaise, Math.max(0, qty - Number(cancelled || 0)), 10_000 - discBp], packSize * 10_000),
  tones: {
    submitted: 'accent',
    onHold: 'warn',
    queued: 'accent',
    cancelRequested: 'danger',
    missing: 'danger',
    given: 'ok',
    packed: 'info',
  },
  files: true,
  print: customerOrderPrint,
  sources: ['purchase', 'customer'],
  translations: customerOrderTranslations,
});
