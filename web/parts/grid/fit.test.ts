// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { GridColumn } from './column.ts';
import { measured, shareOut, statusOf, tellingOf } from './fit.ts';
import type { Wish } from './fit.ts';
import { Fitting, MEASURED } from './fitting.ts';

const wish = (key: string, natural: number, more: Partial<Wish> = {}): Wish => ({
  key,
  natural,
  least: Math.min(natural, 96),
  grows: 0,
  byHand: false,
  ...more,
});
const sumOf = (widths: ReadonlyMap<string, number>): number =>
  [...widths.values()].reduce((a, b) => a + b, 0);

describe('widths share a space', () => {
  test('given space for all, then nothing is cut, long texts included, and the rest goes to who grows', () => {
    const { widths, over } = shareOut(
      [wish('a', 120), wish('note', 700), wish('b', 100, { grows: 1 })],
      1_000,
    );
    expect(over).toBe(false);
    expect(widths.get('a')).toBe(120);
    expect(widths.get('note')).toBe(700);
    expect(widths.get('b')).toBe(180);
  });

  test('given too little, then texts give way and what is firm stays whole', () => {
    const { widths, over } = shareOut(
      [wish('name', 300, { least: 300 }), wish('date', 104, { least: 104 }), wish('note', 300)],
      600,
    );
    expect(over).toBe(false);
    expect(widths.get('name')).toBe(300);
    expect(widths.get('date')).toBe(104);
    expect(sumOf(widths)).toBeLessThanOrEqual(600);
    expect(widths.get('note')).toBeGreaterThan(180);
  });

  test('given far too little, then texts stay readable and the list scrolls', () => {
    const { widths, over } = shareOut(
      [wish('name', 300, { least: 300 }), wish('a', 200), wish('b', 200)],
      400,
    );
    expect(over).toBe(true);
    expect(widths.get('a')).toBe(96);
    expect(widths.get('name')).toBe(300);
  });

  test('given a width set by hand, then neither want nor plenty changes it', () => {
    const hand = wish('note', 50, { byHand: true, grows: 1 });
    expect(shareOut([hand, wish('a', 300)], 1_000).widths.get('note')).toBe(50);
    expect(shareOut([hand, wish('a', 300)], 200).widths.get('note')).toBe(50);
  });
});

interface R {
  readonly id: string;
  readonly code: string;
  readonly name: string;
  readonly note: string;
  readonly state: string;
}
const columns: readonly GridColumn<R>[] = [
  { key: 'code', label: 'Code', kind: 'id' },
  { key: 'name', label: 'Name', kind: 'text', flex: 1 },
  { key: 'note', label: 'Note', kind: 'text' },
  { key: 'state', label: 'Status', kind: 'status' },
];
const row = (more: Partial<R> = {}): R => ({
  id: '1',
  code: 'A-1',
  name: 'Anita',
  note: '',
  state: 'Open',
  ...more,
});
const labels = { yes: 'yes', no: 'no' };
const daysOf = (...keys: readonly string[]): readonly GridColumn<R>[] =>
  keys.map((key) => ({ key, label: key, kind: 'datetime', value: () => '2026-11-17T10:00:00Z' }));
const placed = (fitting: Fitting<R>, room: number) =>
  Object.fromEntries(fitting.place(columns, room).map((one) => [one.key, one]));

