/** A concurrency limit that adapts to the throughput. */
export interface Slots {
  /**
   * True at once when a slot is free; otherwise resolves to true when one becomes free in order of arrival,
   * or to false when none did in time.
   */
  take(): true | Promise<boolean>;
  /** Releases a slot. */
  free(): void;
  figures(): { readonly taken: number; readonly slots: number; readonly waiting: number };
}

export interface SlotsOptions {
  /** The minimum number of slots; never more than `most`. */
  readonly least: number;
  readonly most: number;
  /** As many slots as are completed in this time, ms. */
  readonly workMs: number;
  /** The longest wait for a slot, ms. */
  readonly patienceMs: number;
  /**
   * Admits only as many requests per turn of the loop as keep it at about this length, ms; without it, any
   * number. Admitted requests that finish within a turn run before anything else, and work that needs
   * several turns would wait for all of them each time.
   */
  readonly turnMs?: number;
  readonly now?: () => number;
}

const windowMs = 200;
/** The minimum per turn. */
const leastATurn = 4;

interface Waiting {
  readonly until: number;
  readonly answer: (slot: boolean) => void;
}

/**
 * Limits concurrency so that an admitted request finishes within about `workMs`, however fast the machine
 * is: the limit follows the measured throughput. Requests without a slot wait briefly, in order of arrival.
 * Both times together bound the latency of an admitted request.
 */
export function openSlots({
  least,
  most,
  workMs,
  patienceMs,
  turnMs,
  now = () => performance.now(),
}: SlotsOptions): Slots {
  let taken = 0;
  let slots = least;
  let done = 0;
  let perMs = 0;
  let began = now();
  let waiting: Waiting[] = [];
  let next = 0;
  let timer: NodeJS.Timeout | null = null;

  let aTurn = turnMs === undefined ? Infinity : 16;
  let thisTurn = 0;

  /** Admits one more; the first of a turn measures the turn's length at its end. */
  const enter = (): void => {
    taken += 1;
    thisTurn += 1;
    if (turnMs === undefined || thisTurn > 1) return;
    const from = now();
    setImmediate(() => {
      const span = now() - from;
      // A long turn with few admissions was long for another reason.
      if (span > turnMs && thisTurn > leastATurn)
        aTurn = Math.max(leastATurn, Math.floor((Math.min(aTurn, thisTurn) * turnMs) / span));
      else if (span <= turnMs && thisTurn >= aTurn) aTurn = Math.min(most, Math.ceil(aTurn * 1.5));
      thisTurn = 0;
      letIn();
    });
  };

  const measure = (): void => {
    const span = now() - began;
    if (span < windowMs) return;
    const seen = done / span;
    // Measurements from before a long quiet period no longer count.
    perMs = perMs === 0 || span > 10 * windowMs ? seen : (perMs + seen) / 2;
    slots = Math.min(most, Math.max(least, Math.round(perMs * workMs)));
    done = 0;
    began = now();
  };

  const shorten = (): void => {
    if (next < 512 && next < waiting.length) return;
    waiting = waiting.slice(next);
    next = 0;
  };

  const letIn = (): void => {
    while (next < waiting.length && taken < slots && thisTurn < aTurn) {
      const one = waiting[next++]!;
      enter();
      one.answer(true);
    }
    shorten();
  };

  const sendAway = (): void => {
    timer = null;
    // After a long turn there may be free slots that nobody was given yet.
    letIn();
    const at = now();
    while (next < waiting.length && waiting[next]!.until <= at) waiting[next++]!.answer(false);
    shorten();
    if (next < waiting.length) timer = setTimeout(sendAway, Math.max(1, waiting[next]!.until - at));
  };

  return {
    take() {
      measure();
      if (taken < slots && thisTurn < aTurn && next === waiting.length) {
        enter();
        return true;
      }
      return new Promise((answer) => {
        waiting.push({ until: now() + patienceMs, answer });
        timer ??= setTimeout(sendAway, patienceMs);
      });
    },
    free() {
      taken -= 1;
      done += 1;
      measure();
      letIn();
    },
    figures: () => ({ taken, slots, waiting: waiting.length - next }),
  };
}
