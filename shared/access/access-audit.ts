/** Thresholds of unusual access to personal data. Each record opened unmasked counts, every time. */
export const accessAuditLimits = {
  /** By one person within an hour. */
  revealsPerHour: 60,
  /** By one person between 23:00 and 05:00 IST. */
  revealsAtNight: 5,
  /** People who opened the same record on one day. */
  peoplePerSubject: 5,
  /** Rows of one export. */
  exportRows: 5_000,
  /** Routes that denied one person within `deniedMs`. */
  denied: 20,
  deniedMs: 600_000,
  /**
   * Ratio of a person's day to the usual day of colleagues with the same role; ignored below the following
   * number of records.
   */
  timesTheRole: 5,
  roleFrom: 20,
  /** Days that define the usual day, and the minimum number of colleagues' days. */
  usualDays: 28,
  usualFrom: 3,
} as const;

export const accessAuditRules = ['reveals', 'night', 'subject', 'export', 'denied', 'role'] as const;
export type AccessAuditRule = (typeof accessAuditRules)[number];

export interface AccessAlert {
  readonly id: string;
  readonly rule: AccessAuditRule;
  /** The person; null when the rule is about a record that many people opened. */
  readonly empId: number | null;
  readonly name: string;
  readonly subject: string | null;
  readonly count: number;
  readonly limit: number;
  readonly at: string;
  readonly reviewedBy: string | null;
  readonly note: string | null;
}

/** One person's week in the access review. `usual` is the median over active days of the role. */
export interface AccessAuditWeek {
  readonly empId: number;
  readonly name: string;
  readonly role: string | null;
  readonly opened: number;
  readonly subjects: number;
  readonly busiest: number;
  readonly usual: number | null;
  /** A few of the records, to inquire about. */
  readonly sample: readonly string[];
}

export interface AccessReview {
  /** Monday, YYYY-MM-DD. */
  readonly week: string;
  readonly people: readonly AccessAuditWeek[];
  readonly alerts: readonly AccessAlert[];
  readonly signed: { readonly by: string; readonly at: string; readonly note: string } | null;
}

export function median(all: readonly number[]): number | null {
  if (all.length === 0) return null;
  const sorted = [...all].sort((a, b) => a - b);
  const half = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}
