import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { memoryFlags } from '#server/memory-flags.ts';
import { treeOf } from './trace.ts';

/** The program that an operator starts. */
export const mainProgram = fileURLToPath(new URL('../../server/main.ts', import.meta.url));

/** The whole server as a process of its own, as an operator starts it; it can be killed. */
export interface ProcessServer {
  readonly url: string;
  readonly child: ChildProcess;
  /** Its output. */
  output(): string;
  kill(signal?: NodeJS.Signals): Promise<void>;
  /**
   * Sends SIGKILL to the server and every process below it, PostgreSQL included; returns the killed processes
   * once all have ended.
   */
  killWhole(): Promise<readonly Killed[]>;
}

export interface Killed {
  readonly pid: number;
  readonly name: string;
}

/** A free port of this machine. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts `server/main.ts`, or that of another build, and waits until it reports that it is ready. */
export async function startServer(
  env: Readonly<Record<string, string>>,
  program = mainProgram,
): Promise<ProcessServer> {
  const child = spawn(process.execPath, [...memoryFlags, program], {
    env: { ...bare(), PORT: String(await freePort()), LOG_LEVEL: 'warn', DEMO_PULSE: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  child.stdout!.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  child.stderr!.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
  });
  const url = await new Promise<string>((resolve, reject) => {
    const look = setInterval(() => {
      const found = /ready at (http:\S+)/.exec(text);
      if (found || child.exitCode !== null) {
        clearInterval(look);
        if (found) resolve(found[1]!);
        else reject(new Error(`The server did not start:\n${text}`));
      }
    }, 20);
  });
  return {
    url,
    child,
    output: () => text,
    async kill(signal = 'SIGKILL') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
    },
    async killWhole() {
      const gone = once(child, 'exit');
      // The server is stopped first, so that it starts nothing while its children are counted.
      child.kill('SIGSTOP');
      const killed = treeOf(child.pid!).map((pid) => ({ pid, name: nameOf(pid) }));
      for (const { pid } of killed) end(pid);
      await gone;
      for (const limit = performance.now() + 30_000; killed.some(({ pid }) => isAlive(pid)); await pause(5))
        if (performance.now() > limit)
          throw new Error(
            `Still alive after SIGKILL: ${JSON.stringify(killed.filter(({ pid }) => isAlive(pid)))}`,
          );
      return killed;
    },
  };
}

/** The kernel's record of a process; null when there is none. */
function emitted(pid: number, what: 'comm' | 'stat'): string | null {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8').trim();
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}
const nameOf = (pid: number): string => emitted(pid, 'comm') ?? '';

/** A zombie no longer holds anything. */
function isAlive(pid: number): boolean {
  const stat = emitted(pid, 'stat');
  return stat !== null && stat.slice(stat.lastIndexOf(')') + 2)[0] !== 'Z';
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    // It ended with its parent.
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}

/** A minimal environment: nothing of the test's own may leak into the server. */
function bare(): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ'])
    if (process.env[name] !== undefined) kept[name] = process.env[name];
  return kept;
}
