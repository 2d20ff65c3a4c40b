import type { ReportColumn } from './report.ts';
import type { ReportValue } from './report-measure.ts';

/** A day of a `days` column: its state, times or a name, and its marks. Null where nothing is known of it. */
export type DayCell = readonly [state: string, text: string | null, marks: readonly string[]] | null;

/** The value of a `days` column, as JSON: the first day, `YYYY-MM-DD`, and a cell for each day from there. */
export interface Days {
  readonly from: string;
  readonly days: readonly DayCell[];
}

/** Days of the longest month. */
export const mostMonthDays = 31;

export function readDays(value: ReportValue): Days {
  return value === null ? { from: '', days: [] } : (JSON.parse(String(value)) as Days);
}

type Label = (key: string) => string;

/** The letter of a day, so that a state is never a colour alone. */
export const daySign = (column: string, cell: DayCell | undefined, label: Label): string =>
  cell ? label(`${column}.${cell[0]}.sign`) : '';

/** A day in words: `Late, 10:46–19:00 · 7:30, entered by hand`. */
export function dayText(column: string, cell: DayCell | undefined, label: Label): string {
  if (!cell) return '';
  const [state, text, marks] = cell;
  return [label(`${column}.${state}`), text, ...marks.map((mark) => label(`${column}.mark.${mark}`))]
    .filter(Boolean)
    .join(', ');
}

/** The month in words, each state with its days: `Late: 3, 17; Holiday: 14`. */
export function daysText(
  { name, options = [] }: Pick<ReportColumn, 'name' | 'options'>,
  value: ReportValue,
  label: Label,
): string {
  const { days } = readDays(value);
  return options
    .flatMap((state) => {
      const found = days.flatMap((cell, i) => (cell?.[0] === state ? [i + 1] : []));
      return found.length === 0 ? [] : [`${label(`${name}.${state}`)}: ${found.join(', ')}`];
    })
    .join('; ');
}

/** What the letters of a column's days mean: `P Present`; none for other columns. */
export const lettersOf = (
  { name, kind, options = [] }: Pick<ReportColumn, 'name' | 'kind' | 'options'>,
  label: Label,
): readonly string[] =>
  kind === 'days'
    ? options.map((state) => `${label(`${name}.${state}.sign`)} ${label(`${name}.${state}`)}`)
    : [];
