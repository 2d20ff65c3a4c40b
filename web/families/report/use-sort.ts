import { useEffect, useRef } from 'react';
import type { ReportDef } from '#shared/families/report.ts';
import { useGridNow, type ColumnArrangement, type GridControl } from '#web/parts/grid/control.ts';
import type { ReportRow } from './cells.ts';
import { sortText } from './rows.ts';
import type { ReportState } from './use-report-state.ts';

export interface SortInAddress {
  /** A stored arrangement with the sort of the address. */
  arranged(columns: readonly ColumnArrangement[]): readonly ColumnArrangement[];
  /** The grid was arranged: its sort goes to the address. */
  note(): void;
  /** A saved view brings this sort to the address and to the grid. */
  show(sort: string): void;
}

/** Keeps the sort of the grid and that of the address alike, so that a link shows the same list. */
export function useSortInAddress(
  def: ReportDef,
  control: GridControl<ReportRow>,
  state: ReportState,
): SortInAddress {
  const { sort } = state.filters;
  const { ready } = useGridNow(control);
  /** What the grid and the address agreed on; either side is followed where it differs. */
  const agreed = useRef(sort);
  useEffect(() => {
    agreed.current = sort;
    if (ready && (sortText(control.sort()) ?? '') !== sort)
      control.arrange(withSort(def, control.arrangement(), sort));
  }, [def, control, ready, sort]);
  return {
    arranged: (columns) => withSort(def, columns, sort),
    note: () => {
      const now = sortText(control.sort()) ?? '';
      if (now === agreed.current) return;
      agreed.current = now;
      state.put({ sort: now });
    },
    show: (next) => void (agreed.current = next),
  };
}

/** An arrangement sorted as an address says; without columns of its own, those of the report. */
export function withSort(
  def: ReportDef,
  columns: readonly ColumnArrangement[],
  sort: string,
): readonly ColumnArrangement[] {
  const by = new Map(sort.split(',').map((one, place) => [one.replace(/^-/, ''), { one, place }]));
  const own = columns.length > 0 || sort === '' ? columns : def.columns.map(({ name }) => ({ id: name }));
  return own.map((column) => {
    const found = by.get(column.id);
    return {
      ...column,
      sort: found ? (found.one.startsWith('-') ? 'desc' : 'asc') : null,
      sortIndex: found?.place ?? null,
    };
  });
}

/** The sort that an arrangement holds, for views saved before a sort stood in the address. */
export function sortOf(columns: readonly ColumnArrangement[]): string | undefined {
  return sortText(
    columns
      .toSorted((a, b) => (a.sortIndex ?? 0) - (b.sortIndex ?? 0))
      .flatMap(({ id, sort }) => (sort ? [{ key: id, way: sort }] : [])),
  );
}
