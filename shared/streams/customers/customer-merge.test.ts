import { describe, expect, it } from 'vitest';
import { openLife, people, type Life } from '#tests/kit/life.ts';
import { unique } from '../core/unique.ts';
import { customer } from './customer.ts';
import { patient } from './patient.ts';

const at = (minutes: number): string =>
  new Date(Date.parse('2026-11-18T04:00:00.000Z') + minutes * 60_000).toISOString();
const outside = { as: people.customer! };
const right = 'Masters/customerMaster:approve';
const head = { ...people.agent1!, rights: new Set([right, 'Masters/customerMasterV2:edit']) };
const as = { as: head };
const yes = { given: true, version: '1', channel: 'outside' };
const home = { line: '4, Cubbon Road', areaId: null, pincode: '560001', lat: null, lng: null };
const work = { line: '9, Church Street', areaId: null, pincode: '560025', lat: null, lng: null };

function send(life: Life, id: number, more: object): void {
  const phone = `555014030${id}`;
  life.must(
    `customer-${id}`,
    'receive',
    { name: `Customer ${'ABCD'[id]}`, phone, pooId: 1, version: 1, modifiedAt: at(0), ...more },
    outside,
  );
}
function bring(life: Life, id: number, customerId: number): void {
  life.must(
    `patient-${id}`,
    'receive',
    { name: 'Somebody', customerId, version: 1, modifiedAt: at(0) },
    outside,
  );
}
/** Two records of one person, each with a patient. */
function two(first: object = {}, second: object = {}): Life {
  const life = openLife([customer, patient, unique]);
  send(life, 1, { email: 'a@care.example', address: home, consents: { care: yes, calling: yes }, ...first });
  send(life, 2, {
    email: 'b@care.example',
    gender: 'female',
    address: work,
    consents: { calling: yes, dataProcessing: yes },
    ...second,
  });
  bring(life, 1, 1);
  bring(life, 2, 2);
  return life;
}

describe('two records of one person', () => {
  it.each([
    [1, 2],
    [2, 1],
  ])('merged on %i become the older one, with the data of both, in one commit', (on, otherId) => {
    const life = two();
    const done = life.must(`customer-${on}`, 'merge', { otherId }, as);
    expect(done.answer).toEqual({ customerId: 1, customer: 'CU-000001' });
    expect(done.events.map(({ stream, type }) => `${stream} ${type}`)).toEqual([
      'customer-2 CustomersMerged',
      'customer-1 CustomerDoubleJoined',
      'patient-2 PatientMoved',
      'unique-customer-phone-5550140302 KeyReserved',
    ]);
    expect(life.state('customer-2')).toMatchObject({ stage: 'merged', mergedInto: 1, patientIds: [] });
    expect(life.state('patient-2')).toMatchObject({ customerId: 1, pooId: 1 });
    expect(life.state('unique-customer-phone-5550140302').owner).toBe('customer-1');
    const now = life.state('customer-1');
    expect(now).toMatchObject({
      stage: 'active',
      name: 'Customer B',
      email: 'a@care.example',
      gender: 'female',
      patientIds: [1, 2],
      doubleIds: [2],
    });
    expect(now).not.toHaveProperty('double');
    expect(now.phones.map(({ phone, primary }: any) => [phone, primary])).toEqual([
      ['5550140301', true],
      ['5550140302', false],
    ]);
    expect(now.addresses.map((one: any) => [one.no, one.line, one.default])).toEqual([
      [1, home.line, true],
      [2, work.line, false],
    ]);
    expect(Object.keys(now.consents)).toEqual(['care', 'calling', 'dataProcessing']);
  });
  it('are called in the hours of the older one, or else of the other', () => {
    const [early, late] = [
      { from: '10:00', to: '12:00' },
      { from: '17:00', to: '19:00' },
    ];
    for (const [first, second, kept] of [
      [null, late, late],
      [early, late, early],
      [early, null, early],
    ] as const) {
      const life = two();
      if (first) life.must('customer-1', 'setCallHours', first, as);
      if (second) life.must('customer-2', 'setCallHours', second, as);
      life.must('customer-2', 'merge', { otherId: 1 }, as);
      expect(life.state('customer-1').callHours).toEqual(kept);
    }
  });
  it('have at most five addresses and numbers afterwards, the survivor’s first', () => {
    const life = two();
    const many = (id: number, line: string) =>
      life.must(
        `customer-${id}`,
        'changeAddresses',
        { addresses: [1, 2, 3].map((n) => ({ ...home, line: `${n}, ${line}`, default: n === 1 })) },
        as,
      );
    many(1, 'Old Road');
    many(2, 'New Road');
    life.must('customer-1', 'merge', { otherId: 2 }, as);
    expect(life.state('customer-1').addresses.map(({ no, line }: any) => [no, line])).toEqual([
      [1, '1, Old Road'],
      [2, '2, Old Road'],
      [3, '3, Old Road'],
      [4, '1, New Road'],
      [5, '2, New Road'],
    ]);
  });
  it('keep the latest consent: one withdrawn later stays withdrawn', () => {
    const life = two();
    life.must('customer-2', 'withdrawConsent', { kind: 'calling', channel: 'phone' }, as);
    life.must('customer-1', 'merge', { otherId: 2 }, as);
    expect(life.state('customer-1').consents).toMatchObject({
      care: { given: true },
      calling: { given: false },
      dataProcessing: { given: true },
    });
  });
  it('include earlier merges: every duplicate points to the survivor', () => {
    const life = two();
    send(life, 3, {});
    life.must('customer-2', 'merge', { otherId: 3 }, as);
    life.must('customer-1', 'merge', { otherId: 2 }, as);
    expect([2, 3].map((id) => life.state(`customer-${id}`).mergedInto)).toEqual([1, 1]);
    expect(life.state('customer-1')).toMatchObject({ doubleIds: [2, 3], patientIds: [1, 2] });
    for (const id of [1, 2, 3])
      expect(life.state(`unique-customer-phone-555014030${id}`).owner).toBe('customer-1');
  });
});

