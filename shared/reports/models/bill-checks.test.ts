import { describe, expect, it } from 'vitest';
import { rowsAfter, type Given } from '#tests/kit/report-rows.ts';
import { noGre, type GreLine } from '../../streams/purchase/gre/state.ts';
import { noDebit } from '../../streams/purchase/debitnote/state.ts';
import { billChecks } from './bill-checks.ts';
import { debitNotes } from './purchases.ts';

const place = { code: 'BLRWH', stateCode: '29' };
const line = {
  ...{ id: 'a', productId: 2, packSize: 10, paidPacks: 10, freePacks: 0, ptrPaise: 80_00, discBp: 0 },
  ...{ gstBp: 500, receivedQty: 90, acceptedQty: 90, rejectedQty: 0, placedQty: 0 },
} as unknown as GreLine;
const header = { ...noGre('1').header, supplier: 'Sri Balaji', stateCode: '29', invoiceValuePaise: 841_00 };
const started: Given = ['GreStarted', { number: 'G-1', pooId: 5, place, header, lines: [line] }];
const inStock: Given = ['GreConfirmed', {}, '2026-11-21T05:00:00.000Z'];

describe('rows of bills', () => {
  it('given goods that are not in stock, then the bill is not ready', () => {
    expect(rowsAfter(billChecks, 'gre-1', [started])).toEqual([]);
  });

  it('given missing units, then the bill waits and is payable less their cost', () => {
    expect(rowsAfter(billChecks, 'gre-1', [started, inStock])).toMatchObject([
      {
        ...{ confirmedOn: '2026-11-21', invoice: 841_00, total: 840_00, gap: 1_00, claimed: 84_00 },
        ...{ payable: 756_00, held: 756_00, verdict: 'waiting', agreedBy: null },
      },
    ]);
  });

  it('given the accounts agreed, then it is payable as agreed and nothing is held', () => {
    const agreed: Given = ['GreAccountsVerified', { payablePaise: 750_00 }, '2026-11-22T05:00:00.000Z'];
    expect(rowsAfter(billChecks, 'gre-1', [started, inStock, agreed])).toMatchObject([
      {
        payable: 750_00,
        held: 0,
        verdict: 'agreed',
        agreedBy: 'Asha Rao',
        agreedAt: '2026-11-22T05:00:00.000Z',
      },
    ]);
  });
});

describe('the verification of debit notes', () => {
  const drafted: Given = [
    'DebitNoteDrafted',
    { number: 'B-1', pooId: 5, place, header: noDebit('1').header, lines: [] },
  ];
  const rows = (...given: Given[]) => rowsAfter(debitNotes, 'debitnote-1', [drafted, ...given]);
  const issued: Given = ['DebitNoteIssued', {}];
  const verified: Given = ['DebitNoteVerified', {}, '2026-11-21T05:00:00.000Z'];

  it('given a draft and an issued note, then only the issued one is to be verified', () => {
    expect([rows(), rows(issued)].map(([row]) => row?.['verdict'])).toEqual(['draft', 'waiting']);
  });

  it('given a verified note, then by whom and when; a part credit and a dispute are the supplier’s answer', () => {
    expect(rows(issued, verified)).toMatchObject([
      { verdict: 'verified', verifiedBy: 'Asha Rao', verifiedAt: '2026-11-21T05:00:00.000Z', reply: 'none' },
    ]);
    const credit: Given = [
      'SupplierCreditNoteRecorded',
      { no: 'C1', date: '2026-11-22', valuePaise: 10, late: false },
    ];
    expect(rows(issued, verified, credit)).toMatchObject([{ reply: 'partly' }]);
    expect(rows(issued, verified, ['DebitNoteDisputed', { reason: 'Never sent' }])).toMatchObject([
      { verdict: 'verified', reply: 'disputed' },
    ]);
  });
});
