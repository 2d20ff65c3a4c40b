import { describe, expect, it } from 'vitest';
import { given, people, wednesday } from '#tests/kit/life.ts';
import type { Refusal } from '../../core/refusal.ts';
import { customer } from './customer.ts';

const home = { line: '4, Cubbon Road', areaId: null, pincode: '560001', lat: null, lng: null };
const work = { line: '9, Church Street', areaId: null, pincode: '560025', lat: 12.975, lng: 77.605 };
const consents = {
  care: { given: true, version: '2026-01', channel: 'paper', at: '2026-03-01T04:00:00.000Z' },
};
const created = {
  type: 'CustomerCreated',
  data: { name: 'Savitri Rao', phones: [], pooId: 1, addresses: [{ ...home, default: true }], consents },
};
const second = { type: 'CustomerAddressAdded', data: { no: 2, ...work, default: false } };
const need = 'Masters/customerMasterV2';
const keeper = { ...people.agent1!, rights: new Set([`${need}:view`, `${need}:edit`]) };
const reader = { ...keeper, rights: new Set([`${need}:view`]) };
const as = { as: keeper };
const addresses = (...list: object[]) => ({ addresses: list });

describe('the hours in which a customer is called', () => {
  const set = (input: object, events: Parameters<typeof given>[1] = [created], how: object = as) =>
    given(customer, events).when('setCallHours', input, how);
  const hours = { from: '17:00', to: '19:00' };
  const chosen = { type: 'CustomerCallHoursSet', data: { hours } };

  it('are set once and taken back', () => {
    const done = set(hours);
    done.then([chosen]);
    expect(done.life.state('customer-1').callHours).toEqual(hours);
    set(hours, [created, chosen]).then([]);
    set({ from: '', to: '' }, [created, chosen]).then([{ type: chosen.type, data: { hours: null } }]);
    set({ from: '', to: '' }).then([]);
  });
  it.each<[string, object, Partial<Refusal>]>([
    ['without an end', { from: '17:00', to: '' }, { code: 'required', field: 'to' }],
    ['without a start', { to: '17:00' }, { code: 'required', field: 'from' }],
    ['before nine', { from: '08:59', to: '10:00' }, { code: 'callHoursWithin', field: 'from' }],
    ['after eight', { from: '19:00', to: '20:01' }, { code: 'callHoursWithin', field: 'to' }],
    ['the wrong way round', { from: '17:00', to: '17:00' }, { code: 'callHoursWithin', field: 'to' }],
    ['of a time that does not exist', { from: '17:60', to: '19:00' }, { code: 'badFormat', field: 'from' }],
  ])('are refused %s', (_title, input, why) => set(input).then(why));
  it('are not set by somebody who only reads', () =>
    set(hours, [created], { as: reader }).then({ status: 403 }));
});

describe('addresses', () => {
  const requested = (input: object, events = [created, second], how: object = as) =>
    given(customer, events).when('changeAddresses', input, how);

  it('are added, and there is only one default', () => {
    const done = requested(addresses(home, { ...work, default: true }), [created]);
    done.then([{ type: 'CustomerAddressAdded', data: { no: 2, ...work, default: true } }]);
    expect(done.life.state('customer-1').addresses).toEqual([
      { no: 1, ...home, default: false },
      { no: 2, ...work, default: true },
    ]);
  });
  it('are changed and keep their number', () => {
    const done = requested(addresses({ ...home, line: '5, Cubbon Road', default: true }, work));
    done.then([
      { type: 'CustomerAddressChanged', data: { no: 1, line: '5, Cubbon Road', default: true } as never },
    ]);
    expect(done.life.state('customer-1').addresses.map(({ no, line }: any) => [no, line])).toEqual([
      [1, '5, Cubbon Road'],
      [2, work.line],
    ]);
  });
  it('are removed; the last one left is the default', () => {
    const done = requested(addresses(work));
    done.then(['CustomerAddressChanged', 'CustomerAddressRemoved']);
    expect(done.life.state('customer-1').addresses).toEqual([{ no: 2, ...work, default: true }]);
  });
  it('in another sequence change nothing', () =>
    requested(addresses(work, { ...home, default: true })).then([]));
  it.each<[string, object, Partial<Refusal>]>([
    ['no address at all', addresses(), { status: 400, code: 'required' }],
    [
      'more than five',
      addresses(
        ...Array.from({ length: 6 }, (_, n) => ({ ...home, line: `${n}, Cubbon Road`, default: n === 0 })),
      ),
      { code: 'tooManyItems' },
    ],
    [
      'a latitude without a longitude',
      addresses({ ...home, lat: 12.9 }),
      { code: 'coordinatesTogether', field: 'addresses.0.lng' },
    ],
    [
      'a longitude without a latitude',
      addresses({ ...home, lng: 77.6 }),
      { code: 'coordinatesTogether', field: 'addresses.0.lat' },
    ],
    ['a place beyond the poles', addresses({ ...home, lat: 91, lng: 77.6 }), { code: 'badFormat' }],
    ['no default among several', addresses(home, work), { status: 422, code: 'oneDefaultAddress' }],
    [
      'two defaults',
      addresses({ ...home, default: true }, { ...work, default: true }),
      { code: 'oneDefaultAddress' },
    ],
    [
      'the same twice',
      addresses({ ...home, default: true }, home),
      { code: 'addressTwice', field: 'addresses.1.line' },
    ],
    [
      'a pincode that their place does not serve',
      addresses({ ...home, pincode: '570001' }),
      { code: 'addressOutOfArea', field: 'addresses.0.pincode' },
    ],
    [
      'an area that is not there',
      addresses({ ...home, areaId: 7 }),
      { code: 'notInList', field: 'addresses.0.areaId' },
    ],
    ['what is no part of an address', addresses({ ...home, no: 1 }), { status: 400 }],
  ])('are refused: %s', (_, input, refusal) => requested(input).then(refusal));
  it("need the edit right, in one's own places", () => {
    requested(addresses(home), [created], { as: reader }).then({ status: 403 });
    requested(addresses(home), [created], { as: { ...keeper, poos: [3] } }).then({ status: 404 });
  });
});

