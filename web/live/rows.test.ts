import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { hashRows } from '#shared/core/hash.ts';
import type { Change, FeedDelta, FeedOpened } from '#shared/wire.ts';
import { FeedRows } from './rows.ts';
import { same } from './same.ts';
import type { Row, RowBatch } from './rows.ts';

type R = Row & { readonly v: number };
const feed = 'queue/probe';

/** The server side of one feed: rows, a log to resume from, an epoch that may change. */
class ServerParts {
  rows = new Map<string, R>();
  epoch = 'e1';
  seq = 0;
  log: FeedDelta[] = [];
  keeps: number;

  constructor(keeps: number) {
    this.keeps = keeps;
  }

  change(changes: readonly Change[], step: number): FeedDelta {
    for (const change of changes) {
      if (change.op === 'put') this.rows.set(change.id, change.row as R);
      else if (change.op === 'del') this.rows.delete(change.id);
      else this.rows.set(change.id, { ...(this.rows.get(change.id) as R), ...change.set });
    }
    const frame = { feed, epoch: this.epoch, prev: this.seq, seq: this.seq + step, changes };
    this.seq += step;
    this.log.push(frame);
    if (this.log.length > this.keeps) this.log.shift();
    return frame;
  }

  restart(): void {
    this.epoch = `${this.epoch}'`;
    this.seq = 1;
    this.log = [];
  }

  open(position: { epoch: string; seq: number } | null): Extract<FeedOpened, { ok: true }> {
    const rest = { ok: true as const, epoch: this.epoch, seq: this.seq, scope: {}, sources: [], now: 0 };
    const from =
      position && position.epoch === this.epoch
        ? this.log.findIndex((frame) => frame.prev === position.seq)
        : -1;
    if (position && position.epoch === this.epoch && position.seq === this.seq)
      return { ...rest, mode: 'resume', changes: [] };
    if (from >= 0)
      return { ...rest, mode: 'resume', changes: this.log.slice(from).flatMap((frame) => frame.changes) };
    return { ...rest, mode: 'snapshot', rows: [...this.rows.values()] };
  }
}

/** The rows of a grid that only receives batches. */
function mirror(rows: FeedRows<R>): Map<string, R> {
  const held = new Map<string, R>();
  rows.onBatch(({ add, update, remove }: RowBatch<R>) => {
    for (const row of add) {
      expect(held.has(row.id), 'added twice').toBe(false);
      held.set(row.id, row);
    }
    for (const row of update) {
      expect(held.has(row.id), 'updated before it was added').toBe(true);
      held.set(row.id, row);
    }
    for (const row of remove) expect(held.delete(row.id), 'removed before it was added').toBe(true);
  });
  return held;
}

const id = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'f');
const happening = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      ids: fc.array(id, { minLength: 1, maxLength: 3 }),
      op: fc.constantFrom('put', 'patch', 'del'),
      v: fc.integer(),
      step: fc.integer({ min: 1, max: 3 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('flush' as const) }) },
);
const fate = fc.constantFrom('arrive', 'arrive', 'arrive', 'twice', 'lost', 'late', 'old');

