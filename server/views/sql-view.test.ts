import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'pg';
import { expect, test } from 'vitest';
import { openLog, type OpenLog } from '#server/store/log.ts';
import { freshStore, type FreshStore } from '#tests/kit/fresh-store.ts';
import { foldAgain } from './sql-view-check.ts';
import { openSqlView, type SqlViewDef } from './sql-view.ts';
import { appendEvents } from '#tests/kit/append-events.ts';

const def: SqlViewDef = {
  name: 'probe',
  version: 1,
  streams: ['pot'],
  tables: {
    probe_rows: { table: (table) => `create table ${table} (id text primary key)`, indexes: () => '' },
  },
  async apply(events, { client, table }) {
    for (const event of events)
      await client.query(`insert into ${table('probe_rows')} values ($1)`, [event.id]);
  },
};

/** Writes many events at once, each to a stream of its own; returns the position of the last. */
function writerOf(log: OpenLog): (name?: string, count?: number) => Promise<number> {
  let n = 0;
  return async (name = 'pot', count = 1) => {
    const events = Array.from({ length: count }, () => {
      n += 1;
      const event = {
        stream: `${name}-${n}`,
        version: 1,
        id: `event-${n}`,
        type: 'CoinAdded',
        at: '2026-11-20T05:00:00.000Z',
        data: {},
        correlationId: 'test',
      };
      return {
        ...event,
        actor: { kind: 'system' as const, empId: null, name: 'server' },
        causationId: null,
        schemaVersion: 1,
      };
    });
    const written = await appendEvents(log, events);
    return (written as { position: number }).position;
  };
}

const logOver = (store: FreshStore, faults: unknown[]): ReturnType<typeof openLog> =>
  openLog(store.pool, { pollMs: 1_000, shared: false, onError: (error) => faults.push(error) });

test.each([
  ['an event that is none of theirs', 'other', 1, 0],
  ['more of their own than are kept in memory', 'pot', 10_001, 10_001],
])(
  'a reader waiting for events that arrived during a write is not forgotten: %s',
  async (_what, name, count, more) => {
    const store = await freshStore();
    const faults: unknown[] = [];
    const onError = (error: unknown): void => void faults.push(error);
    const log = await logOver(store, faults);
    const [begun, gate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const held: SqlViewDef = {
      ...def,
      async apply(events, { client, table }) {
        begun.resolve();
        await gate.promise;
        await client.query(`insert into ${table('probe_rows')} select unnest($1::text[])`, [
          events.map(({ id }) => id),
        ]);
      },
    };
    const view = await openSqlView(store.pool, log, held, { onError });
    try {
      const append = writerOf(log);
      await append();
      await begun.promise;
      const last = await append(name, count);
      const there = view.reached(last).then(() => 'there');
      gate.resolve();
      expect(await Promise.race([there, pause(5_000, 'forgotten')])).toBe('there');
      expect((await store.pool.query('select from probe_rows')).rowCount).toBe(1 + more);
      expect(faults).toEqual([]);
    } finally {
      await view.close();
      await log.close();
      await store.close();
    }
  },
);

test('rows lost in a database crash are folded again, with the next event or without one', async () => {
  const store = await freshStore(3);
  const pool = new Pool({ connectionString: store.url, max: 3, application_name: 'probe' });
  const errors: unknown[] = [];
  const faults: unknown[] = [];
  pool.on('error', (error) => void errors.push(error));
  const log = await logOver(store, faults);
  const view = await openSqlView(pool, log, def, { onError: (error) => errors.push(error), retryMs: 20 });
  const append = writerOf(log);
  const there = async (): Promise<number> =>
    Number((await store.pool.query<{ n: string }>('select count(*) as n from probe_rows')).rows[0]!.n);
  /** Rows and checkpoint are written with asynchronous commit: a crash loses the last of both, together. */
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
    await store.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'probe'",
    );
    await expect.poll(there, { timeout: 5_000 }).toBe(4);
    expect(view.position()).toBe(4);
    expect(errors.map(String).filter((text) => !/fell back|terminat/.test(text))).toEqual([]);
    expect(faults).toEqual([]);
  } finally {
    await view.close();
    await log.close();
    await pool.end();
    await store.close();
  }
});

