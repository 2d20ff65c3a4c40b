import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Change, FeedOpened } from '#shared/wire.ts';
import { openFaultProxy, type FaultProxy } from '#tests/kit/fault-proxy.ts';
import { FeedClient, until } from '#tests/kit/feed-client.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { ownRedis, type OwnRedis } from '#tests/kit/redis.ts';
import { count, limitFor } from '#tests/kit/tiers.ts';

/**
 * P41: however late Redis delivers, and whichever node published, no row on a screen goes back to an older
 * state.
 */
const queue = 'queue/signup-queue';
const each = 3;
let redis: OwnRedis;
let late: FaultProxy;
let one: TestServer;
let two: TestServer;
let people: Person[];

beforeAll(async () => {
  redis = await ownRedis();
  late = await openFaultProxy({ port: Number(new URL(redis.url).port) });
  const env = { REDIS_URL: `redis://127.0.0.1:${late.port}` };
  one = await openTestServer({ env, realTime: true });
  two = await openTestServer({ env, databaseUrl: one.databaseUrl, realTime: true });
  people = [await one.signIn('verifier'), await two.signIn('verifier2')];
});
afterAll(async () => {
  late?.heal();
  await two?.close();
  await one?.close();
  await late?.close();
  await redis?.stop();
});

/** The number of claims and returns of a row, which only grows: each claim is counted in the row. */
const turnOf = (row: Record<string, unknown>): number =>
  2 * Number(row['attempts']) - (row['state'] === 'claimed' ? 1 : 0);

/** Checks each shown row for a step back behind its previous state. */
class Screen extends FeedClient {
  applied = 0;
  wentBack: string[] = [];
  override opened(answer: FeedOpened): void {
    const before = new Map(this.rows);
    super.opened(answer);
    for (const [id, row] of this.rows) this.#look(id, before.get(id), row);
  }
  override apply(change: Change): void {
    const before = this.rows.get(change.id);
    super.apply(change);
    this.applied += 1;
    this.#look(change.id, before, this.rows.get(change.id));
  }
  #look(
    id: string,
    before: Record<string, unknown> | undefined,
    after: Record<string, unknown> | undefined,
  ): void {
    if (before && after && turnOf(after) < turnOf(before))
      this.wentBack.push(`${id}: ${turnOf(before)} then ${turnOf(after)}`);
  }
}

test(
  `P41: two nodes, a Redis that is up to three seconds late, listeners to the log cut: ${count('delayedFrames')} changes on screens, none out of sequence`,
  async () => {
    const screens = await Promise.all(
      [one, two].flatMap((node, i) =>
        Array.from({ length: each }, () => new Screen(node.url, people[i]!.at(node.url), queue).ready()),
      ),
    );
    const applied = (): number => screens.reduce((sum, screen) => sum + screen.applied, 0);
    // A person holds one row at a time, and nobody works on their own submission.
    const mine = people.map(({ empId }) => empId);
    const free = ({ state, submitter }: Record<string, unknown>): boolean =>
      state === 'waiting' && !mine.includes((submitter as { empId: number } | null)?.empId ?? 0);
    const rows = [...screens[0]!.rows.values()].filter(free).slice(0, people.length);
    expect(rows).toHaveLength(people.length);
    Object.assign(late.faults, { latencyMs: 1_500, jitterMs: 1_500 });
    const answered: number[] = [];
    const half = count('delayedFrames') / 2;
    const began = performance.now();
    // Long enough for the first published messages to arrive.
    const more = (): boolean => applied() < count('delayedFrames') || performance.now() - began < 7_000;
    const reactions = (async (): Promise<number> => {
      const from = performance.now();
      for (let i = 0; i < 2; i += 1) await one.server.jobs.counts();
      return performance.now() - from;
    })();
    let cut = false;
    let lastAt = 0;
    await Promise.all(
      rows.map(async (row, i) => {
        const stream = `queueitem-signup-queue-${row['id']}`;
        for (let turn = 0; more(); turn += 1) {
          // Claimed on one node, returned on the other.
          const person = people[i]!;
          const from = performance.now();
          for (const [node, command] of [
            [turn % 2 ? one : two, 'claim'],
            [turn % 2 ? two : one, 'release'],
          ] as const) {
            const answer = await person.at(node.url).command(stream, command);
            if (answer.status !== 200)
              throw new Error(`${command} of ${stream}: ${answer.status} ${JSON.stringify(answer.body)}`);
          }
          answered.push(performance.now() - from);
          if (!cut && applied() > half) {
            cut = true;
            // From here the nodes learn of each other's commits by polling, until they listen again.
            const { rowCount } = await one.server.pool.query(
              "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query = 'listen log'",
            );
            expect(rowCount).toBe(2);
          }
        }
        lastAt = performance.now();
      }),
    );
    expect(cut).toBe(true);
    const redisTook = await reactions;
    expect(redisTook).toBeGreaterThan(500);
    await until(
      'all screens are equal',
      () =>
        new Set(screens.map((screen) => screen.hash())).size === 1 &&
        new Set(screens.map((screen) => screen.seq)).size === 1,
    );
    const equal = performance.now() - lastAt;
    expect(screens.flatMap((screen) => screen.wentBack)).toEqual([]);
    for (const screen of screens) expect(screen.gaps).toBe(0);
    // The control: an older row after a newer one is detected.
    const screen = screens[0]!;
    const id = String(rows[0]!['id']);
    screen.apply({ op: 'put', id, row: rows[0]! } as Change);
    expect(screen.wentBack).toHaveLength(1);
    for (const one of screens) one.close();
    console.log(
      `${applied()} changes on ${screens.length} screens, none out of sequence; two looks at Redis took ${redisTook.toFixed(0)} ms, a claim and its release took ${Math.max(...answered).toFixed(0)} ms at most, all equal ${equal.toFixed(0)} ms after the last`,
    );
  },
  limitFor('delayedFrames'),
);
