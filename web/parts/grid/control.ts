import { useEffect, useState, useSyncExternalStore } from 'react';
import type { GridRow, GridSort, GridSource } from './source.ts';

/** A person's arrangement of the columns; plain JSON, so that it can be stored. */
export interface ColumnArrangement {
  readonly id: string;
  /** Only where it was set by hand. */
  readonly width?: number;
  readonly hidden?: boolean;
  /** Only where it was set by hand. */
  readonly pinned?: 'start' | 'end' | null;
  readonly sort?: 'asc' | 'desc' | null;
  readonly sortIndex?: number | null;
  /** Shown by hand, whether it fits or not. */
  readonly shown?: true;
}

/** A column as the parts around the grid know it. */
export interface ColumnNow {
  readonly id: string;
  readonly label: string;
  readonly visible: boolean;
  /** Not visible only because the list is too narrow. */
  readonly folded: boolean;
}

export interface GridNow {
  readonly ready: boolean;
  /** New rows waiting to be shown. */
  readonly held: number;
  /** Rows that left and are still shown greyed. */
  readonly gone: number;
  /** Rows that pass the filters, and all rows. */
  readonly shown: number;
  readonly total: number;
  readonly selected: readonly string[];
  /** The focused row. */
  readonly focused: string | null;
  readonly columns: readonly ColumnNow[];
  /** Whether columns are shown by hand that do not fit. */
  readonly unfolded: boolean;
}

/** Operations that the module with the grid library provides. */
export interface GridRoomHandle<R extends GridRow> {
  settle(): void;
  leave(id: string): void;
  move(by: number): R | null;
  select(id: string | null): void;
  selectAll(ids: readonly string[]): void;
  focus(id: string): boolean;
  current(): R | null;
  visibleRows(): readonly R[];
  showColumn(id: string, visible: boolean): void;
  /** Shows every column, whether it fits or not; or only those that fit. */
  unfold(all: boolean): void;
  resetColumns(): void;
  arrangement(): readonly ColumnArrangement[];
  arrange(columns: readonly ColumnArrangement[]): void;
  sort(): readonly GridSort[];
  reload(): void;
  refresh(): void;
  replace(row: R): boolean;
}

const nothing: GridNow = {
  ready: false,
  held: 0,
  gone: 0,
  shown: 0,
  total: 0,
  selected: [],
  focused: null,
  columns: [],
  unfolded: false,
};

/** The handle of one grid: a screen creates it and passes it to `Grid` and to the parts around it. */
export class GridControl<R extends GridRow = GridRow> {
  #now: GridNow = nothing;
  #handle: GridRoomHandle<R> | null = null;
  #source: GridSource<R> | null = null;
  #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly now = (): GridNow => this.#now;

  /** For `GridRoom` only. */
  lend(handle: GridRoomHandle<R> | null): void {
    this.#handle = handle;
    this.show({ ready: handle !== null });
  }

  /** For `Grid` only: the source of a server-paged list, known before the grid has loaded. */
  reads(source: GridSource<R> | null): void {
    this.#source = source;
  }

  /** For `GridRoom` only. */
  show(part: Partial<GridNow>): void {
    const next = { ...this.#now, ...part };
    if ((Object.keys(part) as (keyof GridNow)[]).every((key) => this.#now[key] === part[key])) return;
    this.#now = next;
    for (const listener of this.#listeners) listener();
  }

  /** Shows waiting rows and removes those that left; the current row keeps its place on screen. */
  settle(): void {
    this.#handle?.settle();
  }
  /** Removes a row that left and is still shown greyed; the focus goes to the row that takes its place. */
  leave(id: string): void {
    this.#handle?.leave(id);
  }
  /** Moves to the next (1) or previous (-1) row and returns it. */
  move(by: number): R | null {
    return this.#handle?.move(by) ?? null;
  }
  /** Selects a row, or none; with boxes only the person ticks rows. */
  select(id: string | null): void {
    this.#handle?.select(id);
  }
  selectAll(ids: readonly string[]): void {
    this.#handle?.selectAll(ids);
  }
  /** Focuses a row; false when it is not shown. */
  focus(id: string): boolean {
    return this.#handle?.focus(id) ?? false;
  }
  /** The current row: focused, else selected where no boxes are ticked. */
  current(): R | null {
    return this.#handle?.current() ?? null;
  }
  /** Rows as shown, filtered and sorted. */
  visibleRows(): readonly R[] {
    return this.#handle?.visibleRows() ?? [];
  }
  showColumn(id: string, visible: boolean): void {
    this.#handle?.showColumn(id, visible);
  }
  unfold(all: boolean): void {
    this.#handle?.unfold(all);
  }
  resetColumns(): void {
    this.#handle?.resetColumns();
  }
  /** The columns that the person has not hidden, whether they fit or not, as they stand: for files and print. */
  chosenColumns(): readonly string[] {
    const chosen = this.#now.columns.flatMap(({ id, visible, folded }) => (visible || folded ? [id] : []));
    const places = new Map(this.arrangement().map(({ id }, place) => [id, place]));
    return chosen.toSorted((a, b) => (places.get(a) ?? 0) - (places.get(b) ?? 0));
  }
  arrangement(): readonly ColumnArrangement[] {
    return this.#handle?.arrangement() ?? [];
  }
  arrange(columns: readonly ColumnArrangement[]): void {
    this.#handle?.arrange(columns);
  }
  sort(): readonly GridSort[] {
    return this.#handle?.sort() ?? [];
  }
  /** Server-paged lists: reloads. */
  reload(): void {
    this.#source?.outdate?.();
    this.#handle?.reload();
  }
  /** Server-paged lists: reloads, keeping the shown rows until the answer arrives. */
  refresh(): void {
    this.#source?.outdate?.();
    this.show({ held: 0, gone: 0 });
    this.#handle?.refresh();
  }
  /** Server-paged lists: replaces a loaded row; false when it is not loaded. */
  replace(row: R): boolean {
    return this.#handle?.replace(row) ?? false;
  }
  /** Server-paged lists: number of changes waiting for the next refresh. */
  wait(held: number): void {
    this.show({ held });
  }
}

/** A handle that lives as long as the component. */
export function useGrid<R extends GridRow>(): GridControl<R> {
  const [control] = useState(() => new GridControl<R>());
  useEffect(() => () => control.lend(null), [control]);
  return control;
}

export function useGridNow(control: GridControl<any>): GridNow {
  return useSyncExternalStore(control.subscribe, control.now);
}
