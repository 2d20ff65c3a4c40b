import { describe, expect, it } from 'vitest';
import { convertLead } from '#shared/policies/convert-lead.ts';
import { directory, openLife, people, type Life } from '#tests/kit/life.ts';
import { unique } from '../core/unique.ts';
import { nothing } from '../masters/state.ts';
import { customer } from './customer.ts';
import { patient } from './patient.ts';

const at = (minutes: number): string =>
  new Date(Date.parse('2026-11-18T04:00:00.000Z') + minutes * 60_000).toISOString();
const gold = { ...nothing('customerRank-2'), exists: true, fields: { vName: 'Gold' } };
const open = (): Life =>
  openLife([customer, patient, unique], {
    'master-customerRank-2': gold,
    'master-customerRank-9': nothing('customerRank-9'),
    'master-campaign-9': nothing('campaign-9'),
  });
const as = { as: people.customer! };
const lakshmi = { name: 'Lakshmi Iyer', phone: '5550140301', pooId: 1, modifiedAt: at(0), version: 1 };
const send = (life: Life, more: object, id = 1) => life.command(`customer-${id}`, 'receive', more, as);
const first = (more: object = {}): Life => {
  const life = open();
  life.must('customer-1', 'receive', { ...lakshmi, ...more }, as);
  return life;
};
const types = (done: any): string[] => done.events.map(({ type }: any) => type);
const keeper = {
  ...people.agent1!,
  rights: new Set(['Masters/customerMasterV2:edit', 'Masters/customerSearchForMapping:edit']),
};

