import { execFileSync, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync, readlinkSync, rmSync, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { Account } from './account.ts';
import { serverSettings } from './settings.ts';

/**
 * The server is a child of this shell. The shell's input is a pipe whose other end only this process holds:
 * when the process ends, even by SIGKILL, the reader sees end of file and requests a fast shutdown of the
 * server.
 */
const watchedServer = `
"$@" </dev/null &
server=$!
exec 3<&0
( while read -r _ <&3; do :; done; kill -INT $server 2>/dev/null ) &
watcher=$!
wait $server
code=$?
kill $watcher 2>/dev/null
exit $code`;

const startLimitMs = 60_000;
const stopLimitMs = 30_000;

export interface Launched {
  /** Resolves with the exit code when the server ends, for whatever reason. */
  readonly ended: Promise<number>;
  stop(): Promise<void>;
}

export interface LaunchOptions {
  readonly binaries: string;
  readonly cluster: string;
  readonly socketDir: string;
  readonly account: Account | undefined;
  readonly url: string;
  /** PostgreSQL settings that override those for a small machine. */
  readonly settings?: Readonly<Record<string, string>>;
}

/**
 * Starts the server and waits until it accepts connections. A server that is still shutting down is given
 * time; an orphan is stopped.
 */
export async function launch(options: LaunchOptions): Promise<Launched> {
  const until = Date.now() + startLimitMs;
  for (;;) {
    await clearWayFor(options.cluster, until);
    const server = startServer(options);
    const over = new AbortController();
    const answer = await Promise.race([answers(options.url, until, over.signal), server.ended]);
    over.abort();
    if (answer === 'answers') return server;
    const oldOneLingers =
      typeof answer === 'number' && /already exists|still in use/.test(lastOutput(options.cluster));
    if (!oldOneLingers || Date.now() > until) {
      await server.stop();
      throw new Error(
        `The embedded PostgreSQL ${output(answer)}. The end of ${logOf(options.cluster)}:\n${lastOutput(options.cluster)}`,
      );
    }
    await pause(100);
  }
}

const output = (answer: number | string) => (typeof answer === 'number' ? `ended with ${answer}` : answer);

function startServer({ binaries, cluster, socketDir, account, settings: more }: LaunchOptions): Launched {
  const settings = Object.entries({ ...serverSettings, ...more }).flatMap(([name, value]) => [
    '-c',
    `${name}=${value}`,
  ]);
  const command = [join(binaries, 'bin', 'postgres'), '-D', cluster, '-k', socketDir, ...settings];
  const log = openLog(cluster);
  const shell = spawn('/bin/sh', ['-c', watchedServer, 'sh', ...command], {
    ...account,
    cwd: '/',
    env: { LC_ALL: 'C', TZ: 'UTC', PATH: '/usr/bin:/bin' },
    stdio: ['pipe', log, log],
    detached: true,
  });
  closeSync(log);
  const ended = new Promise<number>((resolve, reject) => {
    shell.on('error', reject);
    shell.on('exit', (code) => resolve(code ?? 1));
  });
  const { stdin } = shell;
  if (!stdin) throw new Error('The pipe to the database server was not opened.');
  stdin.on('error', () => stdin.destroy());
  shell.unref();
  (stdin as unknown as { unref(): void }).unref();
  const stop = async () => {
    shell.ref();
    stdin.end();
    const inTime = await Promise.race([ended.then(() => true), pause(stopLimitMs, false, { ref: false })]);
    if (!inTime) signalServer(cluster, 'SIGQUIT');
    await ended;
  };
  return { ended, stop };
}

/** Waits until the app's role can connect to the app's database. */
async function answers(url: string, until: number, over: AbortSignal): Promise<string> {
  while (Date.now() < until && !over.aborted) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 });
    client.on('error', () => client.end());
    try {
      await client.connect();
      await client.query('select 1');
      await client.end();
      return 'answers';
    } catch (error) {
      const { code = '', message } = error as Error & { code?: string };
      if (/^(28|3D)/.test(code)) return `rejects the app's own role (${message})`;
      await pause(20);
    }
  }
  return `did not answer within ${startLimitMs / 1000} s`;
}

/**
 * This process holds the lock, so a server still running on the cluster is an orphan and is stopped. A stale
 * pid, or one of another program or of another cluster's PostgreSQL, is removed.
 */
async function clearWayFor(cluster: string, until: number): Promise<void> {
  const pid = serverPid(cluster);
  if (pid === undefined) return;
  if (!serves(pid, cluster)) return rmSync(join(cluster, 'postmaster.pid'), { force: true });
  signalServer(cluster, 'SIGINT');
  while (serverPid(cluster) === pid && serves(pid, cluster)) {
    if (Date.now() > until)
      throw new Error(
        `An old PostgreSQL, process ${pid}, still has ${cluster} and does not end. Stop it, then start again.`,
      );
    await pause(20);
  }
}

function signalServer(cluster: string, signal: NodeJS.Signals): void {
  const pid = serverPid(cluster);
  if (pid === undefined) return;
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

function serverPid(cluster: string): number | undefined {
  try {
    const pid = Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10);
    return pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the process is the server of this cluster, by its working directory; known on Linux only. */
function serves(pid: number, cluster: string): boolean {
  return programOf(pid) === 'postgres' && (process.platform !== 'linux' || worksIn(pid, cluster));
}

function programOf(pid: number): string | undefined {
  try {
    if (process.platform !== 'linux')
      return basename(execFileSync('ps', ['-o', 'comm=', '-p', String(pid)], { encoding: 'utf8' }).trim());
    return basename(readlinkSync(`/proc/${pid}/exe`)).replace(/ \(deleted\)$/, '');
  } catch {
    return undefined;
  }
}

function worksIn(pid: number, folder: string): boolean {
  const there = statSync(folder);
  try {
    const here = statSync(`/proc/${pid}/cwd`);
    return here.dev === there.dev && here.ino === there.ino;
  } catch (error) {
    // Without permission to look, the answer is unknown.
    return (error as NodeJS.ErrnoException).code === 'EACCES';
  }
}

const logOf = (cluster: string) => `${cluster}.log`;

function openLog(cluster: string): number {
  const size = statSync(logOf(cluster), { throwIfNoEntry: false })?.size ?? 0;
  return openSync(logOf(cluster), size > 5_000_000 ? 'w' : 'a', 0o600);
}

function lastOutput(cluster: string): string {
  return readFileSync(logOf(cluster), 'utf8').trimEnd().split('\n').slice(-5).join('\n');
}
