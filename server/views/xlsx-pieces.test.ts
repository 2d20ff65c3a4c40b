import readBook from 'read-excel-file/node';
import { expect, it } from 'vitest';
import { xlsxPieces, type XlsxCell } from './xlsx-pieces.ts';

async function* runs(...lines: XlsxCell[][][]): AsyncGenerator<XlsxCell[][]> {
  for (const run of lines) yield run;
}
async function whole(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}
const read = async (book: Buffer) =>
  (await readBook(book)).map(({ sheet, data }) => ({ name: sheet, rows: data as unknown[][] }));

it('a written file reads back: numbers as numbers, everything else as text, even formulas', async () => {
  const odd = '=HYPERLINK("http://x","y") <&> _x0041_ \u0007ñ अ 😀';
  const book = await whole(
    xlsxPieces({
      title: 'Réas/ons: [all]',
      headings: ['Code', 'Nº', 'Note'],
      rows: runs([['A', 1.5, odd]], [['B', null, '  two  ']]),
    }),
  );
  const [only] = await read(book);
  expect(only!.name).toBe('Réas ons   all');
  expect(only!.rows).toEqual([
    ['Code', 'Nº', 'Note'],
    ['A', 1.5, odd.replace('\u0007', '')],
    ['B', null, expect.stringContaining('two')],
  ]);
});

it.each([
  [0, [0]],
  [1, [1]],
  [4, [4]],
  [5, [4, 1]],
  [8, [4, 4]],
  [11, [4, 4, 3]],
])('%i rows at four a sheet make sheets of %j, each under its headings', async (n, counts) => {
  const lines = Array.from({ length: n }, (_, i) => [i]);
  const book = await whole(
    xlsxPieces({
      title: 'People',
      headings: ['n'],
      rows: runs(lines.slice(0, 3), lines.slice(3, 9), lines.slice(9)),
      sheetRows: 5,
    }),
  );
  const sheets = await read(book);
  expect(sheets.map(({ name }) => name)).toEqual(
    counts.map((_, i) => (i === 0 ? 'People' : `People ${i + 1}`)),
  );
  expect(sheets.map(({ rows }) => rows.length - 1)).toEqual(counts);
  expect(sheets.flatMap(({ rows }) => rows.slice(1).flat())).toEqual(lines.flat());
  for (const { rows } of sheets) expect(rows[0]).toEqual(['n']);
});

it('a failing row source ends the file with its error', async () => {
  async function* broken(): AsyncGenerator<XlsxCell[][]> {
    yield [['one']];
    throw new Error('the line was cut');
  }
  await expect(whole(xlsxPieces({ title: 'x', headings: ['a'], rows: broken() }))).rejects.toThrow(
    'the line was cut',
  );
});
