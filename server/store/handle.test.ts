import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Directory } from '#shared/core/directory.ts';
import { refuse } from '#shared/core/refusal.ts';
import type { StreamDef } from '#shared/core/stream.ts';
import type { Handle } from '../core/parts.ts';
import { freshStore, type FreshStore } from '#tests/kit/fresh-store.ts';
import { openHandle } from './handle.ts';
import { openLog, type OpenLog } from './log.ts';
import { openNumbers } from './numbers.ts';
import { openStates } from './states.ts';
import { ulidMaker } from './ulid.ts';

let store: FreshStore;
let pool: Pool;
beforeAll(async () => {
  store = await freshStore();
  pool = store.pool;
});
afterAll(async () => {
  await store?.close();
});

const jar = {
  name: 'jar',
  initial: () => ({ coins: 0 }),
  evolve: (state: { coins: number }) => ({ coins: state.coins + 1 }),
  commands: {
    begin: {
      input: z.object({}),
      need: 'signedIn',
      creates: true,
      decide: () => [{ type: 'CoinAdded', data: {} }],
    },
    add: { input: z.object({}), need: 'signedIn', decide: () => [{ type: 'CoinAdded', data: {} }] },
    beginWithLid: {
      input: z.object({}),
      need: 'signedIn',
      creates: true,
      reads: (_input: unknown, _state: unknown, { id }: { id: string }) => ({ lid: `jar-lid${id}` }),
      begunWith: ['lid'],
      decide: (_state: unknown, _input: unknown, { id }: { id: string }) => [
        { type: 'CoinAdded', data: {} },
        { type: 'CoinAdded', stream: `jar-lid${id}`, data: {} },
      ],
    },
    shake: {
      input: z.object({}),
      need: 'signedIn',
      decide: ({ coins }: { coins: number }) =>
        coins < 2 ? refuse('tooFew', 409) : [{ type: 'CoinAdded', data: {} }],
    },
  },
} as unknown as StreamDef;
const streams = new Map([[jar.name, jar]]);
const directory = {} as Directory;

/** A node that receives the events of other nodes only while it can read the log. */
async function node(
  canRead: () => Promise<void>,
  shared = false,
  looking: Pool = pool,
): Promise<{ log: OpenLog; handle: Handle }> {
  const queries = {
    connect: () => pool.connect(),
    query: async (statement: { name?: string }, ...more: unknown[]) => {
      if (statement.name === 'read-after') await canRead();
      return (pool.query as (...all: unknown[]) => unknown).call(pool, statement, ...more);
    },
  } as unknown as Pool;
  const log = await openLog(queries, {
    pollMs: 1_000,
    shared,
    onError: (error) => {
      throw error;
    },
  });
  const states = openStates(looking, streams);
  log.follow('states', (events) => states.apply(events));
  const handle = openHandle({
    pool,
    log,
    states,
    numbers: openNumbers(pool),
    clock: Date,
    directory,
    streams,
    prepare: {},
    newId: ulidMaker(Date.now),
  });
  return { log, handle };
}

const commanded = (
  at: { handle: Handle },
  stream: string,
  command: string,
  expectedVersion?: number,
  more: { allotted?: boolean } = {},
): Promise<unknown> =>
  at.handle({
    stream,
    command,
    input: {},
    viewer: { kind: 'system', empId: null, name: 'test', rights: new Set() } as never,
    correlationId: 'test',
    ...(expectedVersion === undefined ? {} : { expectedVersion }),
    ...more,
  });

test("a command sees what the previous command on the same node wrote, even before another node's events arrive", async () => {
  let receive: () => void = () => undefined;
  const received = new Promise<void>((resolve) => {
    receive = resolve;
  });
  const here = await node(() => received);
  const there = await node(() => Promise.resolve());
  try {
    const [mine, other] = [`jar-mine${Math.random()}`, `jar-other${Math.random()}`];
    expect(await commanded(there, other, 'begin')).toMatchObject({ version: 1 });
    const before = here.log.head();
    expect(await commanded(here, mine, 'begin')).toMatchObject({ version: 1 });
    expect(await commanded(here, mine, 'add')).toMatchObject({ version: 2 });
    expect(await commanded(here, mine, 'add')).toMatchObject({ version: 3 });
    expect(here.log.head()).toBe(before);
    receive();
    await here.log.reached(before + 4);
    expect(await commanded(here, mine, 'add')).toMatchObject({ version: 4 });
    expect(await commanded(here, other, 'add')).toMatchObject({ version: 2 });
  } finally {
    receive();
    await here.log.close();
    await there.log.close();
  }
});

test('a node that lags behind reloads before it refuses', async () => {
  let receive: () => void = () => undefined;
  const received = new Promise<void>((resolve) => {
    receive = resolve;
  });
  const here = await node(() => received, true);
  const there = await node(() => Promise.resolve(), true);
  try {
    const stream = `jar-shared${Math.random()}`;
    expect(await commanded(here, stream, 'add')).toMatchObject({ refused: true, code: 'notFound' });
    expect(await commanded(there, stream, 'begin')).toMatchObject({ version: 1 });
    // It learned a moment ago that there is no such jar, and has received nothing since.
    expect(await commanded(here, stream, 'shake')).toMatchObject({ code: 'tooFew' });
    expect(await commanded(there, stream, 'add')).toMatchObject({ version: 2 });
    expect(await commanded(here, stream, 'shake')).toMatchObject({ version: 3 });
    expect(await commanded(there, stream, 'add', 3)).toMatchObject({ version: 4 });
    expect(await commanded(here, stream, 'add', 4)).toMatchObject({ version: 5 });
    expect(await commanded(here, stream, 'add', 4)).toMatchObject({ code: 'versionConflict' });
  } finally {
    receive();
    await here.log.close();
    await there.log.close();
  }
});

