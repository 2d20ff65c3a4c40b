import { expect, test } from 'vitest';
import { capitalised, cutText, headOf, initialOf, partBefore, partBeforeLast, tailOf } from './cut.ts';

test.each([
  ['a text within the limit stays', 'short', 5, 'short'],
  ['an emoji of two units is not halved', `${'x'.repeat(4)}😀😀`, 5, 'xxxx'],
  ['an emoji that fits stays', `${'x'.repeat(3)}😀😀`, 5, 'xxx😀'],
  ['a family of emoji joined by ZWJ is one character', `a👨‍👩‍👧b`, 6, 'a'],
  ['a letter keeps its marks', 'कि' + 'क्षि', 3, 'कि'],
  ['one character beyond the limit is cut between its pairs', '👨‍👩‍👧', 4, '👨‍'],
  ['half a surrogate is replaced', 'a\ud83d', 5, 'a\ufffd'],
])('%s', (_what, text, most, cut) => {
  expect(cutText(text, most)).toBe(cut);
  expect(cut.isWellFormed()).toBe(true);
});

test('an initial is one character that a person sees', () => {
  expect(['asha', '👨‍👩‍👧 Rao', 'कि', ''].map(initialOf)).toEqual(['a', '👨‍👩‍👧', 'कि', '']);
  expect(['lead', 'élan', '😀x', ''].map(capitalised)).toEqual(['Lead', 'Élan', '😀x', '']);
});

test('a code is cut at its places and marks', () => {
  expect([headOf('2027-04-01', 7), headOf('abcd', -1), headOf('ab', 5)]).toEqual(['2027-04', 'abc', 'ab']);
  expect([tailOf('ABCDE1234F', 4), tailOf('ab', 4), tailOf('', 4)]).toEqual(['234F', 'ab', '']);
  expect(tailOf('x😀yz', 3)).toBe('yz');
  expect([partBefore('a-b-c', '-'), partBeforeLast('a-b-c', '-')]).toEqual(['a', 'a-b']);
  expect([partBefore('abc', '-'), partBeforeLast('abc', '-')]).toEqual(['abc', 'abc']);
});
