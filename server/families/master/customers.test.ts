import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeCustomer, openMasterHouse, personWith, type MasterHouse } from '#tests/kit/master-house.ts';

/** Who looks after a customer, on which round, and what they are worth to the house. */
let house: MasterHouse;
beforeAll(async () => {
  house = await openMasterHouse();
  await makeCustomer(house);
  const make = (kind: string, fields: object) => house.must(`master-${kind}-new`, 'create', { fields });
  for (const n of [1, 2]) await make('placeOfOperation', { vCode: `BLR0${n}`, vName: `Place ${n}`, vKind: 'store', vCity: 'Bengaluru' });
  for (const n of [1, 2]) await make('customerRoute', { vCode: `ROUTE-${n}`, vName: `Round ${n}`, iPooId: n, weekdays: ['mon'] });
  for (const n of [1, 2]) await make('customerRank', { vCode: `RANK-${n}`, vName: `Rank ${n}`, iRank: n });
  await house.must('master-customerRank-2', 'deactivate', {});
});
afterAll(() => house?.close());

const mapper = personWith(['Masters/customerSearchForMapping:view', 'Masters/customerSearchForMapping:edit'], { poos: [1] });
const keeper = personWith(['Masters/customerMasterV2:view', 'Masters/customerMasterV2:edit'], { poos: [1] });
const fields = async (): Promise<Record<string, unknown>> => (await house.call('GET', '/masters-record/customerMasterV2/1')).body.row.fields;
const order = (command: string, input: object, as = mapper) => house.order('customer-1', command, input, { as });

test('a customer is given an agent and a round of their own place, by whoever may map, and is filtered while without', async () => {
  const unmapped = async (): Promise<number> =>
    (await house.call('GET', `/masters-list/customerSearchForMapping?filter=${encodeURIComponent(JSON.stringify({ iAgentId: { op: 'blank' } }))}`)).body.total;
  expect(await unmapped()).toBe(1);
  expect(await order('assignAgent', { agentId: 999 })).toMatchObject({ status: 422, code: 'notInList', field: 'agentId' });
  expect(await order('changeRoute', { routeId: 2 })).toMatchObject({ status: 422, code: 'routeElsewhere', field: 'routeId' });
  expect(await order('assignAgent', { agentId: 101 }, keeper)).toMatchObject({ status: 403 });
  expect(await order('assignAgent', { agentId: 101 }, { ...mapper, poos: [2] })).toMatchObject({ status: 404 });
  expect(await order('assignAgent', { agentId: 101 })).not.toHaveProperty('refused');
  expect(await order('changeRoute', { routeId: 1 })).not.toHaveProperty('refused');
  await house.masters.rows.reached(house.log.head());
  expect(await fields()).toMatchObject({ iAgentId: 101, iCustomerRouteId: 1 });
  expect(await unmapped()).toBe(0);
});

test('a customer is given a rank that is in use, and the rank names who has it', async () => {
  expect(await order('changeRank', { rankId: 2 }, keeper)).toMatchObject({ status: 422, code: 'notInList', field: 'rankId' });
  expect(await order('changeRank', { rankId: 1 })).toMatchObject({ status: 403 });
  expect(await order('changeRank', { rankId: 1 }, keeper)).not.toHaveProperty('refused');
  await house.masters.rows.reached(house.log.head());
  expect(await fields()).toMatchObject({ iCustomerRankId: 1 });
  const { body } = await house.call(
    'GET',
    `/masters-list/customerMaster?filter=${encodeURIComponent(JSON.stringify({ iCustomerRankId: { op: 'in', value: [1] } }))}`,
  );
  expect(body.total).toBe(1);
  expect(await house.order('master-customerRank-1', 'cancel', {}, { seen: 1 })).toMatchObject({ code: 'masterInUse' });
});

test('a customer has several addresses and consents, shown with their history on the record and on no other screen', async () => {
  await house.must('master-districtTalukArea-new', 'create', {
    fields: { vDistrict: 'Bengaluru Urban', vTaluk: 'Bengaluru South', vArea: 'Jayanagar', vPincode: '560041' },
  });
  const seen = async (): Promise<number> => (await house.call('GET', '/masters-record/customerMasterV2/1')).body.row.version;
  const place = (house.house.access.directory.poo(1) as { pincode: string }).pincode;
  const home = { line: '4, Cubbon Road', pincode: place, default: true };
  const shop = { line: '9, Church Street', pincode: place, areaId: 1, lat: 12.975, lng: 77.605 };
  const addresses = (list: object[], as = keeper, at = {}) => house.order('customer-1', 'changeAddresses', { addresses: list }, { as, ...at });
  const areas = await house.call('GET', '/masters-lookup/customerMasterV2/addresses.areaId', undefined, keeper);
  expect(areas.body.items).toEqual([{ id: 1, code: '', name: 'Jayanagar', iStatus: 1 }]);
  expect(await addresses([home], mapper)).toMatchObject({ status: 403 });
  expect(await addresses([home], { ...keeper, poos: [2] })).toMatchObject({ status: 404 });
  expect(await addresses([home])).toMatchObject({ status: 428 });
  expect(await addresses([home], keeper, { seen: await seen() })).not.toHaveProperty('refused');
  expect(await addresses([home, { ...shop, areaId: 99 }], keeper, { seen: await seen() })).toMatchObject({ status: 422, field: 'addresses.1.areaId' });
  expect(await addresses([home, shop], keeper, { seen: await seen() })).not.toHaveProperty('refused');
  expect(await order('giveConsent', { kind: 'calling', channel: 'phone', version: '2026-01' }, keeper)).not.toHaveProperty('refused');
  expect(await order('withdrawConsent', { kind: 'calling', channel: 'paper' }, keeper)).not.toHaveProperty('refused');
  await house.masters.rows.reached(house.log.head());
  expect(await fields()).toMatchObject({
    addresses: [
      { line: home.line, default: true },
      { line: shop.line, areaId: 1, lat: 12.975, lng: 77.605, default: false },
    ],
    consents: [{ kind: 'calling', stands: 'withdrawn', channel: 'paper', version: '2026-01', by: 900 }],
  });
  const { body } = await house.call('GET', '/masters-record/customerMasterV2/1/history');
  expect(body.entries.slice(0, 4).map(({ type, by, changes }: any) => [type, by, changes.map((one: any) => one.field)])).toEqual([
    ['CustomerConsentChanged', 'Test Person', ['consents']],
    ['CustomerConsentChanged', 'Test Person', ['consents']],
    ['CustomerAddressAdded', 'Test Person', ['addresses']],
    ['CustomerAddressAdded', 'Test Person', ['addresses']],
  ]);
  for (const screen of ['customerMaster', 'customerSearchForMapping']) {
    const own = (await house.call('GET', `/masters-record/${screen}/1`)).body.row.fields;
    expect(own).toMatchObject({ vName: 'Savitri Rao' });
    expect(own).not.toHaveProperty('addresses');
    expect((await house.call('GET', `/masters-list/${screen}`)).body.rows[0].fields).not.toHaveProperty('consents');
    const told = (await house.call('GET', `/masters-record/${screen}/1/history`)).body.entries;
    expect(told.flatMap(({ changes }: any) => changes.map(({ field }: any) => field))).not.toContain('addresses');
  }
});
