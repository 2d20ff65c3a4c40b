import { beforeEach, describe, expect, it } from 'vitest';
import type { Life } from '#tests/kit/life.ts';
import { checkedIn, openLife, people, playStory, wednesday } from '#tests/kit/life.ts';
import { agentwork } from '../../calls/agentwork.ts';
import { queueitem } from '../../calls/queueitem/queueitem.ts';
import { audit } from '../../core/audit.ts';
import { unique } from '../../core/unique.ts';
import { nothing } from '../../masters/state.ts';
import { customer } from '../customer.ts';
import { patient } from '../patient.ts';
import { faultsOf } from './fields.ts';
import { signup } from './signup.ts';

const streams = [signup, queueitem, agentwork, unique, audit, customer, patient];
const prepared = { 'signup/sendOtp': { sendId: 's1', n: 1 }, 'signup/verifyOtp': { ok: true, sendId: 's1' } };
const full = signup.story![1]!.input as Record<string, any>;
const item = 'queueitem-signup-queue-1';
const items = [
  'identityReadable',
  'addressServiceable',
  'patientComplete',
  'prescriptionPresent',
  'consentsRecorded',
];
const at = (seconds: number): number => wednesday + seconds * 1000;

let life: Life;
beforeEach(() => {
  life = openLife(streams, checkedIn);
});

const draft = (more: object = {}, as = 'agent1'): void =>
  void life.must('signup-new', 'start', { pooId: 1, ...full, ...more }, { as });
function submitted(more: object = {}, as = 'agent1'): void {
  draft(more, as);
  life.must('signup-1', 'submit', {}, { as });
}
function inVerification(as = 'verifier'): void {
  submitted();
  life.must(item, 'claim', {}, { as });
  life.must('signup-1', 'beginVerification', {}, { as });
}
function allTicked(as = 'verifier'): void {
  inVerification(as);
  life.must('signup-1', 'verifyOtp', { code: '123456' }, { as, prepared: prepared['signup/verifyOtp'] });
  for (const one of items) life.must('signup-1', 'tickChecklist', { item: one }, { as });
}
function verified(): string {
  allTicked();
  return life.must('signup-1', 'verify', {}, { as: 'verifier' }).answer.undoUntil as string;
}

describe('the author', () => {
  it('starts with almost nothing and saves a draft', () => {
    life.must('signup-new', 'start', {}, { as: 'agent1' });
    expect(life.state('signup-1')).toMatchObject({
      stage: 'draft',
      record: { pooId: 1 },
      startedBy: { empId: 101 },
    });
    life.must(
      'signup-1',
      'save',
      { applicant: { name: 'Lakshmi' }, patients: [{ name: '' }] },
      { as: 'agent1' },
    );
    expect(life.state('signup-1').record.applicant).toMatchObject({ name: 'Lakshmi', phone: null });
    expect(life.command('signup-1', 'save', { applicant: { phone: '123' } }, { as: 'agent1' })).toMatchObject(
      { code: 'invalidPhone', field: 'applicant.phone' },
    );
    expect(life.must('signup-1', 'save', { patients: [{ name: '' }] }, { as: 'agent1' }).events).toEqual([]);
  });
  it('may not start without a place of their own', () => {
    expect(life.command('signup-new', 'start', { pooId: 3 }, { as: 'agent1' })).toMatchObject({
      code: 'notInList',
      field: 'pooId',
    });
    expect(life.command('signup-new', 'start', { pooId: 77 }, { as: 'admin' })).toMatchObject({
      code: 'notInList',
    });
    expect(life.command('signup-new', 'start', {}, { as: 'lead' })).toMatchObject({
      code: 'forbidden',
      status: 403,
    });
  });
  it.each([
    [{ patients: [] }, 'required', 'patients'],
    [{ applicant: { ...full.applicant, phone: '' } }, 'phoneRequired', 'applicant.phone'],
    [{ applicant: { ...full.applicant, dob: '2027-01-01' } }, 'ageInvalid', 'applicant.dob'],
    [{ patients: [{ ...full.patients[0], dob: '1900-01-01' }] }, 'ageInvalid', 'patients.0.dob'],
    [{ consents: { care: full.consents.care } }, 'consentMissing', 'consents.calling'],
    [{ address: { ...full.address, pincode: '570001' } }, 'pincodeNotServiced', 'address.pincode'],
  ])('submits only what is complete: %j', (change, code, field) => {
    draft(change);
    expect(life.command('signup-1', 'submit', {}, { as: 'agent1' })).toMatchObject({
      code,
      field,
      status: 422,
    });
  });
  it('submits into the queue in the same commit', () => {
    draft();
    const done = life.must('signup-1', 'submit', {}, { as: 'agent1' });
    expect(done.events.map((event) => event.type)).toEqual(['SignupSubmitted', 'QueueItemEntered']);
    expect(done.events[0]!.data.face).toMatchObject({
      applicant: 'Lakshmi Rao',
      phoneMasked: '••••••1234',
      patients: 1,
      docs: 2,
      ticks: [],
    });
    expect(JSON.stringify(done.events)).not.toContain('5550001234');
    expect(life.state(item).face).toMatchObject({
      warnAt: '2026-11-18T06:00:00.000Z',
      breachAt: '2026-11-18T09:00:00.000Z',
      escalateAt: '2026-11-18T13:00:00.000Z',
    });
    expect(life.command('signup-1', 'submit', {}, { as: 'agent1' })).toMatchObject({
      code: 'wrongStage',
      status: 409,
    });
  });
  it('is refused when the phone belongs to a customer', () => {
    draft();
    (life.log as any[]).push({
      stream: 'unique-customer-phone-5550001234',
      type: 'KeyReserved',
      data: { owner: 'customer-45' },
    });
    expect(life.command('signup-1', 'submit', {}, { as: 'agent1' })).toMatchObject({
      code: 'signupCustomerExists',
      status: 409,
      details: { ref: 'CU-000045' },
    });
  });
});

