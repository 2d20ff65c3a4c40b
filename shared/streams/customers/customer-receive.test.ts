import { describe, expect, it } from 'vitest';
import { convertLead } from '#shared/policies/convert-lead.ts';
import { directory, openLife, people, type Life } from '#tests/kit/life.ts';
import { unique } from '../core/unique.ts';
import { nothing } from '../masters/state.ts';
import { customer } from './customer.ts';
import { patient } from './patient.ts';

const at = (minutes: number): string => new Date(Date.parse('2026-11-18T04:00:00.000Z') + minutes * 60_000).toISOString();
const gold = { ...nothing('customerRank-2'), exists: true, fields: { vName: 'Gold' } };
const open = (): Life => openLife([customer, patient, unique], { 'master-customerRank-2': gold, 'master-customerRank-9': nothing('customerRank-9') });
const as = { as: people.customer! };
const lakshmi = { name: 'Lakshmi Iyer', phone: '5550140301', pooId: 1, modifiedAt: at(0), version: 1 };
const tell = (life: Life, more: object, id = 1) => life.order(`customer-${id}`, 'receive', more, as);
const first = (more: object = {}): Life => {
  const life = open();
  life.must('customer-1', 'receive', { ...lakshmi, ...more }, as);
  return life;
};
const types = (done: any): string[] => done.events.map(({ type }: any) => type);
const keeper = { ...people.agent1!, rights: new Set(['Masters/customerMasterV2:edit', 'Masters/customerSearchForMapping:edit']) };

describe('a customer told by the customer service', () => {
  it('is a customer of ours, with the number reserved, and says since when', () => {
    const life = first({ since: '2025-02-03', rankId: 2, consents: { calling: { given: true, version: '1', channel: 'outside' } } });
    expect(life.log.map(({ stream, type }) => `${stream} ${type}`)).toEqual(['customer-1 CustomerCreated', 'unique-customer-phone-5550140301 KeyReserved']);
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
    ['of an agent who is not known', { agentId: 9_999 }, { code: 'notInList', field: 'agentId' }],
    ['born in time to come', { dob: '2027-01-01' }, { code: 'ageInvalid', field: 'dob' }],
  ])('is kept out %s', (_, more, refusal) => {
    expect(tell(open(), { ...lakshmi, ...more })).toMatchObject({ refused: true, status: 422, ...refusal });
  });
  it('is told by the service alone', () => {
    for (const one of [people.admin!, keeper]) expect(open().order('customer-1', 'receive', lakshmi, { as: one })).toMatchObject({ status: 403 });
  });
  it('is changed by a newer word only; a part left out stays', () => {
    const life = first({ email: 'l@care.example' });
    expect(types(tell(life, { version: 3, modifiedAt: at(2), name: 'Lakshmi Rao' }))).toEqual(['CustomerDetailsUpdated']);
    for (const version of [1, 2, 3])
      expect(tell(life, { version, modifiedAt: at(9), name: 'Old' })).toMatchObject({ events: [], answer: { ignored: 'older' } });
    expect(life.state('customer-1')).toMatchObject({ name: 'Lakshmi Rao', email: 'l@care.example', source: { version: 3 } });
    expect(types(tell(life, { version: 4, modifiedAt: at(3), name: 'Lakshmi Rao' }))).toEqual(['CustomerReceived']);
    expect(tell(life, { version: 4, modifiedAt: at(4), name: 'Other' })).toMatchObject({ events: [] });
  });
  it('without versions is ordered by time, then by what it says', () => {
    const life = first({ version: null, hash: 'b' });
    expect(tell(life, { modifiedAt: at(-1), name: 'Old' })).toMatchObject({ events: [] });
    expect(tell(life, { modifiedAt: at(0), hash: 'a', name: 'Old' })).toMatchObject({ events: [] });
    expect(types(tell(life, { modifiedAt: at(0), hash: 'c', name: 'New' }))).toEqual(['CustomerDetailsUpdated']);
  });
});

