import { describe, expect, it } from 'vitest';
import type { Life } from '#tests/kit/life.ts';
import { openLife, people, wednesday } from '#tests/kit/life.ts';
import { queueitem } from '../../calls/queueitem/queueitem.ts';
import { agentwork } from '../../calls/agentwork.ts';
import { unique } from '../../core/unique.ts';
import { prescription } from '../prescription/prescription.ts';
import { uploadRight } from './access.ts';
import { prescriptionUploadSession } from './session.ts';
import { uploadSteps } from './upload.machine.ts';

const right = (...names: readonly Parameters<typeof uploadRight>[0][]) => new Set(names.map(uploadRight));
const digi = { ...people.agent1!, rights: right('view', 'create', 'edit') };
const lead = { ...people.lead!, rights: right('view', 'edit', 'approve') };
const sha = (letter: string): string => letter.repeat(64);
const session = 'prescriptionuploadsession-1';
const minute = 60_000;
const fixed = {
  'patient-7': {
    id: '7',
    stage: 'enrolled',
    name: 'Lakshmi Rao',
    customerId: 3,
    pooId: 1,
    dob: '1961-04-02',
    gender: 'female',
  },
  'customer-3': {
    id: '3',
    stage: 'active',
    language: 'kn',
    phones: [{ phone: '5550001234', verifiedAt: null, primary: true }],
    exitedOn: null,
    mergedInto: null,
  },
};

function opened(more: Readonly<Record<string, unknown>> = {}): Life {
  const life = openLife([prescriptionUploadSession, prescription, queueitem, agentwork, unique], {
    ...fixed,
    ...more,
  });
  life.must(
    'prescriptionuploadsession-new',
    'open',
    { patientId: 7, customerId: 3, channel: 'agent' },
    { as: digi },
  );
  return life;
}
const kept = (fileId: string, letter: string) => ({
  fileId,
  name: `${fileId}.jpg`,
  mime: 'image/jpeg',
  sha256: sha(letter),
  bytes: 1_000,
  ours: true,
});
const add = (
  life: Life,
  fileId: string,
  letter: string,
  more: object = {},
  prepared: object | undefined = kept(fileId, letter),
) => life.command(session, 'addFile', { fileId, sha256: sha(letter), ...more }, { as: digi, prepared });
function verified(): Life {
  const life = opened();
  add(life, 'f1', 'a');
  life.must(session, 'generateOtp', {}, { as: digi, prepared: { sendId: 's1', n: 1 } });
  life.must(session, 'verifyOtp', { code: '123456' }, { as: digi, prepared: { ok: true, sendId: 's1' } });
  return life;
}

describe('an upload session', () => {
  it('is opened for a patient of an active customer in one’s own place', () => {
    const life = opened();
    expect(life.state(session)).toMatchObject({
      stage: 'open',
      opened: { ref: 'UP-000001', patientName: 'Lakshmi Rao', phoneMasked: '••••••1234', pooId: 1 },
    });
    expect(JSON.stringify(life.log)).not.toContain('5550001234');
  });
  it.each([
    [{ 'customer-3': { ...fixed['customer-3'], stage: 'exited', exitedOn: '2026-10-01' } }, 'customerExited'],
    [{ 'patient-7': { ...fixed['patient-7'], pooId: 3 } }, 'notInList'],
    [{ 'patient-7': { ...fixed['patient-7'], customerId: 4 } }, 'notInList'],
  ])('is refused for %j', (more, code) => {
    const life = openLife([prescriptionUploadSession], { ...fixed, ...more });
    expect(
      life.command(
        'prescriptionuploadsession-new',
        'open',
        { patientId: 7, customerId: 3, channel: 'agent' },
        { as: digi },
      ),
    ).toMatchObject({ code });
  });
  it('accepts files uploaded for it, each once, at most ten', () => {
    const life = opened();
    expect(add(life, 'f1', 'a', {}, { ...kept('f1', 'a'), ours: false })).toMatchObject({
      code: 'fileNotBrought',
    });
    expect(add(life, 'f1', 'a')).not.toHaveProperty('refused');
    expect(add(life, 'f1', 'a')).toMatchObject({ code: 'pageTwice', status: 409 });
    for (const n of 'bcdefghij') expect(add(life, `f${n}`, n)).not.toHaveProperty('refused');
    expect(add(life, 'f11', '1')).toMatchObject({ code: 'filesFull', details: { most: 10 } });
  });
  it('keeps the rotation and the sorting of pages', () => {
    const life = opened();
    add(life, 'f1', 'a');
    add(life, 'f2', 'b');
    life.must(session, 'turnFile', { fileId: 'f2', rotation: 90 }, { as: digi });
    life.must(session, 'orderFiles', { fileIds: ['f2', 'f1'] }, { as: digi });
    expect(life.state(session).files).toMatchObject([
      { fileId: 'f2', rotation: 90 },
      { fileId: 'f1', rotation: 0 },
    ]);
    expect(life.command(session, 'orderFiles', { fileIds: ['f2'] }, { as: digi })).toMatchObject({
      code: 'fileNotBrought',
    });
    life.must(session, 'removeFile', { fileId: 'f1' }, { as: digi });
    expect(life.state(session).files).toHaveLength(1);
  });
  it('names the prescription with the same image, and accepts it for another patient only when confirmed', () => {
    const life = opened();
    const seen = (owner: string) =>
      (life.log as any[]).push({
        stream: `unique-prescription-file-${sha('a')}`,
        type: 'KeyReserved',
        data: { owner },
      });
    seen('prescription-501|7|2026-11-10');
    expect(add(life, 'f1', 'a', { anyway: true })).toMatchObject({
      code: 'fileDuplicate',
      status: 409,
      details: { ref: 'RX-000501', date: '10-11-2026' },
    });
    seen('prescription-501|8|2026-11-10');
    expect(add(life, 'f1', 'a')).toMatchObject({ code: 'fileOfAnother' });
    expect(add(life, 'f1', 'a', { anyway: true })).not.toHaveProperty('refused');
    expect(life.state(session).files[0]).toMatchObject({ sameAs: 'RX-000501' });
  });
  it('expires after a day, and then accepts nothing', () => {
    const life = opened();
    const late = wednesday + 24 * 60 * minute;
    expect(life.command(session, 'expire', {}, { now: late - 1 })).toMatchObject({ code: 'noLongerNeeded' });
    expect(
      life.command(session, 'generateOtp', {}, { as: digi, now: late, prepared: { sendId: 's' } }),
    ).toMatchObject({ code: 'sessionExpired', status: 410 });
    life.must(session, 'expire', {}, { now: late });
    expect(life.state(session).stage).toBe('expired');
  });
});

