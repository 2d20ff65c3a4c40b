import { describe, expect, it } from 'vitest';
import type { StoredEvent } from '../core/event.ts';
import { careChangesView } from './care-changes.ts';

const event = (stream: string, type: string, data: object): StoredEvent => ({
  ...{ position: 515, stream, version: 3, id: 'e', type, at: '2026-11-18T05:00:00.000Z', data },
  ...{ actor: { kind: 'person', empId: 111, name: 'Meera', sessionId: null }, correlationId: 'c' },
});
const changed = (stream: string, type: string, data: object = {}) => {
  const found = event(stream, type, data);
  return careChangesView.ids(found).map((id) => careChangesView.row(undefined, found, id));
};

describe('changes of care', () => {
  it('name the patient of a record', () => {
    expect(changed('vital-9', 'VitalsRecorded', { patientId: 204, pooId: 1 })).toMatchObject([
      { id: '3', patientId: 204, what: 'vital', position: 515, pooId: 1 },
    ]);
  });
  it.each([
    'PatientCareStarted',
    'PatientCareTierChanged',
    'PatientPutOnHold',
    'PatientResumed',
    'PatientDischarged',
    'PatientMarkedDeceased',
    'PatientDeceasedMarkCorrected',
    'PatientRangeOverridden',
    'PatientRangeReset',
  ])('name the patient themselves: %s', (type) => {
    expect(changed('patient-204', type)).toMatchObject([{ patientId: 204, what: 'patient' }]);
  });
  it('leave out what no screen of care shows of a patient', () => {
    expect(changed('patient-204', 'PatientEnrolled', { name: 'Lakshmi Rao' })).toEqual([]);
  });
});
