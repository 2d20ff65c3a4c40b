import { beforeEach, afterEach, expect, test, vi } from 'vitest';
import type { FeedDef, Scope } from '#shared/core/view.ts';
import type { LiveView, RowChange } from '../core/parts.ts';
import { openChannel, type Channel } from './channel.ts';
import { openSnapshots, type Snapshots } from './snapshots.ts';

interface Item {
  readonly id: string;
  readonly v: number;
  readonly pad: string;
}
/** Three rows fill a page. */
const pad = 'x'.repeat(9_000);
const feed: FeedDef<Item, Scope, Item> = {
  name: 'queue/test',
  view: { name: 'rows', version: 1, streams: [], ids: () => [], row: () => null },
  need: 'signedIn',
  scope: () => ({}),
  see: (row) => row,
  rank: ({ v, id }) => [-v, id],
  sources: [],
};

let channel: Channel;
let snapshots: Snapshots;
let position = 0;

function open(count: number): void {
  position = 1;
  const rows = new Map(
    Array.from({ length: count }, (_, n) => [`r${n}`, { id: `r${n}`, v: n, pad }] as const),
  );
  const live = { rows, position: () => position } as unknown as LiveView;
  channel = openChannel(feed as FeedDef, live, {}, 'e', { flushMs: 0, tombstones: 100 }, () => undefined);
}

function change(id: string, v: number): void {
  position += 1;
  const after: Item = { id, v, pad };
  channel.take([{ id, before: undefined, after, position, by: {} as RowChange['by'] }]);
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance'] });
  snapshots = openSnapshots();
});
afterEach(() => {
  channel.close();
  vi.useRealTimers();
});

test('the pages hold every row once, in the rank of the feed', () => {
  open(20);
  const snapshot = snapshots.of(channel);
  const pages = Array.from({ length: snapshot?.of ?? 0 }, (_, n) => snapshot?.rows(n) ?? []);
  expect(pages.flat().map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, n) => `r${19 - n}`));
  expect([snapshot?.of, snapshot?.total, snapshot?.at]).toEqual([7, 20, 1]);
  expect(snapshot?.page(1).payload).toMatchObject({ page: 1, at: 1, rows: pages[1] });
});

test('a channel of two pages at most comes at once', () => {
  open(6);
  expect(snapshots.of(channel)).toBeNull();
});

test('newcomers share a snapshot and its encoded pages while little has changed since', () => {
  open(20);
  const first = snapshots.of(channel);
  for (const id of ['r1', 'r2', 'r3']) change(id, 50);
  vi.advanceTimersByTime(10_000);
  expect(snapshots.of(channel)).toBe(first);
  expect(snapshots.of(channel)?.page(2)).toBe(first?.page(2));
  change('r4', 51);
  const next = snapshots.of(channel);
  expect(next).not.toBe(first);
  expect(next?.rows(0)[0]?.['id']).toBe('r4');
  change('r5', 1);
  expect(snapshots.of(channel, 5)).toBe(next);
  expect(snapshots.of(channel, position)?.at).toBe(position);
});

test('who has the rows up to one that did not change goes on with the page after it', () => {
  open(20);
  const snapshot = snapshots.of(channel);
  const [, second] = [0, 1].map((n) => (snapshot?.rows(n) ?? []).map(({ id }) => String(id)));
  expect(snapshot?.after(second?.toReversed() ?? [], 1)).toBe(2);
  change(second?.[2] ?? '', 90);
  const later = snapshots.of(channel, position);
  expect(later?.after(second?.toReversed() ?? [], 1)).toBe(2);
  expect(later?.after([second?.[2] ?? ''], 1)).toBe(0);
  expect(later?.after(['r0'], 1)).toBe(7);
});
