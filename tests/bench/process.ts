import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { memoryFlags } from '#server/runtime/memory-flags.ts';

/** A process of the bench that runs methods by name; pinned to one core where the machine allows it. */
export interface Worker {
  readonly pid: number;
  request<T = any>(method: string, ...args: readonly unknown[]): Promise<T>;
  stop(): Promise<void>;
}

const pins = spawnSync('taskset', ['-V']).status === 0;
const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export function startWorker(file: string, core: number, args: readonly string[] = []): Worker {
  const node = [
    process.execPath,
    '--expose-gc',
    ...memoryFlags,
    fileURLToPath(new URL(file, import.meta.url)),
    ...args,
  ];
  const [program, ...rest] = pins ? ['taskset', '-c', String(core), ...node] : node;
  const child = spawn(program!, rest, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
  running.add(child);
  const waiting = new Map<number, { done: (value: any) => void; failed: (error: Error) => void }>();
  let count = 0;
  child.on('message', ({ id, result, error }: { id: number; result?: unknown; error?: string }) => {
    const one = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) one?.done(result);
    else one?.failed(new Error(error));
  });
  child.on('exit', (code, signal) => {
    running.delete(child);
    for (const one of waiting.values()) one.failed(new Error(`${file} ended with ${code ?? signal}`));
    waiting.clear();
  });
  return {
    pid: child.pid!,
    request: (method, ...given) =>
      new Promise((done, failed) => {
        count += 1;
        waiting.set(count, { done, failed });
        child.send({ id: count, method, args: given });
      }),
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = once(child, 'exit');
      child.disconnect();
      const late = setTimeout(() => child.kill('SIGKILL'), 15_000);
      await gone;
      clearTimeout(late);
    },
  };
}

/** Serves the methods to the parent process; ends when that disconnects. */
export function serveWorker(
  methods: Readonly<Record<string, (...args: any[]) => unknown>>,
  ending: () => Promise<void> = async () => undefined,
): void {
  process.on('message', ({ id, method, args }: { id: number; method: string; args: unknown[] }) => {
    void (async () => methods[method]!(...args))().then(
      (result) => process.send?.({ id, result }),
      (error: unknown) =>
        process.send?.({
          id,
          error: error instanceof Error ? (error.stack ?? error.message) : String(error),
        }),
    );
  });
  process.on('disconnect', () => void ending().finally(() => process.exit(0)));
}
