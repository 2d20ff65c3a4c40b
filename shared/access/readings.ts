/** What counts as looking at far more than one's work asks for. Counts are of records opened in clear, once each time. */
export const readingLimits = {
  /** By one person within an hour. */
  revealsPerHour: 60,
  /** By one person in one night, from 23 to 5 o'clock of India. */
  revealsAtNight: 5,
  /** People who opened one and the same record on one day. */
  peoplePerSubject: 5,
  /** Rows of one export. */
  exportRows: 5_000,
  /** Doors that turned one person away within ten minutes. */
  denied: 20,
  /** Within so long, ms. */
  deniedMs: 600_000,
  /** One's day against the usual day of colleagues with the same role, from this many records on. */
  timesTheRole: 5,
  roleFrom: 20,
  /** Days that make the usual, and days of colleagues that are enough to call it so. */
  usualDays: 28,
  usualFrom: 3,
} as const;

export const readingRules = ['reveals', 'night', 'subject', 'export', 'denied', 'role'] as const;
export type ReadingRule = (typeof readingRules)[number];

export interface ReadingAlert {
  readonly id: string;
  readonly rule: ReadingRule;
  /** The person; null when the rule is about a record that many opened. */
  readonly empId: number | null;
  readonly name: string;
  readonly subject: string | null;
  readonly count: number;
  readonly limit: number;
  readonly at: string;
  readonly reviewedBy: string | null;
  readonly note: string | null;
}

/** One person's week, as the review looks at it. `usual` is the median of active days of the role. */
export interface ReadingWeek {
  readonly empId: number;
  readonly name: string;
  readonly role: string | null;
  readonly opened: number;
  readonly subjects: number;
  readonly busiest: number;
  readonly usual: number | null;
  /** A few of the records, to ask about. */
  readonly sample: readonly string[];
}

export interface ReadingReview {
  /** Monday, YYYY-MM-DD. */
  readonly week: string;
  readonly people: readonly ReadingWeek[];
  readonly alerts: readonly ReadingAlert[];
  readonly signed: { readonly by: string; readonly at: string; readonly note: string } | null;
}

export function median(all: readonly number[]): number | null {
  if (all.length === 0) return null;
  const sorted = [...all].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}
