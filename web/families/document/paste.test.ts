import { expect, test } from 'vitest';
import type { FoundProduct } from '#shared/families/document-wire.ts';
import type { DocumentLine } from '#shared/streams/documents/state.ts';
import type { LineColumn } from '#web/parts/lines/line-column.ts';
import { sortPasted, textOfRows } from './paste.ts';

const columns = [
  { key: 'qty', label: 'Qty', kind: 'number', editable: true, min: 1 },
  { key: 'expiry', label: 'Expiry', kind: 'month', editable: true },
] satisfies readonly LineColumn<DocumentLine>[];
const product = (code: string, name: string, stage = 'active'): FoundProduct =>
  ({ code, product: name, stage, productId: 1 }) as unknown as FoundProduct;
const known = [product('P1', 'Paracetamol'), product('P2', 'Ibuprofen'), product('P3', 'Old', 'retired')];

test('rows whose every cell can be read become lines; every other row is kept whole, with the cell and what is wrong', () => {
  const { good, bad } = sortPasted(
    [
      ['P1', '10', '11/2027'],
      ['P2', 'ten', '11/2027'],
      ['P2', '0', 'soon'],
      ['P9', '5'],
      ['P3', '5'],
      ['P1', '5', '', 'more'],
      ['ibuprofen', '', ''],
    ],
    columns,
    known,
  );
  expect(good.map(({ product: { code }, fields }) => [code, fields])).toEqual([
    ['P1', { qty: 10, expiry: '2027-11-30' }],
    ['P2', {}],
  ]);
  expect(bad.map(({ n, cells, wrong }) => [n, cells[0], wrong])).toEqual([
    [2, 'P2', [{ column: columns[0], cell: 'ten' }]],
    [
      3,
      'P2',
      [
        { column: columns[0], cell: '0' },
        { column: columns[1], cell: 'soon' },
      ],
    ],
    [4, 'P9', ['unknown']],
    [5, 'P3', ['inactive']],
    [6, 'P1', [{ column: null, cell: 'more' }]],
  ]);
  expect(textOfRows(bad.slice(0, 2))).toBe('P2\tten\t11/2027\nP2\t0\tsoon');
});
