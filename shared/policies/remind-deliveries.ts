import { addDays, instantOf } from '../core/day.ts';
import { streamKey } from '../core/event.ts';
import { definePolicy, type Reaction } from '../core/policy.ts';
import { reminder } from '../streams/delivery/reminder/reminder.ts';
import { reminderStream } from '../streams/delivery/reminder/state.ts';
import { order } from '../streams/sales/order/order.ts';

const morning = '10:00';

/** Customers are called on the day before their delivery, until the order leaves or ends or their answer is known. */
export const remindDeliveries = definePolicy({
  name: 'remind-deliveries',
  on: [
    order.events.OrderConfirmed,
    order.events.OrderDispatched,
    order.events.OrderCancelRequested,
    order.events.OrderCancelled,
    order.events.OrderClosed,
    order.events.OrderPaid,
    order.events.OrderRefunded,
    order.events.OrderLineCancelled,
    reminder.events.DeliveryReminderDue,
    reminder.events.DeliveryRescheduleAsked,
  ],
  react: (event): readonly Reaction[] => {
    const stream = reminderStream(streamKey(event.stream));
    const to = (command: string, input: Readonly<Record<string, unknown>>, at?: number): Reaction => ({
      kind: 'command',
      stream,
      command,
      input,
      ...(at === undefined ? {} : { at }),
    });
    switch (event.type) {
      case 'OrderConfirmed': {
        const queued = Date.parse(event.data.queueAt);
        // An order for a later day is queued early on the day before its slot: its customer is called at ten.
        const later = queued > Date.parse(event.at);
        return [later ? to('open', {}, queued + 10 * 3_600_000 - 5 * 60_000) : to('open', {})];
      }
      case 'DeliveryReminderDue':
        return [to('close', { why: 'time' }, Date.parse(event.data.closesAt))];
      case 'DeliveryRescheduleAsked':
        return [to('open', {}, instantOf(addDays(event.data.slotDate, -1), morning))];
      case 'OrderPaid':
      case 'OrderRefunded':
      case 'OrderLineCancelled':
        return [to('refresh', {})];
      default:
        return [to('close', { why: 'order' })];
    }
  },
});
