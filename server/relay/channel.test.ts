import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { FeedDef } from '#shared/core/view.ts';
import type { FeedDelta } from '#shared/wire.ts';
import type { LiveView } from '../house.ts';
import { openChannel, type Channel } from './channel.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

interface Told {
  readonly at: number;
  readonly changes: number;
}

/** A channel whose telling takes so long beside so much other work, and when it told how many changes. */
function channelThatTakes(ms: number, work = 0.6): { channel: Channel; told: Told[]; change(): void } {
  const told: Told[] = [];
  const view = { rows: new Map(), position: () => 0 } as unknown as LiveView;
  const feed = { name: 'queue/test', see: (row: unknown) => row } as unknown as FeedDef;
  const channel = openChannel(
    feed,
    view,
    {},
    'e',
    { flushMs: 16, tombstones: 10, otherWork: { part: () => work, rest: () => undefined } },
    (delta: FeedDelta) => {
      told.push({ at: performance.now(), changes: delta.changes.length });
      vi.advanceTimersByTime(ms);
    },
  );
  let n = 0;
  const change = (): void => {
    n += 1;
    channel.take([{ id: String(n), before: undefined, after: { n }, position: n, by: {} as never }]);
  };
  return { channel, told, change };
}

test('changes with pauses between them are told at once, also where telling takes long', () => {
  const { told, change } = channelThatTakes(10);
  const meant: number[] = [];
  for (let i = 0; i < 20; i += 1) {
    meant.push(performance.now());
    change();
    vi.advanceTimersByTime(40);
  }
  expect(told.map(({ at }) => at)).toEqual(meant);
});

test('where changes keep coming and telling takes long, it takes a part of the time only, nothing is lost and nothing waits for long', () => {
  const { told, change } = channelThatTakes(8);
  const began = performance.now();
  for (let i = 0; i < 400; i += 1) {
    change();
    vi.advanceTimersByTime(5);
  }
  vi.advanceTimersByTime(200);
  const pauses = told.slice(1).map(({ at }, i) => at - told[i]!.at);
  expect(told.reduce((sum, { changes }) => sum + changes, 0)).toBe(400);
  expect((told.length * 8) / (performance.now() - began)).toBeLessThan(0.35);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(110);
});

test('where there is nothing else to do, changes that keep coming are told as often as may be', () => {
  const { told, change } = channelThatTakes(8, 0.05);
  for (let i = 0; i < 400; i += 1) {
    change();
    vi.advanceTimersByTime(5);
  }
  const pauses = told.slice(1).map(({ at }, i) => at - told[i]!.at);
  expect(Math.max(...pauses)).toBeLessThanOrEqual(21);
});

test('a telling that takes very long is followed by the next within a tenth of a second of rest', () => {
  const { told, change } = channelThatTakes(400);
  change();
  change();
  vi.advanceTimersByTime(100);
  expect(told).toHaveLength(2);
});

/** A feed of the given rows whose channel remembers so many deletions. */
function channelOf(ids: readonly string[], tombstones: number) {
  const view = { rows: new Map(ids.map((id) => [id, { id }])), position: () => 0 } as unknown as LiveView;
  const feed = { name: 'queue/test', see: (row: unknown) => row } as unknown as FeedDef;
  const channel = openChannel(feed, view, {}, 'e', { flushMs: 0, tombstones }, () => undefined);
  let position = 0;
  const set = (id: string, after: unknown): void => {
    position += 1;
    channel.take([{ id, before: undefined, after, position, by: { type: 'Gone', actor: {}, at: '' } as never }]);
    vi.advanceTimersByTime(1);
  };
  return { channel, remove: (id: string) => set(id, undefined), put: (id: string, row: object) => set(id, row) };
}

test('given forgotten deletions, when somebody resumes from before them, then a snapshot is due and no deletion is missed', () => {
  const ids = Array.from({ length: 12 }, (_, i) => `r${i}`);
  const { channel, remove } = channelOf(ids, 4);
  for (const id of ids.slice(0, 8)) remove(id);
  for (let from = 0; from < channel.seq(); from += 1) {
    const changes = channel.since(from);
    // r0 went at position 1, r1 at 2, and so on: whoever stands at `from` has yet to hear of all after it.
    if (changes) expect(changes.map((one) => one.id)).toEqual(ids.slice(from, 8));
  }
  expect(channel.since(0)).toBeNull();
  expect(channel.since(channel.seq() - 1)).toEqual([{ op: 'del', id: 'r7' }]);
});

test('given a resume within what is remembered, then changed rows and deletions come, each once', () => {
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
