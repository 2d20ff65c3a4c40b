import { streamKey, streamName } from '../../core/event.ts';
import type { ReportColumn, ReportModel } from '../../families/report.ts';
import { slotEnd } from '../../streams/sales/order/slots.ts';
import {
  noOrder,
  orderLife,
  orderSources,
  paymentKinds,
  type OrderState,
} from '../../streams/sales/order/state.ts';
import { evolveOrder } from '../../streams/sales/order/evolve.ts';
import { orderTotals } from '../../streams/sales/order/totals.ts';
import { minutesBetween } from './spans.ts';
import type { EventOf } from '../../core/stream.ts';
import type { order } from '../../streams/sales/order/order.ts';

/** The times of an order's first submission, confirmation and so on, by step. */
type Times = Readonly<Partial<Record<string, string>>>;
interface Ordered {
  readonly order: OrderState;
  readonly times: Times;
}
const timed: Readonly<Partial<Record<EventOf<typeof order>['type'], string>>> = {
  OrderFormSubmitted: 'submitted',
  OrderConfirmed: 'confirmed',
  OrderAllocated: 'picked',
  OrderPacked: 'packed',
  OrderInvoiced: 'invoiced',
  OrderDispatched: 'out',
  OrderDelivered: 'delivered',
  OrderCancelled: 'cancelled',
};
const over: ReadonlySet<string> = new Set(['delivered', 'closed', 'cancelled', 'draft']);

/** One row per customer order with the first time of each of its steps. Money in paise. */
export const orderRows = {
  name: 'orders',
  version: 2,
  streams: ['order'],
  subject: ({ stream }) => (streamName(stream) === 'order' ? streamKey(stream) : null),
  fold: (before, event, id) => {
    const now = before ?? { order: noOrder(id), times: {} };
    const order = evolveOrder(now.order, event as Parameters<typeof evolveOrder>[1]);
    const step = timed[event.type];
    return {
      order,
      times: step === undefined || now.times[step] ? now.times : { ...now.times, [step]: event.at },
    };
  },
  rows: ({ order, times }, id) => {
    if (!order.exists) return [];
    const { header, lines } = order;
    const at = (step: string): string | null => times[step] ?? null;
    const promised = slotEnd(header.slotDate, header.slotWindow);
    const deliveredAt = at('delivered');
    const value = orderTotals(order).payable;
    return [
      {
        id,
        ref: order.number,
        madeAt: order.madeAt,
        movedAt: order.movedAt,
        customer: header.customer,
        source: header.source,
        rxRef: header.rxRef === '' ? null : header.rxRef,
        payment: header.payment,
        lines: lines.length,
        units: lines.reduce((sum, { qty, cancelled }) => sum + qty - cancelled, 0),
        value,
        open: over.has(order.stage) ? 'no' : 'yes',
        stage: order.stage,
        hold: order.hold?.reason ?? null,
        promised,
        submittedAt: at('submitted'),
        confirmedAt: at('confirmed'),
        pickedAt: at('picked'),
        packedAt: at('packed'),
        invoicedAt: at('invoiced'),
        outAt: at('out'),
        deliveredAt,
        cancelledAt: at('cancelled'),
        onTime: deliveredAt === null || promised === null ? null : deliveredAt <= promised ? 'yes' : 'no',
        by: order.madeBy.name,
        byId: order.madeBy.empId,
        iPooId: order.pooId,
        confirmMinutes: minutesBetween(at('submitted'), at('confirmed')),
        packMinutes: minutesBetween(at('confirmed'), at('packed')),
        roadMinutes: minutesBetween(at('packed'), deliveredAt),
        wholeMinutes: minutesBetween(at('submitted'), deliveredAt),
      },
    ];
  },
} satisfies ReportModel<Ordered, EventOf<typeof order>>;

const instant = <N extends string>(name: N) => ({ name, kind: 'datetime', width: 140 }) as const;
const minutes = <N extends string>(name: N) =>
  ({ name, kind: 'minutes', width: 120, total: 'average' }) as const;
