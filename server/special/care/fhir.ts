import { reference } from '#shared/core/reference.ts';
import type { AssessmentState } from '#shared/streams/care/cccase/assessment.ts';
import type { CareCaseState } from '#shared/streams/care/cccase/state.ts';
import { sections } from '#shared/streams/care/cccase/sections.ts';
import type { HistoryState } from '#shared/streams/care/history/phx.ts';
import type { LabReportState } from '#shared/streams/care/lab/labreport-state.ts';
import type { Kept, ValueRow } from '#shared/streams/care/wire.ts';
import type { PatientState } from '#shared/streams/customers/patient.ts';
import type { PatientMedicine } from '#shared/feeds/medicines.ts';
import { doseText } from '#shared/streams/prescriptions/prescription/dose.ts';

/** A FHIR R4 resource as JSON. */
export type Resource = Readonly<Record<string, unknown>> & {
  readonly resourceType: string;
  readonly id: string;
};
export interface FhirBundle extends Resource {
  readonly resourceType: 'Bundle';
  readonly entry: readonly { readonly fullUrl: string; readonly resource: Resource }[];
}

/** The content of a patient's bundle. */
export interface PatientRecord {
  readonly patientId: number;
  readonly patient: PatientState;
  readonly history: readonly Kept<HistoryState>[];
  readonly values: readonly ValueRow[];
  readonly reports: readonly Kept<LabReportState>[];
  readonly medicines: readonly PatientMedicine[];
  readonly cases: readonly Kept<CareCaseState>[];
  readonly assessments: readonly Kept<AssessmentState>[];
}

const hl7 = 'http://terminology.hl7.org/CodeSystem';
const loinc = 'http://loinc.org';
const ucum = 'http://unitsofmeasure.org';
const atc = 'http://www.whocc.no/atc';

const coded = (system: string, code: string) => ({ coding: [{ system: `${hl7}/${system}`, code }] });
const dashed = (name: string): string => name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
/** Omits unknown values: FHIR has no null. */
const known = (fields: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined));
const resource = (resourceType: string, id: string, fields: Readonly<Record<string, unknown>>): Resource => ({
  resourceType,
  id,
  ...known(fields),
});

const genders: Readonly<Record<string, string>> = { male: 'male', female: 'female', other: 'other' };
const abated: ReadonlySet<string> = new Set(['inactive', 'resolved', 'remission']);
const categories: Readonly<Record<number, string>> = { 1: 'medication', 2: 'food', 3: 'environment' };

function patientOf({ patientId, patient }: PatientRecord, id: string): Resource {
  return resource('Patient', id, {
    identifier: [{ value: reference('PT', patientId) }],
    name: [{ text: patient.name }],
    gender: patient.gender === null ? 'unknown' : (genders[patient.gender] ?? 'other'),
    birthDate: patient.dob,
    // The day of a call that reported it is not the day of death.
    ...(patient.deceasedCallId == null ? { deceasedDateTime: patient.diedOn } : { deceasedBoolean: true }),
  });
}

/** Diagnoses and allergies; a statement that was a mistake stays, marked as one. */
function historyOf({ id, state }: Kept<HistoryState>, subject: object): readonly Resource[] {
  const { item, name, status, at } = state;
  const wrong = status === 'enteredInError';
  if (item?.kind === 'diagnosis' || item?.kind === 'pastDiagnosis')
    return [
      resource('Condition', `condition-${id}`, {
        ...(wrong ? {} : { clinicalStatus: coded('condition-clinical', item.clinicalStatus) }),
        verificationStatus: coded(
          'condition-ver-status',
          wrong ? 'entered-in-error' : item.verificationStatus,
        ),
        category: [coded('condition-category', 'problem-list-item')],
        code: { text: name },
        subject,
        onsetDateTime: item.onsetDate,
        abatementDateTime: wrong || abated.has(item.clinicalStatus) ? item.abatementDate : null,
        recordedDate: at,
      }),
    ];
  if (item?.kind === 'allergy')
    return [
      resource('AllergyIntolerance', `allergy-${id}`, {
        ...(wrong ? {} : { clinicalStatus: coded('allergyintolerance-clinical', item.clinicalStatus) }),
        verificationStatus: coded(
          'allergyintolerance-verification',
          wrong ? 'entered-in-error' : item.verificationStatus,
        ),
        type: item.type,
        category: item.iAllergyTypeId === null ? null : [categories[item.iAllergyTypeId] ?? 'environment'],
        criticality: item.criticality === null ? null : dashed(item.criticality),
        code: item.none
          ? {
              coding: [{ system: 'http://snomed.info/sct', code: '716186003', display: 'No known allergy' }],
              text: 'No known allergy',
            }
          : { text: name },
        patient: subject,
        recordedDate: at,
        lastOccurrence: item.lastOccurrence,
        reaction:
          item.reactions.length === 0
            ? null
            : item.reactions.map(({ manifestation, severity, date }) =>
                known({ manifestation: [{ text: manifestation }], severity, onset: date }),
              ),
      }),
    ];
  return [];
}