test('a reader of a view that cannot be written gets an error in time, and it recovers', async () => {
  const store = await freshStore(3);
  const errors: unknown[] = [];
  const log = await logOver(store, errors);
  const away = Object.assign(new Error('the database is away'), { code: '57P03' });
  let ill = false;
  const sick: SqlViewDef = {
    ...def,
    apply: (events, tables) => (ill ? Promise.reject(away) : def.apply(events, tables)),
  };
  const view = await openSqlView(store.pool, log, sick, {
    onError: (error) => errors.push(error),
    retryMs: 20,
    patienceMs: 200,
  });
  const append = writerOf(log);
  try {
    ill = true;
    const first = await append();
    const from = performance.now();
    await expect(Promise.race([view.reached(first), pause(5_000, 'no error')])).rejects.toBe(away);
    expect(performance.now() - from).toBeGreaterThan(195);
    const soon = view.reached(first).then(() => 'there');
    ill = false;
    expect(await Promise.race([soon, pause(5_000, 'forgotten')])).toBe('there');
    expect(new Set(errors)).toEqual(new Set([away]));
  } finally {
    await view.close();
    await log.close();
    await store.close();
  }
});

test('while two versions run, the older one waits for the newer and leaves its tables alone', async () => {
  const store = await freshStore(6);
  const late = new Pool({ connectionString: store.url, max: 3 });
  const errors: string[] = [];
  const faults: unknown[] = [];
  const log = await logOver(store, faults);
  const tables = {
    probe_rows: {
      table: (table: string) => `create table ${table} (id text primary key, by integer)`,
      indexes: () => '',
    },
  };
  const of = (version: number): SqlViewDef => ({
    ...def,
    version,
    tables,
    async apply(events, { client, table }) {
      for (const event of events)
        await client.query(`insert into ${table('probe_rows')} values ($1, $2)`, [event.id, version]);
    },
  });
  const older = {
    onError: (error: unknown) => void errors.push(String(error)),
    retryMs: 20,
    patienceMs: 3_000,
  };
  const there = async (): Promise<unknown[]> =>
    (await store.pool.query('select id, by from probe_rows order by id')).rows;
  /** The newer node writes only once the gate opens. */
  let gate = Promise.withResolvers<void>();
  gate.resolve();
  const connect = late.connect.bind(late);
  late.connect = ((answer?: Parameters<typeof connect>[0]) =>
    answer ? connect(answer) : gate.promise.then(() => connect())) as typeof late.connect;
  const append = writerOf(log);
  let first = await openSqlView(store.pool, log, of(1), older);
  const second = await openSqlView(late, log, of(2), { onError: (error) => faults.push(error) });
  try {
    gate = Promise.withResolvers();
    const one = await append();
    const [seenByFirst, seenBySecond] = [first.reached(one), second.reached(one)];
    await pause(200);
    expect(await there()).toEqual([]);
    gate.resolve();
    await seenBySecond;
    await seenByFirst;
    expect(await there()).toEqual([{ id: 'event-1', by: 2 }]);

    // An event that touches no rows of the newer view advances no checkpoint in the tables, and yet nobody
    // waits for it.
    await first.reached(await append('other'));

    await first.close();
    first = await openSqlView(store.pool, log, of(1), older);
    await expect(first.rebuild()).rejects.toThrow('version 2');
    gate = Promise.withResolvers();
    const three = await append();
    const seen = first.reached(three);
    await pause(200);
    expect(await there()).toEqual([{ id: 'event-1', by: 2 }]);
    gate.resolve();
    await seen;
    expect(await there()).toEqual([
      { id: 'event-1', by: 2 },
      { id: 'event-3', by: 2 },
    ]);
    expect(faults).toEqual([]);
    // Once by each of the two that were opened.
    expect(errors).toHaveLength(2);
    expect(new Set(errors)).toEqual(
      new Set([
        'Error: probe: its tables are of version 2, this node knows 1. It reads them and leaves the writing to the newer ones.',
      ]),
    );

    // Nobody writes them any more: a waiting reader gets an error instead of waiting forever.
    await second.close();
    const four = first.reached(await append());
    await expect(Promise.race([four, pause(8_000, 'no error')])).rejects.toThrow('nobody of version 2');
  } finally {
    gate.resolve();
    await first.close();
    await second.close();
    await log.close();
    await late.end();
    await store.close();
  }
});