describe('the number of a customer', () => {
  it('is kept out when another active customer has it, and said whose it is', () => {
    const life = first();
    const refusal = { refused: true, code: 'customerPhoneInUse', status: 409, field: 'phone', details: { customer: 'CU-000001' } };
    expect(tell(life, { ...lakshmi, name: 'Other' }, 2)).toMatchObject(refusal);
    expect(tell(life, { ...lakshmi, phone: '05550140301' }, 2)).toMatchObject(refusal);
    tell(life, { ...lakshmi, phone: '5550140302' }, 2);
    expect(tell(life, { version: 2, modifiedAt: at(1), phone: '5550140301' }, 2)).toMatchObject(refusal);
  });
  it('is freed with a new one, and another may have it then', () => {
    const life = first({ altPhone: '5550140309' });
    expect(types(tell(life, { version: 2, modifiedAt: at(1), phone: '5550140302' }))).toEqual(['CustomerDetailsUpdated', 'KeyReleased', 'KeyReserved']);
    expect(life.state('customer-1').phones.map(({ phone, primary }: any) => [phone, primary])).toEqual([
      ['5550140302', true],
      ['5550140309', false],
    ]);
    expect(tell(life, lakshmi, 2)).not.toHaveProperty('refused');
  });
  it('of one who left goes to who comes with it; then the one who left cannot come back with it', () => {
    const life = first();
    expect(types(tell(life, { version: 2, modifiedAt: at(1), exited: true, exitedOn: '2026-11-10' }))).toEqual(['CustomerExited', 'KeyReserved']);
    expect(life.state('unique-customer-phone-5550140301').owner).toBe('customer-1');
    expect(tell(life, { ...lakshmi, name: 'New' }, 2)).not.toHaveProperty('refused');
    expect(life.state('unique-customer-phone-5550140301')).toMatchObject({ owner: 'customer-2', until: null });
    expect(tell(life, { version: 3, modifiedAt: at(2), exited: false })).toMatchObject({ code: 'customerPhoneInUse' });
    expect(types(tell(life, { version: 3, modifiedAt: at(2), exited: false, phone: '5550140399' }))).toEqual([
      'CustomerDetailsUpdated',
      'CustomerReactivated',
      'KeyReserved',
    ]);
    expect(life.state('unique-customer-phone-5550140301').owner).toBe('customer-2');
  });
});

describe('who left', () => {
  const gone = (): Life => {
    const life = first();
    tell(life, { version: 2, modifiedAt: at(1), exited: true, exitedOn: '2026-11-10' });
    return life;
  };
  it('is no customer until they come back; what would change them is refused with the day', () => {
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
      expect(life.order('customer-1', command, input, { as: keeper }), command).toMatchObject(refusal);
    tell(life, { version: 3, modifiedAt: at(2), exited: false });
    expect(life.state('customer-1')).toMatchObject({ stage: 'active', exitedOn: null });
    expect(life.order('customer-1', 'updateDetails', { name: 'Other' }, { as: keeper })).not.toHaveProperty('refused');
  });
  it('can withdraw a consent all the same', () => {
    const life = first({ consents: { calling: { given: true, version: '1', channel: 'outside' } } });
    tell(life, { version: 2, modifiedAt: at(1), exited: true });
    expect(life.state('customer-1').exitedOn).toBe('2026-11-18');
    expect(life.order('customer-1', 'withdrawConsent', { kind: 'calling', channel: 'phone' }, { as: keeper })).not.toHaveProperty('refused');
  });
  it('may be told of as such from the beginning', () => {
    const life = first({ exited: true, exitedOn: '2026-01-02' });
    expect(life.log.map(({ type }) => type)).toEqual(['CustomerCreated', 'CustomerExited', 'KeyReserved']);
    expect(tell(life, lakshmi, 2)).not.toHaveProperty('refused');
  });
});

