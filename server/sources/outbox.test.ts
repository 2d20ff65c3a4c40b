import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Service } from '#shared/core/view.ts';
import { openSourcesServer, type SourcesServer } from '#tests/kit/sources-server.ts';
import { json, openStub, type StubService } from '#tests/kit/stub-service.ts';
import { people } from '#tests/kit/life.ts';
import { outboxRoutes } from './outbox-routes.ts';
import { openOutbox, type Outbox } from './outbox.ts';

let it: SourcesServer;
let stub: StubService;
let outbox: Outbox;
const applied = new Map<string, number>();
let faults: unknown[] = [];
const store = (body: string): Record<string, unknown> => {
  const request = JSON.parse(body) as Record<string, unknown>;
  const key = String(request['iSignupId']);
  if (!applied.has(key)) applied.set(key, 7_000 + applied.size);
  return { ...request, iCustomerId: applied.get(key) };
};
const well: StubService['answer'] = (request, response, url, body) => {
  if (request.method === 'POST') return json(response, 200, store(body));
  const id = url.searchParams.get('iSignupId')!;
  return json(response, 200, applied.has(id) ? [{ iSignupId: id, iCustomerId: applied.get(id) }] : []);
};

beforeEach(async () => {
  faults = [];
  applied.clear();
  stub = await openStub(well);
  it = await openSourcesServer({
    register: outboxRoutes,
    viewer: {
      ...people['agent1']!,
      rights: new Set(['Dashboard/deadLetters:view', 'Dashboard/deadLetters:edit']),
    },
  });
  outbox = openOutbox({
    server: it.server,
    urls: new Map([['customer' as Service, stub.url]]),
    timeoutMs: 300,
    onError: (error) => faults.push(error),
  });
  await outbox.start();
});
afterEach(async () => {
  await outbox.stop();
  await it.close();
  await stub.close();
});

async function complete(id: number, customerId: number, odd: object = {}): Promise<void> {
  const example = {
    pooId: 1,
    applicant: { name: 'Lakshmi Iyer', phone: '5550140301', language: 'kn' },
    address: { line: '14, 3rd Cross', pincode: '560041' },
    patients: [{ name: 'Lakshmi Iyer', relation: 'self', dob: '1958-03-12', gender: 'female' }],
    ...odd,
  };
  const actor = { kind: 'system' as const, empId: null, name: 'server' };
  const at = new Date(it.clock.now()).toISOString();
  const event = (version: number, type: string, data: Record<string, unknown>) => ({
    stream: `signup-${id}`,
    version,
    id: it.server.newId(),
    type,
    at,
    actor,
    data,
    correlationId: 'c',
    causationId: null,
    schemaVersion: 1,
  });
  await it.append([
    event(1, 'SignupSubmitted', { record: example, submittedBy: null, placeAt: at }),
    event(2, 'SignupCompleted', { customerId, patientIds: [] }),
  ]);
}
const row = async (): Promise<{ state: string; attempts: number; last_error: string | null }> =>
  (
    await it.server.pool.query(
      'select state, attempts, last_error from source_outbox order by made_at desc limit 1',
    )
  ).rows[0];
const posts = (): number => stub.requested.filter((one) => one.method === 'POST').length;

test('a completed sign-up is stored outside once, and its outside id is tied to our customer', async () => {
  await complete(41, 9);
  await outbox.run();
  await outbox.run();
  expect(await row()).toMatchObject({ state: 'done' });
  expect(posts()).toBe(1);
  expect(stub.requested[0]!.url.pathname).toBe('/customer/api/v2/lead/StoreCustomer');
  expect(JSON.parse(stub.requested[0]!.body)).toMatchObject({
    iSignupId: 'console-41',
    iPooId: 1,
    vCustFname: 'Lakshmi Iyer',
    vPhone: '5550140301',
    patients: [{ vPatientName: 'Lakshmi Iyer' }],
  });
  expect(
    (await it.server.pool.query("select outside_id, stream from source_ids where service = 'customer'")).rows,
  ).toEqual([{ outside_id: '7000', stream: 'customer-9' }]);
});

