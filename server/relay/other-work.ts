import { performance as real } from 'node:perf_hooks';

/** What the loop did between two tellings of a channel. */
export interface OtherWork {
  /** The part of the time since {@link rest} that was spent on something else, 0 to 1. */
  part(): number;
  /** A telling is over. */
  rest(): void;
}

export function loopWork(): OtherWork {
  let since = real.eventLoopUtilization();
  return {
    part: () => real.eventLoopUtilization(since).utilization,
    rest() {
      since = real.eventLoopUtilization();
    },
  };
}
