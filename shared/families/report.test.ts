import { describe, expect, it } from 'vitest';
import { rescheduleLogs } from '../reports/reschedule-logs.ts';
import { measureOf } from './report-measure.ts';
import { daysIn, periodBefore, periodOf, wholeMonths } from './report-period.ts';
import { defineReport, initials } from './report.ts';

describe('the figures of a report', () => {
  const rows = [
    { n: 1, s: 'a' },
    { n: 4, s: 'b' },
    { n: null, s: 'a' },
    { n: 7, s: 'a' },
  ];
  it('leaves empty cells out of a median and an average', () => {
    expect([
      measureOf({ name: 'm', kind: 'median', of: 'n' }, rows),
      measureOf({ name: 'm', kind: 'average', of: 'n' }, rows.slice(0, 3)),
    ]).toEqual([4, 2.5]);
  });
  it('has no share of zero rows', () => {
    const share = { name: 'm', kind: 'share', where: { column: 's', in: ['a'] } } as const;
    expect([measureOf(share, rows), measureOf(share, [])]).toEqual([75, null]);
  });
  it('takes a share of the rows it is about', () => {
    expect(
      measureOf(
        {
          name: 'm',
          kind: 'share',
          among: { column: 's', in: ['a'] },
          where: { column: 'n', atLeast: 5 },
        },
        rows,
      ),
    ).toBe(33.3);
  });
  it('divides one sum by another, and nothing by zero', () => {
    const ratio = { name: 'm', kind: 'ratio', of: 'n', per: 'all' } as const;
    expect([
      measureOf(ratio, [
        { n: 1, all: 4 },
        { n: 1, all: 0 },
      ]),
      measureOf(ratio, [{ n: 1, all: 0 }]),
    ]).toEqual([50, null]);
  });
  it('counts different values and no empty ones', () => {
    expect(measureOf({ name: 'm', kind: 'distinct', of: 'n' }, [...rows, { n: 4, s: 'a' }])).toBe(3);
  });
  it('counts values between two bounds', () => {
    expect(measureOf({ name: 'm', kind: 'count', where: { column: 'n', atLeast: 4, below: 7 } }, rows)).toBe(
      1,
    );
  });
});

describe('the period of a report', () => {
  it('includes both ends', () => {
    expect([daysIn(periodOf('today', '2026-11-24')), daysIn(periodOf('last7', '2026-11-24'))]).toEqual([
      1, 7,
    ]);
  });
  it('finds the month before in the year before', () => {
    expect([
      periodBefore({ from: '2026-11-18', to: '2026-11-24' }),
      periodBefore({ from: '2028-03-01', to: '2028-03-31' }),
      periodBefore({ from: '2026-12-01', to: '2026-12-30' }),
      periodBefore({ from: '2027-01-01', to: '2027-01-31' }),
    ]).toEqual([
      { from: '2026-11-11', to: '2026-11-17' },
      { from: '2028-02-01', to: '2028-02-29' },
      { from: '2026-11-01', to: '2026-11-30' },
      { from: '2026-12-01', to: '2026-12-31' },
    ]);
    expect(wholeMonths({ from: '2026-12-05', to: '2027-02-03' })).toEqual({
      from: '2026-12-01',
      to: '2027-02-28',
    });
    expect(periodOf('lastMonth', '2027-01-15')).toEqual({ from: '2026-12-01', to: '2026-12-31' });
  });
});

describe('a report', () => {
  it('refuses a column that it does not declare', () => {
    expect(() => defineReport({ ...rescheduleLogs, groups: ['nothing'] })).toThrow(
      'there is no column nothing',
    );
  });
  it('refuses a route that no right guards', () => {
    expect(() => defineReport({ ...rescheduleLogs, route: '/reports/none' })).toThrow(
      '/reports/none is no screen',
    );
  });
  it('shortens a masked name to its initials', () => {
    expect([initials('Asha Rao'), initials('Pooja')]).toEqual(['AR', 'P']);
  });
});
