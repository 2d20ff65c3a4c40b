import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ViewDef } from '#shared/core/view.ts';
import { freshStore, type FreshStore } from '#tests/kit/fresh-store.ts';
import { openSnapshots } from './snapshots.ts';

let store: FreshStore;
beforeAll(async () => {
  store = await freshStore(2);
});
afterAll(() => store?.close());

/** Appends events up to a position: of the stream that the views fold, or of another. */
async function emit(stream: string, upTo: number): Promise<void> {
  await store.pool.query(
    `insert into events (position, stream, version, id, name, type, at, body, hash)
     select n, $1, n, $1 || n, split_part($1, '-', 1), 'Said', now(), '{}', ''::bytea from generate_series((select coalesce(max(position), 0) + 1 from events), $2::int) n`,
    [stream, upTo],
  );
}

/** A stored view at a position, and the snapshots of a node that holds it. */
async function view(name: string, epoch: string) {
  await store.pool.query('insert into views (name, version, epoch, position) values ($1, 1, $2, 0)', [
    name,
    epoch,
  ]);
  let saved = 0;
  const snapshots = openSnapshots(
    store.pool,
    {
      byName: () => ({ def: { name, streams: ['folded'] } as unknown as ViewDef }),
      positions: () => [{ name, epoch, saved }],
    },
    {
      every: 10,
      checkMs: 3_600_000,
      onError: (error) => {
        throw error;
      },
    },
  );
  return {
    async moveTo(position: number, rows: Readonly<Record<string, unknown>>) {
      await store.pool.query('delete from view_rows where view = $1', [name]);
      for (const [id, row] of Object.entries(rows))
        await store.pool.query(
          'insert into view_rows (view, epoch, id, row, position) values ($1, $2, $3, $4, $5)',
          [name, epoch, id, JSON.stringify(row), position],
        );
      await store.pool.query('update views set position = $2 where name = $1', [name, position]);
      saved = position;
      return snapshots.take();
    },
    async copies() {
      const { rows } = await store.pool.query<{ position: string; rows: string }>(
        'select position, rows from view_snapshots where view = $1 order by position',
        [name],
      );
      return rows.map((row) => [Number(row.position), JSON.parse(row.rows)] as const);
    },
  };
}

test('a snapshot holds the rows of the checkpoint and is taken only after enough events', async () => {
  await emit('folded-1', 350);
  const one = await view('one', 'e1');
  expect(await one.moveTo(9, { a: { n: 1 } })).toBe(0);
  expect(await one.moveTo(10, { a: { n: 1 }, 'b "quoted"': { text: 'आधा\n"\\ 🙂' } })).toBe(1);
  expect(await one.moveTo(15, { a: { n: 2 } })).toBe(0);
  expect(await one.moveTo(20, {})).toBe(1);
  const [first, second] = await one.copies();
  expect(first![0]).toBe(10);
  expect(new Map(first![1])).toEqual(
    new Map<string, unknown>([
      ['a', { n: 1 }],
      ['b "quoted"', { text: 'आधा\n"\\ 🙂' }],
    ]),
  );
  expect(second).toEqual([20, []]);
});

test('of older snapshots one in ten is kept, and the newest five', async () => {
  const two = await view('two', 'e1');
  for (let position = 10; position <= 350; position += 10) await two.moveTo(position, { at: { position } });
  expect((await two.copies()).map(([position]) => position)).toEqual([
    10, 100, 200, 300, 310, 320, 330, 340, 350,
  ]);
});

test('snapshots of an older version go when the new one has its first', async () => {
  await store.pool.query(
    "insert into view_snapshots (view, epoch, position, rows) values ('three', 'e0', 400, '[]')",
  );
  const three = await view('three', 'e1');
  await three.moveTo(10, { a: {} });
  expect((await three.copies()).map(([position]) => position)).toEqual([10]);
});

test('a view without new events gets no snapshot, however far the log went on', async () => {
  const four = await view('four', 'e1');
  expect(await four.moveTo(350, { a: {} })).toBe(1);
  await emit('other-1', 500);
  expect(await four.moveTo(500, { a: {} })).toBe(0);
  await emit('folded-2', 506);
  await emit('other-2', 520);
  expect(await four.moveTo(520, { a: {} })).toBe(0);
  await emit('folded-3', 530);
  expect(await four.moveTo(530, { a: {} })).toBe(1);
  expect((await four.copies()).map(([position]) => position)).toEqual([350, 530]);
});

test('a restart counts on from the last snapshot, within a bound', async () => {
  const before = await view('five', 'e1');
  expect(await before.moveTo(530, { a: {} })).toBe(1);
  await emit('folded-4', 545);
  await emit('other-4', 560);
  const { rows } = await store.pool.query<{ position: string }>(
    "delete from views where name = 'five' returning position",
  );
  expect(rows).toHaveLength(1);
  const after = await view('five', 'e1');
  expect(await after.moveTo(560, { a: {} })).toBe(1);
});
