import { expect, it } from 'vitest';
import { customerLinks } from './customer-links.ts';

const [first, second] = [Buffer.alloc(32, 1), Buffer.alloc(32, 2)];
const links = customerLinks([first]);
const now = Date.parse('2026-11-25T10:00:00Z');
const link = links.make('invoice', '17', now + 60_000);

it('opens exactly the record it was made for', () => {
  expect(links.open('invoice', link, now)).toBe('17');
});
it('opens nothing once it has expired', () => {
  expect(links.open('invoice', link, now + 61_000)).toBeNull();
});
it.each([
  ['another record', link.replace(/^17/, '18')],
  ['a later day', link.replace(/\.(\w+)\./, '.zzzzzz.')],
  ['an altered proof', `${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`],
  ['a text of anybody', 'hello'],
  ['nothing', ''],
])('refuses %s', (_what, text) => {
  expect(links.open('invoice', text, now)).toBeNull();
});
it('stays valid when a new key is put before the old one', () => {
  expect(customerLinks([second, first]).open('invoice', link, now)).toBe('17');
  expect(customerLinks([second]).open('invoice', link, now)).toBeNull();
});
