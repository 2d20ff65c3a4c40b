import { describe, expect, it } from 'vitest';
import { rowsAfter, type Given } from '#tests/kit/report-rows.ts';
import { customerExits } from './customer-exits.ts';
import { dayEnds } from './day-ends.ts';
import { orderRows } from './orders.ts';
import { tillEntries } from './till-entries.ts';
import { waitingPrescriptions } from './waiting-prescriptions.ts';

describe('rows of a day at the till', () => {
  const opened: Given = ['DayOpened', { pooId: 1, code: 'BLR01', date: '2026-11-20', floatPaise: 2_000_00 }];
  const receipt = (entryId: string, mode: string, paise: number): Given => [
    'CashReceiptRecorded',
    {
      ...{ entryId, mode, paise, customerId: null, from: 'A customer', carriedFrom: null },
      ref: { type: 'invoice', id: '1', number: 'I-1' },
    },
    '2026-11-20T06:00:00.000Z',
  ];
  const petty: Given = [
    'PettyCashPaid',
    { entryId: 'p1', paise: 150_00, purpose: 'Tea', paidTo: 'Shop', fileId: null },
    '2026-11-20T07:00:00.000Z',
  ];

  it('given cash, UPI and petty cash, then only cash moves the drawer', () => {
    const given = [opened, receipt('r1', 'cash', 500_00), receipt('r2', 'upi', 900_00), petty];
    const rows = rowsAfter(tillEntries, 'dayend-1-2026-11-20', given);
    expect(rows.map(({ kind, received, paid, balance }) => [kind, received, paid, balance])).toEqual([
      ['opening', 2_000_00, 0, 2_000_00],
      ['receipt', 500_00, 0, 2_500_00],
      ['receipt', 900_00, 0, 2_500_00],
      ['petty', 0, 150_00, 2_350_00],
    ]);
    expect(rowsAfter(dayEnds, 'dayend-1-2026-11-20', given)).toMatchObject([
      { cash: 500_00, upi: 900_00, collected: 1_400_00, expected: 2_350_00, counted: null, stage: 'open' },
    ]);
  });

  it('given a count that is short, then the difference is a movement of its own and the day is submitted', () => {
    const count = {
      ...{ counted: {}, countedPaise: 2_300_00, expectedPaise: 2_350_00, differencePaise: -50_00 },
      ...{ reason: 'Change given twice', floatPaise: 2_000_00, toDepositPaise: 300_00, carried: [] },
    };
    const given = [
      ...[opened, receipt('r1', 'cash', 500_00), petty],
      ['DayEndSubmitted', count, '2026-11-20T15:00:00.000Z'] as const,
    ];
    expect(rowsAfter(tillEntries, 'dayend-1-2026-11-20', given).at(-1)).toMatchObject({
      ...{ kind: 'difference', received: 0, paid: 50_00, balance: 2_300_00, about: 'Change given twice' },
    });
    expect(rowsAfter(dayEnds, 'dayend-1-2026-11-20', given)).toMatchObject([
      { balanced: 'no', difference: -50_00, submittedBy: 'Asha Rao', stage: 'submitted', verifiedAt: null },
    ]);
  });
});

describe('rows of exits', () => {
  const face = {
    ...{ ref: 'EX-000001', customerId: 21, customer: 'Rahul M.', name: 'Rahul', phoneMasked: '••43' },
    ...{ pooId: 1, kind: 'dissatisfied', reasonId: 4, reasonName: 'Late deliveries', text: '' },
    ...{ effectiveOn: '2026-11-25', topRank: false },
  };
  const owed = { openOrders: [], visits: [], prescriptions: [] };
  const asked: Given = ['CustomerExitRequested', { ...face, by: { empId: 7, name: 'Asha Rao' }, owed }];

  it('given a customer who stays after the call, then kept, with the offer and without a decision', () => {
    const call = { outcome: 'keeps', offer: 'discount', note: 'Ten percent', kept: true };
    expect(
      rowsAfter(customerExits, 'custexit-1', [
        asked,
        ['RetentionCallDone', { ...call, by: { empId: 7, name: 'Asha Rao' } }],
      ]),
    ).toMatchObject([{ stage: 'kept', offer: 'discount', decidedAt: null, decisionMinutes: null }]);
  });

  it('given a granted exit, then the time from the request to the decision', () => {
    expect(
      rowsAfter(customerExits, 'custexit-1', [
        asked,
        [
          'CustomerExitGranted',
          { requestId: 'q', approvalId: 3, effectiveOn: '2026-11-25', customerId: 21 },
          '2026-11-20T06:30:00.000Z',
        ],
      ]),
    ).toMatchObject([{ stage: 'granted', decidedBy: 'Asha Rao', decisionMinutes: 90 }]);
  });
});

describe('rows of waiting uploads', () => {
  const opened: Given = [
    'UploadSessionOpened',
    {
      ...{ ref: 'RU-000001', pooId: 1, customerId: 21, patientId: 31, patientName: 'Lakshmi Rao' },
      ...{ language: null, phoneMasked: '••43', channel: 'store', expiresAt: '2026-11-21T05:00:00.000Z' },
      openedBy: { empId: 7, name: 'Asha Rao' },
    },
  ];
  const rows = (given: readonly Given[]) =>
    rowsAfter(waitingPrescriptions, 'prescriptionuploadsession-1', given);

  it('given an open session, then it waits for pages since it was opened', () => {
    expect(rows([opened])).toMatchObject([
      { kind: 'session', stage: 'upload', since: '2026-11-20T05:00:00.000Z', consent: 'no' },
    ]);
  });

  it('given a session that was handed over or has expired, then nothing waits', () => {
    const by = { empId: 7, name: 'Asha Rao' };
    expect(rows([opened, ['UploadSubmitted', { prescriptionIds: [501], by }]])).toEqual([]);
    expect(rows([opened, ['UploadSessionExpired', { ref: 'RU-000001' }]])).toEqual([]);
  });
});

describe('rows of orders', () => {
  it('given an order allocated twice, then the first time of each step counts', () => {
    const header = {
      ...{ source: 'APPAREL', customerId: 21, customer: 'Rahul M.', slotDate: null, slotWindow: 'MORNING' },
      ...{ payment: 'COD', rxRef: '', stateCode: '29' },
    };
    const drafted: Given = [
      'OrderFormCreated',
      { number: 'O-1', pooId: 1, place: { code: 'BLR01', stateCode: '29' }, header, lines: [] },
    ];
    const allocated = (at: string): Given => [
      'OrderAllocated',
      { pickId: `k${at}`, pickNumber: 'P-1', lines: [] },
      at,
    ];
    expect(
      rowsAfter(orderRows, 'order-1', [
        drafted,
        ['OrderFormSubmitted', {}, '2026-11-20T05:10:00.000Z'],
        ['OrderConfirmed', { rx: [], lines: [], queueAt: '' }, '2026-11-20T05:40:00.000Z'],
        allocated('2026-11-20T06:00:00.000Z'),
        allocated('2026-11-20T09:00:00.000Z'),
      ]),
    ).toMatchObject([
      { source: 'APPAREL', pickedAt: '2026-11-20T06:00:00.000Z', confirmMinutes: 30, open: 'yes' },
    ]);
  });
});
