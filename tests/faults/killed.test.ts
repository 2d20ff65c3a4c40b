import { randomUUID } from 'node:crypto';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { openDatabase } from '#server/store/embedded/open-database.ts';
import { pathsFor } from '#server/store/embedded/paths.ts';
import { violations } from '#tests/kit/checker.ts';
import { openPool } from '#tests/kit/connections.ts';
import { until } from '#tests/kit/feed-client.ts';
import { fillStore } from '#tests/kit/filled-store.ts';
import { temporaryFolder } from '#tests/kit/folder.ts';
import { signIn, type Person } from '#tests/kit/server.ts';
import { startServer, type ProcessServer } from '#tests/kit/process-server.ts';
import { count, limitFor } from '#tests/kit/tiers.ts';

const kills = count('kills');
/**
 * Servers killed in parallel, each with a store of its own: a kill mostly takes the time of the next start,
 * which uses little more than one core.
 */
const lanes = Math.min(2, Math.ceil(kills / 5));
const drivers = 4;

interface Answered {
  readonly body: unknown;
  readonly answer: string;
}

/** PostgreSQL deletes this file when it shuts down; a killed one leaves it. */
const postmaster = (dataDir: string): string => join(pathsFor(dataDir).cluster, 'postmaster.pid');

/**
 * Kills a server under its drivers that many times and checks its store; returns the number of acknowledged
 * commands and the duration of each start, ms.
 */
async function killAgainAndAgain(
  times: number,
  lane: number,
): Promise<{ answered: number; starts: number[] }> {
  const DATA_DIR = await fillStore(temporaryFolder('ops-killed-'));
  const acked = new Map<string, Answered>();
  const starts: number[] = [];
  let agent: Person | null = null;
  let server: ProcessServer | null = null;
  try {
    for (let round = 0; round < times; round += 1) {
      const from = performance.now();
      server = await startServer({ DATA_DIR });
      starts.push(performance.now() - from);
      agent = agent === null ? await signIn(server.url, 'agent1') : agent.at(server.url);
      let over = false;
      const before = acked.size;
      const drive = async (): Promise<void> => {
        while (!over) {
          const key = randomUUID();
          const body = {
            pooId: 1,
            applicant: { name: `Applicant of ${key.slice(0, 8).replace(/\d/g, 'x')}` },
          };
          try {
            const answer = await agent!.command('signup-new', 'start', body, { key });
            if (answer.status === 200) acked.set(key, { body, answer: JSON.stringify(answer.body) });
          } catch {
            // The connection broke under the request: it was not acknowledged.
            return;
          }
        }
      };
      const driving = Array.from({ length: drivers }, drive);
      await until('the first answer', () => acked.size > before);
      await pause(100 + (((round * lanes + lane) * 61) % 200));
      const killed = await server.killWhole();
      over = true;
      await Promise.all(driving);
      expect(
        killed.filter(({ name }) => name === 'postgres').length,
        'PostgreSQL was killed with the server',
      ).toBeGreaterThan(4);
      expect(existsSync(postmaster(DATA_DIR)), 'PostgreSQL had no time to shut down').toBe(true);
    }
    server = await startServer({ DATA_DIR });
    const again = agent!.at(server.url);
    const left = [...acked];
    const lost: string[] = [];
    const queryAgain = async (): Promise<void> => {
      for (let one = left.pop(); one; one = left.pop()) {
        const [key, { body, answer }] = one;
        const repeated = await again.command('signup-new', 'start', body, { key });
        if (JSON.stringify(repeated.body) !== answer) lost.push(key);
      }
    };
    await Promise.all(Array.from({ length: drivers }, queryAgain));
    await server.kill('SIGTERM');
    expect(acked.size).toBeGreaterThan(times * 5);
    expect(lost).toEqual([]);

    const database = await openDatabase({ databaseUrl: undefined, dataDir: DATA_DIR });
    const pool = openPool(database.url, { max: 1 });
    try {
      const started = await pool.query<{ n: string }>(
        "select count(*) as n from events where type = 'SignupStarted'",
      );
      const unacked = Number(started.rows[0]!.n) - 14 - acked.size;
      // At most one command of each driver may have been written without an answer.
      expect(unacked).toBeGreaterThanOrEqual(0);
      expect(unacked).toBeLessThanOrEqual(times * drivers);
      expect(await violations(database.url, { answered: acked.keys() })).toEqual([]);
    } finally {
      await pool.end();
      await database.stop();
    }
    return { answered: acked.size, starts };
  } finally {
    await server?.kill();
    rmSync(DATA_DIR, { recursive: true, force: true });
  }
}

test(
  'P01, P08, P09: acknowledged commands survive kill -9; views equal a replay; the chain holds',
  async () => {
    const shares = Array.from({ length: lanes }, (_, lane) => Math.ceil((kills - lane) / lanes));
    // Waits for all, so that none uses a folder when the test is over.
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

test('P01: the control: a server that is asked to end shuts PostgreSQL down, one that is killed does not, and both leave no process', async () => {
  const DATA_DIR = await fillStore(temporaryFolder('ops-killed-'));
  let server: ProcessServer | null = null;
  try {
    server = await startServer({ DATA_DIR });
    expect(existsSync(postmaster(DATA_DIR))).toBe(true);
    await server.kill('SIGTERM');
    expect(existsSync(postmaster(DATA_DIR)), 'clean shutdown').toBe(false);
    server = await startServer({ DATA_DIR });
    const killed = await server.killWhole();
    expect(server.child.signalCode).toBe('SIGKILL');
    expect(killed.map(({ name }) => name)).toContain('postgres');
    expect(existsSync(postmaster(DATA_DIR)), 'killed').toBe(true);
  } finally {
    await server?.kill();
    rmSync(DATA_DIR, { recursive: true, force: true });
  }
});
