import { showMonth } from '#shared/core/day.ts';
import { authorText } from '#shared/core/authors.ts';
import { clinicalName } from '#shared/streams/care/clinical/names.ts';
import { cellsOf, headingsOf, isTextKind, labelsOf, type CellNames } from '#shared/families/report-cell.ts';
import { daysText } from '#shared/families/report-days.ts';
import type { ReportColumn } from '#shared/families/report.ts';
import type { ReportRecord, ReportValue } from '#shared/families/report-measure.ts';
import {
  formatAge,
  formatDate,
  formatInstant,
  formatMoney,
  formatNumber,
  numberLanguage,
} from '#web/locales/formats.ts';
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
  choices: 'text',
  place: 'text',
  person: 'text',
  days: 'text',
};

/** A value as people read it: minutes as a duration, money in rupees. */
export function valueText(
  column: Pick<ReportColumn, 'name' | 'kind' | 'options' | 'hours' | 'author' | 'clinical'>,
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
      return minutesText(Number(value), column.hours);
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
    case 'choices':
      return labelsOf(column.name, String(value), naming.label);
    case 'place':
      return naming.place(Number(value));
    case 'days':
      return daysText(column, value, naming.label);
    default:
      if (column.clinical) return clinicalName(String(value), numberLanguage());
      return column.author ? authorText(String(value), numberLanguage()) : String(value);
  }
}

/** Rows as a spreadsheet takes them from the clipboard: headings first, a tab between cells. */
export function sheetText(
  columns: readonly ReportColumn[],
  rows: readonly ReportRecord[],
  names: CellNames,
): string {
  const cells = (column: ReportColumn, value: ReportValue): readonly string[] => {
    const texts = cellsOf(column, value, names);
    return isTextKind(column.kind) ? texts.map(safeCell) : texts;
  };
  return [
    columns.flatMap((column) => headingsOf(column, names.label).map(safeCell)),
    ...rows.map((row) => columns.flatMap((column) => cells(column, row[column.name] ?? null))),
  ]
    .map((line) => line.join('\t'))
    .join('\n');
}

/** Minutes as a duration, or as hours of work: `115:20`. */
export function minutesText(minutes: number, hours = false): string {
  const whole = Math.round(Math.abs(minutes));
  const text = hours
    ? `${formatNumber(Math.floor(whole / 60))}:${String(whole % 60).padStart(2, '0')}`
    : formatAge(Math.abs(minutes) * 60_000);
  return `${minutes < 0 ? '−' : ''}${text}`;
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

/** A column that draws itself, with what the grid is to know of it. */
export interface DrawnColumn {
  readonly column: ReportColumn;
  gridColumn(): Partial<GridColumn<ReportRow>>;
}

/** A date and a time are never cut. */
const instantWidth = 160;

const statusNames: readonly string[] = ['status', 'state', 'stage'];

/** Columns of the grid; masked ones cannot be sorted. */
export function gridColumns(
  columns: readonly ReportColumn[],
  masked: readonly string[],
  naming: Naming,
  days: DrawnColumn | null = null,
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
    ...(column === days?.column ? days.gridColumn() : {}),
  }));
}
