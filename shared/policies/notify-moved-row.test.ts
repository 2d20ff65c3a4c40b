import { expect, test } from 'vitest';
import type { StoredEvent } from '../core/event.ts';
import { notifyMovedRow } from './notify-moved-row.ts';

const event = (type: string, actor: number, data: object, queue = 'signup-queue'): StoredEvent =>
  ({
    type,
    data,
    stream: `queueitem-${queue}-41`,
    actor: { kind: 'person', empId: actor, name: 'Lakshmi Iyer' },
  }) as unknown as StoredEvent;
const notified = (one: StoredEvent) =>
  notifyMovedRow
    .react(one as never, {} as never)
    .map((reaction) => [
      reaction.kind === 'command' && reaction.stream,
      reaction.kind === 'command' && (reaction.input as { message: string }).message,
    ]);
const from = { empId: 103, name: 'Kiran Joseph', leaseId: 'x' };
const to = { empId: 104, name: 'Divya Rao' };
const said = { ref: 'SG-000041', reason: 'She speaks Kannada' };

test('a row that a lead gives to another notifies both', () =>
  expect(notified(event('QueueItemAssigned', 131, { from, to, ...said }))).toEqual([
    ['notice-103', 'rowTaken'],
    ['notice-104', 'rowAssigned'],
  ]));
test('a free row notifies whoever gets it', () =>
  expect(notified(event('QueueItemAssigned', 131, { from: null, to, ...said }))).toEqual([
    ['notice-104', 'rowAssigned'],
  ]));
test('a row that a lead takes over notifies whoever loses it, with a way to it', () => {
  const taken = event('QueueItemTakenOver', 131, { from, to: { empId: 131, name: 'Lakshmi Iyer' }, ...said });
  expect(notified(taken)).toEqual([['notice-103', 'rowTaken']]);
  expect(notifyMovedRow.react(taken as never, {} as never)[0]).toMatchObject({
    input: { route: '/outBound/signup-queue?row=41', values: said },
  });
});
test('nobody is notified of what they did themselves', () =>
  expect(notified(event('QueueItemTakenOver', 103, { from, to, ...said }))).toEqual([]));
