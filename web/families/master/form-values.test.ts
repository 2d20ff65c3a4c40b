import { expect, test } from 'vitest';
import { department, eventCheck, supplier, vitalsMapping } from '#shared/masters/index.ts';
import { blankOf, changedFields, filled, isLong, problemsOf, sectionsOf, takeTheirs } from './form-values.ts';

const about = { today: '2026-11-18', before: null };

test('two ways of being empty are one', () => {
  expect(filled({ a: '', b: ' ', c: null, d: undefined, e: [], f: 0, g: 'x' })).toEqual({ f: 0, g: 'x' });
  expect(changedFields({ vName: 'A', vDescription: 'old' }, { vName: 'A', vDescription: '' })).toEqual({ vDescription: null });
  expect(changedFields({ vName: 'A' }, { vName: 'A', vDescription: '  ' })).toEqual({});
});

test('what a colleague changed is taken, except where I typed', () => {
  const base = { vName: 'A', vCity: 'Pune', vPhone: '1' };
  const mine = { vName: 'Mine', vCity: 'Pune', vPhone: '1' };
  const result = takeTheirs(base, mine, { vName: 'Theirs', vCity: 'Chennai' });
  expect(result.values).toEqual({ vName: 'Mine', vCity: 'Chennai', vPhone: undefined });
  expect([...result.taken].sort()).toEqual(['vCity', 'vPhone']);
  expect(changedFields(result.base, result.values)).toEqual({ vName: 'Mine' });
});

test('a form begins with the declared defaults, and its problems are those of the server', () => {
  expect(blankOf(supplier)).toMatchObject({ iTermsDays: 30, vSettlement: 'CREDIT_NOTE' });
  expect(problemsOf(department, {}, about).map(({ field, code }) => `${field} ${code}`)).toEqual(['vCode required', 'vName required']);
  expect(problemsOf(department, { vCode: 'OPS', vName: 'Operations' }, about)).toEqual([]);
  expect(problemsOf(vitalsMapping, { iVitalId: 1, iEveryDays: 30, bMandatory: 0 }, about).map(({ code }) => code)).toEqual(['oneOfTwo']);
});

test('a code that the house makes is not asked for', () => {
  expect(problemsOf(supplier, { ...supplier.example, vCode: '' }, about)).toEqual([]);
});

test('long forms are cut into their parts and stand on a page', () => {
  expect(isLong(supplier)).toBe(true);
  expect(isLong(department)).toBe(false);
  expect(sectionsOf(supplier, {}).map(({ name }) => name)).toEqual(['general', 'tax', 'address', 'contact', 'licence', 'policy']);
});

test('what a new record takes from the one it names is not asked for', () => {
  const asked = (making: boolean): readonly string[] => sectionsOf(eventCheck, {}, making).flatMap(({ fields }) => fields.map(({ name }) => name));
  expect(asked(true)).toEqual(['iEventId', 'vName', 'vPhone', 'dRegistered', 'iLeadId']);
  expect(asked(false)).toContain('iPooId');
});
