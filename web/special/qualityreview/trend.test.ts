import { expect, test } from 'vitest';
import { instantOf } from '#shared/core/day.ts';
import type { CallReviewRow } from '#shared/feeds/call-reviews.ts';
import { agentsOf, reviewsOf, weekly, weekOf, weeksTo } from './trend.ts';

const review = (
  id: string,
  empId: number,
  day: string,
  total: number | null,
  greeting = 10,
): CallReviewRow => {
  const by = { empId: 171, name: 'Tara Bose' };
  const scores = { greeting, listening: 10, product: 10, compliance: 10, closing: 10 };
  const counts = total === null ? null : { scores, fatal: [], total, remarks: '', by };
  return {
    ...{ id, stage: 'final', scoredAt: new Date(instantOf(day, '12:00')).toISOString() },
    face: {
      ref: id,
      agent: { empId, name: empId === 101 ? 'Ravi' : 'Divya' },
      pooId: 1,
      talkSec: 60,
      code: 'THINKING',
      why: 'chance',
    },
    ...{ total, first: counts, second: null, settled: null, counts, calibrated: null, moments: [] },
  };
};

test('a week begins on Monday by Indian time', () => {
  expect(weekOf(instantOf('2026-11-22', '23:59'))).toBe('2026-11-16');
  expect(weekOf(instantOf('2026-11-23', '00:00'))).toBe('2026-11-23');
  const weeks = weeksTo(instantOf('2026-11-25', '10:00'));
  expect([weeks.length, weeks[0], weeks.at(-1)]).toEqual([12, '2026-09-07', '2026-11-23']);
});

test('the trend is the average of each week, and a week without a review has a gap', () => {
  const rows = [
    review('1', 101, '2026-11-16', 80, 20),
    review('2', 101, '2026-11-22', 71, 15),
    review('3', 101, '2026-11-24', 0, 4),
    review('4', 102, '2026-11-24', 100),
  ];
  const weeks = ['2026-11-09', '2026-11-16', '2026-11-23'];
  const own = reviewsOf(rows, 101);
  expect(weekly(own, weeks, 'total')).toEqual([null, 75.5, 0]);
  expect(weekly(own, weeks, 'greeting')).toEqual([null, 17.5, 4]);
  expect(own.map(({ id }) => id)).toEqual(['3', '2', '1']);
});

test('a score that is not known here, such as one in calibration, is left out', () => {
  const rows = [review('1', 101, '2026-11-16', 80), review('2', 101, '2026-11-17', null)];
  expect(reviewsOf(rows, 101).map(({ id }) => id)).toEqual(['1']);
  expect(agentsOf(rows)).toEqual([{ empId: 101, name: 'Ravi' }]);
});
