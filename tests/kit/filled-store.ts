import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { serverDoorName } from './database-server.ts';
import { startHouse } from './process-house.ts';

/**
 * Puts into a folder what the first start of a house leaves in its data folder, with the demo organisation: to begin from where the
 * first start itself is not what is tested. It is made once a run, by whoever comes first, and copied.
 */
export async function fillStore(folder: string): Promise<string> {
  const from = await firstStart();
  // With its owners: the database's folder belongs to an account of its own where the house is started by root.
  const copied = spawnSync('cp', ['-a', `${from}/.`, folder], { encoding: 'utf8' });
  if (copied.status !== 0) throw new Error(`The filled store could not be copied: ${copied.stderr}`);
  return folder;
}

async function firstStart(): Promise<string> {
  const folder = join(dirname(process.env[serverDoorName]!), 'filled');
  const [store, done] = [join(folder, 'data'), join(folder, 'done')];
  try {
    mkdirSync(folder, { mode: 0o711 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    for (const limit = performance.now() + 110_000; !existsSync(done); await pause(100))
      if (performance.now() > limit) throw new Error('The filled store was not made in time by the test that began it.');
    return store;
  }
  const house = await startHouse({ DATA_DIR: store });
  await house.kill('SIGTERM');
  mkdirSync(done);
  return store;
}
