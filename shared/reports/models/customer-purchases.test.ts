import { describe, expect, it } from 'vitest';
import { rowsAfter, type Given } from '#tests/kit/report-rows.ts';
import { noInvoice } from '../../streams/sales/invoice/state.ts';
import { customerPurchases } from './customer-purchases.ts';

const header = { ...noInvoice('1').header, customer: 'Rahul Menon', customerId: 21 };
const at = { pooId: 1, place: { code: 'BLR01', stateCode: '29' }, lines: [] };
const sold = (number: string, issuedOn: string, payablePaise = 100_00): Given => [
  'TaxInvoiceIssued',
  { ...at, number, header: { ...header, issuedOn, payablePaise } },
];
const credited = (number: string, payablePaise: number): Given => [
  'CreditNoteIssued',
  {
    ...at,
    number: `C-${number}`,
    header: { ...header, kind: 'CREDIT_NOTE', against: { id: '1', number, date: '' }, payablePaise },
  },
];
const rows = (...given: Given[]) => rowsAfter(customerPurchases, 'invoice-21', given);

describe('rows of purchases', () => {
  it('given two invoices of one day, then the customer has one order day and has not returned', () => {
    expect(rows(sold('1', '2026-09-30'), sold('2', '2026-09-30'))).toMatchObject([
      { cohort: '2026-09', orderDays: 1, invoices: 2, firstValue: 200_00, again: 'never', gapDays: null },
    ]);
  });

  it('given a second day 31 days later, then the customer returned within 60 days, in the following month', () => {
    expect(rows(sold('1', '2026-09-30'), sold('2', '2026-10-31', 50_00))).toMatchObject([
      { orderDays: 2, again: 'd60', gapDays: 31, net: 150_00, month1: 'yes', month2: 'no' },
    ]);
  });

  it('given the first invoice was credited completely, then the next one is the first', () => {
    expect(rows(sold('1', '2026-09-30'), sold('2', '2026-10-31'), credited('1', 100_00))).toMatchObject([
      { cohort: '2026-10', orderDays: 1, net: 100_00 },
    ]);
    expect(rows(sold('1', '2026-09-30'), credited('1', 100_00))).toEqual([]);
  });

  it('given a part was credited, then the rest is net and the day counts', () => {
    expect(rows(sold('1', '2026-09-30'), credited('1', 30_00))).toMatchObject([{ net: 70_00, orderDays: 1 }]);
  });
});
