import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Directory } from '#shared/core/directory.ts';
import { refuse } from '#shared/core/refusal.ts';
import type { StreamDef } from '#shared/core/stream.ts';
import type { Handle } from '../house.ts';
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
    begin: { input: z.object({}), need: 'signedIn', creates: true, decide: () => [{ type: 'CoinAdded', data: {} }] },
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
      decide: ({ coins }: { coins: number }) => (coins < 2 ? refuse('tooFew', 409) : [{ type: 'CoinAdded', data: {} }]),
    },
  },
} as unknown as StreamDef;
const streams = new Map([[jar.name, jar]]);
const directory = {} as Directory;

/** A node that hears of others' events only while it can read the log. */
async function node(canRead: () => Promise<void>, shared = false, looking: Pool = pool): Promise<{ log: OpenLog; handle: Handle }> {
  const reading = {
    connect: () => pool.connect(),
    query: async (asked: { name?: string }, ...more: unknown[]) => {
      if (asked.name === 'read-after') await canRead();
      return (pool.query as (...all: unknown[]) => unknown).call(pool, asked, ...more);
    },
  } as unknown as Pool;
  const log = await openLog(reading, {
    pollMs: 1_000,
    shared,
    onError: (error) => {
      throw error;
    },
  });
  const states = openStates(looking, streams);
  log.follow((events) => states.apply(events));
  const handle = openHandle({ pool, log, states, numbers: openNumbers(pool), clock: Date, directory, streams, prepare: {}, newId: ulidMaker(Date.now) });
  return { log, handle };
}

const ordered = (at: { handle: Handle }, stream: string, command: string, expectedVersion?: number, more: { allotted?: boolean } = {}): Promise<unknown> =>
  at.handle({
    stream,
    command,
    input: {},
    viewer: { kind: 'system', empId: null, name: 'test', rights: new Set() } as never,
    correlationId: 'test',
    ...(expectedVersion === undefined ? {} : { expectedVersion }),
    ...more,
  });

test('what an order wrote is known to the next one at the same node, though another node came in between and is not heard of yet', async () => {
  let hear: () => void = () => undefined;
  const heard = new Promise<void>((resolve) => {
    hear = resolve;
  });
  const here = await node(() => heard);
  const there = await node(() => Promise.resolve());
  try {
    const [mine, other] = [`jar-mine${Math.random()}`, `jar-other${Math.random()}`];
    expect(await ordered(there, other, 'begin')).toMatchObject({ version: 1 });
    const before = here.log.head();
    expect(await ordered(here, mine, 'begin')).toMatchObject({ version: 1 });
    expect(await ordered(here, mine, 'add')).toMatchObject({ version: 2 });
    expect(await ordered(here, mine, 'add')).toMatchObject({ version: 3 });
    expect(here.log.head()).toBe(before);
    hear();
    await here.log.reached(before + 4);
    expect(await ordered(here, mine, 'add')).toMatchObject({ version: 4 });
    expect(await ordered(here, other, 'add')).toMatchObject({ version: 2 });
  } finally {
    hear();
    await here.log.close();
    await there.log.close();
  }
});

test('no is said by what is true now: a node that has not heard of the others looks before it refuses', async () => {
  let hear: () => void = () => undefined;
  const heard = new Promise<void>((resolve) => {
    hear = resolve;
  });
  const here = await node(() => heard, true);
  const there = await node(() => Promise.resolve(), true);
  try {
    const stream = `jar-shared${Math.random()}`;
    expect(await ordered(here, stream, 'add')).toMatchObject({ refused: true, code: 'notFound' });
    expect(await ordered(there, stream, 'begin')).toMatchObject({ version: 1 });
    // It was told a moment ago that there is no such jar, and has heard nothing since.
    expect(await ordered(here, stream, 'shake')).toMatchObject({ code: 'tooFew' });
    expect(await ordered(there, stream, 'add')).toMatchObject({ version: 2 });
    expect(await ordered(here, stream, 'shake')).toMatchObject({ version: 3 });
    expect(await ordered(there, stream, 'add', 3)).toMatchObject({ version: 4 });
    expect(await ordered(here, stream, 'add', 4)).toMatchObject({ version: 5 });
    expect(await ordered(here, stream, 'add', 4)).toMatchObject({ code: 'versionConflict' });
  } finally {
    hear();
    await here.log.close();
    await there.log.close();
  }
});

