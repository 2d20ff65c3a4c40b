import type { Pool, PoolClient } from 'pg';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshStore, type FreshStore } from '#tests/kit/fresh-store.ts';
import { firstBreakInAccessLog, openAccessLog, readAccessLog, type AccessEntry } from './access-log.ts';

let store: FreshStore;
beforeAll(async () => {
  store = await freshStore(3);
});
afterAll(() => store.close());

const clock = { now: () => Date.parse('2026-11-20T05:00:00Z') };
const line = (objectId: string): AccessEntry => ({ action: 'signOut', result: 'allow', empId: 7, ip: '127.0.0.1', objectId });

/** A node whose loop is late: it hears each answer of the store so much after it was given. */
function late(ms: number): Pool {
  return {
    connect: async () => {
      const client = await store.pool.connect();
      const query = async (...asked: unknown[]): Promise<unknown> => {
        const answer = await (client.query as (...given: unknown[]) => Promise<unknown>)(...asked);
        await pause(ms);
        return answer;
      };
      return { query, escapeLiteral: client.escapeLiteral.bind(client), release: client.release.bind(client) } as unknown as PoolClient;
    },
  } as unknown as Pool;
}

test('nobody waits for the next line while a change that has one is slow to be told so', async () => {
  const waits: number[] = [];
  let over = false;
  const others = (async () => {
    const { record } = openAccessLog(store.pool, clock);
    while (!over) {
      const from = performance.now();
      await record(line('other'));
      waits.push(performance.now() - from);
      await pause(5);
    }
  })();
  await openAccessLog(late(400), clock).change(async ({ client, note }) => {
    await client.query('select 1');
    note(line('first'));
    note(line('second'));
  });
  over = true;
  await others;
  expect(Math.max(...waits)).toBeLessThan(300);
  expect((await readAccessLog(store.pool, null, 10_000)).filter(({ objectId }) => objectId !== 'other').map(({ objectId }) => objectId)).toEqual([
    'second',
    'first',
  ]);
});

test('a line holds whatever somebody sent, and the chain fits', async () => {
  const odd = `'; drop table access_log; -- \\ E'\\'' "quoted" $1 \u0000 \ud83d\ude00`;
  const told: string[] = [];
  const { change } = openAccessLog(store.pool, clock, () => told.push('noted'));
  const answer = await change(async ({ note, afterwards }) => {
    note(line(odd));
    afterwards(() => told.push('stands'));
    return 5;
  });
  expect(answer).toBe(5);
  expect(told).toEqual(['stands', 'noted']);
  expect((await readAccessLog(store.pool, null, 1))[0]).toMatchObject({ ...line(odd), at: '2026-11-20T05:00:00.000Z' });
  expect(await firstBreakInAccessLog(store.pool)).toBeNull();
});

test('what was changed before something failed does not stand, and nothing is done afterwards', async () => {
  const { change } = openAccessLog(store.pool, clock);
  const done: string[] = [];
  const head = (await readAccessLog(store.pool, null, 1))[0]!.position;
  await expect(
    change(async ({ client, note, afterwards }) => {
      await client.query("insert into access_tickets (hash, kind, emp_id, expires_at) values ('x', 'relexauth', 7, now())");
      note(line('never'));
      afterwards(() => done.push('never'));
      throw new Error('broken off');
    }),
  ).rejects.toThrow('broken off');
  expect(done).toEqual([]);
  expect((await readAccessLog(store.pool, null, 1))[0]!.position).toBe(head);
  expect((await store.pool.query('select 1 from access_tickets')).rowCount).toBe(0);
});
