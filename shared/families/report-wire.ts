import type { Period } from './report-period.ts';
import type { ReportRecord, ReportValue } from './report-measure.ts';

export interface ReportPage {
  readonly rows: readonly (ReportRecord & { readonly id: string })[];
  /** Cursor: pass it as `after` to get the next page; null after the last row. */
  readonly next: string | null;
}

/** A record that a `reference` filter offers. */
export interface ReportChoice {
  readonly value: string;
  readonly label: string;
}

/** The events behind one row, newest first; `what` in the reader's language. */
export interface ReportEvents {
  readonly total: number;
  /** Whether this reader sees the people whom the report masks as initials. */
  readonly masked: boolean;
  readonly events: readonly {
    readonly position: number;
    readonly stream: string;
    readonly what: string;
    readonly at: string;
    readonly by: string;
  }[];
}

export interface ReportGroup {
  readonly keys: readonly ReportValue[];
  readonly rows: number;
  /** By column, for columns with a total. */
  readonly totals: Readonly<Record<string, number | null>>;
  /** By name; empty for the groups of a chart. */
  readonly measures: Readonly<Record<string, number | null>>;
}

/** Figures over all rows of a filter. */
export interface ReportFigures {
  readonly total: number;
  readonly totals: Readonly<Record<string, number | null>>;
  readonly measures: Readonly<Record<string, number | null>>;
}

/** Measures, chart and groups, over all rows of the filter rather than one page. */
export interface ReportSummary extends ReportFigures {
  /** The figures of the period before, with its days; null when they were not asked for. */
  readonly before: (ReportFigures & Period) | null;
  /** By `by` and, for a split chart, by `split`. */
  readonly chart: readonly ReportGroup[];
  /** Grouped by the requested column; empty without one. */
  readonly groups: readonly ReportGroup[];
  /** Whether there are more groups than were sent. */
  readonly groupsCut: boolean;
  /** The days of the period, both included. */
  readonly from: string;
  readonly to: string;
  /** The log position that the figures include, and when they were queried. */
  readonly position: number;
  readonly at: string;
  readonly version: number;
  readonly mayExport: boolean;
  readonly masked: readonly string[];
}

/** A figure of a report as its table gives it, and as its events do: `total`, `total.<column>`, `measure.<name>`. */
export interface CheckedFigure {
  readonly name: string;
  readonly shown: number | null;
  readonly anew: number | null;
}

/** The figures and rows of a filter, compared with a replay of the events. */
export interface ReportCheck extends Period {
  /** No figure and no row differs. */
  readonly same: boolean;
  readonly figures: readonly CheckedFigure[];
  /** Rows of the filter, and how many of them differ or stand on one side only. */
  readonly rows: number;
  readonly differing: number;
  /** The first of them. */
  readonly ids: readonly string[];
  /** Replayed events, and the position of the last. */
  readonly events: number;
  readonly position: number;
  readonly at: string;
}

export const exportStates = ['waiting', 'running', 'ready', 'failed', 'cancelled'] as const;

/** An export that is written in the background and kept for a day for the person who made it. */
export interface KeptExport {
  readonly id: string;
  readonly name: string;
  readonly fileName: string;
  readonly state: (typeof exportStates)[number];
  /** Rows to write, and rows written. */
  readonly total: number;
  readonly done: number;
  readonly madeAt: string;
  /** When the file is deleted. */
  readonly until: string;
}

/** `screen`: rows that a screen shows; `choices`: records that a filter offers at once; `sorts`: columns that rows may be sorted by at once; `events`: of one row. */
export const reportLimits = {
  page: 100,
  screen: 10_000,
  groups: 500,
  chart: 2_000,
  sorts: 5,
  differing: 20,
  choices: 50,
  events: 200,
} as const;
