import { expect, test } from 'vitest';
import { dayFromText, dayTrouble } from './date-text.ts';
import { cleanPhone, numberFromText } from './text-fields.tsx';

test('a date is understood as people type it', () => {
  for (const text of ['23112026', '23-11-2026', '23/11/2026', '23.11.26', '2026-11-23', ' 23-11-2026 '])
    expect(dayFromText(text), text).toBe('2026-11-23');
  expect(dayFromText('1-2-2027')).toBe('2027-02-01');
  for (const text of ['30-02-2026', '23-13-2026', 'tomorrow', '', '231120'])
    expect(dayFromText(text), text).toBeNull();
});

test('a Sunday is refused where the rule says so, typed or picked', () => {
  expect(dayTrouble('2026-11-22', { noSunday: true })).toBe('sunday');
  expect(dayTrouble('2026-11-22', {})).toBeNull();
  expect(dayTrouble('2026-11-23', { noSunday: true, min: '2026-11-24' })).toBe('dateBefore');
  expect(dayTrouble('2026-11-25', { max: '2026-11-24' })).toBe('dateAfter');
});

test('a pasted phone number loses surrounding characters', () => {
  expect(cleanPhone('+91 98450-12345')).toBe('9845012345');
  expect(cleanPhone('080 2345 6789')).toBe('08023456789');
  expect(cleanPhone(' none ')).toBe('none');
});

test('numbers may be grouped either way', () => {
  expect(numberFromText('1,23,456.78')).toBe(123456.78);
  expect(numberFromText('₹ 1,000')).toBe(1000);
  expect(numberFromText('−5')).toBe(-5);
  expect(numberFromText('12a')).toBeNull();
  expect(numberFromText('')).toBeNull();
  expect([numberFromText('12,50'), numberFromText('12,50', 'es')]).toEqual([null, 12.5]);
});
