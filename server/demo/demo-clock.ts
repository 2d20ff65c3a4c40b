import type { Clock } from '../core/parts.ts';

/**
 * A clock that can be set while the demo's history is created, and afterwards runs on or stays where a test
 * set it.
 */
export interface DemoClock extends Clock {
  /** Sets the clock to this instant (ms); never goes back. */
  pretend(at: number): void;
  /** Returns to the machine's time, or to the fixed instant it was made with. */
  release(): void;
}

export function demoClock(fixed?: number, machine: () => number = Date.now): DemoClock {
  let pretended: number | null = null;
  return {
    now: () => pretended ?? fixed ?? machine(),
    pretend(at) {
      if (pretended !== null && at < pretended) throw new Error('The demo clock does not go back.');
      pretended = at;
    },
    release() {
      pretended = null;
    },
  };
}
