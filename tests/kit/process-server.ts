import type { ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { setTimeout as pause } from 'node:timers/promises';
import { memoryFlags } from '#server/runtime/memory-flags.ts';
import { startChild } from './children.ts';
import { hung } from './patience.ts';
import { isAlive, nameOf, signal, treeOf } from './processes.ts';

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

/**
 * Starts `server/main.ts`, or that of another build, and waits until it reports that it is ready: at a port that is free, or at the one that
 * `PORT` names, for which it waits while somebody else has it.
 */
export async function startServer(
  env: Readonly<Record<string, string>>,
  program = mainProgram,
): Promise<ProcessServer> {
  for (const from = performance.now(); ;) {
    try {
      return await startOnce(env, program);
    } catch (error) {
      if (!(error instanceof PortTaken) || performance.now() - from > hung.wait) throw error;
      await pause(100);
    }
  }
}

/** Somebody else has the port at this moment. */
class PortTaken extends Error {}

async function startOnce(env: Readonly<Record<string, string>>, program: string): Promise<ProcessServer> {
  const child = startChild(process.execPath, [...memoryFlags, program], {
    env: { ...bare(), PORT: '0', LOG_LEVEL: 'warn', DEMO_PULSE: 'off', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let text = '';
  for (const stream of [child.stdout!, child.stderr!])
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
  const url = await new Promise<string>((resolve, reject) => {
    const look = (): void => {
      const found = /ready at (http:\S+)/.exec(text);
      if (found) resolve(found[1]!);
    };
    child.stdout!.on('data', look);
    // Not before all that it said has been read.
    child.once('close', () =>
      reject(
        new (/^Port \d+ on \S+ (is|was) taken/m.test(text) ? PortTaken : Error)(
          `The server did not start:\n${text}`,
        ),
      ),
    );
  });
  return {
    url,
    child,
    output: () => text,
    async kill(name = 'SIGKILL') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill(name);
      await gone;
    },
    async killWhole() {
      const gone = once(child, 'exit');
      // The server is stopped first, so that it starts nothing while its children are counted.
      child.kill('SIGSTOP');
      const killed = treeOf(child.pid!).map((pid) => ({ pid, name: nameOf(pid) }));
      for (const { pid } of killed) signal(pid, 'SIGKILL');
      await gone;
      for (
        const limit = performance.now() + hung.wait;
        killed.some(({ pid }) => isAlive(pid));
        await pause(5)
      )
        if (performance.now() > limit)
          throw new Error(
            `Still alive after SIGKILL: ${JSON.stringify(killed.filter(({ pid }) => isAlive(pid)))}`,
          );
      return killed;
    },
  };
}

/** Only what a process needs of the environment: nothing of the test's own may leak into the server. */
function bare(): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ'])
    if (process.env[name] !== undefined) kept[name] = process.env[name];
  return kept;
}
