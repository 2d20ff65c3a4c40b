import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addBusinessTime } from './business-time.ts';
import { DAY_MS, businessDay, instantOf, isSunday, timeOfDay } from './day.ts';

const hour = 3_600_000;
const instants = fc.integer({
  min: Date.parse('2024-01-01T00:00:00Z'),
  max: Date.parse('2028-01-01T00:00:00Z'),
});
const spans = fc.integer({ min: 0, max: 80 * hour });

/** SLA time between two instants, counted minute by minute: slow, but too simple to be wrong. */
function counted(from: number, to: number): number {
  let sum = 0;
  for (let at = from; at < to; at += 60_000) {
    const time = timeOfDay(at);
    if (!isSunday(businessDay(at)) && time >= '09:00:00' && time < '20:00:00') sum += 60_000;
  }
  return sum;
}

describe('the SLA clock', () => {
  it('runs through the day', () => {
    expect(addBusinessTime(instantOf('2026-11-18', '10:30'), 4 * hour)).toBe(
      instantOf('2026-11-18', '14:30'),
    );
  });
  it('stops at night', () => {
    expect(addBusinessTime(instantOf('2026-11-18', '19:30'), hour)).toBe(instantOf('2026-11-19', '09:30'));
    expect(addBusinessTime(instantOf('2026-11-18', '03:00'), hour)).toBe(instantOf('2026-11-18', '10:00'));
    expect(addBusinessTime(instantOf('2026-11-18', '22:00'), hour)).toBe(instantOf('2026-11-19', '10:00'));
  });
  it('stops on Sundays, by the Indian calendar', () => {
    expect(addBusinessTime(instantOf('2026-11-21', '19:00'), 4 * hour)).toBe(
      instantOf('2026-11-23', '12:00'),
    );
    expect(addBusinessTime(instantOf('2026-11-22', '12:00'), hour)).toBe(instantOf('2026-11-23', '10:00'));
  });
  it('lets exactly the given time pass, whatever the start', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: 0, max: 30 * 60 }), (start, minutes) => {
        const at = start - (start % 60_000);
        expect(counted(at, addBusinessTime(at, minutes * 60_000))).toBe(minutes * 60_000);
      }),
      { numRuns: 60 },
    );
  });
  it('adds up: a then b is a + b', () => {
    fc.assert(
      fc.property(instants, spans, spans, (at, a, b) => {
        expect(addBusinessTime(addBusinessTime(at, a), b)).toBe(addBusinessTime(at, a + b));
      }),
    );
  });
  it('never goes back, and never ends outside the hours', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: 0, max: DAY_MS }), spans, (at, later, span) => {
        const end = addBusinessTime(at, span);
        expect(end).toBeGreaterThanOrEqual(at);
        expect(addBusinessTime(at + later, span)).toBeGreaterThanOrEqual(end);
        expect(isSunday(businessDay(end))).toBe(false);
        expect(timeOfDay(end) >= '09:00:00' && timeOfDay(end) <= '20:00:00').toBe(true);
      }),
    );
  });
});