describe('a list in its space', () => {
  let fitting: Fitting<R>;
  beforeEach(() => {
    vi.stubGlobal('innerWidth', 1_440);
    fitting = new Fitting<R>();
  });
  afterEach(() => vi.unstubAllGlobals());

  test('what tells rows apart is pinned; the status joins it when the list is too wide', () => {
    fitting.measure(columns, [row({ note: 'x'.repeat(30) })], labels);
    const wide = placed(fitting, 1_200);
    expect([wide.code!.pinned, wide.name!.pinned, wide.note!.pinned, wide.state!.pinned]).toEqual([
      'start',
      'start',
      null,
      null,
    ]);
    const days = daysOf('begin', 'end', 'paid');
    fitting.take([...columns, ...days].map(({ key }) => ({ id: key, shown: true })));
    fitting.measure(days, [row()], labels);
    const tight = fitting.place([...columns, ...days], 500);
    expect(tight.flatMap(({ key, pinned }) => (pinned === 'start' ? [key] : []))).toEqual([
      'code',
      'name',
      'state',
    ]);
  });

  test('columns fold from the end, and come back with the space; identity and status stay', () => {
    const all = [...columns.slice(0, 3), ...daysOf('begin', 'end', 'paid'), columns[3]!];
    const shownAt = (room: number): readonly string[] =>
      fitting.place(all, room).flatMap(({ key, folded }) => (folded ? [] : [key]));
    fitting.measure(all, [row({ note: 'x'.repeat(30) })], labels);
    expect(shownAt(1_200)).toEqual(all.map(({ key }) => key));
    expect(shownAt(340)).toEqual(['code', 'name', 'note', 'state']);
    expect([...fitting.folded]).toEqual(['paid', 'end', 'begin']);
    expect(shownAt(200)).toEqual(['code', 'name', 'state']);
    expect(shownAt(1_200)).toEqual(all.map(({ key }) => key));
  });

  describe('a column that shows the same in every row', () => {
    const all = [...columns, ...daysOf('begin')].map((one) =>
      one.key === 'begin'
        ? { ...one, value: (at: R) => `2026-11-${at.id}T10:00:00Z` }
        : one.key === 'state'
          ? { ...one, folds: 'alike' as const }
          : one,
    );
    const rows = (states: readonly string[]): R[] =>
      states.map((state, n) =>
        row({ id: String(10 + n), code: `A-${n}`, name: `Anita ${n}`, note: `n${n}`, state }),
      );
    const shownAt = (room: number): readonly string[] =>
      fitting.place(all, room).flatMap(({ key, folded }) => (folded ? [] : [key]));

    test('folds before the others, even the status, and stays while there is room', () => {
      fitting.measure(all, rows(['Open', 'Open', 'Open', 'Open']), labels);
      expect(shownAt(1_200)).toContain('state');
      expect(shownAt(330)).toEqual(['code', 'name', 'note', 'begin']);
    });

    test('folds before a text is cut', () => {
      const long = rows(['Open', 'Open', 'Open', 'Open']).map((one) => ({ ...one, note: 'x'.repeat(60) }));
      fitting.measure(all, long, labels);
      expect(shownAt(1_200)).toContain('state');
      expect(shownAt(740)).toEqual(['code', 'name', 'note', 'begin']);
    });

    test('does not fold where a row beyond those that are measured shows something else', () => {
      const many = rows([...Array.from({ length: MEASURED }, () => 'Open'), 'Closed']);
      fitting.measure(all, many, labels);
      expect(shownAt(330)).toContain('state');
      const again = new Fitting<R>();
      again.measure(all, many.slice(0, MEASURED), labels, many);
      expect(again.place(all, 330).find(({ key }) => key === 'state')!.folded).toBe(false);
    });

    test('comes back with the first row that shows something else', () => {
      fitting.measure(all, rows(['Open', 'Open', 'Open', 'Open']), labels);
      expect(fitting.differ(all, rows(['Open']), labels)).toBe(false);
      expect(fitting.differ(all, rows(['Open', 'Closed']), labels)).toBe(true);
      expect(shownAt(330)).toEqual(['code', 'name', 'note', 'state']);
    });

    test('and is the status of rows that change while they are watched, stays', () => {
      fitting.measure(columns, rows(['Open', 'Open', 'Open', 'Open']), labels);
      expect(placed(fitting, 200).state!.folded).toBe(false);
    });

    test('tells something as long as there are only a few rows', () => {
      fitting.measure(all, rows(['Open', 'Open', 'Open']), labels);
      expect(shownAt(330)).toEqual(['code', 'name', 'note', 'state']);
    });

    test('and by which the list is sorted, stays', () => {
      fitting.measure(all, rows(['Open', 'Open', 'Open', 'Open']), labels);
      const sorted = fitting.place(all, 330, new Set(['state']));
      expect(sorted.find(({ key }) => key === 'state')!.folded).toBe(false);
    });
  });

  test('folded columns shown by hand stay, also in a stored arrangement, until they are folded again', () => {
    const all = [...columns, ...daysOf('begin', 'end', 'paid')];
    fitting.measure(all, [row()], labels);
    fitting.place(all, 500);
    expect(fitting.folded.size).toBeGreaterThan(0);
    fitting.unfold(true);
    fitting.place(all, 500);
    expect([fitting.folded.size, fitting.unfolded]).toEqual([0, true]);
    expect(fitting.byHand('paid')).toEqual({ shown: true });
    const again = new Fitting<R>();
    again.take(all.map(({ key }) => ({ id: key, ...fitting.byHand(key) })));
    again.measure(all, [row()], labels);
    expect(again.place(all, 500).filter(({ folded }) => folded)).toEqual([]);
    again.unfold(false);
    again.place(all, 500);
    expect(again.folded.size).toBeGreaterThan(0);
    expect(again.unfolded).toBe(false);
  });

  test('what is squeezed into a narrow window is whole where somebody shows columns that do not fit', () => {
    const all = [...columns, ...daysOf('begin', 'end', 'paid')];
    fitting.measure(all, [row({ name: 'x'.repeat(24) })], labels);
    const nameAt = (room: number): number =>
      fitting.place(all, room).find(({ key }) => key === 'name')!.width;
    const squeezed = nameAt(200);
    fitting.unfold(true);
    expect(nameAt(200)).toBeGreaterThan(squeezed + 50);
  });

  test('a column that sorts the list does not fold, nor one declared hidden that somebody shows', () => {
    const all = [...columns, ...daysOf('begin', 'end', 'paid')];
    fitting.measure(all, [row()], labels);
    fitting.place(all, 500, new Set(['paid']));
    expect(fitting.folded.has('paid')).toBe(false);
    fitting.place(
      all.map((one) => ({ ...one, hidden: one.key === 'end' })),
      500,
    );
    expect(fitting.folded.has('end')).toBe(false);
  });

  test('titles break into two lines before a column folds, and not when nothing is won by it', () => {
    const long: readonly GridColumn<R>[] = ['one', 'two', 'three'].map((key) => ({
      key,
      label: 'Smallest order quantity',
      kind: 'number',
      value: () => 7,
    }));
    fitting.measure(long, [row()], labels);
    expect(fitting.place(long, 800).some(({ folded }) => folded)).toBe(false);
    expect(fitting.lines).toBe(1);
    expect(fitting.place(long, 430).some(({ folded }) => folded)).toBe(false);
    expect(fitting.lines).toBe(2);
    const short = daysOf('begin', 'end', 'paid');
    fitting.measure(short, [row()], labels);
    fitting.place(short, 300);
    expect([fitting.folded.size, fitting.lines]).toEqual([1, 1]);
  });

  test('on a narrow window nothing is pinned', () => {
    vi.stubGlobal('innerWidth', 900);
    fitting.measure(columns, [row()], labels);
    expect(Object.values(placed(fitting, 300)).map(({ pinned }) => pinned)).toEqual([null, null, null, null]);
  });

  test('a list is measured once: a later text changes no width, but a longer name widens its own column', () => {
    fitting.measure(columns, [row()], labels);
    const before = placed(fitting, 500);
    const later = [row({ name: 'N'.repeat(40), note: 'x'.repeat(40) })];
    fitting.measure(columns, later, labels);
    expect(placed(fitting, 500)).toEqual(before);
    expect(fitting.grow(columns, later, labels)).toBe(true);
    const after = placed(fitting, 800);
    expect(after.name!.width).toBeGreaterThan(40 * 7);
    expect(after.note!.width).toBe(before.note!.width);
    expect(fitting.grow(columns, later, labels)).toBe(false);
  });

  test('only what was set by hand is remembered', () => {
    fitting.setWidth('note', 222);
    fitting.setPin('state', 'end');
    expect(fitting.byHand('note')).toEqual({ width: 222 });
    expect(fitting.byHand('state')).toEqual({ pinned: 'end' });
    expect(fitting.byHand('name')).toEqual({});
    const again = new Fitting<R>();
    again.take([{ id: 'note', width: 222 }]);
    expect(placed(again, 1_000).note!.width).toBe(222);
  });
});

