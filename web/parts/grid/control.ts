import { useEffect, useState, useSyncExternalStore } from 'react';
import type { GridRow, GridSort, GridSource } from './source.ts';

/** How a person arranged the columns; plain JSON, to be kept for them. */
export interface ColumnArrangement {
  readonly id: string;
  readonly width?: number;
  readonly hidden?: boolean;
  readonly pinned?: 'start' | 'end' | null;
  readonly sort?: 'asc' | 'desc' | null;
  readonly sortIndex?: number | null;
}

export interface GridNow {
  readonly ready: boolean;
  /** New rows that wait. */
  readonly held: number;
  /** Rows that left and still stand there greyed. */
  readonly gone: number;
  /** Rows that pass the filters, and all. */
  readonly shown: number;
  readonly total: number;
  readonly selected: readonly string[];
  readonly columns: readonly { readonly id: string; readonly label: string; readonly visible: boolean }[];
}

/** What the room that knows the grid library lends to the rest. */
export interface GridRoomDoor<R extends GridRow> {
  settle(): void;
  move(by: number): R | null;
  select(id: string | null): void;
  selectAll(ids: readonly string[]): void;
  focus(id: string): boolean;
  current(): R | null;
  visibleRows(): readonly R[];
  showColumn(id: string, visible: boolean): void;
  resetColumns(): void;
  arrangement(): readonly ColumnArrangement[];
  arrange(columns: readonly ColumnArrangement[]): void;
  sort(): readonly GridSort[];
  reload(): void;
  refresh(): void;
  replace(row: R): boolean;
}

const nothing: GridNow = { ready: false, held: 0, gone: 0, shown: 0, total: 0, selected: [], columns: [] };

/** The handle of one grid: a screen makes it, gives it to `Grid` and to whatever stands around it. */
export class GridControl<R extends GridRow = GridRow> {
  #now: GridNow = nothing;
  #door: GridRoomDoor<R> | null = null;
  #source: GridSource<R> | null = null;
  #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };
  readonly now = (): GridNow => this.#now;

  /** For the grid's room only. */
  lend(door: GridRoomDoor<R> | null): void {
    this.#door = door;
    this.tell({ ready: door !== null });
  }

  /** For the grid only: where a server-paged list's rows come from, known before there is a room to show them. */
  reads(source: GridSource<R> | null): void {
    this.#source = source;
  }

  /** For the grid's room only. */
  tell(part: Partial<GridNow>): void {
    const next = { ...this.#now, ...part };
    if ((Object.keys(part) as (keyof GridNow)[]).every((key) => this.#now[key] === part[key])) return;
    this.#now = next;
    for (const listener of this.#listeners) listener();
  }

  /** Shows what waits, takes out what left; the row in hand keeps its place on the screen. */
  settle(): void {
    this.#door?.settle();
  }
  /** Next (1) or previous (-1) row; answers it. */
  move(by: number): R | null {
    return this.#door?.move(by) ?? null;
  }
  select(id: string | null): void {
    this.#door?.select(id);
  }
  selectAll(ids: readonly string[]): void {
    this.#door?.selectAll(ids);
  }
  /** Puts the focus on a row; false when it is not shown. */
  focus(id: string): boolean {
    return this.#door?.focus(id) ?? false;
  }
  /** The row in hand: focused, else selected. */
  current(): R | null {
    return this.#door?.current() ?? null;
  }
  /** Rows as they stand, filtered and sorted. */
  visibleRows(): readonly R[] {
    return this.#door?.visibleRows() ?? [];
  }
  showColumn(id: string, visible: boolean): void {
    this.#door?.showColumn(id, visible);
  }
  resetColumns(): void {
    this.#door?.resetColumns();
  }
  arrangement(): readonly ColumnArrangement[] {
    return this.#door?.arrangement() ?? [];
  }
  arrange(columns: readonly ColumnArrangement[]): void {
    this.#door?.arrange(columns);
  }
  sort(): readonly GridSort[] {
    return this.#door?.sort() ?? [];
  }
  /** Server-paged lists: asks again. */
  reload(): void {
    this.#source?.outdate?.();
    this.#door?.reload();
  }
  /** Server-paged lists: asks again, what stands there stays until the answer comes. */
  refresh(): void {
    this.#source?.outdate?.();
    this.tell({ held: 0, gone: 0 });
    this.#door?.refresh();
  }
  /** Server-paged lists: a row's newest content in its place; false when the row is not loaded. */
  replace(row: R): boolean {
    return this.#door?.replace(row) ?? false;
  }
  /** Server-paged lists: so many changes wait for the next refresh. */
  wait(held: number): void {
    this.tell({ held });
  }
}

/** A handle that lives as long as the screen. */
export function useGrid<R extends GridRow>(): GridControl<R> {
  const [control] = useState(() => new GridControl<R>());
  useEffect(() => () => control.lend(null), [control]);
  return control;
}

export function useGridNow(control: GridControl<any>): GridNow {
  return useSyncExternalStore(control.subscribe, control.now);
}
