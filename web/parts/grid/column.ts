import type { ReactNode } from 'react';
import {
  formatAge,
  formatCountdown,
  formatDate,
  formatInstant,
  formatMoney,
  formatNumber,
  formatTime,
} from '#web/locales/formats.ts';
import type { ColumnKind } from '#shared/families/screen.ts';
import type { Tone } from '../StatusWord.tsx';
import type { GridRow } from './source.ts';
import { compareTexts } from '#shared/core/collation.ts';

export type { ColumnKind };

/** One column of a list. `key` names the member of the row unless `value` is given. */
export interface GridColumn<R extends GridRow> {
  readonly key: string;
  /** Translated heading. */
  readonly label: string;
  readonly kind: ColumnKind;
  readonly width?: number;
  /** Share of the space that is left when every column has what it needs. */
  readonly flex?: number;
  readonly hidden?: boolean;
  readonly pinned?: 'start' | 'end';
  /** Tells rows apart: never cut, and stays in sight while the list scrolls; by default the grid chooses. */
  readonly tells?: boolean;
  /** Says what state the row is in, whatever its kind: stays beside what tells rows apart. */
  readonly status?: boolean;
  /**
   * When the list is too narrow for its columns: folds before the others, after them, or never; `alike`: a status
   * that folds first while every row shows the same, as columns of other kinds do.
   */
  readonly folds?: 'first' | 'last' | 'never' | 'alike';
  /** Draws itself in its declared width, whatever its text. */
  readonly exact?: boolean;
  /** Draws its own heading. */
  readonly head?: () => ReactNode;
  /** Takes a key while its cell has the focus; false leaves the key to the grid. */
  readonly onKey?: (row: R, key: string) => boolean;
  /** Changes flash; for two or three columns at most. */
  readonly flash?: boolean;
  readonly sortable?: boolean;
  /** The value to sort by and to format by kind. */
  readonly value?: (row: R) => unknown;
  /** The text to show instead of the kind's own. `now` is the server's clock (ms). */
  readonly text?: (row: R, now: number) => string;
  readonly tone?: (row: R, now: number) => Tone | null;
  readonly compare?: (a: R, b: R) => number;
  /** Custom rendering; `text` is still used for copying and searching. */
  readonly render?: (row: R) => ReactNode;
  readonly tooltip?: (row: R) => string | null;
  /** Whether this person may change the cell where it stands: by F2, or by the pencil in it. */
  readonly edits?: (row: R) => boolean;
  /** For `progress`: the key of the total. */
  readonly of?: string;
  /** For `sla` and `countdown`: the key of the instant from which it is urgent. */
  readonly warn?: string;
  /** Shows why a row left; by default the grid chooses a column. */
  readonly showsWhy?: boolean;
}

const rightKinds: readonly ColumnKind[] = ['number', 'money', 'age', 'countdown', 'sla', 'progress'];
const tickKinds: readonly ColumnKind[] = ['age', 'countdown', 'sla'];
const figureKinds: readonly ColumnKind[] = [...rightKinds, 'date', 'time', 'datetime', 'phone'];

export function alignsRight(kind: ColumnKind): boolean {
  return rightKinds.includes(kind);
}
export function ticks(kind: ColumnKind): boolean {
  return tickKinds.includes(kind);
}
export function hasFigures(kind: ColumnKind): boolean {
  return figureKinds.includes(kind);
}

function member(row: GridRow, key: string): unknown {
  return (row as unknown as Record<string, unknown>)[key];
}

export function valueOf<R extends GridRow>(column: GridColumn<R>, row: R): unknown {
  return column.value ? column.value(row) : member(row, column.key);
}

/** The text of a cell; empty for unknown values. */
export function textOf<R extends GridRow>(
  column: GridColumn<R>,
  row: R,
  now: number,
  labels: { yes: string; no: string },
): string {
  if (column.text) return column.text(row, now);
  const value = valueOf(column, row);
  if (value === null || value === undefined || value === '') return '';
  const at = (): number => (typeof value === 'number' ? value : Date.parse(String(value)));
  switch (column.kind) {
    case 'number':
      return typeof value === 'number' ? formatNumber(value) : String(value);
    case 'money':
      return typeof value === 'number' ? formatMoney(value) : String(value);
    case 'date':
      return formatDate(value as string | number);
    case 'time':
      return formatTime(value as string | number);
    case 'datetime':
      return formatInstant(value as string | number);
    case 'age':
      return formatAge(now - at());
    case 'countdown':
    case 'sla':
      return formatCountdown(at() - now);
    case 'yesNo':
      return value ? labels.yes : labels.no;
    case 'progress':
      return column.of ? `${String(value)}/${String(member(row, column.of) ?? '')}` : String(value);
    case 'holder': {
      const holder = value as { name?: string; since?: string };
      if (!holder.name) return '';
      return holder.since ? `${holder.name} · ${formatAge(now - Date.parse(holder.since))}` : holder.name;
    }
    default:
      return Array.isArray(value) ? value.join(', ') : String(value);
  }
}

/** Urgency colours for kinds with a deadline; otherwise the column's own. */
export function toneOf<R extends GridRow>(column: GridColumn<R>, row: R, now: number): Tone | null {
  if (column.tone) return column.tone(row, now);
  if (column.kind !== 'sla' && column.kind !== 'countdown') return null;
  const until = valueOf(column, row);
  if (!until) return null;
  if (now >= Date.parse(String(until))) return 'danger';
  const warn = column.warn ? member(row, column.warn) : null;
  return warn && now >= Date.parse(String(warn)) ? 'warn' : null;
}

/** Compares two values of one column: empty last, numbers by size, texts in the order of their language. */
export function compareValues(a: unknown, b: unknown): number {
  const noA = a === null || a === undefined || a === '';
  const noB = b === null || b === undefined || b === '';
  if (noA || noB) return noA === noB ? 0 : noA ? 1 : -1;
  if (typeof a === 'number' && typeof b === 'number') return a - b;
  if (typeof a === 'boolean' && typeof b === 'boolean') return Number(a) - Number(b);
  const text = (value: unknown): string =>
    typeof value === 'object'
      ? String((value as { name?: unknown }).name ?? JSON.stringify(value))
      : String(value);
  return compareTexts(text(a), text(b));
}
