import type { ReactNode } from 'react';
import type { Failed } from '../states.tsx';
import type { GridColumn } from './column.ts';
import type { ColumnArrangement, GridControl } from './control.ts';
import type { GridRow, GridRows, GridSource } from './source.ts';

export interface GridProps<R extends GridRow> {
  readonly control: GridControl<R>;
  /** Accessible name. */
  readonly label: string;
  /** Keep the array the same between renders (useMemo). */
  readonly columns: readonly GridColumn<R>[];
  /** Live rows (a feed's, or `ListRows`), or … */
  readonly rows?: GridRows<R>;
  /** … rows paged by the server. */
  readonly source?: GridSource<R>;
  /** The list's own order, in force while the person sorts by nothing. Keep it the same between renders. */
  readonly order?: (a: R, b: R) => number;
  readonly filter?: (row: R) => boolean;
  /** Words that must all occur in a row. */
  readonly search?: string;
  /** Filters are set (server-paged lists cannot know): nothing found is then said differently. */
  readonly filtered?: boolean;
  readonly status?: 'loading' | 'ready' | 'failed';
  readonly failure?: Failed;
  readonly onRetry?: () => void;
  /** What stands there when there is nothing: why, and what to do. */
  readonly empty?: ReactNode;
  readonly noMatchActions?: ReactNode;
  readonly selectedId?: string | null;
  readonly onSelect?: (ids: readonly string[]) => void;
  readonly onClick?: (row: R) => void;
  /** Enter or double click. */
  readonly onOpen?: (row: R) => void;
  /** Check boxes for bulk work. */
  readonly multi?: boolean;
  /** A row of totals at the foot. */
  readonly totals?: R;
  /** Columns as the person left them, read once at the start. */
  readonly arranged?: readonly ColumnArrangement[];
  readonly onArranged?: (columns: readonly ColumnArrangement[]) => void;
  /** False for a second grid on the same screen: J, K and R belong to the first. */
  readonly keys?: boolean;
}
