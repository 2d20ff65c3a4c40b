import { limits } from '#shared/core/limits.ts';

/** How much one connection has not yet taken. */
export interface Unsent {
  readonly packets: number;
  readonly bytes: number;
}

export type Pressure = 'flowing' | 'conflate' | 'close';

/** Past the first bound nothing more is queued and only the rows that changed are remembered; past the second the reader is cut. */
export function pressureOf(unsent: Unsent): Pressure {
  if (unsent.bytes >= limits.unsentCloseBytes || unsent.packets >= limits.unsentClosePackets) return 'close';
  return unsent.bytes >= limits.unsentConflateBytes ? 'conflate' : 'flowing';
}
