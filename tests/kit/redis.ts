import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { startChild } from './children.ts';
import { temporaryFolder } from './folder.ts';
import { hung } from './patience.ts';
import { freePort } from './process-server.ts';
import { bringTool } from './tools.ts';

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
  bringTool('redis-server', 'these tests need a Redis, or REDIS_URL');
  const folder = temporaryFolder('ops-redis-');
  let port = await freePort();
  let child: ChildProcess | null = null;
  const startOnce = async (): Promise<void> => {
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
    const mine = startChild('redis-server', [...(options.flags ?? usual), ...where], {
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    child = mine;
    let said = '';
    await new Promise<void>((resolve, reject) => {
      mine.stdout!.setEncoding('utf8').on('data', (text: string) => {
        said += text;
        if (said.includes('Ready to accept')) resolve();
      });
      mine.once('close', (code) =>
        reject(
          new (said.includes('Address already in use') ? PortTaken : Error)(
            `redis-server ended with ${code}:\n${said}`,
          ),
        ),
      );
    });
  };
  /** The first start takes another port where somebody was quicker; a later one waits for its own, which others know. */
  const start = async (first = false): Promise<void> => {
    if (child && child.exitCode === null && child.signalCode === null) return;
    for (const from = performance.now(); ;) {
      try {
        return await startOnce();
      } catch (error) {
        if (!(error instanceof PortTaken) || performance.now() - from > hung.wait) throw error;
        if (first) port = await freePort();
        else await pause(100);
      }
    }
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };
  await start(true);
  console.log(`Redis: a redis-server of the test's own on port ${port}`);
  return {
    url: `redis://${options.password ? `:${options.password}@` : ''}127.0.0.1:${port}`,
    own: true,
    start: () => start(),
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

/** Somebody else has the port at this moment. */
class PortTaken extends Error {}
