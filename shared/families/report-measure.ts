export type ReportValue = string | number | null;
/** What a report keeps of one row, by column. */
export type ReportRecord = Readonly<Record<string, ReportValue>>;

export interface MeasureWhere {
  readonly column: string;
  readonly in?: readonly string[];
  readonly atLeast?: number;
  readonly below?: number;
}

/** A figure above the table. Its name is `measure.<name>`, its definition `means.<name>` in the translations. */
export interface Measure {
  readonly name: string;
  /** `share` is the part of all rows, in percent with one decimal; `median` and `average` leave empty cells out. */
  readonly kind: 'count' | 'share' | 'sum' | 'average' | 'median';
  readonly of?: string;
  readonly where?: MeasureWhere;
}

export const meets = (row: ReportRecord, { column, in: among, atLeast, below }: MeasureWhere): boolean => {
  const value = row[column] ?? null;
  if (value === null) return false;
  if (among && !among.includes(String(value))) return false;
  return (atLeast === undefined || Number(value) >= atLeast) && (below === undefined || Number(value) < below);
};

/** The same figure that SQL gives, from rows in memory: what tests hold the database against. */
export function measureOf(measure: Measure, rows: readonly ReportRecord[]): number | null {
  const { kind, of, where } = measure;
  const counted = where ? rows.filter((row) => meets(row, where)) : rows;
  if (kind === 'count') return counted.length;
  if (kind === 'share') return rows.length === 0 ? null : rounded((counted.length * 100) / rows.length, 1);
  const values = numbers(counted.map((row) => row[of ?? ''] ?? null));
  if (kind === 'sum') return values.reduce((sum, one) => sum + one, 0);
  if (values.length === 0) return null;
  if (kind === 'average') return rounded(values.reduce((sum, one) => sum + one, 0) / values.length, 1);
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return rounded(((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2, 1);
}

export const numbers = (values: readonly ReportValue[]): number[] => values.filter((value) => value !== null).map(Number);

function rounded(value: number, decimals: number): number {
  const factor = 10 ** decimals;
  return (Math.sign(value) * Math.round(Math.abs(value) * factor)) / factor;
}
