import { describe, expect, it } from 'vitest';
import type { QueueDef } from '#shared/families/queue.ts';
import type { QueueRow } from '#shared/families/queue-row.ts';
import { signupQueue } from '#shared/queues/signup-queue.ts';
import { countRows, inCount } from './counts.ts';
import { filterValue, isFiltered, noFilters, passes, readFilters, writeFilters } from './filters.ts';
import { claimable, inHand } from './next-item.ts';
import { undoables } from './undoables.ts';

const def = signupQueue as unknown as QueueDef;
const now = Date.parse('2026-11-18T10:00:00.000Z');
const at = (minutes: number): string => new Date(now + minutes * 60_000).toISOString();

function row(id: number, part: Partial<QueueRow> & Readonly<Record<string, unknown>> = {}): QueueRow {
  return {
    id: String(id),
    ref: `SG-00030${id}`,
    pooId: 1,
    language: 'kn',
    state: 'waiting',
    priority: 0,
    enteredAt: at(-60 + id),
    warnAt: at(30),
    breachAt: at(90),
    holder: null,
    parkedUntil: null,
    attempts: 0,
    why: 'why.submitted',
    version: 3,
    stage: 'submitted',
    pinned: false,
    resubmitted: 0,
    submitter: { empId: 9, name: 'Ravi' },
    undoUntil: null,
    ...part,
  } as QueueRow;
}
const holder = (empId: number): QueueRow['holder'] => ({ empId, name: 'Kiran', since: at(-2), leaseId: 'l' });

describe('the next item', () => {
  it('is the best by rank, not the oldest on the screen', () => {
    const rows = [row(1), row(2, { resubmitted: 1 }), row(3, { priority: 2 }), row(4, { pinned: true })];
    expect(claimable(def, rows, 7).map(({ id }) => id)).toEqual(['4', '2', '3', '1']);
  });
  it('leaves out what is held, parked, decided, one’s own, or was just lost', () => {
    const rows = [
      row(1, { holder: holder(8), state: 'claimed' }),
      row(2, { state: 'parked' }),
      row(3, { stage: 'verified', state: 'working', holder: holder(7) }),
      row(4, { submitter: { empId: 7, name: 'me' } }),
      row(5),
      row(6),
    ];
    expect(claimable(def, rows, 7, new Set(['5'])).map(({ id }) => id)).toEqual(['6']);
  });
  it('is what one holds already, unless that is decided', () => {
    const rows = [
      row(1, { holder: holder(7), state: 'working' }),
      row(2, { holder: holder(7), state: 'working', stage: 'verified', undoUntil: at(0.4) }),
      row(3, { holder: holder(8), state: 'claimed' }),
    ];
    expect(inHand(def, rows, 7).map(({ id }) => id)).toEqual(['1']);
  });
});

describe('the strip', () => {
  const rows = [
    row(1),
    row(2, { warnAt: at(-5) }),
    row(3, { warnAt: at(-90), breachAt: at(-1) }),
    row(4, { state: 'parked', breachAt: at(-1) }),
    row(5, { state: 'working', holder: holder(7) }),
    row(6, { state: 'working', stage: 'verified', holder: holder(7), undoUntil: at(0.3) }),
  ];
  it('counts each row where it belongs; a decided one nowhere', () => {
    expect(countRows(rows, now, 7)).toMatchObject({ waiting: 3, atRisk: 1, breached: 1, inWork: 1, mine: 1, parked: 1 });
    expect(countRows(rows, now, 7).oldest?.id).toBe('1');
  });
  it('opens exactly the rows it counted', () => {
    for (const name of ['waiting', 'atRisk', 'breached', 'inWork', 'mine', 'parked'] as const)
      expect(rows.filter((one) => inCount(name, one, now, 7))).toHaveLength(countRows(rows, now, 7)[name]);
  });
  it('says nothing of an empty queue', () => {
    expect(countRows([], now, 7)).toEqual({ waiting: 0, atRisk: 0, breached: 0, inWork: 0, mine: 0, parked: 0, oldest: null });
  });
});

describe('filters in the address', () => {
  it('come back as they went, and leave the rest of the address alone', () => {
    const filters = { search: 'ani & co', sets: { pooId: ['1', '3'], holder: ['-'] }, count: 'breached' as const };
    const written = writeFilters(def, new URLSearchParams('row=7&language=hi'), filters);
    expect(written.get('row')).toBe('7');
    expect(readFilters(def, new URLSearchParams(written.toString()))).toEqual(filters);
  });
  it('ignore what no column knows', () => {
    expect(readFilters(def, new URLSearchParams('show=everything&ref=SG&nonsense=1'))).toEqual(noFilters);
    expect(isFiltered(noFilters)).toBe(false);
  });
  it('let through what matches every set', () => {
    const pass = passes({ search: '', sets: { language: ['kn'], holder: ['-', 'Kiran'] }, count: null }, () => now, 7)!;
    expect([row(1), row(2, { language: 'hi' }), row(3, { holder: holder(8) })].map(pass)).toEqual([true, false, true]);
    expect(passes(noFilters, () => now, 7)).toBeUndefined();
    expect([null, '', 4, { name: 'Kiran' }, {}].map(filterValue)).toEqual(['-', '-', '4', 'Kiran', '-']);
  });
});

it('what can be undone is mine, decided, and in time; the newest last', () => {
  const rows = [
    row(1, { stage: 'verified', holder: holder(7), undoUntil: at(0.4) }),
    row(2, { stage: 'verified', holder: holder(7), undoUntil: at(0.1) }),
    row(3, { stage: 'verified', holder: holder(8), undoUntil: at(0.4) }),
    row(4, { stage: 'verified', holder: holder(7), undoUntil: at(-0.1) }),
  ];
  expect(undoables(def, rows, 7, now).map((one) => one.row.id)).toEqual(['2', '1']);
});