describe('the code', () => {
  it('is sent to the customer’s number, and verifies them', () => {
    const life = verified();
    expect(life.state(session)).toMatchObject({
      stage: 'verified',
      consent: { how: 'code', version: '2026-02' },
    });
    expect(JSON.stringify(life.log)).not.toContain('123456');
  });
  it('counts wrong attempts visibly for everybody, and locks at the fifth', () => {
    const life = opened();
    life.must(session, 'generateOtp', {}, { as: digi, prepared: { sendId: 's1', n: 1 } });
    const wrong = life.must(
      session,
      'verifyOtp',
      { code: '000000' },
      { as: digi, prepared: { ok: false, left: 4 } },
    );
    expect(wrong.answer).toEqual({ verified: false, left: 4, expired: false });
    expect(life.state(session).otp).toMatchObject({ left: 4 });
    const until = wednesday + 30 * minute;
    life.must(
      session,
      'verifyOtp',
      { code: '000000' },
      { as: digi, prepared: { ok: false, lockedUntil: until } },
    );
    expect(life.state(session)).toMatchObject({
      stage: 'locked',
      lockedUntil: new Date(until).toISOString(),
    });
    expect(life.command(session, 'generateOtp', {}, { as: digi, prepared: { sendId: 's2' } })).toMatchObject({
      code: 'otpLocked',
      status: 429,
      details: { at: '11:00' },
    });
    expect(
      life.command(session, 'unlock', { until: new Date(until).toISOString() }, { now: until - 1 }),
    ).toMatchObject({ code: 'noLongerNeeded' });
    life.must(session, 'unlock', { until: new Date(until).toISOString() }, { now: until });
    expect(life.state(session)).toMatchObject({ stage: 'open', otp: null });
  });
  it('is waived by a team lead with a reason, never by the person who opened the session', () => {
    const life = opened();
    expect(
      life.command(session, 'waiveOtp', { reason: 'phone is broken, known for years' }, { as: digi }),
    ).toMatchObject({ code: 'forbidden' });
    const own = { ...digi, rights: right('create', 'edit', 'approve') };
    expect(
      life.command(session, 'waiveOtp', { reason: 'phone is broken, known for years' }, { as: own }),
    ).toMatchObject({ code: 'waiverIsOwn', status: 403 });
    life.must(session, 'waiveOtp', { reason: 'phone is broken, known for years' }, { as: lead });
    expect(life.state(session)).toMatchObject({
      stage: 'verified',
      waiver: { by: { empId: 131 } },
      consent: { how: 'waived' },
    });
  });
});

