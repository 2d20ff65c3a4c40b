import { closeSync, fsyncSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { ownIdentity, stillLives, type ProcessIdentity } from './process-identity.ts';

/** Another process holds the store; `pid` names it if it is known. */
export class StoreInUse extends Error {
  readonly pid: number | undefined;
  constructor(folder: string, pid: number | undefined) {
    super(
      `The data in ${folder} is in use by ${pid === undefined ? 'another process' : `process ${pid}`}. Stop it first, or set DATA_DIR to another folder.`,
    );
    this.name = 'StoreInUse';
    this.pid = pid;
  }
}

/**
 * Holds `<cluster>.lock` (pid, boot, start time) for the life of this process and returns the function that
 * releases it. A kernel lock on `<cluster>.guard` makes the takeover of a dead holder's lock atomic and ends
 * with the process. Never open the guard file elsewhere: closing it would drop the lock.
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

/** Undefined when there is no lock file, or an incomplete one left by a crash. */
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
