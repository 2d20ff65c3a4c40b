import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sign } from '#server/sources/signature.ts';
import type { SourceMessage } from '#shared/wire.ts';
import { resourceOf } from '#server/sources/register.ts';
import { untilRight } from '#tests/kit/feed-client.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';
import { testNow } from '#tests/kit/test-clock.ts';
import { json, openStub, serveList, type StubService } from '#tests/kit/stub-service.ts';

/**
 * From a source message to a row that an agent sees, by webhook and by poll, in the whole app; and how a
 * service that is down is shown.
 */
let it: TestServer;
let stub: StubService;
const rows: SourceMessage[] = [];
const path = '/customer/api/v2/signup';
beforeAll(async () => {
  stub = await openStub(serveList(path, () => rows));
  it = await openTestServer({ env: { SERVICE_CUSTOMER_URL: stub.url, POLL_SECONDS: '1' } });
});
afterAll(async () => {
  await it.close();
  await stub.close();
});

const { example } = resourceOf('customer', 'signup')!;
const message = (id: number, phone: string): SourceMessage => ({
  service: 'customer',
  entity: 'signup',
  id,
  version: 1,
  modifiedAt: new Date(testNow).toISOString(),
  change: 'submitted',
  data: { ...example.data, vPhone: phone },
});

async function post(body: string, headers: Record<string, string>): Promise<{ status: number; body: any }> {
  const response = await fetch(`${it.url}/relay/webhooks/customer`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  });
  return { status: response.status, body: await response.json() };
}
const signed = (body: string) =>
  post(body, {
    ...sign(it.server.sources.secrets.get('customer')![0]!, `msg_${randomUUID()}`, it.clock.now(), body),
  });

const ourId = async (outside: number): Promise<string | undefined> =>
  (
    await it.server.pool.query<{ stream: string }>(
      "select stream from source_ids where service = 'customer' and outside_id = $1",
      [String(outside)],
    )
  ).rows[0]?.stream.slice('signup-'.length);

test('a signed webhook is a masked row of the queue once it is answered, and the same message by poll adds nothing', async () => {
  const verifier = await it.signIn('verifier');
  const body = JSON.stringify(message(40_001, '5550777001'));
  const { status, body: answer } = await signed(body);
  expect({ status, effect: answer.effect }).toEqual({ status: 200, effect: 'applied' });
  const id = (await ourId(40_001))!;
  const feed = await verifier.get('/feeds/queue/signup-queue');
  const row = feed.body.rows.find((one: { id: string }) => one.id === id);
  expect(row).toMatchObject({ state: 'waiting' });
  expect(JSON.stringify(feed.body)).not.toContain('5550777001');
  rows.push(message(40_001, '5550777001'));
  for (let polls = 0; polls < 2; polls += 1)
    expect(await it.server.sources.poller()!.pollNow('customer')).not.toBeNull();
  expect(await it.server.log.readStream(`signup-${id}`)).toHaveLength(1);
});

test('the poll finds what a webhook lost', async () => {
  rows.push(message(40_002, '5550777002'));
  const id = await untilRight(
    () => ourId(40_002),
    (found) => found !== undefined,
  );
  const verifier = await it.signIn('verifier');
  await untilRight(
    () => verifier.get('/feeds/queue/signup-queue'),
    ({ body }) => body.rows.some((one: { id: string }) => one.id === id),
  );
});

test("a forged webhook learns only that it was refused, in the caller's language", async () => {
  const body = JSON.stringify(message(40_003, '5550777003'));
  const headers = sign(`whsec_${Buffer.alloc(32, 1).toString('base64')}`, 'msg_forged', it.clock.now(), body);
  expect(await post(body, { ...headers, 'accept-language': 'es' })).toMatchObject({
    status: 401,
    body: {
      code: 'badSignature',
      message: 'La firma no prueba este mensaje.',
      correlationId: expect.any(String),
    },
  });
  expect((await fetch(`${it.url}/relay/webhooks/customer`, { method: 'POST', body })).status).toBe(401);
  expect(await ourId(40_003)).toBeUndefined();
});

