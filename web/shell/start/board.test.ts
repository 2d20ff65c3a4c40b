import { describe, expect, it } from 'vitest';
import { arranged, moved } from './board.ts';
import { loadOf, nextFirst } from './load.ts';

describe('the arrangement of the start page', () => {
  const all = ['waiting', 'queues', 'day', 'team'] as const;

  it('shows the declared sequence until something is arranged', () => {
    expect(arranged(all, { order: [], hidden: [] })).toEqual(all);
  });
  it('keeps a person’s sequence, and puts a new card at the end', () => {
    expect(arranged(all, { order: ['team', 'waiting', 'queues'], hidden: [] })).toEqual([
      'team',
      'waiting',
      'queues',
      'day',
    ]);
  });
  it('leaves out hidden and unknown cards', () => {
    expect(arranged(all, { order: ['gone', 'day'], hidden: ['queues'] })).toEqual(['day', 'waiting', 'team']);
  });
  it('moves a card by one place, never beyond the ends', () => {
    expect(moved(all, 'queues', -1)).toEqual(['queues', 'waiting', 'day', 'team']);
    expect(moved(all, 'waiting', -1)).toEqual(all);
    expect(moved(all, 'team', 1)).toEqual(all);
  });
});

it('counts a row as late from its breach and as soon late from its warning, never as both', () => {
  const row = (id: string, warnAt: string | null, breachAt: string | null, held = false) => ({
    id,
    enteredAt: `2026-11-18T0${id}:00:00.000Z`,
    warnAt,
    breachAt,
    undoUntil: null,
    holder: held ? { empId: 5 } : null,
  });
  const now = Date.parse('2026-11-18T10:00:00.000Z');
  const rows = [
    row('1', '2026-11-18T08:00:00.000Z', '2026-11-18T10:00:00.000Z'),
    row('2', '2026-11-18T10:00:00.000Z', '2026-11-18T11:00:00.000Z', true),
    row('3', '2026-11-18T10:00:01.000Z', null),
    { ...row('4', null, '2026-11-18T09:00:00.000Z'), undoUntil: '2026-11-18T10:00:10.000Z' },
  ];
  expect(loadOf('queue/signup-queue', rows, now)).toEqual({
    waiting: 3,
    held: 1,
    late: 1,
    soon: 1,
    oldestAt: Date.parse('2026-11-18T01:00:00.000Z'),
  });
});

it('the next action comes first: urgent, then by time limit, those without one as they are', () => {
  const item = (id: string, due: string | null, urgent = false) => ({ id, due, urgent });
  const items = [
    item('new', null),
    item('later', '2026-11-30T00:00:00Z'),
    item('late', '2026-11-20T00:00:00Z'),
    item('old', null),
    item('urgent', null, true),
  ];
  expect(nextFirst(items).map(({ id }) => id)).toEqual(['urgent', 'late', 'later', 'new', 'old']);
});
