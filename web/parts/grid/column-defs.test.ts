import { expect, test } from 'vitest';
import { atMost } from './column-defs.ts';

/**
 * Widths of 600 12px text in the bundled and in the system font, px, measured in Chromium; the larger of the
 * two.
 */
const measured: Readonly<Record<string, number>> = {
  l: 4.3,
  '!': 5.5,
  ':': 4.8,
  r: 5.9,
  t: 5.7,
  '(': 5.5,
  b: 8.6,
  g: 8.6,
  n: 8.2,
  '8': 8,
  é: 8,
  O: 10.2,
  N: 10,
  H: 10,
  Ñ: 10,
  W: 13.2,
  m: 12.5,
  '%': 12.1,
  '—': 12,
};

test('a title estimated to fit does fit', () => {
  for (const [letter, px] of Object.entries(measured))
    expect(atMost(letter.repeat(10)), letter).toBeGreaterThanOrEqual(px * 10 - 2);
  expect(atMost('Applicant')).toBeLessThan(80);
  expect(atMost('पाँच')).toBe(4 * 13);
});
