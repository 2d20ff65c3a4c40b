import { z } from 'zod';
import { blankable, text } from '../../../core/fields.ts';
import type { Refusal } from '../../../core/refusal.ts';
import { refuse } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import { masterId } from '../../../core/record-id.ts';
import type { PatientState } from '../../customers/patient.ts';
import type { MasterState } from '../../masters/state.ts';
import { ageOn, flagOf, isImpossible, limitsFor, type Flag } from '../clinical/ranges.ts';
import { convert, rounded, ucumOf } from '../clinical/units.ts';
import { assayUnits } from './assays.ts';

/** A line of a report as somebody reads it off the paper. */
export interface GivenResult {
  readonly assayId: number;
  readonly value: number | null;
  readonly text: string | null;
  readonly unit: string | null;
  /** The laboratory's own range, as printed. */
  readonly labLow: number | null;
  readonly labHigh: number | null;
  /** Marked on the paper, for results in words. */
  readonly abnormal?: boolean | undefined;
}

/** A line as it is kept: in our unit, as told, with the range that holds for this patient. */
export interface LabResult {
  readonly assayId: number;
  readonly loinc: string;
  readonly name: string;
  readonly value: number | null;
  readonly text: string | null;
  readonly unit: string;
  readonly original: { readonly value: number | null; readonly unit: string };
  readonly labLow: number | null;
  readonly labHigh: number | null;
  readonly low: number | null;
  readonly high: number | null;
  readonly flag: Flag;
}

const figure = blankable(z.number({ error: 'badFormat' }));
export const resultShape = z.object({
  assayId: masterId('assay'),
  value: figure,
  text: blankable(text(200)),
  unit: blankable(text(20)),
  labLow: figure,
  labHigh: figure,
  abnormal: z.boolean().optional(),
});
export const mostResults = 40;
export const resultsShape = z
  .array(resultShape, { error: 'required' })
  .min(1, 'required')
  .max(mostResults, 'tooManyItems');

/** What the server found out of the masters: units by assay, and the assays of the tests that were ordered. */
export interface LabPrepared {
  readonly units?: Readonly<Record<string, string>>;
  readonly allowed?: readonly number[] | null;
}

export const readsResults = (results: readonly GivenResult[]): Record<string, string> =>
  Object.fromEntries(results.map(({ assayId }, at) => [`assay${at}`, `master-assay-${assayId}`]));

const str = (value: unknown): string => (typeof value === 'string' ? value : '');

function readOne(
  given: GivenResult,
  at: number,
  patient: PatientState,
  day: string,
  ctx: Ctx,
): LabResult | Refusal {
  const prepared = (ctx.prepared ?? {}) as LabPrepared;
  const master = ctx.read[`assay${at}`] as MasterState | undefined;
  if (!master?.exists || master.cancelled || master.iStatus === 0)
    return refuse('assayUnknown', 422, {}, `results.${at}.assayId`);
  if (prepared.allowed && !prepared.allowed.includes(given.assayId))
    return refuse('assayNotInTest', 422, { assay: str(master.fields['vName']) }, `results.${at}.assayId`);
  const loinc = str(master.fields['vLoinc']);
  const name = str(master.fields['vName']);
  const original = ucumOf(given.unit ?? '');
  const unit = assayUnits[loinc] ?? prepared.units?.[String(given.assayId)] ?? original;
  const base = {
    assayId: given.assayId,
    loinc,
    name,
    labLow: given.labLow,
    labHigh: given.labHigh,
    original: { value: given.value, unit: given.unit ?? '' },
  };
  if (given.value === null) {
    if (given.text === null) return refuse('resultMissing', 422, { assay: name }, `results.${at}.value`);
    return {
      ...base,
      value: null,
      text: given.text,
      unit,
      low: null,
      high: null,
      flag: given.abnormal ? 'A' : 'N',
    };
  }
  const kept = given.unit === null ? null : convert(loinc, given.value, original, unit);
  if (kept === null)
    return refuse(
      'resultUnitMismatch',
      422,
      { assay: name, original: given.unit ?? '–', expected: unit },
      `results.${at}.unit`,
    );
  const value = rounded(kept, 2);
  const limits = limitsFor(master.fields, { sex: patient.gender, age: ageOn(patient.dob, day) });
  if (isImpossible(value, limits))
    return refuse(
      'resultImpossible',
      422,
      { assay: name, value, unit, min: limits.absLow, max: limits.absHigh },
      `results.${at}.value`,
    );
  // Where our master has no range for this patient, the laboratory's own counts.
  const held =
    limits.refLow === null && limits.refHigh === null
      ? { ...limits, refLow: given.labLow, refHigh: given.labHigh }
      : limits;
  return {
    ...base,
    value,
    text: given.text,
    unit,
    low: held.refLow,
    high: held.refHigh,
    flag: flagOf(value, held),
  };
}

export function readResults(
  given: readonly GivenResult[],
  patient: PatientState,
  day: string,
  ctx: Ctx,
): readonly LabResult[] | Refusal {
  const results: LabResult[] = [];
  for (const [at, one] of given.entries()) {
    const result = readOne(one, at, patient, day, ctx);
    if ('refused' in result) return result;
    if (results.some(({ assayId }) => assayId === result.assayId))
      return refuse('resultTwice', 422, { assay: result.name }, `results.${at}.assayId`);
    results.push(result);
  }
  return results;
}
