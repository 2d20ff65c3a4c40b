import { afterAll, beforeAll, expect, test } from 'vitest';
import { retryParked } from '#server/sources/retry.ts';
import type { SourceMessage } from '#shared/wire.ts';
import { openSourcesServer, type SourcesServer } from '#tests/kit/sources-server.ts';

/** Customers and patients of the outside customer service, through the webhook route and the real store. */
let it: SourcesServer;
beforeAll(async () => {
  it = await openSourcesServer();
});
afterAll(() => it.close());

let seconds = 0;
const message = (
  entity: 'customer' | 'patient',
  id: number,
  version: number,
  data: object,
): SourceMessage => {
  seconds += 1;
  const modifiedAt = new Date(it.clock.now() - 3_600_000 + seconds * 1_000).toISOString();
  return {
    service: 'customer',
    entity,
    id,
    version,
    modifiedAt,
    change: 'changed',
    data: data as SourceMessage['data'],
  };
};
const customerMessage = (id: number, version: number, more: object = {}): SourceMessage =>
  message('customer', id, version, {
    iCustomerId: id,
    vCustFname: 'Lakshmi',
    vCustLname: 'Iyer',
    vPhone: `55502${id}`,
    iPooId: 1,
    iExitFlag: 0,
    ...more,
  });
const patientMessage = (id: number, version: number, customerId: number, more: object = {}): SourceMessage =>
  message('patient', id, version, {
    iPatientId: id,
    vPatientName: 'Lakshmi Iyer',
    iCustomerId: customerId,
    vRelation: 'self',
    ...more,
  });
const send = async (one: SourceMessage) =>
  (await it.webhook('customer', one)).body as { effect: string; stream?: string; reason?: string };
const streamOf = async (entity: string, id: number): Promise<string> =>
  (
    await it.server.pool.query<{ stream: string }>(
      'select stream from source_ids where entity = $1 and outside_id = $2',
      [entity, String(id)],
    )
  ).rows[0]!.stream;

test('a reported customer gets a number of ours, however shuffled its history arrives', async () => {
  const history = [1, 2, 3, 4].map((version) =>
    customerMessage(90_001, version, {
      vCustLname: `Iyer ${'ABCD'[version - 1]}`,
      iExitFlag: version === 4 ? 1 : 0,
    }),
  );
  expect(await send(history[2]!)).toMatchObject({ effect: 'applied' });
  const stream = await streamOf('customer', 90_001);
  expect(stream).not.toBe('customer-90001');
  expect(await it.state(stream)).toMatchObject({ stage: 'active', name: 'Lakshmi Iyer C' });
  for (const late of [0, 3, 1])
    expect(await send(history[late]!)).toMatchObject({ effect: late === 3 ? 'applied' : 'ignored' });
  for (const again of history) expect(await send(again)).toMatchObject({ effect: 'known' });
  expect(await it.state(stream)).toMatchObject({
    stage: 'exited',
    name: 'Lakshmi Iyer D',
    source: { version: 4 },
  });
});

test('a message with the phone of an active customer waits, and its dead letter gives the reason', async () => {
  await send(customerMessage(90_010, 1));
  expect(await send(customerMessage(90_011, 1, { vPhone: '5550290010' }))).toMatchObject({
    effect: 'parked',
    reason: 'refused',
  });
  for (let i = 0; i < 4; i += 1) {
    it.clock.pass(700_000);
    await retryParked(it.server, () => 0);
  }
  const { rows } = await it.server.pool.query<{ error: string }>(
    "select error from dead_letters where state = 'dead'",
  );
  expect(rows).toMatchObject([{ error: expect.stringContaining('customerPhoneInUse (phone)') }]);
  expect(await it.state(await streamOf('customer', 90_011))).toMatchObject({ stage: 'none' });
});

test('a patient reported before the customer waits for it, and is theirs then', async () => {
  expect(await send(patientMessage(70_001, 1, 90_020))).toMatchObject({ effect: 'parked' });
  await send(customerMessage(90_020, 1, { iPooId: 3 }));
  it.clock.pass(6_000);
  expect(await retryParked(it.server)).toBe(1);
  const customer = await streamOf('customer', 90_020);
  expect(await it.state(await streamOf('patient', 70_001))).toMatchObject({
    stage: 'enrolled',
    pooId: 3,
    customerId: Number(customer.slice(9)),
  });
});

test('a customer that we stored outside is no second customer, even when reported before the answer; nor are their patients', async () => {
  const actor = { kind: 'system' as const, empId: null, name: 'server' };
  const at = new Date(it.clock.now()).toISOString();
  const event = (stream: string, type: string, data: object) => ({
    ...{
      stream,
      version: 1,
      id: it.server.newId(),
      type,
      at,
      actor,
      data,
      correlationId: 'c',
      causationId: null,
      schemaVersion: 1,
    },
  });
  const phones = [{ phone: '5550299999', verifiedAt: at, primary: true }];
  await it.append([
    event('customer-5000', 'CustomerCreated', {
      name: 'Rosa Lobo',
      phones,
      pooId: 1,
      consents: {},
      signupId: 41,
      patientIds: [6000, 6001],
    }),
    event('patient-6000', 'PatientRegistered', {
      name: 'Rosa Lobo',
      relation: 'self',
      customerId: 5000,
      pooId: 1,
    }),
    event('patient-6001', 'PatientRegistered', {
      name: 'Peter Lobo',
      relation: 'spouse',
      customerId: 5000,
      pooId: 1,
    }),
    event('unique-customer-phone-5550299999', 'KeyReserved', { owner: 'customer-5000' }),
  ]);
  await it.server.pool.query(
    "insert into source_outbox (id, service, operation, key, stream, body, next_at, made_at) values ('o1', 'customer', 'storeCustomer', 'console-41', $1, '{}', now(), now())",
    [JSON.stringify({ entity: 'customer', stream: 'customer-5000' })],
  );
  const emitted = {
    vCustFname: 'Rosa',
    vCustLname: 'Lobo',
    vPhone: '5550299999',
    iSignupId: 'console-41',
    vEmail: 'rosa@care.example',
  };
  expect(await send(customerMessage(90_030, 1, emitted))).toMatchObject({
    effect: 'applied',
    stream: 'customer-5000',
  });
  expect(await it.state('customer-5000')).toMatchObject({ email: 'rosa@care.example', signupId: 41, phones });
  expect(
    await send(patientMessage(70_010, 1, 90_030, { vPatientName: 'Peter Lobo', vGender: 'male' })),
  ).toMatchObject({ stream: 'patient-6001' });
  expect(await send(patientMessage(70_011, 1, 90_030, { vPatientName: 'Maria Lobo' }))).toMatchObject({
    effect: 'applied',
  });
  expect(await streamOf('patient', 70_011)).not.toBe('patient-6000');
  expect((await it.state('customer-5000')).patientIds).toHaveLength(3);
});

test('a dry run shows the events that a customer message would write, and writes nothing', async () => {
  const before = (await it.events()).length;
  const { dryRun } = await import('#server/sources/dead-letter-routes.ts');
  expect(await dryRun(it.server, it.streams, customerMessage(90_040, 1))).toEqual({
    would: 'apply',
    events: [
      { stream: 'customer-0', type: 'CustomerCreated' },
      { stream: 'unique-customer-phone-5550290040', type: 'KeyReserved' },
    ],
  });
  expect((await it.events()).length).toBe(before);
});
