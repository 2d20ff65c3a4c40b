import { expect, test } from 'vitest';
import { fillParams } from './crumbs.ts';

test('placeholders take the route’s parameters', () => {
  expect(fillParams('Daywise Dashboard {date}', { date: '20-11-2026' })).toBe('Daywise Dashboard 20-11-2026');
  expect(fillParams('{a} of {b}', { a: '1', b: '2' })).toBe('1 of 2');
});

test('a placeholder without a value is removed', () => {
  expect(fillParams('Daywise Dashboard {date}', {})).toBe('Daywise Dashboard');
  expect(fillParams('{constructor}x', {})).toBe('x');
});
