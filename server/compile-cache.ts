import { lstatSync } from 'node:fs';
import { constants, enableCompileCache } from 'node:module';
import { join } from 'node:path';

/**
 * Keeps what Node compiles for the next start, so that a thousand files are not stripped and compiled each time. It is kept beside
 * the packages: who may write there may write the programs themselves, which cannot be said of the system's temporary folder. Where
 * the packages belong to somebody else, or their folder cannot be written, the start compiles as if there were nothing kept.
 */
export function keepCompiled(packages = join(import.meta.dirname, '..', 'node_modules')): void {
  if (!isOurs(packages)) return;
  const { status, directory } = enableCompileCache(join(packages, '.cache', 'compiled'));
  // Workers take it from the environment alone; an operator who chose another place, or none, has said so there already.
  if (status === constants.compileCacheStatus.ENABLED && directory) process.env['NODE_COMPILE_CACHE'] = directory;
}

/** A link is not ours: the folder it leads to belongs to another checkout, where what is kept for this one would stay for ever. */
function isOurs(folder: string): boolean {
  const found = lstatSync(folder, { throwIfNoEntry: false });
  return found !== undefined && found.isDirectory() && (!process.getuid || (found.uid === process.getuid() && (found.mode & 0o022) === 0));
}
