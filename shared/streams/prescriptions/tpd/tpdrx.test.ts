import { describe, expect, it } from 'vitest';
import type { Life } from '#tests/kit/life.ts';
import { checkedIn, openLife, people } from '#tests/kit/life.ts';
import { agentwork } from '../../calls/agentwork.ts';
import { queueitem } from '../../calls/queueitem/queueitem.ts';
import { unique } from '../../core/unique.ts';
import { nothing } from '../../masters/state.ts';
import { prescription } from '../prescription/prescription.ts';
import { tpdrx } from './tpdrx.ts';

const digi = {
  ...people.agent1!,
  rights: new Set([
    'Prescription/tpdPrescriptionVarification:create',
    'Prescription/tpdPrescriptionVarification:edit',
  ]),
};
const hospital = { ...nothing('hospital-3'), exists: true, fields: { vName: 'City Hospital', iPooId: 1 } };
const records: Readonly<Record<string, unknown>> = {
  'master-hospital-3': hospital,
  'master-hospital-4': { ...hospital, id: 4, iStatus: 0 },
  'master-hospital-5': nothing('hospital-5'),
  'patient-8': { id: '8', stage: 'none', customerId: null, pooId: null },
  'patient-7': {
    ...{ id: '7', stage: 'enrolled', name: 'Lakshmi Rao', customerId: 3, pooId: 1 },
    ...{ dob: '1961-04-02', gender: 'female' },
  },
  'customer-3': {
    ...{ id: '3', stage: 'active', language: 'kn', exitedOn: null, mergedInto: null },
    phones: [{ phone: '5550001234', verifiedAt: null, primary: true }],
  },
};
const sheet = {
  partner: 'hospital-3',
  partnerRef: 'CH-1',
  patient: 'Lakshmi Rao',
  phone: '5550001234',
  doctor: 'Dr. Kavitha Rao',
  prescribedOn: '2026-11-17',
};
const receive = (life: Life, more: object = {}) =>
  life.command('tpdrx-new', 'receive', { ...sheet, ...more }, { as: digi });
const item = 'queueitem-tpdPrescriptionVarification-1';

/** Received and held by the verifier. */
function taken(more: object = {}): Life {
  const life = openLife(
    [tpdrx, prescription, queueitem, agentwork, unique],
    (stream) => records[stream] ?? checkedIn(stream),
  );
  receive(life, more);
  life.must(item, 'enter', {
    ...{ queue: 'tpdPrescriptionVarification', subject: 'tpdrx-1', ref: 'TP-000001' },
    ...{ group: 'Prescription', entity: 'tpdPrescriptionVarification' },
    lease: { group: 'digitization', limit: 3 },
    ...{ pooId: 1, language: null, priority: 0, enteredAt: '2026-11-18T04:00:00.000Z' },
    ...{ warnAt: null, breachAt: null, escalateAt: null },
  });
  life.must(item, 'claim', {}, { as: digi });
  return life;
}
const match = (life: Life, more: object = {}) =>
  life.command('tpdrx-1', 'match', { patientId: 7, customerId: 3, ...more }, { as: digi });
const page = { fileId: 'f1', name: 'p.pdf', mime: 'application/pdf', sha256: 'a'.repeat(64), rotation: 0 };
const verify = (life: Life, more: object = {}, files: readonly object[] = [page]) =>
  life.command(
    'tpdrx-1',
    'verify',
    { caseType: 'chronic', fileIds: ['f1'], agreed: true, ...more },
    { as: digi, prepared: { files } },
  );
const types = (outcome: ReturnType<Life['command']>) =>
  'events' in outcome ? outcome.events.map(({ type }) => type) : outcome.code;

describe('a prescription of a partner', () => {
  it('is accepted once under the partner’s reference, ignoring case', () => {
    const life = openLife([tpdrx, unique], records);
    expect(types(receive(life))).toEqual(['TpdPrescriptionReceived', 'KeyReserved']);
    expect(receive(life, { partnerRef: 'ch-1' })).toMatchObject({
      code: 'tpdRefSeen',
      field: 'partnerRef',
      details: { ref: 'TP-000001' },
    });
    expect(types(receive(life, { partnerRef: 'CH-2' }))).toHaveLength(2);
  });
  it('is accepted only from an active partner, and dated today at the latest', () => {
    const life = openLife([tpdrx, unique], records);
    expect(receive(life, { partner: 'hospital-4' })).toMatchObject({ code: 'tpdPartnerInactive' });
    expect(receive(life, { partner: 'hospital-5' })).toMatchObject({ code: 'notInList', field: 'partner' });
    expect(receive(life, { prescribedOn: '2026-11-19' })).toMatchObject({ code: 'dateInFuture' });
  });
  it('is matched by its phone number, or by a stated reason', () => {
    expect(match(taken())).toMatchObject({ events: [{ data: { phoneMatch: true, name: 'Lakshmi Rao' } }] });
    const other = taken({ phone: '5550009999' });
    expect(match(other)).toMatchObject({ code: 'tpdNoMatch', field: 'reason' });
    expect(match(other, { reason: 'The number is her son’s' })).toMatchObject({
      events: [{ data: { phoneMatch: false } }],
    });
    expect(match(taken(), { patientId: 8 })).toMatchObject({ code: 'notInList', field: 'patientId' });
  });
  it('is decided by its holder', () => {
    const life = taken();
    const other = { ...digi, empId: 102, name: 'Divya Shenoy' };
    expect(
      life.command('tpdrx-1', 'reject', { reason: 'tooOld', note: 'Of last year' }, { as: other }),
    ).toMatchObject({ code: 'leaseLost' });
  });
  it('becomes a prescription at the entry desk once its patient, pages and consent are there', () => {
    const life = taken();
    expect(verify(life)).toMatchObject({ code: 'tpdNotMatched' });
    match(life);
    expect(verify(life, { agreed: false })).toMatchObject({ code: 'consentMissing' });
    expect(verify(life, {}, [])).toMatchObject({ code: 'fileNotBrought' });
    expect(types(verify(life))).toEqual([
      'TpdPrescriptionVerified',
      'PrescriptionReceived',
      'QueueItemEntered',
      'KeyReserved',
    ]);
    expect(life.state('tpdrx-1')).toMatchObject({ stage: 'verified', prescriptionId: 1 });
    expect(life.state('prescription-1')).toMatchObject({
      received: { source: 'tpd', tpdId: 1, patientId: 7 },
    });
    expect(verify(life)).toMatchObject({ code: 'tpdOver' });
  });
  it('takes no page of another prescription, and one of another patient only when confirmed', () => {
    const life = taken();
    match(life);
    const reserved = (owner: string) =>
      (life.log as any[]).push({
        stream: `unique-prescription-file-${page.sha256}`,
        type: 'KeyReserved',
        data: { owner },
      });
    reserved('prescription-501|7|2026-11-10');
    expect(verify(life, { anyway: true })).toMatchObject({ code: 'fileDuplicate', field: 'fileIds' });
    reserved('prescription-501|8|2026-11-10');
    expect(verify(life)).toMatchObject({ code: 'fileOfAnother', details: { ref: 'RX-000501' } });
    expect(types(verify(life, { anyway: true }))).not.toContain('KeyReserved');
  });
});
