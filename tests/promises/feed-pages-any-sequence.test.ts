import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Viewer } from '#shared/core/permission.ts';
import type { FeedDef, Scope } from '#shared/core/view.ts';
import type { FeedDelta, FeedOpened, FeedPage } from '#shared/wire.ts';
import type { LiveView, RowChange } from '#server/core/parts.ts';
import { openHub, type Hub, type Watcher } from '#server/relay/hub.ts';
import { ReadyAnswer } from '#server/relay/ready.ts';
import { FeedRows, type Row } from '#web/live/rows.ts';
import { count } from '#tests/kit/tiers.ts';

/**
 * P10, P12 for pages: whatever happens between two pages, at two nodes of which one is late, a console ends
 * with the rows of the server.
 */
type Item = Row & { readonly rank: number; readonly v: number; readonly pad: string };

/** Two rows fill a page. */
const pad = 'x'.repeat(12_000);
const ids = Array.from({ length: 14 }, (_, n) => String(n + 1));
const viewer = { kind: 'person', permissionVersion: 1 } as unknown as Viewer;
const by = {
  type: 'Changed',
  actor: { name: 'a' },
  at: '2026-11-20T05:00:00.000Z',
} as unknown as RowChange['by'];
const feed: FeedDef<Item, Scope, Item> = {
  name: 'queue/probe',
  view: { name: 'probe', version: 1, streams: [], ids: () => [], row: () => null },
  need: 'signedIn',
  scope: () => ({}),
  see: (row) => row,
  rank: (row) => [row.rank, Number(row.id)],
  sources: [],
};

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] }));
afterEach(() => void vi.useRealTimers());

interface Change {
  readonly id: string;
  readonly after: Item | undefined;
  readonly position: number;
}

/** One server with the view of the feed; it may be behind the log. */
class Node {
  readonly rows = new Map<string, Item>();
  readonly readers = new Map<string, Set<Reader>>();
  readonly hub: Hub;
  position = 1;
  #emit: (changes: readonly RowChange[]) => void = () => undefined;

  constructor() {
    for (const id of ids) this.rows.set(id, { id, rank: Number(id), v: 0, pad });
    const live: LiveView<Item> = {
      def: feed.view,
      rows: this.rows,
      position: () => this.position,
      watch: (listener) => {
        this.#emit = listener;
        return () => undefined;
      },
    };
    this.hub = openHub({
      feeds: new Map([[feed.name, feed as FeedDef]]),
      views: { get: () => live as LiveView, byName: () => live, epoch: () => 'e' },
      access: { current: () => viewer, onChange: () => () => undefined },
      health: { of: () => [], onChange: () => () => undefined } as never,
      clock: { now: () => 0 },
      translate: (code) => code,
      broadcasts: [{ delta: (key, frame) => this.#broadcast(key, frame) }],
      turnedAway: () => undefined,
      flushMs: 0,
      hashMs: 3_600_000,
    });
  }

  take({ id, after, position }: Change): void {
    const before = this.rows.get(id);
    if (after) this.rows.set(id, after);
    else this.rows.delete(id);
    this.position = position;
    this.#emit([{ id, before, after, position, by }]);
  }

  #broadcast(key: string, frame: FeedDelta): void {
    for (const reader of [...(this.readers.get(key) ?? [])])
      if (reader.stalled) {
        this.readers.get(key)?.delete(reader);
        reader.lagging = { key, seq: frame.prev, epoch: frame.epoch };
      } else reader.get('feed:delta', frame);
  }
}

/** A console: what it was sent and has not read yet, and the rows that it shows. */
class Reader {
  readonly rows = new FeedRows<Item>((work) => void this.later.push(work));
  readonly held = new Map<string, Item>();
  readonly later: (() => void)[] = [];
  node: Node;
  inbox: (() => void)[] = [];
  stalled = false;
  lagging: { key: string; seq: number; epoch: string } | null = null;
  begun = 0;
  #early: (() => void)[] | null = null;
  #watcher: Watcher | null = null;

  constructor(node: Node) {
    this.node = node;
    this.rows.onBatch(({ add, update, remove }) => {
      for (const row of [...add, ...update]) this.held.set(row.id, row);
      for (const row of remove) this.held.delete(row.id);
    });
    this.connect(node);
  }

  connect(node: Node): void {
    if (this.#watcher) this.node.hub.drop(this.#watcher);
    this.node = node;
    this.inbox = [];
    this.lagging = null;
    this.#watcher = {
      sessionId: 's',
      language: 'en',
      reset: () =>
        void this.inbox.push(() => {
          this.rows.position = null;
          this.open();
        }),
      state: () => undefined,
      send: ({ event, payload }) => this.get(event, payload),
      free: () => !this.stalled,
      joined: (key) => {
        if (!node.readers.has(key)) node.readers.set(key, new Set());
        node.readers.get(key)!.add(this);
      },
      left: (key) => void node.readers.get(key)?.delete(this),
    };
    this.open();
  }

