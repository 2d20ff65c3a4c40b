import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nameOf, signal, startOf, treeOf } from './processes.ts';
import { runFolder } from './run-folder.ts';

const folderOf = (run: string): string => join(run, 'children');

/** Starts a program that ends with the run at the latest: its pid stands in the run's folder until it has ended. */
export function startChild(program: string, args: readonly string[], options: SpawnOptions): ChildProcess {
  const child = spawn(program, [...args], options);
  const run = runFolder();
  const start = child.pid === undefined ? null : startOf(child.pid);
  if (run !== undefined && child.pid !== undefined && start !== null) {
    const file = join(folderOf(run), String(child.pid));
    mkdirSync(folderOf(run), { recursive: true });
    writeFileSync(file, start);
    child.once('exit', () => rmSync(file, { force: true }));
  }
  return child;
}

/** Ends what was started in a run and is still there, with all that it started itself; answers the names. A pid that was given to another process since is left alone. */
export function endChildren(run: string): string[] {
  const ended: string[] = [];
  for (const name of filesOf(folderOf(run))) {
    const pid = Number(name);
    if (readFileSync(join(folderOf(run), name), 'utf8') !== startOf(pid)) continue;
    // It first stands still, so that it starts nothing while the others are counted.
    signal(pid, 'SIGSTOP');
    for (const one of treeOf(pid)) {
      ended.push(nameOf(one));
      signal(one, 'SIGKILL');
    }
  }
  return ended;
}

function filesOf(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
