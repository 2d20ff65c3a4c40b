import type { TestContext } from 'vitest';

/** The note of a skipped test; `tests/run.ts` lists it and counts it neither as passed nor as failed. */
export const leftOut = 'needs root';

/** With CI=true nothing is skipped: the test runs and fails by itself. */
export const mayRun = process.getuid?.() === 0 || process.env['CI'] === 'true';

/** Skips a test for a user who is not root. */
export function needsRoot(context: TestContext): void {
  if (!mayRun) context.skip(leftOut);
}
