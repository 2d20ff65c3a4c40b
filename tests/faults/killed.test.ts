import { randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/store/embedded/open-database.ts';
import { placesFor } from '#server/store/embedded/places.ts';
import { violations } from '#tests/kit/checker.ts';
import { openPool } from '#tests/kit/connections.ts';
import { until } from '#tests/kit/feed-client.ts';
import { fillStore } from '#tests/kit/filled-store.ts';
import { temporaryFolder } from '#tests/kit/folder.ts';
import { signIn, type Person } from '#tests/kit/house.ts';
import { startHouse, type ProcessHouse } from '#tests/kit/process-house.ts';
import { count, limitFor } from '#tests/kit/tiers.ts';

const kills = count('kills');
/** Houses that are killed side by side, each with a store of its own: most of a kill's time is the next start, which fills little more than one core. */
const lanes = Math.min(2, Math.ceil(kills / 5));
const drivers = 4;

interface Answered {
  readonly body: unknown;
  readonly answer: string;
}

/** PostgreSQL takes this file away when it shuts down; one that was killed leaves it. */
const postmaster = (dataDir: string): string => join(placesFor(dataDir).cluster, 'postmaster.pid');

/** Kills a house under its drivers so many times and looks at its store; answers how many orders were answered and how long each start took, ms. */
async function killAgainAndAgain(times: number, lane: number): Promise<{ answered: number; starts: number[] }> {
  const DATA_DIR = await fillStore(temporaryFolder('ops-killed-'));
  const acked = new Map<string, Answered>();
  const starts: number[] = [];
  let agent: Person | null = null;
  let house: ProcessHouse | null = null;
  try {
    for (let round = 0; round < times; round += 1) {
      const from = performance.now();
      house = await startHouse({ DATA_DIR });
      starts.push(performance.now() - from);
      agent = agent === null ? await signIn(house.url, 'agent1') : agent.at(house.url);
      let over = false;
      const before = acked.size;
      const drive = async (): Promise<void> => {
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
      const driving = Array.from({ length: drivers }, drive);
      await until('the first answer', () => acked.size > before);
      await pause(100 + (((round * lanes + lane) * 61) % 200));
      const killed = await house.killWhole();
      over = true;
      await Promise.all(driving);
      expect(killed.filter(({ name }) => name === 'postgres').length, 'PostgreSQL was killed with the house').toBeGreaterThan(4);
      expect(existsSync(postmaster(DATA_DIR)), 'PostgreSQL had no time to shut down').toBe(true);
    }
    house = await startHouse({ DATA_DIR });
    const again = agent!.at(house.url);
    const left = [...acked];
    const lost: string[] = [];
    const askAgain = async (): Promise<void> => {
      for (let one = left.pop(); one; one = left.pop()) {
        const [key, { body, answer }] = one;
        const repeated = await again.order('signup-new', 'start', body, { key });
        if (JSON.stringify(repeated.body) !== answer) lost.push(key);
      }
    };
    await Promise.all(Array.from({ length: drivers }, askAgain));
    await house.kill('SIGTERM');
    expect(acked.size).toBeGreaterThan(times * 5);
    expect(lost).toEqual([]);

    const database = await openDatabase({ databaseUrl: undefined, dataDir: DATA_DIR });
    const pool = openPool(database.url, { max: 1 });
    try {
      const started = await pool.query<{ n: string }>("select count(*) as n from events where type = 'SignupStarted'");
      const unacked = Number(started.rows[0]!.n) - 14 - acked.size;
      // At most one order of each driver may have been written without being answered.
      expect(unacked).toBeGreaterThanOrEqual(0);
      expect(unacked).toBeLessThanOrEqual(times * drivers);
      expect(await violations(database.url, { answered: acked.keys() })).toEqual([]);
    } finally {
      await pool.end();
      await database.stop();
    }
    return { answered: acked.size, starts };
  } finally {
    await house?.kill();
    rmSync(DATA_DIR, { recursive: true, force: true });
  }
}

test(
  'P01, P08, P09: what was answered survives kill -9; views equal a replay; the chain holds',
  async () => {
    const shares = Array.from({ length: lanes }, (_, lane) => Math.ceil((kills - lane) / lanes));
    // All to their end, so that none is at work on a folder when the test is over.
    const ended = await Promise.allSettled(shares.map(killAgainAndAgain));
    const done = ended.map((one) => {
      if (one.status === 'rejected') throw one.reason;
      return one.value;
    });
    const starts = done.flatMap((one) => one.starts).toSorted((a, b) => a - b);
    const at = (part: number): string => (starts[Math.floor((starts.length - 1) * part)]! / 1_000).toFixed(1);
    console.log(
      `${kills} kills of ${lanes} houses, ${done.reduce((sum, one) => sum + one.answered, 0)} answered, lost 0; ready again after ${at(0.5)} s, p95 ${at(0.95)} s, side by side`,
    );
  },
  limitFor('kills'),
);

test('P01: what was answered survives two kills', { tags: ['gate'] }, async () => {
  const { answered } = await killAgainAndAgain(2, 0);
  expect(answered).toBeGreaterThan(0);
});

test('P01: the control: a house that is asked to end shuts PostgreSQL down, one that is killed does not, and both leave no process', async () => {
  const DATA_DIR = await fillStore(temporaryFolder('ops-killed-'));
  let house: ProcessHouse | null = null;
  try {
    house = await startHouse({ DATA_DIR });
    expect(existsSync(postmaster(DATA_DIR))).toBe(true);
    await house.kill('SIGTERM');
    expect(existsSync(postmaster(DATA_DIR)), 'shut down in order').toBe(false);
    house = await startHouse({ DATA_DIR });
    const killed = await house.killWhole();
    expect(house.child.signalCode).toBe('SIGKILL');
    expect(killed.map(({ name }) => name)).toContain('postgres');
    expect(existsSync(postmaster(DATA_DIR)), 'killed').toBe(true);
  } finally {
    await house?.kill();
    rmSync(DATA_DIR, { recursive: true, force: true });
  }
});
