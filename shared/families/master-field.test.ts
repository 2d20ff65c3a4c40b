import { expect, test } from 'vitest';
import { reference } from './master-field.ts';

const label = { en: 'Person', es: 'Persona' };

test('a search for an employee offers ten by default; other searches their usual number', () => {
  expect(reference('iEmpId', label, 'employee').lookupMost).toBe(10);
  expect(reference('managerId', label, 'employee', { lookupMost: 100 }).lookupMost).toBe(100);
  expect(reference('iPooId', label, 'placeOfOperation').lookupMost).toBeUndefined();
});
