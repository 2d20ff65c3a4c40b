import { describe, expect, it } from 'vitest';
import { rowsAfter, type Given } from '#tests/kit/report-rows.ts';
import { noInvoice } from '../../streams/sales/invoice/state.ts';
import { collectionDays } from './collection-days.ts';

const issued = (type: string, payment: string, payablePaise: number, advance: object = {}): Given => [
  type,
  {
    ...{ number: 'I-1', pooId: 1, place: { code: 'BLR01', stateCode: '29' }, lines: [] },
    header: { ...noInvoice('1').header, payment, payablePaise, ...advance, issuedOn: '2026-11-20' },
  },
];
const receipt = (entryId: string, mode: string, paise: number, type: string): Given => [
  'CashReceiptRecorded',
  {
    ...{ entryId, mode, paise, customerId: null, from: 'A customer', carriedFrom: null },
    ref: { type, id: '1', number: 'X' },
  },
];
const opened: Given = ['DayOpened', { pooId: 1, code: 'BLR01', date: '2026-11-20', floatPaise: 2_000_00 }];

describe('rows of a day of sales and collections', () => {
  it('given an invoice, then it counts for its place and day', () => {
    const event = { stream: 'invoice-9', type: 'TaxInvoiceIssued', at: '2026-11-21T05:00:00.000Z' };
    const [, data] = issued('TaxInvoiceIssued', 'COD', 0);
    expect(collectionDays.subject({ ...event, data } as never)).toBe('1-2026-11-20');
    expect(collectionDays.subject({ ...event, type: 'InvoicePrinted', data: {} } as never)).toBeNull();
  });

  it('given sales, a credit note, receipts and a refund, then the debt changes by their balance', () => {
    const given = [
      issued('TaxInvoiceIssued', 'COD', 1_000_00),
      issued('TaxInvoiceIssued', 'PREPAID', 300_00),
      issued('CreditNoteIssued', 'COD', 200_00),
      opened,
      receipt('a', 'cash', 450_00, 'statement'),
      receipt('b', 'upi', 50_00, 'invoice'),
      [
        'CashRefundPaid',
        { entryId: 'r', paise: 20_00, ref: { type: 'return', id: '1', number: 'R' }, to: 'A' },
      ],
      ['CashTakenToBank', { depositId: 'd', number: 'D', paise: 100_00 }],
    ] satisfies Given[];
    expect(rowsAfter(collectionDays, 'dayend-1-2026-11-20', given)).toMatchObject([
      {
        ...{ day: '2026-11-20', iPooId: 1, invoices: 2, sales: 1_300_00, credited: 200_00, prepaid: 300_00 },
        ...{ cash: 450_00, upi: 50_00, byRiders: 450_00, collected: 800_00, refunds: 20_00 },
        ...{ change: 320_00, deposited: 100_00, till: 'open' },
      },
    ]);
  });

  it('given a prepaid invoice, then only what was recorded as paid in advance counts, until it is free again', () => {
    const given = [
      issued('TaxInvoiceIssued', 'PREPAID', 300_00, { advancePaise: 120_00 }),
      issued('TaxInvoiceIssued', 'PREPAID', 40_00, { advancePaise: 0 }),
      issued('CreditNoteIssued', 'PREPAID', 100_00, { advancePaise: 70_00 }),
    ] satisfies Given[];
    expect(rowsAfter(collectionDays, 'dayend-1-2026-11-20', given)).toMatchObject([
      { sales: 340_00, credited: 100_00, prepaid: 50_00, collected: 50_00, change: 190_00 },
    ]);
  });

  it('given money paid in advance and its refund, then they are in the drawer and change no debt', () => {
    const refund = { entryId: 'r', paise: 30_00, ref: { type: 'order', id: '7', number: 'R' }, to: 'A' };
    const given = [
      opened,
      receipt('a', 'cash', 300_00, 'order'),
      ['CashRefundPaid', refund],
    ] satisfies Given[];
    expect(rowsAfter(collectionDays, 'dayend-1-2026-11-20', given)).toMatchObject([
      { cash: 300_00, collected: 0, refunds: 0, change: 0 },
    ]);
  });
});