describe('a duplicate', () => {
  const merged = (): Life => {
    const life = two();
    life.must('customer-1', 'merge', { otherId: 2 }, as);
    return life;
  };
  it('refuses commands and names the survivor', () => {
    const life = merged();
    const refusal = {
      refused: true,
      code: 'customerMerged',
      status: 409,
      details: { customer: 'CU-000001', customerId: 1 },
    };
    for (const [command, input] of [
      ['updateDetails', { name: 'Other' }],
      ['withdrawConsent', { kind: 'calling', channel: 'phone' }],
      ['merge', { otherId: 1 }],
    ] as const)
      expect(life.command('customer-2', command, input, as), command).toMatchObject(refusal);
    expect(life.command('customer-1', 'merge', { otherId: 2 }, as)).toMatchObject({
      ...refusal,
      field: 'otherId',
    });
  });
  it('ignores messages of the service; its patients belong to the survivor', () => {
    const life = merged();
    const emitted = life.command(
      'customer-2',
      'receive',
      { version: 9, modifiedAt: at(9), name: 'Other' },
      outside,
    );
    expect(emitted).toMatchObject({ events: [], answer: { ignored: 'merged' } });
    bring(life, 3, 2);
    expect(life.state('patient-3')).toMatchObject({ customerId: 1 });
    expect(life.state('customer-1').patientIds).toEqual([1, 2, 3]);
    expect(
      life.command('patient-2', 'receive', { version: 2, modifiedAt: at(1), customerId: 2 }, outside),
    ).toMatchObject({
      events: [{ type: 'PatientReceived' }],
    });
  });
});

describe('a merge is refused', () => {
  it.each<[string, [first: object, second: object], object, object]>([
    ['with itself', [{}, {}], { otherId: 1 }, { code: 'mergeItself', field: 'otherId' }],
    ['with nobody', [{}, {}], { otherId: 7 }, { code: 'notInList', field: 'otherId' }],
    [
      'with one of another place',
      [{}, { pooId: 3 }],
      { otherId: 2 },
      { code: 'mergeDifferentPoo', field: 'otherId', details: { other: 'Mysuru' } },
    ],
    [
      'with one who left',
      [{}, { exited: true }],
      { otherId: 2 },
      { code: 'customerExited', field: 'otherId' },
    ],
    ['of one who left', [{ exited: true }, {}], { otherId: 2 }, { code: 'customerExited' }],
  ])('%s', (_, [first, second], input, refusal) => {
    const everywhere = { ...head, poos: 'all' as const };
    expect(two(first, second).command('customer-1', 'merge', input, { as: everywhere })).toMatchObject({
      refused: true,
      status: 422,
      ...refusal,
    });
  });
  it('without the right, and for customers of other places', () => {
    const keeper = {
      ...head,
      rights: new Set(['Masters/customerMaster:edit', 'Masters/customerMasterV2:edit']),
    };
    expect(two().command('customer-1', 'merge', { otherId: 2 }, { as: keeper })).toMatchObject({
      status: 403,
    });
    expect(two({}, { pooId: 3 }).command('customer-1', 'merge', { otherId: 2 }, as)).toMatchObject({
      code: 'notInList',
    });
  });
});
