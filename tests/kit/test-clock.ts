/** The Wednesday on which every test house wakes up: 18-11-2026, 10:30 IST. */
export const testNow = Date.parse('2026-11-18T10:30:00+05:30');

/** Names the ms between the machine's clock and the running clock of test houses; the same in all workers of a run. */
export const shiftName = 'OPS_TEST_SHIFT_MS';

/** A running clock of a test run begins on the Wednesday of `testNow`, or where `TEST_START` says (an instant, or "now"). */
export function shiftOf(start: string | undefined): number {
  if (start === 'now') return 0;
  const at = start ? Date.parse(start) : testNow;
  if (Number.isNaN(at)) throw new Error(`TEST_START is no instant: ${start}`);
  return at - Date.now();
}

/**
 * The running clock of test houses, in ms. Only journeys shift it: their screens say dates. Promises put processes with the
 * machine's own clock beside houses in the test's process, and nodes of one house agree on the time.
 */
export const running = (): number => Date.now() + (shift ??= Number(process.env['OPS_TEST_CLOCK'] === 'shifted' ? process.env[shiftName] : 0));
let shift: number | undefined;