const count = <N extends string>(name: N) => ({ name, kind: 'number', width: 80, total: 'sum' }) as const;
export const orderColumns = {
  ref: { name: 'ref', kind: 'id', width: 150 },
  madeAt: instant('madeAt'),
  movedAt: instant('movedAt'),
  customer: { name: 'customer', kind: 'person', width: 170, unmask: 'Inventory/invoiceList:view' },
  source: { name: 'source', kind: 'choice', width: 120, options: orderSources },
  rxRef: { name: 'rxRef', kind: 'id', width: 120 },
  payment: { name: 'payment', kind: 'choice', width: 120, options: paymentKinds },
  lines: count('lines'),
  units: count('units'),
  value: { name: 'value', kind: 'money', width: 110, total: 'sum' },
  open: { name: 'open', kind: 'choice', width: 90, options: ['yes', 'no'] },
  stage: { name: 'stage', kind: 'choice', width: 130, options: orderLife.stages },
  hold: { name: 'hold', kind: 'text', width: 110 },
  promised: instant('promised'),
  submittedAt: instant('submittedAt'),
  confirmedAt: instant('confirmedAt'),
  pickedAt: instant('pickedAt'),
  packedAt: instant('packedAt'),
  invoicedAt: instant('invoicedAt'),
  outAt: instant('outAt'),
  deliveredAt: instant('deliveredAt'),
  cancelledAt: instant('cancelledAt'),
  onTime: { name: 'onTime', kind: 'choice', width: 100, options: ['yes', 'no'] },
  by: { name: 'by', kind: 'text', author: true, width: 150 },
  byId: { name: 'byId', kind: 'number', width: 100, hidden: true },
  iPooId: { name: 'iPooId', kind: 'place', width: 140 },
  confirmMinutes: minutes('confirmMinutes'),
  packMinutes: minutes('packMinutes'),
  roadMinutes: minutes('roadMinutes'),
  wholeMinutes: minutes('wholeMinutes'),
} as const satisfies Readonly<Record<string, ReportColumn>>;

export const orderDrill = [
  {
    need: ['Inventory/orderFormList:view', 'Inventory/orderCancellation:view'],
    href: ({ id }: { readonly id: string }) => `/purchaseanddispatch/purchase/orderFormList?id=${id}`,
  },
] as const;

export const orderWords = {
  'column.ref': { en: 'Order', es: 'Pedido' },
  'column.madeAt': { en: 'Begun', es: 'Iniciado' },
  'column.movedAt': { en: 'In this status since', es: 'En este estado desde' },
  'column.customer': { en: 'Customer', es: 'Cliente' },
  'column.source': { en: 'Channel', es: 'Canal' },
  'source.STORE': { en: 'Shop', es: 'Tienda' },
  'source.PRESCRIPTION': { en: 'Prescription', es: 'Receta' },
  'source.TPD': { en: 'Partner', es: 'Socio' },
  'source.LEAD': { en: 'Lead', es: 'Prospecto' },
  'source.REFILL': { en: 'Refill', es: 'Reposición' },
  'source.CCKIT': { en: 'Care kit', es: 'Kit de atención' },
  'source.APPAREL': { en: 'Apparel', es: 'Ropa' },
  'column.rxRef': { en: 'Prescription', es: 'Receta' },
  'column.payment': { en: 'Payment', es: 'Pago' },
  'payment.COD': { en: 'Cash on delivery', es: 'Contra entrega' },
  'payment.PREPAID': { en: 'Prepaid', es: 'Prepago' },
  'payment.CREDIT': { en: 'On account', es: 'A crédito' },
  'column.lines': { en: 'Lines', es: 'Líneas' },
  'column.units': { en: 'Units', es: 'Unidades' },
  'column.value': { en: 'Value', es: 'Valor' },
  'column.open': { en: 'Open', es: 'Abierto' },
  'open.yes': { en: 'Yes', es: 'Sí' },
  'open.no': { en: 'No', es: 'No' },
  'column.stage': { en: 'Status', es: 'Estado' },
  'column.hold': { en: 'Held for', es: 'Retenido por' },
  'column.promised': { en: 'Promised by', es: 'Prometido para' },
  'column.submittedAt': { en: 'Submitted', es: 'Enviado' },
  'column.confirmedAt': { en: 'Confirmed', es: 'Confirmado' },
  'column.pickedAt': { en: 'Pick list', es: 'Lista de recogida' },
  'column.packedAt': { en: 'Packed', es: 'Embalado' },
  'column.invoicedAt': { en: 'Invoiced', es: 'Facturado' },
  'column.outAt': { en: 'Out for delivery', es: 'En reparto' },
  'column.deliveredAt': { en: 'Delivered', es: 'Entregado' },
  'column.cancelledAt': { en: 'Cancelled', es: 'Anulado' },
  'column.onTime': { en: 'On time', es: 'A tiempo' },
  'onTime.yes': { en: 'Yes', es: 'Sí' },
  'onTime.no': { en: 'No', es: 'No' },
  'column.by': { en: 'Taken by', es: 'Tomado por' },
  'column.byId': { en: 'Employee no.', es: 'N.º de empleado' },
  'column.confirmMinutes': { en: 'Until confirmed', es: 'Hasta confirmar' },
  'column.packMinutes': { en: 'Until packed', es: 'Hasta embalar' },
  'column.roadMinutes': { en: 'Until delivered', es: 'Hasta entregar' },
  'column.wholeMinutes': { en: 'Total time', es: 'Tiempo total' },
  'measure.orders': { en: 'Orders', es: 'Pedidos' },
  'measure.value': { en: 'Value', es: 'Valor' },
} as const;
