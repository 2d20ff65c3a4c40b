import { expect, test } from 'vitest';
import { demoPlan } from './plan.ts';

const minute = 60_000;

test('codes to one customer keep their minimum distance, at whatever minute the demo begins', () => {
  const day = Date.parse('2026-11-27T00:00:00+05:30');
  const begins = [9 * 60 + 7, ...Array.from({ length: 100 }, (_, n) => n * 14.4)];
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
