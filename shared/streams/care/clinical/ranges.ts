import { yearOf } from '../../../core/day.ts';

/** How a value stands: normal, low or high, critically low or high, abnormal (a text). */
export const flags = ['N', 'L', 'H', 'LL', 'HH', 'A'] as const;
export type Flag = (typeof flags)[number];

export const isCritical = (flag: Flag): boolean => flag === 'LL' || flag === 'HH';

/** Bounds of one value; null: none. Outside `abs` is impossible, beyond `crit` critical, beyond `ref` out of range. */
export interface Limits {
  readonly refLow: number | null;
  readonly refHigh: number | null;
  readonly critLow: number | null;
  readonly critHigh: number | null;
  readonly absLow: number | null;
  readonly absHigh: number | null;
}

/** What a doctor decided for one patient instead of the usual, e.g. SpO2 88–92 with COPD. */
export interface RangeOverride {
  readonly refLow: number | null;
  readonly refHigh: number | null;
  readonly critLow: number | null;
  readonly critHigh: number | null;
  readonly reason: string;
  readonly by: string;
  readonly at: string;
}

/** Whom a value is of. `age` is null where no date of birth is known. */
export interface Whose {
  readonly sex: string | null;
  readonly age: number | null;
}

type Fields = Readonly<Record<string, unknown>>;

const number = (fields: Fields, ...names: readonly string[]): number | null => {
  for (const name of names) {
    const value = fields[name];
    if (typeof value === 'number') return value;
  }
  return null;
};

const bandsOf = (fields: Fields): readonly Fields[] =>
  Array.isArray(fields['ranges']) ? (fields['ranges'] as readonly Fields[]) : [];

/** The band that fits best: one of the patient's own sex before one of any, then the narrower in years. */
function bandFor(fields: Fields, { sex, age }: Whose): Fields | undefined {
  const years = age ?? 40;
  const width = (band: Fields): number => (number(band, 'iAgeTo') ?? 120) - (number(band, 'iAgeFrom') ?? 0);
  return bandsOf(fields)
    .filter(
      (band) =>
        (band['vSex'] === 'any' || band['vSex'] === sex) &&
        years >= (number(band, 'iAgeFrom') ?? 0) &&
        years <= (number(band, 'iAgeTo') ?? 120),
    )
    .toSorted((a, b) => Number(a['vSex'] === 'any') - Number(b['vSex'] === 'any') || width(a) - width(b))[0];
}

/** The bounds of a vital or an assay, as its master says for this patient. */
export function limitsFor(fields: Fields, whose: Whose, override?: RangeOverride): Limits {
  const band = bandFor(fields, whose) ?? {};
  const own = {
    refLow: number(band, 'low') ?? number(fields, 'refLow'),
    refHigh: number(band, 'high') ?? number(fields, 'refHigh'),
    critLow: number(band, 'critLow') ?? number(fields, 'critLow'),
    critHigh: number(band, 'critHigh') ?? number(fields, 'critHigh'),
    absLow: number(fields, 'absLow'),
    absHigh: number(fields, 'absHigh'),
  };
  if (!override) return own;
  const { refLow, refHigh, critLow, critHigh } = override;
  return { ...own, refLow, refHigh, critLow: critLow ?? own.critLow, critHigh: critHigh ?? own.critHigh };
}

export function isImpossible(value: number, { absLow, absHigh }: Limits): boolean {
  return (absLow !== null && value < absLow) || (absHigh !== null && value > absHigh);
}

export function flagOf(value: number, { refLow, refHigh, critLow, critHigh }: Limits): Flag {
  if (critLow !== null && value < critLow) return 'LL';
  if (critHigh !== null && value > critHigh) return 'HH';
  if (refLow !== null && value < refLow) return 'L';
  return refHigh !== null && value > refHigh ? 'H' : 'N';
}

/** Whole years on a day; both `YYYY-MM-DD`. */
export function ageOn(dob: string | null, day: string): number | null {
  if (dob === null) return null;
  const years = Number(yearOf(day)) - Number(yearOf(dob));
  return day.slice(5) < dob.slice(5) ? years - 1 : years;
}
