import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { hashRows } from '#shared/core/hash.ts';
import type { FeedOpen, FeedOpened } from '#shared/wire.ts';
import { Feeds } from './feeds.ts';
import type { Connection } from './feeds.ts';
import { LOST_MS, QUIET_MS } from './live.machine.ts';

const name = 'queue/probe';
const row = { id: 'a', v: 1 };
const snapshot = (seq = 5): Extract<FeedOpened, { mode: 'snapshot' }> => ({
  ok: true,
  epoch: 'e',
  seq,
  mode: 'snapshot',
  rows: [row],
  scope: { poos: 'all' },
  sources: [{ service: 'customer', state: 'live', since: '2026-11-20T05:00:00.000Z' }],
  now: Date.now(),
});

let prompted: FeedOpen[];
let closed: string[];
let asked: string[];
let answer: () => Promise<FeedOpened>;
let line: Connection & { up: boolean };
let feeds: Feeds;

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-11-20T06:00:00.000Z') });
  prompted = [];
  closed = [];
  asked = [];
  answer = () => Promise.resolve(snapshot());
  line = {
    up: true,
    open: (frame) => (prompted.push(frame), answer()),
    more: (feed) => void asked.push(feed),
    close: (feed) => void closed.push(feed),
    presence: () => {},
  };
  feeds = new Feeds({ line, now: Date.now });
});
afterEach(() => {
  feeds.clear();
  vi.useRealTimers();
});

const settle = (ms = 0): Promise<unknown> => vi.advanceTimersByTimeAsync(ms);
const condition = (): string => feeds.use(name).status().condition;

test('a feed opens and is live only while frames arrive', async () => {
  feeds.keep(name);
  expect(condition()).toBe('connecting');
  await settle();
  expect(condition()).toBe('live');
  expect(feeds.use(name).rows.get('a')).toEqual(row);
  expect(feeds.use(name).status().scope).toEqual({ poos: 'all' });
  answer = () => new Promise(() => {});
  await settle(QUIET_MS + 2_100);
  expect(condition()).toBe('stale');
});

test('a disconnected feed is live for two seconds, then stale, then lost, and resumes from its position', async () => {
  feeds.keep(name);
  await settle();
  const received = Date.now();
  await settle(4_000);
  line.up = false;
  feeds.down();
  await settle(1_900);
  expect(condition()).toBe('live');
  await settle(200);
  expect(condition()).toBe('stale');
  expect(feeds.use(name).status().since).toBe(received);
  await settle(LOST_MS);
  expect(condition()).toBe('lost');
  expect(feeds.use(name).rows.get('a')).toEqual(row);
  line.up = true;
  answer = () =>
    Promise.resolve({
      ok: true,
      epoch: 'e',
      seq: 7,
      mode: 'resume',
      changes: [{ op: 'patch', id: 'a', set: { v: 3 } }],
      scope: {},
      sources: [],
      now: Date.now(),
    });
  feeds.up();
  await settle();
  expect(prompted.at(-1)).toEqual({ feed: name, epoch: 'e', seq: 5, pages: true });
  expect(condition()).toBe('live');
  expect(feeds.use(name).rows.get('a')).toEqual({ id: 'a', v: 3 });
});

test('a gap reopens from the position, and nobody sees it', async () => {
  feeds.keep(name);
  await settle();
  answer = () =>
    Promise.resolve({
      ok: true,
      epoch: 'e',
      seq: 8,
      mode: 'resume',
      changes: [{ op: 'patch', id: 'a', set: { v: 8 } }],
      scope: {},
      sources: [],
      now: Date.now(),
    });
  feeds.delta({ feed: name, epoch: 'e', prev: 7, seq: 8, changes: [] });
  expect(condition()).toBe('live');
  await settle();
  expect(prompted).toHaveLength(2);
  expect(prompted[1]).toEqual({ feed: name, epoch: 'e', seq: 5, pages: true });
  expect(feeds.use(name).rows.get('a')).toEqual({ id: 'a', v: 8 });
});

test('frames that arrive before the answer of the opening are kept and applied after it', async () => {
  let give: (opened: FeedOpened) => void = () => {};
  answer = () => new Promise((done) => (give = done));
  feeds.keep(name);
  feeds.delta({
    feed: name,
    epoch: 'e',
    prev: 5,
    seq: 6,
    changes: [{ op: 'patch', id: 'a', set: { v: 6 } }],
  });
  give(snapshot());
  await settle();
  expect(feeds.use(name).rows.get('a')).toEqual({ id: 'a', v: 6 });
  expect(prompted).toHaveLength(1);
});

test('a wrong hash brings a snapshot and is counted; a right one renews the sources', async () => {
  feeds.keep(name);
  await settle();
  const state = {
    feed: name,
    epoch: 'e',
    seq: 5,
    sources: [{ service: 'customer' as const, state: 'stale' as const, since: '2026-11-20T05:59:00.000Z' }],
    now: Date.now(),
  };
  feeds.state({ ...state, hash: hashRows([['a', row]]) });
  expect(feeds.use(name).status().sources[0]?.state).toBe('stale');
  expect(feeds.use(name).status().resyncs).toBe(0);
  answer = () =>
    Promise.resolve({
      ...snapshot(),
      rows: [{ id: 'a', v: 9 }],
    });
  feeds.state({ ...state, hash: hashRows([['a', { id: 'a', v: 9 }]]) });
  await settle();
  expect(prompted.at(-1)).toEqual({ feed: name, pages: true });
  expect(feeds.use(name).status().resyncs).toBe(1);
  expect(feeds.use(name).rows.get('a')).toEqual({ id: 'a', v: 9 });
});

