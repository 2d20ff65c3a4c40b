import { spawn, type ChildProcess } from 'node:child_process';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { memoryFlags } from '#server/memory-flags.ts';

/** What an operator starts. */
export const mainProgram = fileURLToPath(new URL('../../server/main.ts', import.meta.url));

/** The whole house as a process of its own, as an operator starts it; it can be killed. */
export interface ProcessHouse {
  readonly url: string;
  readonly child: ChildProcess;
  /** What it printed. */
  said(): string;
  kill(signal?: NodeJS.Signals): Promise<void>;
}

/** A port of this machine that is free now. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}

/** Starts `server/main.ts`, or that of another build, and waits until it says that it is ready. */
export async function startHouse(env: Readonly<Record<string, string>>, program = mainProgram): Promise<ProcessHouse> {
  const child = spawn(process.execPath, [...memoryFlags, program], {
    env: { ...bare(), PORT: String(await freePort()), LOG_LEVEL: 'warn', ...env },
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
        else reject(new Error(`The house did not start:\n${text}`));
      }
    }, 20);
  });
  return {
    url,
    child,
    said: () => text,
    async kill(signal = 'SIGKILL') {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.kill(signal);
      await gone;
    },
  };
}

/** Only what a process needs of the environment: nothing of the test's own may leak into the house. */
function bare(): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of ['PATH', 'HOME', 'TMPDIR', 'LANG', 'TZ']) if (process.env[name] !== undefined) kept[name] = process.env[name];
  return kept;
}
