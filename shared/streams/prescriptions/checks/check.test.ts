import { describe, expect, it } from 'vitest';
import type { Drug, RxHeader, RxLine } from '../prescription/content.ts';
import { doseText, readDose, unitsOf } from '../prescription/dose.ts';
import { checkPrescription } from './check.ts';
import type { Clinical } from './clinical.ts';
import { unknownClinical } from './clinical.ts';
import { differences } from './compare.ts';
import { curatedInteractions, interactionTable } from './interaction-table.ts';
import { namesAgree } from './paper-alerts.ts';
import { isSampled, linesToRepeat, riskOf } from './risk.ts';

const today = '2026-11-18';
const drug = (
  name: string,
  atc: string | null,
  strength: number | null = 500,
  more: Partial<Drug> = {},
): Drug => ({
  productId: 1,
  name,
  form: 'TAB',
  schedules: ['H'],
  molecules: [{ moleculeId: name.length * 100 + name.charCodeAt(0), inn: name, atc, strength, unit: 'mg' }],
  sold: true,
  ...more,
});
const line = (no: number, of: Drug, more: Partial<RxLine> = {}): RxLine => ({
  no,
  written: of.name,
  productId: of.productId,
  moleculeId: null,
  strength: null,
  unit: null,
  form: null,
  dose: { kind: 'daily', m: 1, a: 0, e: 0, n: 1 },
  route: 'oral',
  food: 'any',
  days: 10,
  qty: 20,
  qtyReason: null,
  unsure: false,
  region: null,
  drug: of,
  decision: 'supply',
  holdReason: null,
  ...more,
});
const header: RxHeader = {
  writtenOn: today,
  prescriber: { doctorId: null, name: 'Dr Rao', regNo: 'KMC 1', address: 'Jayanagar' },
  patientAsWritten: 'Lakshmi Rao',
  diagnosis: null,
  signature: true,
  legible: true,
  caseType: 'chronic',
  repeats: 0,
  nextReviewOn: null,
};
const facts = (more: Partial<Clinical> = {}): Clinical => ({
  ...unknownClinical(curatedInteractions),
  ageYears: 55,
  gender: 'female',
  patientName: 'Lakshmi Rao',
  ...more,
});
const found = (lines: readonly RxLine[], more: Partial<Clinical> = {}, head: Partial<RxHeader> = {}) =>
  checkPrescription({ header: { ...header, ...head }, lines, presentedOn: today }, facts(more), today).map(
    ({ kind, severity, override }) => ({
      kind,
      severity,
      override,
    }),
  );

const amoxicillin = drug('Amoxicillin', 'J01CA04');
const cefixime = drug('Cefixime', 'J01DD08', 200, { schedules: ['H1'] });
const metformin = drug('Metformin', 'A10BA02');
const glimepiride = drug('Glimepiride', 'A10BB12', 1);
const levofloxacin = drug('Levofloxacin', 'J01MA12', 500, { schedules: ['H1'] });
const warfarin = drug('Warfarin', 'B01AA03', 5);
const aceclofenac = drug('Aceclofenac', 'M01AB16', 100);
const telmisartan = drug('Telmisartan', 'C09CA07', 40);
const alprazolam = drug('Alprazolam', 'N05BA12', 0.25, { schedules: ['H1'] });
const penicillin = { name: 'Penicillin', moleculeId: 999, atc: 'J01CE01', confirmed: true };

describe('allergies', () => {
  it('are found by substance, by class, and where classes cross', () => {
    expect(
      found([line(1, amoxicillin)], {
        allergies: [{ ...penicillin, moleculeId: amoxicillin.molecules[0]!.moleculeId }],
      }),
    ).toContainEqual({
      kind: 'allergySubstance',
      severity: 'block',
      override: 'doctor',
    });
    expect(found([line(1, amoxicillin)], { allergies: [penicillin] })).toContainEqual({
      kind: 'allergyClass',
      severity: 'block',
      override: 'doctor',
    });
    expect(found([line(1, cefixime)], { allergies: [penicillin] })).toContainEqual({
      kind: 'allergyCross',
      severity: 'warn',
      override: 'checker',
    });
    expect(found([line(1, metformin)], { allergies: [penicillin] })).toEqual([]);
  });
  it('that are not confirmed warn only', () => {
    expect(found([line(1, amoxicillin)], { allergies: [{ ...penicillin, confirmed: false }] })).toEqual([
      { kind: 'allergyClass', severity: 'warn', override: 'doctor' },
    ]);
  });
  it('ignore a line that is stopped or held', () => {
    expect(
      found([line(1, amoxicillin, { decision: 'stopped', holdReason: 'allergy' })], {
        allergies: [penicillin],
      }),
    ).toEqual([]);
  });
});

