import { expect, test } from 'vitest';
import { AttemptKeys } from './attempt-keys.ts';

test('a second attempt at the same change has the key of the first, any other change its own', () => {
  const keys = new AttemptKeys();
  const first = keys.of('bookAppointment', { at: 1 });
  expect(keys.of('bookAppointment', { at: 1 })).toBe(first);
  expect(keys.of('bookAppointment', { at: 2 })).not.toBe(first);
  expect(keys.of('dispositionCall', { at: 1 })).not.toBe(first);
});
