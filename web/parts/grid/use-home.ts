import type { GridApi } from 'ag-grid-community';
import { useEffect, type RefObject } from 'react';
import { offerHome } from '../focus-home.ts';
import type { GridControl } from './control.ts';
import type { GridProps } from './grid-props.ts';
import type { GridRow } from './source.ts';

/** Offers the list to a lost focus: at the open row, else the one it gave way to, else the one that had the focus, else its first. */
export function useHome<R extends GridRow>(
  api: GridApi<R> | null,
  control: GridControl<R>,
  wrapper: RefObject<HTMLElement | null>,
  latest: RefObject<Pick<GridProps<R>, 'keys' | 'selectedId' | 'backTo'>>,
): void {
  useEffect(() => {
    if (!api) return undefined;
    return offerHome(() => {
      const column = api.isDestroyed() ? undefined : api.getAllDisplayedColumns()[0];
      const { keys, selectedId, backTo } = latest.current;
      if (!column || keys === false || api.getDisplayedRowCount() === 0) return false;
      const id = selectedId ?? backTo ?? control.now().focused;
      const index = (id === null ? null : api.getRowNode(id)?.rowIndex) ?? api.getFirstDisplayedRowIndex();
      api.ensureIndexVisible(index);
      api.setFocusedCell(index, column);
      return wrapper.current?.contains(document.activeElement) ?? false;
    });
  }, [api, control, wrapper, latest]);
}
