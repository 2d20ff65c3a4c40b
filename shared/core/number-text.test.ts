import { expect, test } from 'vitest';
import { groupDigits, plainNumber, rupeesText } from './number-text.ts';

const plain = (text: string, language: 'en' | 'es'): unknown => {
  const found = plainNumber(text, language);
  return found === null || found === 'ambiguous' ? found : found.plain;
};

test.each([
  ['12.50', '12.50', 'ambiguous'],
  ['12,50', 'ambiguous', '12.50'],
  ['1,234', '1234', '1.234'],
  ['1.234', '1.234', '1234'],
  ['1,23,456.78', '123456.78', 'ambiguous'],
  ['123.456,78', 'ambiguous', '123456.78'],
  ['1.23.456,78', 'ambiguous', '123456.78'],
  ['1,2,3', 'ambiguous', 'ambiguous'],
  ['1,2345', 'ambiguous', '1.2345'],
  ['₹ 1 000', '1000', '1000'],
  ['−5', '-5', '-5'],
  ['7 %', '7', '7'],
  ['12a', null, null],
  ['.', null, null],
])('%j is %j in English and %j in Spanish', (text, english, spanish) => {
  expect([plain(text, 'en'), plain(text, 'es')]).toEqual([english, spanish]);
});

test('whole numbers are grouped as the language does', () => {
  expect([groupDigits('1234567', 'en'), groupDigits('1234567', 'es')]).toEqual(['12,34,567', '1.234.567']);
  expect([groupDigits('123', 'en'), groupDigits('1000', 'es')]).toEqual(['123', '1.000']);
});

test('an amount in a file is read back unchanged', () => {
  for (const language of ['en', 'es'] as const)
    expect(plain(rupeesText(123_456_78, language), language)).toBe('123456.78');
});
