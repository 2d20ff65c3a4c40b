import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { startChild } from './children.ts';
import { treeOf } from './processes.ts';
import { bringTool } from './tools.ts';

export interface FailingDisk {
  /** Calls that have failed so far. */
  failed(): number;
  /** Ends the fault. */
  heal(): Promise<void>;
}

/**
 * Fails these system calls of every descendant of a process, including later ones, with EIO, like a dying
 * disk, or with EROFS, like a disk remounted read-only after an error. The process itself is not affected.
 * Earlier writes stay readable from the kernel's cache, as on a real machine.
 */
export async function failDisk(
  pid: number,
  calls: readonly string[],
  error: 'EIO' | 'EROFS' = 'EIO',
): Promise<FailingDisk> {
  bringTool('strace', 'a disk fails by it');
  const tracers: ChildProcess[] = [];
  const traced = new Set<number>();
  let failed = 0;
  const attach = (): void => {
    const fresh = treeOf(pid).filter((one) => one !== pid && !traced.has(one) && tracerOf(one) === 0);
    if (fresh.length === 0) return;
    for (const one of fresh) traced.add(one);
    const which = calls.join(',');
    const child = startChild(
      'strace',
      [
        '-f',
        '-qq',
        '-e',
        `trace=${which}`,
        '-e',
        'signal=none',
        '-e',
        `inject=${which}:error=${error}`,
        ...fresh.flatMap((one) => ['-p', String(one)]),
      ],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    );
    child.stderr!.setEncoding('utf8').on('data', (text: string) => {
      failed += text.match(/\(INJECTED\)/g)?.length ?? 0;
    });
    tracers.push(child);
  };
  attach();
  const timer = setInterval(attach, 25);
  return {
    failed: () => failed,
    async heal() {
      clearInterval(timer);
      for (const child of tracers) {
        if (child.exitCode !== null || child.signalCode !== null) continue;
        const gone = once(child, 'exit');
        child.kill('SIGINT');
        await gone;
      }
    },
  };
}

/** The pid that traces a process; 0 for none, null when it has ended. */
function tracerOf(pid: number): number | null {
  try {
    return Number(/^TracerPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}
