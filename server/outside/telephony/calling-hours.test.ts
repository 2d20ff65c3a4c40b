import { expect, it } from 'vitest';
import { callingHours } from '#shared/streams/calls/call/hours.ts';
import { BadConfig, readConfig } from '../../config.ts';

const hoursOf = (env: Readonly<Record<string, string>>) =>
  readConfig({ DATABASE_URL: 'postgresql://x@y/z', ...env }).callingHours;
const problems = (env: Readonly<Record<string, string>>): readonly string[] => {
  try {
    hoursOf(env);
    return [];
  } catch (error) {
    if (error instanceof BadConfig) return error.lines;
    throw error;
  }
};

it('calling hours are the standard ones, and can be narrowed but not widened', () => {
  expect(hoursOf({})).toEqual(callingHours);
  expect(hoursOf({ CALLING_HOURS: 'promotional=11:00-19:00' }).promotional).toEqual({
    from: '11:00',
    to: '19:00',
    sundays: false,
    holidays: false,
  });
  for (const bad of [
    'promotional=09:00-19:00',
    'service=09:00-21:00',
    'clinical=09:00-10:00',
    'all=10:00-11:00',
    'service=18:00-10:00',
    'anytime',
  ])
    expect(problems({ CALLING_HOURS: bad }), bad).toEqual([expect.stringContaining('CALLING_HOURS')]);
});

it('a demo whose clock runs may call at any hour, one with a fixed clock keeps the hours', () => {
  expect(hoursOf({ DEMO: '1' }).promotional.to).toBe('24:00');
  expect(hoursOf({ DEMO: '1', DEMO_NOW: '2026-11-18T05:00:00.000Z' })).toEqual(callingHours);
  expect(problems({ NODE_ENV: 'production', CALLING_HOURS: 'always' }).join()).toContain('CALLING_HOURS');
});
