import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, realpathSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { accountFor, mayEnter, type Account } from './account.ts';

/** Where one embedded store keeps its parts. */
export interface Places {
  /** The folder that holds the cluster; DATA_DIR, or one under the system's state directory (see `elsewhere`). */
  readonly root: string;
  readonly cluster: string;
  readonly elsewhere: boolean;
  readonly account: Account | undefined;
}

/** Our own folder under the system's (root) or the user's state directory. */
export function stateDirectory(): string {
  const folder = process.getuid?.() === 0 ? '/var/lib/ops-console' : join(homedir(), '.local', 'state', 'ops-console');
  mkdirSync(folder, { recursive: true, mode: 0o755 });
  return folder;
}

/** As root in a folder that the database's account cannot enter, the cluster goes under the state directory instead. */
export function placesFor(dataDir: string): Places {
  mkdirSync(dataDir, { recursive: true, mode: 0o711 });
  const real = realpathSync(dataDir);
  const account = accountFor(join(real, 'postgres'));
  if (!account) return { root: real, cluster: join(real, 'postgres'), elsewhere: false, account };
  letPass(real);
  if (mayEnter(account, real)) return { root: real, cluster: join(real, 'postgres'), elsewhere: false, account };
  const root = join(stateDirectory(), `data-${createHash('sha256').update(real).digest('hex').slice(0, 12)}`);
  mkdirSync(root, { recursive: true, mode: 0o711 });
  const cluster = join(root, 'postgres');
  return { root, cluster, elsewhere: true, account: accountFor(cluster) };
}

function letPass(folder: string): void {
  const { uid, mode } = statSync(folder);
  if (uid === process.getuid?.() && (mode & 0o001) === 0) chmodSync(folder, (mode & 0o777) | 0o011);
}

/** Where the socket lies beside the data; undefined when that path is longer than a socket's name may be or holds what PostgreSQL's list of folders cannot. */
export function socketBeside(root: string): string | undefined {
  const beside = join(root, 'postgres.socket');
  return beside.length <= 85 && /^[\w./-]+$/.test(beside) ? beside : undefined;
}
