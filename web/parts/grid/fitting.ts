import { serverClock } from '#web/locales/server-clock.ts';
import { textOf } from './column.ts';
import type { GridColumn } from './column.ts';
import type { ColumnArrangement } from './control.ts';
import { changes, measured, shareOut, statusOf, tellingOf } from './fit.ts';
import type { Measure, Measures, Wish } from './fit.ts';
import { foldedOf, rankOf } from './fold.ts';
import type { GridRow } from './source.ts';

/** From this width of the window on, what tells rows apart stays in sight while the rest scrolls, px. */
const PINS_FROM = 1_024;
/** Pinned columns leave at least the other part of the list to scroll in. */
const PINNED_PART = 0.6;
/** What tells rows apart is pinned where it is among the first columns. */
const LEADING = 3;
/** Rows by which widths are measured: more never fit on a screen. */
export const MEASURED = 60;
/** From this many rows on, a text that all of them show tells nothing. */
const MANY = 4;
/** What a text keeps at least where the space is a phone's, px. */
const SQUEEZED = 96;
/** The arrow in the title of a column that sorts the list, px. */
const ARROW = 18;

/** A column as it is to be displayed. */
export interface Placed {
  readonly key: string;
  readonly width: number;
  readonly pinned: 'start' | 'end' | null;
  /** Not displayed, because the list is too narrow. */
  readonly folded: boolean;
}

const fit = (wishes: readonly Wish[], room: number): boolean =>
  wishes.reduce((sum, { least }) => sum + least, 0) <= room;

/** On a phone even what tells rows apart may be too wide: then its texts yield, so that nothing lies outside the screen. */
const squeezed = <R extends GridRow>(
  wishes: readonly Wish[],
  columns: readonly GridColumn<R>[],
  room: number,
): readonly Wish[] =>
  fit(wishes, room)
    ? wishes
    : wishes.map((wish, at) =>
        columns[at]!.kind === 'text' && !wish.byHand
          ? { ...wish, least: Math.min(wish.least, SQUEEZED) }
          : wish,
      );

type Words = { readonly yes: string; readonly no: string };

/** The text that every one of some rows shows in a column; null where they differ, are few, or it changes by itself. */
function sameText<R extends GridRow>(
  column: GridColumn<R>,
  rows: readonly R[],
  now: number,
  labels: Words,
): string | null {
  if (rows.length < MANY || column.edits || (changes(column) && column.folds !== 'alike')) return null;
  const text = textOf(column, rows[0]!, now, labels);
  if (text === '' && column.render) return null;
  return rows.every((row) => textOf(column, row, now, labels) === text) ? text : null;
}

/**
 * Widths and pins of one list: measured once from the first rows, laid out for the space there is; columns
 * that do not fit fold. What the person set by hand stays.
 */
export class Fitting<R extends GridRow> {
  #measures = new Map<string, { readonly label: string; readonly widths: Measures }>();
  #widths = new Map<string, number>();
  #pins = new Map<string, 'start' | 'end' | null>();
  #shown = new Set<string>();
  /** Columns that show the same text in every row, with that text: they tell nothing and fold before the others. */
  #alike = new Map<string, string>();
  #folded: ReadonlySet<string> = new Set();
  #placed: readonly string[] = [];
  #lines = 1;
  #unfolded = false;

  /** Columns that are not displayed because the list is too narrow. */
  get folded(): ReadonlySet<string> {
    return this.#folded;
  }
  /** Lines of a title. */
  get lines(): number {
    return this.#lines;
  }
  /** Whether columns are shown by hand that do not fit. */
  get unfolded(): boolean {
    return this.#unfolded;
  }

