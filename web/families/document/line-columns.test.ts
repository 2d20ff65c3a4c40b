import { expect, it } from 'vitest';
import * as documents from '#shared/documents/index.ts';
import { pickList } from '#shared/documents/pick-list.ts';
import { stockCount } from '#shared/documents/stock-count.ts';
import type { DocumentDef } from '#shared/families/document.ts';
import { textsUnder } from '#web/parts/lines/line-column.ts';
import { lineColumns } from './line-columns.ts';

const own = (key: string): string => key;
const state = { header: {}, place: {} } as unknown as Parameters<typeof lineColumns>[1];
const columnsOf = (def: unknown, narrow: boolean, typed: readonly string[] = []) =>
  lineColumns(def as DocumentDef, state, { lines: typed } as never, own as never, narrow);
const keys = (columns: readonly { readonly key: string }[]): readonly string[] =>
  columns.map(({ key }) => key);

it('a picker with a phone sees the tray, the goods, the units and how many are picked; the rest stands below the goods', () => {
  const columns = columnsOf(pickList, true);
  expect(keys(columns)).toEqual(['tray', 'product', 'qty', 'picked']);
  const goods = columns.find(({ key }) => key === 'product')!;
  const line = { id: 'p1', batch: 'H', expiry: '2027-09-30', label: 'B1', packSize: 10, short: 0 };
  expect(textsUnder(goods, line as never, { yes: 'Yes', no: 'No' })).toEqual([
    'line.batch H',
    'line.expiry 30-09-2027',
    'line.label B1',
    'line.packSize 10',
  ]);
});

it('a wide screen has a column for each', () => {
  const columns = columnsOf(pickList, false);
  expect(keys(columns)).toEqual(pickList.lines.map(({ name }) => name));
  expect(columns.some(({ under }) => under)).toBe(false);
});

it('what is typed keeps its column on a phone', () => {
  const columns = columnsOf(stockCount, true, ['batch', 'countedQty']);
  expect(keys(columns)).toEqual(['product', 'batch', 'countedQty']);
});

it.each(Object.values(documents).map((def) => [def.name, def] as const))(
  '%s keeps at most five columns on a phone when nothing is typed',
  (_name, def) => expect(columnsOf(def, true).length).toBeLessThan(6),
);
