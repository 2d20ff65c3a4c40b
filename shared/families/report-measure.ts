export type ReportValue = string | number | null;
/** One stored row of a report, by column. */
export type ReportRecord = Readonly<Record<string, ReportValue>>;

export interface MeasureWhere {
  readonly column: string;
  readonly in?: readonly string[];
  readonly atLeast?: number;
  readonly below?: number;
}

/**
 * A figure above the table, labelled `measure.<name>` and explained by `means.<name>` in the translations.
 */
export interface Measure {
  readonly name: string;
  /**
   * `share` is a percentage of the rows of `among`, or of all rows, with one decimal; `ratio` is the sum of `of`
   * as a percentage of the sum of `per`; `distinct` counts different values of `of`; `median`, `p95` (95th
   * percentile) and `average` ignore empty cells.
   */
  readonly kind: 'count' | 'distinct' | 'share' | 'ratio' | 'sum' | 'average' | 'median' | 'p95';
  readonly of?: string;
  readonly per?: string;
  readonly where?: MeasureWhere;
  readonly among?: MeasureWhere;
  /** Over all rows before the period (`before`) or up to its end (`until`) instead of those in it. */
  readonly span?: MeasureSpan;
}
export const measureSpans = ['before', 'until'] as const;
export type MeasureSpan = (typeof measureSpans)[number];

export const meets = (row: ReportRecord, { column, in: among, atLeast, below }: MeasureWhere): boolean => {
  const value = row[column] ?? null;
  if (value === null) return false;
  if (among && !among.includes(String(value))) return false;
  return (
    (atLeast === undefined || Number(value) >= atLeast) && (below === undefined || Number(value) < below)
  );
};

/** Computes a measure from rows in memory; tests compare the SQL result with it. */
export function measureOf(measure: Measure, rows: readonly ReportRecord[]): number | null {
  const { kind, of, per, where, among } = measure;
  const all = among ? rows.filter((row) => meets(row, among)) : rows;
  const counted = where ? all.filter((row) => meets(row, where)) : all;
  if (kind === 'count') return counted.length;
  if (kind === 'share') return all.length === 0 ? null : rounded((counted.length * 100) / all.length, 1);
  const found = counted.map((row) => row[of ?? ''] ?? null).filter((value) => value !== null);
  if (kind === 'distinct') return new Set(found).size;
  const values = numbers(found);
  if (kind === 'sum') return sum(values);
  if (kind === 'ratio') {
    const whole = sum(numbers(counted.map((row) => row[per ?? ''] ?? null)));
    return whole === 0 ? null : rounded((sum(values) * 100) / whole, 1);
  }
  if (values.length === 0) return null;
  if (kind === 'average') return rounded(sum(values) / values.length, 1);
  const sorted = values.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * (kind === 'p95' ? 0.95 : 0.5);
  const [below, above] = [sorted[Math.floor(place)] ?? 0, sorted[Math.ceil(place)] ?? 0];
  return rounded(below + (above - below) * (place - Math.floor(place)), 1);
}

export const numbers = (values: readonly ReportValue[]): number[] =>
  values.filter((value) => value !== null).map(Number);

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);

function rounded(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return (Math.sign(value) * Math.round(Math.abs(value) * factor)) / factor;
}
