import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import { headOf } from '../../../core/cut.ts';
import { yearOf } from '../../../core/day.ts';
import {
  blankable,
  date,
  dialablePhone,
  email,
  fieldProblems,
  id,
  name,
  note,
  oneOf,
  phone,
  reportedPhone,
  pincode,
  text,
} from '../../../core/fields.ts';
import type { SourceFault } from '../../../core/source-faults.ts';
import { masterId, recordId, uploadId } from '../../../core/record-id.ts';

/**
 * Fields of a sign-up: the strict shapes are validated on submit and by the form's steps; drafts allow
 * blanks.
 */

export const checklistItems = [
  'phoneVerified',
  'identityReadable',
  'addressServiceable',
  'patientComplete',
  'prescriptionPresent',
  'consentsRecorded',
] as const;
export type ChecklistItem = (typeof checklistItems)[number];
export const consentKinds = ['care', 'calling', 'dataProcessing'] as const;
export type ConsentKind = (typeof consentKinds)[number];
export const genders = ['male', 'female', 'other'] as const;
export const relations = ['self', 'spouse', 'parent', 'child', 'sibling', 'other'] as const;
export const documentKinds = ['identity', 'address', 'prescription', 'photo', 'other'] as const;
/** The kinds of document that a check is made against. */
export const evidenceOf: Readonly<Partial<Record<ChecklistItem, readonly (typeof documentKinds)[number][]>>> =
  {
    identityReadable: ['identity'],
    addressServiceable: ['address'],
    prescriptionPresent: ['prescription'],
  };
export const documentTypes = ['image/jpeg', 'image/png', 'application/pdf'] as const;
/** Current version of the consent texts. */
export const consentVersion = '2026-01';
export const consentChannels = ['paper', 'phone', 'app', 'outside'] as const;

const latitude = z.number({ error: 'badFormat' }).min(-90, 'badFormat').max(90, 'badFormat');
const longitude = z.number({ error: 'badFormat' }).min(-180, 'badFormat').max(180, 'badFormat');

export const applicantShape = {
  name: name(100),
  phone: dialablePhone(),
  altPhone: blankable(phone()),
  email: blankable(email()),
  dob: blankable(date()),
  gender: blankable(oneOf(genders)),
  religionId: blankable(masterId('religion')),
  secGrade: blankable(texts.entry({ error: 'badFormat' }).regex(/^[A-E][1-3]$/, 'badFormat')),
  language: texts
    .entry({ error: (issue) => (issue.input == null ? 'required' : 'badFormat') })
    .min(1, 'required')
    .regex(/^[a-z]{2,3}$/, 'notInList'),
};
export const addressShape = {
  line: text(200, 3),
  areaId: blankable(masterId('districtTalukArea')),
  pincode: pincode(),
  lat: blankable(latitude),
  lng: blankable(longitude),
};
export const patientShape = {
  name: name(100),
  relation: oneOf(relations),
  dob: date(),
  gender: oneOf(genders),
  diagnoses: z.array(text(80)).max(10, 'tooManyItems').default([]),
};
const consentShape = {
  given: z.boolean({ error: 'required' }),
  version: text(20),
  channel: oneOf(consentChannels),
};

type Strict<T extends z.ZodRawShape> = { readonly [K in keyof T]: z.output<T[K]> };
type Draft<T extends z.ZodRawShape> = { readonly [K in keyof T]: z.output<T[K]> | null };

/** The same fields, each of which may be blank, for drafts. */
function draftOf<T extends z.ZodRawShape>(shape: T): z.ZodType<Draft<T>> {
  return z.object(
    Object.fromEntries(Object.entries(shape).map(([key, field]) => [key, blankable(field as z.ZodType)])),
  ) as unknown as z.ZodType<Draft<T>>;
}

/** A part of a draft whose fields may be left out: what is not given stays as it is. */
function partOf<T extends z.ZodRawShape>(shape: T): z.ZodType<Partial<Draft<T>>> {
  const fields = Object.entries(shape).map(([key, field]) => [
    key,
    z.preprocess(
      (value) => (typeof value === 'string' && value.trim() === '' ? null : value),
      (field as z.ZodType).nullable().optional(),
    ),
  ]);
  return z.object(Object.fromEntries(fields)).partial() as unknown as z.ZodType<Partial<Draft<T>>>;
}

export const documentSchema = z.object({
  fileId: uploadId(),
  kind: oneOf(documentKinds),
  name: text(120),
  mime: oneOf(documentTypes),
});
export type SignupDocument = z.output<typeof documentSchema>;
/**
 * A document as passed to the customer's record; `checked` is who verified it, absent for documents from
 * before that was recorded.
 */