describe('the link for a phone', () => {
  it('opens once within a quarter of an hour, and a new link ends the one before', () => {
    const life = opened();
    life.must(session, 'makeLink', { linkId: 'one' });
    life.must(session, 'makeLink', { linkId: 'two' });
    expect(life.command(session, 'openLink', { linkId: 'one' })).toMatchObject({
      code: 'linkUsed',
      status: 410,
    });
    expect(
      life.command(session, 'openLink', { linkId: 'two' }, { now: wednesday + 15 * minute }),
    ).toMatchObject({ code: 'linkUsed' });
    life.must(session, 'openLink', { linkId: 'two' });
    expect(life.command(session, 'openLink', { linkId: 'two' })).toMatchObject({ code: 'linkUsed' });
  });
  it('ends with the consent of the person at the phone, once a page has arrived', () => {
    const life = opened();
    life.must(session, 'makeLink', { linkId: 'one' });
    life.must(session, 'openLink', { linkId: 'one' });
    expect(life.command(session, 'endLink', { linkId: 'one', agreed: true })).toMatchObject({
      code: 'noFiles',
    });
    life.must(
      session,
      'addFile',
      { fileId: 'f1', sha256: sha('a'), via: 'phone' },
      { prepared: kept('f1', 'a') },
    );
    expect(life.command(session, 'endLink', { linkId: 'one', agreed: false })).toMatchObject({
      code: 'consentMissing',
    });
    life.must(session, 'endLink', { linkId: 'one', agreed: true });
    expect(life.state(session)).toMatchObject({ consent: { how: 'phone' }, files: [{ via: 'phone' }] });
  });
});

describe('handing over', () => {
  const submit = (life: Life, documents: readonly object[]) =>
    life.command(session, 'submit', { documents }, { as: digi });
  it('waits for the code', () => {
    const life = opened();
    add(life, 'f1', 'a');
    expect(submit(life, [{ fileIds: ['f1'], caseType: 'acute' }])).toMatchObject({
      code: 'wrongStage',
      status: 409,
    });
  });
  it('makes one prescription of each document in the same commit, and enters it at the entry desk', () => {
    const life = verified();
    add(life, 'f2', 'b');
    expect(submit(life, [{ fileIds: ['f1'], caseType: 'acute' }])).toMatchObject({
      code: 'filesLeft',
      details: { n: 1 },
    });
    expect(submit(life, [{ fileIds: ['f1', 'f1'], caseType: 'acute' }])).toMatchObject({
      code: 'fileNotBrought',
    });
    submit(life, [
      { fileIds: ['f1'], caseType: 'acute' },
      { fileIds: ['f2'], caseType: 'chronic' },
    ]);
    expect(life.state(session)).toMatchObject({ stage: 'submitted', prescriptionIds: [1, 2] });
    expect(life.state('prescription-2')).toMatchObject({
      stage: 'pending',
      isDigFlag: 0,
      received: { patientName: 'Lakshmi Rao', caseType: 'chronic', consent: { how: 'code' } },
    });
    expect(life.state('queueitem-pdList-1')).toMatchObject({
      stage: 'waiting',
      face: { entity: 'pdList', lease: { group: 'digitization', limit: 3 } },
    });
    expect(life.state(`unique-prescription-file-${sha('b')}`).owner).toBe('prescription-2|7|2026-11-18');
    expect(submit(life, [{ fileIds: ['f1'], caseType: 'acute' }])).toMatchObject({ code: 'wrongStage' });
  });
  it('is refused for an image that became a prescription since it was added', () => {
    const life = verified();
    const taken = (owner: string) =>
      (life.log as any[]).push({
        stream: `unique-prescription-file-${sha('a')}`,
        type: 'KeyReserved',
        data: { owner },
      });
    taken('prescription-501|7|2026-11-18');
    const all = [{ fileIds: ['f1'], caseType: 'acute' }];
    expect(submit(life, all)).toMatchObject({
      ...{ code: 'fileDuplicate', status: 409, field: 'documents' },
      details: { ref: 'RX-000501', date: '18-11-2026' },
    });
    taken('prescription-501|8|2026-11-18');
    expect(submit(life, all)).toMatchObject({ code: 'fileOfAnother' });
    life.must(session, 'removeFile', { fileId: 'f1' }, { as: digi });
    add(life, 'f1', 'a', { anyway: true });
    expect(submit(life, all)).not.toHaveProperty('refused');
    expect(life.state(`unique-prescription-file-${sha('a')}`).owner).toBe('prescription-501|8|2026-11-18');
  });
});

describe('the machine and the events', () => {
  it('agree on every stage that a session goes through', () => {
    expect(uploadSteps.next('none', 'OPEN')).toBe('open');
    expect(uploadSteps.next('otpSent', 'LOCK')).toBe('locked');
    expect(uploadSteps.next('open', 'SUBMIT')).toBeNull();
    expect(uploadSteps.next('submitted', 'FILE')).toBeNull();
  });
});
