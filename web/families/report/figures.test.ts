import { expect, it } from 'vitest';
import { leadStatusReport } from '#shared/reports/lead-status.ts';
import { changeText } from './Figures.tsx';
import { rowQuery } from './rows.ts';
import { queryOf, readFilters } from './use-report-state.ts';

it('shows how a figure changed: counts by a share, percentages by points', () => {
  const count = { name: 'leads', kind: 'count' } as const;
  const share = { name: 'lost', kind: 'share' } as const;
  expect(changeText(count, 150, 120)).toBe('+25 %');
  expect(changeText(count, 90, 120)).toBe('−25 %');
  expect(changeText(count, 120, 120)).toBe('±0 %');
  expect(changeText(share, 12.5, 10)).toBe('+2.5 pp');
  expect(changeText(share, 12.5, 0)).toBe('+12.5 pp');
});

it('shows no change against nothing', () => {
  const count = { name: 'leads', kind: 'count' } as const;
  expect(changeText(count, 5, 0)).toBeNull();
  expect(changeText(count, 5, null)).toBeNull();
});

it('keeps the comparison in the address, and asks for it with the figures only', () => {
  const address = new URLSearchParams({ compare: 'before' });
  const query = queryOf(readFilters(leadStatusReport, (name) => address.get(name)));
  expect(query['compare']).toBe('before');
  expect(rowQuery(query)).not.toHaveProperty('compare');
});
