import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { compareValues, type GridColumn } from './column.ts';
import { columnsAtStart, countRows, firstOf, sortAtStart, passes } from './first-rows.ts';

interface R {
  readonly id: string;
  readonly score: number;
  readonly name: string;
}
test('the count below a list is that of its rows, before the grid has loaded too', () => {
  const rows = Array.from({ length: 5_307 }, (_, n) => ({
    id: String(n),
    score: n,
    name: n < 7 ? 'Ada' : 'Bo',
  }));
  expect(countRows(rows, () => true)).toEqual({ total: 5_307, shown: 5_307 });
  expect(countRows(rows, (row) => row.name === 'Ada')).toEqual({ total: 5_307, shown: 7 });
});

const columns: readonly GridColumn<R>[] = [
  { key: 'score', label: 'Score', kind: 'number' },
  { key: 'name', label: 'Name', kind: 'text' },
  { key: 'id', label: 'Id', kind: 'id', hidden: true },
];
const byScore = (a: R, b: R): number => a.score - b.score;
const list = fc
  .array(fc.record({ score: fc.nat(20), name: fc.constantFrom('Anita', 'Farah', 'Ravi') }), { maxLength: 60 })
  .map((rows): R[] => rows.map((row, n) => ({ ...row, id: String(n) })));

describe('the rows a list shows first', () => {
  test('are those that the whole list begins with once it is sorted', () =>
    fc.assert(
      fc.property(
        list,
        fc.integer({ min: 1, max: 20 }),
        fc.boolean(),
        fc.boolean(),
        (rows, most, sorted, some) => {
          const fits = (row: R): boolean => !some || row.name !== 'Ravi';
          const sort = sorted ? byScore : undefined;
          const whole = rows.filter(fits);
          if (sort) whole.sort(sort);
          expect(firstOf(rows, most, sort, fits)).toEqual(whole.slice(0, most));
        },
      ),
    ));

  test("are in the person's order, else in the list's own", () => {
    const rows: R[] = [
      { id: '1', score: 2, name: 'Ravi' },
      { id: '2', score: 1, name: 'Ravi' },
      { id: '3', score: 3, name: 'Anita' },
    ];
    const first = (arranged?: Parameters<typeof sortAtStart<R>>[0]['arranged']): string =>
      firstOf(rows, 3, sortAtStart({ columns, sort: byScore, arranged }), () => true)
        .map(({ id }) => id)
        .join('');
    expect(first()).toBe('213');
    expect(first([{ id: 'name' }])).toBe('213');
    expect(first([{ id: 'score', sort: 'desc' }])).toBe('312');
    expect(
      first([
        { id: 'score', sort: 'asc', sortIndex: 1 },
        { id: 'name', sort: 'desc', sortIndex: 0 },
      ]),
    ).toBe('213');
    expect(first([{ id: 'gone', sort: 'asc' }])).toBe('213');
  });

  test('have the columns that the person shows, where the person put them', () => {
    const keys = (arranged?: Parameters<typeof columnsAtStart<R>>[0]['arranged']): string =>
      columnsAtStart({ columns, arranged })
        .map(({ key }) => key)
        .join(' ');
    expect(keys()).toBe('score name');
    expect(keys([{ id: 'id', hidden: false }, { id: 'name' }, { id: 'score', hidden: true }])).toBe(
      'id name',
    );
    expect(keys([{ id: 'score' }, { id: 'name', pinned: 'start' }])).toBe('name score');
    expect(
      columnsAtStart({ columns, arranged: [{ id: 'name', width: 77 }] }).find(({ key }) => key === 'name')
        ?.width,
    ).toBe(77);
  });

  test('pass the filter and hold every word that is searched for', () => {
    const row: R = { id: '1', score: 12, name: 'Anita' };
    expect(passes({ columns, filter: ({ score }) => score > 12 }, row)).toBe(false);
    expect(passes({ columns, search: ' anita  12 ' }, row)).toBe(true);
    expect(passes({ columns, search: 'anita 13' }, row)).toBe(false);
  });

  test('find a text whatever its case, accents, quotes and Unicode form', () => {
    const row: R = { id: '1', score: 12, name: 'José D’Souza' };
    for (const search of ['JOSE', 'jose\u0301', "d'souza", 'D’SOUZA jos'])
      expect(passes({ columns, search }, row), search).toBe(true);
    expect(passes({ columns, search: 'josa' }, row)).toBe(false);
  });

  test('are sorted as their language is, with numbers as numbers', () => {
    const names = ['oa', 'B10', 'Ñu', 'b2', 'Álvaro', 'nz', 'Alvaro', ''];
    expect(names.toSorted(compareValues)).toEqual(['Alvaro', 'Álvaro', 'b2', 'B10', 'nz', 'Ñu', 'oa', '']);
  });
});
