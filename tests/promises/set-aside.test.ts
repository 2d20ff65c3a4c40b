import { io } from 'socket.io-client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Health, SetAside } from '#shared/operations.ts';
import { everySqlView, everyView } from '#server/app/every-view.ts';
import { until } from '#tests/kit/feed-client.ts';
import { appendEvents } from '#tests/kit/append-events.ts';
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
const setAside = (consumer: string, position: number, reason = 'nothing in it') =>
  t.server.pool.query(
    'insert into set_aside (consumer, position, stream, type, reason) select $1, position, stream, type, $3 from events where position = $2',
    [consumer, position, reason],
  );

test('an event set aside for a policy is listed, and once tried again its reaction is carried out', async () => {
  const { rows } = await t.server.pool.query<{ id: string }>(
    "delete from reactions where id = (select id from reactions where state = 'done' and kind = 'command' order by id limit 1) returning id",
  );
  const [policy = '', position = ''] = rows[0]!.id.split(':');
  const consumer = `policy ${policy}`;
  // As checks of input report it: in several lines.
  const reason = '[\n  { "code": "nothing in it" }\n]';
  await setAside(consumer, Number(position), reason);
  expect(await listed()).toEqual([
    expect.objectContaining({
      ...{ consumer, position: Number(position), reason, again: true },
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
  expect(pressed).toMatchObject({
    type: 'DeadLetterReplayRequested',
    actor: { empId: admin.empId },
    data: { reason: '[ { "code": "nothing in it" } ]' },
  });
  expect((await retry(consumer, Number(position))).status).toBe(404);
});

test('what a view could not take is listed, and waits for its rebuild', async () => {
  await setAside('masterRows', 5);
  expect(await listed()).toEqual([expect.objectContaining({ consumer: 'masterRows', again: false })]);
  expect((await retry('masterRows', 5)).status).toBe(404);
  expect(await listed()).toHaveLength(1);
  await t.server.pool.query('delete from set_aside');
});

test('a record of which an event was set aside is marked for whoever opens it, with its queue entry', async () => {
  const agent = await t.signIn('agent1');
  const { rows } = await t.server.pool.query<{ stream: string; position: string }>(
    "select stream, position from events where stream like 'signup-%' order by position limit 1",
  );
  const { stream, position } = rows[0]!;
  const marked = async (...streams: string[]): Promise<unknown> =>
    (await agent.get(`/operations/incomplete?streams=${streams.join(',')}`)).body.incomplete;
  expect(await marked(stream)).toBe(false);
  await setAside('signup-case', Number(position));
  expect(await marked(stream)).toBe(true);
  expect(await marked(`queueitem-${stream}`, stream)).toBe(true);
  expect(await marked('signup-99999')).toBe(false);
  for (const odd of ['', 'x', '%00', `${stream},`, 'a-1,'.repeat(200)])
    expect([odd, (await agent.get(`/operations/incomplete?streams=${odd}`)).status]).toEqual([odd, 400]);
  expect((await agent.get('/operations/incomplete')).status).toBe(400);
  expect((await fetch(`${t.url}/operations/incomplete?streams=${stream}`)).status).toBe(401);
  await t.server.pool.query('delete from set_aside');
});

test('an event that nothing can be made of stops no page, search or history, and nothing is decided without it', async () => {
  const made = await admin.command('master-reason-new', 'create', {
    fields: { vCode: 'UNREAD', vName: 'Unreadable', vReasonGroup: 'slot-block', bNeedsText: 0 },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const stream = String(made.body.stream);
  const id = Number(made.body.recordId ?? stream.split('-').at(-1));
  await appendEvents(t.server.log, [
    {
      ...{ stream, version: made.body.version + 1, id: t.server.newId(), type: 'MasterRecordStageChanged' },
      ...{ data: null, at: new Date(t.clock.now()).toISOString(), correlationId: 'test', causationId: null },
      actor: { kind: 'system', empId: null, name: 'server' },
      schemaVersion: 1,
    },
  ]);
  await until('its views went on', async () => (await listed()).some((one) => one.stream === stream));
  for (const path of [
    `/masters-record/reasonmaster/${id}`,
    `/masters-record/reasonmaster/${id}/history`,
    `/masters-record/reasonmaster/${id}?at=${new Date(t.clock.now()).toISOString()}`,
    '/masters-list/reasonmaster?records=5',
    '/search?q=unreadable',
  ])
    expect([path, (await admin.get(path)).status]).toEqual([path, 200]);
  const changed = await admin.command(
    stream,
    'update',
    { fields: { vName: 'Changed' } },
    { version: made.body.version + 1 },
  );
  expect(changed).toMatchObject({ status: 422, body: { code: 'recordUnreadable' } });
  expect(changed.body.message).toMatch(/cannot be read/);
  expect((await listed()).filter((one) => one.stream === stream).map(({ consumer }) => consumer)).toEqual(
    expect.arrayContaining(['masterRows', 'record state']),
  );
  await t.server.pool.query('delete from set_aside');
});

test('only an operator sees them or tries again, and a query that makes no sense is explained', async () => {
  const agent = await t.signIn('agent1');
  expect((await agent.get('/operations/set-aside')).status).toBe(403);
  expect((await retry('policy notify-breach', 5, agent)).status).toBe(403);
  expect((await admin.get('/operations/set-aside?records=x')).status).toBe(400);
  expect((await retry('policy notify-breach', -1)).status).toBe(400);
});

test('admins are warned on every page while an event is set aside, and a metric counts it', async () => {
  const counted = async (): Promise<string | undefined> =>
    /^ops_events_set_aside (\d+)/m.exec(await (await fetch(`${t.url}/metrics`)).text())?.[1];
  const frames: { setAside: boolean }[] = [];
  const socket = io(t.url, {
    transports: ['websocket'],
    auth: { authtoken: admin.token },
    extraHeaders: { cookie: admin.cookie },
    forceNew: true,
  });
  socket.on('store:state', (frame: { setAside: boolean }) => frames.push(frame));
  await until('connected', () => socket.connected);
  await setAside('masterRows', 5);
  await until('the warning comes', () => frames.at(-1)?.setAside === true);
  expect(await counted()).toBe('1');
  await t.server.pool.query('delete from set_aside');
  await until('the warning goes', () => frames.at(-1)?.setAside === false);
  expect(await counted()).toBe('0');
  socket.close();
});

test(
  'health names every view with its lag, and readiness names one that stands still',
  { tags: ['full'] },
  async () => {
    const health = async (): Promise<Health['views']> => (await admin.get('/health')).body.views;
    const names = (await health()).map(({ name }) => name);
    expect(names.toSorted()).toEqual([...everyView(), ...everySqlView()].map(({ name }) => name).toSorted());
    const still = async (): Promise<readonly string[]> =>
      (await (await fetch(`${t.url}/readyz`)).json()).still;
    expect(await still()).toEqual([]);

    // Whoever holds the row of its checkpoint stops a view.
    const holder = await t.server.pool.connect();
    await holder.query("begin; select from sql_views where name = 'masterRows' for update");
    const sent = admin.command('master-reason-new', 'create', {
      fields: { vCode: 'STILL', vName: 'Stands still', vReasonGroup: 'slot-block', bNeedsText: 0 },
    });
    try {
      await until('it is behind', async () =>
        (await health()).some(({ name, behind }) => name === 'masterRows' && behind > 0),
      );
      await until('it stands still', async () => (await still()).includes('masterRows'));
      expect(await health()).toContainEqual(expect.objectContaining({ name: 'masterRows', still: true }));
    } finally {
      await holder.query('rollback');
      holder.release();
    }
    await until('it moves again', async () => (await still()).length === 0);
    expect((await sent).status).toBe(200);
  },
);
