import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { streamName } from '#shared/core/event.ts';
import { openLog } from '#server/store/log.ts';
import { migrate } from '#server/store/migrate.ts';
import { ulidMaker } from '#server/store/ulid.ts';
import { openPool } from '#tests/kit/connections.ts';
import { freshDatabase } from '#tests/kit/database.ts';
import { appendEvents } from '#tests/kit/append-events.ts';

let url: string;
let drop: () => Promise<void>;
beforeAll(async () => {
  ({ url, drop } = await freshDatabase());
});
afterAll(() => drop());

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** A reader that pages by the last value of a plain sequence: the control that must fail. */
async function naive(pool: Pool, writers: number, each: number): Promise<{ written: number; seen: number }> {
  await pool.query('create table plain (n bigserial primary key, v int)');
  let over = false;
  let seen = 0;
  const reader = (async () => {
    let last = 0;
    const read = async (): Promise<void> => {
      const { rows } = await pool.query<{ n: string }>('select n from plain where n > $1 order by n', [last]);
      seen += rows.length;
      if (rows.length > 0) last = Number(rows[rows.length - 1]!.n);
    };
    while (!over) await read();
    await read();
  })();
  await Promise.all(
    Array.from({ length: writers }, async (_, w) => {
      const client = await pool.connect();
      for (let i = 0; i < each; i += 1) {
        await client.query('begin');
        await client.query('insert into plain (v) values ($1)', [w]);
        if ((w + i) % 3 === 0) await pause(1 + ((w * i) % 5));
        await client.query((w + i) % 20 === 0 ? 'rollback' : 'commit');
      }
      client.release();
    }),
  );
  over = true;
  await reader;
  return {
    written: Number((await pool.query<{ n: string }>('select count(*) as n from plain')).rows[0]!.n),
    seen,
  };
}

test('P07: no reader of the log skips a commit while twelve write on three nodes; a plain sequence cursor does', async () => {
  const pool = openPool(url, { max: 20 });
  await migrate(pool);
  const control = await naive(pool, 12, 60);
  expect(control.seen, 'the control must miss some').toBeLessThan(control.written);

  const fail = (error: unknown): never => {
    throw error;
  };
  const nodes = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const own = openPool(url, { max: 6 });
      return { own, log: await openLog(own, { pollMs: 100, shared: true, onError: fail }) };
    }),
  );
  const seen = nodes.map(() => [] as number[]);
  nodes.forEach(({ log }, i) =>
    log.follow('test', (events) => seen[i]!.push(...events.map((event) => event.position))),
  );
  // A fourth reader pages with the plain cursor "position > last": in this log that is safe.
  let over = false;
  const paged: number[] = [];
  const pager = (async () => {
    for (;;) {
      const done = over;
      const rows = await nodes[0]!.log.readAfter(paged.at(-1) ?? 0, 500);
      paged.push(...rows.map((event) => event.position));
      if (done && rows.length === 0) return;
      if (rows.length === 0) await pause(5);
    }
  })();
  const newId = ulidMaker(Date.now);
  const each = 80;
  await Promise.all(
    Array.from({ length: 12 }, async (_, w) => {
      const { log } = nodes[w % 3]!;
      for (let i = 0; i < each; i += 1) {
        const stream = `pot-${w}`;
        const event = {
          stream,
          version: i + 1,
          id: newId(),
          type: 'CoinAdded',
          at: new Date().toISOString(),
          actor: { kind: 'system' as const, empId: null, name: streamName(stream) },
          data: { i },
          correlationId: 'p07',
        };
        const outcome = await appendEvents(log, [event], [[stream, i]]);
        expect(outcome.kind).toBe('written');
        if ((w + i) % 3 === 0) await pause((w * i) % 5);
      }
    }),
  );
  await Promise.all(nodes.map(({ log }) => log.reached(12 * each)));
  over = true;
  await pager;
  const all = Array.from({ length: 12 * each }, (_, i) => i + 1);
  for (const list of [...seen, paged]) expect(list).toEqual(all);
  for (const { log, own } of nodes) {
    await log.close();
    await own.end();
  }
  await pool.end();
  console.log(
    `control: ${control.written - control.seen} of ${control.written} skipped; ours: 0 of ${12 * each} by four readers`,
  );
});
