import { expect, test } from 'vitest';
import { masterDraft } from './scaffold.ts';

test("a new master takes the owner's route and both titles", () => {
  const { file, text, line } = masterDraft('colour', 'Colours', 'Colores');
  expect(file).toBe('shared/masters/colour.ts');
  expect(line).toBe("export { colour } from './colour.ts';");
  expect(text).toContain("route: 'masters/colourMaster'");
  expect(text).toContain("title: { en: 'Colours', es: 'Colores' }");
});

test('a name of two words becomes one constant', () => {
  expect(masterDraft('care-tier', 'Care tiers', 'Niveles').line).toBe(
    "export { careTier } from './care-tier.ts';",
  );
});

test('a route is never invented, a title never omitted', () => {
  expect(() => masterDraft('unicorn', 'Unicorns', 'Unicornios')).toThrow(/No route/);
  expect(() => masterDraft('colour', 'Colours', '')).toThrow(/both languages/);
  expect(() => masterDraft('Colour', 'Colours', 'Colores')).toThrow(/kebab-case/);
});
