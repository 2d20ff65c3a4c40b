import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/store/embedded/open-database.ts';
import { StoreInUse } from '#server/store/embedded/lock.ts';
import { temporaryFolder } from '#tests/kit/folder.ts';
import { reachDatabase } from './reach.ts';

test('a running store is reached even when its server could not record the path of its socket', async () => {
  const folder = temporaryFolder('ops-reach-');
  const dataDir = join(folder, 'data');
  mkdirSync(dataDir, { mode: 0o711 });
  const held = await openDatabase({ databaseUrl: undefined, dataDir });
  try {
    const notes = join(dataDir, 'postgres', 'postmaster.pid');
    const whole = readFileSync(notes, 'utf8');
    // This happens when the disk fails during the start: PostgreSQL logs it and goes on.
    const cut = `${whole.split('\n').slice(0, 4).join('\n')}\n\n`;
    for (const text of [whole, cut]) {
      writeFileSync(notes, text);
      const reached = await reachDatabase({ databaseUrl: undefined, dataDir });
      expect(reached.running).toBe(true);
      const client = new pg.Client({ connectionString: reached.url });
      await client.connect();
      expect((await client.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
      await client.end();
      await reached.stop();
    }
    rmSync(notes);
    await expect(reachDatabase({ databaseUrl: undefined, dataDir })).rejects.toThrow(StoreInUse);
    writeFileSync(notes, whole);
  } finally {
    await held.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}, 60_000);
