import { expect, test } from 'vitest';
import type { StoredEvent } from '../core/event.ts';
import { tellMovedRow } from './tell-moved-row.ts';

const event = (type: string, actor: number, data: object, queue = 'signup-queue'): StoredEvent =>
  ({
    type,
    data,
    stream: `queueitem-${queue}-41`,
    actor: { kind: 'person', empId: actor, name: 'Lakshmi Iyer' },
  }) as unknown as StoredEvent;
const told = (one: StoredEvent) =>
  tellMovedRow
    .react(one as never, {} as never)
    .map((reaction) => [
      reaction.kind === 'command' && reaction.stream,
      reaction.kind === 'command' && (reaction.input as { message: string }).message,
    ]);
const from = { empId: 103, name: 'Kiran Joseph', leaseId: 'x' };
const to = { empId: 104, name: 'Divya Rao' };
const said = { ref: 'SG-000041', reason: 'She speaks Kannada' };

test('a row that a lead gives to another is told to both', () =>
  expect(told(event('QueueItemAssigned', 131, { from, to, ...said }))).toEqual([
    ['notice-103', 'rowTaken'],
    ['notice-104', 'rowAssigned'],
  ]));
test('a free row is told to whoever gets it', () =>
  expect(told(event('QueueItemAssigned', 131, { from: null, to, ...said }))).toEqual([
    ['notice-104', 'rowAssigned'],
  ]));
test('a row that a lead takes over is told to whoever loses it, with a way to it', () => {
  const taken = event('QueueItemTakenOver', 131, { from, to: { empId: 131, name: 'Lakshmi Iyer' }, ...said });
  expect(told(taken)).toEqual([['notice-103', 'rowTaken']]);
  expect(tellMovedRow.react(taken as never, {} as never)[0]).toMatchObject({
    input: { route: '/outBound/signup-queue?row=41', values: said },
  });
});
test('nobody is told of what they did themselves', () =>
  expect(told(event('QueueItemTakenOver', 103, { from, to, ...said }))).toEqual([]));