describe('a customer reported by the customer service', () => {
  it('becomes a customer with a reserved number and a start date', () => {
    const life = first({
      since: '2025-02-03',
      rankId: 2,
      consents: { calling: { given: true, version: '1', channel: 'outside' } },
    });
    expect(life.log.map(({ stream, type }) => `${stream} ${type}`)).toEqual([
      'customer-1 CustomerCreated',
      'unique-customer-phone-5550140301 KeyReserved',
    ]);
    expect(life.state('customer-1')).toMatchObject({
      stage: 'active',
      name: 'Lakshmi Iyer',
      phones: [{ phone: '5550140301', verifiedAt: null, primary: true }],
      since: '2025-02-03',
      rankId: 2,
      consents: { calling: { given: true, at: at(0) } },
      source: { version: 1, modifiedAt: at(0) },
    });
  });
  it.each<[string, object, object]>([
    ['without a name', { name: undefined }, { code: 'required', field: 'name' }],
    ['without a number', { phone: undefined }, { code: 'required', field: 'phone' }],
    ['without a place', { pooId: undefined }, { code: 'required', field: 'pooId' }],
    ['of a place that is not known', { pooId: 77 }, { code: 'notInList', field: 'pooId' }],
    ['of a rank that is not known', { rankId: 9 }, { code: 'notInList', field: 'rankId' }],
    ['of a campaign that is not known', { campaignId: 9 }, { code: 'notInList', field: 'campaignId' }],
    ['of an agent who is not known', { agentId: 9_999 }, { code: 'notInList', field: 'agentId' }],
    ['born in time to come', { dob: '2027-01-01' }, { code: 'ageInvalid', field: 'dob' }],
  ])('is kept out %s', (_, more, refusal) => {
    expect(send(open(), { ...lakshmi, ...more })).toMatchObject({ refused: true, status: 422, ...refusal });
  });
  it('given values that our forms would refuse, when the service reports them, then they are accepted and marked', () => {
    const life = open();
    const told = {
      ...lakshmi,
      name: 'Lakshmi 2',
      email: 'none',
      address: { line: '4, Cubbon Road', pincode: '5600' },
    };
    expect(types(send(life, told))).toEqual(['CustomerCreated', 'CustomerFaultsMarked', 'KeyReserved']);
    expect(life.state('customer-1')).toMatchObject({
      name: 'Lakshmi 2',
      email: 'none',
      addresses: [{ pincode: '5600' }],
      faults: [
        { field: 'name', code: 'badFormat' },
        { field: 'email', code: 'badFormat' },
        { field: 'address.pincode', code: 'badFormat' },
      ],
    });
    expect(types(send(life, { ...told, version: 2, modifiedAt: at(1) }))).toEqual(['CustomerReceived']);
    expect(life.state('customer-1').faults).toHaveLength(3);
  });
  it('given marked values, when a person or the service corrects one, then its mark is removed', () => {
    const life = first({ name: 'Lakshmi 2', email: 'none' });
    life.must('customer-1', 'updateDetails', { name: 'Lakshmi Iyer' }, { as: keeper });
    expect(life.state('customer-1').faults).toEqual([{ field: 'email', code: 'badFormat' }]);
    send(life, { version: 2, modifiedAt: at(1), email: 'L@care.example' });
    expect(life.state('customer-1')).toMatchObject({ email: 'l@care.example', faults: [] });
    send(life, { version: 3, modifiedAt: at(2), name: 'Lakshmi 3' });
    expect(life.state('customer-1').faults).toEqual([{ field: 'name', code: 'badFormat' }]);
  });
  it.each([
    ['a name that is no text', { name: 17 }],
    ['a name as long as a letter', { name: 'x'.repeat(500) }],
    ['a name with control characters', { name: 'Lakshmi\u0007' }],
  ])('given %s, then the message is invalid', (_, more) => {
    expect(send(open(), { ...lakshmi, ...more })).toMatchObject({ refused: true, field: 'name' });
  });
  it('can be reported by the service only', () => {
    for (const one of [people.admin!, keeper])
      expect(open().command('customer-1', 'receive', lakshmi, { as: one })).toMatchObject({ status: 403 });
  });
  it('is changed by newer messages only; missing parts stay', () => {
    const life = first({ email: 'l@care.example' });
    expect(types(send(life, { version: 3, modifiedAt: at(2), name: 'Lakshmi Rao' }))).toEqual([
      'CustomerDetailsUpdated',
    ]);
    for (const version of [1, 2, 3])
      expect(send(life, { version, modifiedAt: at(9), name: 'Old' })).toMatchObject({
        events: [],
        answer: { ignored: 'older' },
      });
    expect(life.state('customer-1')).toMatchObject({
      name: 'Lakshmi Rao',
      email: 'l@care.example',
      source: { version: 3 },
    });
    expect(types(send(life, { version: 4, modifiedAt: at(3), name: 'Lakshmi Rao' }))).toEqual([
      'CustomerReceived',
    ]);
    expect(send(life, { version: 4, modifiedAt: at(4), name: 'Other' })).toMatchObject({ events: [] });
  });
  it('without versions is ordered by time, then by content', () => {
    const life = first({ version: null, hash: 'b' });
    expect(send(life, { modifiedAt: at(-1), name: 'Old' })).toMatchObject({ events: [] });
    expect(send(life, { modifiedAt: at(0), hash: 'a', name: 'Old' })).toMatchObject({ events: [] });
    expect(types(send(life, { modifiedAt: at(0), hash: 'c', name: 'New' }))).toEqual([
      'CustomerDetailsUpdated',
    ]);
  });
});

