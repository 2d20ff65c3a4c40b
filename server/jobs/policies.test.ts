import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { StoredEvent } from '#shared/core/event.ts';
import type { PolicyDef } from '#shared/core/policy.ts';
import { freshStore, type FreshStore } from '#tests/kit/fresh-store.ts';
import { mostAside } from '../store/set-aside.ts';
import type { Log } from '../core/parts.ts';
import { openPolicies, reactAgain, type Policies } from './policies.ts';

let store: FreshStore;
let pool: Pool;
beforeAll(async () => {
  store = await freshStore();
  pool = store.pool;
});
afterAll(async () => {
  await store?.close();
});
beforeEach(() =>
  pool.query("delete from reactions; delete from set_aside; delete from policies where name = 'server'"),
);

/** Two of three events get a reaction. */
const reactionsOf = (position: number): boolean => position % 3 !== 0;
const policy: PolicyDef = {
  name: 'test',
  on: ['Asked'],
  react: () => [{ kind: 'command', stream: 'thing-1', command: 'touch', input: {} }],
};
const event = (position: number): StoredEvent => ({
  position,
  stream: 'thing-1',
  version: position,
  id: String(position),
  type: reactionsOf(position) ? 'Asked' : 'Told',
  at: '2026-11-20T08:00:00.000Z',
  actor: { empId: 1, name: 'Anita Rao' } as never,
  data: {},
  correlationId: 'test',
});

/** A node that receives the log's events when the test says so. */
async function node(others: readonly PolicyDef[] = []): Promise<{
  policies: Policies;
  log: Log;
  receive(upTo: number): void;
  carriedOut: string[];
  faults: unknown[];
}> {
  let head = 0;
  let received: (events: readonly StoredEvent[]) => void = () => undefined;
  const some = (from: number, upTo: number): StoredEvent[] =>
    Array.from({ length: Math.max(0, upTo - from) }, (_, i) => event(from + 1 + i));
  const log: Log = {
    readStream: () => Promise.resolve([]),
    readAfter: (position, limit) => Promise.resolve(some(position, Math.min(head, position + limit))),
    eachAfter: () => Promise.reject(new Error('Nothing folds here.')),
    head: () => head,
    follow(_consumer, listener) {
      received = listener;
      return () => (received = () => undefined);
    },
    reached: () => Promise.resolve(),
  };
  const carriedOut: string[] = [];
  const faults: unknown[] = [];
  const policies = await openPolicies({
    pool,
    log,
    directory: {} as never,
    policies: [policy, ...others],
    carryOut: (reactions) => carriedOut.push(...reactions.map((react) => react.id)),
    onError: (error) => faults.push(error),
  });
  return {
    policies,
    log,
    carriedOut,
    faults,
    receive(upTo) {
      const fresh = some(head, upTo);
      head = Math.max(head, upTo);
      if (fresh.length > 0) received(fresh);
    },
  };
}

const kept = async (): Promise<string[]> =>
  (await pool.query<{ id: string }>('select id from reactions')).rows
    .map((row) => row.id)
    .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
const wanted = (upTo: number): string[] =>
  Array.from({ length: upTo }, (_, i) => i + 1)
    .filter(reactionsOf)
    .map((position) => `test:${position}:0`);

test('a node overtaken in part of its events saves the rest itself, however slow the other is', async () => {
  const [one, two] = [await node(), await node()];
  one.receive(1);
  await one.policies.idle();
  // Two receives more than one has saved, and one receives none of it for long.
  two.receive(2);
  await two.policies.idle();
  two.receive(4);
  await two.policies.idle();
  expect(await kept()).toEqual(wanted(4));
  one.receive(4);
  await one.policies.idle();
  expect(await kept()).toEqual(wanted(4));
  expect([...one.carriedOut, ...two.carriedOut].toSorted()).toEqual(wanted(4));
  expect([...one.faults, ...two.faults]).toEqual([]);
  await one.policies.stop();
  await two.policies.stop();
});

test('three nodes that receive the same events in different batches save each reaction once', async () => {
  const nodes = [await node(), await node(), await node()];
  const last = 300;
  await Promise.all(
    nodes.map(async ({ receive }, i) => {
      for (let upTo = 0, step = i; upTo < last; step += 1) {
        upTo = Math.min(last, upTo + 1 + ((step * 7 + i * 3) % 5));
        receive(upTo);
        if (step % (i + 2) === 0) await new Promise((resolve) => setTimeout(resolve, (step * 5 + i) % 4));
      }
    }),
  );
  for (const { policies } of nodes) await policies.idle();
  expect(await kept()).toEqual(wanted(last));
  expect(
    nodes
      .flatMap(({ carriedOut }) => carriedOut)
      .toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })),
  ).toEqual(wanted(last));
  expect(nodes.flatMap(({ faults }) => faults)).toEqual([]);
  for (const { policies } of nodes) await policies.stop();
});

