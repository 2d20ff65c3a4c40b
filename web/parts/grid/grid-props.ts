import type { ReactNode } from 'react';
import type { Failed } from '../states.tsx';
import type { GridColumn } from './column.ts';
import type { ColumnArrangement, GridControl } from './control.ts';
import type { GridRow, GridRows, GridSource } from './source.ts';

export interface GridProps<R extends GridRow> {
  readonly control: GridControl<R>;
  /** Accessible name. */
  readonly label: string;
  /** Must keep its identity between renders (useMemo). */
  readonly columns: readonly GridColumn<R>[];
  /** Live rows (a feed's, or `ListRows`), or … */
  readonly rows?: GridRows<R>;
  /** … rows paged by the server. */
  readonly source?: GridSource<R>;
  /** The list's own order, used while the person sorts by nothing. Must keep its identity between renders. */
  readonly sort?: (a: R, b: R) => number;
  readonly filter?: (row: R) => boolean;
  /** Search terms that must all occur in a row. */
  readonly search?: string;
  /** Whether filters are set (server-paged lists cannot know), for the message when nothing is found. */
  readonly filtered?: boolean;
  /** How far the rows have arrived, while some are missing. */
  readonly arriving?: string;
  readonly status?: 'loading' | 'ready' | 'failed';
  readonly failure?: Failed;
  readonly onRetry?: () => void;
  /** Shown when the list is empty: why, and what to do. */
  readonly empty?: ReactNode;
  readonly noMatchActions?: ReactNode;
  /** The row to which a lost focus returns, where none is open: the one that the list gave way to. */
  readonly backTo?: string | null;
  /** The open row: selected, or with boxes only marked. */
  readonly selectedId?: string | null;
  readonly onSelect?: (ids: readonly string[]) => void;
  readonly onClick?: (row: R) => void;
  /** Called with the row that the person moved to by key. */
  readonly onMove?: (row: R) => void;
  /** Called on Enter or double click. */
  readonly onOpen?: (row: R) => void;
  /** Called to change a cell of a column with `edits` where it stands. */
  readonly onEdit?: (row: R, key: string) => void;
  /** Check boxes for bulk actions: only they and Space tick a row, never a click or a movement. */
  readonly multi?: boolean;
  /** A row of totals in the footer. */
  readonly totals?: R;
  /** The person's arrangement of columns, read once on mount. */
  readonly arranged?: readonly ColumnArrangement[];
  readonly onArranged?: (columns: readonly ColumnArrangement[]) => void;
  /** Rows are high enough for cells that render two lines. */
  readonly twoLines?: boolean;
  /** False for a second grid on the same screen: J, K and R belong to the first. */
  readonly keys?: boolean;
}
