import type { Server } from 'node:http';
import { createServer, type ListenOptions, type Server as PortServer } from 'node:net';
import type { Config } from '../config.ts';

/** Opens the port and returns the address: the fixed one, else the first free one from there on. */
export async function listenOn(http: Server, config: Pick<Config, 'port' | 'host'>): Promise<string> {
  const ports = config.port.fixed
    ? [config.port.number]
    : Array.from({ length: 50 }, (_, i) => config.port.number + i);
  for (const port of ports) if (await opened(http, { port, host: config.host })) return addressOf(http)!;
  throw portTaken(config);
}

/** Throws when a requested port is taken, before a start has done any work. */
export async function checkPort(config: Pick<Config, 'port' | 'host'>): Promise<void> {
  if (!config.port.fixed || config.port.number === 0) return;
  const probe = createServer();
  if (!(await opened(probe, { port: config.port.number, host: config.host }))) throw portTaken(config);
  await new Promise((resolve) => probe.close(resolve));
}

const portTaken = ({ port, host }: Pick<Config, 'port' | 'host'>): Error =>
  new Error(`Port ${port.number} on ${host} is taken. Choose another with PORT, or stop what listens there.`);

export function addressOf(http: Server): string | null {
  const address = http.address();
  if (typeof address !== 'object' || !address) return null;
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
}

/** False when the port is taken. */
function opened(server: Server | PortServer, options: ListenOptions): Promise<boolean> {
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
