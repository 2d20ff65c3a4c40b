import { describe, expect, it } from 'vitest';
import { rowsAfter, type Given } from '#tests/kit/report-rows.ts';
import { incentiveEntries } from './incentive-entries.ts';

const account = { dsaId: 3, agent: { empId: 303, name: 'Ramesh Naidu' }, iPooId: 7 };
const source = (invoiceId: string) => ({
  ...{ key: `${invoiceId}:1`, saleId: '1', sale: 'SV-000001', orderId: '7', order: 'BLR01/S26/000007' },
  ...{ invoiceId, invoice: `I-${invoiceId}` },
  ...{ planId: 1, plan: 'Affiliates', planFrom: '2026-10-01', rateBp: 250 },
});
const accrual = (invoiceId: string, paise: number, at: string): Given => [
  'IncentiveAccrued',
  { ...account, ...source(invoiceId), day: at.slice(0, 10), basePaise: paise * 40, paise },
  at,
];
const reversal = (invoiceId: string, documentId: string, paise: number, at: string): Given => [
  'IncentiveReversed',
  {
    ...{ ...account, ...source(invoiceId), cause: 'return', documentId, document: `C-${documentId}` },
    ...{ basePaise: paise * 40, paise },
  },
  at,
];
const adjustment = (type: string, at: string): Given => [
  type,
  {
    ...{ ...account, adjustmentId: 'j1', paise: -5_00, reason: 'Agreed', decides: {} },
    requestedBy: { empId: 182, name: 'Gopal Rao' },
  },
  at,
];
const payout = (paise: number, at: string): Given => [
  'IncentivePaid',
  { ...account, paise, reference: 'NEFT 1' },
  at,
];
const october = '2026-10-20T05:00:00.000Z';
const november = '2026-11-03T05:00:00.000Z';
const december = '2026-12-02T05:00:00.000Z';
const rows = (...given: readonly Given[]) => rowsAfter(incentiveEntries, 'incentive-dsa3', given);
const figures = (list: ReturnType<typeof rows>) =>
  list.map(({ month, kind, amount, balance }) => [month, kind, amount, balance]);

describe('the entries of an incentive account', () => {
  it('given an accrual, then its row names the person, the plan with its version and the source', () => {
    expect(rows(accrual('9', 213, october))).toMatchObject([
      {
        ...{
          id: 'dsa3:a-9:1',
          dsaId: '3',
          employee: 'Ramesh Naidu',
          employeeId: 303,
          iPooId: 7,
          kind: 'accrual',
        },
        ...{ state: 'open', plan: 'Affiliates', planFrom: '2026-10-01', rate: '2.5 %', cause: 'sale' },
        ...{ order: 'BLR01/S26/000007', document: 'I-9', base: 8_520, accrued: 213, amount: 213 },
        ...{ balance: 213, reversed: null, month: '2026-10' },
      },
    ]);
  });

  it('given a payout, then all before it is closed and later entries are open; the balance is carried on', () => {
    const list = rows(
      accrual('9', 213, october),
      payout(213, november),
      reversal('9', '21', 107, november),
      reversal('9', '22', 106, december),
      accrual('10', 50, december),
    );
    expect(list.map(({ state }) => state)).toEqual(['closed', 'closed', 'open', 'open', 'open']);
    expect(list.map(({ balance }) => balance)).toEqual([213, 0, -107, -213, -163]);
  });

  it('given later entries, then the rows of the months before keep their amounts', () => {
    const before = [accrual('9', 213, october), adjustment('IncentiveAdjustmentRequested', october)];
    const then = rows(...before).filter(({ month }) => month === '2026-10');
    const later = rows(
      ...before,
      adjustment('IncentiveAdjusted', november),
      reversal('9', '21', 213, november),
      payout(1, december),
    );
    const counted = (list: ReturnType<typeof rows>) =>
      figures(list.filter(({ month, amount }) => month === '2026-10' && amount !== null));
    expect(counted(later)).toEqual(counted(then));
    expect(figures(later).slice(1)).toEqual([
      ['2026-11', 'adjustment', -5_00, 213 - 5_00],
      ['2026-11', 'reversal', -213, -5_00],
      ['2026-12', 'payout', -1, -5_01],
    ]);
  });

  it('given an adjustment is requested or declined, then its row waits and counts for nothing', () => {
    const asked = adjustment('IncentiveAdjustmentRequested', november);
    const [waiting] = rows(asked);
    expect(waiting).toMatchObject({ state: 'waiting', requested: -5_00, amount: null, adjusted: null });
    const declined: Given = ['IncentiveAdjustmentDeclined', { adjustmentId: 'j1', reason: 'No' }, december];
    expect(rows(asked, declined)).toMatchObject([{ state: 'declined', amount: null }]);
  });

  it('given any entries, then opening + accrued − reversed + adjusted − paid is the closing balance', () => {
    const list = rows(
      accrual('9', 213, october),
      reversal('9', '21', 107, november),
      adjustment('IncentiveAdjustmentRequested', november),
      adjustment('IncentiveAdjusted', november),
      accrual('10', 900_00, november),
      payout(893_06, december),
    );
    const sum = (name: string): number => list.reduce((all, row) => all + Number(row[name] ?? 0), 0);
    expect(sum('accrued') - sum('reversed') + sum('adjusted') - sum('paid')).toBe(list.at(-1)?.balance);
    expect(sum('amount')).toBe(list.at(-1)?.balance);
  });
});
