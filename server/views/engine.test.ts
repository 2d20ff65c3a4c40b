import type { AnyEvent } from '#tests/kit/any-event.ts';
import { Pool } from 'pg';
import { expect, test, vi } from 'vitest';
import type { StoredEvent } from '#shared/core/event.ts';
import { defineView } from '#shared/core/view.ts';
import { armFailPoint } from '#server/store/failpoint.ts';
import { openLog } from '#server/store/log.ts';
import { freshStore } from '#tests/kit/fresh-store.ts';
import { hung } from '#tests/kit/patience.ts';
import { openViews } from './engine.ts';
import { appendEvents } from '#tests/kit/append-events.ts';

const view = defineView<{ readonly coins: number }, AnyEvent>({
  name: 'probe',
  version: 1,
  streams: ['pot'],
  ids: ({ stream }) => [stream],
  row: (row, event) => ({ coins: (row?.coins ?? 0) + event.data.coins }),
});
const coin = (n: number): Omit<StoredEvent, 'position'> => ({
  stream: `pot-${n}`,
  version: 1,
  id: `event-${n}`,
  type: 'CoinAdded',
  at: '2026-11-20T05:00:00.000Z',
  actor: { kind: 'system', empId: null, name: 'server' },
  data: { coins: n },
  correlationId: 'test',
  causationId: null,
  schemaVersion: 1,
});

test('rows that could not be written for want of a connection are written with the next ones', async () => {
  const store = await freshStore(3);
  const faults: unknown[] = [];
  const log = await openLog(store.pool, {
    pollMs: 1_000,
    shared: false,
    onError: (error) => faults.push(error),
  });
  const narrow = new Pool({ connectionString: store.url, max: 1, connectionTimeoutMillis: 1_500 });
  const views = await openViews(narrow, log, [view], {
    saveMs: 60_000,
    onError: (error) => faults.push(error),
  });
  const append = (n: number): Promise<unknown> => appendEvents(log, [coin(n)]);
  try {
    await append(1);
    const only = await narrow.connect();
    await expect(views.save()).rejects.toThrow('timeout');
    only.release();
    await append(2);
    await views.save();
    const { rows } = await store.pool.query<{ id: string; row: string }>(
      "select id, row from view_rows where view = 'probe' order by id",
    );
    expect(rows.map(({ id, row }) => [id, JSON.parse(row)])).toEqual([
      ['pot-1', { coins: 1 }],
      ['pot-2', { coins: 2 }],
    ]);
    expect(faults).toEqual([]);
  } finally {
    await views.close();
    await log.close();
    await narrow.end();
    await store.close();
  }
});

test('rows and their checkpoint are written together or not at all', async () => {
  const store = await freshStore(3);
  const log = await openLog(store.pool, {
    pollMs: 1_000,
    shared: false,
    onError: (error) => expect.fail(String(error)),
  });
  const views = await openViews(store.pool, log, [view], {
    saveMs: 60_000,
    onError: (error) => expect.fail(String(error)),
  });
  const written = async (): Promise<{ checkpoint: number; rows: number }> => {
    const { rows } = await store.pool.query<{ checkpoint: string; rows: string }>(
      "select position as checkpoint, (select count(*) from view_rows r where r.view = v.name and r.epoch = v.epoch) as rows from views v where name = 'probe'",
    );
    return { checkpoint: Number(rows[0]!.checkpoint), rows: Number(rows[0]!.rows) };
  };
  try {
    const before = await written();
    await appendEvents(log, [coin(1)]);
    armFailPoint({ point: 'view.rows', action: 'throw', ms: 0, visit: 1 });
    await expect(views.save()).rejects.toThrow('failpoint view.rows');
    expect(await written()).toEqual(before);
    await views.save();
    expect(await written()).toEqual({ checkpoint: log.head(), rows: before.rows + 1 });
  } finally {
    armFailPoint(null);
    await views.close();
    await log.close();
    await store.close();
  }
});

