import { readdirSync, readFileSync } from 'node:fs';

const ticks = 100;

/**
 * CPU seconds that the whole machine, and our own tree of processes, have used so far; null where the system
 * does not report it.
 */
function used(): { all: number; own: number } | null {
  let stat: string;
  try {
    stat = readFileSync('/proc/stat', 'utf8');
  } catch {
    // Not Linux: the guard cannot measure, and the run reports it.
    return null;
  }
  const [user = 0, nice = 0, system = 0, , , irq = 0, soft = 0] = stat
    .split('\n', 1)[0]!
    .trim()
    .split(/\s+/)
    .slice(1)
    .map(Number);
  const parents = new Map<number, { parent: number; cpu: number }>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    const fields = fieldsOf(name);
    if (fields)
      parents.set(Number(name), {
        parent: Number(fields[1]),
        cpu: Number(fields[11]) + Number(fields[12]) + Number(fields[13]) + Number(fields[14]),
      });
  }
  let own = 0;
  for (const [pid, one] of parents) if (isOurs(pid, parents)) own += one.cpu;
  return { all: (user + nice + system + irq + soft) / ticks, own: own / ticks };
}

function fieldsOf(pid: string): string[] | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ');
  } catch {
    // It ended between listing and reading.
    return null;
  }
}

function isOurs(pid: number, parents: ReadonlyMap<number, { parent: number }>): boolean {
  for (let at: number | undefined = pid; at !== undefined && at > 1; at = parents.get(at)?.parent)
    if (at === process.pid) return true;
  return false;
}

/** Cores that others used during the work; a window with more than 0.3 of one is not clean. */
export async function watched<T>(
  work: () => Promise<T>,
): Promise<{ result: T; foreign: number; clean: boolean }> {
  const before = used();
  const began = performance.now();
  const result = await work();
  const seconds = (performance.now() - began) / 1_000;
  const after = used();
  if (!before || !after) return { result, foreign: NaN, clean: false };
  const foreign = Math.max(0, (after.all - before.all - Math.max(0, after.own - before.own)) / seconds);
  return { result, foreign, clean: foreign <= 0.3 };
}
