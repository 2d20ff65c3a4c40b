import type { Clock } from '../house.ts';

/** A clock that can be set to a moment while the demo's history is made, and afterwards runs on, or stands where a test put it. */
export interface DemoClock extends Clock {
  /** Pretends that it is this instant (ms); never goes back. */
  pretend(at: number): void;
  /** From now on the machine's own time, or the fixed instant it was made with. */
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