test('a start with a long catch-up writes its rows afterwards', async () => {
  const store = await freshStore(3);
  const faults: unknown[] = [];
  const log = await openLog(store.pool, {
    pollMs: 1_000,
    shared: false,
    onError: (error) => faults.push(error),
  });
  const kept = async (): Promise<number> =>
    Number((await store.pool.query("select count(*) as n from view_rows where view = 'probe'")).rows[0].n);
  try {
    for (let n = 1; n <= 700; n += 100)
      await Promise.all(Array.from({ length: 100 }, (_, i) => appendEvents(log, [coin(n + i)])));
    const written: number[] = [];
    const slow: typeof log.eachAfter = async (...args) => {
      await new Promise((resolve) => setTimeout(resolve, 60));
      written.push(await kept());
      return log.eachAfter(...args);
    };
    const views = await openViews(store.pool, { ...log, eachAfter: slow }, [view], {
      saveMs: 10,
      onError: (error) => faults.push(error),
    });
    expect(views.byName('probe')!.rows.size).toBe(700);
    await expect.poll(kept, { timeout: 5_000 }).toBe(700);
    expect(written.length).toBeGreaterThan(2);
    expect(written.every((n) => n === 0)).toBe(true);
    expect(faults).toEqual([]);
    await views.close();
  } finally {
    await log.close();
    await store.close();
  }
});

test('rows with any content are read from the store as they were written', async () => {
  const store = await freshStore(3);
  const faults: unknown[] = [];
  const log = await openLog(store.pool, {
    pollMs: 1_000,
    shared: false,
    onError: (error) => faults.push(error),
  });
  const odd = [
    'two\nlines\r\nand \u2028 a third',
    '"quoted" \\ \\n {"id":1}',
    'half a pair: \ud83d',
    'nothing: \u0000',
    '',
    'पाँच 🙂',
    String.raw`\u0000 \N \.`,
  ];
  const texts = defineView<{ readonly text: string }, AnyEvent>({
    name: 'texts',
    version: 1,
    streams: ['pot'],
    ids: ({ stream }) => [`${stream} "\\ or so`],
    row: (_row, event) => ({ text: odd[event.data.coins]! }),
  });
  const open = () =>
    openViews(store.pool, log, [texts], { saveMs: 60_000, onError: (error) => faults.push(error) });
  const first = await open();
  try {
    for (let n = 0; n < odd.length; n += 1) await appendEvents(log, [coin(n)]);
    await first.save();
    const again = await open();
    expect(again.positions()).toMatchObject([{ rows: odd.length, saved: odd.length }]);
    expect(again.get(texts).rows).toEqual(new Map(odd.map((text, n) => [`pot-${n} "\\ or so`, { text }])));
    await again.close();
    expect(faults).toEqual([]);
  } finally {
    await first.close();
    await log.close();
    await store.close();
  }
});

test('a start beside a writing node reads checkpoint and rows of one moment', async () => {
  const store = await freshStore(3);
  const faults: unknown[] = [];
  const log = await openLog(store.pool, {
    pollMs: 1_000,
    shared: false,
    onError: (error) => faults.push(error),
  });
  const open = (pool: Pool) =>
    openViews(pool, log, [view], { saveMs: 60_000, onError: (error) => faults.push(error) });
  const append = (n: number): Promise<unknown> =>
    appendEvents(log, [{ ...coin(n), stream: 'pot-1', version: n }]);
  const first = await open(store.pool);
  /** Its rows are read after the other node has written again. */
  const second = new Pool({ connectionString: store.url, max: 1 });
  second.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    client.query = (async (...args: unknown[]) => {
      if (/from view_rows/.test(String(args[0])) && log.head() === 1) {
        await append(2);
        await first.save();
      }
      return query(...args);
    }) as typeof client.query;
  });
  try {
    await append(1);
    await first.save();
    const late = await open(second);
    expect(late.get(view).rows).toEqual(new Map([['pot-1', { coins: 3 }]]));
    await late.close();
    expect(faults).toEqual([]);
  } finally {
    await first.close();
    await log.close();
    await second.end();
    await store.close();
  }
});

