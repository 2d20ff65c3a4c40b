import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import { blankable, date, note, oneOf, text } from '../../../core/fields.ts';
import { masterId, uploadId } from '../../../core/record-id.ts';

/** Everything that a patient's history holds, kind by kind. Values of medical meaning are those of FHIR R4. */

export const historyKinds = [
  'diagnosis',
  'pastDiagnosis',
  'allergy',
  'surgery',
  'family',
  'doctorVisit',
  'hopi',
  'imaging',
  'otherTest',
  'adherence',
  'observation',
  'lifestyle',
] as const;
export type HistoryKind = (typeof historyKinds)[number];

export const conditionStatuses = [
  'active',
  'recurrence',
  'relapse',
  'inactive',
  'remission',
  'resolved',
] as const;
export const conditionVerifications = [
  'unconfirmed',
  'provisional',
  'differential',
  'confirmed',
  'refuted',
] as const;
export const allergyStatuses = ['active', 'inactive', 'resolved'] as const;
export const allergyVerifications = ['unconfirmed', 'presumed', 'confirmed', 'refuted'] as const;
export const criticalities = ['low', 'high', 'unableToAssess'] as const;
export const reactionSeverities = ['mild', 'moderate', 'severe'] as const;
/** 1 drug, 2 food, 3 other. */
export const allergyTypeIds = [1, 2, 3] as const;
export const lifestyleTopics = ['smoking', 'alcohol', 'diet', 'exercise', 'sleep', 'other'] as const;

/** A year, a month or a day: history is often known no better. */
const partialDate = texts.code(/^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/, { error: 'badFormat' });
const fileIds = z.array(uploadId()).max(10, 'tooManyItems').default([]);

/** The uploaded files that an item names. */
export const filesOf = (item: HistoryItem): readonly string[] => ('fileIds' in item ? item.fileIds : []);

const condition = {
  diagnosisId: masterId('diagnosis'),
  verificationStatus: oneOf(conditionVerifications),
  severityId: blankable(masterId('severity')),
  notedBy: blankable(text(100)),
};

export const shapes = {
  diagnosis: z.object({
    kind: z.literal('diagnosis'),
    ...condition,
    clinicalStatus: oneOf(conditionStatuses),
    onsetDate: blankable(partialDate),
    abatementDate: blankable(partialDate),
  }),
  pastDiagnosis: z.object({
    kind: z.literal('pastDiagnosis'),
    ...condition,
    clinicalStatus: oneOf(['resolved', 'inactive']),
    onsetDate: blankable(partialDate),
    abatementDate: blankable(partialDate),
  }),
  allergy: z.object({
    kind: z.literal('allergy'),
    /** No known allergies is a statement of its own. */
    none: z.boolean().default(false),
    iAllergyTypeId: blankable(z.int('allergyTypeInvalid')),
    allergyId: blankable(masterId('allergy')),
    type: blankable(oneOf(['allergy', 'intolerance'])),
    clinicalStatus: oneOf(allergyStatuses),
    verificationStatus: oneOf(allergyVerifications),
    criticality: blankable(oneOf(criticalities)),
    reactions: z
      .array(
        z.object({
          manifestation: text(80),
          severity: oneOf(reactionSeverities),
          date: blankable(partialDate),
        }),
      )
      .max(10, 'tooManyItems')
      .default([]),
    lastOccurrence: blankable(partialDate),
  }),
  surgery: z.object({
    kind: z.literal('surgery'),
    name: text(120),
    date: partialDate,
    hospitalId: blankable(masterId('hospital')),
    outcome: blankable(text(200)),
    complication: blankable(text(200)),
  }),
  family: z.object({
    kind: z.literal('family'),
    relation: oneOf(['mother', 'father', 'sibling', 'child', 'grandparent', 'other']),
    diagnosisId: masterId('diagnosis'),
    ageOfOnset: blankable(z.int('badFormat').min(0, 'ageInvalid').max(120, 'ageInvalid')),
    deceased: z.boolean().default(false),
  }),
  doctorVisit: z.object({
    kind: z.literal('doctorVisit'),
    doctorId: masterId('doctor'),
    visitDate: date(),
    advice: note(1_000),
    nextDate: blankable(date()),
    treating: z.boolean().default(false),
  }),
  hopi: z.object({
    kind: z.literal('hopi'),
    complaint: note(4_000),
    onset: blankable(text(80)),
    duration: blankable(text(80)),
    character: blankable(text(200)),
    aggravating: blankable(text(200)),
    relieving: blankable(text(200)),
  }),
  imaging: z.object({
    kind: z.literal('imaging'),
    name: text(120),
    date: partialDate,
    finding: note(4_000),
    fileIds,
  }),
  otherTest: z.object({
    kind: z.literal('otherTest'),
    name: text(120),
    date: partialDate,
    finding: note(4_000),
    fileIds,
  }),
  adherence: z.object({
    kind: z.literal('adherence'),
    medicine: text(120),
    month: texts.month(),
    due: z.int('badFormat').min(1, 'badFormat').max(500, 'badFormat'),
    taken: z.int('badFormat').min(0, 'badFormat').max(500, 'badFormat'),
    reason: blankable(text(200)),
  }),
  observation: z.object({
    kind: z.literal('observation'),
    text: note(2_000),
    severity: oneOf(['normal', 'watch', 'serious']),
    /** The observation that this one puts right: `phx-observation-3`. */
    refersTo: blankable(text(60)),
  }),
  lifestyle: z.object({ kind: z.literal('lifestyle'), topic: oneOf(lifestyleTopics), text: note(500) }),
} as const;

