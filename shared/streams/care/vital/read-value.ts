import type { Refusal } from '../../../core/refusal.ts';
import { refuse } from '../../../core/refusal.ts';
import type { PatientState } from '../../customers/patient.ts';
import type { MasterState } from '../../masters/state.ts';
import { ageOn, flagOf, isImpossible, limitsFor } from '../clinical/ranges.ts';
import { confusedWith, convert, rounded, ucumOf, unitsFor } from '../clinical/units.ts';
import { fastingHigh, loinc as codes, unitOf, type VitalContext } from './catalogue.ts';
import type { VitalValue } from './state.ts';

export interface GivenValue {
  readonly vitalId: number;
  readonly value: number;
  readonly unit: string;
}

export interface Of {
  readonly patient: PatientState;
  readonly day: string;
  readonly context: VitalContext | null;
}

const text = (value: unknown): string => (typeof value === 'string' ? value : '');

/** A value as told, in the unit in which it is kept, held against what is possible and usual for this patient; or why it cannot be. */
export function readValue(
  given: GivenValue,
  master: MasterState | undefined,
  { patient, day, context }: Of,
  at: number,
): VitalValue | Refusal {
  if (!master?.exists || master.cancelled || master.iStatus === 0)
    return refuse('vitalUnknown', 422, {}, `values.${at}.vitalId`);
  const { fields } = master;
  const code = text(fields['vLoinc']);
  const name = text(fields['vName']);
  if (code === codes.bmi) return refuse('bmiDerived', 422, {}, `values.${at}.vitalId`);
  const original = ucumOf(given.unit);
  const unit = unitOf[code] ?? original;
  const kept = convert(code, given.value, original, unit);
  if (kept === null)
    return refuse('unitUnknown', 422, { vital: name, units: [...unitsFor(code, unit)] }, `values.${at}.unit`);
  const decimals = typeof fields['iDecimals'] === 'number' ? fields['iDecimals'] : 0;
  const value = rounded(kept, decimals);
  const limits = limitsFor(
    fields,
    { sex: patient.gender, age: ageOn(patient.dob, day) },
    patient.ranges[given.vitalId],
  );
  if (isImpossible(value, limits)) {
    const meant = confusedWith(code, unit).find(
      (other) =>
        other !== original && !isImpossible(convert(code, given.value, other, unit) ?? Number.NaN, limits),
    );
    const said = {
      vital: name,
      value: given.value,
      unit: given.unit,
      min: limits.absLow,
      max: limits.absHigh,
    };
    return meant
      ? refuse('unitDoubtful', 422, { ...said, meant }, `values.${at}.unit`)
      : refuse('vitalImpossible', 422, said, `values.${at}.value`);
  }
  const fasting = context === 'fasting' && !patient.ranges[given.vitalId] ? fastingHigh[code] : undefined;
  const held = fasting === undefined ? limits : { ...limits, refHigh: fasting };
  return {
    vitalId: given.vitalId,
    loinc: code,
    name,
    value,
    unit,
    original: { value: given.value, unit: given.unit },
    low: held.refLow,
    high: held.refHigh,
    flag: flagOf(value, held),
  };
}

/** Both parts of a blood pressure, the upper above the lower. */
export function pressureRefusal(values: readonly VitalValue[]): Refusal | null {
  const part = (code: string): number | undefined => values.find(({ loinc }) => loinc === code)?.value;
  const [upper, lower] = [part(codes.systolic), part(codes.diastolic)];
  if (upper === undefined && lower === undefined) return null;
  if (upper === undefined || lower === undefined) return refuse('bpIncomplete', 422, {}, 'values');
  return upper > lower ? null : refuse('bpInverted', 422, { upper, lower }, 'values');
}

/** Body mass index from a weight and the height known last; worked out, never typed. */
export function bodyMass(values: readonly VitalValue[], heightBefore: number | null): VitalValue | null {
  const weight = values.find(({ loinc }) => loinc === codes.weight)?.value;
  const height = values.find(({ loinc }) => loinc === codes.height)?.value ?? heightBefore;
  if (weight === undefined || height === null || height <= 0) return null;
  const value = rounded(weight / (height / 100) ** 2, 1);
  const limits = { refLow: 18.5, refHigh: 24.9, critLow: null, critHigh: null, absLow: null, absHigh: null };
  return {
    vitalId: null,
    loinc: codes.bmi,
    name: 'Body mass index',
    value,
    unit: 'kg/m2',
    original: { value, unit: 'kg/m2' },
    low: limits.refLow,
    high: limits.refHigh,
    flag: flagOf(value, limits),
  };
}
