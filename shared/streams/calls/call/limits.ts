/** Limits of calling. Times in ms unless the name says otherwise. */
export const callLimits = {
  attemptsPerDay: 3,
  gapMs: 30 * 60_000,
  /** Without a disposition after this time, the team lead is notified. */
  wrapUpMs: 180_000,
  /** Without a disposition after this time, the system disposes of the call. */
  autoDisposeMs: 15 * 60_000,
  callbackDays: 14,
  /** Calls after which a lead is exhausted. */
  leadAttempts: 8,
  inferredConsentDays: 90,
  /** How long the agent may correct a disposition; afterwards only a team lead. */
  correctionMs: 30 * 60_000,
  notes: 1000,
  /** The provider is polled about a call after this silence. */
  silentMs: 2 * 60_000,
  /** A call unknown to the provider for this long is ended. */
  lostMs: 10 * 60_000,
  /** A shorter connected call counts as dropped. */
  droppedSec: 10,
  previewMs: 20_000,
  missesToBreak: 3,
  skipsPerDay: 5,
  skippedForMs: 30 * 60_000,
  ownerFirstMs: 10 * 60_000,
} as const;