describe('the one-time code', () => {
  it('verifies the phone, ticks item 1, and is void for a new number', () => {
    draft();
    life.must('signup-1', 'sendOtp', {}, { as: 'agent1', prepared: prepared['signup/sendOtp'] });
    const done = life.must(
      'signup-1',
      'verifyOtp',
      { code: '123456' },
      { as: 'agent1', prepared: prepared['signup/verifyOtp'] },
    );
    expect(JSON.stringify(life.log)).not.toContain('123456');
    expect(done.events[0]).toMatchObject({ type: 'OtpVerified' });
    expect(life.state('signup-1').ticks.phoneVerified).toMatchObject({ empId: 101 });
    life.must(
      'signup-1',
      'save',
      { applicant: { ...full.applicant, phone: '5550009999' } },
      { as: 'agent1' },
    );
    expect(life.state('signup-1')).toMatchObject({ proven: null, ticks: {} });
  });
  it('is refused beyond its limits', () => {
    draft();
    const wrong = (found: object) =>
      life.command('signup-1', 'verifyOtp', { code: '123456' }, { as: 'agent1', prepared: found });
    expect(wrong({ ok: false, left: 3 })).toMatchObject({
      code: 'otpWrong',
      status: 422,
      details: { left: 3 },
    });
    expect(wrong({ ok: false, expired: true })).toMatchObject({ code: 'otpExpired', status: 410 });
    expect(wrong({ ok: false, left: 0, lockedUntil: at(1800) })).toMatchObject({
      code: 'otpLocked',
      status: 429,
      details: { at: '11:00' },
    });
    expect(life.command('signup-1', 'verifyOtp', { code: '12345' }, { as: 'agent1' })).toMatchObject({
      code: 'badFormat',
      status: 400,
    });
  });
  it('belongs to the holder once the case is claimed', () => {
    inVerification();
    expect(
      life.command('signup-1', 'sendOtp', {}, { as: 'agent1', prepared: prepared['signup/sendOtp'] }),
    ).toMatchObject({ code: 'leaseLost' });
    life.must('signup-1', 'sendOtp', {}, { as: 'verifier', prepared: prepared['signup/sendOtp'] });
  });
});