describe('duplicates', () => {
  it('on the page block', () => {
    expect(found([line(1, metformin), line(2, drug('Metformin', 'A10BA02', 850))])).toContainEqual({
      kind: 'duplicateHere',
      severity: 'block',
      override: 'doctor',
    });
  });
  const taken = (of: Drug, left: number, until = '2026-12-01') => [
    { ref: 'RX-000400', prescriptionId: 400, drug: of, dose: line(1, of).dose, until, left },
  ];
  it('of a current medicine by another product block, the same product shows the remaining units', () => {
    expect(found([line(1, metformin)], { medicines: taken({ ...metformin, productId: 2 }, 30) })).toEqual([
      { kind: 'duplicateCurrent', severity: 'block', override: 'doctor' },
    ]);
    expect(found([line(1, metformin)], { medicines: taken(metformin, 30) })).toEqual([
      { kind: 'quantityLeft', severity: 'warn', override: 'checker' },
    ]);
    expect(found([line(1, metformin)], { medicines: taken(metformin, 0) })).toEqual([
      { kind: 'quantityLeft', severity: 'info', override: 'checker' },
    ]);
  });
  it('are a rule of this organisation, and say so', () => {
    const twice = [line(1, metformin), line(2, drug('Metformin', 'A10BA02', 850))];
    const medicines = taken(metformin, 30);
    const sources = checkPrescription(
      { header, lines: twice, presentedOn: today },
      facts({ medicines }),
      today,
    )
      .filter(({ kind }) => kind.startsWith('duplicate') || kind === 'quantityLeft')
      .map(({ source }) => source.name);
    expect(sources.length).toBeGreaterThan(1);
    expect(new Set(sources)).toEqual(new Set(['Rules of this organisation']));
  });
  it('of a course that is over are none', () => {
    expect(found([line(1, metformin)], { medicines: taken(metformin, 0, '2026-11-17') })).toEqual([]);
  });
});

describe('doses', () => {
  const daily = (n: number) => ({ dose: { kind: 'daily', m: n, a: n, e: 0, n } as const, qty: n * 30 });
  it('above the limit warn, far above block', () => {
    expect(found([line(1, metformin, { ...daily(2) })])).toEqual([
      { kind: 'doseHigh', severity: 'warn', override: 'checker' },
    ]);
    expect(found([line(1, metformin, { ...daily(3) })])).toEqual([
      { kind: 'doseHigh', severity: 'block', override: 'doctor' },
    ]);
  });
  it('count micrograms as micrograms', () => {
    const thyroxine = drug('Levothyroxine', 'H03AA01', 50, {
      molecules: [{ moleculeId: 1, inn: 'Levothyroxine', atc: 'H03AA01', strength: 50, unit: 'mcg' }],
    });
    expect(found([line(1, thyroxine)])).toEqual([]);
    expect(
      found([line(1, { ...thyroxine, molecules: [{ ...thyroxine.molecules[0]!, unit: 'mg' }] })]),
    ).toEqual([{ kind: 'doseHigh', severity: 'block', override: 'doctor' }]);
  });
  it('consider the minimum and the maximum age', () => {
    expect(found([line(1, glimepiride)], { ageYears: 9 })).toEqual([
      { kind: 'doseNotForAge', severity: 'block', override: 'doctor' },
    ]);
    expect(
      found([line(1, alprazolam, { dose: { kind: 'daily', m: 1, a: 1, e: 1, n: 1 }, qty: 40 })], {
        ageYears: 79,
      }),
    ).toContainEqual({
      kind: 'doseElderly',
      severity: 'warn',
      override: 'checker',
    });
  });
  it('consider the kidney function where its value is known', () => {
    expect(found([line(1, metformin)], { egfr: { value: 25, on: '2026-11-01' } })).toEqual([
      { kind: 'kidneyAvoid', severity: 'block', override: 'doctor' },
    ]);
    expect(found([line(1, metformin, { ...daily(1) })], { egfr: { value: 40, on: '2026-11-01' } })).toEqual([
      { kind: 'kidneyReduce', severity: 'warn', override: 'checker' },
    ]);
    expect(found([line(1, metformin)], { egfr: null })).toEqual([]);
  });
});