describe('consents', () => {
  const calls = { kind: 'calling', channel: 'phone', version: '2026-01' };
  const given0 = { type: 'CustomerConsentChanged', data: { ...calls, given: true } };
  const when = (
    command: string,
    input: object,
    events: (typeof created | typeof given0)[] = [created],
    how: object = as,
  ) => given(customer, events).when(command, input, how);

  it('are recorded with channel, time and author', () => {
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
  it('given again change nothing, except to another text', () => {
    when('giveConsent', calls, [created, given0]).then([]);
    when('giveConsent', { ...calls, version: '2026-02' }, [created, given0]).then(['CustomerConsentChanged']);
  });
  it('are withdrawn, including one from the sign-up, with the text version', () => {
    const done = when('withdrawConsent', { kind: 'care', channel: 'app' });
    done.then([
      {
        type: 'CustomerConsentChanged',
        data: { kind: 'care', given: false, channel: 'app', version: '2026-01' },
      },
    ]);
    expect(done.life.state('customer-1').consents.care).toMatchObject({
      given: false,
      channel: 'app',
      by: { name: keeper.name },
    });
  });
  it('that nobody had asked for can be denied', () => {
    when('withdrawConsent', { kind: 'calling', channel: 'phone' }).then([
      {
        type: 'CustomerConsentChanged',
        data: { kind: 'calling', given: false, channel: 'phone', version: '' },
      },
    ]);
  });
  it('cannot be withdrawn twice', () =>
    when('withdrawConsent', { kind: 'calling', channel: 'phone' }, [
      created,
      { type: 'CustomerConsentChanged', data: { ...calls, given: false } },
    ] as never).then({
      status: 409,
      code: 'consentNotGiven',
      field: 'kind',
    }));
  it('are refused for unknown kinds and channels', () => {
    when('giveConsent', { ...calls, kind: 'selling' }).then({ code: 'notInList', field: 'kind' });
    when('giveConsent', { ...calls, channel: 'outside' }).then({ code: 'notInList', field: 'channel' });
  });
  it("need the edit right, in one's own places", () => {
    for (const [command, input] of [
      ['giveConsent', calls],
      ['withdrawConsent', { kind: 'care', channel: 'app' }],
    ] as const) {
      when(command, input, [created], { as: reader }).then({ status: 403 });
      when(command, input, [created], { as: { ...keeper, poos: [3] } }).then({ status: 404 });
    }
  });
});

describe('two editors of one customer', () => {
  const mail = { type: 'CustomerDetailsUpdated', data: { email: 'savitri@care.example' } };
  it('given a colleague changed the e-mail, when another changes the name from the version before, then both are kept', () => {
    const done = given(customer, [created, mail]).when(
      'updateDetails',
      { name: 'Savitri Devi' },
      { ...as, seen: 1 },
    );
    done.then(['CustomerDetailsUpdated']);
    expect(done.life.state('customer-1')).toMatchObject({
      name: 'Savitri Devi',
      email: 'savitri@care.example',
    });
  });
  it('given a colleague changed the e-mail, when another changes it too, then the refusal has both values', () =>
    given(customer, [created, mail])
      .when('updateDetails', { email: 'rao@care.example' }, { ...as, seen: 1 })
      .then({
        code: 'fieldConflict',
        status: 409,
        field: 'email',
        details: {
          version: 2,
          conflicts: [
            { field: 'email', mine: 'rao@care.example', theirs: 'savitri@care.example', version: 2 },
          ],
        },
      }));
  it('given a colleague changed the addresses, when another changes them from the version before, then it is refused', () =>
    given(customer, [created, second])
      .when('changeAddresses', addresses({ ...home, default: true }), { ...as, seen: 1 })
      .then({ code: 'fieldConflict', field: 'addresses' }));
});
