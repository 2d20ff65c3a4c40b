import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import {
  blankable,
  date,
  dialablePhone,
  email,
  fieldProblems,
  fieldTranslations,
  name,
  note,
  oneOf,
  phone,
  pincode,
  reportedPhone,
  text,
} from './fields.ts';

const codes = (schema: z.ZodType, value: unknown): string[] => {
  const parsed = schema.safeParse(value);
  return parsed.success ? [] : fieldProblems(parsed.error).map((problem) => problem.code);
};

describe('fields', () => {
  it.each([
    ['  9876543210 ', []],
    ['09876543210', []],
    ['+919876543210', ['invalidPhone']],
    ['', []],
    ['98765abcde', []],
  ])('the phone rule counts characters only: %s', (value, expected) =>
    expect(codes(phone(), value)).toEqual(expected),
  );

  it.each([
    ['', ['phoneRequired']],
    [undefined, ['phoneRequired']],
    ['98765abcde', ['phoneNotNumeric']],
    ['+919876543210', ['invalidPhone']],
    [' 5550000001 ', []],
  ])('a number to dial has digits: %s', (value, expected) =>
    expect(codes(dialablePhone(), value)).toEqual(expected),
  );

  it.each([
    ['', 'phoneRequired'],
    ['not a phone', 'phoneNotNumeric'],
    ['9.19877E+11', 'phoneNotNumeric'],
    ['+91 98765-4321', 'invalidPhone'],
    ['+1 98765 43210', 'invalidPhone'],
  ])('a number that another program reports is no other text: %s', (value, code) =>
    expect(codes(reportedPhone(), value)).toEqual([code]),
  );
  it.each(['9876543210', '98765 43210', '+91 98765-43210', '(98765) 43.210'])(
    'a number that another program reports is taken by its digits: %s',
    (value) => expect(reportedPhone().parse(value)).toBe('9876543210'),
  );

  it('trims, normalises and refuses control characters', () => {
    expect(text(10).parse('  Jose\u0301 ')).toBe('José');
    expect(codes(text(10), 'a\u0007b')).toEqual(['badFormat']);
    expect(codes(text(10), 'a\nb')).toEqual(['badFormat']);
    expect(note(10).parse('a\nb')).toBe('a\nb');
    expect(codes(text(10, 3), '   ')).toEqual(['required']);
    expect(codes(text(10, 3), 'ab')).toEqual(['tooShort']);
    expect(codes(text(3), undefined)).toEqual(['required']);
  });

  it('names the violated limit and the path', () => {
    const parsed = z
      .object({ people: z.array(z.object({ name: text(3) })) })
      .safeParse({ people: [{ name: 'abcd' }] });
    expect(parsed.success).toBe(false);
    expect(fieldProblems(parsed.error!)).toEqual([
      { code: 'tooLong', field: 'people.0.name', details: { label: 'people.0.name', n: 3 } },
    ]);
  });

  it('knows real dates, pincodes, mails, names and lists', () => {
    expect(codes(date(), '2026-02-30')).toEqual(['badFormat']);
    expect(codes(date(), '2028-02-29')).toEqual([]);
    expect(codes(pincode(), '060041')).toEqual(['badFormat']);
    expect(email().parse(' A@Care.Example ')).toBe('a@care.example');
    expect(codes(email(), 'a@b')).toEqual(['badFormat']);
    expect(codes(name(), "Anne-Marie D'Souza")).toEqual([]);
    expect(codes(name(), 'ರವಿ')).toEqual([]);
    expect(codes(name(), 'R2D2')).toEqual(['badFormat']);
    expect(codes(oneOf(['a', 'b']), 'c')).toEqual(['notInList']);
    expect(codes(oneOf(['a', 'b']), undefined)).toEqual(['required']);
  });

  it('treats blank, null and missing as null', () => {
    for (const value of ['', '  ', null, undefined]) expect(blankable(pincode()).parse(value)).toBeNull();
    expect(codes(blankable(pincode()), 'x')).toEqual(['badFormat']);
  });

  it('translates each code in both languages', () => {
    expect(Object.keys(fieldTranslations.es)).toEqual(Object.keys(fieldTranslations.en));
  });
});
