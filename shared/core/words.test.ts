import { describe, expect, it } from 'vitest';
import { fill } from './words.ts';

describe('filling a phrase', () => {
  it('leaves a gap visible', () => expect(fill('{{a}} and {{b}}', { a: 1 })).toBe('1 and {{b}}'));
  it('says dotted keys in words, lists with commas', () => {
    expect(fill('Still to verify: {{items}}.', { items: ['item.phone', 'item.consent'] }, { 'item.phone': 'phone', 'item.consent': 'consents' })).toBe(
      'Still to verify: phone, consents.',
    );
  });
  it('never takes a plain value for a key', () => expect(fill('by {{name}}', { name: 'required' }, { required: 'It is required.' })).toBe('by required'));
});
