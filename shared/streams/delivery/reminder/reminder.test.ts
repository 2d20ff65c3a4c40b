import { describe, expect, it } from 'vitest';
import { instantOf, timeOfDay } from '#shared/core/day.ts';
import { remindDeliveries } from '#shared/policies/remind-deliveries.ts';
import { deliveryReminders } from '#shared/queues/delivery-reminders.ts';
import { calleeOf } from '../../calls/call/subjects.ts';
import { saleServer } from '#tests/kit/sale-server.ts';
import type { OrderState } from '../../sales/order/state.ts';
import type { ReminderState } from './state.ts';

type Server = ReturnType<typeof saleServer>;
const edit = 'Out Bound/delivery-remainder:edit';

/** A confirmed order for that day, and its call. */
function due(
  slotDate = '2026-11-19',
  more: Readonly<Record<string, readonly number[]>> = {},
  customer: object | null = null,
): Server {
  const server = saleServer({ [edit]: [171], ...more });
  if (customer)
    server.write(
      'customer-1',
      'CustomerDoubleJoined',
      { double: 'customer-9', ...customer },
      server.now(),
      171,
    );
  server.shelf({ batch: 'A', expiry: '2027-09-30', qty: 120 });
  server.queued([{ productId: 1, qty: 15 }], { slotDate, slotWindow: 'MORNING' });
  return server;
}
const call = (server: Server): ReminderState => server.state('reminder-1');
const order = (server: Server): OrderState => server.state('order-1');
const settled = (server: Server, code: string, nextAt: string | null = null) =>
  server.try(null, 'reminder-1', 'settleCall', { callId: 1, code, notes: 'Bought it elsewhere', nextAt });

