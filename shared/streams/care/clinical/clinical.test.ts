import { describe, expect, it } from 'vitest';
import { alikeEnough, namesAlike } from './names-alike.ts';
import { ageOn, flagOf, isImpossible, limitsFor } from './ranges.ts';
import { convert, rounded, ucumOf, unitsFor } from './units.ts';

describe('units', () => {
  it.each([
    ['°F', '[degF]'],
    ['mmHg', 'mm[Hg]'],
    ['MG/DL', 'mg/dL'],
    ['furlong', 'furlong'],
  ])('%s is %s', (written, ucum) => expect(ucumOf(written)).toBe(ucum));
  it.each([
    ['8310-5', 98.6, '[degF]', 'Cel', 37],
    ['29463-7', 154, '[lb_av]', 'kg', 69.9],
    ['41653-7', 5.6, 'mmol/L', 'mg/dL', 100.9],
    ['13457-7', 2.6, 'mmol/L', 'mg/dL', 100.5],
    ['2160-0', 132.6, 'umol/L', 'mg/dL', 1.5],
    ['4548-4', 53, 'mmol/mol', '%', 7],
  ])('%s: %d %s in %s is %d', (loinc, value, from, to, expected) =>
    expect(rounded(convert(loinc, value, from, to) ?? 0, 1)).toBe(expected),
  );
  it('nobody converts what depends on another substance', () =>
    expect(convert('2823-3', 4, 'mmol/L', 'mg/dL')).toBeNull());
  it('a temperature may be given in both scales', () =>
    expect(unitsFor('8310-5', 'Cel')).toEqual(['Cel', '[degF]']));
});

describe('ranges', () => {
  const haemoglobin = {
    critLow: 7,
    absLow: 2,
    absHigh: 25,
    ranges: [
      { vSex: 'any', iAgeFrom: 0, iAgeTo: 17, low: 11, high: 16 },
      { vSex: 'female', iAgeFrom: 18, iAgeTo: 120, low: 12, high: 15 },
      { vSex: 'male', iAgeFrom: 18, iAgeTo: 120, low: 13, high: 17 },
    ],
  };
  const flag = (value: number, sex: string, age: number): string =>
    flagOf(value, limitsFor(haemoglobin, { sex, age }));
  it('differ by sex and age', () =>
    expect([flag(12.5, 'female', 40), flag(12.5, 'male', 40), flag(11.5, 'male', 8)]).toEqual([
      'N',
      'L',
      'N',
    ]));
  it('call what lies beyond the critical bound critical for everybody', () =>
    expect(flag(6.9, 'female', 30)).toBe('LL'));
  it('know what cannot be', () =>
    expect(isImpossible(1.3, limitsFor(haemoglobin, { sex: 'male', age: 40 }))).toBe(true));
  it('give way to what a doctor decided for one patient', () => {
    const spo2 = { refLow: 96, refHigh: 100, critLow: 92, critHigh: 100, absLow: 50, absHigh: 100 };
    const copd = { refLow: 88, refHigh: 92, critLow: 85, critHigh: null, reason: 'COPD', by: 'Dr', at: '' };
    expect([
      flagOf(90, limitsFor(spo2, { sex: null, age: null })),
      flagOf(90, limitsFor(spo2, { sex: null, age: null }, copd)),
    ]).toEqual(['LL', 'N']);
  });
  it('count years to the birthday', () =>
    expect([
      ageOn('2000-11-19', '2026-11-18'),
      ageOn('2000-11-18', '2026-11-18'),
      ageOn(null, '2026-11-18'),
    ]).toEqual([25, 26, null]));
});

describe('names on a report', () => {
  it.each([
    ['Mrs. Lakshmi Rao', 'RAO LAKSHMI', true],
    ['Mohan Kumar', 'Mohan Kumarr', true],
    ['Mohan Kumar', 'Suresh Patil', false],
    ['', '', false],
  ])('%s and %s: %s', (one, other, alike) => expect(namesAlike(one, other) >= alikeEnough).toBe(alike));
});