describe('what the service repeats', () => {
  it('gives back no consent that was withdrawn here; it may withdraw one', () => {
    const yes = { given: true, version: '1', channel: 'outside' };
    const life = first({ consents: { calling: yes, care: yes } });
    life.must('customer-1', 'withdrawConsent', { kind: 'calling', channel: 'phone' }, { as: keeper });
    const done = tell(life, { version: 2, modifiedAt: at(1), consents: { calling: yes, care: { ...yes, given: false } } });
    expect(types(done)).toEqual(['CustomerConsentChanged']);
    expect(life.state('customer-1').consents).toMatchObject({ calling: { given: false }, care: { given: false } });
  });
  it('is the default address; the others of ours stay', () => {
    const told = { line: '14, 3rd Cross', areaId: null, pincode: '560041', lat: null, lng: null };
    const life = first({ address: told });
    life.must('customer-1', 'changeAddresses', { addresses: [told, { line: '9, Church Street', pincode: '560025', default: true }] }, { as: keeper });
    const addresses = () => life.state('customer-1').addresses.map((one: any) => [one.no, one.line, one.default]);
    expect(types(tell(life, { version: 2, modifiedAt: at(1), address: told }))).toEqual(['CustomerAddressChanged']);
    expect(addresses()).toEqual([
      [1, '14, 3rd Cross', true],
      [2, '9, Church Street', false],
    ]);
    expect(types(tell(life, { version: 3, modifiedAt: at(2), address: told }))).toEqual(['CustomerReceived']);
    tell(life, { version: 4, modifiedAt: at(3), address: { ...told, line: '15, 3rd Cross' } });
    expect(addresses()[0]).toEqual([1, '15, 3rd Cross', true]);
  });
});

describe('a patient told by the customer service', () => {
  const told = { customerId: 1, name: 'Lakshmi Iyer', relation: 'self', modifiedAt: at(0), version: 1 };
  it('waits for the customer, then is theirs and of their place', () => {
    const life = open();
    const tellOf = (more: object) => life.order('patient-1', 'receive', { ...told, ...more }, as);
    for (const more of [{}, { customerId: null }]) expect(tellOf(more)).toMatchObject({ code: 'customerUnknown', status: 422, field: 'customerId' });
    tell(life, lakshmi);
    expect(types(tellOf({}))).toEqual(['PatientRegistered', 'CustomerPatientAdded']);
    expect(life.state('patient-1')).toMatchObject({ stage: 'enrolled', customerId: 1, pooId: 1, source: { version: 1 } });
    expect(life.state('customer-1').patientIds).toEqual([1]);
    expect(tellOf({ name: 'Old' })).toMatchObject({ events: [], answer: { ignored: 'older' } });
    expect(types(tellOf({ version: 2, modifiedAt: at(1), gender: 'female' }))).toEqual(['PatientDetailsUpdated']);
    expect(types(tellOf({ version: 3, modifiedAt: at(2), gender: 'female' }))).toEqual(['PatientReceived']);
    expect(tellOf({ version: 4, modifiedAt: at(3), dob: '1899-01-01' })).toMatchObject({ code: 'ageInvalid', field: 'dob' });
  });
  it('goes with the customer to another place, and to another customer', () => {
    const life = first();
    life.must('patient-1', 'receive', told, as);
    tell(life, { version: 2, modifiedAt: at(1), pooId: 3 });
    expect(life.state('patient-1').pooId).toBe(3);
    tell(life, { ...lakshmi, phone: '5550140302' }, 2);
    const done = life.order('patient-1', 'receive', { ...told, version: 2, modifiedAt: at(1), customerId: 2 }, as);
    expect(types(done)).toEqual(['PatientMoved', 'CustomerPatientAdded', 'CustomerPatientLeft']);
    expect(life.state('patient-1')).toMatchObject({ customerId: 2, pooId: 1 });
    expect([1, 2].map((one) => life.state(`customer-${one}`).patientIds)).toEqual([[], [1]]);
  });
});

it('a customer told of as a former lead makes that lead a customer, once; one by a sign-up is left to the sign-up', () => {
  const life = first({ leadId: 7 });
  const made = life.log[0]!;
  expect(convertLead.ask(made, { directory })).toMatchObject([{ stream: 'lead-7', command: 'convert', input: { customerId: 1, signupId: null } }]);
  expect(convertLead.ask({ ...made, data: { ...made.data, signupId: 301 } }, { directory })).toEqual([]);
  expect(convertLead.ask(first().log[0]!, { directory })).toEqual([]);
});