test('an event that a view cannot take is set aside with its reason; its row stays, and every view goes on', async () => {
  const store = await freshStore(2);
  const faults: unknown[] = [];
  const log = await openLog(store.pool, {
    pollMs: 1_000,
    shared: false,
    onError: (error) => faults.push(error),
  });
  const strict = defineView<{ readonly coins: number }, AnyEvent>({
    ...view,
    name: 'strict',
    row: (row, event) => {
      if (event.data.coins === 2) throw new TypeError('two coins are too many');
      return { coins: (row?.coins ?? 0) + event.data.coins };
    },
  });
  const views = await openViews(store.pool, log, [strict, view], {
    saveMs: 60_000,
    onError: (error) => faults.push(error),
  });
  try {
    for (const n of [1, 2, 3]) await appendEvents(log, [{ ...coin(n), stream: 'pot-1', version: n }]);
    expect(views.get(strict).rows.get('pot-1')).toEqual({ coins: 4 });
    expect(views.get(view).rows.get('pot-1')).toEqual({ coins: 6 });
    await vi.waitFor(
      async () =>
        expect((await store.pool.query('select consumer, position, reason from set_aside')).rows).toEqual([
          { consumer: 'strict', position: '2', reason: 'two coins are too many' },
        ]),
      hung.wait,
    );
    expect(faults.map(String)).toEqual([
      'Error: strict: event 2 (CoinAdded of pot-1) was set aside: two coins are too many',
    ]);
    // The next version of the view takes it, and nothing is set aside any more.
    const next = await openViews(store.pool, log, [{ ...view, name: 'strict', version: 2 }], {
      saveMs: 60_000,
      onError: (error) => faults.push(error),
    });
    expect(next.byName('strict')!.rows.get('pot-1')).toEqual({ coins: 6 });
    expect((await store.pool.query('select from set_aside')).rowCount).toBe(0);
    await next.close();
  } finally {
    await views.close();
    await log.close();
    await store.close();
  }
});

test('a view that can take none of its events stands still after twenty, and the others go on', async () => {
  const store = await freshStore(3);
  const faults: unknown[] = [];
  const onError = (error: unknown): void => void faults.push(error);
  const log = await openLog(store.pool, { pollMs: 1_000, shared: false, onError });
  const faulty = defineView<{ readonly coins: number }, AnyEvent>({
    ...view,
    name: 'faulty',
    row(row, event) {
      if (event.data.coins > 5) throw new TypeError('Too many coins.');
      return { coins: (row?.coins ?? 0) + event.data.coins };
    },
  });
  const views = await openViews(store.pool, log, [view, faulty], { saveMs: 60_000, onError });
  try {
    for (let n = 1; n <= 60; n += 1) await appendEvents(log, [coin(n)]);
    await views.save();
    expect(views.byName('probe')!.rows.size).toBe(60);
    const stood = views.positions().find(({ name }) => name === 'faulty')!;
    expect([...views.byName('faulty')!.rows.keys()]).toEqual([1, 2, 3, 4, 5].map((n) => `pot-${n}`));
    expect(stood).toMatchObject({ position: 25, rows: 5 });
    expect(views.byName('faulty')!.position()).toBe(25);
    expect(faults).toHaveLength(21);
    expect(String(faults.at(-1))).toContain(
      'faulty could not take 21 of its last 500 events and stands still at position 25: Too many coins.',
    );
  } finally {
    await views.close();
  }
  const { rows } = await store.pool.query<{ n: string }>(
    "select count(*) as n from set_aside where consumer = 'faulty'",
  );
  expect(rows).toEqual([{ n: '20' }]);
  await log.close();
  await store.close();
});

test('twenty events in a long time stop no view', async () => {
  const store = await freshStore(3);
  const faults: unknown[] = [];
  const onError = (error: unknown): void => void faults.push(error);
  const log = await openLog(store.pool, { pollMs: 1_000, shared: false, onError });
  const rare = defineView<{ readonly coins: number }, AnyEvent>({
    ...view,
    name: 'rare',
    row(row, event) {
      if (event.data.coins % 30 === 0) throw new TypeError('An unlucky number.');
      return { coins: (row?.coins ?? 0) + event.data.coins };
    },
  });
  const views = await openViews(store.pool, log, [rare], { saveMs: 60_000, onError });
  await appendEvents(
    log,
    Array.from({ length: 900 }, (_, n) => coin(n + 1)),
  );
  expect(views.byName('rare')!.position()).toBe(900);
  expect(faults).toHaveLength(30);
  await views.close();
  await log.close();
  await store.close();
});
