import { limits } from '#shared/core/limits.ts';

/** What one connection has not yet taken. */
export interface Unsent {
  readonly packets: number;
  readonly bytes: number;
}

export type Pressure = 'flowing' | 'conflate' | 'close';

/**
 * Beyond the first bound nothing more is queued and only the ids of changed rows are kept; beyond the second
 * the reader is disconnected.
 */
/** Whether so little waits that more may be written which nobody waits for. */
export const hasRoom = ({ bytes }: Unsent): boolean => bytes < limits.unsentConflateBytes / 4;

export function pressureOf(unsent: Unsent): Pressure {
  if (unsent.bytes >= limits.unsentCloseBytes || unsent.packets >= limits.unsentClosePackets) return 'close';
  return unsent.bytes >= limits.unsentConflateBytes ? 'conflate' : 'flowing';
}
