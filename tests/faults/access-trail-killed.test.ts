import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { expect, test } from 'vitest';
import { reachDatabase } from '#server/operations/reach.ts';
import { openDatabase } from '#server/store/embedded/open-database.ts';
import { violations } from '#tests/kit/checker.ts';
import { openPool } from '#tests/kit/connections.ts';
import { until } from '#tests/kit/feed-client.ts';
import { fillStore } from '#tests/kit/filled-store.ts';
import { temporaryFolder } from '#tests/kit/folder.ts';
import { signIn, type Person } from '#tests/kit/server.ts';
import { startServer } from '#tests/kit/process-server.ts';
import { count, limitFor } from '#tests/kit/tiers.ts';

const onRecord = async (pool: Pool): Promise<number> =>
  (
    await pool.query<{ n: number }>(
      "select count(*)::int as n from events where type in ('SignupStarted', 'PersonalDataViewed')",
    )
  ).rows[0]!.n;

/**
 * P36: changes, accesses to personal data, sign-ins and denials of a server that is killed between and during
 * them: each acknowledged one is on record once.
 */
test(
  `P36: mixed actions under ${count('trailKills')} kills: everything acknowledged is on record once, with its author`,
  async () => {
    const DATA_DIR = await fillStore(temporaryFolder('ops-trail-'));
    const done = new Map<string, { type: 'SignupStarted' | 'PersonalDataViewed'; by: number }>();
    const broken: (() => Promise<void>)[] = [];
    const cameIn: string[] = [];
    let server = await startServer({ DATA_DIR });
    try {
      const people = [
        await signIn(server.url, 'agent1'),
        await signIn(server.url, 'verifier'),
        await signIn(server.url, 'lead'),
      ];
      const shown = (await people[1]!.get('/feeds/queue/signup-queue')).body.rows as { id: string }[];
      const act = async (person: Person, n: number, key: string): Promise<void> => {
        const look = n % 3 === 0;
        const [path, body] = look
          ? [`/commands/signup/${shown[n % shown.length]!.id}/reveal`, {}]
          : ['/commands/signup/new/start', { pooId: 1, applicant: { name: 'Anita Rao' } }];
        const answer = await person.at(server.url).send('POST', path, body, { 'idempotency-key': key });
        if (answer.status === 200)
          done.set(key, { type: look ? 'PersonalDataViewed' : 'SignupStarted', by: person.empId });
      };
      const { url } = await reachDatabase({ databaseUrl: undefined, dataDir: DATA_DIR });
      const look = openPool(url, { max: 1 });
      const before = await onRecord(look);
      await look.end();
      let n = 0;
      for (let round = 0; round < count('trailKills'); round += 1) {
        let over = false;
        const drivers = people.map(async (person) => {
          while (!over) {
            const [mine, key] = [(n += 1), randomUUID()];
            try {
              await act(person, mine, key);
            } catch {
              // The connection broke during the action: its result is unknown, so it is repeated with its
              // key.
              broken.push(() => act(person, mine, key));
              return;
            }
          }
        });
        const routes = (async () => {
          while (!over) {
            try {
              const person = await signIn(server.url, 'agent2');
              const session = (await person.get('/feeds/notifications/me')).status;
              if (session === 200) cameIn.push(person.token);
            } catch {
              return;
            }
          }
        })();
        await pause(400 + ((round * 61) % 200));
        await until('somebody came in', () => cameIn.length > round);
        await server.kill();
        over = true;
        await Promise.all([...drivers, routes]);
        server = await startServer({ DATA_DIR });
      }
      const unsure = broken.length;
      for (const again of broken) await again();
      await server.kill('SIGTERM');
      const database = await openDatabase({ databaseUrl: undefined, dataDir: DATA_DIR });
      const pool = openPool(database.url, { max: 2 });
      try {
        expect(await violations(database.url, { answered: done.keys() })).toEqual([]);
        // Each command emitted one event, at the position stored with its key.
        const { rows } = await pool.query<{ id: string; type: string; body: string }>(
          'select c.id, e.type, e.body from commands c join events e on e.position = c.position where c.id = any($1::uuid[])',
          [[...done.keys()]],
        );
        expect(
          new Map(
            rows.map((row) => [
              row.id,
              { type: row.type, by: (JSON.parse(row.body) as { actor: { empId: number } }).actor.empId },
            ]),
          ),
        ).toEqual(done);
        expect(await onRecord(pool)).toBe(before + done.size);
        const signIns = await pool.query<{ n: number }>(
          "select count(*)::int as n from access_log where body::jsonb->>'action' = 'signIn' and (body::jsonb->>'empId')::int = 102",
        );
        // At most one sign-in per kill may have been written without an answer.
        expect(signIns.rows[0]!.n).toBeGreaterThanOrEqual(cameIn.length);
        expect(signIns.rows[0]!.n).toBeLessThanOrEqual(cameIn.length + count('trailKills'));
        const types = [...done.values()].map(({ type }) => type);
        for (const type of ['SignupStarted', 'PersonalDataViewed'])
          expect(types.filter((one) => one === type).length, type).toBeGreaterThan(5);
        expect(cameIn.length).toBeGreaterThan(0);
        console.log(
          `${count('trailKills')} kills, ${done.size} actions on record, ${unsure} of them asked again, ${cameIn.length} sign-ins answered, ${signIns.rows[0]!.n} on record`,
        );
      } finally {
        await pool.end();
        await database.stop();
      }
    } finally {
      await server.kill();
      rmSync(DATA_DIR, { recursive: true, force: true });
    }
  },
  limitFor('trailKills'),
);
