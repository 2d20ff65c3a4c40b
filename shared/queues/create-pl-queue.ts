import type { StoredOf } from '../core/event.ts';
import { translations } from '../core/translations.ts';
import { entersAs, type QueueRow } from '../families/queue-row.ts';
import { defineQueue } from '../families/queue.ts';
import type { order } from '../streams/sales/order/order.ts';
import { holdReasons, openUnits, type OrderQueued, type OrderState } from '../streams/sales/order/state.ts';

interface PlRow
  extends
    QueueRow,
    Pick<OrderQueued, 'customer' | 'slotDate' | 'slotWindow' | 'payment' | 'cold' | 'strict'> {
  readonly lines: number;
  readonly goods: string;
  /** Units that the last attempt could not reserve. */
  readonly short: number;
  readonly stage: 'ready' | 'short';
}
type PlEvent = StoredOf<(typeof order.events)[keyof typeof order.events]>;

const minute = 60_000;

function fold(_row: PlRow, event: PlEvent): Partial<PlRow> {
  switch (event.type) {
    case 'OrderPlQueued': {
      const { customer, slotDate, slotWindow, payment, cold, strict, products } = event.data;
      return {
        ...{ customer, slotDate, slotWindow, payment, cold, strict },
        lines: products.length,
        goods: products.map(({ product, qty }) => `${product} × ${qty}`).join(', '),
        short: 0,
        stage: 'ready',
      };
    }
    case 'OrderBackordered':
      return { short: event.data.lines.reduce((sum, { qty }) => sum + qty, 0), stage: 'short' };
    case 'OrderSlotMoved':
      return event.data;
    default:
      return {};
  }
}

