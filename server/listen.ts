import type { Server } from 'node:http';
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

function tryListen(http: Server, port: number, host: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const failed = (error: NodeJS.ErrnoException): void => {
      http.off('listening', done);
      if (error.code === 'EADDRINUSE') resolve(false);
      else reject(error);
    };
    const done = (): void => {
      http.off('error', failed);
      resolve(true);
    };
    http.once('error', failed);
    http.once('listening', done);
    http.listen({ port, host, backlog: 4_096 });
  });
}
