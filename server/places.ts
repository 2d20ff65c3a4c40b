/** How many are worked on at the same time, by how fast they get done. */
export interface Places {
  /** True at once where there is a place; else true as soon as one is free for who came next, or false when none was in time. */
  take(): true | Promise<boolean>;
  /** One is done. */
  free(): void;
  figures(): { readonly taken: number; readonly places: number; readonly waiting: number };
}

export interface PlacesOptions {
  /** There are always so many places, and never more than `most`. */
  readonly least: number;
  readonly most: number;
  /** As many places as get done in this time, ms. */
  readonly workMs: number;
  /** Nobody waits longer for a place, ms. */
  readonly patienceMs: number;
  /**
   * Of those that are done within one turn of the loop so many are let in a turn that it stays about so long, ms; left out: however many.
   * Who is let in gets done before anything else has its turn, and who needs several turns would wait for all of them each time.
   */
  readonly turnMs?: number;
  readonly now?: () => number;
}

const windowMs = 200;
/** There are always so many a turn. */
const leastATurn = 4;

interface Waiting {
  readonly until: number;
  readonly tell: (place: boolean) => void;
}

/**
 * Who has a place is done within about `workMs`, however fast the machine is: what gets done is counted, and only so many are let in.
 * Whoever finds none waits a moment in the order of coming. Both times together are the longest that anybody who was let in waits.
 */
export function openPlaces({ least, most, workMs, patienceMs, turnMs, now = () => performance.now() }: PlacesOptions): Places {
  let taken = 0;
  let places = least;
  let done = 0;
  let perMs = 0;
  let began = now();
  let waiting: Waiting[] = [];
  let next = 0;
  let timer: NodeJS.Timeout | null = null;

  let aTurn = turnMs === undefined ? Infinity : 16;
  let thisTurn = 0;

  /** One more is let in; the first of a turn looks at its end how long it was. */
  const enter = (): void => {
    taken += 1;
    thisTurn += 1;
    if (turnMs === undefined || thisTurn > 1) return;
    const from = now();
    setImmediate(() => {
      const span = now() - from;
      // A long turn in which few were let in was long for another reason.
      if (span > turnMs && thisTurn > leastATurn) aTurn = Math.max(leastATurn, Math.floor((Math.min(aTurn, thisTurn) * turnMs) / span));
      else if (span <= turnMs && thisTurn >= aTurn) aTurn = Math.min(most, Math.ceil(aTurn * 1.5));
      thisTurn = 0;
      letIn();
    });
  };

  const measure = (): void => {
    const span = now() - began;
    if (span < windowMs) return;
    const seen = done / span;
    // What was seen before a long quiet says nothing any more.
    perMs = perMs === 0 || span > 10 * windowMs ? seen : (perMs + seen) / 2;
    places = Math.min(most, Math.max(least, Math.round(perMs * workMs)));
    done = 0;
    began = now();
  };

  const shorten = (): void => {
    if (next < 512 && next < waiting.length) return;
    waiting = waiting.slice(next);
    next = 0;
  };

  const letIn = (): void => {
    while (next < waiting.length && taken < places && thisTurn < aTurn) {
      const one = waiting[next++]!;
      enter();
      one.tell(true);
    }
    shorten();
  };

  const sendAway = (): void => {
    timer = null;
    // After a turn that took long there may be places that nobody was told of yet.
    letIn();
    const at = now();
    while (next < waiting.length && waiting[next]!.until <= at) waiting[next++]!.tell(false);
    shorten();
    if (next < waiting.length) timer = setTimeout(sendAway, Math.max(1, waiting[next]!.until - at));
  };

  return {
    take() {
      measure();
      if (taken < places && thisTurn < aTurn && next === waiting.length) {
        enter();
        return true;
      }
      return new Promise((tell) => {
        waiting.push({ until: now() + patienceMs, tell });
        timer ??= setTimeout(sendAway, patienceMs);
      });
    },
    free() {
      taken -= 1;
      done += 1;
      measure();
      letIn();
    },
    figures: () => ({ taken, places, waiting: waiting.length - next }),
  };
}