test('P12: duplicated, reordered and lost frames end in exactly the rows of the server', () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(happening, fate), { maxLength: 50 }),
      fc.integer({ min: 1, max: 8 }),
      (story, keeps) => {
        const server = new ServerParts(keeps);
        const later: (() => void)[] = [];
        const rows = new FeedRows<R>((work) => later.push(work));
        const held = mirror(rows);
        const reopen = (): void => rows.opened(server.open(rows.position));
        const receive = (frame: FeedDelta): void => {
          if (rows.delta(frame) === 'gap') reopen();
        };
        reopen();
        const past: FeedDelta[] = [];
        const delayed: FeedDelta[] = [];
        for (const [event, what] of story) {
          if (event.kind === 'flush') while (later.length > 0) later.shift()?.();
          else if (event.kind === 'restart') server.restart();
          else {
            const changes = event.ids.map((one): Change =>
              event.op === 'del'
                ? { op: 'del', id: one }
                : event.op === 'patch' && server.rows.has(one)
                  ? { op: 'patch', id: one, set: { v: event.v } }
                  : { op: 'put', id: one, row: { id: one, v: event.v } },
            );
            const frame = server.change(
              changes.filter(
                (change, index) => changes.findIndex((other) => other.id === change.id) === index,
              ),
              event.step,
            );
            past.push(frame);
            if (what === 'late') delayed.push(frame);
            else if (what === 'old') receive(past[Math.floor(past.length / 2)] ?? frame);
            else if (what !== 'lost') {
              receive(frame);
              if (what === 'twice') receive(frame);
              for (const old of delayed.splice(0).reverse()) receive(old);
            }
          }
        }
        const verdict = rows.check({ epoch: server.epoch, seq: server.seq, hash: hashRows(server.rows) });
        if (verdict !== 'equal') {
          expect(verdict, 'a wrong state must never pass for the right one at the same position').not.toBe(
            'later',
          );
          if (verdict === 'different') rows.position = null;
          reopen();
        }
        rows.flush();
        expect(rows.rows).toEqual(server.rows);
        expect(held).toEqual(server.rows);
        expect(rows.check({ epoch: server.epoch, seq: server.seq, hash: hashRows(server.rows) })).toBe(
          'equal',
        );
      },
    ),
    { numRuns: 1000 },
  );
});

describe('one frame at a time', () => {
  const opened = (rows: FeedRows<R>, list: readonly R[], seq = 5): void =>
    rows.opened({ ok: true, epoch: 'e', seq, mode: 'snapshot', rows: list, scope: {}, sources: [], now: 0 });
  const delta = (prev: number, seq: number, changes: readonly Change[], epoch = 'e'): FeedDelta => ({
    feed,
    epoch,
    prev,
    seq,
    changes,
  });

  test('known frames are ignored, missing ones are noticed, another epoch is a gap', () => {
    const rows = new FeedRows<R>(() => {});
    opened(rows, [{ id: 'a', v: 1 }]);
    expect(rows.delta(delta(4, 5, [{ op: 'del', id: 'a' }]))).toBe('old');
    expect(rows.delta(delta(7, 8, [{ op: 'del', id: 'a' }]))).toBe('gap');
    expect(rows.delta(delta(5, 6, [{ op: 'del', id: 'a' }], 'f'))).toBe('gap');
    expect(rows.get('a')).toEqual({ id: 'a', v: 1 });
    expect(rows.delta(delta(5, 9, [{ op: 'patch', id: 'a', set: { v: 2 } }]))).toBe('applied');
    expect(rows.get('a')).toEqual({ id: 'a', v: 2 });
  });

  test('a snapshot leaves untouched what stayed the same', () => {
    const rows = new FeedRows<R>(() => {});
    opened(rows, [
      { id: 'a', v: 1 },
      { id: 'b', v: 1 },
    ]);
    rows.flush();
    const a = rows.get('a');
    const emitted: RowBatch<R>[] = [];
    rows.onBatch((batch) => emitted.push(batch));
    opened(
      rows,
      [
        { id: 'a', v: 1 },
        { id: 'b', v: 2 },
        { id: 'c', v: 3 },
      ],
      9,
    );
    rows.flush();
    expect(rows.get('a')).toBe(a);
    expect(emitted).toHaveLength(1);
    expect(emitted[0]).toMatchObject({ add: [{ id: 'c' }], update: [{ id: 'b', v: 2 }], remove: [] });
  });

  test('many changes of one row are delivered once, with the reason it left', () => {
    const rows = new FeedRows<R>(() => {});
    opened(rows, [{ id: 'a', v: 1 }]);
    rows.flush();
    const emitted: RowBatch<R>[] = [];
    rows.onBatch((batch) => emitted.push(batch));
    rows.delta(delta(5, 6, [{ op: 'patch', id: 'a', set: { v: 2 } }]));
    rows.delta(
      delta(6, 7, [
        { op: 'put', id: 'b', row: { id: 'b', v: 1 } },
        { op: 'del', id: 'b' },
      ]),
    );
    rows.delta(delta(7, 8, [{ op: 'del', id: 'a', why: 'verified by Divya' }]));
    rows.flush();
    expect(emitted).toHaveLength(1);
    expect(emitted[0]?.add).toEqual([]);
    expect(emitted[0]?.remove).toEqual([{ id: 'a', v: 1 }]);
    expect(emitted[0]?.why.get('a')).toBe('verified by Divya');
  });

  test('a row changed behind our back is found by the hash', () => {
    const rows = new FeedRows<R>(() => {});
    opened(rows, [{ id: 'a', v: 1 }]);
    expect(rows.check({ epoch: 'e', seq: 5, hash: hashRows([['a', { id: 'a', v: 1 }]]) })).toBe('equal');
    expect(rows.check({ epoch: 'e', seq: 5, hash: hashRows([['a', { id: 'a', v: 2 }]]) })).toBe('different');
    expect(rows.check({ epoch: 'e', seq: 6, hash: '' })).toBe('behind');
    expect(rows.check({ epoch: 'e', seq: 4, hash: '' })).toBe('later');
  });
});

