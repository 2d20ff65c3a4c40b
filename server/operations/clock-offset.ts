import { limits } from '#shared/core/limits.ts';
import type { Note } from '../notes.ts';

export type Reference = 'database' | 'redis';
/** By how many ms this machine's clock is ahead of another's; null where it was not asked, or not answered soon enough to tell. */
export type Offsets = Readonly<Record<Reference, number | null>>;

export interface ClockOffset {
  /** What another clock said (ms since 1970), asked and heard at these moments of this machine's clock. */
  heard(of: Reference, asked: number, heard: number, theirs: number): void;
  now(): Offsets;
  /** The clocks from which this one is further away than it may be. */
  off(): readonly Reference[];
}

/** Compares the machine's clock with those of its database and its Redis. An answer that was long under way says too little to be counted. */
export function openClockOffset(note: Note, limitMs: number = limits.clockOffsetMs): ClockOffset {
  const offsets: Record<Reference, number | null> = { database: null, redis: null };
  const isOff = (of: Reference): boolean => Math.abs(offsets[of] ?? 0) > limitMs;
  return {
    heard(of, asked, heard, theirs) {
      // Half of the way is what nobody knows.
      if (heard < asked || heard - asked > limitMs / 2) return;
      const before = isOff(of);
      offsets[of] = Math.round((asked + heard) / 2 - theirs);
      if (isOff(of) !== before) note('warn', isOff(of) ? 'the clock is off' : 'the clock is right again', { of, offsetMs: offsets[of], limitMs });
    },
    now: () => offsets,
    off: () => (['database', 'redis'] as const).filter(isOff),
  };
}