describe('interactions', () => {
  it('are found among the lines, whichever comes first, and with what the patient takes', () => {
    const pair = { kind: 'interaction', severity: 'block', override: 'doctor' };
    expect(found([line(1, warfarin), line(2, aceclofenac)])).toEqual([pair]);
    expect(found([line(1, aceclofenac), line(2, warfarin)])).toEqual([pair]);
    const medicines = [
      {
        ref: 'RX-000400',
        prescriptionId: 400,
        drug: glimepiride,
        dose: line(1, glimepiride).dose,
        until: '2026-12-01',
        left: 10,
      },
    ];
    expect(found([line(1, levofloxacin)], { medicines })).toContainEqual(pair);
  });
  it('of a moderate grade warn', () => {
    expect(found([line(1, telmisartan), line(2, aceclofenac)])).toEqual([
      { kind: 'interaction', severity: 'warn', override: 'checker' },
    ]);
  });
  it('come from a table with a name and a date, which a file replaces', () => {
    const table = interactionTable.parse({
      name: 'Of the hospital',
      date: '2026-10-01',
      pairs: [
        {
          a: 'A10BA02',
          b: 'C09',
          severity: 'moderate',
          effect: 'for this test',
          effectEs: 'para esta prueba',
        },
      ],
    });
    const [alert] = checkPrescription(
      { header, lines: [line(1, metformin), line(2, telmisartan)], presentedOn: today },
      facts({ interactions: table }),
      today,
    );
    expect(alert).toMatchObject({
      source: { name: 'Of the hospital', date: '2026-10-01' },
      values: { effect: 'for this test' },
    });
    expect(interactionTable.safeParse({ name: 'x', date: 'yesterday', pairs: [] }).success).toBe(false);
    expect(interactionTable.safeParse(curatedInteractions).success).toBe(true);
  });
});

describe('pregnancy', () => {
  it('blocks harmful medicines, and asks where the status is unknown', () => {
    expect(found([line(1, telmisartan)], { ageYears: 30, pregnant: true })).toEqual([
      { kind: 'pregnancy', severity: 'block', override: 'doctor' },
    ]);
    expect(found([line(1, telmisartan)], { ageYears: 30 })).toEqual([
      { kind: 'pregnancyUnknown', severity: 'warn', override: 'checker' },
    ]);
    expect(found([line(1, telmisartan)], { ageYears: 70 })).toEqual([]);
    expect(found([line(1, telmisartan)], { ageYears: 30, gender: 'male' })).toEqual([]);
  });
});

describe('the document', () => {
  it.each([
    [{ signature: false }, 'noSignature', null],
    [{ prescriber: { ...header.prescriber, regNo: null } }, 'doctorUnknown', null],
    [{ writtenOn: '2026-10-18' }, 'tooOld', null],
    [{ writtenOn: '2026-11-10', caseType: 'acute' as const }, 'tooOld', null],
    [{ writtenOn: '2026-11-19' }, 'inFuture', null],
    [{ patientAsWritten: 'Ramesh Kumar' }, 'nameDiffers', 'checker'],
  ])('is checked: %#', (head, kind, override) => {
    expect(found([line(1, metformin)], {}, head)).toContainEqual(expect.objectContaining({ kind, override }));
  });
  it('of medicines that need none is no block without a registration number', () => {
    const plain = drug('Paracetamol', 'N02BE01', 650, { schedules: [] });
    expect(found([line(1, plain)], {}, { prescriber: { ...header.prescriber, regNo: null } })).toEqual([
      { kind: 'doctorUnknown', severity: 'warn', override: 'checker' },
    ]);
  });
  it('recognises a name in another sequence, with titles and initials', () => {
    expect(namesAgree('Mrs. Rao, Lakshmi', 'Lakshmi Rao')).toBe(true);
    expect(namesAgree('Smt Lakshmi', 'Lakshmi Rao')).toBe(true);
    expect(namesAgree('K. Lakshmi Rao', 'Lakshmi Rao')).toBe(true);
    expect(namesAgree('Lakshman Rao', 'Lakshmi Rao')).toBe(false);
    expect(namesAgree('', 'Lakshmi Rao')).toBe(false);
  });
});

