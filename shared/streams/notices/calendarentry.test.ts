import { expect, it } from 'vitest';
import { person, playHouse, tellStory, told } from '#tests/kit/played.ts';
import { calendarentry } from './calendarentry.ts';

const entry = { title: 'Dentist', from: '2026-11-23T09:00:00.000Z', to: '2026-11-23T10:00:00.000Z' };
const open = () => playHouse([calendarentry], [person(101, 'Ravi'), person(102, 'Divya')]);

it('is added, moved and taken away by its owner', () => {
  const house = open();
  expect(told(house.order(101, 'calendarentry-new', 'add', entry, 0))).toEqual(['PersonalEntryAdded']);
  expect(told(house.order(101, 'calendarentry-1', 'change', { ...entry, title: 'Doctor' }, 1))).toEqual(['PersonalEntryChanged']);
  expect(house.state('calendarentry-1')).toMatchObject({ empId: 101, title: 'Doctor', version: 2 });
  expect(told(house.order(101, 'calendarentry-1', 'remove', {}, 2))).toEqual(['PersonalEntryRemoved']);
  expect(told(house.order(101, 'calendarentry-1', 'change', entry, 3))).toBe('notFound');
});
it('is nobody else’s to know or change', () => {
  const house = open();
  house.order(101, 'calendarentry-new', 'add', entry, 0);
  for (const [command, input] of [
    ['change', entry],
    ['remove', {}],
  ] as const)
    expect(told(house.order(102, 'calendarentry-1', command, input, 1))).toBe('notFound');
  expect(calendarentry.visible!(house.state('calendarentry-1'), house.viewerOf(102), house.directory)).toBe(false);
});
it.each([['2026-11-23T09:00:00.000Z'], ['2026-11-23T08:00:00.000Z'], ['2026-12-08T09:00:00.000Z']])(
  'ends after it starts and within a fortnight: not %s',
  (to) => {
    expect(told(open().order(101, 'calendarentry-new', 'add', { ...entry, to }, 0))).toBe('entryTimes');
  },
);
it('tells its story', () => expect(tellStory(open(), calendarentry.story!)).toEqual([['PersonalEntryAdded']]));
