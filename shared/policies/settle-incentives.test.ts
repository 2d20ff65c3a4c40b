import { describe, expect, it } from 'vitest';
import type { PolicyDef } from '../core/policy.ts';
import { accrueIncentives, reverseForExits, reverseIncentives } from './settle-incentives.ts';

const reactions = (policy: PolicyDef, stream: string, type: string, data: object) =>
  policy.react({ stream, type, data, at: '2026-11-18T05:00:00.000Z' } as never, { directory: {} as never });
const day = '2026-11-18';

describe('given a sale', () => {
  it('when its parcel is delivered, then what the order earned is computed for that day', () =>
    expect(reactions(accrueIncentives, 'order-7', 'OrderDelivered', { dcId: '3', lines: [] })).toEqual([
      { kind: 'command', stream: 'earning-7', command: 'accrue', input: { day } },
    ]));

  it('when it is confirmed after the delivery, then so too; a confirmation without its order is left out', () => {
    const confirmed = { by: {}, callId: 9, amountPaise: 1, note: null };
    expect(
      reactions(accrueIncentives, 'dsasale-1', 'DsaSaleConfirmed', { ...confirmed, orderId: '7' }),
    ).toMatchObject([{ stream: 'earning-7', command: 'accrue' }]);
    expect(reactions(accrueIncentives, 'dsasale-1', 'DsaSaleConfirmed', confirmed)).toEqual([]);
  });

  it('when its invoice is paid at the counter, then the receipt counts; other receipts do not', () => {
    const receipt = (ref: object) =>
      reactions(accrueIncentives, 'dayend-1-2026-11-18', 'CashReceiptRecorded', {
        ...{ entryId: 'e1', paise: 60_00, mode: 'cash' },
        ref: { type: 'invoice', id: 'blr01/v26/000001', number: 'blr01/v26/000001', ...ref },
      });
    expect(receipt({ orderId: '7' })).toMatchObject([
      {
        ...{ stream: 'earning-7', command: 'receive' },
        input: { day, entryId: 'e1', invoice: 'BLR01/V26/000001', paise: 60_00 },
      },
    ]);
    expect(receipt({})).toEqual([]);
  });

  it('when goods are credited, then their units are reversed under the number of the credit note', () => {
    const note = (reason: string, against: object | null) =>
      reactions(reverseIncentives, 'invoice-50', 'CreditNoteIssued', {
        number: 'C-50',
        header: { orderId: '7', reason, against },
        lines: [{ id: 'd1', qty: 5, taxable: 1 }],
      });
    expect(note('rto', { id: '9' })).toMatchObject([
      {
        ...{ stream: 'earning-7', command: 'reverse' },
        input: { invoiceId: '9', creditNoteId: '50', creditNote: 'C-50', cause: 'rto' },
      },
    ]);
    expect(note('NOT_NEEDED', { id: '9' })).toMatchObject([
      { input: { cause: 'return', parts: [{ lineId: 'd1', qty: 5 }] } },
    ]);
    expect(note('rto', null)).toEqual([]);
  });

  it('when its customer leaves, then what was earned with them is reversed by the day of the exit', () =>
    expect(
      reactions(reverseForExits, 'customer-9', 'CustomerExited', { on: '2026-12-01', exitId: 3 }),
    ).toEqual([
      {
        kind: 'command',
        stream: 'customerearnings-9',
        command: 'reverseForExit',
        input: { on: '2026-12-01' },
      },
    ]));
});