export interface CheckedPaper extends SignupDocument {
  readonly checked?: { readonly at: string; readonly empId: number | null; readonly name: string };
}
export type Applicant = Draft<typeof applicantShape>;
export type Address = Draft<typeof addressShape>;
export type SignupPatient = Draft<typeof patientShape>;
export type CompletePatient = Strict<typeof patientShape>;
export interface ConsentGiven {
  readonly given: boolean;
  readonly version: string;
  readonly channel: (typeof consentChannels)[number];
}
/** The server sets `at` when it stores the consent. */
export interface Consent extends ConsentGiven {
  readonly at: string;
}

const ours = {
  leadId: blankable(recordId('lead')),
  appointmentId: blankable(recordId('appointment')),
  campaignId: blankable(masterId('campaign')),
  careTierId: blankable(masterId('careTier')),
  categoryId: blankable(masterId('customerCategory')),
  paymentRef: blankable(text(40)),
  prescriptionWaiver: blankable(note(200, 5)),
};

/** A missing part stays unchanged; a given part replaces the old one. */
export const draftParts = {
  applicant: partOf(applicantShape).optional(),
  address: partOf(addressShape).optional(),
  patients: z.array(draftOf(patientShape)).max(8, 'tooManyItems').optional(),
  documents: z.array(documentSchema).max(20, 'tooManyItems').optional(),
  consents: z
    .object(
      Object.fromEntries(consentKinds.map((kind) => [kind, z.object(consentShape).optional()])) as Record<
        ConsentKind,
        z.ZodOptional<z.ZodObject<typeof consentShape>>
      >,
    )
    .optional(),
  ...(Object.fromEntries(
    Object.entries(ours).map(([key, field]) => [key, (field as z.ZodType).optional()]),
  ) as {
    [K in keyof typeof ours]: z.ZodOptional<(typeof ours)[K]>;
  }),
};
/**
 * The parts as a source may report them although our forms would refuse them; `faultsOf` marks the broken
 * rules.
 */
export const reportedParts = {
  ...draftParts,
  applicant: partOf({
    ...applicantShape,
    name: text(200),
    phone: reportedPhone(),
    altPhone: blankable(reportedPhone()),
    email: blankable(text(200)),
    secGrade: blankable(text(20)),
  }).optional(),
  address: partOf({ ...addressShape, line: text(400), pincode: text(20) }).optional(),
  patients: z
    .array(draftOf({ ...patientShape, name: text(200) }))
    .max(8, 'tooManyItems')
    .optional(),
};
const checkedParts = z.object({
  applicant: draftParts.applicant,
  address: draftParts.address,
  patients: draftParts.patients,
});

/** Values of a case that break a rule of our forms; blanks are no faults. */
export function faultsOf(record: unknown): readonly SourceFault[] {
  const parsed = checkedParts.safeParse(record);
  return parsed.success ? [] : fieldProblems(parsed.error).map(({ field, code }) => ({ field, code }));
}
export type DraftParts = {
  -readonly [K in keyof typeof draftParts]?: z.output<(typeof draftParts)[K]> | undefined;
};

/** What a case needs before it can be submitted. */
export const completeSignup = z.object({
  pooId: id(),
  applicant: z.object(applicantShape),
  address: z.object(addressShape),
  patients: z.array(z.object(patientShape)).min(1, 'required').max(8, 'tooManyItems'),
});

/** Age in whole years on that day; negative for a future birth date. */
export function ageOn(dob: string, today: string): number {
  const years = Number(yearOf(today)) - Number(yearOf(dob));
  return today.slice(5) < dob.slice(5) ? years - 1 : years;
}

/** Whether the birth date is implausible for a living person; a missing date is not. */
export function isImpossibleAge(dob: string | null | undefined, today: string): boolean {
  return dob != null && (ageOn(dob, today) < 0 || ageOn(dob, today) > 120);
}

/** Implausible birth dates, by field. */
export function impossibleAges(
  record: {
    readonly applicant: { readonly dob: string | null };
    readonly patients: readonly { readonly dob: string | null }[];
  },
  today: string,
): string[] {
  return [
    ...(isImpossibleAge(record.applicant.dob, today) ? ['applicant.dob'] : []),
    ...record.patients.flatMap((patient, at) =>
      isImpossibleAge(patient.dob, today) ? [`patients.${at}.dob`] : [],
    ),
  ];
}

/** A place of operation serves the pincodes of its own postal district (the first three digits). */
export function isServiced(pin: string, place: { readonly pincode: string }): boolean {
  return headOf(pin, 3) === headOf(place.pincode, 3);
}