/** Confirmed orders that wait for a pick list; goods are reserved in the commit that makes it. */
export const createPlQueue = defineQueue<PlRow, PlEvent>({
  name: 'createPlQueue',
  route: '/outBound/create-pl-queue',
  group: 'Out Bound',
  entity: 'create-pl-queue',
  subject: 'order',
  lease: null,
  sla: { clock: 'always', warnMs: 24 * minute, breachMs: 30 * minute },
  enter: {
    on: ['OrderPlQueued'],
    item(event) {
      if (!('products' in event.data)) throw new Error('Only a queued order enters this queue.');
      const { number, pooId, since } = event.data;
      const entering = entersAs(event, { ref: number, pooId });
      // Back from a list, it keeps its turn; the clock of this attempt starts anew.
      return since === undefined ? entering : { ...entering, enteredAt: Date.parse(since) };
    },
  },
  leave: [
    'OrderAllocated',
    'OrderHeld',
    'OrderLineCancelled',
    'OrderCancelRequested',
    'OrderCancelled',
    'OrderClosed',
  ],
  holds: (state: OrderState) => state.stage === 'queued' && openUnits(state) > 0,
  blank: (base) => ({
    ...base,
    customer: '',
    slotDate: null,
    slotWindow: 'MORNING',
    payment: 'COD',
    cold: false,
    strict: false,
    lines: 0,
    goods: '',
    short: 0,
    stage: 'ready',
  }),
  fold,
  rank: (row) => [
    row.slotDate ?? '',
    row.slotWindow === 'EVENING' ? 2 : row.slotWindow === 'AFTERNOON' ? 1 : 0,
    row.enteredAt,
  ],
  sources: ['purchase'],
  columns: [
    { name: 'breachAt', kind: 'sla', width: 88 },
    { name: 'ref', kind: 'id', width: 150, filter: 'text' },
    { name: 'customer', kind: 'text', width: 150, flex: 1, filter: 'text' },
    { name: 'slotDate', kind: 'date', width: 110 },
    { name: 'slotWindow', kind: 'status', of: 'slotWindow', width: 100, filter: 'set' },
    { name: 'lines', kind: 'number', width: 70 },
    { name: 'goods', kind: 'text', width: 240, flex: 2 },
    { name: 'stage', kind: 'status', of: 'stage', width: 130, filter: 'set' },
    { name: 'short', kind: 'number', width: 80 },
    { name: 'cold', kind: 'yesNo', width: 70 },
    { name: 'strict', kind: 'yesNo', width: 110, hidden: true },
    { name: 'payment', kind: 'status', of: 'payment', width: 100 },
    { name: 'enteredAt', kind: 'age', width: 76 },
    { name: 'pooId', kind: 'place', width: 116, filter: 'set' },
  ],
  panel: ['customer', 'slotDate', 'slotWindow', 'goods', 'short', 'payment', 'cold', 'strict', 'stage'],
  tones: { ready: 'accent', short: 'danger' },
  actions: [
    { name: 'createPickList', command: 'createPickList', key: 'l', right: 'create', primary: true },
    {
      name: 'hold',
      command: 'hold',
      key: 'h',
      right: 'edit',
      versioned: true,
      inputs: [
        { name: 'reason', kind: 'choice', of: 'reason', options: [...holdReasons], required: true },
        { name: 'note', kind: 'paragraph', required: true },
      ],
    },
  ],
  translations: translations({
    en: {
      title: 'Create PL Queue',
      'column.ref': 'Order',
      'column.customer': 'Customer',
      'column.slotDate': 'Delivery',
      'column.slotWindow': 'Slot',
      'column.lines': 'Lines',
      'column.goods': 'Goods',
      'column.stage': 'Stock',
      'column.short': 'Short',
      'column.cold': 'Cold',
      'column.strict': 'Rx medicines',
      'column.payment': 'Payment',
      'slotWindow.MORNING': 'Morning',
      'slotWindow.AFTERNOON': 'Afternoon',
      'slotWindow.EVENING': 'Evening',
      'payment.COD': 'Cash on delivery',
      'payment.PREPAID': 'Prepaid',
      'payment.CREDIT': 'Credit',
      'stage.ready': 'To reserve',
      'stage.short': 'Short of stock',
      'action.createPickList': 'Create pick list',
      'action.hold': 'Put on hold',
      'ask.reason': 'Reason',
      'ask.note': 'Note',
      'reason.RX': 'Prescription',
      'reason.ADDRESS': 'Address',
      'reason.PAYMENT': 'Payment',
      'reason.STOCK': 'Stock',
      'reason.BATCH_BLOCKED': 'Batch blocked',
      'why.entered': 'The order is confirmed; its goods are not reserved yet.',
    },
    es: {
      title: 'Cola de recogida',
      'column.ref': 'Pedido',
      'column.customer': 'Cliente',
      'column.slotDate': 'Entrega',
      'column.slotWindow': 'Franja',
      'column.lines': 'Líneas',
      'column.goods': 'Mercancía',
      'column.stage': 'Existencias',
      'column.short': 'Falta',
      'column.cold': 'Frío',
      'column.strict': 'Con receta',
      'column.payment': 'Pago',
      'slotWindow.MORNING': 'Mañana',
      'slotWindow.AFTERNOON': 'Tarde',
      'slotWindow.EVENING': 'Noche',
      'payment.COD': 'Contra entrega',
      'payment.PREPAID': 'Prepago',
      'payment.CREDIT': 'Crédito',
      'stage.ready': 'Por reservar',
      'stage.short': 'Faltan existencias',
      'action.createPickList': 'Crear lista de recogida',
      'action.hold': 'Retener',
      'ask.reason': 'Motivo',
      'ask.note': 'Nota',
      'reason.RX': 'Receta',
      'reason.ADDRESS': 'Dirección',
      'reason.PAYMENT': 'Pago',
      'reason.STOCK': 'Existencias',
      'reason.BATCH_BLOCKED': 'Lote bloqueado',
      'why.entered': 'El pedido está confirmado; su mercancía aún no está reservada.',
    },
  }),
});
