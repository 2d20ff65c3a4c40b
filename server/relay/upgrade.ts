import type { IncomingMessage, Server } from 'node:http';
import type { Duplex } from 'node:stream';
import { headOf } from '#shared/core/cut.ts';

export type Upgrade = (request: IncomingMessage, socket: Duplex, head: Buffer) => void;

/**
 * Dispatches upgrades by path and refuses all others. Both socket servers need one listener, because they
 * share a port.
 */
export function dispatchUpgrades(
  server: Server,
  routes: readonly { readonly path: string; readonly upgrade: Upgrade }[],
): () => void {
  const listener = (request: IncomingMessage, socket: Duplex, head: Buffer): void => {
    const path = (request.url ?? '').split('?', 1)[0]!;
    const route = routes.find((one) => path === one.path || path === `${one.path}/`);
    if (route) route.upgrade(request, socket, head);
    else refuseUpgrade(socket, '404 Not Found');
  };
  server.on('upgrade', listener);
  return () => void server.off('upgrade', listener);
}

/**
 * Refuses an upgrade and closes the connection whether or not its other end does. Node no longer listens to
 * it, and a reset without a listener would end the process.
 */
export function refuseUpgrade(socket: Duplex, status: string, more = ''): void {
  socket.on('error', () => socket.destroy());
  socket.end(`HTTP/1.1 ${status}\r\n${more}Connection: close\r\nContent-Length: 0\r\n\r\n`, () =>
    socket.destroy(),
  );
}

/** Whether the request's origin is allowed: its own host, or none at all (machines send no Origin). */
export function originAllowed(
  request: Pick<IncomingMessage, 'headers'>,
  extra: readonly string[] = [],
): boolean {
  const { origin, host } = request.headers;
  if (origin === undefined) return true;
  if (extra.includes(origin)) return true;
  return origin === `http://${host}` || origin === `https://${host}`;
}

export function cookieOf(request: Pick<IncomingMessage, 'headers'>, name: string): string | null {
  for (const part of (request.headers.cookie ?? '').split(';')) {
    const cut = part.indexOf('=');
    if (cut > 0 && headOf(part, cut).trim() === name) return part.slice(cut + 1).trim();
  }
  return null;
}
