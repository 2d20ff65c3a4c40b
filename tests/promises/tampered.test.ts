import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firstBreakInAccessLog } from '#server/access/access-log.ts';
import { openLog, type OpenLog } from '#server/store/log.ts';
import { verifyChain } from '#server/store/verify-chain.ts';
import { freshStore, type FreshStore } from '#tests/kit/fresh-store.ts';
import { count } from '#tests/kit/tiers.ts';
import { appendEvents } from '#tests/kit/append-events.ts';

/**
 * P36: neither the log nor the access log can be edited unnoticed, even by the owner of the database. Larger
 * counts by TAMPERS=100.
 */
const rounds = count('tampers');
const rows = 60;
let pool: Pool;
let log: OpenLog;
let store: FreshStore;

beforeAll(async () => {
  store = await freshStore(3);
  pool = store.pool;
  log = await openLog(pool, {
    pollMs: 1_000,
    shared: false,
    onError: (error) => {
      throw error;
    },
  });
  for (let n = 1; n <= rows; n += 1) {
    await appendEvents(log, [
      {
        stream: `pot-${n % 7}`,
        version: Math.floor((n - (n % 7 || 7)) / 7) + 1,
        id: `event-${n}`,
        type: 'CoinAdded',
        at: new Date(1_763_000_000_000 + n * 1_000).toISOString(),
        actor: { kind: 'system', empId: null, name: 'server' },
        data: { coins: n },
        correlationId: 'test',
        causationId: null,
        schemaVersion: 1,
      },
    ]);
    await pool.query('select access_log_append($1, $2)', [
      new Date(1_763_000_000_000 + n * 1_000),
      JSON.stringify({ action: 'signIn', result: 'allow', empId: n, ip: '10.0.0.1' }),
    ]);
  }
});
afterAll(async () => {
  await log.close();
  await store.close();
});

type Tamper = {
  readonly what: string;
  readonly sql: (table: string, at: number) => readonly string[];
  readonly first: (at: number) => number;
};
const tampers: readonly Tamper[] = [
  {
    what: 'one letter changed',
    sql: (table, at) => [
      `update ${table} set body = overlay(body placing 'X' from ${3 + (at % 5)} for 1) where position = ${at}`,
    ],
    first: (at) => at,
  },
  {
    what: 'a row taken out',
    sql: (table, at) => [`delete from ${table} where position = ${at}`],
    first: (at) => at,
  },
  {
    what: 'a row taken out and the rest moved up',
    sql: (table, at) => [
      `delete from ${table} where position = ${at}`,
      `update ${table} set position = -position where position > ${at}`,
      `update ${table} set position = -position - 1 where position < 0`,
    ],
    first: (at) => at,
  },
  {
    what: 'two rows swapped',
    sql: (table, at) => [
      `update ${table} set position = -1 where position = ${at}`,
      `update ${table} set position = ${at} where position = ${at + 1}`,
      `update ${table} set position = ${at + 1} where position = -1`,
    ],
    first: (at) => at,
  },
  {
    what: 'a moment earlier',
    sql: (table, at) => [`update ${table} set at = at - interval '1 second' where position = ${at}`],
    first: (at) => at,
  },
];

for (const table of ['events', 'access_log']) {
  const firstBreak = async (over: Pool): Promise<number | null> => {
    if (table === 'access_log') return firstBreakInAccessLog(over);
    const verdict = await verifyChain(over);
    return verdict.ok ? null : verdict.position;
  };

  test(`P36: rows deleted from the end of ${table} are missed by its head, and a head moved by hand does not match`, async () => {
    const head = table === 'events' ? 'log_head' : 'access_log_head';
    const cuts: readonly [what: string, sql: readonly string[], first: number][] = [
      ['the last two', [`delete from ${table} where position > ${rows - 2}`], rows - 1],
      ['all of them', [`delete from ${table}`], 1],
      [
        'the last, and the head moved back',
        [`delete from ${table} where position = ${rows}`, `update ${head} set position = ${rows - 1}`],
        table === 'events' ? rows : rows - 1,
      ],
    ];
    for (const [what, sql, first] of cuts) {
      const client = await pool.connect();
      try {
        await client.query('begin');
        await client.query(`alter table ${table} disable trigger user`);
        for (const one of sql) await client.query(one);
        expect(await firstBreak(client as unknown as Pool), what).toBe(first);
      } finally {
        await client.query('rollback');
        client.release();
      }
    }
    expect(await firstBreak(pool)).toBeNull();
  });

  test(`P36: ${rounds} changes of ${table} by the owner of the database, each found and its first position named`, async () => {
    expect(await firstBreak(pool)).toBeNull();
    let found = 0;
    for (let round = 0; round < rounds; round += 1) {
      const tamper = tampers[round % tampers.length]!;
      const at = 2 + ((round * 17) % (rows - 3));
      const client = await pool.connect();
      try {
        await client.query('begin');
        await client.query(`alter table ${table} disable trigger user`);
        for (const sql of tamper.sql(table, at)) await client.query(sql);
        // The verifier reads inside this transaction, which is rolled back.
        expect(await firstBreak(client as unknown as Pool), `${tamper.what} at ${at}`).toBe(tamper.first(at));
        found += 1;
      } finally {
        await client.query('rollback');
        client.release();
      }
    }
    expect(found).toBe(rounds);
    expect(await firstBreak(pool)).toBeNull();
  });
}