test('values are compared whole', () => {
  expect(same({ a: [1, { b: null }] }, { a: [1, { b: null }] })).toBe(true);
  expect(same({ a: 1 }, { a: 1, b: undefined })).toBe(false);
  expect(same([], {})).toBe(false);
  expect(same({ a: 1, b: undefined }, { a: 1, c: undefined })).toBe(false);
});

test('cleared rows are gone at once with pending changes, and the hash restarts', () => {
  const rows = new FeedRows<R>(() => {});
  const emitted: RowBatch<R>[] = [];
  rows.onBatch((batch) => emitted.push(batch));
  rows.opened({
    ok: true,
    epoch: 'e',
    seq: 1,
    mode: 'snapshot',
    rows: [{ id: 'a', v: 1 }],
    scope: {},
    sources: [],
    now: 0,
  });
  rows.flush();
  rows.delta({
    feed,
    epoch: 'e',
    prev: 1,
    seq: 2,
    changes: [{ op: 'put', id: 'b', row: { id: 'b', v: 1 } }],
  });
  rows.clear();
  expect(emitted.at(-1)).toMatchObject({ add: [], update: [], remove: [], cleared: true });
  rows.flush();
  expect(emitted).toHaveLength(2);
  rows.opened({
    ok: true,
    epoch: 'e',
    seq: 3,
    mode: 'snapshot',
    rows: [{ id: 'b', v: 2 }],
    scope: {},
    sources: [],
    now: 0,
  });
  expect(rows.check({ epoch: 'e', seq: 3, hash: hashRows([['b', { id: 'b', v: 2 }]]) })).toBe('equal');
});

test('a late listener gets only later changes', () => {
  const due: (() => void)[] = [];
  const rows = new FeedRows<R>(
    (work) => due.push(work),
    () => 0,
  );
  let calls = 0;
  rows.subscribe(() => (calls += 1));
  const rest = { epoch: 'e1', scope: {}, sources: [], now: 0 };
  rows.opened({ ok: true, mode: 'snapshot', seq: 1, rows: [{ id: 'a', v: 1 }], ...rest });
  for (const work of due.splice(0)) work();
  expect([calls, rows.version]).toEqual([1, 1]);
  const received: RowBatch<R>[] = [];
  rows.onBatch((batch) => received.push(batch));
  rows.delta({ feed, epoch: 'e1', prev: 1, seq: 2, changes: [{ op: 'patch', id: 'a', set: { v: 2 } }] });
  rows.flush();
  expect(received.map(({ add, update, remove }) => [add, update, remove])).toEqual([
    [[], [{ id: 'a', v: 2 }], []],
  ]);
  rows.flush();
  expect(received).toHaveLength(1);
});

