import { expect, test } from 'vitest';
import type { CreditRow } from '#shared/feeds/money.ts';
import { noDeposit } from '#shared/streams/money/deposit/deposit.ts';
import { candidatesOf } from './candidates.ts';

const deposit = { ...noDeposit('1'), paise: 10_000_00, slipNo: 'S77', depositedOn: '2026-11-20' };
const credit = (id: string, more: Partial<CreditRow>): CreditRow => ({
  id,
  statementId: '1',
  rowId: id,
  bank: 'HDFC',
  date: '2026-11-20',
  text: 'CASH DEP',
  ref: '',
  creditPaise: 10_000_00,
  depositId: null,
  ...more,
});

test('the credit with the slip ranks before one with the same amount', () => {
  const found = candidatesOf(deposit, [
    credit('a', {}),
    credit('b', { text: 'CASH DEP S77', creditPaise: 9_990_00 }),
  ]);
  expect(found.map(({ credit: { id }, gapPaise }) => [id, gapPaise])).toEqual([
    ['b', -10_00],
    ['a', 0],
  ]);
});
test('credits that are taken, earlier or later than three bank days are no candidates', () => {
  const found = candidatesOf(deposit, [
    credit('taken', { depositId: '4' }),
    credit('before', { date: '2026-11-19' }),
    // 22 November 2026 is a Sunday: the third bank day is the 24th.
    credit('third', { date: '2026-11-24' }),
    credit('fourth', { date: '2026-11-25' }),
  ]);
  expect(found.map(({ credit: { id } }) => id)).toEqual(['third']);
});
