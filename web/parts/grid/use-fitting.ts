import type { Column, ColumnState, GridApi } from 'ag-grid-community';
import { useEffect, useMemo, useRef } from 'react';
import type { RefObject } from 'react';
import type { GridColumn } from './column.ts';
import { sideOf } from './column-defs.ts';
import type { Fitting, Placed } from './fitting.ts';
import { headHeight } from './row-height.ts';
import type { GridRow } from './source.ts';

/** The library's column of check boxes. */
const CHOOSE = 'ag-Grid-SelectionColumn';

export interface Fits<R extends GridRow> {
  /** Lays the displayed columns out for the space there is. */
  fit(api: GridApi<R>): void;
  /** Measures a list by its first rows, and lets what tells rows apart grow with further ones. */
  saw(api: GridApi<R>, rows: readonly R[], all?: readonly R[]): void;
  /** Rows of a live list changed: a column that no longer shows the same in all of them comes back. */
  changed(api: GridApi<R>, rows: readonly R[]): void;
  /** Widens columns for the totals below them. */
  totalled(api: GridApi<R>, totals: R): void;
}

/** Space for the columns: without the check boxes and a scroll bar that takes space, px. */
function roomOf<R extends GridRow>(api: GridApi<R>, wrapper: HTMLElement | null): number {
  const viewport = wrapper?.querySelector('.ag-grid-viewport');
  if (!viewport) return 0;
  const bar = wrapper?.querySelector<HTMLElement>('.ag-body-vertical-scroll:not(.ag-scrollbar-invisible)');
  return viewport.clientWidth - (bar?.offsetWidth ?? 0) - (api.getColumn(CHOOSE)?.getActualWidth() ?? 0);
}

/** Applies a list's widths and pins to the grid library; only what changed. */
export function useFitting<R extends GridRow>({
  fitting,
  columns,
  labels,
  wrapper,
  rtl,
  onFolded,
}: {
  readonly fitting: Fitting<R>;
  readonly columns: readonly GridColumn<R>[];
  readonly labels: { readonly yes: string; readonly no: string };
  readonly wrapper: RefObject<HTMLElement | null>;
  readonly rtl: boolean;
  /** Called when other columns fold than before. */
  readonly onFolded: (api: GridApi<R>) => void;
}): Fits<R> {
  const latest = useRef({ columns, labels, onFolded });
  latest.current = { columns, labels, onFolded };
  return useMemo(() => {
    const fit = (api: GridApi<R>): void => {
      if (api.isDestroyed()) return;
      const room = roomOf(api, wrapper.current);
      if (room <= 0) return;
      const now = api.getColumnState();
      const { folded, unfolded, lines } = fitting;
      const shown = now.flatMap(({ colId, hide }) => {
        const off = hide && !folded.has(colId);
        const column = off ? undefined : latest.current.columns.find(({ key }) => key === colId);
        return column ? [column] : [];
      });
      const sorting = new Set(now.flatMap(({ colId, sort }) => (sort ? [colId] : [])));
      const placed = new Map(fitting.place(shown, room, sorting).map((one) => [one.key, one]));
      const chosen: Omit<Placed, 'key' | 'width'> = {
        folded: false,
        pinned: [...placed.values()].some(({ pinned }) => pinned === 'start') ? 'start' : null,
      };
      const state = now.flatMap((before): ColumnState[] => {
        const { colId } = before;
        const next = colId === CHOOSE ? { ...chosen, width: before.width } : placed.get(colId);
        if (!next) return [];
        const side = sideOf(next.pinned, rtl);
        return before.width === next.width && (before.pinned ?? null) === side && before.hide === next.folded
          ? []
          : [{ colId, ...(next.width ? { width: next.width } : {}), pinned: side, hide: next.folded }];
      });
      if (lines !== fitting.lines)
        api.setGridOption('headerHeight', headHeight(api.getGridOption('rowHeight') ?? 0, fitting.lines));
      wrapper.current?.setAttribute('data-lines', String(fitting.lines));
      if (state.length > 0) keepFocus(api, () => api.applyColumnState({ state }));
      if (unfolded !== fitting.unfolded || !same(folded, fitting.folded)) latest.current.onFolded(api);
    };
    return {
      fit,
      saw(api, rows, all = rows) {
        if (rows.length === 0) return;
        const { columns: now, labels: words } = latest.current;
        if (fitting.lacks(now)) fitting.measure(now, rows, words, all);
        else if (!fitting.grow(now, rows, words)) return;
        fit(api);
      },
      changed(api, rows) {
        const { columns: now, labels: words } = latest.current;
        if (fitting.differ(now, rows, words)) fit(api);
      },
      totalled(api, totals) {
        if (fitting.grow(latest.current.columns, [totals], latest.current.labels, true)) fit(api);
      },
    };
  }, [fitting, wrapper, rtl]);
}

function same(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && [...a].every((key) => b.has(key));
}

/** The focus goes to the column before when its own column folds. */
function keepFocus<R extends GridRow>(api: GridApi<R>, work: () => void): void {
  const focused = api.getFocusedCell();
  const inside = focused && document.activeElement?.getAttribute('col-id') === focused.column.getColId();
  const before = focused && api.getAllDisplayedColumns();
  work();
  if (!focused || !before || focused.column.isVisible()) return;
  const at = before.indexOf(focused.column);
  const next: Column | undefined =
    before.slice(0, at).findLast((column) => column.isVisible()) ?? api.getAllDisplayedColumns()[0];
  if (inside && next) api.setFocusedCell(focused.rowIndex, next, focused.rowPinned);
}

/** Lays the columns out again when they were declared anew. */
export function useRefit<R extends GridRow>(api: GridApi<R> | null, fits: Fits<R>, defs: unknown): void {
  useEffect(() => {
    if (api) fits.fit(api);
  }, [api, fits, defs]);
}