describe('pages', () => {
  const opened = (rows: readonly R[], of: number, seq = 5): Extract<FeedOpened, { ok: true }> => ({
    ok: true,
    epoch: 'e',
    seq,
    mode: 'snapshot',
    rows,
    scope: {},
    sources: [],
    now: 0,
    ...(of > 1 ? { pages: { at: seq, next: 1, of, total: of } } : {}),
  });
  const one = (id: string, v = 0): R => ({ id, v });
  const page = (n: number, ...rows: R[]) => ({ feed, epoch: 'e', at: 5, page: n, rows });
  const change = (prev: number, ...changes: Change[]): FeedDelta => ({
    feed,
    epoch: 'e',
    prev,
    seq: prev + 1,
    changes,
  });

  test('what a delta said of a row since the snapshot holds against its page', () => {
    const rows = new FeedRows<R>(() => undefined);
    rows.opened(opened([one('a')], 3));
    rows.delta(
      change(
        5,
        { op: 'patch', id: 'b', set: { v: 7 } },
        { op: 'del', id: 'c' },
        { op: 'put', id: 'd', row: one('d', 8) },
      ),
    );
    expect(rows.page(page(1, one('b'), one('c')))).toBe('applied');
    expect(rows.page(page(2, one('d')))).toBe('last');
    expect([...rows.all()].toSorted((x, y) => x.id.localeCompare(y.id))).toEqual([
      one('a'),
      one('b', 7),
      one('d', 8),
    ]);
  });

  test('earlier rows stay until every page is here, then those that none of them names are gone', () => {
    const rows = new FeedRows<R>(() => undefined);
    rows.opened(opened([one('a'), one('b'), one('gone')], 1));
    rows.opened(opened([one('a', 1)], 2));
    expect(rows.get('gone')).toEqual(one('gone'));
    expect(rows.arriving()).toEqual({ here: 1, total: 2 });
    expect(rows.page(page(1, one('b')))).toBe('last');
    expect([rows.get('gone'), rows.arriving(), rows.complete]).toEqual([undefined, null, true]);
  });

  test('rows that come with a page are marked, and the last page notifies even if it changes nothing', () => {
    const rows = new FeedRows<R>(() => undefined);
    const batches: RowBatch<R>[] = [];
    rows.opened(opened([one('a')], 3));
    rows.onBatch((batch) => batches.push(batch));
    rows.page(page(1, one('b')));
    rows.delta(change(5, { op: 'put', id: 'new', row: one('new') }, { op: 'put', id: 'c', row: one('c') }));
    rows.flush();
    expect(batches[0]?.paged).toEqual(new Set(['b']));
    expect(batches[0]?.add).toHaveLength(3);
    rows.page(page(2, one('c')));
    const { version } = rows;
    rows.flush();
    expect(rows.version).toBe(version + 1);
  });

  test('the rows by which it says how far its pages reach are none that changed since', () => {
    const rows = new FeedRows<R>(() => undefined);
    rows.opened(opened([one('a'), one('b'), one('c')], 3));
    expect(rows.request()).toEqual({ epoch: 'e', seq: 5, after: ['c', 'b', 'a'] });
    rows.delta(change(5, { op: 'patch', id: 'c', set: { v: 1 } }));
    expect(rows.request()).toEqual({ epoch: 'e', seq: 5, after: ['b', 'a'] });
    rows.page(page(1, one('d')));
    rows.page(page(2));
    expect(rows.request()).toEqual({ epoch: 'e', seq: 6 });
  });

  test('a change of rights drops the rows and what was missing', () => {
    const rows = new FeedRows<R>(() => undefined);
    rows.opened(opened([one('a')], 3));
    rows.clear();
    expect([rows.complete, rows.arriving(), rows.request()]).toEqual([false, null, {}]);
    expect(rows.page(page(1, one('b')))).toBe('old');
    expect(rows.get('b')).toBeUndefined();
  });
});
