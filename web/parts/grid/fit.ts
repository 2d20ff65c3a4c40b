import { alignsRight, hasFigures, ticks, textOf } from './column.ts';
import type { GridColumn } from './column.ts';
import { contentWidth, declaredOf, NARROWEST, titleOf } from './column-defs.ts';
import type { GridRow } from './source.ts';

/** What the layout knows of one displayed column; all widths in px. */
export interface Wish {
  readonly key: string;
  /** Needed so that nothing in the column is cut. */
  readonly natural: number;
  /** Kept while the list is wider than its space. */
  readonly least: number;
  /** Share of the space that is left when every column has what it needs. */
  readonly grows: number;
  /** Set by the person: never changed here. */
  readonly byHand: boolean;
}

/** A long text takes no more than this from the others as long as they need the space, px. */
const LONG = 360;
/** Texts up to this width are names of people, places and goods, which are never cut; longer ones are read in part, px. */
const NAME = 176;
const READABLE = 120;
/** What is left of a declared width for content that changes, when the list is too wide. */
const SETTLED_PART = 0.75;
/** Dot, icon or link around a text that a column draws itself, px. */
const AROUND = 26;
/** The longest texts of a column that are measured; the others are shorter. */
const LONGEST = 4;

/** Widths for a space: nothing is cut while there is space, and what tells rows apart is cut last. */
export function shareOut(
  wishes: readonly Wish[],
  room: number,
): { readonly widths: ReadonlyMap<string, number>; readonly over: boolean } {
  const widths = new Map(
    wishes.map((wish) => [
      wish.key,
      wish.byHand ? wish.natural : Math.max(wish.least, Math.min(wish.natural, LONG)),
    ]),
  );
  const sum = (): number => [...widths.values()].reduce((total, each) => total + each, 0);
  const give = (to: readonly Wish[], weight: (wish: Wish) => number, amount: number): void => {
    const whole = to.reduce((total, wish) => total + weight(wish), 0);
    if (whole <= 0) return;
    // Rounded down, taken or given, so that the list is not one pixel too wide.
    for (const wish of to)
      widths.set(wish.key, (widths.get(wish.key) ?? 0) + Math.floor((amount * weight(wish)) / whole + 1e-9));
  };
  const free = room - sum();
  if (free < 0) {
    const spare = (wish: Wish): number =>
      wish.byHand ? 0 : Math.max(0, (widths.get(wish.key) ?? 0) - wish.least);
    const most = wishes.reduce((total, wish) => total + spare(wish), 0);
    give(wishes, spare, -Math.min(most, -free));
    return { widths, over: sum() > room };
  }
  const cut = wishes.filter((wish) => !wish.byHand && wish.natural > (widths.get(wish.key) ?? 0));
  const lacks = (wish: Wish): number => wish.natural - (widths.get(wish.key) ?? 0);
  give(
    cut,
    lacks,
    Math.min(
      free,
      cut.reduce((total, wish) => total + lacks(wish), 0),
    ),
  );
  give(
    wishes.filter(({ byHand }) => !byHand),
    ({ grows }) => grows,
    room - sum(),
  );
  return { widths, over: false };
}

/** The columns that tell rows apart: as declared, else the first number and the first name beside it. */
export function tellingOf<R extends GridRow>(columns: readonly GridColumn<R>[]): readonly string[] {
  const declared = columns.filter(({ tells }) => tells);
  if (declared.length > 0) return declared.map(({ key }) => key);
  const leading = columns.slice(0, 3);
  const first = [
    leading.find(({ kind }) => kind === 'id'),
    leading.find(({ kind }) => kind === 'person' || kind === 'text'),
  ];
  return first.flatMap((column) => (column ? [column.key] : []));
}

/** Widths of one column in px: `natural` for all of its content, `least` while the list is too wide. */
export interface Measure {
  readonly natural: number;
  readonly least: number;
}

/** The widths of a column with its title in one line, and with its title broken into two. */
export type Measures = readonly [one: Measure, two: Measure];

/** What says the state of a row: declared as such, else the only column of that kind. */
export function statusOf<R extends GridRow>(columns: readonly GridColumn<R>[]): GridColumn<R> | undefined {
  const kinds = columns.filter(({ kind }) => kind === 'status');
  return (
    columns.find(({ status }) => status) ??
    kinds.find(({ key }) => key === 'state' || key === 'stage') ??
    (kinds.length === 1 ? kinds[0] : undefined)
  );
}

/** Measures a column in these rows; as declared where the content is not known, or changes by itself. */
export function measured<R extends GridRow>(
  column: GridColumn<R>,
  rows: readonly R[],
  now: number,
  labels: { readonly yes: string; readonly no: string },
  telling: boolean,
): Measures {
  const texts = new Set<string>();
  for (const row of column.exact ? [] : rows) texts.add(textOf(column, row, now, labels));
  texts.delete('');
  const unknown = texts.size === 0 && (column.render !== undefined || rows.length === 0);
  const longest = [...texts].sort((a, b) => b.length - a.length).slice(0, LONGEST);
  const content =
    longest.reduce((most, text) => Math.max(most, contentWidth(column, text)), 0) +
    (column.render || column.edits ? AROUND : 0);
  const measure = (lines: number): Measure => {
    const title = titleOf(column, lines);
    const declared = Math.ceil(Math.max(NARROWEST, declaredOf(column), title));
    // An empty list has nothing to cut but its titles.
    if (rows.length === 0) return { natural: declared, least: Math.ceil(Math.max(NARROWEST, title)) };
    if (column.exact) return { natural: declaredOf(column), least: declaredOf(column) };
    if (unknown) return { natural: declared, least: leastOf(column, declared, declared, title, telling) };
    const wide = Math.ceil(Math.max(content, title, NARROWEST));
    const natural = changes(column) ? Math.max(wide, declared) : wide;
    return { natural, least: leastOf(column, natural, wide, title, telling) };
  };
  return [measure(1), measure(2)];
}

/** Its content changes while the list is watched, so its declared width counts. */
export function changes<R extends GridRow>(column: GridColumn<R>): boolean {
  return column.kind === 'status' || column.kind === 'holder' || column.status === true || ticks(column.kind);
}

/** What may be taken from a column: from texts, and from what is declared wider than it is now. */
function leastOf<R extends GridRow>(
  column: GridColumn<R>,
  natural: number,
  content: number,
  title: number,
  telling: boolean,
): number {
  if (changes(column)) return Math.max(content, Math.ceil(natural * SETTLED_PART));
  const firm =
    telling ||
    column.kind !== 'text' ||
    alignsRight(column.kind) ||
    hasFigures(column.kind) ||
    column.render !== undefined;
  return firm || natural <= NAME ? natural : Math.ceil(Math.max(READABLE, title));
}
