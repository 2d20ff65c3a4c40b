import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { ownIdentity, stillLives, type ProcessIdentity } from './process-identity.ts';

/** Someone else holds the store; `pid` names the process when it left its name. */
export class StoreInUse extends Error {
  readonly pid: number | undefined;
  constructor(folder: string, pid: number | undefined) {
    super(`The data in ${folder} is in use by ${pid === undefined ? 'another process' : `process ${pid}`}. Stop it first, or set DATA_DIR to another folder.`);
    this.name = 'StoreInUse';
    this.pid = pid;
  }
}

/**
 * Holds `<cluster>.lock` (who has it: pid, boot, start time) for as long as this process lives; returns how to let go.
 * Beside it, the kernel's own lock on `<cluster>.guard` makes taking over a dead holder's lock one step that only one can take,
 * and ends with the process however it ends. Never open the guard file otherwise: closing it again would drop the lock.
 */
export function takeLock(cluster: string): () => void {
  const lockFile = `${cluster}.lock`;
  const guard = holdGuard(cluster);
  try {
    const holder = readHolder(lockFile);
    if (holder && stillLives(holder)) throw new StoreInUse(cluster, holder.pid);
    rmSync(lockFile, { force: true });
    writeHolder(lockFile, ownIdentity());
  } catch (error) {
    guard.close();
    throw error;
  }
  return () => {
    rmSync(lockFile, { force: true });
    guard.close();
  };
}

function holdGuard(cluster: string): DatabaseSync {
  const guard = new DatabaseSync(`${cluster}.guard`, { timeout: 0 });
  try {
    guard.exec('begin exclusive');
    return guard;
  } catch (error) {
    guard.close();
    if (!/locked/.test(String(error))) throw error;
    throw new StoreInUse(cluster, readHolder(`${cluster}.lock`)?.pid);
  }
}

/** Undefined when there is none, or only the half of one that a crash left behind. */
function readHolder(lockFile: string): ProcessIdentity | undefined {
  try {
    const { pid, boot, start } = JSON.parse(readFileSync(lockFile, 'utf8'));
    return typeof pid === 'number' ? { pid, boot: String(boot), start: String(start) } : undefined;
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

function writeHolder(lockFile: string, identity: ProcessIdentity): void {
  const file = openSync(lockFile, 'wx', 0o644);
  writeSync(file, `${JSON.stringify(identity)}\n`);
  fsyncSync(file);
  closeSync(file);
}
