import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  systemItself,
  makeCustomer,
  openMasterServer,
  personWith,
  type MasterServer,
} from '#tests/kit/master-server.ts';

/** A customer's agent, route and rank. */
let server: MasterServer;
beforeAll(async () => {
  server = await openMasterServer();
  await makeCustomer(server);
  const make = (kind: string, fields: object) => server.must(`master-${kind}-new`, 'create', { fields });
  for (const n of [1, 2])
    await make('placeOfOperation', {
      vCode: `BLR0${n}`,
      vName: `Place ${n}`,
      vKind: 'store',
      vCity: 'Bengaluru',
    });
  for (const n of [1, 2])
    await make('customerRoute', { vCode: `ROUTE-${n}`, vName: `Round ${n}`, iPooId: n, weekdays: ['mon'] });
  for (const n of [1, 2]) await make('customerRank', { vCode: `RANK-${n}`, vName: `Rank ${n}`, iRank: n });
  await server.must('master-customerRank-2', 'deactivate', {});
});
afterAll(() => server?.close());

const mapper = personWith(
  ['Masters/customerSearchForMapping:view', 'Masters/customerSearchForMapping:edit'],
  { poos: [1] },
);
const keeper = personWith(['Masters/customerMasterV2:view', 'Masters/customerMasterV2:edit'], { poos: [1] });
const fields = async (): Promise<Record<string, unknown>> =>
  (await server.call('GET', '/masters-record/customerMasterV2/1')).body.row.fields;
const command = (command: string, input: object, as = mapper) =>
  server.command('customer-1', command, input, { as });

test('a customer gets an agent and a route of their own place, and is filtered while without', async () => {
  const unmapped = async (): Promise<number> =>
    (
      await server.call(
        'GET',
        `/masters-list/customerSearchForMapping?filter=${encodeURIComponent(JSON.stringify({ iAgentId: { op: 'blank' } }))}`,
      )
    ).body.total;
  expect(await unmapped()).toBe(1);
  expect(await command('assignAgent', { agentId: 999 })).toMatchObject({
    status: 422,
    code: 'notInList',
    field: 'agentId',
  });
  expect(await command('changeRoute', { routeId: 2 })).toMatchObject({
    status: 422,
    code: 'notInList',
    field: 'routeId',
  });
  expect(await command('assignAgent', { agentId: 101 }, keeper)).toMatchObject({ status: 403 });
  expect(await command('assignAgent', { agentId: 101 }, { ...mapper, poos: [2] })).toMatchObject({
    status: 404,
  });
  expect(await command('assignAgent', { agentId: 101 })).not.toHaveProperty('refused');
  expect(await command('changeRoute', { routeId: 1 })).not.toHaveProperty('refused');
  await server.masters.rows.reached(server.log.head());
  expect(await fields()).toMatchObject({ iAgentId: 101, iCustomerRouteId: 1 });
  expect(await unmapped()).toBe(0);
});

test('a customer gets a rank in use, and the rank lists its customers', async () => {
  expect(await command('changeRank', { rankId: 2 }, keeper)).toMatchObject({
    status: 422,
    code: 'masterInactive',
    field: 'rankId',
  });
  expect(await command('changeRank', { rankId: 1 })).toMatchObject({ status: 403 });
  expect(await command('changeRank', { rankId: 1 }, keeper)).not.toHaveProperty('refused');
  await server.masters.rows.reached(server.log.head());
  expect(await fields()).toMatchObject({ iCustomerRankId: 1 });
  const { body } = await server.call(
    'GET',
    `/masters-list/customerMaster?filter=${encodeURIComponent(JSON.stringify({ iCustomerRankId: { op: 'in', value: [1] } }))}`,
  );
  expect(body.total).toBe(1);
  expect(await server.command('master-customerRank-1', 'cancel', {}, { seen: 1 })).toMatchObject({
    code: 'masterInUse',
  });
});

test("a customer's language is one of those spoken; an unknown one stays as the source sent it", async () => {
  const keep = server.defs
    .find(({ name }) => name === 'customerMasterV2')!
    .commands!.find(({ name }) => name === 'editDetails')!;
  const requested = keep.fields.find(({ name }) => name === 'language')!;
  expect(requested).toMatchObject({ kind: 'choice', options: { kn: { en: 'Kannada', es: 'Canarés' } } });
  const set = async (language: string) => {
    const { version } = (await server.call('GET', '/masters-record/customerMasterV2/1')).body.row as {
      version: number;
    };
    return server.must('customer-1', 'updateDetails', { language }, { as: keeper, seen: version });
  };
  await set('kn');
  const line = async (lang: string): Promise<string> =>
    (
      await server.call(
        'GET',
        `/masters-export/customerMasterV2?format=csv&lang=${lang}&columns=vCode,vLanguage`,
      )
    ).raw.toString('utf8');
  expect(await line('en')).toContain('Kannada');
  expect(await line('es')).toContain('Canarés');
  expect(
    (await list('customerMasterV2', { vLanguage: { op: 'in', value: ['kn'] } })).map(({ id }) => id),
  ).toEqual([1]);
  expect(keep.start!(await fields())).toMatchObject({ language: 'kn' });
  await set('kok');
  expect(await line('es')).toContain('kok');
  const begun = keep.start!(await fields());
  expect(begun).not.toHaveProperty('language');
  expect(keep.input({ ...begun, language: null }, '2026-11-18')).not.toHaveProperty('language');
});