test('a service that fails three times is stale on the screens that depend on it, on no other, and live again when it answers', async () => {
  const answers = stub.answer;
  const verifier = await it.signIn('verifier');
  const state = async () =>
    (await verifier.get('/feeds/queue/signup-queue')).body.sources as { service: string; state: string }[];
  stub.answer = (_q, response) => json(response, 500, {});
  for (let polls = 0; polls < 3; polls += 1) await it.server.sources.poller()!.pollNow('customer');
  await untilRight(state, (sources) => sources.find((one) => one.service === 'customer')?.state === 'stale');
  expect((await state()).filter((one) => one.service !== 'customer' && one.state !== 'live')).toEqual([]);
  stub.answer = answers;
  expect(await it.server.sources.poller()!.pollNow('customer')).not.toBeNull();
  expect((await state()).find((one) => one.service === 'customer')?.state).toBe('live');
});

test('dead letters need the right', async () => {
  expect(await signed('{"half')).toMatchObject({ status: 202, body: { effect: 'dead', reason: 'noJson' } });
  const [admin, agent] = [await it.signIn('admin'), await it.signIn('agent1')];
  const list = await admin.get('/relay/dead-letters');
  expect(list).toMatchObject({
    status: 200,
    body: { total: 1, items: [{ reason: 'noJson', service: 'customer' }] },
  });
  const url = `/relay/dead-letters/${list.body.items[0].id}`;
  expect((await agent.get('/relay/dead-letters')).status).toBe(403);
  for (const verb of ['dry-run', 'replay'])
    expect((await agent.send('POST', `${url}/${verb}`, {})).status).toBe(403);
  expect((await admin.send('POST', `${url}/dry-run`, {})).body).toMatchObject({ effect: { would: 'dead' } });
  expect((await admin.send('POST', `${url}/replay`, {})).body).toMatchObject({ code: 'cannotReplay' });
  expect((await admin.get('/health')).body.sources).toMatchObject({ deadLetters: 1, parked: 0 });
});

test('the routes of internal services respect rights: a colleague sees a colleague, HR sees the employee', async () => {
  const [agent, hr] = [await it.signIn('agent1'), await it.signIn('hr')];
  const short = (await agent.get('/employee/api/v2/employees/filter?vEmpFname=divya')).body;
  expect(short).toHaveLength(1);
  expect(Object.keys(short[0]).sort()).toEqual([
    'iEmpId',
    'iOrgId',
    'iPooId',
    'iStatus',
    'idesignationId',
    'vEmpFname',
    'vEmpLname',
  ]);
  expect((await agent.get('/employee/api/v2/employees/101/')).body).toMatchObject({
    iEmpId: 101,
    vEmpPhone: expect.stringMatching(/^555/),
  });
  expect((await hr.get('/employee/api/v2/employees/filter?vEmpFname=divya&iStatus=1')).body[0]).toMatchObject(
    {
      iEmpId: 102,
      vEmail: expect.stringContaining('@care.example'),
      iReportManagerId: expect.any(Number),
    },
  );
  expect(
    (await hr.get('/employee/api/v2/employees/filter?isManagerFlag=1')).body.every(
      (one: { idesignationId: number }) => one.idesignationId === 5,
    ),
  ).toBe(true);
  expect((await hr.get('/employee/api/v2/employees/Details/102')).body).toMatchObject({
    Emp_Id: 102,
    Status: 'Active',
    Exit_Date: '-',
    Joining_Date: expect.stringMatching(/^\d\d-\d\d-\d{4}$/),
  });
  expect((await agent.get('/employee/api/v2/employees/Details/102')).status).toBe(403);
  expect((await agent.get('/masters/api/v2/PlaceOfOperation')).body.length).toBe(12);
  for (const route of [
    '/customer/api/v2/signup',
    '/employee/api/v2/employees/filter',
    '/employee/api/v2/employeecheckincheckout',
    '/employee/api/v2/Appointment',
    '/masters/api/v2/DesignationMaster',
    '/file/x',
  ])
    expect((await fetch(it.url + route)).status, route).toBe(401);
});
