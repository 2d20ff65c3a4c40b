import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FeedDef } from '#shared/core/view.ts';
import type { FeedDelta } from '#shared/wire.ts';
import type { LiveView } from '../core/parts.ts';
import { openChannel, type Channel } from './channel.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

interface Reported {
  readonly at: number;
  readonly changes: number;
}

/**
 * A channel whose broadcast takes `cost` ms beside the given share of other work; records when it sent how
 * many changes.
 */
function channelThatTakes(
  ms: number,
  work = 0.6,
): { channel: Channel; reported: Reported[]; change(): void } {
  const reported: Reported[] = [];
  const view = { rows: new Map(), position: () => 0 } as unknown as LiveView;
  const feed = { name: 'queue/test', see: (row: unknown) => row } as unknown as FeedDef;
  const channel = openChannel(
    feed,
    view,
    {},
    'e',
    { flushMs: 16, tombstones: 10, otherWork: { part: () => work, rest: () => undefined } },
    (delta: FeedDelta) => {
      reported.push({ at: performance.now(), changes: delta.changes.length });
      vi.advanceTimersByTime(ms);
    },
  );
  let n = 0;
  const change = (): void => {
    n += 1;
    channel.take([{ id: String(n), before: undefined, after: { n }, position: n, by: {} as never }]);
  };
  return { channel, reported, change };
}

test('changes with pauses between them are sent at once, even when a broadcast is slow', () => {
  const { reported, change } = channelThatTakes(10);
  const meant: number[] = [];
  for (let i = 0; i < 20; i += 1) {
    meant.push(performance.now());
    change();
    vi.advanceTimersByTime(40);
  }
  expect(reported.map(({ at }) => at)).toEqual(meant);
});

test('under constant change, slow broadcasts take only their share of the time and lose nothing', () => {
  const { reported, change } = channelThatTakes(8);
  const began = performance.now();
  for (let i = 0; i < 400; i += 1) {
    change();
    vi.advanceTimersByTime(5);
  }
  vi.advanceTimersByTime(200);
  const pauses = reported.slice(1).map(({ at }, i) => at - reported[i]!.at);
  expect(reported.reduce((sum, { changes }) => sum + changes, 0)).toBe(400);
  expect((reported.length * 8) / (performance.now() - began)).toBeLessThan(0.35);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(110);
});

test('an idle loop sends constant changes as often as allowed', () => {
  const { reported, change } = channelThatTakes(8, 0.05);
  for (let i = 0; i < 400; i += 1) {
    change();
    vi.advanceTimersByTime(5);
  }
  const pauses = reported.slice(1).map(({ at }, i) => at - reported[i]!.at);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(21);
});

test('after a very slow broadcast the next follows within 100 ms', () => {
  const { reported, change } = channelThatTakes(400);
  change();
  change();
  vi.advanceTimersByTime(100);
  expect(reported).toHaveLength(2);
});

/** A feed of the given rows whose channel keeps `tombstones` deletions. */
function channelOf(ids: readonly string[], tombstones: number) {
  const view = { rows: new Map(ids.map((id) => [id, { id }])), position: () => 0 } as unknown as LiveView;
  const feed = { name: 'queue/test', see: (row: unknown) => row } as unknown as FeedDef;
  const channel = openChannel(feed, view, {}, 'e', { flushMs: 0, tombstones }, () => undefined);
  let position = 0;
  const set = (id: string, after: unknown): void => {
    position += 1;
    channel.take([
      { id, before: undefined, after, position, by: { type: 'Gone', actor: {}, at: '' } as never },
    ]);
    vi.advanceTimersByTime(1);
  };
  return {
    channel,
    remove: (id: string) => set(id, undefined),
    put: (id: string, row: object) => set(id, row),
  };
}

test('a resume from before forgotten tombstones gets a snapshot and misses no deletion', () => {
  const ids = Array.from({ length: 12 }, (_, i) => `r${i}`);
  const { channel, remove } = channelOf(ids, 4);
  for (const id of ids.slice(0, 8)) remove(id);
  for (let from = 0; from < channel.seq(); from += 1) {
    const changes = channel.since(from);
    // r0 was deleted at position 1, r1 at 2, and so on: a client at `from` still needs everything after it.
    if (changes) expect(changes.map((one) => one.id)).toEqual(ids.slice(from, 8));
  }
  expect(channel.since(0)).toBeNull();
  expect(channel.since(channel.seq() - 1)).toEqual([{ op: 'del', id: 'r7' }]);
});

test('a resume within the kept tombstones gets each changed and deleted row once', () => {
  const { channel, remove, put } = channelOf(['a', 'b', 'c'], 4);
  remove('a');
  put('b', { id: 'b', n: 1 });
  put('b', { id: 'b', n: 2 });
  expect(channel.since(0)).toEqual([
    { op: 'del', id: 'a' },
    { op: 'put', id: 'b', row: { id: 'b', n: 2 } },
  ]);
  expect(channel.since(channel.seq() + 1)).toBeNull();
});

test('a row that the feed cannot show is hidden and reported, and holds up no other', () => {
  const rows = new Map<string, { n: number | null }>([
    ['a', { n: 1 }],
    ['odd', { n: null }],
  ]);
  const feed = {
    name: 'queue/test',
    see: ({ n }: { n: number | null }) => ({ n: n!.toFixed(2) }),
  } as unknown as FeedDef;
  const unseen: string[] = [];
  const deltas: FeedDelta[] = [];
  const channel = openChannel(
    feed,
    { rows, position: () => 0 } as unknown as LiveView,
    {},
    'e',
    {
      ...{ flushMs: 16, tombstones: 4 },
      unseen: (id, error, by) =>
        unseen.push(`${id} ${error instanceof TypeError} ${by?.position ?? 'here before'}`),
    },
    (delta) => deltas.push(delta),
  );
  expect(channel.rows()).toEqual([{ n: '1.00' }]);
  const put = (id: string, n: number | null, position: number): void =>
    // An event that names nobody.
    channel.take([
      ...[{ id, before: undefined, after: { n }, position, by: { position, actor: null } as never }],
    ]);
  put('b', 2, 1);
  put('a', null, 2);
  put('c', 3, 3);
  // What waits is sent by a timer, whose failure would end the process.
  vi.advanceTimersByTime(50);
  expect(unseen).toEqual(['odd true here before', 'a true 2']);
  expect(deltas.flatMap(({ changes }) => changes).map(({ op, id }) => `${op} ${id}`)).toEqual([
    'put b',
    'del a',
    'put c',
  ]);
  put('a', 1, 4);
  vi.advanceTimersByTime(50);
  expect(channel.rows()).toEqual([{ n: '2.00' }, { n: '3.00' }, { n: '1.00' }]);
  channel.close();
});
