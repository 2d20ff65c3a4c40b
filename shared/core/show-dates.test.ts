import { expect, test } from 'vitest';
import { showDates } from './day.ts';

test('days and instants among the values of a message are written in the business’s way, all else stays', () => {
  expect(
    showDates({ until: '2026-11-18T05:41:00.000Z', date: '2026-11-18', ref: 'SG-000301', n: 3, none: null }),
  ).toEqual({ until: '18-11-2026 11:11', date: '18-11-2026', ref: 'SG-000301', n: 3, none: null });
});
