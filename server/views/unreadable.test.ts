import type { AnyEvent } from '#tests/kit/any-event.ts';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { EventRef } from '#shared/core/event.ts';
import { definePolicy } from '#shared/core/policy.ts';
import { defineView } from '#shared/core/view.ts';
import { openPolicies } from '#server/jobs/policies.ts';
import { openLog, type OpenLog } from '#server/store/log.ts';
import { openStates } from '#server/store/states.ts';
import { appendEvents } from '#tests/kit/append-events.ts';
import { freshStore, type FreshStore } from '#tests/kit/fresh-store.ts';
import { openViews } from './engine.ts';
import { openSqlView, type SqlViewDef } from './sql-view.ts';

/** An event whose upcaster fails stops no reader of the log: each goes on without it, and says so. */
const name = 'masterfile';
const type = 'MasterExported';
const exported: EventRef<typeof type, { readonly rows: number }> = { stream: name, type, schemaVersion: 2 };
let store: FreshStore;
let log: OpenLog;
let faults: unknown[];
const onError = (error: unknown): void => void faults.push(error);

beforeEach(async () => {
  store = await freshStore();
  faults = [];
  const writer = await openLog(store.pool, { pollMs: 1_000, shared: false, onError });
  // Old versions of an event, of which the second holds nothing that its upcaster could rename.
  await appendEvents(
    writer,
    [{ rows: 3 }, null, { rows: 4 }].map((data, n) => ({
      ...{ stream: `${name}-1`, version: n + 1, id: `event-${n}`, type, data },
      ...{ at: '2026-11-20T05:00:00.000Z', correlationId: 'test', causationId: null, schemaVersion: 1 },
      actor: { kind: 'system' as const, empId: null, name: 'server' },
    })),
  );
  await writer.close();
  log = await openLog(store.pool, { pollMs: 1_000, shared: false, onError });
});
afterEach(async () => {
  await log.close();
  await store.close();
});

const setAside = async (): Promise<readonly string[]> =>
  (
    await store.pool.query<{ found: string }>(
      "select consumer || ' ' || position as found from set_aside order by 1",
    )
  ).rows.map(({ found }) => found);

test('a view in memory, one in SQL and the policies take the events around it', async () => {
  const counted = defineView<{ readonly rows: number }, AnyEvent>({
    name: 'counted',
    version: 1,
    streams: [name],
    ids: ({ stream }) => [stream],
    row: (row, event) => ({ rows: (row?.rows ?? 0) + event.data.rows }),
  });
  const listed: SqlViewDef = {
    name: 'listed',
    version: 1,
    streams: [name],
    tables: {
      listed_rows: { table: (table) => `create table ${table} (rows int)`, indexes: () => '' },
    },
    async apply(events, { client, table }) {
      for (const event of events as readonly AnyEvent[])
        await client.query(`insert into ${table('listed_rows')} values ($1)`, [event.data.rows]);
    },
  };
  const views = await openViews(store.pool, log, [counted], { saveMs: 60_000, onError });
  const sql = await openSqlView(store.pool, log, listed, { onError });
  const carriedOut: unknown[] = [];
  const policies = await openPolicies({
    ...{ pool: store.pool, log, directory: {} as never, onError },
    policies: [
      definePolicy({
        name: 'count',
        on: [exported],
        react: ({ data }) => [
          { kind: 'command', stream: 'thing-1', command: 'add', input: { n: data.rows } },
        ],
      }),
    ],
    carryOut: (reactions) => carriedOut.push(...reactions.map(({ reaction }) => reaction)),
  });
  await policies.idle();
  await sql.reached(log.head());
  expect([...views.byName('counted')!.rows.values()]).toEqual([{ rows: 7 }]);
  expect((await store.pool.query('select rows from listed_rows order by rows')).rows).toEqual([
    { rows: 3 },
    { rows: 4 },
  ]);
  expect(carriedOut).toEqual([3, 4].map((n) => expect.objectContaining({ input: { n } })));
  await policies.stop();
  await sql.close();
  await views.close();
  expect(await setAside()).toEqual(['counted 2', 'listed 2', 'policy count 2']);
  expect(faults.map(String)).toEqual(
    ['counted', 'policy count'].map((consumer) =>
      expect.stringContaining(`${consumer}: event 2 (MasterExported of masterfile-1) was set aside`),
    ),
  );
});

test('the history of its record is read without it, and it is set aside', async () => {
  expect((await log.readStream<AnyEvent>(`${name}-1`)).map(({ data }) => data.rows)).toEqual([3, 4]);
  expect(await setAside()).toEqual(['record history 2']);
});

test('the state of its record cannot be loaded, that of another one loaded with it can', async () => {
  const def = {
    ...{ name, state: 1, commands: {}, initial: () => 0 },
    evolve: (rows: number, event: { data: { rows: number } }) => rows + event.data.rows,
  };
  const states = openStates(store.pool, new Map([[name, def as never]]));
  const [bad, good] = await Promise.allSettled([states.load(`${name}-1`), states.load(`${name}-2`)]);
  expect(bad).toMatchObject({ status: 'rejected', reason: { name: 'UnreadableEvent' } });
  expect(good).toMatchObject({ status: 'fulfilled', value: { version: 0, state: 0 } });
  expect(await setAside()).toEqual(['record state 2']);
});