test('a stream under a newly allotted number is not looked up, and the log reports one that exists', async () => {
  const statements: string[] = [];
  const watched = {
    connect: () => pool.connect(),
    query: (one: { name?: string }, ...more: unknown[]) => {
      statements.push(one.name ?? '');
      return (pool.query as (...all: unknown[]) => unknown).call(pool, one, ...more);
    },
  } as unknown as Pool;
  const there = await node(() => Promise.resolve(), true);
  const here = await node(() => Promise.resolve(), true, watched);
  try {
    const allotted = (stream: string) => commanded(here, stream, 'begin', undefined, { allotted: true });
    const [mine, taken, withLid] = ['new', 'taken', 'lidded'].map(
      (name) => `jar-${name}${Math.random()}`,
    ) as [string, string, string];
    expect(await allotted(mine)).toMatchObject({ version: 1 });
    expect(await commanded(here, mine, 'add')).toMatchObject({ version: 2 });
    expect(await commanded(here, withLid, 'beginWithLid', undefined, { allotted: true })).toMatchObject({
      version: 1,
    });
    expect(await commanded(here, withLid.replace('jar-', 'jar-lid'), 'add')).toMatchObject({ version: 2 });
    expect(statements.filter((name) => name === 'read-streams')).toEqual([]);
    expect(await commanded(there, taken, 'begin')).toMatchObject({ version: 1 });
    expect(await commanded(there, taken, 'add')).toMatchObject({ version: 2 });
    expect(await allotted(taken)).toMatchObject({ version: 3 });
    // A lid of that name exists although it should not: the log reports it, and the stream is loaded.
    const lid = `jar-${Math.random()}`;
    expect(await commanded(there, lid.replace('jar-', 'jar-lid'), 'begin')).toMatchObject({ version: 1 });
    expect(await commanded(here, lid, 'beginWithLid', undefined, { allotted: true })).toMatchObject({
      version: 1,
    });
    expect(await commanded(there, lid.replace('jar-', 'jar-lid'), 'add')).toMatchObject({ version: 3 });
    expect(await commanded(here, taken, 'add')).toMatchObject({ version: 4 });
  } finally {
    await here.log.close();
    await there.log.close();
  }
});

const asPerson = (
  at: { handle: Handle },
  stream: string,
  command: string,
  empId: number,
  idempotencyKey: string,
): Promise<unknown> =>
  at.handle({
    stream,
    command,
    input: {},
    viewer: { kind: 'person', empId, name: `Agent ${empId}`, rights: new Set() } as never,
    correlationId: 'test',
    idempotencyKey,
  });

test('an idempotency key used by another person is refused and reveals nothing', async () => {
  const here = await node(() => Promise.resolve());
  try {
    const stream = `jar-own${Math.random()}`;
    const key = randomUUID();
    expect(await commanded(here, stream, 'begin')).toMatchObject({ version: 1 });
    const first = await asPerson(here, stream, 'add', 101, key);
    expect(first).toMatchObject({ version: 2 });
    expect(await asPerson(here, stream, 'add', 102, key)).toEqual({
      refused: true,
      code: 'commandIdReused',
      status: 422,
    });
    expect(await asPerson(here, stream, 'add', 101, key)).toEqual(first);
    expect(await here.log.readStream(stream)).toHaveLength(2);
  } finally {
    await here.log.close();
  }
});

test('a refusal by rule is repeated for the same key after its reason is gone', async () => {
  const here = await node(() => Promise.resolve());
  try {
    const stream = `jar-kept${Math.random()}`;
    const key = randomUUID();
    expect(await commanded(here, stream, 'begin')).toMatchObject({ version: 1 });
    const refused = await asPerson(here, stream, 'shake', 101, key);
    expect(refused).toMatchObject({ refused: true, code: 'tooFew' });
    expect(await commanded(here, stream, 'add')).toMatchObject({ version: 2 });
    expect(await asPerson(here, stream, 'shake', 101, key)).toEqual(refused);
    expect(await asPerson(here, stream, 'shake', 101, randomUUID())).toMatchObject({ version: 3 });
    expect(await here.log.readStream(stream)).toHaveLength(3);
  } finally {
    await here.log.close();
  }
});

test.each(['lid', 'care-lid'])(
  'a number of the kind %s that the server chose is never allotted again',
  async (kind) => {
    const here = await node(() => Promise.resolve());
    try {
      expect(await commanded(here, `jar-${kind}-7`, 'begin')).toMatchObject({ version: 1 });
      const numbers = openNumbers(pool);
      await numbers.fetch(`jar-${kind}`);
      expect(numbers.next(`jar-${kind}`)).toBe(8);
    } finally {
      await here.log.close();
    }
  },
);
