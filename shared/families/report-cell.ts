import { showDay, showInstant, showMonth } from '../core/day.ts';
import { rupeesText, separators } from '../core/number-text.ts';
import type { Language } from '../core/translations.ts';
import type { ReportColumn, ReportColumnKind } from './report.ts';
import type { ReportValue } from './report-measure.ts';

export interface CellNames {
  readonly language: Language;
  /** The label of a text of the report, such as `<column>.<value>` of a choice. */
  readonly label: (key: string) => string;
  readonly place: (id: number) => string;
}

const textKinds: readonly ReportColumnKind[] = ['text', 'id', 'person', 'month', 'choice', 'place'];
/** Columns whose values a spreadsheet must take as text, whatever they look like. */
export const isTextKind = (kind: ReportColumnKind): boolean => textKinds.includes(kind);

/** A value as a file or a spreadsheet takes it: bare numbers, rupees, Indian dates, names in place of keys. */
export function cellText(
  { name, kind }: Pick<ReportColumn, 'name' | 'kind'>,
  value: ReportValue,
  { language, label, place }: CellNames,
): string {
  if (value === null) return '';
  if (kind === 'choice') return label(`${name}.${value}`);
  if (kind === 'place') return place(Number(value));
  if (kind === 'date') return showDay(String(value));
  if (kind === 'month') return showMonth(String(value));
  if (kind === 'datetime') return showInstant(Date.parse(String(value)));
  if (kind === 'money') return rupeesText(Number(value), language);
  return kind === 'number' ? String(value).replace('.', separators[language].decimal) : String(value);
}

/** The heading of a column, with the unit of durations. */
export function headingText(
  { name, kind }: Pick<ReportColumn, 'name' | 'kind'>,
  label: CellNames['label'],
): string {
  const unit = kind === 'minutes' ? ' (min)' : kind === 'seconds' ? ' (s)' : '';
  return `${label(`column.${name}`)}${unit}`;
}
