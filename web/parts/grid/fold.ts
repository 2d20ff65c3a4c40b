import type { GridColumn } from './column.ts';
import type { GridRow } from './source.ts';

/** The columns a list begins with are folded after the others. */
const LEADING = 4;
/** Kinds that say how urgent a row is. */
const urgency: readonly GridColumn<GridRow>['kind'][] = ['sla', 'countdown'];

/** One displayed column when space is short. */
export interface Foldable {
  readonly key: string;
  /** The narrowest it may be, px. */
  readonly least: number;
  /** Lower ranks fold first; null: never folds. */
  readonly rank: number | null;
}

/** When a column folds; `at` is its position among the displayed columns, `alike`: every row shows the same in it. */
export function rankOf<R extends GridRow>(column: GridColumn<R>, at: number, alike = false): number | null {
  // Who works on a row is what keeps two people from working on it.
  if (column.folds === 'never' || column.kind === 'holder') return null;
  if (column.folds === 'first' || (alike && column.folds !== 'last')) return 0;
  // What is changed in the list is what the list is open for, also beside a panel.
  if (column.edits) return 3;
  return column.folds === 'last' || at < LEADING || urgency.includes(column.kind) ? 2 : 1;
}

/**
 * The columns that fold so that the others fit: the least important ones, from the end; one that still fits
 * when a wider one has gone stays.
 */
export function foldedOf(columns: readonly Foldable[], room: number): ReadonlySet<string> {
  const out: Foldable[] = [];
  let needed = columns.reduce((sum, { least }) => sum + least, 0);
  const candidates = columns
    .toReversed()
    .filter(({ rank }) => rank !== null)
    .sort((a, b) => a.rank! - b.rank!);
  for (const column of candidates) {
    if (needed <= room) break;
    out.push(column);
    needed -= column.least;
  }
  const stays = new Set<string>();
  for (const { key, least } of out.toReversed()) {
    if (needed + least > room) continue;
    stays.add(key);
    needed += least;
  }
  return new Set(out.flatMap(({ key }) => (stays.has(key) ? [] : [key])));
}
