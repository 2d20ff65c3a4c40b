import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { StoredEvent } from '#shared/core/event.ts';
import { freshStore, type FreshStore } from '#tests/kit/fresh-store.ts';
import { followEach } from './follow-each.ts';
import { isOfData, mostAside, noteAside, takeAgain, taken } from './set-aside.ts';

let store: FreshStore;
let pool: Pool;
beforeAll(async () => {
  store = await freshStore();
  pool = store.pool;
});
afterAll(() => store?.close());
beforeEach(() => pool.query('delete from set_aside'));

const event = (position: number, data: unknown = {}): StoredEvent =>
  ({ position, stream: 'thing-1', type: 'Told', data }) as never;
const aside = async (): Promise<string[]> =>
  (
    await pool.query<{ consumer: string; position: string; reason: string }>(
      'select consumer, position, reason from set_aside order by position',
    )
  ).rows.map(({ consumer, position, reason }) => `${consumer} ${position}: ${reason}`);

function follower(take: (event: StoredEvent) => void) {
  let listener: (events: readonly StoredEvent[]) => void = () => undefined;
  const faults: unknown[] = [];
  const log = {
    follow(_consumer: string, one: typeof listener) {
      listener = one;
      return () => undefined;
    },
  };
  const following = followEach(log, 'probe', take, { pool, onError: (error) => faults.push(error) });
  return { faults, idle: following.idle, receive: (events: readonly StoredEvent[]) => listener(events) };
}

test('an event that a follower cannot take is set aside, and those behind it in its batch are taken', async () => {
  const taken: number[] = [];
  const { faults, idle, receive } = follower(({ position }) => {
    if (position === 2) throw new Error('nothing in it');
    taken.push(position);
  });
  receive([event(1), event(2), event(3)]);
  receive([event(4)]);
  await idle();
  expect(taken).toEqual([1, 3, 4]);
  expect(await aside()).toEqual(['probe 2: nothing in it']);
  expect(faults.map(String)).toEqual([
    expect.stringContaining('probe: event 2 (Told of thing-1) was set aside: nothing in it'),
  ]);
});

test('a follower that fails at everything is at fault itself: the first are set aside, all are reported', async () => {
  const { faults, idle, receive } = follower(() => {
    throw new Error('nothing in it');
  });
  receive(Array.from({ length: mostAside + 10 }, (_, i) => event(i + 1)));
  await idle();
  expect(await aside()).toHaveLength(mostAside);
  expect(faults).toHaveLength(mostAside + 10);
});

test('what is tried again is forgotten once it is taken, and says why while it is not', async () => {
  let mended = false;
  const parts = {
    pool,
    log: { readAfter: async (position: number) => [event(position + 1)] },
    takes: new Map([
      [
        'probe',
        () => {
          if (!mended) throw new TypeError('still nothing in it');
        },
      ],
      ['away', () => Promise.reject(new Error('the store is away'))],
    ]),
  };
  for (const consumer of ['probe', 'away']) await noteAside(pool, consumer, event(2), 'nothing in it');
  expect(await takeAgain(parts, 'probe', 2)).toEqual({ reason: 'still nothing in it' });
  await expect(takeAgain(parts, 'away', 2)).rejects.toThrow('the store is away');
  mended = true;
  expect(await takeAgain(parts, 'probe', 2)).toEqual({ reason: null });
  expect(await aside()).toEqual(['away 2: nothing in it']);
  expect(await takeAgain(parts, 'probe', 2)).toBeNull();
  expect(await takeAgain(parts, 'nobody', 2)).toBeNull();
});

test('a text that is too long for its index, or nested too deeply, concerns the event; a missing table the store', async () => {
  await pool.query('create table odd (name text); create index on odd (name)');
  const failure = async (text: string, values: unknown[] = []): Promise<unknown> => {
    const [done] = await Promise.allSettled([pool.query(text, values)]);
    return done.status === 'rejected' ? done.reason : null;
  };
  const long = Array.from({ length: 9_000 }, (_, i) => String.fromCodePoint(0x4e00 + ((i * 7_919) % 20_000)));
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  for (const error of [
    await failure('insert into odd values ($1)', [long.join('')]),
    await failure('select $1::jsonb', [deep]),
  ])
    expect(isOfData(error), String(error)).toBe(true);
  const away = await failure('select from nowhere');
  expect([isOfData(away), String(away)]).toEqual([false, expect.stringContaining('nowhere')]);
});

test('a reader of one event goes on without it, whatever kind of error it makes', () => {
  for (const error of [new Error('nothing fits'), new TypeError('no data')])
    expect(
      taken(() => {
        throw error;
      }),
    ).toBeUndefined();
  expect(taken(() => 7)).toBe(7);
});
