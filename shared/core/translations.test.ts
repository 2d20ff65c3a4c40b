import { describe, expect, it } from 'vitest';
import { fill } from './translations.ts';

describe('filling a phrase', () => {
  it('leaves a gap visible', () => expect(fill('{{a}} and {{b}}', { a: 1 })).toBe('1 and {{b}}'));
  it('translates dotted keys and joins lists with commas', () => {
    expect(
      fill(
        'Still to verify: {{items}}.',
        { items: ['item.phone', 'item.consent'] },
        { 'item.phone': 'phone', 'item.consent': 'consents' },
      ),
    ).toBe('Still to verify: phone, consents.');
  });
  it('formats an instant and leaves similar text unchanged', () => {
    expect(fill('{{at}}', { at: '2026-11-18T05:00:00.000Z' })).toBe('18-11-2026 10:30');
    expect(fill('{{at}}', { at: '9999-99-99T99:99:99Z' })).toBe('9999-99-99T99:99:99Z');
  });
  it('never takes a plain value for a translation key', () =>
    expect(fill('by {{name}}', { name: 'required' }, { required: 'It is required.' })).toBe('by required'));
});
