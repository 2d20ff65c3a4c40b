import type {
  ColDef,
  ICellRendererParams,
  ITooltipParams,
  SuppressKeyboardEventParams,
  ValueFormatterParams,
  ValueGetterParams,
} from 'ag-grid-community';
import { createElement } from 'react';
import type { ReactNode } from 'react';
import { codeFont, textFont } from '#web/parts/theme/theme.ts';
import { serverClock } from '#web/locales/server-clock.ts';
import { alignsRight, compareValues, hasFigures, textOf, ticks, toneOf, valueOf } from './column.ts';
import type { GridColumn } from './column.ts';
import type { FrozenRows } from './frozen-rows.ts';
import type { GridRow } from './source.ts';

export interface Labels {
  readonly yes: string;
  readonly no: string;
  readonly left: (why: string | null) => string;
  /** Name and action of the pencil in a cell that can be changed. */
  readonly edit?: { readonly label: string; readonly begin: (id: string, key: string) => void };
}

const widths: Partial<Record<GridColumn<GridRow>['kind'], number>> = {
  id: 110,
  number: 90,
  money: 120,
  date: 104,
  time: 72,
  datetime: 140,
  age: 84,
  countdown: 88,
  sla: 88,
  status: 120,
  person: 150,
  holder: 150,
  phone: 116,
  yesNo: 64,
  progress: 80,
  language: 92,
  place: 120,
};

/** The grid shows a column no narrower than this, px. */
export const NARROWEST = 48;
const HEAD_ROOM = 22; // cell padding and the gap between two titles, px
const letters = typeof document === 'undefined' ? null : document.createElement('canvas').getContext('2d');

/** Pixels needed to show a title in full, in one line. */
function titleWidth(title: string): number {
  if (!letters) return title.length * 7 + HEAD_ROOM;
  letters.font = `600 12px ${textFont}`;
  return Math.ceil(letters.measureText(title).width) + HEAD_ROOM;
}

/**
 * Upper bound of the width per letter, px: where that fits, measuring, which costs as much as drawing the
 * rows, is skipped.
 */
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

/** Pixels needed to show a text in a cell of this column in full. */
export function contentWidth<R extends GridRow>(column: GridColumn<R>, text: string): number {
  // Figures are set in equal widths, the width of a nought.
  const shown = hasFigures(column.kind) ? text.replace(/\d/g, '0') : text;
  if (!letters) return shown.length * 7 + HEAD_ROOM;
  letters.font = column.kind === 'id' ? `500 12px ${codeFont}` : `500 13px ${textFont}`;
  return Math.ceil(letters.measureText(shown).width) + HEAD_ROOM;
}

/** Pixels needed to show a column's title in full, in one line or broken into two. */
export function titleOf<R extends GridRow>(column: GridColumn<R>, lines: number): number {
  const words = column.label.split(' ');
  if (lines === 1 || words.length === 1) return titleWidth(column.label);
  return words.slice(1).reduce((least, _word, at) => {
    const [over, under] = [words.slice(0, at + 1), words.slice(at + 1)];
    return Math.min(least, Math.max(titleWidth(over.join(' ')), titleWidth(under.join(' '))));
  }, Infinity);
}

/** Width in pixels, as declared or by kind. */
export function declaredOf<R extends GridRow>(column: GridColumn<R>): number {
  return column.width ?? (column.flex ? 120 : (widths[column.kind] ?? 140));
}

/** Width in pixels, as declared or by kind, but never too narrow for the title. */
export function widthOf<R extends GridRow>(column: GridColumn<R>): number {
  const wide = declaredOf(column);
  return atMost(column.label) + HEAD_ROOM <= wide ? wide : Math.max(wide, titleWidth(column.label));
}

/** CSS classes of every cell of a column. */
export function classesOf<R extends GridRow>(column: GridColumn<R>): string[] {
  return [
    ...(alignsRight(column.kind) ? ['ops-cell-right'] : []),
    ...(hasFigures(column.kind) ? ['ops-figures'] : []),
    ...(column.kind === 'id' ? ['ops-code', 'ops-cell-id'] : []),
    ...(column.kind === 'sla' ? ['ops-cell-sla'] : []),
    ...(ticks(column.kind) ? ['ops-cell-tick'] : []),
  ];
}

/** The hidden column that sorts the list while the person sorts by nothing. */
export const SORT = '__order';

/** The column that shows why a row left. */
export function whyColumn<R extends GridRow>(columns: readonly GridColumn<R>[]): string | undefined {
  const shown = columns.filter((column) => !column.hidden);
  return (
    shown.find((c) => c.showsWhy) ??
    shown.find((c) => c.kind === 'holder') ??
    shown.find((c) => c.kind === 'status') ??
    shown.findLast((c) => c.kind === 'text')
  )?.key;
}