test('events shortly after saved reactions are saved together, but nobody waits for that at the end', async () => {
  const { policies, receive, carriedOut } = await node();
  const rounds = (): Promise<number> =>
    pool
      .query('select xmin::text from reactions')
      .then(({ rows }) => new Set(rows.map(({ xmin }) => xmin as string)).size);
  for (let upTo = 1; upTo <= 8; upTo += 1) {
    receive(upTo);
    await new Promise((resolve) => setTimeout(resolve, 1));
  }
  const began = performance.now();
  await policies.idle();
  expect(performance.now() - began).toBeLessThan(500);
  expect(await kept()).toEqual(wanted(8));
  expect(carriedOut).toEqual(wanted(8));
  expect(await rounds()).toBeLessThan(wanted(8).length);
  await policies.stop();
});

/** A policy that fails at some events, until it is mended. */
function failing(at: (position: number) => boolean): { policy: PolicyDef; mend(): void } {
  let mended = false;
  return {
    policy: {
      name: 'failing',
      on: ['Asked'],
      react: ({ position }) => {
        if (!mended && at(position)) throw new TypeError(`nothing in event ${position}`);
        return [{ kind: 'command', stream: 'thing-2', command: 'touch', input: {} }];
      },
    },
    mend: () => (mended = true),
  };
}
const aside = async (): Promise<string[]> =>
  (
    await pool.query<{ consumer: string; position: string; reason: string }>(
      'select consumer, position, reason from set_aside order by position',
    )
  ).rows.map((row) => `${row.consumer} ${row.position}: ${row.reason}`);

test('an event that a policy fails at is set aside for it alone, and everything behind it goes on', async () => {
  const { policy: other, mend } = failing((position) => position === 2);
  const { policies, log, receive, faults } = await node([other]);
  receive(4);
  await policies.idle();
  const [first, second, fourth] = [1, 2, 4].map((position) => `test:${position}:0`);
  expect(await kept()).toEqual(['failing:1:0', 'failing:4:0', first, second, fourth]);
  expect(await aside()).toEqual(['policy failing 2: nothing in event 2']);
  expect(faults.map(String)).toEqual([
    expect.stringContaining('event 2 (Asked of thing-1) was set aside: nothing in event 2'),
  ]);

  const again = (consumer: string, position: number, over = pool) =>
    reactAgain({ pool: over, log, directory: {} as never, policies: [other] }, consumer, position);
  expect(await again('policy failing', 2)).toEqual({ reason: 'nothing in event 2' });
  expect(await aside()).toEqual(['policy failing 2: nothing in event 2']);
  mend();
  // What the store fails with is not the policy's reason.
  const away = { query: () => Promise.reject(new Error('the store is away')) } as unknown as Pool;
  await expect(again('policy failing', 2, away)).rejects.toThrow('the store is away');
  expect(await aside()).toEqual(['policy failing 2: nothing in event 2']);
  expect(await again('policy failing', 2)).toEqual({ reason: null });
  expect(await aside()).toEqual([]);
  expect(await kept()).toContain('failing:2:0');
  expect(await again('policy failing', 2)).toBeNull();
  expect(await again('policy nobody', 2)).toBeNull();
  await policies.stop();
});

test('a few events that each hurt many policies stop none of them', async () => {
  const others = Array.from({ length: mostAside + 1 }, (_, i) => ({
    ...failing((position) => position === 2).policy,
    name: `failing ${i}`,
  }));
  const { policies, receive } = await node(others);
  receive(4);
  await policies.idle();
  expect(await aside()).toHaveLength(others.length);
  expect(policies.position()).toBe(4);
  await policies.stop();
});

test('a reaction that is due at no time is the failure of its policy, and stops nothing', async () => {
  const untimed: PolicyDef = {
    name: 'untimed',
    on: ['Asked'],
    react: ({ position }) => [
      {
        ...{ kind: 'command', stream: 'thing-2', command: 'touch', input: {} },
        ...(position === 2 ? { at: Date.parse('soon') } : {}),
      },
    ],
  };
  const { policies, receive } = await node([untimed]);
  receive(4);
  await policies.idle();
  expect(await aside()).toEqual(['policy untimed 2: Reaction 0 is due at no time: NaN']);
  expect(await kept()).toEqual(['test:1:0', 'test:2:0', 'test:4:0', 'untimed:1:0', 'untimed:4:0']);
  await policies.stop();
});

test('a policy that fails at everything is at fault itself: nothing is set aside, and it waits', async () => {
  const { policy: other } = failing(() => true);
  const { policies, receive, faults } = await node([other]);
  receive(60);
  await expect.poll(() => faults.length).toBeGreaterThan(0);
  expect(await aside()).toEqual([]);
  expect(await kept()).toEqual([]);
  expect(policies.position()).toBe(0);
  await policies.stop();
});
