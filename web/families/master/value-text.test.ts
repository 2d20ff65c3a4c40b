import { expect, test } from 'vitest';
import type { MasterField } from '#shared/families/master-field.ts';
import {
  choice,
  choices,
  date,
  yesNo,
  money,
  percent,
  reference,
  references,
  rows,
  text,
} from '#shared/families/master-field.ts';
import { fieldText } from './value-text.ts';

const t = {
  own: (key: string) => `<${key}>`,
  yes: 'Yes',
  no: 'No',
  inactive: (name: string) => `${name} (inactive)`,
  labels: {
    'zone:1': { code: 'N', name: 'North', iStatus: 1 },
    'zone:2': { code: 'S', name: 'South', iStatus: 0 },
  },
} as const;
const shown = (field: MasterField, value: unknown): string => fieldText(field, value, t);

test('every kind of value is formatted', () => {
  expect(shown(percent('p', { en: 'P', es: 'P' }), 1_250)).toBe('12.5 %');
  expect(shown(yesNo('b', { en: 'B', es: 'B' }), 1)).toBe('Yes');
  expect(shown(yesNo('b', { en: 'B', es: 'B' }), 0)).toBe('No');
  expect(shown(money('n', { en: 'N', es: 'N' }), 12_345_678)).toBe('₹1,23,456.78');
  expect(shown(date('d', { en: 'D', es: 'D' }), '2026-11-18')).toBe('18-11-2026');
  expect(shown(choice('c', { en: 'C', es: 'C' }, { a: { en: 'A', es: 'A' } }), 'a')).toBe('<option.c.a>');
  expect(shown(choice('c', { en: 'C', es: 'C' }, { a: { en: 'A', es: 'A' } }), 'kok')).toBe('kok');
  expect(
    shown(choices('c', { en: 'C', es: 'C' }, { a: { en: 'A', es: 'A' }, b: { en: 'B', es: 'B' } }), [
      'a',
      'b',
    ]),
  ).toBe('<option.c.a>, <option.c.b>');
  expect(shown(text('t', { en: 'T', es: 'T' }), undefined)).toBe('');
});

test('a reference shows its name, marked when inactive, or its id when unknown', () => {
  expect(shown(reference('z', { en: 'Z', es: 'Z' }, 'zone'), 1)).toBe('North');
  expect(shown(reference('z', { en: 'Z', es: 'Z' }, 'zone'), 2)).toBe('South (inactive)');
  expect(shown(references('z', { en: 'Z', es: 'Z' }, 'zone'), [1, 9])).toBe('North, #9');
});

test('lines are listed with the options of their own field', () => {
  const lines = rows('l', { en: 'L', es: 'L' }, [
    choice('k', { en: 'K', es: 'K' }, { x: { en: 'X', es: 'X' } }),
    text('n', { en: 'N', es: 'N' }),
  ]);
  expect(shown(lines, [{ k: 'x', n: '1' }, { n: '2' }])).toBe('<option.l.k.x> · 1; 2');
});

test('a flag in a line is named when true and omitted otherwise', () => {
  const lines = rows('l', { en: 'L', es: 'L' }, [
    text('n', { en: 'N', es: 'N' }),
    yesNo('b', { en: 'B', es: 'B' }),
  ]);
  expect(
    shown(lines, [
      { n: '1', b: 1 },
      { n: '2', b: 0 },
    ]),
  ).toBe('1 · <field.l.b>; 2');
});
