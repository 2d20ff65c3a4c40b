import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { StoredEvent } from '#shared/core/event.ts';
import { defineView } from '#shared/core/view.ts';
import { freshStore, type FreshStore } from '#tests/kit/fresh-store.ts';
import type { Log } from '../house.ts';
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
class Told {
  readonly events: StoredEvent[] = [];
  readonly versions = new Map<string, number>();
  append(ids: readonly string[]): StoredEvent[] {
    const fresh = ids.map((id) => {
      const version = (this.versions.get(id) ?? 0) + 1;
      this.versions.set(id, version);
      const event = { stream: `probe-${id}`, version, position: this.events.length + 1, type: 'Seen', data: {}, at: '2026-11-20T05:00:00.000Z' };
      this.events.push(event as unknown as StoredEvent);
      return event as unknown as StoredEvent;
    });
    return fresh;
  }
  node(): Log & { tell(events: readonly StoredEvent[]): void } {
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
      follow(listener) {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
      reached: async () => undefined,
      tell(events) {
        head = events[events.length - 1]!.position;
        for (const listener of listeners) listener(events);
      },
    };
  }
  folded(): Map<string, Row> {
    const rows = new Map<string, Row>();
    for (const event of this.events) for (const id of view.ids(event)) rows.set(id, view.row(rows.get(id), event, id)!);
    return rows;
  }
}

test('however many rows there are, only those touched last stay in memory; every row is read as the log tells it', async () => {
  const told = new Told();
  const faults: unknown[] = [];
  const open = async () => {
    const log = told.node();
    return { log, views: await openViews(pool, log, [view], { saveMs: 60_000, onError: (error) => faults.push(error) }) };
  };
  let one = await open();
  let behind = await open();
  const late: StoredEvent[][] = [];
  let dice = 237;
  const roll = (n: number): number => ((dice = (Math.imul(dice, 1_103_515_245) + 12_345) & 0x7fffffff) >> 12) % n;
  const changes: number[] = [];
  let watched = one.views.get(view).watch((list) => void changes.push(...list.map(({ position }) => position)));
  for (let turn = 0; turn < 300; turn += 1) {
    const events = told.append(Array.from({ length: 1 + roll(4) }, () => String(roll(40))));
    one.log.tell(events);
    late.push(events);
    if (roll(3) === 0) await one.views.save();
    // The other node hears later, of rows that the first has written already.
    if (roll(4) === 0) for (const some of late.splice(0)) behind.log.tell(some);
    if (roll(6) === 0) await behind.views.save();
    if (roll(20) === 0) {
      const id = String(roll(40));
      expect(await one.views.read(view, id), id).toEqual(told.folded().get(id));
    }
    if (roll(25) === 0) {
      watched();
      await one.views.close();
      one = await open();
      watched = one.views.get(view).watch((list) => void changes.push(...list.map(({ position }) => position)));
    }
  }
  for (const some of late.splice(0)) behind.log.tell(some);
  const whole = told.folded();
  for (const { views } of [one, behind]) {
    for (const id of whole.keys()) expect([id, await views.read(view, id)]).toEqual([id, whole.get(id)]);
    await views.save();
    await views.save();
    expect(views.get(view).rows.size).toBeLessThanOrEqual(most);
    expect(views.get(view).position()).toBe(told.events.length);
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
  // Who watches hears every change once and in order.
  expect(changes).toEqual([...new Set(changes)].sort((a, b) => a - b));
  expect(await one.views.read(view, 'nobody')).toBeUndefined();
  expect(faults).toEqual([]);
  behind = await open();
  expect(behind.views.get(view).rows.size).toBeLessThanOrEqual(most);
  await one.views.close();
  await behind.views.close();
}, 60_000);
