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
  /** How a value reads; Indian grouping when left out. */
  readonly format?: (value: number) => string;
  /** A click on a bar or point: drill down. */
  readonly onPick?: (category: string, series: string) => void;
}