test('a customer has several addresses and consents, shown with their history on the record only', async () => {
  await server.must('master-districtTalukArea-new', 'create', {
    fields: {
      vDistrict: 'Bengaluru Urban',
      vTaluk: 'Bengaluru South',
      vArea: 'Jayanagar',
      vPincode: '560041',
    },
  });
  const seen = async (): Promise<number> =>
    (await server.call('GET', '/masters-record/customerMasterV2/1')).body.row.version;
  const place = (server.server.access.directory.poo(1) as { pincode: string }).pincode;
  const home = { line: '4, Cubbon Road', pincode: place, default: true };
  const shop = { line: '9, Church Street', pincode: place, areaId: 1, lat: 12.975, lng: 77.605 };
  const addresses = (list: object[], as = keeper, at = {}) =>
    server.command('customer-1', 'changeAddresses', { addresses: list }, { as, ...at });
  const areas = await server.call(
    'GET',
    '/masters-lookup/customerMasterV2/addresses.areaId',
    undefined,
    keeper,
  );
  expect(areas.body.items).toEqual([{ id: 1, code: '', name: 'Jayanagar', iStatus: 1 }]);
  expect(await addresses([home], mapper)).toMatchObject({ status: 403 });
  expect(await addresses([home], { ...keeper, poos: [2] })).toMatchObject({ status: 404 });
  expect(await addresses([home])).toMatchObject({ status: 428 });
  expect(await addresses([home], keeper, { seen: await seen() })).not.toHaveProperty('refused');
  expect(await addresses([home, { ...shop, areaId: 99 }], keeper, { seen: await seen() })).toMatchObject({
    status: 422,
    field: 'addresses.1.areaId',
  });
  expect(await addresses([home, shop], keeper, { seen: await seen() })).not.toHaveProperty('refused');
  expect(
    await command('giveConsent', { kind: 'calling', channel: 'phone', version: '2026-01' }, keeper),
  ).not.toHaveProperty('refused');
  expect(await command('withdrawConsent', { kind: 'calling', channel: 'paper' }, keeper)).not.toHaveProperty(
    'refused',
  );
  await server.masters.rows.reached(server.log.head());
  expect(await fields()).toMatchObject({
    addresses: [
      { line: home.line, default: true },
      { line: shop.line, areaId: 1, lat: 12.975, lng: 77.605, default: false },
    ],
    consents: [{ kind: 'calling', stands: 'withdrawn', channel: 'paper', version: '2026-01', by: 900 }],
  });
  const { body } = await server.call('GET', '/masters-record/customerMasterV2/1/history');
  expect(
    body.entries
      .slice(0, 4)
      .map(({ type, by, changes }: any) => [type, by, changes.map((one: any) => one.field)]),
  ).toEqual([
    ['CustomerConsentChanged', 'Test Person', ['consents']],
    ['CustomerConsentChanged', 'Test Person', ['consents']],
    ['CustomerAddressAdded', 'Test Person', ['addresses']],
    ['CustomerAddressAdded', 'Test Person', ['addresses']],
  ]);
  for (const screen of ['customerMaster', 'customerSearchForMapping']) {
    const own = (await server.call('GET', `/masters-record/${screen}/1`)).body.row.fields;
    expect(own).toMatchObject({ vName: 'Savitri Rao' });
    expect(own).not.toHaveProperty('addresses');
    expect((await server.call('GET', `/masters-list/${screen}`)).body.rows[0].fields).not.toHaveProperty(
      'consents',
    );
    const shown = (await server.call('GET', `/masters-record/${screen}/1/history`)).body.entries;
    expect(shown.flatMap(({ changes }: any) => changes.map(({ field }: any) => field))).not.toContain(
      'addresses',
    );
  }
});

const list = async (screen: string, filter: object): Promise<any[]> =>
  (await server.call('GET', `/masters-list/${screen}?filter=${encodeURIComponent(JSON.stringify(filter))}`))
    .body.rows;
const offered = async (): Promise<number[]> =>
  (await server.call('GET', '/masters-lookup/customerMaster/command.merge.otherId?q=savitri')).body.items.map(
    ({ id }: any) => id,
  );
let minutes = 0;
const shown = (more: object) => ({
  modifiedAt: new Date(server.clock.at + (minutes += 1) * 60_000).toISOString(),
  ...more,
});

