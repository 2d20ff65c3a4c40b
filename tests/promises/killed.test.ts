import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { Pool } from 'pg';
import { expect, test } from 'vitest';
import { rebuild } from '#server/rebuild.ts';
import { openDatabase } from '#server/store/embedded/open-database.ts';
import { verifyChain } from '#server/store/verify-chain.ts';
import { fillStore } from '#tests/kit/filled-store.ts';
import { temporaryFolder } from '#tests/kit/folder.ts';
import { signIn, type Person } from '#tests/kit/house.ts';
import { startHouse } from '#tests/kit/process-house.ts';
import { count, limitFor } from '#tests/kit/tiers.ts';

const kills = count('kills');

test(
  'P01, P08, P09: what was answered survives kill -9; views equal a replay; the chain holds',
  async () => {
    const DATA_DIR = await fillStore(temporaryFolder('ops-killed-'));
    const acked = new Map<string, { body: unknown; answer: string }>();
    let agent: Person | null = null;
    try {
      for (let round = 0; round < kills; round += 1) {
        const house = await startHouse({ DATA_DIR });
        agent = agent === null ? await signIn(house.url, 'agent1') : agent.at(house.url);
        let over = false;
        const driver = async (): Promise<void> => {
          while (!over) {
            const key = randomUUID();
            const body = { pooId: 1, applicant: { name: `Applicant of ${key.slice(0, 8).replace(/\d/g, 'x')}` } };
            try {
              const answer = await agent!.order('signup-new', 'start', body, { key });
              if (answer.status === 200) acked.set(key, { body, answer: JSON.stringify(answer.body) });
            } catch {
              // The line broke under the request: nobody was told that it was done.
              return;
            }
          }
        };
        const drivers = Array.from({ length: 4 }, driver);
        await new Promise((resolve) => setTimeout(resolve, 150 + ((round * 61) % 200)));
        await house.kill();
        over = true;
        await Promise.all(drivers);
      }
      const house = await startHouse({ DATA_DIR });
      const again = agent!.at(house.url);
      let lost = 0;
      for (const [key, { body, answer }] of acked) {
        const repeated = await again.order('signup-new', 'start', body, { key });
        if (JSON.stringify(repeated.body) !== answer) lost += 1;
      }
      await house.kill('SIGTERM');
      expect(acked.size).toBeGreaterThan(kills * 5);
      expect(lost).toBe(0);

      const database = await openDatabase({ databaseUrl: undefined, dataDir: DATA_DIR });
      const pool = new Pool({ connectionString: database.url, max: 2 });
      try {
        expect(await verifyChain(pool)).toMatchObject({ ok: true });
        const started = await pool.query<{ n: string }>("select count(*) as n from events where type = 'SignupStarted'");
        const unacked = Number(started.rows[0]!.n) - 14 - acked.size;
        // At most one order of each driver may have been written without being answered.
        expect(unacked).toBeGreaterThanOrEqual(0);
        expect(unacked).toBeLessThanOrEqual(kills * 4);
        const { views } = await rebuild(pool, { switch: false });
        expect(views.filter((view) => !view.equal)).toEqual([]);
      } finally {
        await pool.end();
        await database.stop();
      }
      console.log(`${kills} kills, ${acked.size} answered, lost 0`);
    } finally {
      rmSync(DATA_DIR, { recursive: true, force: true });
    }
  },
  limitFor(300_000, 'kills'),
);
