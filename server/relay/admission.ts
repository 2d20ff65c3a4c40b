import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { limits } from '#shared/core/limits.ts';
import { refuseUpgrade, type Upgrade } from './upgrade.ts';

/**
 * Admits connections a few at a time, so that a reconnect storm does not slow down those already connected.
 */
export interface Admission {
  readonly upgrade: Upgrade;
  /** That connection has its first answers; the next one may enter. */
  settled(socket: unknown): void;
  waiting(): number;
  close(): void;
}

interface Waiting {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  readonly head: Buffer;
}

/** How long one turn may take before other work gets the loop, ms. */
const sliceMs = 5;
/**
 * A connection without a request for this long, ms, is not waited for: on a slow network its next request
 * takes longer than the answer.
 */
const patienceMs = 25;

const uncork = (socket: Duplex): void => socket.uncork();
const nobodyListensYet = (): void => undefined;

/**
 * Keeps at most `atOnce` connections between their upgrade and their first answer. Beyond `most` waiting
 * ones, upgrades get 503 with Retry-After.
 */
export function openAdmission(
  upgrade: Upgrade,
  atOnce: number = limits.enteringAtOnce,
  most: number = limits.enteringWaiting,
): Admission {
  const entering = new Map<unknown, number>();
  let queue: Waiting[] = [];
  let next = 0;
  let turn: NodeJS.Immediate | null = null;
  let timer: NodeJS.Timeout | null = null;

  const admit = ({ request, socket, head }: Waiting): void => {
    entering.set(socket, performance.now());
    // The answer to the upgrade and the first packet after it go out in one write.
    socket.cork();
    upgrade(request, socket, head);
    setImmediate(uncork, socket);
  };

  const pump = (): void => {
    turn = null;
    const until = performance.now() + sliceMs;
    while (next < queue.length && entering.size < atOnce && performance.now() < until) {
      const one = queue[next]!;
      next += 1;
      one.socket.off('error', nobodyListensYet);
      if (!one.socket.destroyed) admit(one);
    }
    if (next === queue.length) {
      queue = [];
      next = 0;
      if (timer) clearInterval(timer);
      timer = null;
    } else if (entering.size < atOnce) soon();
  };

  const soon = (): void => {
    turn ??= setImmediate(pump);
  };

  const forgetTheSlow = (): void => {
    const before = performance.now() - patienceMs;
    for (const [socket, since] of entering) {
      // In order of arrival.
      if (since > before) break;
      entering.delete(socket);
    }
  };

  return {
    upgrade(request, socket, head) {
      if (entering.size >= atOnce) forgetTheSlow();
      if (next === queue.length && entering.size < atOnce) return admit({ request, socket, head });
      if (queue.length - next >= most)
        return refuseUpgrade(socket, '503 Service Unavailable', 'Retry-After: 2\r\n');
      socket.on('error', nobodyListensYet);
      queue.push({ request, socket, head });
      timer ??= setInterval(() => {
        forgetTheSlow();
        soon();
      }, patienceMs);
    },
    settled(socket) {
      if (entering.delete(socket) && next < queue.length) soon();
    },
    waiting: () => queue.length - next,
    close() {
      if (timer) clearInterval(timer);
      if (turn) clearImmediate(turn);
      for (const { socket } of queue.slice(next)) socket.destroy();
      queue = [];
      next = 0;
    },
  };
}