test.each([
  ['the database refuses what it makes of it', /json/, () => String.raw`{"half":"\ud83d"}`],
  [
    'it fails itself, whatever kind of error that is',
    /nothing fits/,
    () => {
      throw new Error('nothing fits');
    },
  ],
  [
    'it fails with an error of JavaScript that has a code',
    /not a valid encoding/,
    () => {
      throw Object.assign(new TypeError('not a valid encoding'), { code: 'ERR_UNKNOWN_ENCODING' });
    },
  ],
])(
  'an event that a view cannot take is set aside with its reason, and the view goes on, also through a rebuild: %s',
  async (_why, reason, odd) => {
    const store = await freshStore();
    const faults: unknown[] = [];
    const log = await logOver(store, faults);
    const strict: SqlViewDef = {
      ...def,
      tables: {
        probe_rows: {
          table: (table) => `create table ${table} (id text primary key, data jsonb)`,
          indexes: () => '',
        },
      },
      async apply(events, { client, table }) {
        for (const { id } of events)
          await client.query(`insert into ${table('probe_rows')} values ($1, $2::jsonb)`, [
            id,
            id === 'event-2' ? odd() : '{}',
          ]);
      },
    };
    const rowsNow = async (): Promise<string[]> =>
      (await store.pool.query<{ id: string }>('select id from probe_rows order by id')).rows.map(
        ({ id }) => id,
      );
    const asides = async (): Promise<unknown[]> =>
      (await store.pool.query('select consumer, position, stream, type, reason from set_aside')).rows;
    const view = await openSqlView(store.pool, log, strict, { onError: (error) => faults.push(error) });
    try {
      const append = writerOf(log);
      await view.reached(await append('pot', 3));
      expect(await rowsNow()).toEqual(['event-1', 'event-3']);
      expect(await asides()).toEqual([
        {
          consumer: 'probe',
          position: '2',
          stream: 'pot-2',
          type: 'CoinAdded',
          reason: expect.stringMatching(reason),
        },
      ]);
      expect(faults.map(String)).toEqual([
        expect.stringMatching(/^Error: probe: event 2 \(CoinAdded of pot-2\) was set aside: /),
      ]);
      await view.rebuild();
      const again = await foldAgain(store.pool, strict, (at, upTo, streams) =>
        log.readAfter(at, 100, streams).then((list) => list.filter(({ position }) => position <= upTo)),
      );
      expect(again).toMatchObject({ rows: 2, before: again!.after });
      await view.reached(await append('pot', 1));
      expect(await rowsNow()).toEqual(['event-1', 'event-3', 'event-4']);
      expect(await asides()).toHaveLength(1);
    } finally {
      await view.close();
      await log.close();
      await store.close();
    }
  },
);

test('a view that can take nothing of a batch is faulty itself and sets nothing aside', async () => {
  const store = await freshStore();
  const faults: unknown[] = [];
  const log = await logOver(store, faults);
  const broken: SqlViewDef = {
    ...def,
    apply: () => Promise.reject(new TypeError('a fault in the fold')),
  };
  const view = await openSqlView(store.pool, log, broken, {
    onError: (error) => faults.push(error),
    retryMs: 20,
    patienceMs: 0,
  });
  try {
    await expect(view.reached(await writerOf(log)('pot', 30))).rejects.toThrow('a fault in the fold');
    expect((await store.pool.query('select from set_aside')).rowCount).toBe(0);
    expect(view.position()).toBe(0);
  } finally {
    await view.close();
    await log.close();
    await store.close();
  }
});
