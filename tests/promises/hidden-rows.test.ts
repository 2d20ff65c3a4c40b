import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { FeedDef } from '#shared/core/view.ts';
import type { SetAside } from '#shared/operations.ts';
import { allFeeds } from '#server/core/registers.ts';
import { until } from '#tests/kit/feed-client.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';

/** A feed of both nodes; which row each of them cannot show is set by the test. */
const queue = allFeeds().get('queue/signup-queue')!;
const name = 'queue/probe';
const hidden = { one: '', two: '' };
const feedOf = (node: keyof typeof hidden): FeedDef => ({
  ...queue,
  name,
  see(row, scope, id) {
    if (id === hidden[node]) throw new TypeError(`cannot be shown by ${node}`);
    return queue.see(row, scope, id) as object | null;
  },
});
let one: TestServer;
let two: TestServer;
let admin: Person;
beforeAll(async () => {
  one = await openTestServer({ realTime: true, more: { feeds: [feedOf('one')] } });
  two = await openTestServer({
    ...{ databaseUrl: one.databaseUrl, realTime: true },
    more: { feeds: [feedOf('two')] },
  });
  admin = await one.signIn('admin');
});
afterAll(async () => {
  await two?.close();
  await one?.close();
});
beforeEach(async () => {
  Object.assign(hidden, { one: '', two: '' });
  await one.server.pool.query('delete from set_aside');
});

const rowsOf = (node: TestServer): readonly string[] => {
  const viewer = node.server.access.people.viewer(admin.empId, null)!;
  return node.server.hub.rows(name, viewer)!.rows.map(({ id }) => String(id));
};
const listed = async (): Promise<readonly SetAside[]> =>
  ((await admin.get('/operations/set-aside')).body.items as SetAside[]).filter(
    ({ consumer }) => consumer === `feed ${name}`,
  );
const retry = (position: number) =>
  admin.send('POST', '/operations/set-aside/retry', { consumer: `feed ${name}`, position });

test('a row that cannot be shown since before its feed was opened is listed with the event that last changed it', async () => {
  // Two nodes that never had it open: both find the same row, and it is listed once.
  Object.assign(hidden, { one: '301', two: '301' });
  expect(rowsOf(one)).not.toContain('301');
  expect(rowsOf(two)).not.toContain('301');
  expect(rowsOf(one).length).toBeGreaterThan(2);
  await until('listed', async () => (await listed()).length === 1);
  const [aside] = await listed();
  const { rows } = await one.server.pool.query<{ position: string }>(
    "select position from view_rows where view = $1 and epoch = $2 and id = '301'",
    [queue.view.name, one.server.views.epoch(queue.view.name)],
  );
  expect(aside).toMatchObject({ position: Number(rows[0]!.position), again: true });
  expect(aside!.reason).toMatch(/^cannot be shown by (?:one|two)$/);
});

test('trying again reaches every node: what another one still cannot take is set aside again', async () => {
  rowsOf(one);
  rowsOf(two);
  const { rows } = await one.server.pool.query<{ position: string }>(
    "select position from view_rows where view = $1 and epoch = $2 and id = '301'",
    [queue.view.name, one.server.views.epoch(queue.view.name)],
  );
  const position = Number(rows[0]!.position);
  await one.server.pool.query(
    "insert into set_aside (consumer, position, stream, type, reason) select $1, position, stream, type, 'cannot be shown' from events where position = $2",
    [`feed ${name}`, position],
  );
  hidden.two = '301';
  expect(await retry(position)).toMatchObject({ status: 200, body: { done: true } });
  // The answer waited for the other node.
  expect(await listed()).toEqual([
    expect.objectContaining({ position, reason: 'cannot be shown by two', again: true }),
  ]);

  hidden.two = '';
  const again = await retry(position);
  expect(again).toMatchObject({ status: 200, body: { done: true, reason: null } });
  expect(again.body).not.toHaveProperty('unconfirmed');
  expect(await listed()).toEqual([]);
});
