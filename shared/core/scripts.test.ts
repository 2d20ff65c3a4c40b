import { expect, it } from 'vitest';
import { scriptRuns } from './scripts.ts';

it.each([
  ['Asha Rao, 3rd floor', [[null, 'Asha Rao, 3rd floor']]],
  ['', [[null, '']]],
  ['ಕೃಷ್ಣ ಮೂರ್ತಿ', [['kannada', 'ಕೃಷ್ಣ ಮೂರ್ತಿ']]],
  [
    'Asha ಆಶಾ (आशा)',
    [
      [null, 'Asha '],
      ['kannada', 'ಆಶಾ'],
      [null, ' ('],
      ['devanagari', 'आशा'],
      [null, ')'],
    ],
  ],
  [
    'தமிழ்తెలుగు',
    [
      ['tamil', 'தமிழ்'],
      ['telugu', 'తెలుగు'],
    ],
  ],
  [
    'a joiner belongs to its word: ರ\u200d್ಯಾಮ್',
    [
      [null, 'a joiner belongs to its word: '],
      ['kannada', 'ರ\u200d್ಯಾಮ್'],
    ],
  ],
  ['a letter of Kannada without a glyph: \u0cdc', [[null, 'a letter of Kannada without a glyph: \u0cdc']]],
])('%s is cut by script', (text, runs) => {
  expect(scriptRuns(text).map(({ script, text: part }) => [script, part])).toEqual(runs);
});
