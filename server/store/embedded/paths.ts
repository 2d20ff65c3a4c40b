import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { headOf } from '#shared/core/cut.ts';
import { accountFor, mayEnter, type Account } from './account.ts';

/** The paths of one embedded store. */
export interface Paths {
  /**
   * The folder that holds the cluster: DATA_DIR, or one under the system's state directory (see
   * `elsewhere`).
   */
  readonly root: string;
  readonly cluster: string;
  readonly elsewhere: boolean;
  readonly account: Account | undefined;
}

/** The app's folder in the state directory of the system (for root) or of the user. */
export function stateDirectory(): string {
  const folder =
    process.getuid?.() === 0 ? '/var/lib/ops-console' : join(homedir(), '.local', 'state', 'ops-console');
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  return folder;
}

/**
 * When root runs in a folder that the database's account cannot enter, the cluster goes under the state
 * directory.
 */
export function pathsFor(dataDir: string): Paths {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const real = realpathSync(dataDir);
  const account = accountFor(join(real, 'postgres'));
  if (!account) return { root: real, cluster: join(real, 'postgres'), elsewhere: false, account };
  letPass(real);
  if (mayEnter(account, real))
    return { root: real, cluster: join(real, 'postgres'), elsewhere: false, account };
  const root = join(stateDirectory(), `data-${headOf(createHash('sha256').update(real).digest('hex'), 12)}`);
  mkdirSync(root, { recursive: true, mode: 0o711 });
  const cluster = join(root, 'postgres');
  return { root, cluster, elsewhere: true, account: accountFor(cluster) };
}

function letPass(folder: string): void {
  const { uid, mode } = statSync(folder);
  if (uid === process.getuid?.() && (mode & 0o001) === 0) chmodSync(folder, (mode & 0o777) | 0o011);
}

/**
 * The socket directory beside the data; undefined when its path is too long for a socket or contains what
 * PostgreSQL's list of directories cannot express.
 */
export function socketBeside(root: string): string | undefined {
  const beside = join(root, 'postgres.socket');
  return beside.length <= 85 && /^[\w./-]+$/.test(beside) ? beside : undefined;
}
