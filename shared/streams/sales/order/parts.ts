import type { NewEvent, RecordedEventOf } from '../../../core/event.ts';
import { releasable, type RxState } from '../../prescriptions/prescription/state.ts';
import { isH1, needsRx } from '../sold-product.ts';
import { contentStage, type OrderEvent, type OrderQueued, type OrderState, type Part } from './state.ts';
import { evolveOrder } from './evolve.ts';

/** The challan whose goods are with the shop or on the road, which is cancelled before its order changes. */
export const liveDc = ({ dcs }: Pick<OrderState, 'dcs'>): OrderState['dcs'][number] | undefined =>
  dcs.find(({ stage }) => stage === 'generated' || stage === 'dispatched');

export const orderStream = (id: string): string => `order-${id}`;

/** An event of an order, written in the commit of another stream. */
export const toOrder = (id: string, { type, data }: OrderEvent): NewEvent => ({
  stream: orderStream(id),
  type,
  data: { ...data },
});

/** The order as it will be after these events. */
export function orderAfter(state: OrderState, events: readonly OrderEvent[]): OrderState {
  return events.reduce<OrderState>((next, { type, data }) => {
    const fact = {
      type,
      data,
      at: next.movedAt,
      actor: { kind: 'system' as const, empId: null, name: '' },
      stream: orderStream(next.id),
      version: next.version + 1,
    };
    return evolveOrder(next, fact as RecordedEventOf<OrderEvent>);
  }, state);
}

/** What the queue of pick lists shows of an order. */
export function queuedFace(state: OrderState, why: OrderQueued['why']): OrderQueued {
  const { header, lines } = state;
  return {
    why,
    ...(state.queuedSince === null ? {} : { since: state.queuedSince }),
    number: state.number,
    pooId: state.pooId,
    customer: header.customer,
    slotDate: header.slotDate,
    slotWindow: header.slotWindow,
    payment: header.payment,
    strict: lines.some(needsRx),
    cold: lines.some(({ storage }) => storage === 'COLD'),
    products: lines
      .filter(({ open }) => open > 0)
      .map(({ productId, product, open }) => ({ productId, product, qty: open })),
  };
}

/** The events and, where they leave units that nothing holds, the order's return into the queue of pick lists. */
export function andQueued(state: OrderState, events: readonly OrderEvent[]): readonly OrderEvent[] {
  const after = orderAfter(state, events);
  const waits = !['cancelRequested', 'cancelled', 'closed', 'onHold'].includes(after.stage);
  return waits && contentStage(after) === 'queued'
    ? [...events, { type: 'OrderPlQueued', data: queuedFace(after, 'again') }]
    : events;
}

export const toOrderAndQueued = (state: OrderState, events: readonly OrderEvent[]): readonly NewEvent[] =>
  andQueued(state, events).map((event) => toOrder(state.id, event));

/** What the prescription gives back of units that are not supplied after all. */
export function rxParts(
  state: Pick<OrderState, 'lines'>,
  parts: readonly Part[],
): readonly { readonly no: number; readonly qty: number }[] {
  return parts.flatMap(({ lineId, qty }) => {
    const line = state.lines.find(({ id }) => id === lineId);
    return line && line.rxNo !== null && qty > 0 ? [{ no: line.rxNo, qty }] : [];
  });
}

export const rxStream = (rxId: number): string => `prescription-${rxId}`;

/** Gives units back to the prescription, as far as they are promised to this order. */
export function releaseRx(
  state: Pick<OrderState, 'id' | 'header' | 'lines'>,
  parts: readonly Part[],
  rx: Pick<RxState, 'reservedFor'> | undefined,
): readonly NewEvent[] {
  const lines = rx ? releasable(rx, state.id, rxParts(state, parts)) : [];
  return state.header.rxId === null || lines.length === 0
    ? []
    : [
        {
          stream: rxStream(state.header.rxId),
          type: 'RxQuantityReleased',
          data: { orderId: state.id, lines },
        },
      ];
}

export const hasH1 = ({ lines }: Pick<OrderState, 'lines'>): boolean => lines.some(isH1);

/** What goes with a cancelled order: money that is owed back, and indents that nobody needs any more. */
export const cancelled = (
  { indents }: OrderState,
  reason: string,
  refundDuePaise: number,
): Extract<OrderEvent, { type: 'OrderCancelled' }>['data'] => ({
  reason,
  refundDuePaise,
  indents,
});
