import type { Server } from 'node:http';
import { createServer, type AddressInfo, type ListenOptions, type Server as NetServer } from 'node:net';
import type { Config } from './config.ts';

/** Opens the port and answers the address: the one that was asked for by name, else the first free one from there on. */
export async function listenOn(http: Server, config: Pick<Config, 'port' | 'host'>): Promise<string> {
  const ports = config.port.fixed ? [config.port.number] : Array.from({ length: 50 }, (_, i) => config.port.number + i);
  for (const port of ports) if (await tryListen(http, port, config.host)) return addressOf(http)!;
  throw new Error(`Port ${ports[0]} on ${config.host} is taken. Choose another with PORT, or stop what listens there.`);
}

export function addressOf(http: Server): string | null {
  const address = http.address();
  if (typeof address !== 'object' || !address) return null;
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
}

/**
 * One turn of the event loop takes in one line from a listening socket, however many wait; a busy house turns ten times a second, and
 * whoever came anew would wait for seconds. Many sockets on the same port take in as many lines a turn.
 */
const sockets = 32;

/** Whether the port could be had. It is shared by the house's own sockets only: whoever asks for it plainly, as is done first, finds it taken. */
async function tryListen(http: Server, port: number, host: string): Promise<boolean> {
  if (port !== 0) {
    const probe = createServer();
    if (!(await opened(probe, { port, host }))) return false;
    await new Promise((resolve) => probe.close(resolve));
  }
  if (process.platform !== 'linux') return opened(http, { port, host });
  if (!(await opened(http, { port, host, reusePort: true }))) return false;
  const { port: given } = http.address() as AddressInfo;
  const more: NetServer[] = [];
  while (more.length < sockets - 1) {
    const one = createServer({ allowHalfOpen: true, noDelay: true }, (line) => void http.emit('connection', line));
    if (!(await opened(one, { port: given, host, reusePort: true }))) throw new Error(`Port ${given} on ${host} was taken by somebody else meanwhile.`);
    more.push(one);
  }
  const close = http.close.bind(http);
  http.close = (done) => {
    for (const one of more.splice(0)) one.close();
    return close(done);
  };
  return true;
}

/** False when the port is taken. */
function opened(server: NetServer, options: ListenOptions): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException): void => {
      server.off('listening', done);
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    };
    const done = (): void => {
      server.off('error', failed);
      resolve(true);
    };
    server.once('error', failed);
    server.once('listening', done);
    server.listen({ ...options, backlog: 4_096 });
  });
}
