import { plainText } from '#shared/core/plain.ts';
import type { FoundProduct } from '#shared/families/document-wire.ts';
import type { DocumentLine } from '#shared/streams/documents/state.ts';
import { readCell, type LineColumn } from '#web/parts/lines/line-column.ts';

/** A cell that its column does not take; without a column it stands to the right of the last one. */
export interface WrongCell {
  readonly column: LineColumn<DocumentLine> | null;
  readonly cell: string;
}
export interface BadRow {
  /** Counted from 1 among the pasted rows. */
  readonly n: number;
  readonly cells: readonly string[];
  readonly wrong: readonly (WrongCell | 'unknown' | 'inactive')[];
}
export interface GoodRow {
  readonly product: FoundProduct;
  readonly fields: Readonly<Record<string, unknown>>;
}

/** Pasted rows that become lines, and those that cannot; a row is taken whole or not at all. */
export function sortPasted(
  rows: readonly (readonly string[])[],
  typed: readonly LineColumn<DocumentLine>[],
  known: readonly FoundProduct[],
): { readonly good: readonly GoodRow[]; readonly bad: readonly BadRow[] } {
  const byKey = new Map(
    known.flatMap((one) => [[plainText(one.code), one] as const, [plainText(one.product), one] as const]),
  );
  const good: GoodRow[] = [];
  const bad: BadRow[] = [];
  for (const [at, cells] of rows.entries()) {
    if (cells.every((cell) => cell === '')) continue;
    const [first = '', ...rest] = cells;
    const product = byKey.get(plainText(first));
    const wrong: BadRow['wrong'][number][] = [];
    if (!product) wrong.push('unknown');
    else if (product.stage !== 'active') wrong.push('inactive');
    const fields: Record<string, unknown> = {};
    for (const [i, cell] of rest.entries()) {
      const column = typed[i] ?? null;
      const read = column ? readCell(column, cell) : null;
      if (column && read?.ok) {
        if (read.value !== null) fields[column.key] = read.value;
      } else if (cell !== '') wrong.push({ column, cell });
    }
    if (product && wrong.length === 0) good.push({ product, fields });
    else bad.push({ n: at + 1, cells, wrong });
  }
  return { good, bad };
}

/** The rows as a spreadsheet takes them. */
export const textOfRows = (rows: readonly BadRow[]): string =>
  rows.map(({ cells }) => cells.join('\t')).join('\n');
