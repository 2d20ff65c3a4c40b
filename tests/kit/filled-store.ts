import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { serverSocketName } from './database-server.ts';
import { startServer } from './process-server.ts';

/**
 * Copies into a folder the data that a first start with the demo organisation leaves, for tests that do not
 * test the first start itself. The first caller of a run makes the original.
 */
export async function fillStore(folder: string): Promise<string> {
  const from = await firstStart();
  // Keeps the owners: the database's folder belongs to an account of its own when root starts the server.
  const copied = spawnSync('cp', ['-a', `${from}/.`, folder], { encoding: 'utf8' });
  if (copied.status !== 0) throw new Error(`The filled store could not be copied: ${copied.stderr}`);
  return folder;
}

async function firstStart(): Promise<string> {
  const folder = join(dirname(process.env[serverSocketName]!), 'filled');
  const [store, done] = [join(folder, 'data'), join(folder, 'done')];
  try {
    mkdirSync(folder, { mode: 0o711 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    for (const limit = performance.now() + 110_000; !existsSync(done); await pause(100))
      if (performance.now() > limit)
        throw new Error('The test that began to fill the store did not finish in time.');
    return store;
  }
  const server = await startServer({ DATA_DIR: store });
  await server.kill('SIGTERM');
  mkdirSync(done);
  return store;
}