test('customers who left are filtered everywhere and not offered until they come back', async () => {
  await makeCustomer(server, 2);
  expect(await offered()).toEqual([1, 2]);
  await server.must('customer-2', 'receive', shown({ exited: true, exitedOn: '2026-11-10' }), {
    as: systemItself,
  });
  for (const screen of ['customerMaster', 'customerMasterV2', 'customerSearchForMapping']) {
    expect(
      (await list(screen, { iExitFlag: { op: 'in', value: [1] } })).map(({ id, iStatus }) => [id, iStatus]),
    ).toEqual([[2, 0]]);
    expect(
      (await list(screen, { iExitFlag: { op: 'in', value: [0] } })).map(({ id, iStatus }) => [id, iStatus]),
    ).toEqual([[1, 1]]);
  }
  expect((await server.call('GET', '/masters-record/customerMasterV2/2')).body.row.fields).toMatchObject({
    iExitFlag: 1,
    dExitedOn: '2026-11-10',
  });
  expect(await offered()).toEqual([1]);
  expect(await server.command('customer-2', 'assignAgent', { agentId: 101 }, { as: mapper })).toMatchObject({
    status: 422,
    code: 'customerExited',
    details: { date: '10-11-2026' },
  });
  const visit = {
    appDate: '2026-11-20',
    slotFrom: '10:00',
    iSlotType: 1,
    vAppType: 'sales',
    iAssignedTo: 101,
    iCustomerId: 2,
    iPooId: 1,
  };
  expect(await server.command('appointment-new', 'bookAppointment', visit)).toMatchObject({
    status: 422,
    code: 'customerExited',
    field: 'iCustomerId',
  });
  await server.must('customer-2', 'receive', shown({ exited: false, phone: '5550000778' }), {
    as: systemItself,
  });
  expect(await offered()).toEqual([1, 2]);
});

test('merging two customers redirects lists, patients and references to the remaining one', async () => {
  const head = personWith(['Masters/customerMaster:approve', 'Masters/customerMasterV2:view'], { poos: [1] });
  const seen = async (id: number): Promise<number> =>
    (await server.call('GET', `/masters-record/customerMaster/${id}`)).body.row.version;
  await server.must('lead-new', 'createLead', {
    name: 'Savitri Rao',
    phone: '5550000779',
    source: 'web',
    pooId: 1,
  });
  await server.must('lead-1', 'convert', { customerId: 2, signupId: null }, { as: systemItself });
  expect(
    await server.command('customer-2', 'merge', { otherId: 1 }, { as: keeper, seen: await seen(2) }),
  ).toMatchObject({ status: 403 });
  expect(await server.command('customer-2', 'merge', { otherId: 1 }, { as: head })).toMatchObject({
    status: 428,
  });
  expect(
    await server.command(
      'customer-2',
      'merge',
      { otherId: 2_999_999_999 },
      { as: head, seen: await seen(2) },
    ),
  ).toMatchObject({ code: 'notInList' });
  expect(
    await server.command('customer-2', 'merge', { otherId: 1 }, { as: head, seen: await seen(2) }),
  ).toMatchObject({ customerId: 1 });
  await server.masters.rows.reached(server.log.head());

  expect((await list('customerMaster', {})).map(({ id }) => id)).toEqual([1]);
  expect((await server.call('GET', '/masters-record/customerMaster/2')).body.row).toMatchObject({
    mergedInto: 1,
    iCancelFlag: 1,
  });
  expect((await server.call('GET', '/masters-record/customerMasterV2/1')).body.row.fields).toMatchObject({
    vDoubles: 'CU-000002',
    vPhone: '5550000777',
    vOtherPhones: '5550000778',
  });
  // The number of the duplicate and its phone find the remaining customer; the phone is shown to those who
  // may change it.
  for (const q of ['CU-000002', '5550000778'])
    expect(
      (await server.call('GET', `/masters-list/customerMaster?q=${q}`)).body.rows.map(({ id }: any) => id),
    ).toEqual([1]);
  expect(
    (await server.call('GET', '/masters-record/customerMasterV2/1', undefined, head)).body.row.fields
      .vOtherPhones,
  ).toBe('••••••0778');
  // The patient was created without an event in the customer's own stream; the lists follow.
  expect((await list('patient', { iCustomerId: { op: 'in', value: [1] } })).map(({ id }) => id)).toEqual([
    1, 2,
  ]);
  const uses = (await server.call('GET', '/masters-record/customerMaster/1/used-by')).body.groups;
  expect(uses.map(({ kind, n }: any) => [kind, n]).sort()).toEqual([
    ['lead', 1],
    ['patient', 2],
  ]);
  expect(await offered()).toEqual([1]);
  const kept = { id: 1, code: 'CU-000001', name: expect.any(String) };
  expect((await server.call('GET', '/masters-record/customerMaster/2')).body).toMatchObject({
    into: kept,
    doubles: [],
  });
  expect((await server.call('GET', '/masters-record/customerMaster/1')).body).toMatchObject({
    into: null,
    doubles: [{ id: 2, code: 'CU-000002' }],
  });
  expect(
    (await server.call('GET', '/masters-record/customerMaster/2/history')).body.entries[0],
  ).toMatchObject({ type: 'CustomersMerged' });
  expect(server.faults).toEqual([]);
});
