import { describe, expect, it } from 'vitest';
import { given, people, wednesday } from '#tests/kit/life.ts';
import type { Refusal } from '../../core/refusal.ts';
import { customer } from './customer.ts';

const home = { line: '4, Cubbon Road', areaId: null, pincode: '560001', lat: null, lng: null };
const work = { line: '9, Church Street', areaId: null, pincode: '560025', lat: 12.975, lng: 77.605 };
const consents = { care: { given: true, version: '2026-01', channel: 'paper', at: '2026-03-01T04:00:00.000Z' } };
const created = { type: 'CustomerCreated', data: { name: 'Savitri Rao', phones: [], pooId: 1, addresses: [{ ...home, default: true }], consents } };
const second = { type: 'CustomerAddressAdded', data: { no: 2, ...work, default: false } };
const need = 'Masters/customerMasterV2';
const keeper = { ...people.agent1!, rights: new Set([`${need}:view`, `${need}:edit`]) };
const reader = { ...keeper, rights: new Set([`${need}:view`]) };
const as = { as: keeper };
const addresses = (...list: object[]) => ({ addresses: list });

describe('addresses', () => {
  const asked = (input: object, events = [created, second], how: object = as) => given(customer, events).when('changeAddresses', input, how);

  it('are added beside the one that came with the customer, and the new default is the only one', () => {
    const done = asked(addresses(home, { ...work, default: true }), [created]);
    done.then([{ type: 'CustomerAddressAdded', data: { no: 2, ...work, default: true } }]);
    expect(done.life.state('customer-1').addresses).toEqual([
      { no: 1, ...home, default: false },
      { no: 2, ...work, default: true },
    ]);
  });
  it('are changed where one is another now, and keep their number', () => {
    const done = asked(addresses({ ...home, line: '5, Cubbon Road', default: true }, work));
    done.then([{ type: 'CustomerAddressChanged', data: { no: 1, line: '5, Cubbon Road', default: true } as never }]);
    expect(done.life.state('customer-1').addresses.map(({ no, line }: any) => [no, line])).toEqual([
      [1, '5, Cubbon Road'],
      [2, work.line],
    ]);
  });
  it('are taken away; the last one left is the default', () => {
    const done = asked(addresses(work));
    done.then(['CustomerAddressChanged', 'CustomerAddressRemoved']);
    expect(done.life.state('customer-1').addresses).toEqual([{ no: 2, ...work, default: true }]);
  });
  it('that are the same in another order change nothing', () => asked(addresses(work, { ...home, default: true })).then([]));
  it.each<[string, object, Partial<Refusal>]>([
    ['no address at all', addresses(), { status: 400, code: 'required' }],
    ['more than five', addresses(...Array.from({ length: 6 }, (_, n) => ({ ...home, line: `${n}, Cubbon Road`, default: n === 0 }))), { code: 'tooManyItems' }],
    ['a latitude without a longitude', addresses({ ...home, lat: 12.9 }), { code: 'coordinatesTogether', field: 'addresses.0.lng' }],
    ['a longitude without a latitude', addresses({ ...home, lng: 77.6 }), { code: 'coordinatesTogether', field: 'addresses.0.lat' }],
    ['a place beyond the poles', addresses({ ...home, lat: 91, lng: 77.6 }), { code: 'badFormat' }],
    ['no default among several', addresses(home, work), { status: 422, code: 'oneDefaultAddress' }],
    ['two defaults', addresses({ ...home, default: true }, { ...work, default: true }), { code: 'oneDefaultAddress' }],
    ['the same twice', addresses({ ...home, default: true }, home), { code: 'addressTwice', field: 'addresses.1.line' }],
    ['a pincode that their place does not serve', addresses({ ...home, pincode: '570001' }), { code: 'addressOutOfArea', field: 'addresses.0.pincode' }],
    ['an area that is not there', addresses({ ...home, areaId: 7 }), { code: 'notInList', field: 'addresses.0.areaId' }],
    ['what is no part of an address', addresses({ ...home, no: 1 }), { status: 400 }],
  ])('are refused: %s', (_, input, refusal) => asked(input).then(refusal));
  it('are for whoever may change customers, of their own places', () => {
    asked(addresses(home), [created], { as: reader }).then({ status: 403 });
    asked(addresses(home), [created], { as: { ...keeper, poos: [3] } }).then({ status: 404 });
  });
});

describe('consents', () => {
  const calls = { kind: 'calling', channel: 'phone', version: '2026-01' };
  const given0 = { type: 'CustomerConsentChanged', data: { ...calls, given: true } };
  const when = (command: string, input: object, events: (typeof created | typeof given0)[] = [created], how: object = as) =>
    given(customer, events).when(command, input, how);

  it('are given, with how, when and by whom', () => {
    const done = when('giveConsent', calls);
    done.then([given0]);
    expect(done.life.state('customer-1').consents).toEqual({
      ...consents,
      calling: {
        given: true,
        channel: 'phone',
        version: '2026-01',
        at: new Date(wednesday).toISOString(),
        by: { empId: keeper.empId, name: keeper.name },
      },
    });
  });
  it('given again just so change nothing; to another text they do', () => {
    when('giveConsent', calls, [created, given0]).then([]);
    when('giveConsent', { ...calls, version: '2026-02' }, [created, given0]).then(['CustomerConsentChanged']);
  });
  it('are withdrawn, one that came with the sign-up too, and say to which text they were', () => {
    const done = when('withdrawConsent', { kind: 'care', channel: 'app' });
    done.then([{ type: 'CustomerConsentChanged', data: { kind: 'care', given: false, channel: 'app', version: '2026-01' } }]);
    expect(done.life.state('customer-1').consents.care).toMatchObject({ given: false, channel: 'app', by: { name: keeper.name } });
  });
  it('that are not there are not withdrawn', () =>
    when('withdrawConsent', { kind: 'calling', channel: 'phone' }).then({ status: 409, code: 'consentNotGiven', field: 'kind' }));
  it('are refused of no kind of ours, and from outside', () => {
    when('giveConsent', { ...calls, kind: 'selling' }).then({ code: 'notInList', field: 'kind' });
    when('giveConsent', { ...calls, channel: 'outside' }).then({ code: 'notInList', field: 'channel' });
  });
  it('are for whoever may change customers, of their own places', () => {
    for (const [command, input] of [
      ['giveConsent', calls],
      ['withdrawConsent', { kind: 'care', channel: 'app' }],
    ] as const) {
      when(command, input, [created], { as: reader }).then({ status: 403 });
      when(command, input, [created], { as: { ...keeper, poos: [3] } }).then({ status: 404 });
    }
  });
});