describe('the verifier', () => {
  it('turns the claim into a work lease by starting', () => {
    inVerification();
    expect(life.state('signup-1')).toMatchObject({ stage: 'inVerification', verifier: { empId: 103 } });
    expect(life.state(item)).toMatchObject({ stage: 'working' });
  });
  it('is not the submitter', () => {
    submitted({}, 'verifier');
    for (const name of ['claim', 'takeOver'])
      expect(
        life.command(item, name, name === 'claim' ? {} : { reason: 'mine' }, { as: 'verifier' }),
      ).toMatchObject({ code: 'notForYou', status: 403 });
    life.must(item, 'claim', {}, { as: 'verifier2' });
  });
  it('learns by whom and when a case was verified already, not that a claim ended', () => {
    verified();
    for (const as of ['verifier', 'verifier2'])
      expect(life.command('signup-1', 'verify', {}, { as })).toMatchObject({
        code: 'alreadyVerified',
        status: 409,
        details: { name: 'Kiran Joseph', at: new Date(wednesday).toISOString() },
      });
    life.must('signup-1', 'undoVerify', {}, { as: 'verifier', now: at(5) });
    expect(life.state('signup-1')).toMatchObject({ stage: 'inVerification', verifiedAt: null });
  });
  it('needs the lease, and is refused after losing it', () => {
    inVerification();
    expect(
      life.command('signup-1', 'tickChecklist', { item: 'identityReadable' }, { as: 'verifier2' }),
    ).toMatchObject({ code: 'leaseLost', status: 410 });
    life.must(item, 'expireLease', { leaseId: life.state(item).lease.leaseId });
    expect(
      life.command('signup-1', 'tickChecklist', { item: 'identityReadable' }, { as: 'verifier' }),
    ).toMatchObject({ code: 'leaseLost' });
    life.must(item, 'claim', {}, { as: 'verifier2' });
    life.must('signup-1', 'beginVerification', {}, { as: 'verifier2' });
    expect(life.state('signup-1').verifier).toMatchObject({ empId: 104 });
  });
  it('ticks only what the case contains', () => {
    submitted({ documents: [] });
    life.must(item, 'claim', {}, { as: 'verifier' });
    life.must('signup-1', 'beginVerification', {}, { as: 'verifier' });
    const tick = (one: string, more = {}) =>
      life.command('signup-1', 'tickChecklist', { item: one, ...more }, { as: 'verifier' });
    expect(tick('phoneVerified')).toMatchObject({ code: 'otpNotVerified' });
    expect(tick('identityReadable')).toMatchObject({ code: 'required', field: 'documents' });
    expect(tick('prescriptionPresent')).toMatchObject({ code: 'required', field: 'waiver' });
    expect(tick('prescriptionPresent', { waiver: 'no medicine yet' })).not.toHaveProperty('refused');
    life.must('signup-1', 'untick', { item: 'prescriptionPresent' }, { as: 'verifier' });
    expect(life.state('signup-1').ticks).toEqual({});
    expect(tick('prescriptionPresent')).toMatchObject({ code: 'required' });
  });
  it('verifies with all six items only, which releases the row', () => {
    inVerification();
    expect(life.command('signup-1', 'verify', {}, { as: 'verifier' })).toMatchObject({
      code: 'checklistIncomplete',
      status: 422,
      details: { items: expect.arrayContaining(['item.phoneVerified']) },
    });
    life.must(
      'signup-1',
      'verifyOtp',
      { code: '123456' },
      { as: 'verifier', prepared: prepared['signup/verifyOtp'] },
    );
    for (const one of items) life.must('signup-1', 'tickChecklist', { item: one }, { as: 'verifier' });
    const done = life.must('signup-1', 'verify', {}, { as: 'verifier' });
    expect(done.events.map((event) => event.type)).toEqual([
      'SignupVerified',
      'QueueItemCompleted',
      'WorkEnded',
    ]);
    expect(life.state('agentwork-103').items).toEqual({});
  });
  it('undoes at 29 s, not at 31 s, only the own verification', () => {
    verified();
    expect(life.command('signup-1', 'undoVerify', {}, { as: 'verifier2', now: at(5) })).toMatchObject({
      code: 'notTheVerifier',
      status: 403,
      details: { name: 'Kiran Joseph' },
    });
    expect(life.command('signup-1', 'undoVerify', {}, { as: 'verifier', now: at(31) })).toMatchObject({
      code: 'undoWindowOver',
      status: 410,
    });
    life.must('signup-1', 'undoVerify', {}, { as: 'verifier', now: at(29) });
    expect(life.state('signup-1').stage).toBe('inVerification');
    expect(life.state(item)).toMatchObject({ stage: 'working', lease: { empId: 103 } });
  });
  it('requests information; the case returns at its rank with the changed ticks open', () => {
    allTicked();
    life.must('signup-1', 'requestInfo', { text: 'the card is blurred' }, { as: 'verifier', now: at(60) });
    expect(life.state(item)).toMatchObject({ stage: 'removed', lease: null });
    life.must(
      'signup-1',
      'save',
      { documents: [...full.documents, { ...full.documents[0], fileId: 'f9' }] },
      { as: 'agent1', now: at(90) },
    );
    life.must('signup-1', 'resubmit', { answer: 'new photo' }, { as: 'agent1', now: at(7200) });
    expect(life.state('signup-1')).toMatchObject({ stage: 'submitted', resubmitted: 1 });
    expect(Object.keys(life.state('signup-1').ticks)).not.toContain('identityReadable');
    expect(Object.keys(life.state('signup-1').ticks)).toContain('addressServiceable');
    expect(life.state(item).face).toMatchObject({
      enteredAt: new Date(wednesday).toISOString(),
      breachAt: new Date(at(7200) + 4 * 3_600_000).toISOString(),
    });
  });
  it('rejects with a reason', () => {
    inVerification();
    expect(life.command('signup-1', 'reject', { reason: 'no' }, { as: 'verifier' })).toMatchObject({
      code: 'tooShort',
      field: 'reason',
    });
    life.must('signup-1', 'reject', { reason: 'not in our area' }, { as: 'verifier' });
    expect(life.state('signup-1')).toMatchObject({ stage: 'rejected', rejectedWhy: 'not in our area' });
    expect(life.state(item).stage).toBe('done');
  });
});

