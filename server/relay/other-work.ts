import { performance as real } from 'node:perf_hooks';

/** Measures what the event loop does between two broadcasts of a channel. */
export interface OtherWork {
  /** The share of the time since {@link rest} that was spent on something else, 0 to 1. */
  part(): number;
  /** A broadcast has ended. */
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
