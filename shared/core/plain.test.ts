import { expect, it } from 'vitest';
import { dialledDigits, meantOf, plainText, readSearch, tooShort } from './plain.ts';

it.each([
  ['  José   MUÑOZ ', 'jose munoz'],
  ['Información', 'informacion'],
  ['ﬁx', 'fix'],
  ['D’Souza “Sai”', 'd\'souza "sai"'],
  ['علی\u200cرضا', 'علیرضا'],
  ['Mun\u0303oz', 'munoz'],
  ['कमला', 'कमला'],
  ['രാമന\u0d4d\u200d', 'രാമന\u0d4d'],
  ['രാമൻ', 'രാമന\u0d4d'],
  ['', ''],
])('%j reads %j', (text, plain) => expect(plainText(text)).toBe(plain));

it.each([
  ['9845012345', '9845012345'],
  ['+91 98450 12345', '9845012345'],
  ['0091-98450-12345', '9845012345'],
  ['919845012345', '9845012345'],
  ['09845012345', '9845012345'],
  ['9145', '9145'],
])('%j is dialled %j', (text, digits) => expect(dialledDigits(text)).toBe(digits));

it.each([
  ['anita rao', ['anita', 'rao'], null],
  ['+91 98450-12345', ['+91', '98450-12345'], '9845012345'],
  ['301', ['301'], null],
  ['SG-000301', ['sg-000301'], null],
  ['2345', ['2345'], '2345'],
])('%j searches for %j and %j', (text, translations, digits) =>
  expect(readSearch(text)).toEqual({ translations, digits }),
);

it('one letter is too short', () => {
  expect([readSearch(' a '), readSearch(''), readSearch('ab')].map(tooShort)).toEqual([true, true, false]);
});

it.each([
  ['CALL-LOST', 'call-lost'],
  ['Económico', 'economico'],
  ['a', 'a'],
  ['unknown', 'unknown'],
])('of a choice, %j means %j', (typed, value) =>
  expect(meantOf(typed, ['call-lost', 'economico', 'A', 'a'])).toBe(value),
);