describe('completion', () => {
  it('waits for the undo window, then creates customer, patients and reservation once', () => {
    const undoUntil = verified();
    expect(life.command('signup-1', 'complete', { undoUntil }, { now: at(10) })).toMatchObject({
      code: 'noLongerNeeded',
    });
    life.must('signup-1', 'complete', { undoUntil }, { now: at(30) });
    expect(life.command('signup-1', 'complete', { undoUntil }, { now: at(31) })).toMatchObject({
      code: 'noLongerNeeded',
    });
    expect(life.state('customer-1')).toMatchObject({
      stage: 'active',
      name: 'Lakshmi Rao',
      signupId: 1,
      phones: [{ phone: '5550001234' }],
    });
    expect(life.state('patient-1')).toMatchObject({ stage: 'enrolled', customerId: 1 });
    expect(life.state('unique-customer-phone-5550001234').owner).toBe('customer-1');
    expect(life.command('signup-1', 'undoVerify', {}, { as: 'verifier', now: at(31) })).toMatchObject({
      code: 'undoWindowOver',
      status: 410,
    });
  });
  it('of an undone verification is void', () => {
    const first = verified();
    life.must('signup-1', 'undoVerify', {}, { as: 'verifier', now: at(20) });
    const second = life.must('signup-1', 'verify', {}, { as: 'verifier', now: at(25) }).answer.undoUntil;
    expect(life.command('signup-1', 'complete', { undoUntil: first }, { now: at(60) })).toMatchObject({
      code: 'noLongerNeeded',
    });
    life.must('signup-1', 'complete', { undoUntil: second }, { now: at(60) });
  });
  it('returns the case when the number was taken meanwhile', () => {
    const undoUntil = verified();
    (life.log as any[]).push({
      stream: 'unique-customer-phone-5550001234',
      type: 'KeyReserved',
      data: { owner: 'customer-45' },
    });
    const done = life.must('signup-1', 'complete', { undoUntil }, { now: at(30) });
    expect(done.events.map((event) => event.type)).toEqual(['SignupCompletionFailed', 'QueueItemEntered']);
    expect(life.state('signup-1').stage).toBe('submitted');
  });
  it('never happens for a draft left idle for 14 days', () => {
    draft();
    const { touchedAt } = life.state('signup-1');
    life.must('signup-1', 'save', { paymentRef: 'UPI 7' }, { as: 'agent1', now: at(60) });
    expect(life.command('signup-1', 'abandon', { touchedAt })).toMatchObject({ code: 'noLongerNeeded' });
    life.must('signup-1', 'abandon', { touchedAt: life.state('signup-1').touchedAt });
    expect(life.state('signup-1').stage).toBe('abandoned');
  });
});

it('a document is one’s own upload, or one that the case has', () => {
  life = openLife(streams, {
    ...checkedIn,
    'file-own': { exists: true, by: people['agent1']!.empId },
    'file-theirs': { exists: true, by: 999 },
  });
  const paper = (fileId: string) => ({ ...full.documents[0], fileId });
  const send = (command: 'start' | 'save', ids: readonly string[], as: 'agent1' | 'agent2' = 'agent1') =>
    life.command(
      'signup-1',
      command,
      { ...(command === 'start' ? { pooId: 1 } : {}), documents: ids.map(paper) },
      { as },
    );
  const refused = { code: 'fileNotYours', field: 'documents.1.fileId' };
  expect(send('start', ['own', 'theirs'])).toMatchObject(refused);
  expect(send('start', ['own'])).not.toHaveProperty('refused');
  expect(send('save', ['own', 'theirs'])).toMatchObject(refused);
  expect(send('save', ['own'], 'agent2')).not.toHaveProperty('refused');
});