export type HistoryItem = { readonly [K in HistoryKind]: z.output<(typeof shapes)[K]> }[HistoryKind];

export const historyItem = z.discriminatedUnion('kind', [
  shapes.diagnosis,
  shapes.pastDiagnosis,
  shapes.allergy,
  shapes.surgery,
  shapes.family,
  shapes.doctorVisit,
  shapes.hopi,
  shapes.imaging,
  shapes.otherTest,
  shapes.adherence,
  shapes.observation,
  shapes.lifestyle,
]);

/** The master records that an item names: kind of master and number, by the field. */
export function namedMasters(
  item: HistoryItem,
): readonly { readonly field: string; readonly kind: string; readonly id: number }[] {
  const named: Record<string, readonly [string, number | null]> = {};
  if ('diagnosisId' in item) named['diagnosisId'] = ['diagnosis', item.diagnosisId];
  if ('severityId' in item) named['severityId'] = ['severity', item.severityId];
  if (item.kind === 'allergy') named['allergyId'] = ['allergy', item.allergyId];
  if (item.kind === 'surgery') named['hospitalId'] = ['hospital', item.hospitalId];
  if (item.kind === 'doctorVisit') named['doctorId'] = ['doctor', item.doctorId];
  return Object.entries(named).flatMap(([field, [kind, number]]) =>
    number === null ? [] : [{ field, kind, id: number }],
  );
}

/** Whether it holds now: what decisions elsewhere count. */
export function isActiveItem(item: HistoryItem): boolean {
  switch (item.kind) {
    case 'diagnosis':
      return (
        ['active', 'recurrence', 'relapse'].includes(item.clinicalStatus) &&
        item.verificationStatus !== 'refuted'
      );
    case 'allergy':
      return item.clinicalStatus === 'active' && item.verificationStatus !== 'refuted';
    case 'doctorVisit':
      return item.treating;
    default:
      return true;
  }
}

/** What makes two items the same; null where any number may stand beside each other. */
export function itemKey(item: HistoryItem): string | null {
  switch (item.kind) {
    case 'diagnosis':
      return `diagnosis:${item.diagnosisId}`;
    case 'allergy':
      return item.none ? 'none' : `allergy:${item.allergyId}`;
    case 'adherence':
      return `adherence:${item.month}:${item.medicine.toLowerCase()}`;
    default:
      return null;
  }
}
