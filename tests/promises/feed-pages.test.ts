import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { io } from 'socket.io-client';
import WebSocket from 'ws';
import { hashRows } from '#shared/core/hash.ts';
import { limits } from '#shared/core/limits.ts';
import { compareRanks } from '#shared/core/rank.ts';
import { signupQueue } from '#shared/queues/signup-queue.ts';
import type { FeedOpened, FeedPage } from '#shared/wire.ts';
import { signupArrives } from '#tests/kit/arriving-signup.ts';
import { FeedClient, until } from '#tests/kit/feed-client.ts';
import { whole } from '#tests/kit/sampled.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';

/** P10–P12, P15 for a queue that is too long for one message: its first rows come at once, the rest in pages. */
const queue = 'queue/signup-queue';
const many = whole ? 3_000 : 450;
const ways = [
  { way: 'the fast path', env: { SOCKET_FAST_PATH: 'yes' } },
  { way: 'what the libraries export', env: { SOCKET_FAST_PATH: 'no' } },
];

describe.each(whole ? ways : ways.slice(0, 1))('over $way', ({ env }) => {
  let t: TestServer;
  let n = 20_000;
  beforeAll(async () => {
    t = await openTestServer({ env });
    await Promise.all(Array.from({ length: many }, () => arrives()));
  });
  afterAll(() => t?.close());

  const arrives = (): Promise<string> => signupArrives(t, (n += 1));
  const pin = (id: string, pinned: boolean) =>
    t.server.handle({
      stream: `queueitem-signup-queue-${id}`,
      command: 'pin',
      input: { pinned },
      viewer: t.server.access.people.viewer(1, null)!,
      correlationId: 'test',
    });
  const rowsOf = (person: Person): readonly Readonly<Record<string, unknown>>[] =>
    t.server.hub.rows(queue, t.server.access.people.viewer(person.empId, null)!)!.rows;
  const serverHash = (person: Person): string =>
    hashRows(rowsOf(person).map((row) => [String(row['id']), row]));

  /** A console that requests the next page only when the test says so. */
  function reluctant(person: Person): {
    open(more?: object): Promise<Extract<FeedOpened, { ok: true }>>;
    more(): void;
    pages: FeedPage[];
    resets: string[];
    answered(): Promise<unknown>;
    close(): void;
  } {
    const socket = io(t.url, {
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
      auth: { authtoken: person.token },
      extraHeaders: { cookie: person.cookie },
    });
    const pages: FeedPage[] = [];
    const resets: string[] = [];
    socket.on('feed:page', (frame: FeedPage) => void pages.push(frame));
    socket.on('feed:reset', ({ code }: { code: string }) => void resets.push(code));
    return {
      open: async (more = {}) => socket.emitWithAck('feed:open', { feed: queue, pages: true, ...more }),
      more: () => void socket.emit('feed:more', { feed: queue }),
      pages,
      resets,
      answered: () => socket.emitWithAck('heartbeat', { items: [] }),
      close: () => void socket.disconnect(),
    };
  }
  /** Answers to a request show that everything sent before has arrived. */
  const sent = async (one: ReturnType<typeof reluctant>): Promise<number> => {
    await one.answered();
    return one.pages.length;
  };

  test('the first rows by rank come with the answer, the others in pages, none twice, and all are equal to the server', async () => {
    const verifier = await t.signIn('verifier');
    const client = new FeedClient(t.url, verifier, queue);
    await until('first rows', () => client.first.length > 0);
    const begun = client.first;
    const changing = (async () => {
      for (let i = 0; i < 30; i += 1) {
        await pin(String(20_001 + i * 7), true);
        if (i % 3 === 0) await arrives();
      }
    })();
    await client.ready();
    await changing;
    await until('equal', () => client.hash() === serverHash(verifier));
    const ranked = rowsOf(verifier).toSorted((a, b) =>
      compareRanks(signupQueue.rank(a as never), signupQueue.rank(b as never)),
    );
    expect(begun.length).toBeLessThan(many / 3);
    const after = ranked.slice(0, begun.length + 40).map((row) => row['id']);
    expect(begun.filter((id) => !after.includes(id))).toEqual([]);
    expect(client.pagedRows + begun.length).toBeLessThanOrEqual(ranked.length + 40);
    expect({ begun: client.begun, gaps: client.gaps }).toEqual({ begun: 1, gaps: 0 });
    client.close();
  });

  test('a console that does not ask for pages gets all rows at once', async () => {
    const verifier = await t.signIn('verifier');
    const client = await new FeedClient(t.url, verifier, queue, { pages: false }).ready();
    expect(client.pagedRows).toBe(0);
    expect(client.hash()).toBe(serverHash(verifier));
    client.close();
  });

  test('only so many pages are on the way; the next ones come for those taken in, and after a cut only what is missing', async () => {
    const verifier = await t.signIn('verifier');
    const one = reluctant(verifier);
    const opened = await one.open();
    if (opened.mode !== 'snapshot' || !opened.pages) throw new Error('It came at once.');
    expect(opened.pages).toMatchObject({ at: opened.seq, next: 1 });
    // The rows at the snapshot's position; a newcomer may share one that is a few changes old.
    expect(Math.abs(opened.pages.total - rowsOf(verifier).length)).toBeLessThanOrEqual(opened.rows.length);
    await until('pages', () => one.pages.length >= limits.pagesOnTheWay);
    expect(await sent(one)).toBe(limits.pagesOnTheWay);
    one.more();
    await until('one more', () => one.pages.length > limits.pagesOnTheWay);
    expect(await sent(one)).toBe(limits.pagesOnTheWay + 1);
    expect(one.pages.map(({ page, at }) => [page, at])).toEqual(
      one.pages.map((_, i) => [i + 1, opened.pages!.at]),
    );
    one.close();
    const changed = String(one.pages[0]!.rows[0]!['id']);
    await pin(changed, true);
    const back = reluctant(verifier);
    const after = one.pages
      .at(-1)!
      .rows.slice(-3)
      .map((row) => String(row['id']))
      .reverse();
    const resumed = await back.open({ epoch: opened.epoch, seq: opened.pages.at, after });
    if (resumed.mode !== 'resume' || !resumed.pages) throw new Error('It began anew.');
    expect(resumed.changes.map(({ id }) => id)).toContain(changed);
    await until('the next pages', () => back.pages.length >= limits.pagesOnTheWay);
    const had = new Set([...opened.rows, ...one.pages.flatMap(({ rows }) => rows)].map((row) => row['id']));
    const again = back.pages.flatMap(({ rows }) => rows).filter((row) => had.has(row['id']));
    expect(again.length).toBeLessThanOrEqual(opened.rows.length);
    expect(back.pages.flatMap(({ rows }) => rows).length).toBeGreaterThan(again.length);
    back.close();
  });

  test('P15: no page comes after the right was taken away', async () => {
    const person = await t.signIn('verifier');
    const one = reluctant(person);
    await one.open();
    await until('pages', () => one.pages.length >= limits.pagesOnTheWay);
    const role = await t.server.states.load('role-3');
    const groups = role.state.permissionGroupsList as readonly {
      readonly entitiesList: readonly { readonly vEntity: string }[];
    }[];
    const without = groups
      .map((group) => ({
        ...group,
        entitiesList: group.entitiesList.filter(({ vEntity }) => vEntity !== 'signup-queue'),
      }))
      .filter(({ entitiesList }) => entitiesList.length > 0);
    const give = async (permissionGroupsList: unknown): Promise<void> => {
      const handled = await t.server.handle({
        stream: 'role-3',
        command: 'changePermissions',
        input: { permissionGroupsList },
        viewer: t.server.access.people.viewer(1, null)!,
        correlationId: 'test',
        expectedVersion: (await t.server.states.load('role-3')).version,
      });
      if ('refused' in handled) throw new Error(String(handled.code));
    };
    try {
      await give(without);
      await until('the rows are to be dropped', () => one.resets.length > 0);
      expect(one.resets).toEqual(['forbidden']);
      one.more();
      expect(await sent(one)).toBe(limits.pagesOnTheWay);
    } finally {
      await give(groups);
    }
    one.close();
  });

  test('the raw WebSocket sends the same pages', async () => {
    const person = await t.signIn('verifier2');
    const ws = new WebSocket(`${t.url.replace('http', 'ws')}/ws/feeds`, {
      headers: { cookie: person.cookie },
    });
    const ids = new Set<string>();
    let of = 0;
    let seen = 0;
    const send = (frame: object): void => ws.send(JSON.stringify(frame));
    ws.on('open', () => send({ type: 'hello', authtoken: person.token }));
    ws.on('message', (data) => {
      const frame = JSON.parse(String(data));
      if (frame.type === 'hello') send({ type: 'feed:open', feed: queue, ref: 7, pages: true });
      if (frame.type === 'feed:opened') {
        expect(frame).toMatchObject({ ok: true, ref: 7, mode: 'snapshot', feed: queue });
        of = frame.pages.of;
        seen = 1;
      }
      if (frame.type === 'feed:page') {
        expect(frame.page).toBe(seen);
        seen += 1;
        send({ type: 'feed:more', feed: queue });
      }
      for (const row of frame.rows ?? []) ids.add(row.id);
      for (const change of frame.changes ?? []) ids.add(change.id);
    });
    await until('all pages', () => of > 0 && seen === of);
    expect([...ids].toSorted()).toEqual(
      rowsOf(person)
        .map((row) => String(row['id']))
        .toSorted(),
    );
    ws.terminate();
  });
});
