import { describe, expect, it } from 'vitest';
import { overlapping, type SpanState } from './span.ts';

const held: SpanState = { held: { 'master-a-1': { from: '2026-11-10', to: '2026-11-20' } } };
const mine = 'master-a-2';

describe('reserved days', () => {
  it.each([
    ['ends on the first held day', '2026-11-05', '2026-11-10', true],
    ['begins on the last held day', '2026-11-20', '2026-11-25', true],
    ['lies within', '2026-11-12', '2026-11-13', true],
    ['reaches over both ends', '2026-11-01', '2026-11-30', true],
    ['is one held day', '2026-11-20', '2026-11-20', true],
    ['ends the day before', '2026-11-05', '2026-11-09', false],
    ['begins the day after', '2026-11-21', '2026-11-25', false],
  ])(
    'given both ends are inclusive, when a span %s, then overlapping: %s to %s is %s',
    (_what, from, to, overlaps) => {
      expect(overlapping(held, { from, to }, mine)).toEqual(overlaps ? held.held['master-a-1'] : null);
    },
  );

  it('given the owner of the days, when it reserves again, then its own days do not conflict', () => {
    expect(overlapping(held, { from: '2026-11-12', to: '2026-11-13' }, 'master-a-1')).toBeNull();
  });

  it.each([
    ['shares one of them', [1], [1, 2], true],
    ['names others', [1], [2], false],
    ['names none, so all', [1], undefined, true],
  ])(
    'given only some are reserved, when a span %s, then overlapping is %s',
    (_what, mine, theirs, overlaps) => {
      const span = { from: '2026-11-12', to: '2026-11-12' };
      const state = { held: { 'master-a-1': { ...span, among: mine } } };
      expect(
        overlapping(state, { ...span, ...(theirs ? { among: theirs } : {}) }, 'master-a-2') !== null,
      ).toBe(overlaps);
    },
  );
});
