import { expect, test } from 'vitest';
import { department, eventCheck, product, supplier, vitalsMapping } from '#shared/masters/index.ts';
import { blankOf, changedFields, filled, isLong, problemsOf, sectionsOf, takeTheirs } from './form-values.ts';

const about = { today: '2026-11-18', before: null };

test('different kinds of blank are equal', () => {
  expect(filled({ a: '', b: ' ', c: null, d: undefined, e: [], f: 0, g: 'x' })).toEqual({ f: 0, g: 'x' });
  expect(changedFields({ vName: 'A', vDescription: 'old' }, { vName: 'A', vDescription: '' })).toEqual({
    vDescription: null,
  });
  expect(changedFields({ vName: 'A' }, { vName: 'A', vDescription: '  ' })).toEqual({});
});

test('a colleague’s changes are merged, except where I typed', () => {
  const base = { vName: 'A', vCity: 'Pune', vPhone: '1' };
  const mine = { vName: 'Mine', vCity: 'Pune', vPhone: '1' };
  const result = takeTheirs(base, mine, { vName: 'Theirs', vCity: 'Chennai' });
  expect(result.values).toEqual({ vName: 'Mine', vCity: 'Chennai', vPhone: undefined });
  expect([...result.taken].sort()).toEqual(['vCity', 'vPhone']);
  expect(changedFields(result.base, result.values)).toEqual({ vName: 'Mine' });
});

test('a form begins with the declared defaults, and its problems are those of the server', () => {
  expect(blankOf(supplier)).toMatchObject({ iTermsDays: 30, vSettlement: 'CREDIT_NOTE' });
  expect(problemsOf(department, {}, about).map(({ field, code }) => `${field} ${code}`)).toEqual([
    'vCode required',
    'vName required',
  ]);
  expect(problemsOf(department, { vCode: 'OPS', vName: 'Operations' }, about)).toEqual([]);
  expect(
    problemsOf(vitalsMapping, { iVitalId: 1, iEveryDays: 30, bMandatory: 0 }, about).map(({ code }) => code),
  ).toEqual(['oneOfTwo']);
});

test('a generated code is not an input', () => {
  expect(problemsOf(supplier, { ...supplier.example, vCode: '' }, about)).toEqual([]);
});

test('long forms are split into sections on a page', () => {
  expect(isLong(supplier)).toBe(true);
  expect(isLong(department)).toBe(false);
  expect(sectionsOf(supplier, {}).map(({ name }) => name)).toEqual([
    'general',
    'tax',
    'address',
    'contact',
    'licence',
    'policy',
    'bank',
  ]);
});

test('copied fields are not inputs', () => {
  const prompted = (making: boolean): readonly string[] =>
    sectionsOf(eventCheck, {}, making).flatMap(({ fields }) => fields.map(({ name }) => name));
  expect(prompted(true)).toEqual(['iEventId', 'vName', 'vPhone', 'dRegistered', 'iLeadId']);
  expect(prompted(false)).toContain('iPooId');
});

test('a masked number that was not typed again is no problem, one typed over is', () => {
  const before = {
    vCode: 'S00001',
    vName: 'Sri Balaji Agencies',
    vGstin: '29ZZZCS0101Z1Z2',
    vPan: '••••••101Z',
    vStateCode: '29',
    vAccountHolder: 'Sri Balaji',
    vBankAccount: '••••••1234',
    vIfsc: 'ABCD0123456',
  };
  const about = { today: '2026-11-18', before };
  expect(problemsOf(supplier, before, about)).toEqual([]);
  expect(problemsOf(supplier, { ...before, vBankAccount: '••••••12345' }, about)).toMatchObject([
    { code: 'badFormat', field: 'vBankAccount' },
  ]);
});

test('a form begins with the record’s main fields; description and sort number come last', () => {
  const own = sectionsOf(product, {}, true)
    .find(({ name }) => name === 'general')!
    .fields.map(({ name }) => name);
  expect(own.slice(0, 3)).toEqual(['vCode', 'vName', 'vKind']);
  expect(own.slice(-2)).toEqual(['vDescription', 'iSortOrder']);
});
