import { dirname } from 'node:path';

/** Names the socket at which Vitest's workers ask for the run's server and templates; it lies in the run's own folder. */
export const serverSocketName = 'OPS_TEST_DATABASE_SOCKET';

/** The folder that belongs to this run and goes with it; undefined for a script that runs by itself. */
export function runFolder(): string | undefined {
  const socket = process.env[serverSocketName];
  return socket === undefined ? undefined : dirname(socket);
}
