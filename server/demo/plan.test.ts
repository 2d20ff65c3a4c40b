import { expect, test } from 'vitest';
import { businessDay } from '#shared/core/day.ts';
import { whole } from '#tests/kit/sampled.ts';
import { demoPlan, movesGoods } from './plan.ts';

const minute = 60_000;

test('codes to one customer keep their minimum distance, at whatever minute the demo begins', () => {
  const day = Date.parse('2026-11-27T00:00:00+05:30');
  const many = whole ? 100 : 12;
  const begins = [9 * 60 + 7, ...Array.from({ length: many }, (_, n) => (n * 24 * 60) / many + 0.4)];
  for (const at of begins) {
    const plan = demoPlan(day + at * minute);
    const codes = plan.filter(({ command }) => command === 'generateOtp');
    const pickups = plan.filter(
      ({ stream, command }) => stream.startsWith('return-') && command === 'schedule',
    );
    expect(codes.length).toBeGreaterThan(20);
    expect(pickups.length).toBeGreaterThan(0);
    const near = pickups.filter((pickup) => codes.some((code) => Math.abs(code.at - pickup.at) < 30_000));
    expect(near, `the demo of minute ${at}`).toEqual([]);
    // They stay the last of their stream, and none lies ahead.
    for (const pickup of pickups) expect(pickup.at).toBeLessThan(day + at * minute);
  }
});

test('no goods are moved on a day that was submitted, at whatever hour the demo begins', () => {
  const day = Date.parse('2026-11-27T00:00:00+05:30');
  for (const hour of [0.5, 1.5, 3, 9, 14, 20, 21.5, 22.5, 23.9]) {
    const plan = demoPlan(day + hour * 60 * minute);
    const submits = plan.filter(
      ({ stream, command }) => stream.startsWith('dayend-') && command === 'submit',
    );
    expect(submits).toHaveLength(6);
    for (const submit of submits) {
      const date = submit.stream.slice(-10);
      expect(businessDay(submit.at)).toBe(date);
      const late = plan.filter(
        (one) => movesGoods(one) && businessDay(one.at) === date && one.at >= submit.at,
      );
      expect(late, `the demo of hour ${hour}`).toEqual([]);
    }
  }
});