describe('the documents are handed to the customer', () => {
  const kinds = ['identity', 'prescription', 'address', 'identity'];
  const documents = kinds.map((kind, n) => ({
    fileId: `f${n}`,
    kind,
    name: `${kind}.png`,
    mime: 'image/png',
  }));
  /** Who verified each document, as handed to the customer, given this tick of the prescription. */
  function emitted(papers: readonly object[], tick: object = {}): unknown[] {
    submitted({ documents: papers });
    life.must(item, 'claim', {}, { as: 'verifier' });
    life.must('signup-1', 'beginVerification', {}, { as: 'verifier' });
    life.must(
      'signup-1',
      'verifyOtp',
      { code: '123456' },
      { as: 'verifier', prepared: prepared['signup/verifyOtp'] },
    );
    items.forEach((one, n) => {
      life.must(
        'signup-1',
        'tickChecklist',
        { item: one, ...(one === 'prescriptionPresent' ? tick : {}) },
        { as: 'verifier', now: at(n) },
      );
    });
    const { undoUntil } = life.must('signup-1', 'verify', {}, { as: 'verifier', now: at(9) }).answer;
    const { customerId } = life.must('signup-1', 'complete', { undoUntil }, { now: at(60) }).answer;
    return life.state(`customer-${customerId as number}`).documents.map(({ checked }: any) => checked);
  }
  const by = (seconds: number) => ({
    empId: 103,
    name: 'Kiran Joseph',
    at: new Date(at(seconds)).toISOString(),
    accepted: true,
    reason: null,
  });

  it('with verifier and time, for kinds on the checklist', () => {
    expect(emitted(documents)).toEqual([by(0), by(3), null, by(0)]);
  });
  it('without a waived prescription', () => {
    expect(emitted(documents, { waiver: 'Is brought to the first visit' })).toEqual([
      by(0),
      null,
      null,
      by(0),
    ]);
  });
});

describe('revealing', () => {
  it('returns the values to the caller and audits the access', () => {
    submitted();
    const done = life.must('signup-1', 'reveal', {}, { as: 'verifier' });
    expect(done.answer).toMatchObject({ phone: '5550001234', addressLine: '12, 4th Cross, 9th Block' });
    expect(done.events).toMatchObject([
      { stream: 'audit-signup-1', type: 'PersonalDataViewed', actor: { empId: 103 } },
    ]);
    expect(life.command('signup-1', 'reveal', {}, { as: 'doctor' })).toMatchObject({ code: 'forbidden' });
    expect(life.command('signup-1', 'reveal', {}, { as: { ...people.mysuru!, poos: [3] } })).toMatchObject({
      code: 'notFound',
    });
  });
});

