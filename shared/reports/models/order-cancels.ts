import { streamKey, streamName } from '../../core/event.ts';
import type { ReportColumn, ReportModel } from '../../families/report.ts';
import { noOrder, orderLife, type OrderState } from '../../streams/sales/order/state.ts';
import { evolveOrder } from '../../streams/sales/order/evolve.ts';
import { unitPaise } from '../../streams/sales/order/totals.ts';
import type { EventOf } from '../../core/stream.ts';
import type { order } from '../../streams/sales/order/order.ts';

interface Cancel {
  readonly id: string;
  readonly lineId: string;
  readonly qty: number;
  readonly reason: string;
  readonly stage: string;
  readonly at: string;
  readonly by: string;
  readonly askedBy: string | null;
  readonly askedAt: string | null;
}
interface Cancelled {
  readonly order: OrderState;
  readonly asked: { readonly by: string; readonly at: string } | null;
  readonly cancels: readonly Cancel[];
}

/**
 * One row per line of an order that was cancelled, alone or with its order; the cancelled units and their
 * value.
 */
export const orderCancelRows = {
  name: 'order_cancels',
  version: 1,
  streams: ['order'],
  subject: ({ stream }) => (streamName(stream) === 'order' ? streamKey(stream) : null),
  fold: (before, event, id) => {
    const now = before ?? { order: noOrder(id), asked: null, cancels: [] };
    const order = evolveOrder(now.order, event as Parameters<typeof evolveOrder>[1]);
    const by = event.actor.name;
    if (event.type === 'OrderCancelRequested') return { ...now, order, asked: { by, at: event.at } };
    const lines: readonly { readonly lineId: string; readonly qty: number }[] =
      event.type === 'OrderLineCancelled'
        ? [{ lineId: String(event.data.lineId), qty: Number(event.data.qty) }]
        : event.type === 'OrderCancelled'
          ? now.order.lines.map(({ id: lineId, open, allocated }) => ({ lineId, qty: open + allocated }))
          : [];
    const reason = 'reason' in event.data ? String(event.data.reason) : '';
    const cancels = lines
      .filter(({ qty }) => qty > 0)
      .map(({ lineId, qty }) => ({
        id: `${id}:${lineId}:${event.version}`,
        ...{ lineId, qty, by, at: event.at },
        reason,
        stage: now.order.cancel?.from ?? now.order.stage,
        askedBy: now.asked?.by ?? null,
        askedAt: now.asked?.at ?? null,
      }));
    return { ...now, order, cancels: [...now.cancels, ...cancels] };
  },
  rows: ({ order, cancels }, orderId) =>
    cancels.flatMap(({ lineId, ...cancel }) => {
      const line = order.lines.find(({ id }) => id === lineId);
      if (!line) return [];
      const value = Math.round(unitPaise(line) * cancel.qty);
      return [
        {
          ...cancel,
          orderId,
          ref: order.number,
          iPooId: order.pooId,
          customer: order.header.customer,
          product: line.product,
          ordered: line.qty,
          value,
        },
      ];
    }),
} satisfies ReportModel<Cancelled, EventOf<typeof order>>;

export const orderCancelColumns = {
  at: { name: 'at', kind: 'datetime', width: 140 },
  ref: { name: 'ref', kind: 'id', width: 150 },
  orderId: { name: 'orderId', kind: 'id', width: 90, hidden: true },
  customer: { name: 'customer', kind: 'person', width: 170, unmask: 'Inventory/invoiceList:view' },
  product: { name: 'product', kind: 'text', width: 200 },
  ordered: { name: 'ordered', kind: 'number', width: 90 },
  qty: { name: 'qty', kind: 'number', width: 90, total: 'sum' },
  value: { name: 'value', kind: 'money', width: 110, total: 'sum' },
  reason: { name: 'reason', kind: 'text', width: 220 },
  stage: { name: 'stage', kind: 'choice', width: 140, options: orderLife.stages },
  askedBy: { name: 'askedBy', kind: 'text', author: true, width: 150 },
  askedAt: { name: 'askedAt', kind: 'datetime', width: 140 },
  by: { name: 'by', kind: 'text', author: true, width: 150 },
  iPooId: { name: 'iPooId', kind: 'place', width: 140 },
} as const satisfies Readonly<Record<string, ReportColumn>>;
