import { afterAll, beforeAll, expect, test } from 'vitest';
import { violations } from '#tests/kit/checker.ts';
import { until } from '#tests/kit/feed-client.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';
import { startServer } from '#tests/kit/process-server.ts';
import { count, limitFor } from '#tests/kit/tiers.ts';

/**
 * P21: a job that runs twice has one effect: by two nodes at once, or by a node that froze in the middle and
 * woke up after another had done it.
 */
let one: TestServer;
let two: TestServer;
beforeAll(async () => {
  one = await openTestServer({ realTime: true });
  two = await openTestServer({ databaseUrl: one.databaseUrl, realTime: true });
});
afterAll(async () => {
  await two?.close();
  await one?.close();
});

let made = 0;
async function due(n: number): Promise<string[]> {
  const ids = Array.from({ length: n }, () => `twice:${(made += 1)}:0`);
  const signup = {
    kind: 'command',
    stream: 'signup-new',
    command: 'start',
    input: { pooId: 1, applicant: { name: 'Anita Rao' } },
  };
  const message = {
    kind: 'outside',
    partner: 'sms',
    input: { recipient: '5550140301', body: 'Your visit is tomorrow.' },
  };
  await one.server.pool.query(
    "insert into reactions (id, kind, due_at, reaction, correlation_id) select id, 'command', timestamptz '2026-01-01', reaction, 'test' from unnest($1::text[], $2::text[]) as a (id, reaction)",
    [ids, ids.map((_, n2) => JSON.stringify(n2 % 3 === 0 ? message : signup))],
  );
  return ids;
}

/** The effects of each job: sign-ups that name it as their cause, messages that carry its key. */
async function effects(ids: readonly string[]): Promise<[string, number][]> {
  const { rows } = await one.server.pool.query<{ id: string; n: string }>(
    `select id, count(*) as n from (
       select body::jsonb->>'causationId' as id from events where type = 'SignupStarted' and body::jsonb->>'causationId' = any($1)
       union all select key as id from outbox_messages where key = any($1)) as done group by id order by id`,
    [ids],
  );
  return rows.map((row) => [row.id, Number(row.n)]);
}
const each = (ids: readonly string[]): [string, number][] =>
  ids.map((id): [string, number] => [id, 1]).toSorted();
const settled = async (ids: readonly string[]): Promise<boolean> =>
  (await one.server.pool.query("select 1 from reactions where id = any($1) and state = 'pending'", [ids]))
    .rowCount === 0;

test(
  `P21: ${count('jobsTwice')} jobs run on two nodes at the same moment, and again afterwards`,
  { tags: ['gate'], timeout: limitFor('jobsTwice') },
  async () => {
    const ids = await due(count('jobsTwice'));
    await Promise.all([
      one.server.reactions.sweep(),
      two.server.reactions.sweep(),
      ...ids.map((id) => one.server.reactions.run(id)),
      ...ids.map((id) => two.server.reactions.run(id)),
    ]);
    await until('done', () => settled(ids));
    await one.server.pool.query("update reactions set state = 'pending' where id = any($1)", [ids]);
    await Promise.all([one.server.reactions.sweep(), two.server.reactions.sweep()]);
    await until('done again', () => settled(ids));
    expect((await effects(ids)).toSorted()).toEqual(each(ids));
    expect([...one.faults, ...two.faults]).toEqual([]);
  },
);

test('P21: a node that freezes in the middle of a job and wakes up when another has done it', async () => {
  for (const place of ['job.begin', 'job.effect'] as const) {
    const frozen = await startServer({
      DATABASE_URL: one.databaseUrl,
      DEMO: '1',
      FAILPOINT: `${place}:stop@2`,
    });
    try {
      // three nodes poll for due jobs independently: there is work until the node that freezes takes one
      const ids: string[] = [];
      await until('frozen', async () => {
        if (frozen.output().includes(`failpoint ${place} stop`)) return true;
        ids.push(...(await due(3)));
        await new Promise((resolve) => setTimeout(resolve, 500));
        return false;
      });
      await one.server.reactions.sweep();
      await until('done by another', () => settled(ids));
      frozen.child.kill('SIGCONT');
      await until('it answers again', async () => (await fetch(`${frozen.url}/healthz`)).ok);
      await frozen.kill('SIGTERM');
      await one.server.settled();
      expect((await effects(ids)).toSorted(), place).toEqual(each(ids));
    } finally {
      frozen.child.kill('SIGCONT');
      await frozen.kill();
    }
  }
  expect(await violations(one.databaseUrl)).toEqual([]);
});