  get(event: string, payload: unknown): void {
    const text = JSON.stringify(payload);
    this.inbox.push(() => {
      if (event === 'feed:page') this.#page(JSON.parse(text) as FeedPage);
      else this.#delta(JSON.parse(text) as FeedDelta);
    });
  }

  open(): void {
    this.#early = [];
    const watcher = this.#watcher!;
    const answer = this.node.hub.answer(watcher, { feed: feed.name, ...this.rows.request(), pages: true });
    if (!(answer instanceof ReadyAnswer)) throw new Error(answer.code);
    this.inbox.push(() => {
      const early = this.#early ?? [];
      this.#early = null;
      const opened = JSON.parse(answer.text) as Extract<FeedOpened, { ok: true }>;
      this.begun += opened.mode === 'snapshot' ? 1 : 0;
      this.rows.opened(opened);
      for (const take of early) take();
    });
    this.lagging = null;
    this.node.hub.answered(watcher, feed.name);
  }

  #page(frame: FeedPage): void {
    if (this.#early) return void this.#early.push(() => this.#page(frame));
    const verdict = this.rows.page(frame);
    if (verdict === 'applied') this.node.hub.more(this.#watcher!, feed.name);
    else if (verdict === 'gap') this.open();
  }

  #delta(frame: FeedDelta): void {
    if (this.#early) return void this.#early.push(() => this.#delta(frame));
    if (this.rows.delta(frame) === 'gap') this.open();
  }

  read(most: number): void {
    for (let n = 0; n < most; n += 1) this.inbox.shift()?.();
  }

  /** The line is free again. */
  flow(): void {
    this.stalled = false;
    if (this.lagging) {
      const { seq, epoch } = this.lagging;
      this.lagging = null;
      const missed = this.node.hub.catchUp(this.#watcher!, { feed: feed.name, epoch, seq });
      if (missed) this.get('feed:delta', missed);
    }
    this.node.hub.goOn(this.#watcher!);
  }

  flush(): void {
    while (this.later.length > 0) this.later.shift()?.();
    this.rows.flush();
  }
}

const id = fc.constantFrom(...ids, '15', '16');
const happening = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      kind: fc.constant('change' as const),
      id,
      op: fc.constantFrom('put', 'value', 'rank', 'del'),
      n: fc.integer({ min: 0, max: 30 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ kind: fc.constant('read' as const), n: fc.integer({ min: 1, max: 3 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('cut' as const), n: fc.integer({ min: 0, max: 1 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('sync' as const), n: fc.integer({ min: 1, max: 4 }) }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constantFrom('stall', 'flow', 'wait', 'flush') }) },
);

test('pages and changes in any sequence, over cuts, stalls and a late second node, end in exactly the rows of the server', () => {
  let [continued, paged] = [0, 0];
  fc.assert(
    fc.property(fc.array(happening, { maxLength: 60 }), (story) => {
      const [first, second] = [new Node(), new Node()];
      const log: Change[] = [];
      let synced = 0;
      const sync = (most: number): void => {
        for (const change of log.slice(synced, synced + most)) second.take(change);
        synced = Math.min(log.length, synced + most);
      };
      const reader = new Reader(first);
      for (const event of story) {
        if (event.kind === 'read') reader.read(event.n);
        else if (event.kind === 'sync') sync(event.n);
        else if (event.kind === 'cut') {
          if (reader.rows.arriving()) continued += 1;
          reader.connect(event.n === 0 ? first : second);
        } else if (event.kind === 'stall') reader.stalled = true;
        else if (event.kind === 'flow') reader.flow();
        else if (event.kind === 'wait') vi.advanceTimersByTime(600);
        else if (event.kind === 'flush') reader.flush();
        else if (event.kind === 'change') {
          const before = first.rows.get(event.id);
          const after =
            event.op === 'del'
              ? undefined
              : event.op === 'value' && before
                ? { ...before, v: event.n }
                : event.op === 'rank' && before
                  ? { ...before, rank: event.n }
                  : { id: event.id, rank: event.n, v: event.n, pad };
          const change = { id: event.id, after, position: log.length + 2 };
          log.push(change);
          first.take(change);
        }
        if (reader.rows.arriving()) paged += 1;
      }
      sync(log.length);
      while (reader.inbox.length > 0 || reader.stalled || reader.lagging) {
        reader.flow();
        reader.read(1);
        vi.advanceTimersByTime(20);
      }
      reader.flush();
      const right = new Map([...reader.node.rows].sort());
      expect(reader.rows.complete).toBe(true);
      expect(new Map([...reader.rows.rows].sort())).toEqual(right);
      expect(new Map([...reader.held].sort())).toEqual(right);
      first.hub.stop();
      second.hub.stop();
    }),
    { numRuns: Math.round(count('frameSequences') / 10) },
  );
  expect(continued).toBeGreaterThan(5);
  expect(paged).toBeGreaterThan(100);
});
