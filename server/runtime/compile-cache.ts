import { lstatSync } from 'node:fs';
import { constants, enableCompileCache } from 'node:module';
import { join } from 'node:path';

/**
 * Keeps compiled code for the next start, so that a thousand files are not stripped and compiled each time.
 * It is beside the packages, because anybody who can write there could change the programs anyway, unlike in
 * the system's temporary folder. When the packages belong to another user, or their folder cannot be
 * written, there is no cache.
 */
export function keepCompiled(packages = join(import.meta.dirname, '..', '..', 'node_modules')): void {
  if (!isOurs(packages)) return;
  const { status, directory } = enableCompileCache(join(packages, '.cache', 'compiled'));
  // Workers read the path from the environment only; an operator's choice is already there.
  if (status === constants.compileCacheStatus.ENABLED && directory)
    process.env['NODE_COMPILE_CACHE'] = directory;
}

/** A link belongs to another checkout, whose cache would grow without end. */
function isOurs(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return (
    found !== undefined &&
    found.isDirectory() &&
    (!process.getuid || (found.uid === process.getuid() && (found.mode & 0o022) === 0))
  );
}