describe('the number of a customer', () => {
  it('is refused when another active customer has it, and names the owner', () => {
    const life = first();
    const refusal = {
      refused: true,
      code: 'customerPhoneInUse',
      status: 409,
      field: 'phone',
      details: { customer: 'CU-000001' },
    };
    expect(send(life, { ...lakshmi, name: 'Other' }, 2)).toMatchObject(refusal);
    expect(send(life, { ...lakshmi, phone: '05550140301' }, 2)).toMatchObject(refusal);
    send(life, { ...lakshmi, phone: '5550140302' }, 2);
    expect(send(life, { version: 2, modifiedAt: at(1), phone: '5550140301' }, 2)).toMatchObject(refusal);
  });
  it('is digits, the first and the other', () => {
    const life = first();
    for (const field of ['phone', 'altPhone'])
      for (const text of ['not a phone', '9.19877E+11'])
        expect(send(life, { version: 2, modifiedAt: at(1), [field]: text })).toMatchObject({
          code: 'phoneNotNumeric',
          field,
        });
  });
  it('is released by a new one', () => {
    const life = first({ altPhone: '5550140309' });
    expect(types(send(life, { version: 2, modifiedAt: at(1), phone: '5550140302' }))).toEqual([
      'CustomerDetailsUpdated',
      'KeyReleased',
      'KeyReserved',
    ]);
    expect(life.state('customer-1').phones.map(({ phone, primary }: any) => [phone, primary])).toEqual([
      ['5550140302', true],
      ['5550140309', false],
    ]);
    expect(send(life, lakshmi, 2)).not.toHaveProperty('refused');
  });
  it('of a former customer can be taken over by a new one', () => {
    const life = first();
    expect(
      types(send(life, { version: 2, modifiedAt: at(1), exited: true, exitedOn: '2026-11-10' })),
    ).toEqual(['CustomerExited', 'KeyReserved']);
    expect(life.state('unique-customer-phone-5550140301').owner).toBe('customer-1');
    expect(send(life, { ...lakshmi, name: 'New' }, 2)).not.toHaveProperty('refused');
    expect(life.state('unique-customer-phone-5550140301')).toMatchObject({
      owner: 'customer-2',
      until: null,
    });
    expect(send(life, { version: 3, modifiedAt: at(2), exited: false })).toMatchObject({
      code: 'customerPhoneInUse',
    });
    expect(types(send(life, { version: 3, modifiedAt: at(2), exited: false, phone: '5550140399' }))).toEqual([
      'CustomerDetailsUpdated',
      'CustomerReactivated',
      'KeyReserved',
    ]);
    expect(life.state('unique-customer-phone-5550140301').owner).toBe('customer-2');
  });
});

describe('a former customer', () => {
  const gone = (): Life => {
    const life = first();
    send(life, { version: 2, modifiedAt: at(1), exited: true, exitedOn: '2026-11-10' });
    return life;
  };
  it('is read-only until they return', () => {
    const life = gone();
    expect(life.state('customer-1')).toMatchObject({ stage: 'exited', exitedOn: '2026-11-10' });
    const refusal = { refused: true, status: 422, code: 'customerExited', details: { date: '10-11-2026' } };
    const home = { line: '4, Cubbon Road', pincode: '560001', default: true };
    for (const [command, input] of [
      ['updateDetails', { name: 'Other' }],
      ['changeAddresses', { addresses: [home] }],
      ['giveConsent', { kind: 'care', channel: 'phone', version: '1' }],
      ['assignAgent', { agentId: 101 }],
      ['changeRoute', { routeId: 1 }],
      ['changeRank', { rankId: 2 }],
    ] as const)
      expect(life.command('customer-1', command, input, { as: keeper }), command).toMatchObject(refusal);
    send(life, { version: 3, modifiedAt: at(2), exited: false });
    expect(life.state('customer-1')).toMatchObject({ stage: 'active', exitedOn: null });
    expect(life.command('customer-1', 'updateDetails', { name: 'Other' }, { as: keeper })).not.toHaveProperty(
      'refused',
    );
  });
  it('can still withdraw a consent', () => {
    const life = first({ consents: { calling: { given: true, version: '1', channel: 'outside' } } });
    send(life, { version: 2, modifiedAt: at(1), exited: true });
    expect(life.state('customer-1').exitedOn).toBe('2026-11-18');
    expect(
      life.command('customer-1', 'withdrawConsent', { kind: 'calling', channel: 'phone' }, { as: keeper }),
    ).not.toHaveProperty('refused');
  });
  it('may be reported as such from the start', () => {
    const life = first({ exited: true, exitedOn: '2026-01-02' });
    expect(life.log.map(({ type }) => type)).toEqual(['CustomerCreated', 'CustomerExited', 'KeyReserved']);
    expect(send(life, lakshmi, 2)).not.toHaveProperty('refused');
  });
});

