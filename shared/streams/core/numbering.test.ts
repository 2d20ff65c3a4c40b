import { expect, it } from 'vitest';
import { businessDay } from '#shared/core/day.ts';
import { allot, financialYear, numbering, numberingStream } from './numbering.ts';

it('a number has 16 characters and names place, kind and year', () => {
  const { number, event } = allot({ last: 122 }, { pooId: 1, code: 'BLR01' }, 'D', '2026-11-18', 'dc-7');
  expect(number).toBe('BLR01/D26/000123');
  expect(number).toHaveLength(16);
  expect(event).toEqual({
    stream: 'numbering-1-D26',
    type: 'NumberAllotted',
    data: { number, n: 123, to: 'dc-7' },
  });
});

it('the year changes with the business day, not with the day of Greenwich', () => {
  const before = businessDay(Date.parse('2027-03-31T18:29:59.000Z'));
  const after = businessDay(Date.parse('2027-03-31T18:30:01.000Z'));
  expect([financialYear(before), financialYear(after)]).toEqual(['26', '27']);
  expect(numberingStream(1, 'I', after)).toBe('numbering-1-I27');
  expect(allot(numbering.initial('1-I27'), { pooId: 1, code: 'BLR01' }, 'I', after, 'invoice-1').number).toBe(
    'BLR01/I27/000001',
  );
});
