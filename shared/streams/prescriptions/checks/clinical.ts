import type { Dose } from '../prescription/dose.ts';
import type { Drug, Molecule } from '../prescription/content.ts';
import type { InteractionTable } from './interaction-table.ts';

/** A recorded allergy. A molecule with an ATC code is recognised by class too. */
export interface KnownAllergy {
  readonly name: string;
  readonly moleculeId: number | null;
  readonly atc: string | null;
  readonly confirmed: boolean;
}

/** A medicine that the patient takes by an approved prescription. */
export interface CurrentMedicine {
  readonly ref: string;
  readonly prescriptionId: number;
  readonly drug: Drug;
  readonly dose: Dose;
  readonly until: string;
  /** Units still to be supplied on it. */
  readonly left: number;
}

/** The patient data of a prescription check; unknown values are null, never assumed. */
export interface Clinical {
  readonly ageYears: number | null;
  readonly gender: string | null;
  readonly patientName: string;
  readonly allergies: readonly KnownAllergy[];
  /** Somebody asked: an empty list then says that there are none. */
  readonly allergiesAsked: boolean;
  readonly medicines: readonly CurrentMedicine[];
  /** Estimated filtration of the kidneys, ml/min/1.73 m², and the day it was measured. */
  readonly egfr: { readonly value: number; readonly on: string } | null;
  readonly pregnant: boolean | null;
  readonly interactions: InteractionTable;
  /** The table of this site cannot be read; `interactions` is the one that was valid before, or the built-in one. */
  readonly interactionsFault: boolean;
}

export const unknownClinical = (interactions: InteractionTable): Clinical => ({
  ageYears: null,
  gender: null,
  patientName: '',
  allergies: [],
  allergiesAsked: false,
  medicines: [],
  egfr: null,
  pregnant: null,
  interactions,
  interactionsFault: false,
});

/** `block` needs an override by the role in `override`; where that is null nobody can override. */
export type Severity = 'block' | 'warn' | 'info';
export type OverrideBy = 'doctor' | 'checker' | null;
export const alertKinds = [
  'allergySubstance',
  'allergyClass',
  'allergyCross',
  'duplicateHere',
  'duplicateCurrent',
  'doseHigh',
  'doseLow',
  'doseNotForAge',
  'doseElderly',
  'kidneyAvoid',
  'kidneyReduce',
  'interaction',
  'pregnancy',
  'pregnancyUnknown',
  'scheduleX',
  'h1Prescriber',
  'storeOnly',
  'noSignature',
  'doctorUnknown',
  'tooOld',
  'inFuture',
  'nameDiffers',
  'quantityDiffers',
  'quantityLeft',
  'notSold',
] as const;
export type AlertKind = (typeof alertKinds)[number];

export interface Alert {
  /** The same finding has the same id whenever it is computed. */
  readonly id: string;
  readonly kind: AlertKind;
  readonly severity: Severity;
  readonly lineNo: number | null;
  readonly values: Readonly<Record<string, string | number>>;
  readonly source: { readonly name: string; readonly date: string };
  readonly override: OverrideBy;
}

export const moleculeName = ({ inn }: Molecule): string => inn;