/** The side on which the library pins a column fixed at the list's start or end. */
export function sideOf(edge: 'start' | 'end' | null | undefined, rtl: boolean): 'left' | 'right' | null {
  return edge ? ((edge === 'start') === rtl ? 'right' : 'left') : null;
}

/** The edge of the list on which the library has pinned a column. */
export function edgeOf(side: string | boolean | null | undefined, rtl: boolean): 'start' | 'end' | null {
  return side ? (side === sideOf('start', rtl) ? 'start' : 'end') : null;
}

/** Converts our columns to the grid library's. */
export function columnDefs<R extends GridRow>(
  columns: readonly GridColumn<R>[],
  frozen: FrozenRows<R>,
  labels: Labels,
  sort?: (a: R, b: R) => number,
  serverSorts = false,
  rtl = false,
): ColDef<R>[] {
  const why = whyColumn(columns);
  const defs = columns.map((column): ColDef<R> => {
    const text = (row: R): string => {
      const gone = column.key === why ? frozen.goneOf(row.id) : undefined;
      return gone ? labels.left(gone.why) : textOf(column, row, serverClock.now(), labels);
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
      minWidth: NARROWEST,
      hide: column.hidden ?? false,
      pinned: sideOf(column.pinned, rtl),
      sortable: column.sortable ?? true,
      resizable: true,
      enableCellChangeFlash: column.flash ?? false,
      valueGetter: ({ data }: ValueGetterParams<R>) => (data ? valueOf(column, data) : undefined),
      valueFormatter: ({ data }: ValueFormatterParams<R>) => (data ? text(data) : ''),
      comparator: serverSorts
        ? () => 0
        : (a, b, nodeA, nodeB) =>
            column.compare && nodeA.data && nodeB.data
              ? column.compare(nodeA.data, nodeB.data)
              : compareValues(a, b),
      // oxlint-disable-next-line typescript/no-deprecated -- `tooltip` of the grid draws another one than the console's
      tooltipValueGetter: ({ data }: ITooltipParams<R>) =>
        data ? ((column.tooltip ? column.tooltip(data) : text(data)) ?? undefined) : undefined,
      headerClass: [...(alignsRight(column.kind) ? ['ops-cell-right'] : [])],
      ...(column.head ? { headerComponent: column.head } : {}),
      ...(column.onKey
        ? {
            suppressKeyboardEvent: ({ data, event }: SuppressKeyboardEventParams<R>) =>
              data !== undefined && event.type === 'keydown' && column.onKey!(data, event.key),
          }
        : {}),
      cellClass: classesOf(column),
      cellClassRules: Object.fromEntries(
        ['danger', 'warn', 'ok', 'info', 'accent', 'muted'].map((tone) => [`ops-cell-${tone}`, toneIs(tone)]),
      ),
      ...(column.render || column.edits
        ? { cellRenderer: renderer(column, text, frozen, column.key === why, labels.edit) }
        : {}),
    };
  });
  if (sort && !serverSorts) {
    defs.push({
      colId: SORT,
      headerName: '',
      hide: true,
      lockVisible: true,
      sort: 'asc',
      valueGetter: ({ data }) => data?.id,
      comparator: (_a, _b, nodeA, nodeB) => (nodeA.data && nodeB.data ? sort(nodeA.data, nodeB.data) : 0),
    });
  }
  return defs;
}

function renderer<R extends GridRow>(
  column: GridColumn<R>,
  text: (row: R) => string,
  frozen: FrozenRows<R>,
  explains: boolean,
  edit: Labels['edit'],
) {
  return function Cell({ data }: ICellRendererParams<R>): ReactNode {
    if (!data) return null;
    const gone = frozen.goneOf(data.id) !== undefined;
    const content = (explains && gone) || !column.render ? text(data) : column.render(data);
    if (!edit || gone || !column.edits?.(data))
      return column.render ? createElement('span', { className: 'ops-cell-render' }, content) : content;
    // Out of the order of tabs: by keyboard the cell itself is changed, with F2.
    const pencil = createElement('button', {
      type: 'button',
      className: 'ops-cell-pencil',
      tabIndex: -1,
      title: edit.label,
      'aria-hidden': true,
      onClick: () => edit.begin(data.id, column.key),
      onDoubleClick: (event: { stopPropagation: () => void }) => event.stopPropagation(),
    });
    return createElement('span', { className: 'ops-cell-render ops-cell-edits' }, content, pencil);
  };
}
