import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { accountFor, giveTo } from '#server/store/embedded/account.ts';
import { findBinaries } from '#server/store/embedded/binaries.ts';
import { databaseName, ensureCluster } from '#server/store/embedded/cluster.ts';
import { startChild } from './children.ts';
import { openConnection } from './connections.ts';
import { hung } from './patience.ts';

/** A PostgreSQL server of a test's own, outside the app: it can be killed, restarted and frozen. */
export interface TestPostgres {
  readonly url: string;
  start(): Promise<void>;
  /** `SIGQUIT` is PostgreSQL's immediate shutdown: no checkpoint, recovery at the next start. */
  stop(signal?: 'SIGINT' | 'SIGQUIT' | 'SIGTERM'): Promise<void>;
  /** Stops it and deletes its data. */
  remove(): Promise<void>;
}

/**
 * `settings` are PostgreSQL's own, such as `max_connections`; the programs are those of the embedded server.
 * Everybody must be able to traverse the folder.
 */
export async function bringPostgres(options: {
  folder: string;
  password: string;
  settings?: Readonly<Record<string, string>>;
}): Promise<TestPostgres> {
  const { folder, password } = options;
  mkdirSync(folder, { recursive: true, mode: 0o711 });
  const cluster = join(folder, 'postgres');
  const account = accountFor(cluster);
  const socket = join(folder, 's');
  mkdirSync(socket, { recursive: true });
  chmodSync(socket, 0o700);
  giveTo(account, socket);
  const binaries = findBinaries(account);
  // A new cluster takes the password that already exists.
  writeFileSync(`${cluster}.password`, `${password}\n`, { mode: 0o600 });
  await ensureCluster(binaries, cluster, account);
  const url = `postgresql://ops:${encodeURIComponent(password)}@${encodeURIComponent(socket)}/${databaseName}`;
  const settings = Object.entries({
    listen_addresses: '',
    dynamic_shared_memory_type: 'mmap',
    io_method: 'sync',
    ...options.settings,
  });
  let child: ChildProcess | null = null;

  const start = async (): Promise<void> => {
    const log = openSync(`${cluster}.log`, 'a');
    const mine = startChild(
      join(binaries, 'bin', 'postgres'),
      ['-D', cluster, '-k', socket, ...settings.flatMap(([name, value]) => ['-c', `${name}=${value}`])],
      {
        ...account,
        cwd: '/',
        env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' },
        stdio: ['ignore', log, log],
      },
    );
    child = mine;
    for (const from = performance.now(); ;) {
      try {
        const client = await openConnection(url, { connectionTimeoutMillis: 2_000 });
        return await client.end();
      } catch (error) {
        if (mine.exitCode !== null || performance.now() - from > hung.wait)
          throw new Error(
            `PostgreSQL did not start:\n${readFileSync(`${cluster}.log`, 'utf8').slice(-2_000)}`,
            { cause: error },
          );
        await pause(50);
      }
    }
  };
  const stop: TestPostgres['stop'] = async (signal = 'SIGINT') => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };
  await start();
  return {
    url,
    start,
    stop,
    async remove() {
      await stop();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}
