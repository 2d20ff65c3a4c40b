import { useSyncExternalStore } from 'react';

/**
 * The server's clock as this browser knows it. Socket frames carry it in ms (corrected by half the round trip
 * where known); until the first one, a header of HTTP responses narrows the possible interval. `Date` is
 * never used: it is the device's time, and demos and tests use another.
 */
export interface ServerClock {
  /** The server's time now, ms. */
  now(): number;
  /** A frame carried `serverNow`; it took at most `roundTrip` ms. */
  received(serverNow: number, roundTrip?: number): void;
  /** An HTTP response carried the server's time (ms); `sent` and `received` are local times. */
  receivedAnswer(header: string | null, sent: number, received: number): void;
  /** Server minus local time, ms; null until known. */
  offset(): number | null;
}

const STEP_MS = 400;

export function createServerClock(
  local: () => number = Date.now,
  stepped: () => void = () => {},
): ServerClock {
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
    received(serverNow, roundTrip = 0) {
      const received = serverNow + roundTrip / 2 - local();
      // small differences are network jitter: keep the largest (least delayed) until the clock really moved
      if (!exact || offset === null || received > offset || offset - received > STEP_MS) put(received);
      exact = true;
    },
    receivedAnswer(header, sent, received) {
      if (exact || !header || !/^\d{1,15}$/.test(header)) return;
      const from = Number(header) - received;
      const to = Number(header) - sent;
      if (from > high || to < low) [low, high] = [from, to];
      else [low, high] = [Math.max(low, from), Math.min(high, to)];
      put((low + high) / 2);
    },
  };
}

/** The clock of this console; listeners of the second are notified of corrections at once. */
export const serverClock = createServerClock(() => Date.now(), show);

const listeners = new Set<() => void>();
let timer: ReturnType<typeof setTimeout> | null = null;
let second = 0;

const read = (): number => Math.floor(serverClock.now() / 1000);
function show(): void {
  second = read();
  for (const listener of listeners) listener();
}
function beat(): void {
  show();
  timer = listeners.size > 0 ? next() : null;
}
const next = (): ReturnType<typeof setTimeout> => setTimeout(beat, 1000 - (serverClock.now() % 1000) + 5);

/** Calls all listeners once a second while there are any. */
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

/** The server's time in whole seconds, the same for all listeners. */
export const serverSecond = (): number => (timer === null ? read() : second);

/** The server's time in whole seconds (in ms); renders every second. */
export function useServerSecond(): number {
  return useSyncExternalStore(onSecond, serverSecond) * 1000;
}
