import type { Event } from '#shared/core/event.ts';
import type { AnyEvent } from '#tests/kit/any-event.ts';
import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Directory } from '#shared/core/directory.ts';
import type { Viewer } from '#shared/core/permission.ts';
import { refuse } from '#shared/core/refusal.ts';
import { defineStream } from '#shared/core/stream.ts';
import { translations } from '#shared/core/translations.ts';
import { openHandle } from '#server/store/handle.ts';
import { openLog, type OpenLog } from '#server/store/log.ts';
import { migrate } from '#server/store/migrate.ts';
import { openNumbers } from '#server/store/numbers.ts';
import { openStates } from '#server/store/states.ts';
import { ulidMaker } from '#server/store/ulid.ts';
import type { Handle } from '#server/core/parts.ts';
import { verifyChain } from '#server/store/verify-chain.ts';
import { openPool } from '#tests/kit/connections.ts';
import { freshDatabase } from '#tests/kit/database.ts';

interface Pot {
  total: number;
  holder: number | null;
}

type PotEvent =
  | Event<'CoinAdded', { readonly coins: number }>
  | Event<'PotTaken', { readonly by: number | null }>;

/** The smallest stream with a race: a pot of coins with one holder. */
const pot = defineStream<Pot, PotEvent>({
  name: 'pot',
  events: { CoinAdded: true, PotTaken: true },
  area: 'tests',
  state: 1,
  initial: () => ({ total: 0, holder: null }),
  evolve: (state, event) =>
    event.type === 'CoinAdded'
      ? { ...state, total: state.total + event.data.coins }
      : { ...state, holder: event.data.by },
  commands: {
    open: {
      input: z.object({}).strict(),
      need: 'signedIn',
      creates: true,
      decide: () => [{ type: 'CoinAdded', data: { coins: 0 } }],
    },
    add: {
      input: z.object({ coins: z.number().int('badFormat').min(1, 'badFormat') }).strict(),
      need: 'signedIn',
      creates: true,
      decide: (_s, input: any) => [{ type: 'CoinAdded', data: { coins: input.coins } }],
    },
    set: {
      input: z.object({}).strict(),
      need: 'signedIn',
      versioned: true,
      decide: () => [{ type: 'CoinAdded', data: { coins: 1 } }],
    },
    take: {
      input: z.object({}).strict(),
      need: 'signedIn',
      creates: true,
      decide: (state, _i, ctx) =>
        state.holder === null
          ? [{ type: 'PotTaken', data: { by: ctx.actor.empId! } }]
          : refuse('alreadyClaimed', 423, { name: String(state.holder), at: '10:30' }),
    },
    both: {
      input: z.object({ other: z.string() }).strict(),
      need: 'signedIn',
      creates: true,
      reads: (input: any) => ({ other: `pot-${input.other}` }),
      decide: (_s, input: any, ctx) => [
        { type: 'CoinAdded', data: { coins: 1 } },
        {
          type: 'CoinAdded',
          data: { coins: (ctx.read['other'] as Pot).total + 1 },
          stream: `pot-${input.other}`,
        },
      ],
    },
  },
  translations: translations({
    en: { alreadyClaimed: 'Taken by {{name}}.' },
    es: { alreadyClaimed: 'Tomado por {{name}}.' },
  }),
});

const person = (empId: number): Viewer => ({
  kind: 'person',
  empId,
  name: `Agent ${empId}`,
  roleId: 1,
  designationId: 11,
  effectiveDesignationId: 11,
  admin: false,
  poos: 'all',
  languages: 'all',
  rights: new Set(),
  sessionId: `s${empId}`,
  permissionVersion: 1,
  language: 'en',
});
const nobody: Directory = {
  employee: () => null,
  employees: () => [],
  holders: () => [],
  designation: () => null,
  poo: () => null,
  poos: () => [],
};

interface Node {
  pool: Pool;
  log: OpenLog;
  handle: Handle;
  close(): Promise<void>;
}

