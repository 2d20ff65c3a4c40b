import { describe, expect, it } from 'vitest';
import { fieldProblems } from '../core/fields.ts';
import { signup } from '../streams/customers/signup/signup.ts';
import { customerSignup as form } from './customer-signup.ts';

const full: Record<string, any> = { pooId: 1, ...signup.story![1]!.input, prescriptionWaiver: null };
const step = (name: string) => form.steps.find((one) => one.name === name)!;
const problems = (name: string, values: unknown): string[] => {
  const parsed = step(name).schema.safeParse(values);
  return parsed.success
    ? []
    : fieldProblems(parsed.error).map((problem) => `${problem.field} ${problem.code}`);
};

describe('the sign-up form', () => {
  it('has five steps, all of which the story passes', () => {
    expect(form.steps.map((one) => one.name)).toEqual([
      'applicant',
      'address',
      'patients',
      'documents',
      'consents',
    ]);
    for (const one of form.steps) expect(problems(one.name, full), one.name).toEqual([]);
    expect(form.check!(full as never, '2026-11-18')).toEqual([]);
  });
  it('refuses what the server would refuse', () => {
    expect(problems('applicant', form.empty)).toEqual([
      'pooId required',
      'applicant.name required',
      'applicant.phone phoneRequired',
    ]);
    expect(problems('patients', form.empty)).toContain('patients.0.name required');
    expect(problems('patients', { patients: [] })).toEqual(['patients required']);
    expect(problems('consents', { consents: {} })).toEqual(
      ['care', 'calling', 'dataProcessing'].map((kind) => `consents.${kind} consentMissing`),
    );
    expect(
      form.check!({ ...full, patients: [{ ...full.patients[0], dob: '2030-01-01' }] } as never, '2026-11-18'),
    ).toMatchObject([{ code: 'ageInvalid', field: 'patients.0.dob' }]);
  });
});
