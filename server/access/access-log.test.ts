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
const entry = (objectId: string): AccessEntry => ({
  action: 'signOut',
  result: 'allow',
  empId: 7,
  ip: '127.0.0.1',
  objectId,
});

/** A node with a slow event loop: each answer of the store arrives this late. */
function late(ms: number): Pool {
  return {
    connect: async () => {
      const client = await store.pool.connect();
      const query = async (...body: unknown[]): Promise<unknown> => {
        const answer = await (client.query as (...args: unknown[]) => Promise<unknown>)(...body);
        await pause(ms);
        return answer;
      };
      return {
        query,
        escapeLiteral: client.escapeLiteral.bind(client),
        release: client.release.bind(client),
      } as unknown as PoolClient;
    },
  } as unknown as Pool;
}

test('a change that is slow to see its commit holds up no other entry', async () => {
  const waits: number[] = [];
  let over = false;
  const others = (async () => {
    const { record } = openAccessLog(store.pool, clock);
    while (!over) {
      const from = performance.now();
      await record(entry('other'));
      waits.push(performance.now() - from);
      await pause(5);
    }
  })();
  await openAccessLog(late(400), clock).change(async ({ client, note }) => {
    await client.query('select 1');
    note(entry('first'));
    note(entry('second'));
  });
  over = true;
  await others;
  expect(Math.max(...waits)).toBeLessThan(300);
  expect(
    (await readAccessLog(store.pool, null, 10_000))
      .filter(({ objectId }) => objectId !== 'other')
      .map(({ objectId }) => objectId),
  ).toEqual(['second', 'first']);
});

test('an entry stores any text, and the chain matches', async () => {
  const odd = `'; drop table access_log; -- \\ E'\\'' "quoted" $1 \u0000 \ud83d\ude00`;
  const reported: string[] = [];
  const { change } = openAccessLog(store.pool, clock, () => reported.push('noted'));
  const answer = await change(async ({ note, afterwards }) => {
    note(entry(odd));
    afterwards(() => reported.push('stands'));
    return 5;
  });
  expect(answer).toBe(5);
  expect(reported).toEqual(['stands', 'noted']);
  expect((await readAccessLog(store.pool, null, 1))[0]).toMatchObject({
    ...entry(odd),
    at: '2026-11-20T05:00:00.000Z',
  });
  expect(await firstBreakInAccessLog(store.pool)).toBeNull();
});

test('a failed change is rolled back and its effects do not run', async () => {
  const { change } = openAccessLog(store.pool, clock);
  const done: string[] = [];
  const head = (await readAccessLog(store.pool, null, 1))[0]!.position;
  await expect(
    change(async ({ client, note, afterwards }) => {
      await client.query(
        "insert into access_tickets (hash, kind, emp_id, expires_at) values ('x', 'relexauth', 7, now())",
      );
      note(entry('never'));
      afterwards(() => done.push('never'));
      throw new Error('broken off');
    }),
  ).rejects.toThrow('broken off');
  expect(done).toEqual([]);
  expect((await readAccessLog(store.pool, null, 1))[0]!.position).toBe(head);
  expect((await store.pool.query('select 1 from access_tickets')).rowCount).toBe(0);
});
