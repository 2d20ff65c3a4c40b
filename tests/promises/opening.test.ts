import { rmSync } from 'node:fs';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openServer, type OpenServer } from '#server/app.ts';
import { readConfig, type Config } from '#server/config.ts';
import { demoClock } from '#server/demo/demo-clock.ts';
import { openPool } from '#tests/kit/connections.ts';
import { freshDatabase, type FreshDatabase } from '#tests/kit/database.ts';
import { until } from '#tests/kit/feed-client.ts';
import { temporaryFolder } from '#tests/kit/folder.ts';

/** A server that cannot open, or a part of which fails to close, leaves nothing open. */
const folder = temporaryFolder('ops-opening-');
let database: FreshDatabase;
let watcher: Pool;
beforeAll(async () => {
  database = await freshDatabase();
  watcher = openPool(database.url, { max: 1 });
});
afterAll(async () => {
  await watcher?.end();
  await database?.drop();
  rmSync(folder, { recursive: true, force: true });
});

const config = (): Config =>
  readConfig({
    NODE_ENV: 'test',
    DATABASE_URL: database.url,
    DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'silent',
  });
const open = (faults: unknown[], settings: Config): Promise<OpenServer> =>
  openServer({
    config: settings,
    databaseUrl: database.url,
    clock: demoClock(),
    version: 'test',
    shared: true,
    onError: (error) => faults.push(error),
  });

/** Database connections other than the test's own; PostgreSQL forgets one a moment after it was closed. */
async function nobodyIn(): Promise<void> {
  await until(
    'nobody is in the database',
    async () =>
      (
        await watcher.query(
          "select 1 from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'",
        )
      ).rowCount === 0,
  );
}

/** Each is read by another part: the store, the jobs, the HTTP server, the sockets, the routes. */
const stops: readonly (readonly [part: string, breaks: (settings: Config, fail: () => never) => Config])[] = [
  ['access', (settings, fail) => Object.defineProperty({ ...settings }, 'adminEmployeeIds', { get: fail })],
  [
    'leases',
    (settings, fail) => ({
      ...settings,
      knobs: Object.defineProperty({ ...settings.knobs }, 'leaseSeconds', { get: fail }),
    }),
  ],
  ['http', (settings, fail) => Object.defineProperty({ ...settings }, 'requestsPerSession', { get: fail })],
  [
    'hub',
    (settings, fail) => ({
      ...settings,
      knobs: Object.defineProperty({ ...settings.knobs }, 'feedFlushMs', { get: fail }),
    }),
  ],
];

test.each(stops)(
  'an opening that fails in the middle, at %s, closes everything opened before and gives the reason',
  async (part, breaks) => {
    const faults: unknown[] = [];
    const why = new Error(`${part} cannot be opened`);
    const broken = breaks(config(), () => {
      throw why;
    });
    await expect(open(faults, broken)).rejects.toBe(why);
    await nobodyIn();
    expect(faults).toEqual([]);
  },
);

test('a part that fails to close is reported to every closer once all others have closed', async () => {
  const faults: unknown[] = [];
  const server = await open(faults, config());
  const address = await server.listen();
  const why = new Error('the leases cannot end');
  const stop = server.leases.stop.bind(server.leases);
  Object.assign(server.leases, {
    async stop() {
      await stop();
      throw why;
    },
  });
  const closings = [server.close(), server.close()];
  for (const closed of closings) await expect(closed).rejects.toBe(why);
  await expect(fetch(`${address}/healthz`)).rejects.toThrow('fetch failed');
  await nobodyIn();
  await expect(server.close()).rejects.toBe(why);
  expect(faults).toEqual([]);
});
