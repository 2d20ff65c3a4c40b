import { expect, test } from 'vitest';
import { byNewest, continues, directRoom, nameOfRoom, unreadIn, withName } from './rooms.ts';
import type { MessageRow, RoomRow } from './rooms.ts';

const people = [
  { empId: 101, name: 'Ravi' },
  { empId: 102, name: 'Divya' },
];
const room = (id: string, lastAt: string): RoomRow => ({
  id,
  title: null,
  about: null,
  people,
  last: 4,
  lastAt,
  read: { 101: 1 },
});
const message = (n: number, empId: number, at: string): MessageRow => ({
  id: `r:${n}`,
  room: 'r',
  n,
  empId,
  name: '',
  text: 'x',
  at,
  editedAt: null,
});

test('two people have one room', () => expect(directRoom(102, 101)).toBe(directRoom(101, 102)));
test('a direct room is named after the other person', () => {
  expect(nameOfRoom({ title: null, people }, 101)).toBe('Divya');
  expect(nameOfRoom({ title: 'Morning', people }, 101)).toBe('Morning');
});
test('messages after the last read one are unread', () =>
  expect([unreadIn(room('a', ''), 101), unreadIn(room('a', ''), 102)]).toEqual([3, 4]));
test('the latest conversation comes first', () =>
  expect(byNewest([room('a', '2026-01-01'), room('b', '2026-01-02')]).map(({ id }) => id)).toEqual([
    'b',
    'a',
  ]));
test('messages of one person within five minutes share one heading', () => {
  const first = message(1, 101, '2026-11-18T05:00:00.000Z');
  expect([
    continues(undefined, first),
    continues(first, message(2, 101, '2026-11-18T05:04:00.000Z')),
    continues(first, message(2, 102, '2026-11-18T05:01:00.000Z')),
    continues(first, message(2, 101, '2026-11-18T05:05:00.000Z')),
  ]).toEqual([false, true, false, false]);
});
test('a room is found by its name or its people, without marks', () => {
  const rooms = [room('a', ''), { ...room('b', ''), title: 'Mañana' }];
  expect(
    [
      withName(rooms, 'manana', 101),
      withName(rooms, 'div', 101),
      withName(rooms, '', 101),
      withName(rooms, 'zz', 101),
    ].map((found) => found.length),
  ).toEqual([1, 2, 2, 0]);
});
