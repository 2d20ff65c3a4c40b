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
  expect(said(flag('b', ['B', 'B']), 1)).toBe('Yes');
  expect(said(flag('b', ['B', 'B']), 0)).toBe('No');
  expect(said(money('n', ['N', 'N']), 12_345_678)).toBe('₹1,23,456.78');
  expect(said(date('d', ['D', 'D']), '2026-11-18')).toBe('18-11-2026');
  expect(said(choice('c', ['C', 'C'], { a: ['A', 'A'] }), 'a')).toBe('<option.c.a>');
  expect(said(choice('c', ['C', 'C'], { a: ['A', 'A'] }), 'kok')).toBe('kok');
  expect(said(choices('c', ['C', 'C'], { a: ['A', 'A'], b: ['B', 'B'] }), ['a', 'b'])).toBe('<option.c.a>, <option.c.b>');
  expect(said(text('t', ['T', 'T']), undefined)).toBe('');
});

test('what a reference names is called by its name; an inactive one says so, an unknown one by its number', () => {
  expect(said(reference('z', ['Z', 'Z'], 'zone'), 1)).toBe('North');
  expect(said(reference('z', ['Z', 'Z'], 'zone'), 2)).toBe('South (inactive)');
  expect(said(references('z', ['Z', 'Z'], 'zone'), [1, 9])).toBe('North, #9');
});

test('lines are said one after the other, with the options of their own field', () => {
  const lines = rows('l', ['L', 'L'], [choice('k', ['K', 'K'], { x: ['X', 'X'] }), text('n', ['N', 'N'])]);
  expect(said(lines, [{ k: 'x', n: '1' }, { n: '2' }])).toBe('<option.l.k.x> · 1; 2');
});

test('a flag in a line is named when it holds and left out when it does not', () => {
  const lines = rows('l', ['L', 'L'], [text('n', ['N', 'N']), flag('b', ['B', 'B'])]);
  expect(
    said(lines, [
      { n: '1', b: 1 },
      { n: '2', b: 0 },
    ]),
  ).toBe('1 · <field.l.b>; 2');
});
