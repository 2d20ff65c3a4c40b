import { limits } from '#shared/core/limits.ts';
import type { Note } from '../runtime/notes.ts';

export type Reference = 'database' | 'redis';
/** How many ms this machine's clock is ahead of another's; null without an answer that was fast enough. */
export type Offsets = Readonly<Record<Reference, number | null>>;

export interface ClockOffset {
  /**
   * A sample of another clock (ms since 1970), with the times of request and answer on this machine's clock.
   */
  received(of: Reference, requested: number, received: number, theirs: number): void;
  now(): Offsets;
  /** The clocks from which this one differs by more than the limit. */
  off(): readonly Reference[];
}

/**
 * Compares the machine's clock with those of its database and its Redis. Slow answers are too imprecise to
 * count.
 */
export function openClockOffset(note: Note, limitMs: number = limits.clockOffsetMs): ClockOffset {
  const offsets: Record<Reference, number | null> = { database: null, redis: null };
  const isOff = (of: Reference): boolean => Math.abs(offsets[of] ?? 0) > limitMs;
  return {
    received(of, requested, received, theirs) {
      // The uncertainty is half the round trip.
      if (received < requested || received - requested > limitMs / 2) return;
      const before = isOff(of);
      offsets[of] = Math.round((requested + received) / 2 - theirs);
      if (isOff(of) !== before)
        note('warn', isOff(of) ? 'the clock is off' : 'the clock is right again', {
          of,
          offsetMs: offsets[of],
          limitMs,
        });
    },
    now: () => offsets,
    off: () => (['database', 'redis'] as const).filter(isOff),
  };
}
