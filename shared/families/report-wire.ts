import type { ReportRecord, ReportValue } from './report-measure.ts';

export interface ReportPage {
  readonly rows: readonly (ReportRecord & { readonly id: string })[];
  /** Give it back as `after` for the next page; null after the last row. */
  readonly next: string | null;
}

export interface ReportGroup {
  readonly keys: readonly ReportValue[];
  readonly rows: number;
  /** By column with a total. */
  readonly totals: Readonly<Record<string, number | null>>;
}

/** What stands above, beside and below the rows: over all rows of the filter, never over a page. */
export interface ReportSummary {
  readonly total: number;
  readonly totals: Readonly<Record<string, number | null>>;
  readonly measures: Readonly<Record<string, number | null>>;
  /** By `by` and, where the chart splits, by `split`. */
  readonly chart: readonly ReportGroup[];
  /** Gathered by the column asked for; empty without one. */
  readonly groups: readonly ReportGroup[];
  /** More groups stand than are sent. */
  readonly groupsCut: boolean;
  /** The days of the period, both included. */
  readonly from: string;
  readonly to: string;
  /** The log position that the figures hold, and when they were read. */
  readonly position: number;
  readonly at: string;
  readonly version: number;
  readonly mayExport: boolean;
  readonly masked: readonly string[];
}

export const reportLimits = { page: 100, groups: 500, chart: 2_000 } as const;
