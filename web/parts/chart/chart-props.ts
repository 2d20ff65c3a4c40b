export interface ChartSeries {
  readonly name: string;
  readonly values: readonly (number | null)[];
  /** `plain`: none of the state colours, which other series of the chart have. */
  readonly tone?: 'accent' | 'danger' | 'warn' | 'ok' | 'info' | 'muted' | 'plain';
}

export interface ChartProps {
  readonly title: string;
  readonly kind: 'bar' | 'line' | 'area' | 'stack' | 'pie';
  readonly categories: readonly string[];
  readonly series: readonly ChartSeries[];
  /** Bars lie on their side, each with its name in full and, alone in its row, its value. */
  readonly sideways?: boolean;
  /** Values are whole numbers: so are the marks of the axis. */
  readonly counts?: boolean;
  readonly height?: number;
  /** Formats a value; default: Indian digit grouping. */
  readonly format?: (value: number) => string;
  /** Drill-down: called on click on a bar or point. */
  readonly onPick?: (category: string, series: string) => void;
}
