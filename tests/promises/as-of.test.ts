import { afterAll, beforeAll, expect, test } from 'vitest';
import { hashRows } from '#shared/core/hash.ts';
import { rebuild } from '#server/operations/rebuild.ts';
import { openSnapshots } from '#server/views/snapshots.ts';
import { whole } from '#tests/kit/sampled.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';

let t: TestServer;
let lead: Person;
beforeAll(async () => {
  t = await openTestServer();
  lead = await t.signIn('lead');
});
afterAll(() => t?.close());

test('a queue as of any instant is the fold of the events up to it, with and without a snapshot', async () => {
  const { view } = t.server.feeds.get('queue/signup-queue')!;
  const events = await t.server.log.readAfter(0, 100_000);
  const until = (at: string): { rows: Map<string, unknown>; position: number } => {
    const rows = new Map<string, unknown>();
    let position = 0;
    for (const event of events) {
      if (event.at > at) continue;
      position = Math.max(position, event.position);
    }
    for (const event of events) {
      if (event.position > position || !view.streams.includes(event.stream.split('-', 1)[0]!)) continue;
      for (const id of view.ids(event)) {
        const row = view.row(rows.get(id), event, id);
        if (row === null) rows.delete(id);
        else rows.set(id, row);
      }
    }
    return { rows, position };
  };
  const viewer = t.server.access.people.viewer(lead.empId, null)!;
  const feed = t.server.feeds.get('queue/signup-queue')!;
  const hashes = async (): Promise<void> => {
    for (let i = 1; i <= 5; i += 1) {
      const at = new Date(t.clock.now() - i * 29 * 60_000).toISOString();
      const answer = await lead.get(`/feeds/queue/signup-queue?at=${encodeURIComponent(at)}`);
      expect(answer.status, JSON.stringify(answer.body)).toBe(200);
      const expected = until(at);
      const seen = [...expected.rows].flatMap(([id, row]) => {
        const shown = feed.see(row, feed.scope(viewer), id);
        return shown ? [[id, shown] as const] : [];
      });
      expect(answer.body.position).toBe(expected.position);
      expect(hashRows(answer.body.rows.map((row: { id: string }) => [row.id, row] as const))).toBe(
        hashRows(seen),
      );
    }
  };
  await hashes();
  const snapshots = openSnapshots(t.server.pool, t.server.views, {
    every: 1,
    checkMs: 3_600_000,
    onError: (error) => {
      throw error;
    },
  });
  await t.server.views.save();
  expect(await snapshots.take()).toBeGreaterThan(5);
  const copied = await t.server.pool.query<{ view: string; position: string; rows: string }>(
    'select view, position, rows from view_snapshots',
  );
  for (const { view, position, rows } of copied.rows) {
    expect(Number(position)).toBe(t.server.views.positions().find((one) => one.name === view)!.saved);
    expect(new Map(JSON.parse(rows)), view).toEqual(t.server.views.byName(view)!.rows);
  }
  expect(await snapshots.take()).toBe(0);
  snapshots.stop();
  await hashes();
  expect(
    (
      await lead.get(
        `/feeds/queue/signup-queue?at=${encodeURIComponent(new Date(t.clock.now() + 60_000).toISOString())}`,
      )
    ).body.code,
  ).toBe('asOfTooFar');
  expect(
    (await (await t.signIn('agent1')).get('/feeds/queue/signup-queue?at=2026-11-18T04:00:00Z')).status,
  ).toBe(403);
});

test('a rebuild beside a server that keeps writing compares the rows of one instant', async () => {
  const { pool } = t.server;
  const agent = await t.signIn('agent1');
  let reads = 0;
  let written = 0;
  /**
   * A store in which one more command is done, and its rows are written, before every read of the rebuild; in the gate before the first
   * reads, in which it learns the positions, and every eighth of the others.
   */
  const busy = new Proxy(pool, {
    get(target, name) {
      if (name !== 'query' && name !== 'connect') return Reflect.get(target, name, target) as unknown;
      return async (...args: unknown[]) => {
        const read = () =>
          (Reflect.get(target, name, target) as (...with_: unknown[]) => unknown).apply(target, args);
        reads += 1;
        if (!whole && reads > 4 && reads % 8 !== 0) return read();
        const answer = await agent.command('signup-new', 'start', {
          pooId: 1,
          applicant: { name: 'Anita Rao' },
        });
        expect(answer.status, JSON.stringify(answer.body)).toBe(200);
        await expect
          .poll(
            async () =>
              (
                await pool.query(
                  "select position >= (select position from log_head) as there from views where name = 'signup-case'",
                )
              ).rows[0].there,
          )
          .toBe(true);
        written += 1;
        return read();
      };
    },
  });
  const { views } = await rebuild(busy, { switch: false });
  expect(written).toBeGreaterThan(1);
  expect(views.filter((view) => !view.equal).map((view) => view.view)).toEqual([]);
});
