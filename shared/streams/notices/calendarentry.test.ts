import { expect, it } from 'vitest';
import { person, playServer, playStoryOf, emitted } from '#tests/kit/played.ts';
import { calendarentry } from './calendarentry.ts';

const entry = { title: 'Dentist', from: '2026-11-23T09:00:00.000Z', to: '2026-11-23T10:00:00.000Z' };
const open = () => playServer([calendarentry], [person(101, 'Ravi'), person(102, 'Divya')]);

it('is added, moved and deleted by its owner', () => {
  const server = open();
  expect(emitted(server.command(101, 'calendarentry-new', 'add', entry, 0))).toEqual(['PersonalEntryAdded']);
  expect(emitted(server.command(101, 'calendarentry-1', 'change', { ...entry, title: 'Doctor' }, 1))).toEqual(
    ['PersonalEntryChanged'],
  );
  expect(server.state('calendarentry-1')).toMatchObject({ empId: 101, title: 'Doctor', version: 2 });
  expect(emitted(server.command(101, 'calendarentry-1', 'remove', {}, 2))).toEqual(['PersonalEntryRemoved']);
  expect(emitted(server.command(101, 'calendarentry-1', 'change', entry, 3))).toBe('notFound');
});
it('is hidden from everybody else', () => {
  const server = open();
  server.command(101, 'calendarentry-new', 'add', entry, 0);
  for (const [command, input] of [
    ['change', entry],
    ['remove', {}],
  ] as const)
    expect(emitted(server.command(102, 'calendarentry-1', command, input, 1))).toBe('notFound');
  expect(
    calendarentry.visible!(server.state('calendarentry-1'), server.viewerOf(102), server.directory),
  ).toBe(false);
});
it.each([['2026-11-23T09:00:00.000Z'], ['2026-11-23T08:00:00.000Z'], ['2026-12-08T09:00:00.000Z']])(
  'ends after it starts and within a fortnight: not %s',
  (to) => {
    expect(emitted(open().command(101, 'calendarentry-new', 'add', { ...entry, to }, 0))).toBe('entryTimes');
  },
);
it('plays its story', () =>
  expect(playStoryOf(open(), calendarentry.story!)).toEqual([['PersonalEntryAdded']]));
