import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import type { Directory } from '#shared/core/directory.ts';
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
  },
} as unknown as StreamDef;
const streams = new Map([[jar.name, jar]]);
const directory = {} as Directory;

/** A node that hears of others' events only while it can read the log. */
async function node(canRead: () => Promise<void>): Promise<{ log: OpenLog; handle: Handle }> {
  const reading = {
    connect: () => pool.connect(),
    query: async (asked: { name?: string }, ...more: unknown[]) => {
      if (asked.name === 'read-after') await canRead();
      return (pool.query as (...all: unknown[]) => unknown).call(pool, asked, ...more);
    },
  } as unknown as Pool;
  const log = await openLog(reading, {
    pollMs: 1_000,
    shared: false,
    onError: (error) => {
      throw error;
    },
  });
  const states = openStates(pool, streams);
  log.follow((events) => states.apply(events));
  const handle = openHandle({ pool, log, states, numbers: openNumbers(pool), clock: Date, directory, streams, prepare: {}, newId: ulidMaker(Date.now) });
  return { log, handle };
}

test('what an order wrote is known to the next one at the same node, though another node came in between and is not heard of yet', async () => {
  let hear: () => void = () => undefined;
  const heard = new Promise<void>((resolve) => {
    hear = resolve;
  });
  const here = await node(() => heard);
  const there = await node(() => Promise.resolve());
  const ordered = (at: { handle: Handle }, stream: string, command: string): Promise<unknown> =>
    at.handle({ stream, command, input: {}, viewer: { kind: 'system', empId: null, name: 'test', rights: new Set() } as never, correlationId: 'test' });
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
