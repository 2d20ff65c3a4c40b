import { expect, it } from 'vitest';
import { person, playServer, playStoryOf, emitted } from '#tests/kit/played.ts';
import { preference } from './preference.ts';
import { z } from 'zod';

const open = () => playServer([preference], [person(101, 'Ravi'), person(102, 'Divya')]);
const quiet = {
  name: 'notices',
  value: { quietFrom: '20:00', quietTo: '08:00', silent: ['approvalRequested'] },
};

it('is stored for its owner; an unchanged value writes no event', () => {
  const server = open();
  expect(emitted(server.command(101, 'preference-e101', 'change', quiet, 0))).toEqual(['PreferenceChanged']);
  expect(emitted(server.command(101, 'preference-e101', 'change', quiet, 1))).toEqual([]);
  expect(server.state('preference-e101').values).toEqual({ notices: quiet.value });
});
it('is hidden from others', () =>
  expect(emitted(open().command(102, 'preference-e101', 'change', quiet, 0))).toBe('notFound'));
it.each([
  [{ name: 'other', value: 1 }],
  [{ name: 'notices', value: { quietFrom: '25:00', quietTo: null, silent: [] } }],
  [{ name: 'charts', value: [{ id: 'x' }] }],
])('takes what it knows only: not %o', (input) => {
  expect(z.safeParse(preference.commands.change!.input, input).success).toBe(false);
});
it('plays its story', () => expect(playStoryOf(open(), preference.story!)).toEqual([['PreferenceChanged']]));
