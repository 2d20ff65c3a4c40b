import { expect, it } from 'vitest';
import { dispositionBody, missingFields, nothingTyped, visitBody } from './disposing.ts';

it('requires the inputs of a disposition', () => {
  expect(missingFields('RNR', nothingTyped, false)).toEqual([]);
  expect(missingFields('SETUP_FIXED', nothingTyped, false)).toEqual(['empId', 'day', 'slotFrom']);
  expect(missingFields('CALLBACK', nothingTyped, false)).toEqual(['nextAt']);
  expect(missingFields('THINKING', { ...nothingTyped, notes: 'ok' }, false)).toEqual(['notes']);
  expect(missingFields('NOT_INTERESTED', nothingTyped, false)).toEqual(['reasonId']);
  expect(missingFields('NOT_INTERESTED', { ...nothingTyped, reasonId: '6' }, true)).toEqual(['notes']);
  expect(missingFields('LANGUAGE', { ...nothingTyped, language: 'kn' }, false)).toEqual([]);
});

it('sends only its own inputs, the time in UTC', () => {
  const typed = { ...nothingTyped, notes: ' Evening ', nextAt: '2026-11-19T18:30', reasonId: '1' };
  expect(dispositionBody('CALLBACK', typed, null)).toEqual({
    code: 'CALLBACK',
    notes: 'Evening',
    nextAt: '2026-11-19T13:00:00.000Z',
  });
  expect(dispositionBody('RNR', { ...typed, notes: '' }, null)).toEqual({ code: 'RNR' });
  expect(
    visitBody(
      'SETUP_FIXED',
      { ...typed, visit: { empId: 151, day: '2026-11-20', slotFrom: '10:00' } },
      'lead-10001',
      1,
    ),
  ).toMatchObject({
    vAppType: 'setup',
    iLeadId: 10001,
    iAssignedTo: 151,
    iPooId: 1,
  });
});
