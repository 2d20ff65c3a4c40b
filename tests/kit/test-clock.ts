/** The instant at which every test server starts: Wednesday, 18-11-2026, 10:30 IST. */
export const testNow = Date.parse('2026-11-18T10:30:00+05:30');

/**
 * The variable with the ms between the machine's clock and the running clock of test servers; the same in all
 * workers of a run.
 */
export const shiftName = 'OPS_TEST_SHIFT_MS';

/** The running clock of a test run begins at `testNow`, or at `TEST_START` (an instant, or "now"). */
export function shiftOf(start: string | undefined): number {
  if (start === 'now') return 0;
  const at = start ? Date.parse(start) : testNow;
  if (Number.isNaN(at)) throw new Error(`TEST_START is not an instant: ${start}`);
  return at - Date.now();
}

/**
 * The running clock of test servers, in ms. Only journeys shift it, because their screens show dates.
 * Promises run processes with the machine's own clock beside servers in the test's process, and the nodes of
 * one app agree on the time.
 */
export const running = (): number =>
  Date.now() + (shift ??= Number(process.env['OPS_TEST_CLOCK'] === 'shifted' ? process.env[shiftName] : 0));
let shift: number | undefined;
