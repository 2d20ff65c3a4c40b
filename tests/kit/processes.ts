import { readdirSync, readFileSync } from 'node:fs';

/** What the kernel says of a process; null when there is none. */
function read(pid: number, what: 'comm' | 'stat'): string | null {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'utf8').trim();
  } catch (error) {
    if (['ENOENT', 'ESRCH'].includes((error as NodeJS.ErrnoException).code ?? '')) return null;
    throw error;
  }
}

/** The fields of /proc/<pid>/stat from the state on: what stands before it may contain blanks. */
function statOf(pid: number): string[] | null {
  const stat = read(pid, 'stat');
  return stat === null ? null : stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

export const nameOf = (pid: number): string => read(pid, 'comm') ?? '';

/** A process that has ended and waits to be collected holds nothing any more. */
export function isAlive(pid: number): boolean {
  const stat = statOf(pid);
  return stat !== null && stat[0] !== 'Z';
}

/** When a process started, in ticks since the machine did: with its pid it names one process for good. Null when there is none. */
export function startOf(pid: number): string | null {
  const stat = statOf(pid);
  return stat === null || stat[0] === 'Z' ? null : stat[19]!;
}

/** Every process below one, and it itself. */
export function treeOf(pid: number): number[] {
  const children = new Map<number, number[]>();
  for (const name of readdirSync('/proc').filter((one) => /^\d+$/.test(one))) {
    const stat = statOf(Number(name));
    if (stat === null) continue;
    const parent = Number(stat[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(name)]);
  }
  const all = [pid];
  for (const one of all) all.push(...(children.get(one) ?? []));
  return all;
}

/** Sends a signal; false when the process has ended. */
export function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    return false;
  }
}
