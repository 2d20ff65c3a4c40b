import { expect, it } from 'vitest';
import { instantOf } from '../../../core/day.ts';
import { callingHours, type CallingDay } from './hours.ts';
import { retryAt } from './outcome.ts';
import { ownHoursRefused, withinOwnHours } from './own-hours.ts';

/** The hours in force were narrowed after the lead had asked for the evening. */
const day: CallingDay = {
  hours: { ...callingHours, promotional: { ...callingHours.promotional, to: '19:00' } },
  holiday: null,
};
const evening = { from: '20:00', to: '21:00' };
const saturday = '2026-11-21';
const opens = (at: number) =>
  ownHoursRefused(evening, 'Mohan Rao', 'promotional', at, { day })?.details?.['opens'];

it.each([
  ['before them', '12:00', saturday],
  ['after them, across the Sunday', '21:00', '2026-11-23'],
])(
  'names an opening of their own where these hours and those in force never meet: %s',
  (_title, time, on) => {
    const named = Date.parse(String(opens(instantOf(saturday, time))));
    expect(named).toBe(instantOf(on, '20:00'));
    expect(ownHoursRefused(evening, 'Mohan Rao', 'promotional', named, { day })).toBeNull();
  },
);
it('tries again in their own hours also where these and those in force never meet', () => {
  const tried = { callClass: 'promotional', today: 1, total: 1 } as const;
  const within = withinOwnHours(day, evening, 'promotional');
  expect(retryAt('BUSY', instantOf(saturday, '18:00'), tried, within)).toBe(instantOf(saturday, '20:00'));
});
it('keeps to what both hours have in common', () => {
  const hours = { from: '18:00', to: '21:00' };
  expect(withinOwnHours(day, hours, 'promotional').hours.promotional).toMatchObject({
    from: '18:00',
    to: '19:00',
  });
});
