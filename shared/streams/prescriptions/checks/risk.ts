import type { RxLine } from '../prescription/content.ts';

/** The reason why a line is entered a second time by somebody who does not see the first entry. */
export const riskReasons = [
  'scheduleH1',
  'scheduleX',
  'paediatric',
  'insulin',
  'anticoagulant',
  'narrowRange',
  'unsure',
  'sample',
] as const;
export type RiskReason = (typeof riskReasons)[number];
export interface RiskyLine {
  readonly no: number;
  readonly reasons: readonly RiskReason[];
}

export const adultYears = 18;
const insulin = /^A10A/;
/** Heparins, vitamin K antagonists, direct inhibitors; not antiplatelets. */
const anticoagulant = /^B01A[ABEFX]/;
/** Digoxin, lithium, methotrexate, phenytoin, theophylline, ciclosporin, tacrolimus. */
const narrow = /^(C01AA05|N05AN01|L04AX03|L01BA01|N03AB02|R03DA04|L04AD0[12])/;

export function riskOf(
  { drug, unsure }: Pick<RxLine, 'drug' | 'unsure'>,
  ageYears: number | null,
): RiskReason[] {
  const atcs = drug.molecules.map(({ atc }) => atc ?? '');
  const has = (pattern: RegExp): boolean => atcs.some((atc) => pattern.test(atc));
  return [
    ...(drug.schedules.includes('H1') ? (['scheduleH1'] as const) : []),
    ...(drug.schedules.includes('X') || drug.schedules.includes('NDPS') ? (['scheduleX'] as const) : []),
    ...(ageYears !== null && ageYears < adultYears ? (['paediatric'] as const) : []),
    ...(has(insulin) ? (['insulin'] as const) : []),
    ...(has(anticoagulant) ? (['anticoagulant'] as const) : []),
    ...(has(narrow) ? (['narrowRange'] as const) : []),
    ...(unsure ? (['unsure'] as const) : []),
  ];
}

/** One prescription in ten, always the same ones: a repeated decision must not depend on chance. */
export function isSampled(prescriptionId: number): boolean {
  return (Math.imul(prescriptionId, 2_654_435_761) >>> 0) % 10 === 0;
}

/** Lines to enter twice; where none is risky, the first one of every tenth prescription. */
export function linesToRepeat(
  lines: readonly RxLine[],
  ageYears: number | null,
  prescriptionId: number,
): RiskyLine[] {
  const risky = lines
    .map((line) => ({ no: line.no, reasons: riskOf(line, ageYears) }))
    .filter(({ reasons }) => reasons.length > 0);
  const [first] = lines;
  return risky.length === 0 && first && isSampled(prescriptionId)
    ? [{ no: first.no, reasons: ['sample'] }]
    : risky;
}
