import { describe, expect, it } from 'vitest';
import type { QueueDef } from '#shared/families/queue.ts';
import type { QueueRow } from '#shared/families/queue-row.ts';
import * as queues from '#shared/queues/index.ts';
import { signupQueue } from '#shared/queues/signup-queue.ts';
import { countRows, inCount } from './counts.ts';
import { declarationOf } from './declaration.ts';
import { firstText, personText } from './columns.ts';
import {
  countValues,
  filterValue,
  isFiltered,
  noFilters,
  passes,
  readFilters,
  writeFilters,
} from './filters.ts';
import { claimable, inHand } from './next-item.ts';
import { keyedActions, type Offered } from './offer.ts';
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
  it('given a row before more urgent ones, when it is listed, then it says why: pinned, or the queue’s own rule', () => {
    const words = { t: (key: string) => key, own: (key: string) => key } as never;
    expect(
      [row(1), row(2, { resubmitted: 1 }), row(3, { pinned: true })].map((one) => firstText(def, one, words)),
    ).toEqual([null, 'first.resubmitted', 'pinned']);
    // What a member gives as a reason has its text in both languages.
    for (const { translations } of Object.values(queues).filter((one) => 'first' in one))
      expect(Object.keys(translations.es).filter((key) => key.startsWith('first.'))).toEqual(
        Object.keys(translations.en).filter((key) => key.startsWith('first.')),
      );
  });
  it('leaves out rows that are held, parked, decided, one’s own, or just lost', () => {
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
  it('is the row one holds already, unless that is decided', () => {
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
    expect(countRows(rows, now, 7)).toMatchObject({
      waiting: 3,
      atRisk: 1,
      breached: 1,
      inWork: 1,
      mine: 1,
      parked: 1,
    });
    expect(countRows(rows, now, 7).oldest?.id).toBe('1');
  });
  it('opens exactly the rows it counted', () => {
    for (const name of ['waiting', 'atRisk', 'breached', 'inWork', 'mine', 'parked'] as const)
      expect(rows.filter((one) => inCount(name, one, now, 7))).toHaveLength(countRows(rows, now, 7)[name]);
  });
  it('is empty for an empty queue', () => {
    expect(countRows([], now, 7)).toEqual({
      waiting: 0,
      atRisk: 0,
      breached: 0,
      inWork: 0,
      mine: 0,
      parked: 0,
      oldest: null,
    });
  });
});

describe('filters in the address', () => {
  it('are restored as written, and leave the rest of the address alone', () => {
    const filters = {
      search: 'ani & co',
      sets: { pooId: ['1', '3'], holder: ['-'] },
      count: 'breached' as const,
    };
    const written = writeFilters(def, new URLSearchParams('row=7&language=hi'), filters);
    expect(written.get('row')).toBe('7');
    expect(readFilters(def, new URLSearchParams(written.toString()))).toEqual(filters);
  });
  it('ignore unknown columns', () => {
    expect(readFilters(def, new URLSearchParams('show=everything&ref=SG&nonsense=1'))).toEqual(noFilters);
    expect(isFiltered(noFilters)).toBe(false);
  });
  it('accept rows that match every set', () => {
    const pass = passes(
      { search: '', sets: { language: ['kn'], holder: ['-', 'Kiran'] }, count: null },
      () => now,
      7,
    )!;
    expect([row(1), row(2, { language: 'hi' }), row(3, { holder: holder(8) })].map(pass)).toEqual([
      true,
      false,
      true,
    ]);
    expect(passes(noFilters, () => now, 7)).toBeUndefined();
  });
  it('take values alike for one, whatever their case, accents and Unicode form', () => {
    const rows = [
      row(1, { submitter: { empId: 9, name: 'José D’Souza' } }),
      row(2, { submitter: { empId: 8, name: "JOSE\u0301 D'SOUZA" } }),
      row(3, { submitter: { empId: 6, name: 'Ravi' } }),
    ];
    const pass = passes({ search: '', sets: { submitter: ["jose d'souza"] }, count: null }, () => now, 7)!;
    expect(rows.map(pass)).toEqual([true, true, false]);
    expect([...countValues(rows, 'submitter', [])]).toEqual([
      ['José D’Souza', 2],
      ['Ravi', 1],
    ]);
    expect([...countValues(rows, 'submitter', ["jose d'souza"])]).toEqual([
      ["jose d'souza", 2],
      ['Ravi', 1],
    ]);
  });
  it('name persons and blanks', () => {
    expect([null, '', 4, { name: 'Kiran' }, {}].map(filterValue)).toEqual(['-', '-', '4', 'Kiran', '-']);
  });
});

it('undoable rows are mine, decided, and in time; the newest last', () => {
  const rows = [
    row(1, { stage: 'verified', holder: holder(7), undoUntil: at(0.4) }),
    row(2, { stage: 'verified', holder: holder(7), undoUntil: at(0.1) }),
    row(3, { stage: 'verified', holder: holder(8), undoUntil: at(0.4) }),
    row(4, { stage: 'verified', holder: holder(7), undoUntil: at(-0.1) }),
  ];
  expect(undoables(def, rows, 7, now).map((one) => one.row.id)).toEqual(['2', '1']);
});

describe('loading a declaration', () => {
  it.each(Object.values(queues).map(({ name }) => name))('finds the file of %s', async (name) => {
    expect((await declarationOf(name)).name).toBe(name);
  });
});

it('a service that submitted a case is shown by its name', () => {
  expect(personText({ empId: null, name: 'customer' })).toBe('Customer service (outside)');
  expect(personText({ empId: 7, name: 'Ravi' })).toBe('Ravi');
  expect(personText(null)).toBe('');
});

describe('keys of a queue', () => {
  const person = {
    empId: 7,
    name: 'Ravi',
    admin: true,
    permissionVersion: 1,
    rights: new Set<string>(),
    primaryPooId: 1,
    poos: [],
    languages: [],
  };
  const offered: readonly Offered[] = def.actions.map((action) => ({ action, off: null }));

  it('given one row, when its actions have keys, then each is as the row offers it', () => {
    const keys = keyedActions(offered, { def, person, several: null });
    expect(keys.length).toBeGreaterThan(0);
    expect(keys.every(({ off }) => off === null)).toBe(true);
  });

  it('given several selected rows, when a key of one row is pressed, then it is off and says how many', () => {
    const keys = keyedActions([], { def, person, several: '3 cases are selected.' });
    expect(keys.length).toBeGreaterThan(0);
    expect(new Set(keys.map(({ off }) => off))).toEqual(new Set(['3 cases are selected.']));
    expect(new Set(keys.map(({ keys: key }) => key)).size).toBe(keys.length);
  });
});
