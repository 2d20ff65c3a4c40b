import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readSecrets } from '#server/sources/secrets.ts';
import { sign } from '#server/sources/signature.ts';
import { failPoints, type FailPoint } from '#server/store/failpoint.ts';
import { violations } from '#tests/kit/checker.ts';
import { until } from '#tests/kit/feed-client.ts';
import { temporaryFolder } from '#tests/kit/folder.ts';
import { openTestHouse, signIn, type TestHouse } from '#tests/kit/house.ts';
import { hung } from '#tests/kit/patience.ts';
import { startHouse } from '#tests/kit/process-house.ts';
import { leadFact } from '#tests/kit/sources-house.ts';
import { count, limitFor, tier } from '#tests/kit/tiers.ts';

/**
 * P01, P08, P09, P21: a house that is killed at a named place of its own code. What was answered is there afterwards, each event
 * changed each view once, each job had one effect. The small tier plays the places at which a mistake loses or doubles something.
 */
const small: readonly FailPoint[] = ['append.after', 'view.rows', 'policies.kept', 'job.effect', 'webhook.taken'];
const places = tier() === 'small' ? small : failPoints.filter((point) => !point.startsWith('outbox.'));

let base: TestHouse;
beforeAll(async () => {
  base = await openTestHouse({ realTime: true });
});
afterAll(() => base?.close());

let asked = 0;
/** Jobs that are due and planned, as the house plans its own: each wants a sign-up of its own, so that one that ran twice is seen. */
async function dueJobs(n: number): Promise<string[]> {
  const ids = Array.from({ length: n }, () => `test:${(asked += 1)}:0`);
  const ask = { kind: 'command', stream: 'signup-new', command: 'start', input: { pooId: 1, applicant: { name: 'Anita Rao' } } };
  await base.house.pool.query(
    "insert into asks (id, kind, due_at, ask, correlation_id) select id, 'command', timestamptz '2026-01-01', $2, 'test' from unnest($1::text[]) as id",
    [ids, JSON.stringify(ask)],
  );
  await Promise.all(ids.map((id) => base.house.jobs.later('ask', id, 0)));
  return ids;
}

async function effectsOf(ids: readonly string[]): Promise<Map<string, number>> {
  const { rows } = await base.house.pool.query<{ id: string; n: string }>(
    "select body::jsonb->>'causationId' as id, count(*) as n from events where type = 'SignupStarted' and body::jsonb->>'causationId' = any($1) group by 1",
    [ids],
  );
  return new Map(rows.map((row) => [row.id, Number(row.n)]));
}

for (const place of places)
  test(
    `killed at ${place}, ${count('pointKills')} times`,
    async () => {
      const answered: string[] = [];
      const facts: number[] = [];
      const jobs: string[] = [];
      const DATA_DIR = temporaryFolder('ops-point-');
      const env = { DATABASE_URL: base.databaseUrl, DEMO: '1', DATA_DIR };
      for (let kill = 0; kill < count('pointKills'); kill += 1) {
        const visit = 1 + ((kill * 7) % 5);
        const house = await startHouse({ ...env, FAILPOINT: `${place}:kill@${visit}` });
        const agent = await signIn(house.url, 'agent1');
        const secret = readSecrets(DATA_DIR)!['lead']!;
        jobs.push(...(await dueJobs(6)));
        const gone = (): boolean => house.child.exitCode !== null || house.child.signalCode !== null;
        const latest = performance.now() + hung.wait;
        const drive = async (n: number): Promise<void> => {
          while (!gone()) {
            if (performance.now() > latest) throw new Error(`Nothing ever came by ${place}.`);
            const key = randomUUID();
            try {
              if (n === 0) {
                const fact = leadFact(Math.trunc(performance.now() * 1_000), 1, {}, new Date().toISOString());
                const body = JSON.stringify(fact);
                const answer = await fetch(`${house.url}/relay/webhooks/lead`, {
                  method: 'POST',
                  headers: { 'content-type': 'application/json', ...sign(secret, `msg_${key}`, Date.now(), body) },
                  body,
                });
                if (answer.status === 200) facts.push(Number(fact.id));
              } else if (n === 2 && place.startsWith('job.')) {
                // the house of the test does jobs as well: there is work until it has come by the other
                jobs.push(...(await dueJobs(2)));
                await new Promise((resolve) => setTimeout(resolve, 300));
              } else if (place === 'session.revoke') {
                const other = await signIn(house.url, 'agent2');
                await other.send('PUT', '/employee/api/v2/SignIn', { action: 'signOutOthers' });
              } else {
                const answer = await agent.order('signup-new', 'start', { pooId: 1, applicant: { name: 'Anita Rao' } }, { key });
                if (answer.status === 200) answered.push(key);
              }
            } catch (error) {
              // The line broke under the request: nobody was told that it was done.
              if (!(error instanceof TypeError)) throw error;
            }
          }
        };
        try {
          await Promise.all([drive(0), drive(1), drive(2)]);
        } finally {
          await house.kill();
        }
        expect(house.said()).toContain(`failpoint ${place} kill`);
        expect(house.child.signalCode).toBe('SIGKILL');
      }
      const again = await startHouse(env);
      await until(
        'every job is done',
        async () => (await base.house.pool.query("select 1 from asks where id like 'test:%' and state = 'pending'")).rowCount === 0,
      );
      await again.kill('SIGTERM');
      await base.house.settled();
      expect([...(await effectsOf(jobs))].toSorted()).toEqual(jobs.map((id) => [id, 1]).toSorted());
      const there = await base.house.pool.query<{ n: string }>("select count(*) as n from source_ids where service = 'lead' and outside_id = any($1)", [
        facts.map(String),
      ]);
      const streams = await base.house.pool.query<{ n: string }>('select count(distinct stream) as n from events where stream = any($1)', [
        facts.map((id) => `mirror-lead-lead-${id}`),
      ]);
      expect(Number(there.rows[0]!.n) + Number(streams.rows[0]!.n)).toBeGreaterThanOrEqual(facts.length);
      expect(await violations(base.databaseUrl, { answered })).toEqual([]);
      rmSync(DATA_DIR, { recursive: true, force: true });
    },
    limitFor('pointKills'),
  );
