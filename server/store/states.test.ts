import { expect, test } from 'vitest';
import type { Pool } from 'pg';
import type { StoredEvent } from '#shared/core/event.ts';
import type { StreamDef } from '#shared/core/stream.ts';
import { openStates } from './states.ts';

/** A stream that counts its events. */
const counter = {
  name: 'counter',
  initial: () => 0,
  evolve: (n: number) => n + 1,
  commands: {},
} as unknown as StreamDef;
const event = (version: number): StoredEvent =>
  ({ stream: 'counter-1', version, type: 'Counted' }) as StoredEvent;

/** A store that answers when the test allows it, with what was committed when it was queried. */
function slowStore() {
  let committed = 0;
  const queries: { versions: number; answer(): void }[] = [];
  const row = (version: number) => ({
    requested: 'counter-1',
    from: null,
    saved: null,
    id: `e${version}`,
    stream: 'counter-1',
    version,
    type: 'Counted',
    at: new Date(0),
    position: String(version),
    body: '{}',
  });
  const pool = {
    query: () =>
      new Promise((resolve) => {
        const versions = committed;
        queries.push({
          versions,
          answer: () => resolve({ rows: Array.from({ length: versions }, (_, n) => row(n + 1)) }),
        });
      }),
  } as unknown as Pool;
  return { pool, queries, commit: (version: number) => (committed = version) };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));

test('a state read just before a concurrent commit is read again and never cached', async () => {
  const store = slowStore();
  const states = openStates(store.pool, new Map([['counter', counter]]));
  store.commit(1);
  const loaded = states.load('counter-1');
  await turn();
  store.commit(2);
  states.apply([event(2)]);
  store.queries[0]!.answer();
  await turn();
  await turn();
  expect(store.queries).toHaveLength(2);
  store.queries[1]!.answer();
  expect(await loaded).toMatchObject({ version: 2, state: 2 });
  expect(await states.load('counter-1')).toMatchObject({ version: 2 });
  states.apply([event(3)]);
  expect(await states.load('counter-1')).toMatchObject({ version: 3, state: 3 });
  expect(store.queries).toHaveLength(2);
});

test('an event that a stream cannot fold holds up no other stream of its batch, and is reported', async () => {
  const odd = {
    ...counter,
    evolve: (n: number, { data }: { data: unknown }) => {
      if (data === 'odd') throw new TypeError('nothing in it');
      return n + 1;
    },
  } as unknown as StreamDef;
  const store = slowStore();
  const states = openStates(store.pool, new Map([['counter', odd]]));
  states.begin('counter-1');
  states.begin('counter-2');
  const of = (stream: string, data: unknown): StoredEvent => ({ ...event(1), stream, data }) as StoredEvent;
  const aside: unknown[] = [];
  states.apply([of('counter-1', 'odd'), of('counter-2', 'plain')], (one, error) =>
    aside.push(one.stream, error),
  );
  expect(aside).toEqual([
    'counter-1',
    expect.objectContaining({ message: expect.stringContaining('nothing in it') }),
  ]);
  expect(await states.load('counter-2')).toMatchObject({ version: 1, state: 1 });
  // The first is read from the store.
  void states.load('counter-1');
  await turn();
  expect(store.queries).toHaveLength(1);
});