describe('the law', () => {
  it('excludes H1 from home delivery and requires the prescriber’s address', () => {
    expect(found([line(1, cefixime)])).toEqual([
      { kind: 'storeOnly', severity: 'info', override: 'checker' },
    ]);
    expect(
      found([line(1, cefixime)], {}, { prescriber: { ...header.prescriber, address: null } }),
    ).toContainEqual({
      kind: 'h1Prescriber',
      severity: 'block',
      override: null,
    });
  });
  it('orders no Schedule X, whoever overrides', () => {
    const x = drug('Morphine', 'N02AA01', 10, { schedules: ['X'] });
    expect(found([line(1, x)])).toContainEqual({ kind: 'scheduleX', severity: 'block', override: null });
    expect(found([line(1, x, { decision: 'hold', holdReason: 'never ordered' })])).toEqual([]);
  });
});

describe('what is entered twice', () => {
  it.each([
    [cefixime, {}, 55, ['scheduleH1']],
    [drug('Morphine', 'N02AA01', 10, { schedules: ['X'] }), {}, 55, ['scheduleX']],
    [metformin, {}, 9, ['paediatric']],
    [drug('Insulin glargine', 'A10AE04', 100), {}, 55, ['insulin']],
    [warfarin, {}, 55, ['anticoagulant']],
    [drug('Clopidogrel', 'B01AC04', 75), {}, 55, []],
    [drug('Digoxin', 'C01AA05', 0.25), {}, 55, ['narrowRange']],
    [metformin, { unsure: true }, 55, ['unsure']],
    [metformin, {}, null, []],
  ] as const)('%#', (of, more, age, reasons) => {
    expect(riskOf(line(1, of, more), age)).toEqual(reasons);
  });
  it('is a sample of about one in ten of the others, always the same', () => {
    const sampled = Array.from({ length: 1_000 }, (_, n) => n + 1).filter(isSampled);
    expect(sampled.length).toBeGreaterThan(70);
    expect(sampled.length).toBeLessThan(130);
    expect(linesToRepeat([line(1, metformin), line(2, glimepiride)], 55, sampled[0]!)).toEqual([
      { no: 1, reasons: ['sample'] },
    ]);
  });
  it('is compared field by field', () => {
    const one = [line(1, metformin), line(2, cefixime)];
    expect(differences(one, [line(2, cefixime)], [2])).toEqual([]);
    expect(
      differences(
        one,
        [line(2, cefixime, { dose: { kind: 'daily', m: 1, a: 0, e: 0, n: 0 }, days: 5 })],
        [2],
      ),
    ).toEqual([
      { no: 2, field: 'dose', first: '1-0-0-1', second: '1-0-0-0' },
      { no: 2, field: 'days', first: '10', second: '5' },
    ]);
    expect(differences(one, [], [2])).toEqual([{ no: 2, field: 'drug', first: 'Cefixime', second: '–' }]);
  });
});

describe('quantities', () => {
  it.each([
    [{ kind: 'daily', m: 1, a: 0, e: 0, n: 0.5 } as const, 30, 'TAB', 45],
    [{ kind: 'weekly', days: ['mon', 'thu'], count: 1 } as const, 28, 'TAB', 8],
    [{ kind: 'sos', perDay: 2 } as const, 5, 'CAP', 10],
    [{ kind: 'stat', count: 1 } as const, 1, 'TAB', 1],
    [{ kind: 'daily', m: 5, a: 5, e: 5, n: 0 } as const, 5, 'SYP', null],
  ])('of %j', (dose, days, form, units) => {
    expect(unitsOf(dose, days, form)).toBe(units);
  });
});

describe('a dose as it is typed', () => {
  it.each([
    ['1-0-1', '1-0-0-1'],
    ['½ - 0 - 0 - 1', '½-0-0-1'],
    ['1½-1-1', '1½-1-0-1'],
    ['BD', '1-0-0-1'],
    ['hs', '0-0-0-1'],
    ['SOS 2', 'SOS ≤ 2'],
    ['prn', 'SOS ≤ 1'],
    ['STAT', 'STAT 1'],
    ['mon thu 1', 'mon thu × 1'],
  ])('%s', (typed, said) => {
    const dose = readDose(typed)!;
    expect(doseText(dose)).toBe(said);
    expect(readDose(said)).toEqual(dose);
  });
  it.each(['', '1-1', 'twice', '1-0-x', 'sos 0', 'monday'])('not %j', (typed) =>
    expect(readDose(typed)).toBeNull(),
  );
});
