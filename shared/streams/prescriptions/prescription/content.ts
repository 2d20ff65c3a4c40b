import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import { blankable, date, note, oneOf, text } from '../../../core/fields.ts';
import { masterId } from '../../../core/record-id.ts';
import type { CaseType, Region } from '../pages.ts';
import { caseType, region } from '../pages.ts';
import type { Dose } from './dose.ts';
import { doseSchema } from './dose.ts';

export const schedules = ['G', 'H', 'H1', 'X', 'C', 'NDPS'] as const;
export type Schedule = (typeof schedules)[number];
export const routes = [
  'oral',
  'sublingual',
  'topical',
  'eye',
  'ear',
  'nose',
  'inhaled',
  'subcutaneous',
  'intramuscular',
  'intravenous',
  'rectal',
  'vaginal',
] as const;
export type Route = (typeof routes)[number];
export const foods = ['before', 'after', 'with', 'any'] as const;
export type Food = (typeof foods)[number];
export const decisions = ['supply', 'hold', 'notStocked', 'patientHas', 'stopped'] as const;
export type LineDecision = (typeof decisions)[number];
export const units = ['mg', 'mcg', 'g', 'ml', 'IU', '%'] as const;
export type Unit = (typeof units)[number];

/** The composition of a medicine, from the masters on the day of the entry. */
export interface Molecule {
  readonly moleculeId: number;
  readonly inn: string;
  readonly atc: string | null;
  readonly strength: number | null;
  readonly unit: Unit | null;
}
export interface Drug {
  readonly productId: number | null;
  readonly name: string;
  readonly form: string;
  readonly schedules: readonly Schedule[];
  readonly molecules: readonly Molecule[];
  /** Whether it may be sold now. */
  readonly sold: boolean;
}

/** A line as read from the page. */
export interface EnteredLine {
  readonly no: number;
  readonly written: string;
  readonly productId: number | null;
  readonly moleculeId: number | null;
  readonly strength: number | null;
  readonly unit: Unit | null;
  readonly form: string | null;
  readonly dose: Dose;
  readonly route: Route;
  readonly food: Food;
  readonly days: number;
  readonly qty: number;
  readonly qtyReason: string | null;
  /** The person who entered it is unsure of the text. */
  readonly unsure: boolean;
  readonly region: Region | null;
}
export interface RxLine extends EnteredLine {
  readonly drug: Drug;
  readonly decision: LineDecision;
  readonly holdReason: string | null;
}

export interface Prescriber {
  readonly doctorId: number | null;
  readonly name: string;
  readonly regNo: string | null;
  readonly address: string | null;
}
export interface RxHeader {
  readonly writtenOn: string;
  readonly prescriber: Prescriber;
  readonly patientAsWritten: string;
  readonly diagnosis: string | null;
  readonly signature: boolean;
  readonly legible: boolean;
  readonly caseType: CaseType;
  readonly repeats: number;
  readonly nextReviewOn: string | null;
}
export interface Content {
  readonly header: RxHeader;
  readonly lines: readonly EnteredLine[];
}

export const mostLines = 40;
const flag = z.boolean({ error: 'required' });
const forms = [
  'TAB',
  'CAP',
  'SYP',
  'INJ',
  'CRM',
  'OINT',
  'DROP',
  'INH',
  'SACHET',
  'DEVICE',
  'PIECE',
] as const;
export const drugForms: readonly string[] = forms;

export const lineSchema = z.object({
  no: z.int('badFormat').min(1, 'badFormat').max(mostLines, 'badFormat'),
  written: text(200),
  productId: blankable(masterId('product', { former: true })),
  moleculeId: blankable(masterId('molecule')),
  strength: blankable(z.number('badFormat').positive('badFormat').max(9_999_999, 'badFormat')),
  unit: blankable(oneOf(units)),
  form: blankable(oneOf(forms)),
  dose: doseSchema,
  route: oneOf(routes),
  food: oneOf(foods),
  days: z.int('badFormat').min(1, 'badFormat').max(365, 'badFormat'),
  qty: z.int('badFormat').min(1, 'badFormat').max(9_999, 'badFormat'),
  qtyReason: blankable(note(200, 3)),
  unsure: z.boolean().default(false),
  region: blankable(region),
}) as z.core.$ZodType<EnteredLine>;

export const headerSchema = z.object({
  writtenOn: date(),
  prescriber: z.object({
    doctorId: blankable(masterId('doctor')),
    name: text(100),
    regNo: blankable(text(30, 3)),
    address: blankable(text(200, 3)),
  }),
  patientAsWritten: text(100),
  diagnosis: blankable(note(300)),
  signature: flag,
  legible: flag,
  caseType,
  repeats: z.int('badFormat').min(0, 'badFormat').max(12, 'badFormat').default(0),
  nextReviewOn: blankable(date()),
}) as z.core.$ZodType<RxHeader>;

export const contentSchema = z.object({
  header: headerSchema,
  lines: z.array(lineSchema).min(1, 'required').max(mostLines, 'tooManyItems'),
}) as z.core.$ZodType<Content>;

/** An incomplete page, stored as it is; `submit` requires all of it. */
export const draftSchema = z.object({
  header: z.record(texts.token().max(40), texts.loose()),
  lines: z.array(z.record(texts.token().max(40), texts.loose())).max(mostLines, 'tooManyItems'),
});
export type DraftContent = z.output<typeof draftSchema>;
