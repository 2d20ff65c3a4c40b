/** Limits of one substance by mouth, mg a day. Missing limits are not checked. */
export interface DoseLimit {
  readonly most: number;
  readonly least?: number;
  /** The maximum from this age (years). */
  readonly elderly?: { readonly from: number; readonly most: number };
  /** Below this age only with a doctor's confirmation. */
  readonly notBelowYears?: number;
  /** Below a filtration: avoid, or a maximum. The first match counts. */
  readonly kidney?: readonly { readonly below: number; readonly most: number }[];
}

export const doseSource = { name: 'Curated dose table, from product labels', date: '2026-11-24' } as const;

/** By ATC code; `most: 0` of the kidney means: avoid. */
export const doseLimits: Readonly<Record<string, DoseLimit>> = {
  N02BE01: { most: 4_000 },
  M01AB16: { most: 200, notBelowYears: 18, kidney: [{ below: 30, most: 0 }] },
  A10BA02: {
    most: 2_550,
    notBelowYears: 10,
    kidney: [
      { below: 30, most: 0 },
      { below: 45, most: 1_000 },
    ],
  },
  A10BB12: { most: 8, notBelowYears: 18, elderly: { from: 75, most: 4 } },
  A10BH01: {
    most: 100,
    notBelowYears: 18,
    kidney: [
      { below: 30, most: 25 },
      { below: 45, most: 50 },
    ],
  },
  C09CA07: { most: 80, notBelowYears: 18 },
  C09CA01: { most: 100, notBelowYears: 6 },
  C08CA01: { most: 10, notBelowYears: 6 },
  C07AB02: { most: 400, notBelowYears: 18 },
  C10AA05: { most: 80, notBelowYears: 10 },
  C10AA07: { most: 40, notBelowYears: 10, kidney: [{ below: 30, most: 10 }] },
  H03AA01: { most: 0.3, least: 0.0125 },
  A02BC02: { most: 80, notBelowYears: 5 },
  J01DD08: { most: 400, kidney: [{ below: 20, most: 200 }] },
  J01MA12: { most: 750, notBelowYears: 18, kidney: [{ below: 50, most: 500 }] },
  J01FA10: { most: 500 },
  N05BA12: { most: 4, notBelowYears: 18, elderly: { from: 65, most: 0.75 } },
  N05CF02: { most: 10, notBelowYears: 18, elderly: { from: 65, most: 5 } },
  N02AX02: { most: 400, notBelowYears: 12, elderly: { from: 75, most: 300 } },
  N06AB04: { most: 40, notBelowYears: 18, elderly: { from: 60, most: 20 } },
  N06AB10: { most: 20, notBelowYears: 12, elderly: { from: 65, most: 10 } },
  R03DC03: { most: 10 },
  B01AA03: { most: 15, notBelowYears: 18 },
  B01AC04: { most: 75, notBelowYears: 18 },
  C01AA05: { most: 0.25, elderly: { from: 70, most: 0.125 }, kidney: [{ below: 50, most: 0.125 }] },
};

/** Beginnings of ATC codes that harm an unborn child. */
export const notInPregnancy: readonly string[] = [
  'C09',
  'C10AA',
  'B01AA',
  'L04AX03',
  'J01MA',
  'M01A',
  'N05AN01',
  'N03AG01',
  'D10BA',
  'A10BB',
];
export const pregnancySource = {
  name: 'Curated pregnancy table, from product labels',
  date: '2026-11-24',
} as const;

/**
 * Classes in which an allergy to one member counts for all; `crosses` are classes with known cross-reactions.
 */
export const allergyClasses: readonly {
  readonly name: string;
  readonly nameEs: string;
  readonly begins: readonly string[];
  readonly crosses: readonly string[];
}[] = [
  { name: 'penicillins', nameEs: 'penicilinas', begins: ['J01C'], crosses: ['J01D'] },
  { name: 'cephalosporins', nameEs: 'cefalosporinas', begins: ['J01D'], crosses: ['J01C'] },
  { name: 'sulfonamides', nameEs: 'sulfonamidas', begins: ['J01E'], crosses: [] },
  { name: 'macrolides', nameEs: 'macrólidos', begins: ['J01FA'], crosses: [] },
  { name: 'quinolones', nameEs: 'quinolonas', begins: ['J01M', 'S01AE'], crosses: [] },
  { name: 'NSAIDs', nameEs: 'AINE', begins: ['M01A', 'N02BA', 'B01AC06'], crosses: [] },
  { name: 'statins', nameEs: 'estatinas', begins: ['C10AA'], crosses: [] },
  { name: 'ACE inhibitors', nameEs: 'inhibidores de la ECA', begins: ['C09A', 'C09B'], crosses: [] },
];
export const allergySource = { name: 'Allergy classes by ATC', date: '2026-11-24' } as const;
export const lawSource = { name: 'Drugs Rules 1945, rule 65; GSR 588(E)', date: '2013-08-30' } as const;
export const ownRule = { name: 'Rules of this organisation', date: '2026-11-24' } as const;
