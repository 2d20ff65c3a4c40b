import { expect, it } from 'vitest';
import { person, playHouse, tellStory, told } from '#tests/kit/played.ts';
import { preference } from './preference.ts';

const open = () => playHouse([preference], [person(101, 'Ravi'), person(102, 'Divya')]);
const quiet = { name: 'notices', value: { quietFrom: '20:00', quietTo: '08:00', silent: ['approvalAsked'] } };

it('is kept for its owner; the same again is no event', () => {
  const house = open();
  expect(told(house.order(101, 'preference-e101', 'change', quiet, 0))).toEqual(['PreferenceChanged']);
  expect(told(house.order(101, 'preference-e101', 'change', quiet, 1))).toEqual([]);
  expect(house.state('preference-e101').values).toEqual({ notices: quiet.value });
});
it('is nobody else’s', () => expect(told(open().order(102, 'preference-e101', 'change', quiet, 0))).toBe('notFound'));
it.each([
  [{ name: 'other', value: 1 }],
  [{ name: 'notices', value: { quietFrom: '25:00', quietTo: null, silent: [] } }],
  [{ name: 'charts', value: [{ id: 'x' }] }],
])('takes what it knows only: not %o', (input) => {
  expect(preference.commands.change!.input.safeParse(input).success).toBe(false);
});
it('tells its story', () => expect(tellStory(open(), preference.story!)).toEqual([['PreferenceChanged']]));
