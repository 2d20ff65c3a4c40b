import { randomBytes } from 'node:crypto';
import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { giveTo, type Account } from './account.ts';

export const databaseName = 'ops';
const majorVersion = '18';

/** Only the app's role, only by password, only over the socket; the superuser cannot connect. */
const hba = 'local all ops scram-sha-256\n';

/**
 * Initialises the data directory on the first start, in a draft folder that is renamed when complete, so
 * that an interrupted start leaves nothing behind. Returns the role's password.
 */
export async function ensureCluster(
  binaries: string,
  cluster: string,
  account: Account | undefined,
): Promise<string> {
  const passwordFile = `${cluster}.password`;
  const known = existsSync(passwordFile) ? readFileSync(passwordFile, 'utf8').trim() : undefined;
  const fresh = !existsSync(cluster);
  if (!fresh) refuseOtherVersion(cluster);
  if (!fresh && known) return known;
  const password = known || randomBytes(24).toString('base64url');
  writeFileSync(passwordFile, `${password}\n`, { mode: 0o600 });
  if (fresh) await makeCluster(binaries, cluster, account, password);
  else await runSingle(binaries, cluster, account, `alter role ops password '${password}';\n`);
  return password;
}

async function makeCluster(
  binaries: string,
  cluster: string,
  account: Account | undefined,
  password: string,
): Promise<void> {
  const draft = `${cluster}.draft`;
  rmSync(draft, { recursive: true, force: true });
  mkdirSync(draft, { mode: 0o700 });
  giveTo(account, draft);
  const initdb = join(binaries, 'bin', 'initdb');
  const kind = ['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'];
  await runTool(
    initdb,
    ['-D', draft, '--username=keeper', '--auth=reject', '--no-instructions', '--no-sync', ...kind],
    account,
  );
  writeFileSync(join(draft, 'pg_hba.conf'), hba);
  const role = `create role ops login createdb password '${password}';\ncreate database ${databaseName} owner ops;\n`;
  await runSingle(binaries, draft, account, role);
  await runTool(initdb, ['-D', draft, '--sync-only'], account);
  renameSync(draft, cluster);
}

function refuseOtherVersion(cluster: string): void {
  const version = readFileSync(join(cluster, 'PG_VERSION'), 'utf8').trim();
  if (version === majorVersion) return;
  throw new Error(
    `The data in ${cluster} was written by PostgreSQL ${version}, this is ${majorVersion}. Move it aside, or restore a backup into a new DATA_DIR.`,
  );
}

/** A single-user backend, the only way to run SQL in a cluster whose superuser cannot connect. */
async function runSingle(
  binaries: string,
  cluster: string,
  account: Account | undefined,
  sql: string,
): Promise<void> {
  const settings = [
    '-c',
    'log_min_messages=fatal',
    '-c',
    'dynamic_shared_memory_type=mmap',
    '-c',
    'exit_on_error=on',
  ];
  await runTool(
    join(binaries, 'bin', 'postgres'),
    ['--single', '-D', cluster, ...settings, 'postgres'],
    account,
    sql,
  );
}

function runTool(
  program: string,
  args: readonly string[],
  account: Account | undefined,
  input = '',
): Promise<void> {
  return new Promise((done, failed) => {
    const child = spawn(program, args, {
      ...account,
      cwd: '/',
      env: { LC_ALL: 'C', TZ: 'UTC' },
      stdio: ['pipe', 'ignore', 'pipe'],
    });
    let output = '';
    child.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()));
    child.on('error', failed);
    child.on('close', (code) =>
      code === 0 ? done() : failed(new Error(`${program} ended with ${code}: ${output.trim()}`)),
    );
    child.stdin.end(input);
  });
}
