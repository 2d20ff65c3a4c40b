import { readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { temporaryFolder } from './folder.ts';
import { scaledDatabaseName } from './scaled.ts';
import { shiftName, shiftOf } from './test-clock.ts';
import { openDatabase, type Database } from '#server/store/embedded/open-database.ts';

/**
 * Names the socket through which Vitest's workers get the server's URL; the server starts with the first
 * request.
 */
export const serverSocketName = 'OPS_TEST_DATABASE_SOCKET';

interface TestDatabaseServer {
  url(): Promise<string>;
  close(): Promise<void>;
}

export function serveTestDatabase(): TestDatabaseServer {
  sweep();
  const folder = temporaryFolder(`ops-test-${process.pid}-`);
  let opened: Promise<Database> | undefined;
  const open = () =>
    (opened ??= openDatabase({
      databaseUrl: process.env[scaledDatabaseName],
      dataDir: join(folder, 'data'),
      settings: { max_connections: '200' }, // several servers use it at once
    }));
  return {
    url: async () => (await open()).url,
    close: async () => {
      await (await opened)?.stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Deletes the data that a killed run left behind. */
function sweep(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = /^ops-test-(\d+)-/.exec(name)?.[1];
    if (pid && !lives(Number(pid)))
      rmSync(join(tmpdir(), name), { recursive: true, force: true, maxRetries: 5 });
  }
}

function lives(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Vitest's global set-up: opens the socket for the workers and returns how to close it. */
export function setup(): () => Promise<void> {
  const folder = temporaryFolder('ops-socket-');
  const server = serveTestDatabase();
  const path = join(folder, 'socket');
  const listener = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    server.url().then(
      (url) => socket.end(url),
      (error: unknown) => socket.end(String(error)),
    );
  }).listen(path);
  process.env[serverSocketName] = path;
  process.env[shiftName] ??= String(shiftOf(process.env['TEST_START']));
  return async () => {
    listener.close();
    await server.close();
    rmSync(folder, { recursive: true, force: true });
  };
}