test('declared columns tell rows apart, else the first number and the first name', () => {
  expect(tellingOf(columns)).toEqual(['code', 'name']);
  expect(tellingOf(columns.map((one) => ({ ...one, tells: one.key === 'note' })))).toEqual(['note']);
});

test('the status is the declared column, else the state, else the only one of its kind', () => {
  const outcome: GridColumn<R> = { key: 'note', label: 'Outcome', kind: 'status' };
  expect(statusOf(columns)?.key).toBe('state');
  expect(statusOf([outcome, ...columns.slice(3)])?.key).toBe('state');
  expect(statusOf([outcome])?.key).toBe('note');
  expect(statusOf([outcome, { ...outcome, key: 'name' }])).toBeUndefined();
  expect(statusOf([outcome, { ...outcome, key: 'name', status: true }])?.key).toBe('name');
});

test('no column is narrower than the grid shows one, and a pencil has its place', () => {
  const id: GridColumn<R> = { key: 'id', label: 'No', kind: 'id' };
  expect(measured(id, [row()], 0, labels, true)[0].natural).toBe(48);
  const price: GridColumn<R> = { key: 'code', label: 'P', kind: 'money', value: () => 1_234_567_89 };
  const plain = measured(price, [row()], 0, labels, false)[0].natural;
  expect(measured({ ...price, edits: () => true }, [row()], 0, labels, false)[0].natural).toBe(plain + 26);
});

test('a column whose content changes gives way to what it holds now, not below three quarters', () => {
  const holder: GridColumn<R> = { key: 'note', label: 'Owner', kind: 'holder', width: 160, text: () => 'K' };
  expect(measured(holder, [row()], 0, labels, false)[0]).toEqual({ natural: 160, least: 120 });
});
