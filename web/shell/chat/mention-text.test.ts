import { expect, it } from 'vitest';
import { mentionable, mentionAt, parts, withMention } from './mention-text.ts';

const people = [
  { empId: 1, name: 'Divya Shetty' },
  { empId: 2, name: 'Divya' },
  { empId: 3, name: 'José Rao' },
];

it.each([
  ['Hello @di', 9, { from: 6, message: 'di' }],
  ['@', 1, { from: 0, message: '' }],
  ['@Divya Shetty and more words', 27, null],
  ['mail a@b', 8, null],
  ['@di\nx', 5, null],
  ['no', 2, null],
])('in %j at %i is typed %j', (text, caret, found) => expect(mentionAt(text, caret)).toEqual(found));

it('people are offered by the beginning of a word of their name, without marks', () => {
  expect(mentionable(people, 'ra').map(({ empId }) => empId)).toEqual([3]);
  expect(mentionable(people, 'jose').map(({ empId }) => empId)).toEqual([3]);
  expect(mentionable(people, '').length).toBe(3);
});
it('the name replaces the typed text, and the caret follows it', () => {
  expect(withMention('Ask @di please', 7, 4, 'Divya Shetty')).toEqual({
    text: 'Ask @Divya Shetty please',
    caret: 18,
  });
});
it('a message is cut at its names, the longer one first, and is whole again when put together', () => {
  const text = 'Ask @Divya Shetty or @divya, not @nobody';
  const cut = parts(text, people);
  expect(cut.filter(({ empId }) => empId !== null)).toEqual([
    { text: '@Divya Shetty', empId: 1 },
    { text: '@divya', empId: 2 },
  ]);
  expect(cut.map((one) => one.text).join('')).toBe(text);
  expect(parts('', people)).toEqual([]);
});
