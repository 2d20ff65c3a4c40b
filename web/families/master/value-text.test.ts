import { expect, test } from 'vitest';
import type { MasterField } from '#shared/families/master-field.ts';
import { choice, choices, date, flag, money, reference, references, rows, text } from '#shared/families/master-field.ts';
import { fieldText } from './value-text.ts';

const say = {
  own: (key: string) => `<${key}>`,
  yes: 'Yes',
  no: 'No',
  inactive: (name: string) => `${name} (inactive)`,
  labels: { 'zone:1': { code: 'N', name: 'North', iStatus: 1 }, 'zone:2': { code: 'S', name: 'South', iStatus: 0 } },
} as const;
const said = (field: MasterField, value: unknown): string => fieldText(field, value, say);

test('every kind of value is said as a person reads it', () => {
  expect(said(flag('b', { en: 'B', es: 'B' }), 1)).toBe('Yes');
  expect(said(flag('b', { en: 'B', es: 'B' }), 0)).toBe('No');
  expect(said(money('n', { en: 'N', es: 'N' }), 12_345_678)).toBe('₹1,23,456.78');
  expect(said(date('d', { en: 'D', es: 'D' }), '2026-11-18')).toBe('18-11-2026');
  expect(said(choice('c', { en: 'C', es: 'C' }, { a: { en: 'A', es: 'A' } }), 'a')).toBe('<option.c.a>');
  expect(said(choice('c', { en: 'C', es: 'C' }, { a: { en: 'A', es: 'A' } }), 'kok')).toBe('kok');
  expect(said(choices('c', { en: 'C', es: 'C' }, { a: { en: 'A', es: 'A' }, b: { en: 'B', es: 'B' } }), ['a', 'b'])).toBe('<option.c.a>, <option.c.b>');
  expect(said(text('t', { en: 'T', es: 'T' }), undefined)).toBe('');
});

test('what a reference names is called by its name; an inactive one says so, an unknown one by its number', () => {
  expect(said(reference('z', { en: 'Z', es: 'Z' }, 'zone'), 1)).toBe('North');
  expect(said(reference('z', { en: 'Z', es: 'Z' }, 'zone'), 2)).toBe('South (inactive)');
  expect(said(references('z', { en: 'Z', es: 'Z' }, 'zone'), [1, 9])).toBe('North, #9');
});

test('lines are said one after the other, with the options of their own field', () => {
  const lines = rows('l', { en: 'L', es: 'L' }, [choice('k', { en: 'K', es: 'K' }, { x: { en: 'X', es: 'X' } }), text('n', { en: 'N', es: 'N' })]);
  expect(said(lines, [{ k: 'x', n: '1' }, { n: '2' }])).toBe('<option.l.k.x> · 1; 2');
});

test('a flag in a line is named when it holds and left out when it does not', () => {
  const lines = rows('l', { en: 'L', es: 'L' }, [text('n', { en: 'N', es: 'N' }), flag('b', { en: 'B', es: 'B' })]);
  expect(
    said(lines, [
      { n: '1', b: 1 },
      { n: '2', b: 0 },
    ]),
  ).toBe('1 · <field.l.b>; 2');
});