test('a refused feed drops its rows and retries only when rights change', async () => {
  feeds.keep(name);
  await settle();
  answer = () => Promise.resolve({ ok: false, code: 'forbidden', message: 'Not yours.' });
  feeds.rights();
  await settle();
  expect(condition()).toBe('denied');
  expect(feeds.use(name).status().message).toBe('Not yours.');
  expect([...feeds.use(name).rows.all()]).toEqual([]);
  await settle(120_000);
  expect(prompted).toHaveLength(2);
  answer = () => Promise.resolve(snapshot());
  feeds.rights();
  await settle();
  expect(condition()).toBe('live');
});

test('a reset drops the rows before they are loaded again', async () => {
  feeds.keep(name);
  await settle();
  answer = () => new Promise(() => {});
  feeds.reset({ feed: name, code: 'rightsChanged' });
  expect([...feeds.use(name).rows.all()]).toEqual([]);
  expect(prompted.at(-1)).toEqual({ feed: name, pages: true });
});

test('an opening that fails is tried again with growing pauses', async () => {
  answer = () => Promise.reject(new Error('timeout'));
  feeds.keep(name);
  await settle(60_000);
  const tries = prompted.length;
  expect(tries).toBeGreaterThan(4);
  expect(tries).toBeLessThan(20);
  expect(condition()).toBe('lost');
  answer = () => Promise.resolve(snapshot());
  await settle(15_000);
  expect(condition()).toBe('live');
});

test('two screens share one feed; it closes a while after the last has left', async () => {
  const one = feeds.keep(name);
  const two = feeds.keep(name);
  await settle();
  expect(prompted).toHaveLength(1);
  one();
  await settle(6_000);
  expect(closed).toEqual([]);
  two();
  await settle(6_000);
  expect(closed).toEqual([name]);
});

test('a viewer of a row is present until they leave', async () => {
  feeds.keep(name);
  await settle();
  feeds.presence({ feed: name, id: 'a', who: [{ empId: 104, name: 'Divya', state: 'editing' }] });
  expect(feeds.use(name).presences().get('a')?.[0]?.name).toBe('Divya');
  feeds.presence({ feed: name, id: 'a', who: [] });
  expect(feeds.use(name).presences().size).toBe(0);
});

test('one merely too far behind keeps its rows until the snapshot is compared with them', async () => {
  feeds.keep(name);
  await settle(500);
  const batches: unknown[] = [];
  feeds.use(name).rows.onBatch((batch) => batches.push(batch));
  feeds.reset({ feed: name, code: 'tooFarBehind' });
  expect(feeds.use(name).rows.get('a')).toEqual(row);
  await settle(1_000);
  expect(prompted.at(-1)).toEqual({ feed: name, pages: true });
  expect(batches).toEqual([]);
});

test('long lists are asked for in pages: queues, requests and documents; the others come whole', async () => {
  const names = ['queue/probe', 'approvals/inbox', 'documents/probe', 'attendance/me'];
  for (const one of names) feeds.keep(one);
  await settle();
  expect(prompted.map(({ feed, pages = false }) => [feed, pages])).toEqual([
    ['queue/probe', true],
    ['approvals/inbox', true],
    ['documents/probe', true],
    ['attendance/me', false],
  ]);
});

const firstPage = (): FeedOpened => ({ ...snapshot(), pages: { at: 5, next: 1, of: 3, total: 3 } });

test('a page that was taken in asks for the next one, and after a cut only the missing pages are asked for', async () => {
  answer = () => Promise.resolve(firstPage());
  feeds.keep(name);
  await settle();
  const { rows } = feeds.use(name);
  expect(rows.complete).toBe(false);
  feeds.page({ feed: name, epoch: 'e', at: 5, page: 1, rows: [{ id: 'b', v: 1 }] });
  expect(asked).toEqual([name]);
  feeds.delta({
    feed: name,
    epoch: 'e',
    prev: 5,
    seq: 9,
    changes: [{ op: 'patch', id: 'c', set: { v: 9 } }],
  });
  feeds.down();
  answer = () =>
    Promise.resolve({
      ok: true,
      epoch: 'e',
      seq: 9,
      mode: 'resume',
      changes: [{ op: 'put', id: 'c', row: { id: 'c', v: 9 } }],
      scope: {},
      sources: [],
      now: Date.now(),
      pages: { at: 8, next: 2, of: 3, total: 3 },
    });
  feeds.up();
  await settle();
  expect(prompted.at(-1)).toEqual({ feed: name, epoch: 'e', seq: 5, pages: true, after: ['b'] });
  feeds.page({ feed: name, epoch: 'e', at: 8, page: 2, rows: [{ id: 'c', v: 1 }] });
  expect([rows.complete, [...rows.all()]]).toEqual([
    true,
    [
      { id: 'a', v: 1 },
      { id: 'b', v: 1 },
      { id: 'c', v: 9 },
    ],
  ]);
  expect(asked).toEqual([name]);
});

test('no hash is compared while pages are missing, and a page that was lost is asked for again', async () => {
  answer = () => Promise.resolve(firstPage());
  feeds.keep(name);
  await settle();
  feeds.state({ feed: name, epoch: 'e', seq: 5, hash: '0'.repeat(16), sources: [], now: Date.now() });
  expect(feeds.use(name).status().resyncs).toBe(0);
  feeds.page({ feed: name, epoch: 'e', at: 5, page: 2, rows: [{ id: 'c', v: 1 }] });
  await settle();
  expect(prompted).toHaveLength(2);
  expect(feeds.use(name).rows.get('c')).toBeUndefined();
});
