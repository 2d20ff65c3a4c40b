import type { Server } from 'node:http';

export interface Drain {
  leaving(): boolean;
  /**
   * Lets a node go without losing anything: it says that it goes and still takes what comes for `leadMs`, then stops listening,
   * answers what it has begun, and last sends its sockets away with the word that the house is there again at once.
   */
  begin(leadMs: number): Promise<void>;
}

/** How long what was begun may take to be answered. */
const patienceMs = 10_000;

export function openDrain(parts: {
  readonly http: Server;
  /** Others must know before anything ends: this node's row, the duties it holds. */
  readonly announce: () => Promise<void>;
  readonly sendAway: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}): Drain {
  const { http } = parts;
  let underWay = 0;
  let going: Promise<void> | null = null;
  http.on('request', (_request, response) => {
    underWay += 1;
    // A line that is kept open would still bring requests after the last one.
    if (going) response.setHeader('connection', 'close');
    response.once('close', () => {
      underWay -= 1;
    });
  });

  const go = async (leadMs: number): Promise<void> => {
    await parts.announce().catch(parts.onError);
    if (leadMs > 0) await new Promise((resolve) => setTimeout(resolve, leadMs));
    if (http.listening) http.close();
    http.closeIdleConnections();
    const until = performance.now() + patienceMs;
    while (underWay > 0 && performance.now() < until) await new Promise((resolve) => setTimeout(resolve, 10));
    // Also lines over which nothing was ever asked: they count as busy.
    http.closeAllConnections();
    await parts.sendAway();
  };

  return { leaving: () => going !== null, begin: (leadMs) => (going ??= go(leadMs)) };
}
