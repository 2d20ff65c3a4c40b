export interface ChartSeries {
  readonly name: string;
  readonly values: readonly (number | null)[];
  readonly tone?: 'accent' | 'danger' | 'warn' | 'ok' | 'info';
}

export interface ChartProps {
  readonly title: string;
  readonly kind: 'bar' | 'line' | 'area' | 'stack' | 'pie';
  readonly categories: readonly string[];
  readonly series: readonly ChartSeries[];
  readonly height?: number;
  /** Formats a value; default: Indian digit grouping. */
  readonly format?: (value: number) => string;
  /** Drill-down: called on click on a bar or point. */
  readonly onPick?: (category: string, series: string) => void;
}
