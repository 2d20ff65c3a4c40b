import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { hashRows } from '#shared/core/hash.ts';
import { compareRanks, type Rank } from '#shared/core/rank.ts';
import { isRefusal } from '#shared/core/refusal.ts';
import { requestRank, type ApprovalRow } from '#shared/families/approval-feed.ts';
import { documentRank, type DocumentRow } from '#shared/families/document.ts';
import { requestMove } from '#tests/kit/approval-request.ts';
import { FeedClient, until } from '#tests/kit/feed-client.ts';
import { whole } from '#tests/kit/sampled.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';

/** P10, P12 for long lists of documents and of requests: their first rows come at once, the rest in pages. */
let t: TestServer;
let admin: Person;
beforeAll(async () => {
  t = await openTestServer({});
  admin = await t.signIn('admin');
});
afterAll(() => t?.close());

const viewer = () => t.server.access.people.viewer(admin.empId, null)!;

async function adjustmentBegins(): Promise<string> {
  const handled = await t.server.handle({
    stream: 'adjustment-new',
    command: 'draft',
    viewer: viewer(),
    correlationId: 'test',
    input: {
      pooId: 1,
      header: { note: 'Counted twice, and both times more than the books say.' },
      lines: [],
    },
  });
  if (isRefusal(handled)) throw new Error(handled.code);
  return handled.stream;
}

/** Somebody else's change of a row, far from where the pages are. */
async function noteChanges(stream: string, note: string): Promise<void> {
  const handled = await t.server.handle({
    stream,
    command: 'change',
    viewer: viewer(),
    correlationId: 'test',
    input: { header: { note } },
    expectedVersion: (await t.server.states.load(stream)).version,
  });
  if (isRefusal(handled)) throw new Error(handled.code);
}

const lists = [
  {
    feed: 'documents/stockAdjustment',
    many: whole ? 3_000 : 360,
    arrives: adjustmentBegins,
    rank: (row: unknown): Rank => documentRank(row as DocumentRow),
  },
  {
    feed: 'approvals/inbox',
    many: whole ? 1_600 : 160,
    arrives: () => requestMove(t, 'test'),
    rank: (row: unknown): Rank => requestRank(row as ApprovalRow),
  },
] as const;

describe.each(lists)('$feed', ({ feed, many, arrives, rank }) => {
  const made: string[] = [];
  beforeAll(async () => {
    // They draw their numbers from one series, so only a few may be made at once.
    while (made.length < many) made.push(...(await Promise.all(Array.from({ length: 8 }, () => arrives()))));
  });
  const rowsNow = (): readonly Readonly<Record<string, unknown>>[] => t.server.hub.rows(feed, viewer())!.rows;
  const serverHash = (): string => hashRows(rowsNow().map((row) => [String(row['id']), row]));

  test('the first rows by rank come with the answer, the others in pages while rows arrive and change, and all are equal to the server', async () => {
    const client = new FeedClient(t.url, admin, feed);
    await until('first rows', () => client.first.length > 0);
    const begun = client.first;
    for (let i = 0; i < 12; i += 1) {
      await arrives();
      if (feed.startsWith('documents/')) await noteChanges(made[made.length - 1 - i]!, `Changed ${i}`);
    }
    await client.ready();
    await until('equal', () => client.hash() === serverHash());
    const ranked = rowsNow()
      .toSorted((a, b) => compareRanks(rank(a), rank(b)))
      .map((row) => String(row['id']));
    expect(begun.length).toBeGreaterThan(0);
    expect(begun.length).toBeLessThan(many / 2);
    expect(ranked.slice(0, begun.length)).toEqual(begun);
    expect(client.pagedRows).toBeGreaterThan(0);
    expect(client.pagedRows + begun.length).toBeLessThanOrEqual(ranked.length);
    expect({ begun: client.begun, gaps: client.gaps }).toEqual({ begun: 1, gaps: 0 });
    client.close();
  });

  test('a console that is cut off between two pages goes on where it was and begins nothing anew', async () => {
    const client = new FeedClient(t.url, admin, feed);
    let missing = false;
    client.socket.once('feed:page', () => {
      missing = !client.complete;
      client.cut();
    });
    await until('resumed', () => client.mode === 'resume');
    await client.ready();
    await until('equal', () => client.hash() === serverHash());
    expect({ missing, begun: client.begun }).toEqual({ missing: true, begun: 1 });
    client.close();
  });
});
