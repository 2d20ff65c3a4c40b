import { compareValues, valueOf } from './column.ts';
import type { GridColumn } from './column.ts';
import type { ColumnArrangement } from './control.ts';
import { MEASURED } from './fitting.ts';
import type { GridProps } from './grid-props.ts';
import type { GridRow } from './source.ts';
import { finder } from '#shared/core/plain.ts';

type Sort<R> = (a: R, b: R) => number;

/** Whether a row passes the list's filter and contains all search terms. */
export function passes<R extends GridRow>(
  { filter, search, columns }: Pick<GridProps<R>, 'filter' | 'search' | 'columns'>,
  row: R,
): boolean {
  if (filter && !filter(row)) return false;
  if (!search?.trim()) return true;
  const text = columns
    .map((column) =>
      column.text
        ? column.text(row, 0)
        : (JSON.stringify(
            column.value ? column.value(row) : (row as unknown as Record<string, unknown>)[column.key],
          ) ?? ''),
    )
    .join(' ');
  return finder(search)(text);
}

/** How many rows there are, and how many of them are shown. */
export function countRows<R>(
  rows: Iterable<R>,
  fits: (row: R) => boolean,
): { readonly total: number; readonly shown: number } {
  let [total, shown] = [0, 0];
  for (const row of rows) {
    total += 1;
    if (fits(row)) shown += 1;
  }
  return { total, shown };
}

/** Initial order of a list: as the person sorted it, else the list's own. */
export function sortAtStart<R extends GridRow>({
  columns,
  sort,
  arranged,
}: Pick<GridProps<R>, 'columns' | 'sort' | 'arranged'>): Sort<R> | undefined {
  const sorts = (arranged ?? [])
    .filter(({ sort }) => sort)
    .sort((a, b) => (a.sortIndex ?? 0) - (b.sortIndex ?? 0))
    .flatMap(({ id, sort }) => {
      const column = columns.find(({ key }) => key === id);
      return column ? [{ column, way: sort === 'desc' ? -1 : 1 }] : [];
    });
  if (sorts.length === 0) return sort;
  return (a, b) => {
    for (const { column, way } of sorts) {
      const found =
        way * (column.compare ? column.compare(a, b) : compareValues(valueOf(column, a), valueOf(column, b)));
      if (found !== 0) return found;
    }
    return 0;
  };
}

/** The first `most` rows in that order, stable, in one pass. */
export function firstOf<R>(
  rows: Iterable<R>,
  most: number,
  sort: Sort<R> | undefined,
  fits: (row: R) => boolean,
): R[] {
  const first: R[] = [];
  for (const row of rows) {
    if (first.length === most && (!sort || sort(row, first[most - 1]!) >= 0)) {
      if (!sort) break;
      continue;
    }
    if (!fits(row)) continue;
    let low = 0;
    let high = first.length;
    while (sort ? low < high : false) {
      const middle = (low + high) >> 1;
      if (sort!(row, first[middle]!) < 0) high = middle;
      else low = middle + 1;
    }
    first.splice(sort ? low : high, 0, row);
    if (first.length > most) first.pop();
  }
  return first;
}

/** The rows that are shown first, by which a list is measured. */
export function measuredRows<R extends GridRow>(
  props: Pick<GridProps<R>, 'rows' | 'columns' | 'sort' | 'arranged' | 'filter' | 'search'>,
): readonly R[] {
  return firstOf(props.rows?.all() ?? [], MEASURED, sortAtStart(props), (row) => passes(props, row));
}

/** The rows of a list that its filter and search leave. */
export function shownRows<R extends GridRow>(
  props: Pick<GridProps<R>, 'rows' | 'columns' | 'filter' | 'search'>,
): readonly R[] {
  return [...(props.rows?.all() ?? [])].filter((row) => passes(props, row));
}

/** Initial columns: in the person's order, without hidden ones, pinned ones at their edges. */
export function columnsAtStart<R extends GridRow>({
  columns,
  arranged,
}: Pick<GridProps<R>, 'columns' | 'arranged'>): GridColumn<R>[] {
  const wishes = new Map((arranged ?? []).map((wish, index) => [wish.id, { ...wish, index }] as const));
  const edge = (pinned: ColumnArrangement['pinned']): number =>
    pinned === 'start' ? 0 : pinned === 'end' ? 2 : 1;
  const condition = columns.map((column, index) => {
    const wish = wishes.get(column.key);
    return {
      column: wish?.width ? { ...column, width: wish.width, flex: undefined } : column,
      hidden: wish?.hidden ?? column.hidden ?? false,
      at:
        edge(wish?.pinned === undefined ? column.pinned : wish.pinned) * 1e6 +
        (wish?.index ?? wishes.size + index),
    };
  });
  return condition
    .filter(({ hidden }) => !hidden)
    .sort((a, b) => a.at - b.at)
    .map(({ column }) => column as GridColumn<R>);
}
