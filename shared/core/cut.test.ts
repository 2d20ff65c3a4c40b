import { expect, test } from 'vitest';
import { cutText } from './cut.ts';

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
