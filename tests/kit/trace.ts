import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as pause } from 'node:timers/promises';
import { temporaryFolder } from './folder.ts';

/** One system call of a traced process, in the sequence seen; `ended` is when it returned. */
export interface Call {
  readonly pid: number;
  readonly name: string;
  readonly text: string;
}

/** A process and all its descendants. */
export function treeOf(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    try {
      const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
      children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
    } catch (error) {
      // It ended while it was being inspected.
      if (!['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) throw error;
    }
  }
  const all = [pid];
  for (const one of all) all.push(...(children.get(one) ?? []));
  return all;
}

/**
 * Traces these processes and those they start while `work` runs; for root, Debian's package provides strace.
 */
export async function traced(
  pids: readonly number[],
  calls: readonly string[],
  work: () => Promise<void>,
): Promise<Call[]> {
  bringStrace();
  const folder = temporaryFolder('ops-trace-');
  const file = join(folder, 'trace');
  const child = spawn(
    'strace',
    [
      '-f',
      '-y',
      '-s',
      '32',
      '-e',
      `trace=${calls.join(',')}`,
      '-e',
      'signal=none',
      '-o',
      file,
      ...pids.flatMap((pid) => ['-p', String(pid)]),
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  try {
    for (let i = 0; i < 300 && (output.match(/attached/g)?.length ?? 0) < pids.length; i += 1) {
      if (child.exitCode !== null) throw new Error(`strace ended: ${output}`);
      await pause(50);
    }
    await pause(200);
    await work();
  } finally {
    const gone = once(child, 'exit');
    child.kill('SIGINT');
    await gone;
  }
  const found: Call[] = [];
  const under = new Map<number, string>();
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const [, pid, rest] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    if (!rest) continue;
    const begun = /^(\w+)\((.*) <unfinished \.\.\.>$/.exec(rest);
    if (begun) {
      under.set(Number(pid), begun[2]!);
      continue;
    }
    const resumed = /^<\.\.\. (\w+) resumed>(.*)$/.exec(rest);
    const whole = /^(\w+)\((.*)$/.exec(rest);
    if (resumed)
      found.push({
        pid: Number(pid),
        name: resumed[1]!,
        text: `${under.get(Number(pid)) ?? ''}${resumed[2]}`,
      });
    else if (whole) found.push({ pid: Number(pid), name: whole[1]!, text: whole[2]! });
  }
  rmSync(folder, { recursive: true, force: true });
  return found;
}

export function bringStrace(): void {
  const there = (): boolean => spawnSync('strace', ['--version']).status === 0;
  if (!there() && process.getuid?.() === 0) {
    spawnSync('apt-get', ['update'], { stdio: 'ignore' });
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'strace'], {
      stdio: 'ignore',
      env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    });
  }
  if (!there()) throw new Error('The sequence of syncs is traced with strace: install it.');
}