describe('a repeated message', () => {
  it('restores no consent withdrawn here, but may withdraw one', () => {
    const yes = { given: true, version: '1', channel: 'outside' };
    const life = first({ consents: { calling: yes, care: yes } });
    life.must('customer-1', 'withdrawConsent', { kind: 'calling', channel: 'phone' }, { as: keeper });
    const done = send(life, {
      version: 2,
      modifiedAt: at(1),
      consents: { calling: yes, care: { ...yes, given: false } },
    });
    expect(types(done)).toEqual(['CustomerConsentChanged']);
    expect(life.state('customer-1').consents).toMatchObject({
      calling: { given: false },
      care: { given: false },
    });
  });
  it('changes the default address only', () => {
    const emitted = { line: '14, 3rd Cross', areaId: null, pincode: '560041', lat: null, lng: null };
    const life = first({ address: emitted });
    life.must(
      'customer-1',
      'changeAddresses',
      { addresses: [emitted, { line: '9, Church Street', pincode: '560025', default: true }] },
      { as: keeper },
    );
    const addresses = () =>
      life.state('customer-1').addresses.map((one: any) => [one.no, one.line, one.default]);
    expect(types(send(life, { version: 2, modifiedAt: at(1), address: emitted }))).toEqual([
      'CustomerAddressChanged',
    ]);
    expect(addresses()).toEqual([
      [1, '14, 3rd Cross', true],
      [2, '9, Church Street', false],
    ]);
    expect(types(send(life, { version: 3, modifiedAt: at(2), address: emitted }))).toEqual([
      'CustomerReceived',
    ]);
    send(life, { version: 4, modifiedAt: at(3), address: { ...emitted, line: '15, 3rd Cross' } });
    expect(addresses()[0]).toEqual([1, '15, 3rd Cross', true]);
  });
});

describe('a patient reported by the customer service', () => {
  const emitted = { customerId: 1, name: 'Lakshmi Iyer', relation: 'self', modifiedAt: at(0), version: 1 };
  it('waits for the customer, then belongs to them and their place', () => {
    const life = open();
    const emitFor = (more: object) => life.command('patient-1', 'receive', { ...emitted, ...more }, as);
    for (const more of [{}, { customerId: null }])
      expect(emitFor(more)).toMatchObject({ code: 'customerUnknown', status: 422, field: 'customerId' });
    send(life, lakshmi);
    expect(types(emitFor({}))).toEqual(['PatientRegistered', 'CustomerPatientAdded']);
    expect(life.state('patient-1')).toMatchObject({
      stage: 'enrolled',
      customerId: 1,
      pooId: 1,
      source: { version: 1 },
    });
    expect(life.state('customer-1').patientIds).toEqual([1]);
    expect(emitFor({ name: 'Old' })).toMatchObject({ events: [], answer: { ignored: 'older' } });
    expect(types(emitFor({ version: 2, modifiedAt: at(1), gender: 'female' }))).toEqual([
      'PatientDetailsUpdated',
    ]);
    expect(types(emitFor({ version: 3, modifiedAt: at(2), gender: 'female' }))).toEqual(['PatientReceived']);
    expect(emitFor({ version: 4, modifiedAt: at(3), dob: '1899-01-01' })).toMatchObject({
      code: 'dateTooEarly',
      field: 'dob',
    });
  });
  it('moves with the customer to another place, and to another customer', () => {
    const life = first();
    life.must('patient-1', 'receive', emitted, as);
    send(life, { version: 2, modifiedAt: at(1), pooId: 3 });
    expect(life.state('patient-1').pooId).toBe(3);
    send(life, { ...lakshmi, phone: '5550140302' }, 2);
    const done = life.command(
      'patient-1',
      'receive',
      { ...emitted, version: 2, modifiedAt: at(1), customerId: 2 },
      as,
    );
    expect(types(done)).toEqual(['PatientMoved', 'CustomerPatientAdded', 'CustomerPatientLeft']);
    expect(life.state('patient-1')).toMatchObject({ customerId: 2, pooId: 1 });
    expect([1, 2].map((one) => life.state(`customer-${one}`).patientIds)).toEqual([[], [1]]);
  });
});

it('a customer reported as a former lead converts that lead once', () => {
  const life = first({ leadId: 7 });
  const made = life.log[0]!;
  expect(convertLead.react(made, { directory })).toMatchObject([
    { stream: 'lead-7', command: 'convert', input: { customerId: 1, signupId: null } },
  ]);
  expect(convertLead.react({ ...made, data: { ...made.data, signupId: 301 } }, { directory })).toEqual([]);
  expect(convertLead.react(first().log[0]!, { directory })).toEqual([]);
});
