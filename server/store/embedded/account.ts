import { chownSync, readFileSync, statSync } from 'node:fs';
import { spawnSync } from 'node:child_process';

/**
 * The unprivileged account that runs PostgreSQL when this process is root, since PostgreSQL refuses to run
 * as root.
 */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** Undefined when this process is not root. Reuses the owner of an existing data directory. */
export function accountFor(clusterDir: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(clusterDir, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const found = accounts.find((fields) => fields[0] === name);
    if (found) return { uid: Number(found[2]), gid: Number(found[3]) };
  }
  throw new Error(
    'The embedded PostgreSQL does not run as root and found neither the account "postgres" nor "nobody" to run as. Set DATABASE_URL, or start as an ordinary user.',
  );
}

export function giveTo(account: Account | undefined, path: string): void {
  if (account) chownSync(path, account.uid, account.gid);
}

/** Whether the account can traverse every folder down to this one. */
export function mayEnter(account: Account | undefined, folder: string): boolean {
  return (
    spawnSync('/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder], { ...account, stdio: 'ignore', cwd: '/' })
      .status === 0
  );
}
