import { useSyncExternalStore } from 'react';

/**
 * The house's clock as this browser knows it. Socket frames carry it in ms (taken as it comes, less half the round trip
 * where that is known); until the first one HTTP answers tell it in a header of their own and narrow the interval it can
 * lie in. `Date` is never asked: it is the machine's time, and a demo or a test keeps another.
 */
export interface ServerClock {
  /** The server's time now, ms. */
  now(): number;
  /** A frame said `serverNow`; it took at most `roundTrip` ms. */
  heard(serverNow: number, roundTrip?: number): void;
  /** An HTTP answer with the house's time (ms) in its header; `sent` and `received` are local times. */
  heardAnswer(header: string | null, sent: number, received: number): void;
  /** Server minus local, ms; null until something was heard. */
  offset(): number | null;
}

const STEP_MS = 400;

export function createServerClock(local: () => number = Date.now, stepped: () => void = () => {}): ServerClock {
  let offset: number | null = null;
  let exact = false;
  let low = -Infinity;
  let high = Infinity;
  const put = (next: number): void => {
    const by = Math.abs(next - (offset ?? 0));
    offset = next;
    if (by >= STEP_MS) stepped();
  };

  return {
    now: () => local() + (offset ?? 0),
    offset: () => offset,
    heard(serverNow, roundTrip = 0) {
      const heard = serverNow + roundTrip / 2 - local();
      // small differences are the line's jitter: keep the largest (least delayed) until the clock really moved
      if (!exact || offset === null || heard > offset || offset - heard > STEP_MS) put(heard);
      exact = true;
    },
    heardAnswer(header, sent, received) {
      if (exact || !header || !/^\d{1,15}$/.test(header)) return;
      const from = Number(header) - received;
      const to = Number(header) - sent;
      if (from > high || to < low) [low, high] = [from, to];
      else [low, high] = [Math.max(low, from), Math.min(high, to)];
      put((low + high) / 2);
    },
  };
}

/** The clock of this console; who counts seconds hears at once that it was put right, and shows no other day until the next beat. */
export const serverClock = createServerClock(() => Date.now(), tell);

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | null = null;
let second = 0;

const read = (): number => Math.floor(serverClock.now() / 1000);
function tell(): void {
  second = read();
  for (const listener of listeners) listener();
}
function beat(): void {
  tell();
  timer = listeners.size > 0 ? next() : null;
}
const next = (): ReturnType<typeof setTimeout> => setTimeout(beat, 1000 - (serverClock.now() % 1000) + 5);

/** Calls once a second, all listeners together, as long as there are any. */
export function onSecond(listener: () => void): () => void {
  listeners.add(listener);
  if (timer === null) {
    second = read();
    timer = next();
  }
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0 && timer !== null) {
      clearTimeout(timer);
      timer = null;
    }
  };
}

/** The server's time in whole seconds, as all who count them see it. */
export const serverSecond = (): number => (timer === null ? read() : second);

/** The server's time in whole seconds (ms value); renders again each second. */
export function useServerSecond(): number {
  return useSyncExternalStore(onSecond, serverSecond) * 1000;
}
