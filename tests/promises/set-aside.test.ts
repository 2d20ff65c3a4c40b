import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SetAside } from '#shared/operations.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';

let t: TestServer;
let admin: Person;
beforeAll(async () => {
  t = await openTestServer();
  admin = await t.signIn('admin');
});
afterAll(() => t?.close());

const listed = async (): Promise<readonly SetAside[]> =>
  (await admin.get('/operations/set-aside')).body.items as SetAside[];
const retry = (consumer: string, position: number, person = admin) =>
  person.send('POST', '/operations/set-aside/retry', { consumer, position });
const setAside = (consumer: string, position: number) =>
  t.server.pool.query(
    "insert into set_aside (consumer, position, stream, type, reason) select $1, position, stream, type, 'nothing in it' from events where position = $2",
    [consumer, position],
  );

test('an event set aside for a policy is listed, and once tried again its reaction is carried out', async () => {
  const { rows } = await t.server.pool.query<{ id: string }>(
    "delete from reactions where id = (select id from reactions where state = 'done' and kind = 'command' order by id limit 1) returning id",
  );
  const [policy = '', position = ''] = rows[0]!.id.split(':');
  const consumer = `policy ${policy}`;
  await setAside(consumer, Number(position));
  expect(await listed()).toEqual([
    expect.objectContaining({
      ...{ consumer, position: Number(position), reason: 'nothing in it', again: true },
    }),
  ]);

  expect(await retry(consumer, Number(position))).toMatchObject({
    status: 200,
    body: { done: true, reason: null },
  });
  expect(await listed()).toEqual([]);
  await t.server.settled();
  const { rows: again } = await t.server.pool.query<{ state: string }>(
    'select state from reactions where id = $1',
    [rows[0]!.id],
  );
  expect(again).toEqual([{ state: 'done' }]);
  const [pressed] = await t.server.log.readStream(`deadletter-aside-${position}`);
  expect(pressed).toMatchObject({ type: 'DeadLetterReplayRequested', actor: { empId: admin.empId } });
  expect((await retry(consumer, Number(position))).status).toBe(404);
});

test('what a view could not take is listed, and waits for its rebuild', async () => {
  await setAside('masterRows', 5);
  expect(await listed()).toEqual([expect.objectContaining({ consumer: 'masterRows', again: false })]);
  expect((await retry('masterRows', 5)).status).toBe(404);
  expect(await listed()).toHaveLength(1);
  await t.server.pool.query('delete from set_aside');
});

test('only an operator sees them or tries again, and a query that makes no sense is explained', async () => {
  const agent = await t.signIn('agent1');
  expect((await agent.get('/operations/set-aside')).status).toBe(403);
  expect((await retry('policy notify-breach', 5, agent)).status).toBe(403);
  expect((await admin.get('/operations/set-aside?records=x')).status).toBe(400);
  expect((await retry('policy notify-breach', -1)).status).toBe(400);
});
