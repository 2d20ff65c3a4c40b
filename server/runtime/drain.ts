import type { Server } from 'node:http';

export interface Drain {
  leaving(): boolean;
  /**
   * Lets a node leave without losing anything: it announces that it leaves and still accepts requests for
   * `leadMs`, then stops listening, answers what has begun, and closes its sockets with the notice that the
   * server restarts.
   */
  begin(leadMs: number): Promise<void>;
}

/** How long pending requests may take. */
const patienceMs = 10_000;

export function openDrain(parts: {
  readonly http: Server;
  /** Announced before anything ends: this node's row and its leases. */
  readonly announce: () => Promise<void>;
  readonly sendAway: () => Promise<void>;
  readonly onError: (error: unknown) => void;
}): Drain {
  const { http } = parts;
  let underWay = 0;
  let going: Promise<void> | null = null;
  http.on('request', (_request, response) => {
    underWay += 1;
    // A kept-alive connection would still bring requests after the last one.
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
    // Including connections without any request, which count as busy.
    http.closeAllConnections();
    await parts.sendAway();
  };

  return { leaving: () => going !== null, begin: (leadMs) => (going ??= go(leadMs)) };
}
