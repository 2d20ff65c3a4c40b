import { describe, expect, test } from 'vitest';
import { contrast } from './contrast.ts';
import { accents } from './palettes.ts';
import { toneInk } from './theme.ts';
import { tones } from './tones.ts';

const schemes = ['light', 'dark'] as const;
const surfaces = ['surface0', 'surface1', 'surface2', 'surface3'] as const;
const texts = ['strong', 'normal', 'muted', 'accentText', 'danger', 'warn', 'ok', 'info'] as const;
const roles = ['danger', 'warn', 'ok', 'info'] as const;
const AA = 4.5;
const AA_MARK = 3;

test('the contrast of black and white is 21, of equal colours 1', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
  expect(contrast('#777777', '#ffffff')).toBeLessThan(AA);
});

describe.each(accents.flatMap((accent) => schemes.map((scheme) => ({ accent, scheme }))))(
  '$accent $scheme',
  ({ accent, scheme }) => {
    const tone = tones[accent][scheme];

    test.each(surfaces)('every text role is legible on %s', (surface) => {
      for (const text of texts)
        expect(contrast(tone[text], tone[surface]), `${text} on ${surface}`).toBeGreaterThanOrEqual(AA);
    });

    test('buttons, badges and the selected row are legible', () => {
      expect(contrast(tone.accentInk, tone.accent), 'button').toBeGreaterThanOrEqual(AA);
      expect(contrast(tone.accentInk, tone.accentHover), 'button under the pointer').toBeGreaterThanOrEqual(
        AA,
      );
      expect(contrast(tone.onSoft, tone.accentSoft), 'soft accent').toBeGreaterThanOrEqual(AA);
      for (const text of ['strong', 'normal', 'muted', 'accentText', ...roles] as const)
        expect(contrast(tone[text], tone.accentSoft), `${text} in the selected row`).toBeGreaterThanOrEqual(
          AA,
        );
      for (const role of roles) {
        expect(contrast(tone[role], tone[`${role}Soft`]), `${role} badge`).toBeGreaterThanOrEqual(AA);
        expect(contrast(toneInk(tone, scheme), tone[role]), `filled ${role}`).toBeGreaterThanOrEqual(AA);
      }
    });

    test('marks and edges of controls are visible', () => {
      expect(contrast(tone.lineStrong, tone.surface1)).toBeGreaterThanOrEqual(AA_MARK);
      expect(contrast(tone.accentText, tone.surface0), 'focus ring').toBeGreaterThanOrEqual(AA_MARK);
    });
  },
);
