import { describe, expect, it } from 'vitest';
import type { FormDef } from '#shared/families/form.ts';
import { customerSignup } from '#shared/forms/customer-signup.ts';
import { keepable, labelOf, problemsOf, stepOf, translateAll } from './check.ts';
import { declaredPath, getAt, leavesForm, setAt } from './paths.ts';

const def = customerSignup as unknown as FormDef;

describe('values by path', () => {
  it('changes one path and keeps every other object', () => {
    const before = { a: { b: 1, c: { d: 2 } }, list: [{ x: 1 }, { x: 2 }] };
    const after = setAt(before, 'list.1.x', 5);
    expect(after).toEqual({ a: { b: 1, c: { d: 2 } }, list: [{ x: 1 }, { x: 5 }] });
    expect(after.a).toBe(before.a);
    expect(after.list[0]).toBe(before.list[0]);
    expect(getAt(after, 'list.1.x')).toBe(5);
    expect(getAt(after, 'nothing.here')).toBeUndefined();
    expect(setAt({ consents: {} }, 'consents.care.given', true)).toEqual({
      consents: { care: { given: true } },
    });
  });
  it('knows a field of a list by its declaration', () => {
    expect(declaredPath('patients.3.dob')).toBe('patients.dob');
    expect(stepOf(def, 'patients.3.dob')).toBe(2);
    expect(stepOf(def, 'address.pincode')).toBe(1);
    expect(stepOf(def, 'consents.care')).toBe(4);
    expect(stepOf(def, 'documents.0.name')).toBe(3);
    expect(stepOf(def, 'elsewhere')).toBe(-1);
  });
});

describe('a draft', () => {
  it('keeps everything except invalid values, field by field', () => {
    const values = setAt(
      setAt(setAt(def.empty, 'applicant.name', 'Meera'), 'applicant.phone', '55501'),
      'patients.0.dob',
      'soon',
    ) as Record<string, unknown>;
    const { parts, left } = keepable(def, values);
    expect(getAt(parts, 'applicant.name')).toBe('Meera');
    expect(getAt(parts, 'applicant.phone')).toBeNull();
    expect(left).toEqual(expect.arrayContaining(['applicant.phone', 'patients.0.dob']));
    expect(parts).not.toHaveProperty('pooId');
    expect(def.keep!.schema.safeParse(parts).success).toBe(true);
  });
  it('of an empty form is empty', () => {
    expect(keepable(def, def.empty).left).toEqual([]);
  });
});

describe('a problem', () => {
  it('is shown for the field, in both languages, once', () => {
    const problems = problemsOf([def.steps[0]!], def.empty);
    expect(translateAll(def, problems, 'en')).toMatchObject({
      'applicant.name': 'Name is required.',
      'applicant.phone': 'Phone number is required.',
    });
    expect(translateAll(def, problems, 'es')['applicant.name']).toBe('Nombre es obligatorio.');
    expect(labelOf(def.translations.en, 'patients.0.dob')).toBe('Date of birth');
  });
  it('a consent settles which text it is about', () => {
    const settled = def.settle!(setAt(def.empty, 'consents.care.given', true)) as typeof def.empty;
    expect(getAt(settled, 'consents.care')).toEqual({ given: true, version: '2026-01', channel: 'paper' });
  });
});

it('the form is left by another screen and by the way back to the drafts, not by its record getting a number', () => {
  const at = (pathname: string, search: string) => ({ pathname, search });
  const open = at('/outBound/customerSingup', '?id=new');
  expect(leavesForm(open, at('/inbox', ''))).toBe(true);
  expect(leavesForm(open, at(open.pathname, ''))).toBe(true);
  expect(leavesForm(open, at(open.pathname, '?id=7'))).toBe(false);
});
