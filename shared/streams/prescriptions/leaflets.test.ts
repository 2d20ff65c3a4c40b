import { expect, it } from 'vitest';
import { printable } from './leaflets.ts';

it.each([
  ['Take one tablet a day.\nWith food.', true],
  ['Tome una al día, según la señora Muñoz', true],
  ['दिन में एक गोली', true],
  ['ದಿನಕ್ಕೆ ಒಂದು, 2 × 5 mg', true],
  ['દિવસમાં એક', false],
  ['一日一片', false],
])('%s can be set in a PDF: %s', (text, can) => expect(printable(text)).toBe(can));