describe('the call before a delivery', () => {
  it('knows what the customer gets, when, and what they pay', () => {
    const server = due();
    expect(call(server)).toMatchObject({
      stage: 'due',
      face: { customer: 'Anitha Rao', language: 'kn', slotDate: '2026-11-19', duePaise: 30_00 },
      closesAt: new Date(instantOf('2026-11-18', '18:00')).toISOString(),
    });
  });
  it('knows what a prepaid order still owes at the door', () => {
    const server = saleServer({ [edit]: [171] });
    server.shelf({ batch: 'A', expiry: '2027-09-30', qty: 120 });
    const slot = { slotDate: '2026-11-20', slotWindow: 'MORNING' };
    server.queued([{ productId: 1, qty: 15 }], { ...slot, payment: 'PREPAID' });
    server.pay('1', 12_00);
    server.must(null, 'reminder-1', 'open');
    expect(call(server).face).toMatchObject({ payment: 'PREPAID', duePaise: 18_00 });
  });
  it('follows what is owed now, and is not made once its order is over', () => {
    const server = saleServer({ [edit]: [171] });
    server.shelf({ batch: 'A', expiry: '2027-09-30', qty: 120 });
    const slot = { slotDate: '2026-11-20', slotWindow: 'MORNING' };
    server.queued([{ productId: 1, qty: 15 }], { ...slot, payment: 'PREPAID' });
    server.pay('1', 12_00);
    server.must(null, 'reminder-1', 'open');
    expect(server.try(null, 'reminder-1', 'refresh')).toBe('noLongerNeeded');
    server.pay('1', 8_00);
    expect(call(server).face).toMatchObject({ duePaise: 10_00 });
    server.pay('1', 10_00);
    expect(call(server)).toMatchObject({ stage: 'due', face: { duePaise: 0 } });
    server.must(171, 'reminder-1', 'refuse', { reason: 'Bought it elsewhere' });
    expect(server.try(null, 'reminder-1', 'refresh')).toBe('noLongerNeeded');
  });
  it.each(['OrderPaid', 'OrderRefunded', 'OrderLineCancelled'])('is refreshed by %s', (type) => {
    const event = { stream: 'order-1', type, data: {}, at: '2026-11-18T05:00:00.000Z' };
    expect(remindDeliveries.react(event as never, {} as never)).toEqual([
      { kind: 'command', stream: 'reminder-1', command: 'refresh', input: {} },
    ]);
  });
  it('shows the new amount in its row', () => {
    const changed = { type: 'DeliveryReminderAmountChanged', data: { duePaise: 10_00 } };
    expect(
      deliveryReminders.view.row(
        { id: '1', duePaise: 18_00 } as never,
        { ...changed, stream: 'reminder-1', version: 3, at: '' } as never,
        '1',
      ),
    ).toMatchObject({ duePaise: 10_00 });
  });
  it('is tried again within the hours in which the customer wants to be called, or left to the rider', () => {
    const server = due('2026-11-20', {}, { callHours: { from: '12:00', to: '14:00' } });
    server.must(null, 'reminder-1', 'open');
    const noon = new Date(instantOf('2026-11-19', '12:00')).toISOString();
    expect(call(server)).toMatchObject({ face: { callHours: { from: '12:00', to: '14:00' } }, callAt: noon });
    expect(settled(server, 'RNR')).toEqual(['DeliveryReminderDue']);
    expect(timeOfDay(Date.parse(call(server).callAt!)).slice(0, 5)).toBe('12:00');
  });
  it('is made to another number of the customer where the first does not exist', () => {
    const phones = ['9876500001', '5550100002'].map((phone) => ({ phone, verifiedAt: null, primary: false }));
    const server = due('2026-11-19', {}, { phones });
    const invalid = (nextKey?: string) =>
      server.try(null, 'reminder-1', 'settleCall', {
        ...{ callId: 1, code: 'INVALID_NUMBER', notes: '', nextAt: null },
        ...(nextKey ? { nextKey } : {}),
      });
    const next = call(server).face!.others!.at(-1)!;
    expect(next).toBe('5550100002');
    expect(invalid(next)).toEqual(['DeliveryReminderDue']);
    expect(call(server)).toMatchObject({ tries: 0, face: { phone: '5550100002' } });
    expect(invalid()).toEqual(['DeliveryReminderUnreachable']);
  });
  const [first, second, third] = ['9876500001', '5550100002', '5550100003'];
  const known = (...phones: readonly (string | undefined)[]) => ({
    phones: phones.map((phone) => ({ phone, verifiedAt: null, primary: false })),
  });
  const line = (server: Server, phone: string | undefined, type: string, data: object) =>
    server.write(`phoneline-${phone}`, type, data, server.now(), null);
  const opened = (server: Server): ReminderState => {
    server.must(null, 'reminder-1', 'open', {}, { numbers: [first, second, third] });
    return call(server);
  };
  it('is made to the number that was found to exist also once another day is agreed on', () => {
    const server = due('2026-11-19', {}, known(first, second, third));
    line(server, first, 'PhoneMarkedBad', { code: 'INVALID_NUMBER' });
    server.must(null, 'reminder-1', 'settleCall', {
      ...{ callId: 1, code: 'INVALID_NUMBER', notes: '', nextAt: null, nextKey: second },
    });
    expect(settled(server, 'NEW_DATE', '2026-11-20T05:00:00.000Z')).toContain('DeliveryRescheduleAsked');
    expect(opened(server)).toMatchObject({ stage: 'due', face: { phone: second, others: [first, third] } });
  });
  it('is made to the next number from the start where the first one does not exist', () => {
    const bad = ['PhoneMarkedBad', { code: 'INVALID_NUMBER' }] as const;
    const server = due('2026-11-20', {}, known(first, second, third));
    line(server, first, ...bad);
    expect(opened(server).face).toMatchObject({ phone: second, others: [first, third] });
    const worse = due('2026-11-20', {}, known(first, second, third));
    line(worse, first, ...bad);
    line(worse, second, 'PhoneBarred', { reason: 'DNC_REQUEST' });
    expect(opened(worse).face).toMatchObject({ phone: third, others: [first, second] });
  });
  it('stays with the first number where that one is not to be called', () => {
    const server = due('2026-11-20', {}, known(first, second, third));
    line(server, first, 'PhoneBarred', { reason: 'DNC_REQUEST' });
    expect(opened(server).face).toMatchObject({ phone: first, others: [second, third] });
  });
  it('names the first number where none can be called', () => {
    const server = due('2026-11-20', {}, known(first));
    line(server, first, 'PhoneMarkedBad', { code: 'INVALID_NUMBER' });
    expect(opened(server).face).toMatchObject({ phone: first, others: [] });
  });
  it('is not dialled before ten on the day before, nor before its next try', () => {
    const early = due('2026-11-20');
    early.must(null, 'reminder-1', 'open');
    const opens = instantOf('2026-11-19', '10:00');
    expect(call(early).callAt).toBe(new Date(opens).toISOString());
    const callee = (now: number) => calleeOf('reminder-1', call(early), now);
    expect(callee(opens - 60_000)).toMatchObject({
      callClass: 'service',
      refused: { code: 'callTooSoon', details: { time: '10:00' } },
    });
    expect(callee(opens)).toMatchObject({ refused: null });
  });
  it('is not made for an order that is over or has no slot', () => {
    const server = saleServer();
    server.shelf({ batch: 'A', expiry: '2027-09-30', qty: 120 });
    server.queued([{ productId: 1, qty: 15 }]);
    expect(server.try(null, 'reminder-1', 'open')).toBe('noLongerNeeded');
  });
  it('is never made again where they died, asked not to be called or the number is wrong', () => {
    const dead = due();
    expect(settled(dead, 'DECEASED')).toEqual(['DeliveryReminderRefused', 'OrderCancelRequested']);
    for (const code of ['DNC_REQUEST', 'WRONG_NUMBER', 'INVALID_NUMBER']) {
      const server = due();
      expect(settled(server, code)).toEqual(['DeliveryReminderUnreachable']);
      expect(call(server).stage).toBe('unreachable');
    }
  });
  it('is confirmed once, by somebody who may', () => {
    const server = due();
    expect(server.try(172, 'reminder-1', 'confirm')).not.toEqual(['DeliveryReminderConfirmed']);
    server.must(171, 'reminder-1', 'confirm');
    expect(server.try(171, 'reminder-1', 'confirm')).toBe('reminderOver');
  });
  it('moves the slot of its order, never to a Sunday, the past or the slot it has', () => {
    const server = due();
    const to = (slotDate: string, slotWindow = 'EVENING') =>
      server.try(171, 'reminder-1', 'reschedule', { slotDate, slotWindow });
    expect(to('2026-11-22')).toBe('sundayNotAllowed');
    expect(to('2026-11-17')).toBe('dateInPast');
    expect(to('2027-02-01')).toBe('slotTooFar');
    expect(to('2026-11-19', 'MORNING')).toBe('sameSlot');
    expect(to('2026-11-20')).toEqual(['DeliveryRescheduleAsked', 'OrderSlotMoved']);
    expect(order(server).header).toMatchObject({ slotDate: '2026-11-20', slotWindow: 'EVENING' });
  });
  it('moves a third time only by a team lead', () => {
    const moves = (server: Server) => {
      for (const day of ['20', '21']) {
        const slot = { slotDate: `2026-11-${day}`, slotWindow: 'EVENING' };
        server.must(171, 'reminder-1', 'reschedule', slot);
        server.must(null, 'reminder-1', 'open');
      }
      return server.try(171, 'reminder-1', 'reschedule', { slotDate: '2026-11-23', slotWindow: 'EVENING' });
    };
    expect(moves(due())).toBe('movedTwice');
    expect(moves(due('2026-11-19', { 'Out Bound/delivery-remainder:approve': [171] }))).toEqual([
      'DeliveryRescheduleAsked',
      'OrderSlotMoved',
    ]);
  });
  it('that is refused asks for the cancellation of the order', () => {
    const server = due();
    expect(server.try(171, 'reminder-1', 'refuse', { reason: 'Bought it elsewhere' })).toEqual([
      'DeliveryReminderRefused',
      'OrderCancelRequested',
    ]);
    expect(order(server).stage).toBe('cancelRequested');
  });
  it('cannot move or refuse what is billed already', () => {
    const server = saleServer({ [edit]: [171] });
    server.shelf({ batch: 'A', expiry: '2027-09-30', qty: 120 });
    server.invoiced([{ productId: 1, qty: 15 }], { slotDate: '2026-11-19' });
    expect(server.try(171, 'reminder-1', 'refuse', { reason: 'Bought it elsewhere' })).toBe('cancelDcFirst');
    expect(settled(server, 'REFUSED')).toEqual(['DeliveryReminderDue']);
  });
  it('is tried three times, an hour and a half apart', () => {
    const server = due();
    expect(server.try(171, 'reminder-1', 'noAnswer')).toEqual(['DeliveryReminderDue']);
    expect(call(server)).toMatchObject({ tries: 1 });
    expect(server.try(171, 'reminder-1', 'noAnswer')).toBe('notYetDue');
    expect(settled(server, 'RNR')).toEqual(['DeliveryReminderDue']);
    expect(settled(server, 'BUSY')).toEqual(['DeliveryReminderUnreachable']);
  });
  it('ends as its disposition says', () => {
    expect(settled(due(), 'CONFIRMED')).toEqual(['DeliveryReminderConfirmed']);
    expect(settled(due(), 'REFUSED')).toEqual(['DeliveryReminderRefused', 'OrderCancelRequested']);
    const server = due();
    expect(settled(server, 'NEW_DATE', '2026-11-20T05:00:00.000Z')).toEqual([
      'DeliveryRescheduleAsked',
      'OrderSlotMoved',
    ]);
    expect(order(server).header).toMatchObject({ slotDate: '2026-11-20', slotWindow: 'MORNING' });
    const later = due();
    expect(settled(later, 'CALLBACK', '2026-11-18T09:00:00.000Z')).toEqual(['DeliveryReminderDue']);
    expect(call(later)).toMatchObject({ tries: 0, callAt: '2026-11-18T09:00:00.000Z' });
  });
  it('closes with its order, and is given to the rider when its time is over', () => {
    const server = due();
    expect(server.try(null, 'reminder-1', 'close', { why: 'time' })).toBe('noLongerNeeded');
    expect(server.try(null, 'reminder-1', 'close', { why: 'order' })).toEqual(['DeliveryReminderClosed']);
  });
});
