import { demoClock, type DemoClock } from '#server/demo/demo-clock.ts';

/** The instant at which every test server starts: Wednesday, 18-11-2026, 10:30 IST. */
export const testNow = Date.parse('2026-11-18T10:30:00+05:30');

/** Names the instant (ms) at which running clocks of a run begin, where they do not follow the machine's. */
export const clockStartName = 'OPS_TEST_CLOCK_START';

/** Journeys begin on the Wednesday of `testNow`, or where `TEST_START` says: an instant, or "now". */
export function clockStart(): number {
  const asked = process.env['TEST_START'];
  const at = asked === undefined ? testNow : asked === 'now' ? Date.now() : Date.parse(asked);
  if (Number.isNaN(at)) throw new Error(`TEST_START is no instant: ${asked}`);
  return at;
}

/** A clock of a test server that a test can move ahead. */
export interface TestClock extends DemoClock {
  /** It is `ms` later now; a clock that runs goes on from there. */
  ahead(ms: number): void;
}

/** A clock that stands until a test moves it. */
export function fixedClock(at = testNow): TestClock {
  const clock = demoClock(at);
  return { ...clock, ahead: (ms) => clock.pretend(clock.now() + ms) };
}

/**
 * A clock that runs. In journeys, whose screens say dates, it begins for each store where its demo organisation ends, so that what a test
 * meets does not depend on when in the run it is played. In promises and faults it is the machine's: processes of their own stand
 * beside these servers, and nodes of one server agree on the time.
 */
export function runningClock(): TestClock {
  const start = runningFrom();
  const shift = start === null ? 0 : start - Date.now();
  let passed = 0;
  const clock = demoClock(undefined, () => Date.now() + shift + passed);
  return {
    ...clock,
    ahead(ms) {
      const before = clock.now();
      passed += ms;
      // Where a test has made it stand, it stands that much later.
      if (clock.now() === before) clock.pretend(before + ms);
    },
  };
}

/** Where running clocks begin in this run; null where they are the machine's. */
export function runningFrom(): number | null {
  if (process.env['OPS_TEST_CLOCK'] !== 'shifted') return null;
  return Number(process.env[clockStartName] ?? clockStart());
}
