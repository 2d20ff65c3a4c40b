import { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StoredEvent } from '#shared/core/event.ts';
import { defineView } from '#shared/core/view.ts';
import { freshStore, type FreshStore } from '#tests/kit/fresh-store.ts';
import type { Log } from '../core/parts.ts';
import { openViews } from './engine.ts';

interface Row {
  readonly seen: readonly number[];
}
const most = 5;
const view = defineView<Row>({
  name: 'probe',
  version: 1,
  streams: ['probe'],
  ids: ({ stream }) => [stream.slice('probe-'.length)],
  recent: { most, first: ({ version }) => version === 1 },
  row: (row, event) => ({ seen: [...(row?.seen ?? []), event.position] }),
});

let store: FreshStore;
let pool: Pool;
beforeAll(async () => {
  store = await freshStore(4);
  pool = store.pool;
});
afterAll(async () => {
  await store?.close();
});

/** A log in memory that any number of nodes follow. */
class SharedLog {
  readonly events: StoredEvent[] = [];
  readonly versions = new Map<string, number>();
  append(ids: readonly string[]): StoredEvent[] {
    const fresh = ids.map((id) => {
      const version = (this.versions.get(id) ?? 0) + 1;
      this.versions.set(id, version);
      const event = {
        stream: `probe-${id}`,
        version,
        position: this.events.length + 1,
        type: 'Seen',
        data: {},
        at: '2026-11-20T05:00:00.000Z',
      };
      this.events.push(event as unknown as StoredEvent);
      return event as unknown as StoredEvent;
    });
    return fresh;
  }
  node(): Log & { emit(events: readonly StoredEvent[]): void } {
    const listeners = new Set<(events: readonly StoredEvent[]) => void>();
    let head = this.events.length;
    return {
      readStream: async () => [],
      readAfter: async (position, limit) => this.events.slice(position, Math.min(head, position + limit)),
      eachAfter: async (position, limit, _streams, each) => {
        const some = this.events.slice(position, Math.min(head, position + limit));
        some.forEach(each);
        return { count: some.length, last: position + some.length };
      },
      head: () => head,
      follow(_consumer, listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      reached: async () => undefined,
      emit(events) {
        head = events[events.length - 1]!.position;
        for (const listener of listeners) listener(events);
      },
    };
  }
  folded(): Map<string, Row> {
    const rows = new Map<string, Row>();
    for (const event of this.events)
      for (const id of view.ids(event)) rows.set(id, view.row(rows.get(id), event, id)!);
    return rows;
  }
}

test('only recently touched rows stay in memory, and every row reads as the log has it', async () => {
  const source = new SharedLog();
  const faults: unknown[] = [];
  const open = async () => {
    const log = source.node();
    return {
      log,
      views: await openViews(pool, log, [view], { saveMs: 60_000, onError: (error) => faults.push(error) }),
    };
  };
  let one = await open();
  let behind = await open();
  const late: StoredEvent[][] = [];
  let dice = 237;
  const roll = (n: number): number =>
    ((dice = (Math.imul(dice, 1_103_515_245) + 12_345) & 0x7fffffff) >> 12) % n;
  const changes: number[] = [];
  let watched = one.views
    .get(view)
    .watch((list) => void changes.push(...list.map(({ position }) => position)));
  for (let turn = 0; turn < 300; turn += 1) {
    const events = source.append(Array.from({ length: 1 + roll(4) }, () => String(roll(40))));
    one.log.emit(events);
    late.push(events);
    if (roll(3) === 0) await one.views.save();
    // The other node gets its events later, about rows that the first has written already.
    if (roll(4) === 0) for (const some of late.splice(0)) behind.log.emit(some);
    if (roll(6) === 0) await behind.views.save();
    if (roll(20) === 0) {
      const id = String(roll(40));
      expect(await one.views.read(view, id), id).toEqual(source.folded().get(id));
    }
    if (roll(25) === 0) {
      watched();
      await one.views.close();
      one = await open();
      watched = one.views
        .get(view)
        .watch((list) => void changes.push(...list.map(({ position }) => position)));
    }
  }
  for (const some of late.splice(0)) behind.log.emit(some);
  const whole = source.folded();
  for (const { views } of [one, behind]) {
    for (const id of whole.keys()) expect([id, await views.read(view, id)]).toEqual([id, whole.get(id)]);
    await views.save();
    await views.save();
    expect(views.get(view).rows.size).toBeLessThanOrEqual(most);
    expect(views.get(view).position()).toBe(source.events.length);
    const stored = new Map<string, Row>();
    for await (const [id, row] of views.stored(view)) {
      expect(stored.has(id)).toBe(false);
      stored.set(id, row);
    }
    expect(stored).toEqual(whole);
    const [[id, { seen }]] = [...whole].sort((a, b) => a[1].seen[0]! - b[1].seen[0]!) as [[string, Row]];
    const holding: string[] = [];
    for await (const [found] of views.stored(view, `[${seen.join(',')}]`)) holding.push(found);
    expect(holding).toContain(id);
  }
  // A watcher gets every change once and in sequence.
  expect(changes).toEqual([...new Set(changes)].sort((a, b) => a - b));
  expect(await one.views.read(view, 'nobody')).toBeUndefined();
  expect(faults).toEqual([]);
  behind = await open();
  expect(behind.views.get(view).rows.size).toBeLessThanOrEqual(most);
  await one.views.close();
  await behind.views.close();
}, 60_000);

/** A pool over the same database whose first query for the view's row is answered once `all` have queried. */
function heldPool(url: string, all: () => Promise<void>): Pool {
  const held = new Pool({ connectionString: url, max: 2 });
  let delayed = false;
  held.on('connect', (client) => {
    const query = client.query.bind(client) as (...args: unknown[]) => Promise<unknown>;
    client.query = ((...args: unknown[]) => {
      if (delayed || !/from views where name/.test(String(args[0]))) return query(...args);
      delayed = true;
      return query(...args).then((found) => all().then(() => found));
    }) as typeof client.query;
  });
  return held;
}

test.each([
  ['a new view', 1],
  ['a new version', 2],
])('nodes that start together keep one copy of %s', async (_what, version) => {
  const own = await freshStore(2);
  const faults: unknown[] = [];
  const source = new SharedLog();
  const options = { saveMs: 60_000, onError: (error: unknown) => void faults.push(error) };
  const def = { ...view, version };
  if (version > 1) await (await openViews(own.pool, source.node(), [view], options)).close();
  const both = Promise.withResolvers<void>();
  let waiting = 0;
  const all = (): Promise<void> => {
    waiting += 1;
    if (waiting === 2) both.resolve();
    return both.promise;
  };
  const pools = [heldPool(own.url, all), heldPool(own.url, all)] as const;
  try {
    const logs = [source.node(), source.node()] as const;
    const [one, other] = await Promise.all([
      openViews(pools[0], logs[0], [def], options),
      openViews(pools[1], logs[1], [def], options),
    ]);
    expect(one.epoch('probe')).toBe(other.epoch('probe'));
    const events = source.append(Array.from({ length: 2 * most }, (_, n) => String(n)));
    for (const log of logs) log.emit(events);
    for (const views of [one, other, one, other]) await views.save();
    for (const views of [one, other])
      for (const [id, row] of source.folded()) expect([id, await views.read(def, id)]).toEqual([id, row]);
    expect(faults).toEqual([]);
    await one.close();
    await other.close();
  } finally {
    for (const held of pools) await held.end();
    await own.close();
  }
});

test('while two versions run, the older node reads every row and reports once that it no longer writes', async () => {
  const own = await freshStore(4);
  const faults: string[] = [];
  const source = new SharedLog();
  const logs = [source.node(), source.node()] as const;
  const options = { saveMs: 60_000, onError: (error: unknown) => void faults.push(String(error)) };
  const emit = (ids: readonly string[]): void => {
    const events = source.append(ids);
    for (const log of logs) log.emit(events);
  };
  const ids = Array.from({ length: 4 * most }, (_, n) => String(n));
  try {
    const older = await openViews(own.pool, logs[0], [view], options);
    emit(ids);
    await older.save();
    expect(older.get(view).rows.size).toBe(most);
    const newer = await openViews(own.pool, logs[1], [{ ...view, version: 2 }], options);
    for (const part of [ids.slice(0, 2 * most), ids.slice(most), ids]) {
      emit(part);
      for (const views of [newer, older, newer, older]) {
        await views.save();
        for (const [id, row] of source.folded()) expect([id, await views.read(view, id)]).toEqual([id, row]);
      }
    }
    expect(faults).toEqual([
      'Error: probe: another version of it, or a rebuilt one, is kept now. This node keeps what it folds in memory until it starts anew.',
    ]);
    await older.close();

    // Old rows are kept for a while; a start that finds the new ones long in use deletes them.
    const epochs = async (): Promise<unknown> =>
      (await own.pool.query("select count(distinct epoch)::int as n from view_rows where view = 'probe'"))
        .rows[0].n;
    await newer.close();
    const open = async () =>
      (await openViews(own.pool, source.node(), [{ ...view, version: 2 }], options)).close();
    await open();
    expect(await epochs()).toBe(2);
    await own.pool.query("update views set rebuilt_at = rebuilt_at - interval '2 hours'");
    await open();
    expect(await epochs()).toBe(1);
  } finally {
    await own.close();
  }
});