test('a completed sign-up that no command can be made of is set aside, and the next one is stored', async () => {
  await complete(40, 8, { address: null });
  await complete(41, 9);
  await outbox.run();
  expect(await row()).toMatchObject({ state: 'done' });
  const { rows } = await it.server.pool.query('select consumer, stream from set_aside');
  expect(rows).toEqual([{ consumer: 'outbox', stream: 'signup-40' }]);
  expect(faults.map(String)).toEqual([expect.stringContaining('SignupCompleted of signup-40')]);
});

test('a stored command whose answer was lost is read back and never sent twice', async () => {
  stub.answer = (request, response, url, body) => {
    if (request.method !== 'POST') return well(request, response, url, body);
    store(body);
    return void response.socket?.destroy();
  };
  await complete(42, 9);
  await outbox.run();
  expect(await row()).toMatchObject({
    state: 'unknown',
    last_error: expect.stringContaining('answer unknown'),
  });
  await outbox.run();
  expect(stub.requested).toHaveLength(1);
  it.clock.pass(5_000);
  await outbox.run();
  expect(await row()).toMatchObject({ state: 'done' });
  expect(posts()).toBe(1);
});

test('a command without an answer that was not stored is read back, then sent again', async () => {
  stub.answer = () => undefined;
  await complete(43, 9);
  await outbox.run();
  expect(await row()).toMatchObject({ state: 'unknown' });
  it.clock.pass(5_000);
  await outbox.run();
  expect(await row()).toMatchObject({ state: 'unknown' });
  expect(posts()).toBe(1);
  stub.answer = well;
  it.clock.pass(600_000);
  await outbox.run();
  expect(await row()).toMatchObject({ state: 'done' });
  expect(posts()).toBe(2);
  expect(applied.size).toBe(1);
});

test('an unreachable service is retried; a refusal is left to people', async () => {
  const { url } = stub;
  await stub.close();
  await complete(44, 9);
  await outbox.run();
  expect(await row()).toMatchObject({ state: 'pending' });
  stub = await openStub(
    (_q, response) => json(response, 422, { code: 'noSuchPlace' }),
    Number(new URL(url).port),
  );
  it.clock.pass(600_000);
  await outbox.run();
  expect(await row()).toMatchObject({ state: 'dead', last_error: expect.stringContaining('noSuchPlace') });
  const listed = (await it.app.inject('/relay/outbox')).json() as { total: number; items: { id: string }[] };
  expect(listed).toMatchObject({
    total: 1,
    items: [
      { service: 'customer', operation: 'storeCustomer', key: 'console-44', state: 'dead', nextAt: null },
    ],
  });
  stub.answer = well;
  const retry = `/relay/outbox/${listed.items[0]!.id}/retry`;
  expect((await it.app.inject({ method: 'POST', url: retry })).statusCode).toBe(200);
  await outbox.run();
  expect(await row()).toMatchObject({ state: 'done' });
  expect((await it.app.inject({ method: 'POST', url: retry })).statusCode).toBe(404);
  expect(await it.server.log.readStream(`deadletter-outbox-${listed.items[0]!.id}`)).toHaveLength(1);
});

test('a command cut off by a stop is read back after the restart', async () => {
  await complete(45, 9);
  await outbox.run();
  await it.server.pool.query("update source_outbox set state = 'sending'");
  await outbox.stop();
  outbox = openOutbox({
    server: it.server,
    urls: new Map([['customer' as Service, stub.url]]),
    timeoutMs: 300,
    onError: (error) => faults.push(error),
  });
  await outbox.start();
  await outbox.run();
  expect(await row()).toMatchObject({ state: 'done' });
  expect(posts()).toBe(1);
});
