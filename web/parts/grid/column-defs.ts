import type { ColDef, ICellRendererParams, ITooltipParams, ValueFormatterParams, ValueGetterParams } from 'ag-grid-community';
import { createElement } from 'react';
import type { ReactNode } from 'react';
import { textFont } from '#web/parts/theme/theme.ts';
import { serverClock } from '#web/words/server-clock.ts';
import { alignsRight, compareValues, hasFigures, textOf, ticks, toneOf, valueOf } from './column.ts';
import type { GridColumn } from './column.ts';
import type { HoldBuffer } from './hold.ts';
import type { GridRow } from './source.ts';

export interface Says {
  readonly yes: string;
  readonly no: string;
  readonly left: (why: string | null) => string;
}

const widths: Partial<Record<GridColumn<GridRow>['kind'], number>> = {
  id: 110,
  number: 90,
  money: 120,
  date: 104,
  time: 72,
  instant: 140,
  age: 84,
  countdown: 88,
  sla: 88,
  status: 120,
  person: 150,
  holder: 150,
  phone: 116,
  flag: 64,
  progress: 80,
  language: 92,
  poo: 120,
};

const HEAD_ROOM = 22; // the cell's padding and the line between two titles, px
const letters = typeof document === 'undefined' ? null : document.createElement('canvas').getContext('2d');

/** The pixels a title needs to be read whole. */
function titleWidth(title: string): number {
  if (!letters) return title.length * 7 + HEAD_ROOM;
  letters.font = `600 12px ${textFont}`;
  return Math.ceil(letters.measureText(title).width) + HEAD_ROOM;
}

/** What the letters of a title take at most, px: where that fits, it need not be measured, which costs as much as drawing the rows. */
const most: readonly (readonly [RegExp, number])[] = [
  [/[ijl.,:;'|! ]/g, 5.5],
  [/[frtI()/-]/g, 6.5],
  [/[a-ln-vx-zà-öø-ÿ0-9]/g, 9],
  [/[A-LN-VX-ZÀ-ÖØ-Ý]/g, 10.5],
];
const WIDEST = 13;
export function atMost(title: string): number {
  let rest = title;
  let wide = 0;
  for (const [letters, each] of most) {
    const fewer = rest.replace(letters, '');
    wide += (rest.length - fewer.length) * each;
    rest = fewer;
  }
  return wide + rest.length * WIDEST;
}

/** As wide as declared or as its kind needs, in pixels, and never so narrow that the title is cut. */
export function widthOf<R extends GridRow>(column: GridColumn<R>): number {
  const wide = column.width ?? (column.flex ? 120 : (widths[column.kind] ?? 140));
  return atMost(column.label) + HEAD_ROOM <= wide ? wide : Math.max(wide, titleWidth(column.label));
}

/** The classes that every cell of a column has. */
export function classesOf<R extends GridRow>(column: GridColumn<R>): string[] {
  return [
    ...(alignsRight(column.kind) ? ['ops-cell-right'] : []),
    ...(hasFigures(column.kind) ? ['ops-figures'] : []),
    ...(column.kind === 'id' ? ['ops-code', 'ops-cell-id'] : []),
    ...(column.kind === 'sla' ? ['ops-cell-sla'] : []),
    ...(ticks(column.kind) ? ['ops-cell-tick'] : []),
  ];
}

/** The hidden column by which the list stands when the person sorts by nothing. */
export const ORDER = '__order';

/** Where the cause of a row that left is written. */
export function whyColumn<R extends GridRow>(columns: readonly GridColumn<R>[]): string | undefined {
  const shown = columns.filter((column) => !column.hidden);
  return (
    shown.find((c) => c.showsWhy) ??
    shown.find((c) => c.kind === 'holder') ??
    shown.find((c) => c.kind === 'status') ??
    shown.findLast((c) => c.kind === 'text')
  )?.key;
}

/** The side of the screen where the library holds a column that stands at the list's start or end. */
export function sideOf(edge: 'start' | 'end' | null | undefined, rtl: boolean): 'left' | 'right' | null {
  return edge ? ((edge === 'start') === rtl ? 'right' : 'left') : null;
}

/** Our columns as the grid library wants them. */
export function columnDefs<R extends GridRow>(
  columns: readonly GridColumn<R>[],
  hold: HoldBuffer<R>,
  says: Says,
  order?: (a: R, b: R) => number,
  serverSorts = false,
  rtl = false,
): ColDef<R>[] {
  const why = whyColumn(columns);
  const defs = columns.map((column): ColDef<R> => {
    const text = (row: R): string => {
      const gone = column.key === why ? hold.goneOf(row.id) : undefined;
      return gone ? says.left(gone.why) : textOf(column, row, serverClock.now(), says);
    };
    const toneIs =
      (tone: string) =>
      (params: { data?: R | undefined }): boolean =>
        params.data !== undefined && toneOf(column, params.data, serverClock.now()) === tone;
    return {
      colId: column.key,
      headerName: column.label,
      headerTooltip: column.label,
      width: widthOf(column),
      minWidth: 48,
      ...(column.flex ? { flex: column.flex, minWidth: widthOf(column) } : {}),
      hide: column.hidden ?? false,
      pinned: sideOf(column.pinned, rtl),
      sortable: column.sortable ?? true,
      resizable: true,
      enableCellChangeFlash: column.flash ?? false,
      valueGetter: ({ data }: ValueGetterParams<R>) => (data ? valueOf(column, data) : undefined),
      valueFormatter: ({ data }: ValueFormatterParams<R>) => (data ? text(data) : ''),
      comparator: serverSorts
        ? () => 0
        : (a, b, nodeA, nodeB) => (column.compare && nodeA.data && nodeB.data ? column.compare(nodeA.data, nodeB.data) : compareValues(a, b)),
      tooltipValueGetter: ({ data }: ITooltipParams<R>) => (data ? ((column.tooltip ? column.tooltip(data) : text(data)) ?? undefined) : undefined),
      headerClass: alignsRight(column.kind) ? 'ops-cell-right' : '',
      cellClass: classesOf(column),
      cellClassRules: Object.fromEntries(['danger', 'warn', 'ok', 'info', 'accent', 'muted'].map((tone) => [`ops-cell-${tone}`, toneIs(tone)])),
      ...(column.render ? { cellRenderer: renderer(column, text, hold, column.key === why) } : {}),
    };
  });
  if (order && !serverSorts) {
    defs.push({
      colId: ORDER,
      headerName: '',
      hide: true,
      lockVisible: true,
      sort: 'asc',
      valueGetter: ({ data }) => data?.id,
      comparator: (_a, _b, nodeA, nodeB) => (nodeA.data && nodeB.data ? order(nodeA.data, nodeB.data) : 0),
    });
  }
  return defs;
}

function renderer<R extends GridRow>(column: GridColumn<R>, text: (row: R) => string, hold: HoldBuffer<R>, tellsWhy: boolean) {
  return function Cell({ data }: ICellRendererParams<R>): ReactNode {
    if (!data) return null;
    return createElement('span', { className: 'ops-cell-render' }, tellsWhy && hold.goneOf(data.id) ? text(data) : column.render?.(data));
  };
}
