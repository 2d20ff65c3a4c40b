import { once } from 'node:events';
import { createReadStream, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { startChild } from './children.ts';
import { until } from './feed-client.ts';
import { temporaryFolder } from './folder.ts';
import { bringTool } from './tools.ts';

/** One system call of a traced process, in the sequence seen; `ended` is when it returned. */
export interface Call {
  readonly pid: number;
  readonly name: string;
  readonly text: string;
}

/** A call that a test brings about at any time and knows again in the trace. */
export interface Mark {
  make(): Promise<unknown>;
  is(call: Call): boolean;
}

/**
 * Traces these processes and those they start while `work` runs; Debian's package brings the program when root. The mark is seen in the
 * trace before the work begins and once more before it ends: whatever its thread did before it has been written down.
 */
export async function traced(
  pids: readonly number[],
  calls: readonly string[],
  mark: Mark,
  work: () => Promise<void>,
): Promise<Call[]> {
  bringTool('strace', 'the command of syncs is seen with it');
  const folder = temporaryFolder('ops-trace-');
  const file = join(folder, 'trace');
  const child = startChild(
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
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const seen = async (): Promise<Call[]> => (existsSync(file) ? callsIn(file) : []);
  const seeMark = async (): Promise<void> => {
    const marks = async (): Promise<number> => (await seen()).filter((call) => mark.is(call)).length;
    const before = await marks();
    await mark.make();
    await until('the mark is in the trace', async () => (await marks()) > before);
  };
  try {
    await until('every process is traced', () => {
      if (child.exitCode !== null) throw new Error(`strace ended: ${output}`);
      return (output.match(/attached/g)?.length ?? 0) >= pids.length;
    });
    await seeMark();
    await work();
    await seeMark();
  } finally {
    const gone = once(child, 'exit');
    child.kill('SIGINT');
    await gone;
  }
  const found = await seen();
  rmSync(folder, { recursive: true, force: true });
  return found;
}

/** What a trace says so far; a call stands where it came back. */
async function callsIn(file: string): Promise<Call[]> {
  const found: Call[] = [];
  const under = new Map<string, string>();
  for await (const line of createInterface({ input: createReadStream(file) })) {
    const [, pid = '', rest] = /^(\d+)\s+(.*)$/.exec(line) ?? [];
    if (!rest) continue;
    const begun = /^(\w+)\((.*) <unfinished \.\.\.>$/.exec(rest);
    if (begun) {
      under.set(pid, begun[2]!);
      continue;
    }
    const resumed = /^<\.\.\. (\w+) resumed>(.*)$/.exec(rest);
    const whole = /^(\w+)\((.*)$/.exec(rest);
    if (resumed)
      found.push({ pid: Number(pid), name: resumed[1]!, text: `${under.get(pid) ?? ''}${resumed[2]}` });
    else if (whole) found.push({ pid: Number(pid), name: whole[1]!, text: whole[2]! });
  }
  return found;
}
