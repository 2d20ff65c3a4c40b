import type { ColumnState, GridApi } from 'ag-grid-community';
import type { GridColumn } from './column.ts';
import { SORT, sideOf } from './column-defs.ts';
import type { ColumnArrangement, GridNow, GridRoomHandle } from './control.ts';
import type { Fitting } from './fitting.ts';
import type { GridRow } from './source.ts';

/** The columns as the column chooser lists them. */
export function watchColumns<R extends GridRow>(
  api: GridApi<R>,
  columns: readonly GridColumn<R>[],
  fitting: Fitting<R>,
): Pick<GridNow, 'columns' | 'unfolded'> {
  return {
    columns: columns.map(({ key, label }) => {
      const visible = api.getColumn(key)?.isVisible() ?? false;
      return { id: key, label, visible, folded: !visible && fitting.folded.has(key) };
    }),
    unfolded: fitting.unfolded,
  };
}

/** Whether rows are ticked with boxes; then moving to a row never selects it. */
export function hasBoxes<R>(api: GridApi<R>): boolean {
  const selection = api.getGridOption('rowSelection');
  return typeof selection === 'object' && selection.mode === 'multiRow';
}

/** Adapts the grid library's API to the console's handle. */
export function routeOf<R extends GridRow>(
  api: GridApi<R>,
  columns: readonly GridColumn<R>[],
  {
    fitting,
    fit,
    changed,
    moved,
    opened,
    ...own
  }: {
    settle: () => void;
    leave: (id: string) => void;
    reload: () => void;
    refresh: () => void;
    fitting: Fitting<R>;
    fit: () => void;
    /** Called when the person arranged columns other than on the grid itself. */
    changed: () => void;
    /** Called with the row that the person moved to. */
    moved?: (row: R) => void;
    /** The open row, from which a movement starts while none is focused. */
    opened?: () => string | null | undefined;
  },
): GridRoomHandle<R> {
  const boxes = hasBoxes(api);
  const rowNow = (): number | null => {
    const focused = api.getFocusedCell();
    if (focused && !focused.rowPinned) return focused.rowIndex;
    return boxes ? null : (api.getSelectedNodes()[0]?.rowIndex ?? null);
  };
  const firstColumn = (): string | null => {
    const focused = api.getFocusedCell()?.column;
    return (focused?.isVisible() ? focused : api.getAllDisplayedColumns()[0])?.getColId() ?? null;
  };
  const take = (index: number): R | null => {
    const node = api.getDisplayedRowAtIndex(index);
    const column = firstColumn();
    if (!node?.data || !column) return null;
    api.ensureIndexVisible(index);
    api.setFocusedCell(index, column);
    if (!boxes) node.setSelected(true, true);
    return node.data;
  };

  const rtl = (): boolean => api.getGridOption('enableRtl') === true;

  return {
    ...own,
    move: (by) => {
      const count = api.getDisplayedRowCount();
      if (count === 0) return null;
      const at = rowNow() ?? api.getRowNode(opened?.() ?? '')?.rowIndex ?? null;
      const row = take(at === null ? (by > 0 ? 0 : count - 1) : Math.min(count - 1, Math.max(0, at + by)));
      if (row) moved?.(row);
      return row;
    },
    select: (id) => {
      const node = id === null ? undefined : api.getRowNode(id);
      if (node) {
        if (!boxes) node.setSelected(true, true);
      } else if (api.getSelectedNodes().length > 0) api.deselectAll();
    },
    replace: (row) => {
      const node = api.getRowNode(row.id);
      node?.setData(row);
      return node?.data !== undefined;
    },
    selectAll: (ids) => {
      api.deselectAll();
      api.setNodesSelected({ nodes: ids.flatMap((id) => api.getRowNode(id) ?? []), newValue: true });
    },
    focus: (id) => {
      const index = api.getRowNode(id)?.rowIndex;
      return index !== null && index !== undefined && take(index) !== null;
    },
    current: () => {
      const at = rowNow();
      return at === null ? null : (api.getDisplayedRowAtIndex(at)?.data ?? null);
    },
    visibleRows: () => {
      const list: R[] = [];
      // For server-paged lists only loaded rows: requesting a row by index would load its page.
      if (api.getGridOption('rowModelType') === 'infinite') {
        api.forEachNode(({ data }) => data && list.push(data));
        return list;
      }
      for (let index = 0; index < api.getDisplayedRowCount(); index += 1) {
        const data = api.getDisplayedRowAtIndex(index)?.data;
        if (data) list.push(data);
      }
      return list;
    },
    showColumn: (id, visible) => {
      fitting.setShown(id, visible);
      api.setColumnsVisible([id], visible);
      fit();
      changed();
    },
    unfold: (all) => {
      fitting.unfold(all);
      fit();
      changed();
    },
    resetColumns: () => {
      fitting.take([]);
      api.resetColumnState();
      fit();
      changed();
    },
    arrangement: () =>
      api
        .getColumnState()
        .filter((column) => column.colId !== SORT)
        .map((column) => ({
          ...arrangementOf(column),
          ...(fitting.folded.has(column.colId) ? { hidden: false } : {}),
          ...fitting.byHand(column.colId),
        })),
    arrange: (arranged) => {
      fitting.take(arranged);
      const known = arranged.filter(({ id }) => columns.some((column) => column.key === id));
      api.applyColumnState({
        state: known.map((column) => stateOf(column, rtl())),
        applyOrder: true,
        ...(known.some(({ sort }) => sort) ? { defaultState: { sort: null } } : {}),
      });
      fit();
      changed();
    },
    sort: () =>
      api
        .getColumnState()
        .filter((column) => column.sort && column.colId !== SORT)
        .toSorted((a, b) => (a.sortIndex ?? 0) - (b.sortIndex ?? 0))
        .map((column) => ({ key: column.colId, way: column.sort as 'asc' | 'desc' })),
  };
}

function arrangementOf(column: ColumnState): ColumnArrangement {
  return {
    id: column.colId,
    hidden: column.hide ?? false,
    sort: column.sort ?? null,
    sortIndex: column.sortIndex ?? null,
  };
}

function stateOf(column: ColumnArrangement, rtl: boolean): ColumnState {
  return {
    colId: column.id,
    ...(column.width ? { width: column.width } : {}),
    ...(column.hidden === undefined ? {} : { hide: column.hidden }),
    ...(column.pinned === undefined ? {} : { pinned: sideOf(column.pinned, rtl) }),
    ...(column.sort === undefined ? {} : { sort: column.sort }),
    ...(column.sortIndex === undefined ? {} : { sortIndex: column.sortIndex }),
  };
}
