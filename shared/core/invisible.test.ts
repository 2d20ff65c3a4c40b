import { describe, expect, it } from 'vitest';
import { personName } from '../access/text.ts';
import { name } from './fields.ts';
import { keyText } from './invisible.ts';

const needed = [
  ['Malayalam, a joiner within', 'ക്\u200dഷ'],
  ['Malayalam, a chillu as it was once written', 'രാമന\u0d4d\u200d'],
  ['Malayalam, such a chillu before another name', 'രാമന\u0d4d\u200d നായര\u0d4d\u200d'],
  ['Kannada, a joiner', 'ರ\u200d\u0ccdಯಾಮ್'],
  ['Kannada, a non-joiner within', 'ರಾಜ್\u200cಕುಮಾರ್'],
  ['Kannada, a non-joiner that a keyboard adds at the end', 'ರಾಜ್\u200c'],
  ['Persian', 'علی\u200cرضا'],
] as const;
const stray = [
  ['at the beginning', '\u200dരാമൻ'],
  ['at the end', 'രാമൻ\u200d'],
  ['before a space', 'علی\u200c رضا'],
  ['after a space', 'علی \u200cرضا'],
  ['beside a hyphen', 'علی-\u200cرضا'],
  ['twice', 'علی\u200c\u200dرضا'],
  ['in a script that joins nothing', 'Ra\u200dvi'],
] as const;

describe('a name that needs joiners', () => {
  for (const [what, fields] of [
    ['of a customer', name(100)],
    ['of an employee', personName(1, 50)],
  ] as const) {
    it.each(needed)(`${what} is accepted: %s`, (_which, text) =>
      expect(fields.safeParse(text).error?.issues ?? []).toEqual([]),
    );
    it.each(stray)(`${what} has no stray one: %s`, (_where, text) =>
      expect(fields.safeParse(text).error?.issues.map(({ message }) => message)).toEqual(['badFormat']),
    );
  }

  it('is stored with chillus as one letter, and without joiners that nothing follows', () => {
    expect(name().parse('രാമന\u0d4d\u200d')).toBe('രാമൻ');
    expect(personName(1, 50).parse('ರಾಜ್\u200c')).toBe('ರಾಜ್');
    expect(name().parse('علی\u200cرضا')).toBe('علی\u200cرضا');
  });
});

describe('names alike but for what nobody sees are the same', () => {
  it.each([
    ['curly apostrophes', 'D’Souza', "D'Souza"],
    ['other apostrophes', 'DʼSouza', 'D`Souza'],
    ['curly quotes', '“Sai” Clinic', '"Sai" Clinic'],
    ['low quotes', '„Sai‟ Clinic', '"Sai" Clinic'],
    ['joiners', 'علی\u200cرضا', 'علیرضا'],
    ['chillus', 'രാമന\u0d4d\u200d', 'രാമൻ'],
    ['soft hyphens', 'Sai\u00ad Clinic', 'Sai Clinic'],
    ['Unicode forms', 'Jose\u0301', 'José'],
    ['case and spaces', ' SAI\u00a0  clinic ', 'Sai Clinic'],
  ])('%s', (_what, one, other) => expect(keyText(one)).toBe(keyText(other)));

  it('but not names that look different', () => {
    expect(new Set(['José', 'Jose', 'കമല', 'കമലാ', 'Dsouza', "D'souza"].map(keyText)).size).toBe(6);
  });
});
