import { expect, it } from 'vitest';
import { leadStatusReport } from '#shared/reports/lead-status.ts';
import { changeText } from './Figures.tsx';
import { rowQuery } from './rows.ts';
import { queryOf, readFilters } from './use-report-state.ts';

it('shows how a figure changed: counts by a share, percentages by points', () => {
  const count = { name: 'leads', kind: 'count' } as const;
  const share = { name: 'lost', kind: 'share' } as const;
  expect(changeText(leadStatusReport, count, 150, 120)).toBe('+25 %');
  expect(changeText(leadStatusReport, count, 90, 120)).toBe('−25 %');
  expect(changeText(leadStatusReport, count, 120, 120)).toBe('±0 %');
  expect(changeText(leadStatusReport, share, 12.5, 10)).toBe('+2.5 pp');
  expect(changeText(leadStatusReport, share, 12.5, 0)).toBe('+12.5 pp');
});

it('shows the difference itself against nothing or a tiny figure, and none against an unknown one', () => {
  const count = { name: 'leads', kind: 'count' } as const;
  expect(changeText(leadStatusReport, count, 5, 0)).toBe('+5');
  expect(changeText(leadStatusReport, count, 91, 1)).toBe('+90');
  expect(changeText(leadStatusReport, count, 0, 0)).toBeNull();
  expect(changeText(leadStatusReport, count, 5, null)).toBeNull();
});

it('keeps the comparison in the address, and asks for it with the figures only', () => {
  const address = new URLSearchParams({ compare: 'before' });
  const query = queryOf(readFilters(leadStatusReport, (name) => address.get(name)));
  expect(query['compare']).toBe('before');
  expect(rowQuery(query)).not.toHaveProperty('compare');
});
