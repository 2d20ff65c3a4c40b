import { Pool } from 'pg';
import { expect, test } from 'vitest';
import { openLog } from '#server/store/log.ts';
import { freshStore } from '#tests/kit/fresh-store.ts';
import { openSqlView, type SqlViewDef } from './sql-view.ts';

const def: SqlViewDef = {
  name: 'probe',
  version: 1,
  streams: ['pot'],
  tables: { probe_rows: { table: (table) => `create table ${table} (id text primary key)`, indexes: () => '' } },
  async apply(events, { client, table }) {
    for (const event of events) await client.query(`insert into ${table('probe_rows')} values ($1)`, [event.id]);
  },
};

test('what a crash of the database took of its rows is folded again while the house goes on, with the next event and without one', async () => {
  const store = await freshStore(3);
  const pool = new Pool({ connectionString: store.url, max: 3, application_name: 'probe' });
  const told: unknown[] = [];
  const faults: unknown[] = [];
  pool.on('error', (error) => void told.push(error));
  const log = await openLog(store.pool, { pollMs: 1_000, shared: false, onError: (error) => faults.push(error) });
  const view = await openSqlView(pool, log, def, { onError: (error) => told.push(error), retryMs: 20 });
  let n = 0;
  const append = async (): Promise<void> => {
    n += 1;
    const event = { stream: `pot-${n}`, version: 1, id: `event-${n}`, type: 'CoinAdded', at: '2026-11-20T05:00:00.000Z', data: {}, correlationId: 'test' };
    await log.append({
      commandId: null,
      requestHash: null,
      answer: null,
      sourceKey: null,
      expected: [],
      events: [{ ...event, actor: { kind: 'system', empId: null, name: 'house' }, causationId: null, schemaVersion: 1 }],
    });
  };
  const there = async (): Promise<number> => Number((await store.pool.query<{ n: string }>('select count(*) as n from probe_rows')).rows[0]!.n);
  /** Rows and checkpoint are written without waiting for the disk: a crash takes the last of both, together. */
  const crash = async (): Promise<void> => {
    await store.pool.query("delete from probe_rows where id in ('event-2', 'event-3')");
    await store.pool.query("update sql_views set position = 1 where name = 'probe'");
  };
  try {
    for (let i = 0; i < 3; i += 1) await append();
    await view.reached(3);
    expect(await there()).toBe(3);
    await crash();
    await append();
    await view.reached(4);
    await expect.poll(there, { timeout: 5_000 }).toBe(4);
    await crash();
    await store.pool.query("delete from probe_rows where id = 'event-4'");
    await store.pool.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'probe'");
    await expect.poll(there, { timeout: 5_000 }).toBe(4);
    expect(view.position()).toBe(4);
    expect(told.map(String).filter((text) => !/fell back|terminat/.test(text))).toEqual([]);
    expect(faults).toEqual([]);
  } finally {
    await view.close();
    await log.close();
    await pool.end();
    await store.close();
  }
});
