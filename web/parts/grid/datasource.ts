import type { IDatasource, SortModelItem } from 'ag-grid-community';
import type { PageQueries } from './page-queries.ts';
import type { GridRow } from './source.ts';

/** A server-paged list as the grid library reads it; `onPage` gets each page that came. */
export function datasourceOf<R extends GridRow>(
  inputs: PageQueries<R>,
  onPage: (total: number, rows: readonly R[]) => void,
): IDatasource {
  return {
    getRows: ({ startRow, endRow, sortModel, successCallback, failCallback }) =>
      inputs.prompt({
        start: startRow,
        end: endRow,
        sort: (sortModel as SortModelItem[]).map(({ colId, sort: way }) => ({
          key: colId,
          way: way as 'asc' | 'desc',
        })),
        answer: (rows, total) => {
          successCallback([...rows], total);
          onPage(total, rows);
        },
        fail: failCallback,
      }),
    destroy: () => inputs.end(),
  };
}
