import { describe, expect, it } from 'vitest';
import { product } from '#shared/masters/product/product.ts';
import { cellText, cellValue, linesProblem, wantedIn, type IdOf } from './master-sheet.ts';

const field = product.fields.find(({ name }) => name === 'composition')!;
const names: Readonly<Record<number, readonly [code: string, name: string]>> = {
  1: ['PCM', 'Paracetamol'],
  2: ['CAF', 'Caffeine'],
  3: ['B12', 'Vitamin B12'],
  4: ['MIX', 'Salts; oral'],
};
const nameOf = (_kind: string, id: number, by?: 'name'): string =>
  names[id]?.[by === 'name' ? 1 : 0] ?? `#${id}`;
const idOf: IdOf = ({ lookup, text }) => {
  const found = Object.entries(names).find(([, all]) => all.some((one) => one.toLowerCase() === text));
  return lookup === 'molecule' && found ? Number(found[0]) : null;
};
const part = (iMoleculeId: number, nStrength: number, vUnit: string) => ({ iMoleculeId, nStrength, vUnit });

describe('lines that people read', () => {
  it.each([
    ['en', [part(1, 650, 'mg'), part(2, 50, 'mg')], 'Paracetamol 650 mg; Caffeine 50 mg'],
    ['en', [part(3, 0.5, 'mcg')], 'Vitamin B12 0.5 mcg'],
    ['es', [part(3, 0.5, 'IU')], 'Vitamin B12 0,5 UI'],
    ['en', [part(4, 2, '%')], 'MIX 2 %'],
  ] as const)(
    'given a composition, when it is exported in %s, then it is readable and reads back the same',
    (language, lines, text) => {
      expect(cellText(product, field, lines, nameOf, language)).toBe(text);
      expect(cellValue(field, text, idOf, language)).toEqual(lines);
    },
  );

  it.each([
    ['650mg', 'paracetamol 650mg', [part(1, 650, 'mg')]],
    ['a code', 'PCM 1,000 mg', [part(1, 1000, 'mg')]],
    ['line breaks', 'Paracetamol 650 mg\nCaffeine 50 mg;', [part(1, 650, 'mg'), part(2, 50, 'mg')]],
    ['a list of an older export', '[{"iMoleculeId":1,"nStrength":650,"vUnit":"mg"}]', [part(1, 650, 'mg')]],
  ])('given a file with %s, when it is read, then the lines are understood', (_what, text, lines) => {
    expect(cellValue(field, text, idOf, 'en')).toEqual(lines);
  });

  it.each([
    ['Paracetamol', 'lineUnread', 'Paracetamol'],
    ['Paracetamol 650', 'lineUnread', 'Paracetamol 650'],
    ['Paracetamol 650 mg; Caffeine 50 tons', 'lineUnread', 'Caffeine 50 tons'],
    ['Paracetamol 650 mg + Caffeine 50 mg', 'lookupMissing', 'Paracetamol 650 mg + Caffeine'],
    ['Aspirin 100 mg', 'lookupMissing', 'Aspirin'],
    ['Paracetamol 0,5,5 mg', 'ambiguousNumber', '0,5,5'],
  ])('given %s, when it is read, then it is refused with what could not be read', (text, code, what) => {
    expect(cellValue(field, text, idOf, 'en')).toBeUndefined();
    expect(linesProblem(field, text, idOf, 'en')).toMatchObject({
      code,
      field: 'composition',
      details: { text: what },
    });
  });

  it('given lines, when their records are looked up, then each is looked up by its name alone', () =>
    expect(wantedIn(field, 'Paracetamol 650 mg; Vitamin B12 2 mcg')).toEqual([
      { lookup: 'molecule', text: 'paracetamol' },
      { lookup: 'molecule', text: 'vitamin b12' },
    ]));
});
