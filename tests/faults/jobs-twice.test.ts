import { afterAll, beforeAll, expect, test } from 'vitest';
import { violations } from '#tests/kit/checker.ts';
import { until } from '#tests/kit/feed-client.ts';
import { openTestHouse, type TestHouse } from '#tests/kit/house.ts';
import { startHouse } from '#tests/kit/process-house.ts';
import { count, limitFor } from '#tests/kit/tiers.ts';

/** P21: a job run twice has one effect: by two nodes at once, by a node that froze in the middle and woke up after another had done it. */
let one: TestHouse;
let two: TestHouse;
beforeAll(async () => {
  one = await openTestHouse({ realTime: true });
  two = await openTestHouse({ databaseUrl: one.databaseUrl, realTime: true });
});
afterAll(async () => {
  await two?.close();
  await one?.close();
});

let made = 0;
async function due(n: number): Promise<string[]> {
  const ids = Array.from({ length: n }, () => `twice:${(made += 1)}:0`);
  const signup = { kind: 'command', stream: 'signup-new', command: 'start', input: { pooId: 1, applicant: { name: 'Anita Rao' } } };
  const message = { kind: 'outside', partner: 'sms', input: { recipient: '5550140301', body: 'Your visit is tomorrow.' } };
  await one.house.pool.query(
    "insert into asks (id, kind, due_at, ask, correlation_id) select id, 'command', timestamptz '2026-01-01', ask, 'test' from unnest($1::text[], $2::text[]) as a (id, ask)",
    [ids, ids.map((_, n2) => JSON.stringify(n2 % 3 === 0 ? message : signup))],
  );
  return ids;
}

/** What each job did: sign-ups that name it as their cause, messages that carry its key. */
async function effects(ids: readonly string[]): Promise<[string, number][]> {
  const { rows } = await one.house.pool.query<{ id: string; n: string }>(
    `select id, count(*) as n from (
       select body::jsonb->>'causationId' as id from events where type = 'SignupStarted' and body::jsonb->>'causationId' = any($1)
       union all select key as id from outbox_messages where key = any($1)) as done group by id order by id`,
    [ids],
  );
  return rows.map((row) => [row.id, Number(row.n)]);
}
const each = (ids: readonly string[]): [string, number][] => ids.map((id): [string, number] => [id, 1]).toSorted();
const settled = async (ids: readonly string[]): Promise<boolean> =>
  (await one.house.pool.query("select 1 from asks where id = any($1) and state = 'pending'", [ids])).rowCount === 0;

test(
  `P21: ${count('jobsTwice')} jobs that two nodes run at the same moment, and again afterwards`,
  { tags: ['gate'], timeout: limitFor('jobsTwice') },
  async () => {
    const ids = await due(count('jobsTwice'));
    await Promise.all([one.house.asks.sweep(), two.house.asks.sweep(), ...ids.map((id) => one.house.asks.run(id)), ...ids.map((id) => two.house.asks.run(id))]);
    await until('done', () => settled(ids));
    await one.house.pool.query("update asks set state = 'pending' where id = any($1)", [ids]);
    await Promise.all([one.house.asks.sweep(), two.house.asks.sweep()]);
    await until('done again', () => settled(ids));
    expect((await effects(ids)).toSorted()).toEqual(each(ids));
    expect([...one.faults, ...two.faults]).toEqual([]);
  },
);

test('P21: a node that freezes in the middle of a job and wakes up when another has done it', async () => {
  for (const place of ['job.begin', 'job.effect'] as const) {
    const frozen = await startHouse({ DATABASE_URL: one.databaseUrl, DEMO: '1', FAILPOINT: `${place}:stop@2` });
    try {
      // three nodes look for what is due, each in its own time: there is work until it has come by the one that freezes
      const ids: string[] = [];
      await until('frozen', async () => {
        if (frozen.said().includes(`failpoint ${place} stop`)) return true;
        ids.push(...(await due(3)));
        await new Promise((resolve) => setTimeout(resolve, 500));
        return false;
      });
      await one.house.asks.sweep();
      await until('done by another', () => settled(ids));
      frozen.child.kill('SIGCONT');
      await until('it answers again', async () => (await fetch(`${frozen.url}/healthz`)).ok);
      await frozen.kill('SIGTERM');
      await one.house.settled();
      expect((await effects(ids)).toSorted(), place).toEqual(each(ids));
    } finally {
      frozen.child.kill('SIGCONT');
      await frozen.kill();
    }
  }
  expect(await violations(one.databaseUrl)).toEqual([]);
});
