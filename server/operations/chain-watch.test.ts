import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openLog } from '#server/store/log.ts';
import { freshStore, type FreshStore } from '#tests/kit/fresh-store.ts';
import { openChainWatch, type ChainWatch } from './chain-watch.ts';
import { appendEvents } from '#tests/kit/append-events.ts';

let store: FreshStore;
let dataDir: string;
const faults: string[] = [];
const onError = (error: unknown): void => void faults.push((error as Error).message);
const open = (roundMs: number): ChainWatch => openChainWatch({ pool: store.pool, dataDir, roundMs, onError });

beforeEach(async () => {
  faults.length = 0;
  dataDir = mkdtempSync(join(tmpdir(), 'ops-chains-'));
  store = await freshStore(3);
  const log = await openLog(store.pool, { pollMs: 1_000, shared: false, onError });
  for (let n = 1; n <= 20; n += 1) {
    const event = {
      stream: 'pot-1',
      version: n,
      id: `event-${n}`,
      type: 'CoinAdded',
      at: new Date(1_763_000_000_000 + n).toISOString(),
      data: { n },
    };
    const by = {
      actor: { kind: 'system' as const, empId: null, name: 'app' },
      correlationId: 'test',
      causationId: null,
      schemaVersion: 1,
    };
    await appendEvents(log, [{ ...event, ...by }]);
    await store.pool.query('select access_log_append($1, $2)', [
      new Date(1_763_000_000_000 + n),
      '{"action":"signIn"}',
    ]);
  }
  await log.close();
});
afterEach(async () => {
  await store.close();
  rmSync(dataDir, { recursive: true, force: true });
});

/** The owner of the database can disable its triggers. */
const tamper = (table: string, sql: string): Promise<unknown> =>
  store.pool.query(`alter table ${table} disable trigger user; ${sql}`);
const changeRow = (table: string, at: number): Promise<unknown> =>
  tamper(table, `update ${table} set body = overlay(body placing 'X' from 5 for 1) where position = ${at}`);
const roundsOf = (watch: ChainWatch): number =>
  Math.min(watch.state().log.rounds, watch.state().access.rounds);

test.each([
  ['events', 'log'],
  ['access_log', 'access'],
] as const)(
  'a row of %s that is changed while the server runs is found by the next round and reported once',
  async (table, chain) => {
    const watch = open(20);
    let emitted = 0;
    watch.onChange(() => (emitted += 1));
    await expect.poll(() => roundsOf(watch)).toBeGreaterThan(1);
    expect(watch.state()[chain]).toMatchObject({ position: 20, broken: null });
    await changeRow(table, 7);
    await expect.poll(() => watch.state()[chain].broken).toBe(7);
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(faults).toEqual([expect.stringContaining('at position 7')]);
    expect(emitted).toBe(1);
    await watch.close();
  },
);

test('a start continues from the last verified row, then verifies all rows', async () => {
  const first = open(20);
  await expect.poll(() => roundsOf(first)).toBeGreaterThan(0);
  await first.close();
  await changeRow('events', 3);
  const second = open(60_000);
  expect(second.state().log.position).toBe(20);
  await expect.poll(() => second.state().log.broken).toBe(3);
  await second.close();
});

test('rows cut off the end are noticed', async () => {
  await tamper('events', 'delete from events where position > 15');
  const watch = open(60_000);
  await expect.poll(() => watch.state().log.broken).toBe(16);
  await watch.close();
});

test('another log in place of the verified one is verified from its first row, without an alarm', async () => {
  const first = open(20);
  await expect.poll(() => roundsOf(first)).toBeGreaterThan(0);
  await first.close();
  const other = await freshStore(3);
  const watch = openChainWatch({ pool: other.pool, dataDir, roundMs: 60_000, onError });
  await expect.poll(() => roundsOf(watch)).toBe(1);
  expect(watch.state()).toMatchObject({
    log: { position: 0, broken: null },
    access: { position: 0, broken: null },
  });
  expect(faults).toEqual([]);
  await watch.close();
  await other.close();
});
