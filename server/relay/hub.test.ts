import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Viewer } from '#shared/core/permission.ts';
import type { FeedDef } from '#shared/core/view.ts';
import type { FeedDelta } from '#shared/wire.ts';
import type { RowChange } from '../core/parts.ts';
import { openHub, type Hub, type Watcher } from './hub.ts';
import { ReadyAnswer } from './ready.ts';

const def = { name: 'rows' };
const feed = {
  name: 'queue/test',
  view: def,
  need: 'Masters/emplist:view',
  sources: [],
  scope: ({ poos }: Viewer) => ({ poos }),
  see: (row: unknown) => row,
} as unknown as FeedDef;
const viewer = (version: number, more: Partial<Viewer> = {}): Viewer =>
  ({
    kind: 'person',
    empId: 101,
    admin: false,
    poos: [1],
    rights: new Set(['Masters/emplist:view']),
    permissionVersion: version,
    ...more,
  }) as unknown as Viewer;

const clock = { at: 1_000_000, now: () => clock.at };
let current: Viewer | null;
let changed: (change: { sessionId: string; what: 'revoked' | 'permissions'; reason: string }) => void;
let emit: (changes: readonly RowChange[]) => void;
let delivered: FeedDelta[];
let resets: string[];
let hub: Hub;
let position = 0;

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] });
  current = viewer(1);
  delivered = [];
  resets = [];
  const joined = new Set<string>();
  hub = openHub({
    feeds: new Map([[feed.name, feed]]),
    views: {
      get: () => ({
        def,
        rows: new Map(),
        position: () => position,
        watch: (listener: typeof emit) => {
          emit = listener;
          return () => undefined;
        },
      }),
      epoch: () => 'e',
    } as never,
    access: {
      current: () => current,
      onChange: (listener) => {
        changed = listener;
        return () => undefined;
      },
    },
    health: { of: () => [], onChange: () => () => undefined },
    clock,
    translate: (code) => code,
    broadcasts: [{ delta: (key, frame) => void (joined.has(key) && delivered.push(frame)) }],
    turnedAway: () => undefined,
    flushMs: 0,
    hashMs: 3_600_000,
  });
  const watcher: Watcher = {
    sessionId: 's',
    language: 'en',
    reset: (_feed, code) => void resets.push(code),
    state: () => undefined,
    send: () => undefined,
    free: () => true,
    joined: (key) => void joined.add(key),
    left: (key) => void joined.delete(key),
  };
  expect(hub.answer(watcher, { feed: feed.name })).toBeInstanceOf(ReadyAnswer);
  change();
  expect(delivered).toHaveLength(1);
});
afterEach(() => {
  hub.stop();
  vi.useRealTimers();
});

function change(): void {
  position += 1;
  emit([{ id: String(position), before: undefined, after: { n: position }, position, by: {} as never }]);
  vi.advanceTimersByTime(1);
}

test.each([
  ['a session that ended', null, 'signedOut'],
  ['a right that ran out', viewer(2, { rights: new Set() }), 'forbidden'],
  ['a place that ran out', viewer(2, { poos: [2] }), 'scopeChanged'],
])(
  'given %s by the clock alone, when a change is delivered a second later, then it is not sent',
  (_what, now, code) => {
    current = now;
    clock.at += 1_000;
    change();
    expect(delivered).toHaveLength(1);
    expect(resets).toEqual([code]);
  },
);

test('rights are checked again at delivery when the clock was set back', () => {
  current = null;
  clock.at -= 5_000;
  change();
  expect(delivered).toHaveLength(1);
});

test('a change of rights within the same second stops the delivery', () => {
  current = null;
  changed({ sessionId: 's', what: 'revoked', reason: 'signedOut' });
  change();
  expect(delivered).toHaveLength(1);
});

test('other rights with the same scope still get the change', () => {
  current = viewer(2);
  clock.at += 1_000;
  change();
  expect(delivered).toHaveLength(2);
  expect(resets).toEqual([]);
});