describe('an outside message', () => {
  const message = (version: number, more: object = {}) => ({
    version,
    modifiedAt: `2026-11-18T05:00:0${version}.000Z`,
    pooId: 1,
    submittedAt: '2026-11-18T04:59:00.000Z',
    ...full,
    ...more,
  });
  const receive = (input: object) => life.must('signup-1', 'receive', input, { as: 'customer' });
  it('creates a queued case with one event', () => {
    const done = receive(message(1, { status: 'submitted', submittedBy: 101 }));
    expect(done.events.map((event) => event.type)).toEqual(['SignupSubmitted', 'QueueItemEntered']);
    expect(life.state('signup-1')).toMatchObject({
      stage: 'submitted',
      submittedBy: { empId: 101, name: 'Ravi Kulkarni' },
    });
    expect(life.command('signup-new', 'receive', message(1), { as: 'agent1' })).toMatchObject({
      code: 'forbidden',
    });
  });
  it('never moves a case back, whatever the sequence of arrival', () => {
    const messages = [
      message(1, { status: 'draft' }),
      message(2, { status: 'submitted' }),
      message(3, {
        status: 'submitted',
        applicant: { ...full.applicant, name: 'Lakshmi R' },
        otpVerified: true,
      }),
    ];
    const ends = [
      [0, 1, 2],
      [2, 1, 0],
      [1, 2, 0],
      [0, 2, 1],
      [2, 2, 1],
    ].map((arrival) => {
      life = openLife(streams, checkedIn);
      for (const at of arrival) receive(messages[at]!);
      const { stage, record, firstSubmittedAt, ticks, source } = life.state('signup-1');
      return { stage, record, firstSubmittedAt, ticks, source, entered: life.state(item).face.enteredAt };
    });
    for (const end of ends) expect(end).toEqual(ends[0]);
    expect(receive(message(2, { status: 'rejected' })).events).toEqual([]);
  });
  it('does not take a case from its verifier, unless it ended outside', () => {
    receive(message(1, { status: 'submitted' }));
    life.must(item, 'claim', {}, { as: 'verifier' });
    life.must('signup-1', 'beginVerification', {}, { as: 'verifier' });
    receive(message(2, { status: 'submitted', paymentRef: 'UPI 9' }));
    expect(life.state('signup-1').stage).toBe('inVerification');
    receive(message(3, { status: 'rejected', reason: 'withdrawn by the family' }));
    expect(life.state('signup-1').stage).toBe('rejected');
    expect(life.state(item)).toMatchObject({ stage: 'removed', lease: null });
    expect(life.state('agentwork-103').items).toEqual({});
  });
  it('given values that our forms would refuse, when the source reports them, then they are accepted and shown as faults', () => {
    const told = {
      applicant: { ...full.applicant, name: 'Lakshmi 2' },
      address: { ...full.address, pincode: '5600' },
    };
    receive(message(6, told));
    const { record } = life.state('signup-1');
    expect(record.applicant.name).toBe('Lakshmi 2');
    expect(faultsOf(record)).toEqual([
      { field: 'applicant.name', code: 'badFormat' },
      { field: 'address.pincode', code: 'badFormat' },
    ]);
    receive(message(7, { applicant: full.applicant, address: full.address }));
    expect(faultsOf(life.state('signup-1').record)).toEqual([]);
    expect(
      life.command(
        'signup-1',
        'receive',
        message(8, { applicant: { ...full.applicant, name: 'x'.repeat(500) } }),
        {
          as: 'customer',
        },
      ),
    ).toMatchObject({ refused: true });
  });
  it('takes phones by their digits, and nothing else for one', () => {
    for (const field of ['phone', 'altPhone'])
      for (const text of ['not a phone', '9.19877E+11'])
        expect(
          life.command(
            'signup-1',
            'receive',
            message(1, { applicant: { ...full.applicant, [field]: text } }),
            { as: 'customer' },
          ),
        ).toMatchObject({ code: 'phoneNotNumeric', field: `applicant.${field}` });
    receive(message(1, { applicant: { ...full.applicant, altPhone: '+91 55501-40309' } }));
    expect(life.state('signup-1').record.applicant.altPhone).toBe('5550140309');
  });
  it('without a known campaign is refused', () => {
    const heart = { ...nothing('campaign-4'), exists: true, iStatus: 0 as const };
    life = openLife(streams, {
      ...checkedIn,
      'master-campaign-4': heart,
      'master-campaign-5': nothing('campaign-5'),
    });
    const of = (campaignId: number) =>
      life.command('signup-1', 'receive', message(1, { campaignId }), { as: 'customer' });
    expect(of(5)).toMatchObject({ code: 'notInList', field: 'campaignId' });
    expect(of(4)).not.toHaveProperty('refused');
  });
  it('without a known place is refused', () => {
    expect(life.command('signup-1', 'receive', message(1, { pooId: 77 }), { as: 'customer' })).toMatchObject({
      code: 'notInList',
      field: 'pooId',
    });
    expect(
      life.command(
        'signup-1',
        'receive',
        { version: 1, modifiedAt: '2026-11-18T05:00:00.000Z' },
        { as: 'customer' },
      ),
    ).toMatchObject({
      code: 'required',
      field: 'pooId',
    });
  });
});

it('plays its story to the end', () => {
  const emitted = playStory(streams, signup.story!, { prepared });
  expect(emitted.state('signup-1').stage).toBe('verified');
  expect(emitted.log.filter((event) => event.type === 'SignupItemVerified')).toHaveLength(5);
});
it('translates each of its events', () => {
  for (const event of playStory(streams, signup.story!, { prepared }).log) {
    const def = streams.find((one) => one.name === event.stream.split('-')[0])!;
    expect(def.translations.en[event.type], event.type).toBeTypeOf('string');
    expect(def.translations.es[event.type], event.type).toBeTypeOf('string');
  }
});