const valueId = ({ source, part }: Pick<ValueRow, 'source' | 'part'>): string => `value-${source}-${part}`;

function observationOf(row: ValueRow, subject: object): Resource {
  const { value, text, unit, low, high, source } = row;
  const quantity = (amount: number) => ({ value: amount, unit, system: ucum, code: unit });
  return resource('Observation', valueId(row), {
    status: row.status === 'final' ? 'final' : 'entered-in-error',
    category: [
      {
        coding: [
          {
            system: `${hl7}/observation-category`,
            code: source.startsWith('vital-') ? 'vital-signs' : 'laboratory',
          },
        ],
      },
    ],
    code: { ...(row.loinc ? { coding: [{ system: loinc, code: row.loinc }] } : {}), text: row.name },
    subject,
    effectiveDateTime: row.at,
    ...(value !== null ? { valueQuantity: quantity(value) } : text ? { valueString: text } : {}),
    referenceRange:
      low === null && high === null
        ? null
        : [
            known({
              low: low === null ? null : quantity(low),
              high: high === null ? null : quantity(high),
            }),
          ],
  });
}

function reportOf(
  { id, state }: Kept<LabReportState>,
  values: readonly ValueRow[],
  subject: object,
  urlOf: (type: string, id: string) => string,
): readonly Resource[] {
  const { report, stage } = state;
  if (!report || stage !== 'verified') return [];
  const results = values.filter(({ source }) => source === `labreport-${id}`);
  return [
    resource('DiagnosticReport', `labreport-${id}`, {
      identifier: [{ value: report.reportNo }],
      status: 'final',
      code: { text: report.labName },
      subject,
      effectiveDateTime: report.collectedAt,
      issued: report.reportedAt,
      result:
        results.length === 0
          ? null
          : results.map((row) => ({ reference: urlOf('Observation', valueId(row)) })),
    }),
  ];
}

function medicineOf(one: PatientMedicine, today: string, subject: object): Resource {
  const codes = one.drug.molecules.flatMap((part) => (part.atc ? [{ system: atc, code: part.atc }] : []));
  return resource('MedicationRequest', `rx-${one.prescriptionId}-${one.no}`, {
    identifier: [{ value: one.ref }],
    status: !one.valid ? 'stopped' : one.until < today ? 'completed' : 'active',
    intent: 'order',
    medicationCodeableConcept: {
      ...(codes.length > 0 ? { coding: codes } : {}),
      text: one.drug.name,
    },
    subject,
    authoredOn: one.from,
    dosageInstruction: [{ text: doseText(one.dose) }],
  });
}

function planOf(
  { id, state }: Kept<CareCaseState>,
  assessment: AssessmentState | undefined,
  subject: object,
): readonly Resource[] {
  const { face, stage } = state;
  if (!face) return [];
  const written = sections.flatMap((section) => {
    const text = assessment?.sections[section]?.text;
    return text ? [{ detail: { status: 'completed', description: text } }] : [];
  });
  return [
    resource('CarePlan', `month-${id}`, {
      status: stage === 'closed' ? 'completed' : 'active',
      intent: 'plan',
      title: face.month,
      subject,
      period: { start: `${face.month}-01` },
      activity: written.length === 0 ? null : written,
    }),
  ];
}

/** A patient's record as a FHIR R4 bundle; `urlOf` gives every resource an address of its own. */
export function fhirBundle(
  record: PatientRecord,
  about: {
    readonly today: string;
    readonly at: string;
    readonly urlOf: (type: string, id: string) => string;
  },
): FhirBundle {
  const { today, at, urlOf } = about;
  const patientId = `patient-${record.patientId}`;
  const subject = { reference: urlOf('Patient', patientId) };
  const resources = [
    patientOf(record, patientId),
    ...record.history.flatMap((row) => historyOf(row, subject)),
    ...record.values.map((row) => observationOf(row, subject)),
    ...record.reports.flatMap((row) => reportOf(row, record.values, subject, urlOf)),
    ...record.medicines.map((one) => medicineOf(one, today, subject)),
    ...record.cases.flatMap((row) =>
      planOf(
        row,
        record.assessments.find(({ state }) => state.month === row.state.face?.month)?.state,
        subject,
      ),
    ),
  ];
  return {
    resourceType: 'Bundle',
    id: patientId,
    type: 'collection',
    timestamp: at,
    entry: resources.map((one) => ({ fullUrl: urlOf(one.resourceType, one.id), resource: one })),
  };
}
