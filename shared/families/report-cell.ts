import { authorText } from '../core/authors.ts';
import { clinicalName } from '../streams/care/clinical/names.ts';
import { showDay, showInstant, showMonth } from '../core/day.ts';
import { rupeesText, separators } from '../core/number-text.ts';
import type { Language } from '../core/translations.ts';
import { daySign, daysText, mostMonthDays, readDays } from './report-days.ts';
import type { ReportColumn, ReportColumnKind } from './report.ts';
import type { ReportValue } from './report-measure.ts';

export interface CellNames {
  readonly language: Language;
  /** The label of a text of the report, such as `<column>.<value>` of a choice. */
  readonly label: (key: string) => string;
  readonly place: (id: number) => string;
}

const textKinds: readonly ReportColumnKind[] = [
  'text',
  'id',
  'person',
  'month',
  'choice',
  'choices',
  'place',
  'days',
];
/** Columns whose values a spreadsheet must take as text, whatever they look like. */
export const isTextKind = (kind: ReportColumnKind): boolean => textKinds.includes(kind);

type CellColumn = Pick<ReportColumn, 'name' | 'kind' | 'options' | 'author' | 'clinical'>;

/** A value as a file or a spreadsheet takes it: bare numbers, rupees, Indian dates, names in place of keys. */
export function cellText(
  { name, kind, options, author, clinical }: CellColumn,
  value: ReportValue,
  { language, label, place }: CellNames,
): string {
  if (value === null) return '';
  if (kind === 'choice') return label(`${name}.${value}`);
  if (kind === 'days') return daysText({ name, ...(options ? { options } : {}) }, value, label);
  if (kind === 'choices') return labelsOf(name, String(value), label);
  if (author) return authorText(String(value), language);
  if (clinical) return clinicalName(String(value), language);
  if (kind === 'place') return place(Number(value));
  if (kind === 'date') return showDay(String(value));
  if (kind === 'month') return showMonth(String(value));
  if (kind === 'datetime') return showInstant(Date.parse(String(value)));
  if (kind === 'money') return rupeesText(Number(value), language);
  return kind === 'number' ? String(value).replace('.', separators[language].decimal) : String(value);
}

/** Several choices by their labels: `EN, HI` becomes `English, Hindi`. */
export const labelsOf = (name: string, values: string, label: CellNames['label']): string =>
  values
    .split(/\s*,\s*/)
    .map((value) => label(`${name}.${value}`))
    .join(', ');

/** The heading of a column, with the unit of durations. */
export function headingText(
  { name, kind }: Pick<ReportColumn, 'name' | 'kind'>,
  label: CellNames['label'],
): string {
  const unit = kind === 'minutes' ? ' (min)' : kind === 'seconds' ? ' (s)' : '';
  return `${label(`column.${name}`)}${unit}`;
}

/** The headings of a column in a sheet: a month has one for each of its days. */
export function headingsOf(
  column: Pick<ReportColumn, 'name' | 'kind'>,
  label: CellNames['label'],
): readonly string[] {
  if (column.kind !== 'days') return [headingText(column, label)];
  return Array.from({ length: mostMonthDays }, (_, i) => String(i + 1));
}

/** The cells of a value in a sheet: those of a month hold the letters of its days. */
export function cellsOf(column: CellColumn, value: ReportValue, names: CellNames): readonly string[] {
  if (column.kind !== 'days') return [cellText(column, value, names)];
  const { days } = readDays(value);
  return Array.from({ length: mostMonthDays }, (_, i) => daySign(column.name, days[i], names.label));
}