async function openNode(url: string): Promise<Node> {
  const pool = openPool(url, { max: 6 });
  await migrate(pool);
  const log = await openLog(pool, {
    pollMs: 200,
    shared: true,
    onError: (error) => {
      throw error;
    },
  });
  const streams = new Map([[pot.name, pot]]);
  const states = openStates(pool, streams);
  log.follow('states', (events) => states.apply(events));
  const clock = { now: () => Date.now() };
  const handle = openHandle({
    pool,
    log,
    states,
    numbers: openNumbers(pool),
    clock,
    directory: nobody,
    streams,
    prepare: {},
    newId: ulidMaker(clock.now),
  });
  return {
    pool,
    log,
    handle,
    async close() {
      await log.close();
      await pool.end();
    },
  };
}

const command = (stream: string, command: string, input: unknown, empId = 1, more: object = {}) => ({
  stream,
  command,
  input,
  viewer: person(empId),
  correlationId: 'test',
  ...more,
});

describe('the log', () => {
  let url: string;
  let drop: () => Promise<void>;
  let a: Node;
  let b: Node;
  beforeAll(async () => {
    ({ url, drop } = await freshDatabase());
    a = await openNode(url);
    b = await openNode(url);
  });
  afterAll(async () => {
    await a.close();
    await b.close();
    await drop();
  });

  it('lets one of fifty simultaneous takers win, on two nodes, and names the winner to the others', async () => {
    for (let round = 0; round < 20; round += 1) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, (_, i) =>
          (i % 2 ? a : b).handle(command(`pot-race${round}`, 'take', {}, i + 1)),
        ),
      );
      const winners = answers.filter((one) => !('refused' in one));
      expect(winners).toHaveLength(1);
      const losers = answers.filter((one) => 'refused' in one);
      expect(new Set(losers.map((one) => (one as { code: string }).code))).toEqual(
        new Set(['alreadyClaimed']),
      );
      const events = await a.log.readStream(`pot-race${round}`);
      expect(events).toHaveLength(1);
    }
  });

  it('answers the same key with the same answer and another body under it with commandIdReused', async () => {
    const key = randomUUID();
    const first = await a.handle(command('pot-idem', 'add', { coins: 5 }, 1, { idempotencyKey: key }));
    const again = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        (i % 2 ? a : b).handle(command('pot-idem', 'add', { coins: 5 }, 1, { idempotencyKey: key })),
      ),
    );
    for (const one of again) expect(one).toEqual(first);
    expect(await a.log.readStream('pot-idem')).toHaveLength(1);
    expect(
      await b.handle(command('pot-idem', 'add', { coins: 6 }, 1, { idempotencyKey: key })),
    ).toMatchObject({
      refused: true,
      code: 'commandIdReused',
      status: 422,
    });
  });

  it('repeats a refusal for its key even when the reason is gone', async () => {
    await a.handle(command('pot-kept', 'take', {}, 1));
    const key = randomUUID();
    const refused = await a.handle(command('pot-kept', 'take', {}, 2, { idempotencyKey: key }));
    expect(refused).toMatchObject({ code: 'alreadyClaimed' });
    expect(await b.handle(command('pot-kept', 'take', {}, 2, { idempotencyKey: key }))).toEqual(refused);
  });

  it('applies a source message once, however often it is received', async () => {
    const sourceKey = 'customer:signup:1:1';
    await Promise.all(
      Array.from({ length: 20 }, (_, i) =>
        (i % 2 ? a : b).handle(command('pot-message', 'add', { coins: 3 }, 1, { sourceKey })),
      ),
    );
    expect(await a.log.readStream('pot-message')).toHaveLength(1);
  });

  it('refuses a stale version with author and time', async () => {
    await a.handle(command('pot-stale', 'add', { coins: 1 }, 7));
    expect(await a.handle(command('pot-stale', 'set', {}, 1))).toMatchObject({
      code: 'versionRequired',
      status: 428,
    });
    expect(await a.handle(command('pot-stale', 'set', {}, 1, { expectedVersion: 1 }))).toMatchObject({
      version: 2,
    });
    expect(await a.handle(command('pot-stale', 'set', {}, 1, { expectedVersion: 1 }))).toMatchObject({
      code: 'versionConflict',
      status: 409,
      details: { version: 2, by: 'Agent 1' },
    });
  });

  it('writes several streams at once or not at all, each decision on the state it read', async () => {
    await Promise.all(
      Array.from({ length: 30 }, (_, i) =>
        (i % 2 ? a : b).handle(command('pot-left', 'both', { other: 'right' })),
      ),
    );
    const left = await a.log.readStream('pot-left');
    const right = await a.log.readStream<AnyEvent>('pot-right');
    expect(left).toHaveLength(30);
    // Each step adds the total read plus one: 2^30 - 1 shows that no step read a stale total.
    expect(right.reduce((sum, event) => sum + event.data.coins, 0)).toBe(2 ** 30 - 1);
  });

  it('delivers every event once and in sequence on every node, while both write', async () => {
    const seen: number[][] = [[], []];
    const from = Math.max(a.log.head(), b.log.head());
    const stops = [a, b].map((node, i) =>
      node.log.follow('test', (events) => seen[i]!.push(...events.map((event) => event.position))),
    );
    await Promise.all(
      Array.from({ length: 400 }, (_, i) =>
        (i % 2 ? a : b).handle(command(`pot-many${i % 40}`, 'add', { coins: 1 })),
      ),
    );
    const head = Number((await a.pool.query('select position from log_head')).rows[0].position);
    await Promise.all([a.log.reached(head), b.log.reached(head)]);
    for (const stop of stops) stop();
    for (const list of seen) {
      const after = list.filter((position) => position > from);
      expect(after).toEqual(Array.from({ length: head - from }, (_, i) => from + 1 + i));
    }
  });

  it('allots each number once across all nodes', async () => {
    const made = await Promise.all(
      Array.from({ length: 200 }, (_, i) => (i % 2 ? a : b).handle(command('pot-new', 'open', {}))),
    );
    expect(new Set(made.map((one) => (one as { id: string }).id)).size).toBe(200);
  });

  it('does not report events written during the walk as a break of the chain', async () => {
    const { rows } = await a.pool.query<{ position: string }>('select position from log_head');
    const head = Number(rows[0]!.position);
    const growing = {
      async query(...requested: unknown[]) {
        const answer = await (a.pool.query as (...all: unknown[]) => Promise<unknown>).call(
          a.pool,
          ...requested,
        );
        await a.handle(command('pot-growing', 'add', { coins: 1 }));
        return answer;
      },
    } as unknown as Pool;
    const verified = await verifyChain(growing);
    expect(verified.ok).toBe(true);
    // An event written between two reads is either part of the walk or after it.
    expect((verified as { events: number }).events).toBeGreaterThanOrEqual(head);
    expect(await a.log.readStream('pot-growing')).not.toEqual([]);
  });

  it('keeps a chain that verifies, and names the first position that was tampered with', async () => {
    const good = await verifyChain(a.pool);
    expect(good).toMatchObject({ ok: true });
    await a.pool.query('alter table events disable trigger all');
    await a.pool.query("update events set body = replace(body, 'Agent', 'Argent') where position = 12");
    await a.pool.query('alter table events enable trigger all');
    expect(await verifyChain(a.pool)).toMatchObject({ ok: false, position: 12 });
  });

  it('lets nobody change or delete an event', async () => {
    await expect(a.pool.query('delete from events where position = 1')).rejects.toThrow('never changed');
    await expect(a.pool.query("update events set type = 'x' where position = 1")).rejects.toThrow(
      'never changed',
    );
    await expect(a.pool.query('truncate events')).rejects.toThrow('never changed');
  });
});
