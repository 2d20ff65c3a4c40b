import { spawnSync } from 'node:child_process';
import { madeForTheRun } from './run-socket.ts';
import { runFolder } from './run-folder.ts';
import { join } from 'node:path';

/**
 * Puts into a folder what the first start of a server leaves in its data folder, with the demo organisation: to begin from where the
 * first start itself is not what is tested. It is made once a run, and copied.
 */
export async function fillStore(folder: string): Promise<string> {
  await madeForTheRun('filled_store');
  // Keeps the owners: the database's folder belongs to an account of its own when root starts the server.
  const copied = spawnSync('cp', ['-a', `${storeMadeOnce()}/.`, folder], { encoding: 'utf8' });
  if (copied.status !== 0) throw new Error(`The filled store could not be copied: ${copied.stderr}`);
  return folder;
}

/** Where the store lies that is copied. */
export function storeMadeOnce(): string {
  const run = runFolder();
  if (run === undefined) throw new Error('The filled store belongs to a run of tests.');
  return join(run, 'filled', 'data');
}