  /** Takes over a stored arrangement: its widths and pins were set by hand. */
  take(arranged: readonly ColumnArrangement[]): void {
    this.#widths = new Map(arranged.flatMap(({ id, width }) => (width ? [[id, width]] : [])));
    this.#pins = new Map(arranged.flatMap(({ id, pinned }) => (pinned === undefined ? [] : [[id, pinned]])));
    this.#shown = new Set(arranged.flatMap(({ id, shown }) => (shown ? [id] : [])));
    this.#folded = new Set();
  }
  setWidth(key: string, width: number): void {
    this.#widths.set(key, width);
  }
  setPin(key: string, pinned: 'start' | 'end' | null): void {
    this.#pins.set(key, pinned);
  }
  /** Shows a column whether it fits or not, or leaves that to the space there is. */
  setShown(key: string, shown: boolean): void {
    if (shown) this.#shown.add(key);
    else this.#shown.delete(key);
  }
  /** Shows every column, or only those that fit. */
  unfold(all: boolean): void {
    this.#shown = new Set(all ? this.#placed : []);
  }
  /** What the person set by hand of a column, to be stored. */
  byHand(key: string): Pick<ColumnArrangement, 'width' | 'pinned' | 'shown'> {
    const width = this.#widths.get(key);
    const pinned = this.#pins.get(key);
    return {
      ...(width === undefined ? {} : { width }),
      ...(pinned === undefined ? {} : { pinned }),
      ...(this.#shown.has(key) ? { shown: true } : {}),
    };
  }

  /** Whether a column has not been measured in its present language. */
  lacks(columns: readonly GridColumn<R>[]): boolean {
    return columns.some(({ key, label }) => this.#measures.get(key)?.label !== label);
  }

  /** Measures columns that were not measured yet by a list's first rows; once a list, not with every change. */
  measure(
    columns: readonly GridColumn<R>[],
    rows: readonly R[],
    labels: Words,
    all: readonly R[] = rows,
  ): void {
    if (rows.length === 0 || !this.lacks(columns)) return;
    const now = serverClock.now();
    const shown = rows.slice(0, MEASURED);
    const telling = tellingOf(columns.filter(({ hidden }) => !hidden));
    for (const column of columns) {
      if (this.#measures.get(column.key)?.label === column.label) continue;
      this.#measures.set(column.key, {
        label: column.label,
        widths: measured(column, shown, now, labels, telling.includes(column.key)),
      });
      const text = telling.includes(column.key) ? null : sameText(column, all, now, labels);
      if (text === null) this.#alike.delete(column.key);
      else this.#alike.set(column.key, text);
    }
  }

  /** Takes note of rows that show something else in a column that showed the same in all; true when one does. */
  differ(columns: readonly GridColumn<R>[], rows: readonly R[], labels: Words): boolean {
    const now = serverClock.now();
    const before = this.#alike.size;
    for (const column of before === 0 ? [] : columns) {
      const alike = this.#alike.get(column.key);
      if (alike !== undefined && rows.some((row) => textOf(column, row, now, labels) !== alike))
        this.#alike.delete(column.key);
    }
    return this.#alike.size < before;
  }

  /** Widens what tells rows apart for further rows, or every column for `all`; true when one became wider. */
  grow(columns: readonly GridColumn<R>[], rows: readonly R[], labels: Words, all = false): boolean {
    const telling = tellingOf(columns.filter(({ hidden }) => !hidden));
    const now = serverClock.now();
    let wider = this.differ(columns, rows, labels);
    for (const column of columns) {
      const known = this.#measures.get(column.key);
      if (!known || !(all || telling.includes(column.key))) continue;
      const found = measured(column, rows, now, labels, true);
      if (found[0].natural <= known.widths[0].natural && found[1].natural <= known.widths[1].natural)
        continue;
      const most = ([a, b]: readonly [Measure, Measure]): Measure => ({
        natural: Math.max(a.natural, b.natural),
        least: Math.max(a.least, b.least),
      });
      this.#measures.set(column.key, {
        label: column.label,
        widths: [most([found[0], known.widths[0]]), most([found[1], known.widths[1]])],
      });
      wider = true;
    }
    return wider;
  }

  /**
   * Displayed columns, in their order, in a space of `room` px beside the check boxes. Titles are broken into
   * two lines before a column folds.
   */
  place(
    columns: readonly GridColumn<R>[],
    room: number,
    sorting: ReadonlySet<string> = new Set(),
  ): readonly Placed[] {
    this.#placed = columns.map(({ key }) => key);
    const telling = tellingOf(columns);
    const status = statusOf(columns)?.key;
    const alike = (column: GridColumn<R>): boolean => this.#alike.has(column.key) && !sorting.has(column.key);
    const firm = (column: GridColumn<R>): boolean =>
      telling.includes(column.key) || (column.key === status && !alike(column)) || sorting.has(column.key);
    const wishes = this.#wishes(columns, telling, sorting, 2);
    const byHand = (column: GridColumn<R>): boolean =>
      this.#widths.has(column.key) || (this.#pins.get(column.key) ?? column.pinned ?? null) !== null;
    const ranks = columns.map((column, at) =>
      firm(column) || byHand(column) || column.hidden ? null : rankOf(column, at, alike(column)),
    );
    /** What folds, apart from the columns shown by hand. */
    const foldedBut = (shown: ReadonlySet<string>): ReadonlySet<string> => {
      const of = (least: 'natural' | 'least', folds: (column: GridColumn<R>) => boolean) =>
        columns.map((column, at) => ({
          key: column.key,
          least: wishes[at]![least],
          rank: folds(column) && !shown.has(column.key) ? ranks[at]! : null,
        }));
      // A column that tells nothing goes before a text is cut.
      const first = foldedOf(of('natural', alike), room);
      const rest = of('least', () => true).filter(({ key }) => !first.has(key));
      return new Set([...first, ...foldedOf(rest, room)]);
    };
    this.#folded = foldedBut(new Set());
    this.#unfolded = [...this.#folded].some((key) => this.#shown.has(key));
    if (this.#unfolded) this.#folded = foldedBut(this.#shown);
    const stays = columns.filter(({ key }) => !this.#folded.has(key));
    // With the others gone, the titles may fit in one line after all.
    const [one, two] = [1, 2].map((lines) => this.#wishes(stays, telling, sorting, lines));
    this.#lines = fit(one!, room) ? 1 : 2;
    // Who shows columns that do not fit scrolls to them, and reads the names whole.
    const least = this.#lines === 1 ? one! : this.#unfolded ? two! : squeezed(two!, stays, room);
    const { widths, over } = shareOut(this.#filling(least, stays), room);
    const pins = this.#pinned(stays, telling, widths, over, room);
    return columns.map(({ key }): Placed => ({
      key,
      width: widths.get(key) ?? 0,
      pinned: pins.get(key) ?? null,
      folded: this.#folded.has(key),
    }));
  }

  /** The last pixels, where no column is declared to take them: texts share what the folded ones left. */
  #filling(wishes: readonly Wish[], columns: readonly GridColumn<R>[]): readonly Wish[] {
    if (this.#folded.size === 0 || wishes.some(({ grows }) => grows > 0)) return wishes;
    return wishes.map((wish, at) => (columns[at]!.kind === 'text' ? { ...wish, grows: 1 } : wish));
  }

  #wishes(
    columns: readonly GridColumn<R>[],
    telling: readonly string[],
    sorting: ReadonlySet<string>,
    lines: number,
  ): readonly Wish[] {
    return columns.map((column) => {
      const hand = this.#widths.get(column.key);
      const known = (this.#measures.get(column.key)?.widths ??
        measured(column, [], 0, { yes: '', no: '' }, telling.includes(column.key)))[lines - 1]!;
      const arrow = sorting.has(column.key) ? ARROW : 0;
      return {
        key: column.key,
        natural: hand ?? known.natural + arrow,
        least: hand ?? known.least + arrow,
        grows: column.flex ?? 0,
        byHand: hand !== undefined,
      };
    });
  }

  #pinned(
    columns: readonly GridColumn<R>[],
    telling: readonly string[],
    widths: ReadonlyMap<string, number>,
    over: boolean,
    room: number,
  ): Map<string, 'start' | 'end' | null> {
    const pins = new Map<string, 'start' | 'end' | null>(
      columns.map((column) => [column.key, this.#pins.get(column.key) ?? column.pinned ?? null]),
    );
    const declared = columns.some(({ pinned }) => pinned) || [...this.#pins.values()].some(Boolean);
    if (declared || window.innerWidth < PINS_FROM) return pins;
    let left = room * PINNED_PART;
    const pin = (column: GridColumn<R>): boolean => {
      left -= widths.get(column.key) ?? 0;
      if (over && left < 0) return false;
      pins.set(column.key, 'start');
      return true;
    };
    const last = columns.slice(0, LEADING).findLastIndex(({ key }) => telling.includes(key));
    const fits = columns.slice(0, last + 1).every(pin);
    const status = statusOf(columns);
    if (over && fits && last >= 0 && status && pins.get(status.key) === null) pin(status);
    return pins;
  }
}
