import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { note, text } from './fields.ts';
import { keyText } from './invisible.ts';
import * as texts from './texts.ts';

const problems = (schema: z.ZodType, value: unknown): string[] =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

describe.each([
  ['a line', texts.line()],
  ['a paragraph', texts.paragraph()],
  ['a field', text(100)],
  ['a note', note(100)],
] as const)('%s that a person types', (_what, schema) => {
  it.each([
    ['NFC', 'Jose\u0301', 'José'],
    ['spaces at its ends', '  a  ', 'a'],
    ['a soft hyphen', 'Sai\u00ad Clinic', 'Sai Clinic'],
    ['a joiner between Latin letters', 'Ra\u200dvi', 'Ravi'],
    ['a joiner at the end', 'Ravi\u200c', 'Ravi'],
    ['joiners beside a hyphen', 'علی-\u200cرضا', 'علی-رضا'],
    ['two joiners', 'علی\u200c\u200dرضا', 'علیرضا'],
    ['a joiner before a digit', '5\u200d6', '56'],
    ['a Persian joiner stays', 'علی\u200cرضا', 'علی\u200cرضا'],
    ['a Malayalam non-joiner stays', 'ക്\u200cഷ', 'ക്\u200cഷ'],
    ['a Kannada joiner stays', 'ರ\u200d\u0ccdಯಾಮ್', 'ರ\u200d\u0ccdಯಾಮ್'],
    ['an emoji of several stays', 'ok 👨‍👩‍👧 👩🏽‍⚕️ 🏳️‍🌈', 'ok 👨‍👩‍👧 👩🏽‍⚕️ 🏳️‍🌈'],
    ['half a character', 'a\ud800', 'a\ufffd'],
  ])('is stored with its %s', (_which, given, stored) => {
    expect(schema.parse(given)).toBe(stored);
    expect(schema.parse(stored)).toBe(stored);
  });

  it.each(['a\0b', '\u0007bell', 'a\u001bb'])('has no control characters: %j', (given) =>
    expect(problems(schema, given)).toEqual(['badFormat']),
  );

  it('does not turn the text around it', () => expect(problems(schema, '\u202eevil')).toEqual(['turnsText']));
});

const invisible = ['\u200d', '\u3164', '\u2800 \u115f', '\ufe0f', '\u200b\ufeff', '\u00a0'];
it.each(invisible)('a required text is missing where nobody sees anything: %j', (given) => {
  expect(problems(text(100), given)).toEqual(['required']);
  expect(problems(note(100), given)).toEqual(['required']);
  expect(texts.line().parse(given)).toBe('');
  expect(
    texts
      .nameLine()
      .parse(given)
      .replaceAll(/[\u200c\u200d]/g, ''),
  ).toBe('');
});

it('lines are for paragraphs', () => {
  expect(texts.paragraph().parse('a\nb\r\nc')).toBe('a\nb\r\nc');
  expect(problems(texts.paragraph(), 'a\tb')).toEqual(['badFormat']);
  expect(problems(texts.line(), 'a\nb')).toEqual(['badFormat']);
  expect(texts.draft().parse('a \nb ')).toBe('a \nb ');
  expect(problems(texts.draft(), 'a\0')).not.toEqual([]);
});

it('what a program makes stays as given, in one line', () => {
  expect(texts.token().parse(' Jose\u0301 ')).toBe(' Jose\u0301 ');
  expect(texts.entry().parse(' 12 ')).toBe('12');
  for (const given of ['a\nb', 'a\0', '\ud800']) {
    expect(problems(texts.token(), given)).toEqual(['badFormat']);
    expect(problems(texts.entry(), given)).toEqual(['badFormat']);
  }
  expect(texts.exact().parse(' a\nb\t')).toBe(' a\nb\t');
  for (const given of ['a\0', '\ud800']) {
    expect(problems(texts.exact(), given)).toEqual(['badFormat']);
    expect(problems(texts.search(), given)).toEqual(['badFormat']);
  }
});

it('codes, days, months and times have their forms', () => {
  expect(problems(texts.code(/^\d{4}$/), '123')).toEqual(['badFormat']);
  expect(problems(texts.day(), '2027-02-30')).toEqual(['badFormat']);
  expect(problems(texts.month(), '2027-13')).toEqual(['badFormat']);
  expect(problems(texts.clock(), '24:00')).toEqual(['badFormat']);
  expect([
    texts.day().parse('2027-02-28'),
    texts.month().parse('2027-12'),
    texts.clock().parse('23:59'),
  ]).toEqual(['2027-02-28', '2027-12', '23:59']);
});

it('what is stored of a text has the key of the text', () => {
  for (const given of ['Ra\u200dvi', 'علی\u200cرضا', 'D’Souza\u200c', 'Sai\u00ad Clinic'])
    expect(keyText(texts.line().parse(given))).toBe(keyText(given));
});
