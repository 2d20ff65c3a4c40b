import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from './folder.ts';
import { freePort } from './process-server.ts';

export interface TestRedis {
  readonly url: string;
  /** `own`: started by this test and may be killed; `given`: named by REDIS_URL and only used. */
  readonly own: boolean;
  kill(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** A Redis for tests that break it: always the test's own. */
export interface OwnRedis extends TestRedis {
  readonly own: true;
  /** Freezes it: connections stay open and nothing is answered. */
  freeze(): void;
  thaw(): void;
  /** Kills it and deletes its data; it is not restarted. */
  forget(): Promise<void>;
}

const usual = ['--appendonly', 'yes', '--maxmemory-policy', 'noeviction', '--save', ''];

/**
 * The Redis that REDIS_URL names, else a `redis-server` of the test's own on a free port, append-only and
 * without eviction. Fails when neither is available.
 */
export async function bringRedis(): Promise<TestRedis> {
  const given = process.env['REDIS_URL'];
  if (!given) return ownRedis();
  console.log('Redis: the one that REDIS_URL names');
  return {
    url: given,
    own: false,
    kill: async () => undefined,
    start: async () => undefined,
    stop: async () => undefined,
  };
}

/**
 * A `redis-server` of the test's own, whatever REDIS_URL says: for tests that kill it. `password` belongs to
 * a `--requirepass` among the flags.
 */
export async function ownRedis(
  options: { flags?: readonly string[]; password?: string } = {},
): Promise<OwnRedis> {
  const program = findServer();
  const folder = temporaryFolder('ops-redis-');
  const port = await freePort();
  const where = [
    '--port',
    String(port),
    '--bind',
    '127.0.0.1',
    '--dir',
    folder,
    '--daemonize',
    'no',
    '--enable-debug-command',
    'local',
  ];
  let child: ReturnType<typeof spawn> | null = null;
  const start = async (): Promise<void> => {
    if (child && child.exitCode === null && child.signalCode === null) return;
    const mine = spawn(program, [...(options.flags ?? usual), ...where], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    child = mine;
    await new Promise<void>((resolve, reject) => {
      mine.stdout!.setEncoding('utf8').on('data', (text: string) => {
        if (text.includes('Ready to accept')) resolve();
      });
      mine.once('exit', (code) => reject(new Error(`redis-server ended with ${code}`)));
    });
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };
  await start();
  console.log(`Redis: a redis-server of the test's own on port ${port}`);
  return {
    url: `redis://${options.password ? `:${options.password}@` : ''}127.0.0.1:${port}`,
    own: true,
    start,
    kill: () => end('SIGKILL'),
    freeze: () => void child?.kill('SIGSTOP'),
    thaw: () => void child?.kill('SIGCONT'),
    async forget() {
      await end('SIGKILL');
      for (const name of readdirSync(folder)) rmSync(join(folder, name), { recursive: true, force: true });
    },
    async stop() {
      child?.kill('SIGCONT');
      await end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Installed from Debian's package when root; without it the tests that need Redis fail with a message. */
function findServer(): string {
  const there = (): boolean => spawnSync('redis-server', ['--version']).status === 0;
  if (!there() && process.getuid?.() === 0) {
    spawnSync('apt-get', ['update'], { stdio: 'ignore' });
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'redis-server'], {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
  if (!there()) throw new Error('These tests need a Redis: set REDIS_URL, or install redis-server.');
  return 'redis-server';
}
