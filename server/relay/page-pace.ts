import { limits } from '#shared/core/limits.ts';

/** Lets the pages of all readers go out one after the other, so many a second that changes are not held up. */
export interface PagePace<Reader> {
  /** This reader may be sent pages. */
  wants(reader: Reader): void;
  forget(reader: Reader): void;
  /** A page was taken in that many ms later than the reader's quickest. */
  took(late: number): void;
  stop(): void;
}

const tickMs = 10;
/** Pages that may go out at once after a rest. */
const burst = 40;
/** Readers this late, ms, have more waiting than they can take in. */
const behindMs = 60;
const judgedBy = 40;

/**
 * `send` sends one page, and answers whether another may follow. As long as most readers take pages in as quickly as at first, the pace rises; when they become late, because
 * they or this node have too much to do, it falls.
 */
export function openPagePace<Reader>(send: (reader: Reader) => 'more' | 'last' | 'none'): PagePace<Reader> {
  const queue = new Set<Reader>();
  let rate: number = limits.pagesASecondLeast;
  let tokens = burst;
  let counted = performance.now();
  let timer: NodeJS.Timeout | null = null;
  let lates: number[] = [];

  const go = (): void => {
    const now = performance.now();
    tokens = Math.min(burst, tokens + ((now - counted) / 1_000) * rate);
    counted = now;
    for (const reader of queue) {
      if (tokens < 1) break;
      queue.delete(reader);
      const sent = send(reader);
      if (sent !== 'none') tokens -= 1;
      if (sent === 'more') queue.add(reader);
    }
    if (queue.size > 0) timer ??= setInterval(go, tickMs).unref();
    else if (timer) {
      clearInterval(timer);
      timer = null;
    }
  };

  return {
    wants(reader) {
      queue.add(reader);
      if (!timer) go();
    },
    forget: (reader) => void queue.delete(reader),
    took(late) {
      lates.push(late);
      if (lates.length < judgedBy) return;
      // Readers on slow lines are late by themselves: most must be.
      const quarter = lates.sort((a, b) => a - b)[judgedBy >> 2] ?? 0;
      if (quarter > behindMs) rate = Math.max(limits.pagesASecondLeast, rate * 0.7);
      else if (queue.size > 0) rate = Math.min(limits.pagesASecondMost, rate * 1.1);
      lates = [];
    },
    stop() {
      if (timer) clearInterval(timer);
    },
  };
}
