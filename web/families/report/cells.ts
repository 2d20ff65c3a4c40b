import { showMonth } from '#shared/core/day.ts';
import { cellText, headingText, isTextKind, type CellNames } from '#shared/families/report-cell.ts';
import type { ReportColumn } from '#shared/families/report.ts';
import type { ReportRecord, ReportValue } from '#shared/families/report-measure.ts';
import { formatAge, formatDate, formatInstant, formatMoney, formatNumber } from '#web/locales/formats.ts';
import { safeCell } from '#web/parts/copy.ts';
import type { GridColumn } from '#web/parts/grid/column.ts';
import type { ColumnKind } from '#web/parts/grid/column.ts';

/** The lookups for formatting values: labels of choices, and names of places. */
export interface Naming {
  readonly label: (key: string) => string;
  readonly place: (id: number) => string;
}

export type ReportRow = ReportRecord & { readonly id: string };

const kinds: Readonly<Record<ReportColumn['kind'], ColumnKind>> = {
  text: 'text',
  id: 'id',
  number: 'number',
  money: 'money',
  minutes: 'number',
  seconds: 'number',
  date: 'date',
  month: 'text',
  datetime: 'datetime',
  choice: 'text',
  place: 'text',
  person: 'text',
};

/** A value as people read it: minutes as a duration, money in rupees. */
export function valueText(
  column: Pick<ReportColumn, 'name' | 'kind'>,
  value: ReportValue,
  naming: Naming,
): string {
  if (value === null) return '';
  switch (column.kind) {
    case 'number':
      return formatNumber(Number(value));
    case 'money':
      return formatMoney(Number(value));
    case 'minutes':
      return minutesText(Number(value));
    case 'seconds':
      return secondsText(Number(value));
    case 'date':
      return formatDate(String(value));
    case 'month':
      return showMonth(String(value));
    case 'datetime':
      return formatInstant(String(value));
    case 'choice':
      return naming.label(`${column.name}.${value}`);
    case 'place':
      return naming.place(Number(value));
    default:
      return String(value);
  }
}

/** Rows as a spreadsheet takes them from the clipboard: headings first, a tab between cells. */
export function sheetText(
  columns: readonly ReportColumn[],
  rows: readonly ReportRecord[],
  names: CellNames,
): string {
  const cell = (column: ReportColumn, value: ReportValue): string => {
    const text = cellText(column, value, names);
    return isTextKind(column.kind) ? safeCell(text) : text;
  };
  return [
    columns.map((column) => safeCell(headingText(column, names.label))),
    ...rows.map((row) => columns.map((column) => cell(column, row[column.name] ?? null))),
  ]
    .map((line) => line.join('\t'))
    .join('\n');
}

export function minutesText(minutes: number): string {
  return `${minutes < 0 ? '−' : ''}${formatAge(Math.abs(minutes) * 60_000)}`;
}

/** Minutes and seconds as a clock shows them: `4:05`. */
export function secondsText(seconds: number): string {
  const whole = Math.round(Math.abs(seconds));
  return `${seconds < 0 ? '−' : ''}${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, '0')}`;
}

/** The key of a group: an instant is grouped by its business day. */
export function groupText(column: ReportColumn, key: ReportValue, naming: Naming): string {
  if (key === null || key === '') return naming.label('') || '';
  return valueText(column.kind === 'datetime' ? { ...column, kind: 'date' } : column, key, naming);
}

/** A date and a time are never cut. */
const instantWidth = 160;

const statusNames: readonly string[] = ['status', 'state', 'stage'];

/** Columns of the grid; masked ones cannot be sorted. */
export function gridColumns(
  columns: readonly ReportColumn[],
  masked: readonly string[],
  naming: Naming,
): readonly GridColumn<ReportRow>[] {
  return columns.map((column) => ({
    key: column.name,
    label: naming.label(`column.${column.name}`),
    kind: kinds[column.kind],
    width: Math.max(column.width, column.kind === 'datetime' ? instantWidth : 0),
    ...(column.hidden ? { hidden: true } : {}),
    ...(column.kind === 'choice' && statusNames.includes(column.name) ? { status: true } : {}),
    ...(column.tones ? { tone: (row) => column.tones?.[String(row[column.name])] ?? null } : {}),
    ...(column.total ? { folds: 'last' } : {}),
    sortable: !masked.includes(column.name),
    text: (row) => valueText(column, row[column.name] ?? null, naming),
  }));
}
