import type { Event } from '#shared/core/event.ts';
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Directory } from '#shared/core/directory.ts';
import type { Viewer } from '#shared/core/permission.ts';
import { defineStream } from '#shared/core/stream.ts';
import { translations } from '#shared/core/translations.ts';
import type { Handle } from '#server/core/parts.ts';
import { openHandle } from '#server/store/handle.ts';
import { openLog, type OpenLog } from '#server/store/log.ts';
import { migrate } from '#server/store/migrate.ts';
import { openNumbers } from '#server/store/numbers.ts';
import { openStates } from '#server/store/states.ts';
import { ulidMaker } from '#server/store/ulid.ts';
import { verifyChain } from '#server/store/verify-chain.ts';
import { openConnection, openPool } from '#tests/kit/connections.ts';
import { freshDatabase, type FreshDatabase } from '#tests/kit/database.ts';
import { until } from '#tests/kit/feed-client.ts';
import { count } from '#tests/kit/tiers.ts';

/** P24: every connection to PostgreSQL is cut, again and again, under commands. Larger counts by CUTS=50. */
const cuts = count('cuts');

interface Pot {
  total: number;
}
const pot = defineStream<Pot, Event<'CoinAdded', { readonly coins: number }>>({
  name: 'pot',
  events: { CoinAdded: true },
  area: 'tests',
  state: 1,
  initial: () => ({ total: 0 }),
  evolve: (state, event) => ({ total: state.total + event.data.coins }),
  commands: {
    add: {
      input: z.object({ coins: z.number() }).strict(),
      need: 'signedIn',
      creates: true,
      decide: (_state, input: any) => [{ type: 'CoinAdded', data: { coins: input.coins } }],
    },
  },
  translations: translations({ en: {}, es: {} }),
});
const viewer: Viewer = {
  kind: 'person',
  empId: 1,
  name: 'Agent',
  roleId: 1,
  designationId: 11,
  effectiveDesignationId: 11,
  admin: false,
  poos: 'all',
  languages: 'all',
  rights: new Set(),
  sessionId: 's',
  permissionVersion: 1,
  language: 'en',
};
const nobody: Directory = {
  employee: () => null,
  employees: () => [],
  holders: () => [],
  designation: () => null,
  poo: () => null,
  poos: () => [],
};

let database: FreshDatabase;
let pool: Pool;
let log: OpenLog;
let handle: Handle;
const faults: unknown[] = [];
beforeAll(async () => {
  database = await freshDatabase();
  pool = openPool(database.url, { max: 6, connectionTimeoutMillis: 5_000 });
  pool.on('error', (error) => faults.push(error));
  await migrate(pool);
  log = await openLog(pool, { pollMs: 200, shared: true, onError: (error) => faults.push(error) });
  const streams = new Map([[pot.name, pot]]);
  const states = openStates(pool, streams);
  log.follow('states', (events) => states.apply(events));
  const clock = { now: () => Date.now() };
  handle = openHandle({
    pool,
    log,
    states,
    numbers: openNumbers(pool),
    clock,
    directory: nobody,
    streams,
    prepare: {},
    newId: ulidMaker(clock.now),
  });
});
afterAll(async () => {
  await log.close().catch((error: unknown) => faults.push(error));
  await pool.end();
  await database.drop();
});

test(`P24: ${cuts} times all connections are cut under load: nothing acknowledged is lost or done twice, and commands go on within ten seconds`, async () => {
  const acked = new Map<string, string>();
  const unsure = new Map<string, string>();
  const refused: string[] = [];
  let over = false;
  let sent = 0;
  const drivers = Array.from({ length: 4 }, async (_, driver) => {
    while (!over) {
      const key = randomUUID();
      const stream = `pot-d${driver}-${sent % 5}`;
      sent += 1;
      try {
        const answer = await handle({
          stream,
          command: 'add',
          input: { coins: 1 },
          viewer,
          idempotencyKey: key,
          correlationId: 'p24',
        });
        if ('refused' in answer) refused.push(String(answer.code));
        else acked.set(key, stream);
      } catch {
        unsure.set(key, stream); // unknown whether it was done: repeated below
        await new Promise((resolve) => setTimeout(resolve, 5));
      }
    }
  });
  let slowest = 0;
  for (let cut = 0; cut < cuts; cut += 1) {
    const killer = await openConnection(database.url);
    await killer.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()",
    );
    await killer.end();
    const before = acked.size;
    slowest = Math.max(
      slowest,
      await until(`commands go on after cut ${cut + 1}`, () => acked.size >= before + 4),
    );
  }
  over = true;
  await Promise.all(drivers);
  expect(refused).toEqual([]);

  for (const [key, stream] of [...acked, ...unsure]) {
    const again = await handle({
      stream,
      command: 'add',
      input: { coins: 1 },
      viewer,
      idempotencyKey: key,
      correlationId: 'p24',
    });
    expect('refused' in again).toBe(false);
  }
  const { rows } = await pool.query<{ n: string }>('select count(*) as n from events');
  expect(Number(rows[0]!.n)).toBe(acked.size + unsure.size);
  expect(await verifyChain(pool)).toMatchObject({ ok: true });
  const head = Number(
    (await pool.query<{ position: string }>('select position from log_head')).rows[0]!.position,
  );
  await log.reached(head);
  console.log(
    `${cuts} cuts, ${acked.size} answered, ${unsure.size} settled by their key, slowest return ${slowest.toFixed(0)} ms`,
  );
});