test('under a number that was handed out just now nothing is looked for; what is there all the same is found by the log', async () => {
  const asked: string[] = [];
  const watched = {
    connect: () => pool.connect(),
    query: (one: { name?: string }, ...more: unknown[]) => {
      asked.push(one.name ?? '');
      return (pool.query as (...all: unknown[]) => unknown).call(pool, one, ...more);
    },
  } as unknown as Pool;
  const there = await node(() => Promise.resolve(), true);
  const here = await node(() => Promise.resolve(), true, watched);
  try {
    const allotted = (stream: string) => ordered(here, stream, 'begin', undefined, { allotted: true });
    const [mine, taken, withLid] = ['new', 'taken', 'lidded'].map((name) => `jar-${name}${Math.random()}`) as [string, string, string];
    expect(await allotted(mine)).toMatchObject({ version: 1 });
    expect(await ordered(here, mine, 'add')).toMatchObject({ version: 2 });
    expect(await ordered(here, withLid, 'beginWithLid', undefined, { allotted: true })).toMatchObject({ version: 1 });
    expect(await ordered(here, withLid.replace('jar-', 'jar-lid'), 'add')).toMatchObject({ version: 2 });
    expect(asked.filter((name) => name === 'read-streams')).toEqual([]);
    expect(await ordered(there, taken, 'begin')).toMatchObject({ version: 1 });
    expect(await ordered(there, taken, 'add')).toMatchObject({ version: 2 });
    expect(await allotted(taken)).toMatchObject({ version: 3 });
    // Somebody had laid a lid of that name there, against all that is promised: the log says so and it is looked for.
    const lid = `jar-${Math.random()}`;
    expect(await ordered(there, lid.replace('jar-', 'jar-lid'), 'begin')).toMatchObject({ version: 1 });
    expect(await ordered(here, lid, 'beginWithLid', undefined, { allotted: true })).toMatchObject({ version: 1 });
    expect(await ordered(there, lid.replace('jar-', 'jar-lid'), 'add')).toMatchObject({ version: 3 });
    expect(await ordered(here, taken, 'add')).toMatchObject({ version: 4 });
  } finally {
    await here.log.close();
    await there.log.close();
  }
});

const asPerson = (at: { handle: Handle }, stream: string, command: string, empId: number, idempotencyKey: string): Promise<unknown> =>
  at.handle({
    stream,
    command,
    input: {},
    viewer: { kind: 'person', empId, name: `Agent ${empId}`, rights: new Set() } as never,
    correlationId: 'test',
    idempotencyKey,
  });

test('given a key that one person used, when another sends the same command under it, then it is refused and nothing of the answer is shown', async () => {
  const here = await node(() => Promise.resolve());
  try {
    const stream = `jar-own${Math.random()}`;
    const key = randomUUID();
    expect(await ordered(here, stream, 'begin')).toMatchObject({ version: 1 });
    const first = await asPerson(here, stream, 'add', 101, key);
    expect(first).toMatchObject({ version: 2 });
    expect(await asPerson(here, stream, 'add', 102, key)).toEqual({ refused: true, code: 'commandIdReused', status: 422 });
    expect(await asPerson(here, stream, 'add', 101, key)).toEqual(first);
    expect(await here.log.readStream(stream)).toHaveLength(2);
  } finally {
    await here.log.close();
  }
});

test('given a refusal by rule, when its reason is gone and the same key comes again, then it is still refused and nothing is written', async () => {
  const here = await node(() => Promise.resolve());
  try {
    const stream = `jar-kept${Math.random()}`;
    const key = randomUUID();
    expect(await ordered(here, stream, 'begin')).toMatchObject({ version: 1 });
    const refused = await asPerson(here, stream, 'shake', 101, key);
    expect(refused).toMatchObject({ refused: true, code: 'tooFew' });
    expect(await ordered(here, stream, 'add')).toMatchObject({ version: 2 });
    expect(await asPerson(here, stream, 'shake', 101, key)).toEqual(refused);
    expect(await asPerson(here, stream, 'shake', 101, randomUUID())).toMatchObject({ version: 3 });
    expect(await here.log.readStream(stream)).toHaveLength(3);
  } finally {
    await here.log.close();
  }
});
