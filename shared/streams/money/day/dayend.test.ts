import { describe, expect, it } from 'vitest';
import { instantOf } from '../../../core/day.ts';
import { accounts, colleague, inCharge, moneyDay, moneyServer, store } from '#tests/kit/money-server.ts';
import { countedCash, expectedCash, type CashEntry, type DayState } from './state.ts';
import { receive } from './cash.ts';
import type { TillState } from './till.ts';

const day = `dayend-1-${moneyDay}`;
const next = '2026-11-19';
const receipt = (entryId: string, paise: number, more: object = {}) => ({
  entryId,
  mode: 'cash',
  paise,
  invoice: 'BLR01/I26/000001',
  from: 'Asha R',
  ...more,
});
/** ₹5,000 in cash came for an invoice of ₹6,000, ₹150 went for tea: ₹4,850 must lie there. */
function begun() {
  const server = moneyServer();
  const bill = server.invoice('1', 6_000_00);
  server.must(store, day, 'receiveAtCounter', receipt('a', 5_000_00), bill);
  server.must(store, day, 'receiveAtCounter', receipt('b', 900_00, { mode: 'upi' }), bill);
  server.must(store, day, 'payPettyCash', {
    entryId: 'p',
    paise: 150_00,
    purpose: 'Tea and milk',
    paidTo: 'Raju',
  });
  return { ...server, day: (): DayState => server.state(day), till: (): TillState => server.state('till-1') };
}
const count = (n500: number, n100 = 0, n50 = 0) => ({ n500, n100, n50 });
const exact = { counted: count(9, 3, 1), floatPaise: 2_000_00 };
function closed() {
  const server = begun();
  server.must(store, day, 'submit', exact);
  return server;
}

describe('the drawer of a day', () => {
  it('is opened by its first movement, once', () => {
    const server = begun();
    expect(server.log.filter(({ type }) => type === 'DayOpened')).toHaveLength(1);
    expect(server.try(store, day, 'open')).toBe('noLongerNeeded');
  });
  it('expects cash only: float, receipts, less petty cash', () => {
    expect(expectedCash(begun().day())).toBe(4_850_00);
  });
  it('counts notes and coins in rupees', () => {
    expect(countedCash({ n500: 1, n10: 2, c20: 1, c1: 3 })).toBe(543_00);
  });
  it.each([
    ['pettyTooMuch', { paise: 2_000_01 }],
    ['alreadyExists', { entryId: 'p' }],
    ['notInList', { fileId: 'nothing' }],
  ])('%s', (code, more) => {
    const petty = { entryId: 'q', paise: 10_00, purpose: 'Cleaning', paidTo: 'Raju', ...more };
    expect(begun().try(store, day, 'payPettyCash', petty)).toBe(code);
  });
  it('pays at most ₹5,000 of petty cash a day', () => {
    const server = begun();
    const petty = (entryId: string, paise: number) => ({
      entryId,
      paise,
      purpose: 'Cleaning',
      paidTo: 'Raju',
    });
    server.must(store, day, 'payPettyCash', petty('q', 2_000_00));
    server.must(store, day, 'payPettyCash', petty('r', 2_000_00));
    expect(server.try(store, day, 'payPettyCash', petty('s', 850_01))).toBe('pettyDay');
  });
  it('pays no more than lies in it', () => {
    const server = moneyServer();
    const petty = { entryId: 'q', paise: 10_00, purpose: 'Cleaning', paidTo: 'Raju' };
    expect(server.try(store, day, 'payPettyCash', petty)).toBe('notInDrawer');
  });
  it('takes less than two lakh of cash of one customer a day, more by UPI', () => {
    const server = begun();
    const [one, other] = [server.invoice('2', 1_94_999_00), server.invoice('3', 1_000_00)];
    const of = (n: number, more: object = {}) => ({ invoice: `BLR01/I26/00000${n}`, ...more });
    server.must(store, day, 'receiveAtCounter', receipt('c', 1_94_999_00, of(2)), one);
    expect(server.try(store, day, 'receiveAtCounter', receipt('d', 1_000_00, of(3)), other)).toBe(
      'cashLimit269',
    );
    const byUpi = receipt('d', 1_000_00, of(3, { mode: 'upi' }));
    expect(server.try(store, day, 'receiveAtCounter', byUpi, other)).toEqual([
      'CashReceiptRecorded',
      'InvoicePaymentReceived',
    ]);
  });
  it('belongs to its place', () => {
    expect(begun().try(store, `dayend-2-${moneyDay}`, 'open')).toBe('pooNotMapped');
  });
  it('takes entries on its own day only', () => {
    expect(begun().try(store, `dayend-1-${next}`, 'open')).toBe('onlyToday');
  });
});

describe('a payment at the counter', () => {
  const pay = (paise: number, more: object = {}) => receipt('z', paise, more);
  it('is booked against its invoice, which owes less', () => {
    const server = begun();
    expect(server.day().receipts[0]).toMatchObject({
      ref: { type: 'invoice', id: '1', number: 'BLR01/I26/000001', orderId: '12' },
      customerId: 7,
    });
    expect(server.state('invoice-1')).toMatchObject({ receivedPaise: 5_900_00 });
  });
  it('is never more than the invoice still owes', () => {
    const server = begun();
    const bill = { invoiceId: '1', customerId: 7, date: moneyDay };
    expect(server.try(store, day, 'receiveAtCounter', pay(100_01), bill)).toBe('moreThanDue');
    server.must(store, day, 'receiveAtCounter', pay(100_00), bill);
    expect(server.try(store, day, 'receiveAtCounter', receipt('y', 1), bill)).toBe('invoiceSettled');
  });
  it('is less by what was credited', () => {
    const server = moneyServer();
    const bill = server.invoice('4', 500_00);
    const credit = {
      creditNoteId: '9',
      creditNoteNumber: 'BLR01/C26/000001',
      payablePaise: 200_00,
      lines: [],
    };
    server.write('invoice-4', 'InvoiceCredited', credit, server.now(), null);
    const of = { invoice: 'BLR01/I26/000004' };
    expect(server.try(store, day, 'receiveAtCounter', pay(300_01, of), bill)).toBe('moreThanDue');
    server.must(store, day, 'receiveAtCounter', pay(300_00, of), bill);
  });
  it('is refused for an invoice that nobody knows', () => {
    const none = { invoiceId: null, customerId: null, date: moneyDay };
    expect(begun().try(store, day, 'receiveAtCounter', pay(1_00), none)).toBe('invoiceUnknown');
    expect(begun().try(store, day, 'receiveAtCounter', pay(1_00))).toBe('invoiceUnknown');
  });
  it('is refused for an invoice of another place', () => {
    const server = moneyServer();
    server.invoice('5', 500_00);
    const bill = { invoiceId: '5', customerId: 7, date: moneyDay };
    server.write(
      'invoice-6',
      'TaxInvoiceIssued',
      { ...server.state('invoice-5'), pooId: 2, number: 'BLR02/I26/000006' },
      server.now(),
      null,
    );
    const other = pay(1_00, { invoice: 'BLR02/I26/000006' });
    expect(server.try(store, day, 'receiveAtCounter', other, { ...bill, invoiceId: '6' })).toBe(
      'invoiceUnknown',
    );
  });
  it('is refused for an invoice of another customer', () => {
    const bill = { invoiceId: '1', customerId: 7, date: moneyDay };
    expect(begun().try(store, day, 'receiveAtCounter', pay(1_00, { customerId: 8 }), bill)).toBe(
      'invoiceOfOther',
    );
  });
  it.each([
    ['COD', 'paidWithParcel'],
    ['PREPAID', 'paidInAdvance'],
  ])('is refused for a sale paid %s', (payment, code) => {
    const server = moneyServer();
    const bill = server.invoice('4', 500_00, { payment });
    const input = pay(1_00, { invoice: 'BLR01/I26/000004' });
    expect(server.try(store, day, 'receiveAtCounter', input, bill)).toBe(code);
  });
  it('is refused for a credit note', () => {
    const server = moneyServer();
    const bill = server.invoice('4', 500_00, { kind: 'CREDIT_NOTE' });
    const input = pay(1_00, { invoice: 'BLR01/I26/000004' });
    expect(server.try(store, day, 'receiveAtCounter', input, bill)).toBe('invoiceUnknown');
  });
});

describe('the end of a day', () => {
  it('is submitted when the count agrees; what exceeds the float goes to the bank', () => {
    const server = closed();
    expect(server.day()).toMatchObject({
      stage: 'submitted',
      count: { differencePaise: 0, toDepositPaise: 2_850_00 },
    });
    expect(server.till()).toMatchObject({
      drawerPaise: 4_850_00,
      undeposited: [{ date: moneyDay, paise: 2_850_00 }],
    });
  });
  it('needs a reason for a difference', () => {
    expect(begun().try(store, day, 'submit', { ...exact, counted: count(9, 2, 1) })).toBe('cashMismatch');
  });
  it('needs a person of another role for more than ₹100', () => {
    const server = begun();
    const short = { counted: count(9), floatPaise: 0, reason: 'A customer was given too much change' };
    expect(server.try(store, day, 'submit', short)).toEqual(['DayEndCounted']);
    expect(server.try(store, day, 'countersign')).toBe('selfApproval');
    expect(server.try(colleague, day, 'countersign')).toBe('otherRole');
    expect(server.try(inCharge, day, 'countersign')).toEqual(['DayEndSubmitted', 'TillDayClosed']);
    expect(server.day().count?.differencePaise).toBe(-350_00);
  });
  it('is counted again where money moved after the count', () => {
    const server = begun();
    const short = { counted: count(9), floatPaise: 0, reason: 'A customer was given too much change' };
    server.must(store, day, 'submit', short);
    const late = {
      entryId: 'late',
      mode: 'cash',
      paise: 10_00,
      ref: { type: 'statement', id: '1', number: 'L' },
    };
    server.write(
      day,
      'CashReceiptRecorded',
      { ...late, customerId: null, from: 'A rider', carriedFrom: null },
      server.now(),
      null,
    );
    expect(server.try(inCharge, day, 'countersign')).toBe('movedSince');
  });
  it('is counted again when the second person does not agree', () => {
    const server = begun();
    server.must(store, day, 'submit', {
      counted: count(9),
      floatPaise: 0,
      reason: 'Something is missing here',
    });
    server.must(inCharge, day, 'recount', { reason: 'A bundle of notes was left out' });
    expect(server.try(store, day, 'submit', exact)).toEqual(['DayEndSubmitted', 'TillDayClosed']);
  });
  it('keeps no more in the drawer than lies there', () => {
    expect(begun().try(store, day, 'submit', { ...exact, floatPaise: 4_850_01 })).toBe('floatTooHigh');
  });
  it('waits for riders who are out, or carries them over with a reason', () => {
    const server = begun();
    server.write(
      'till-1',
      'TillRunLeft',
      { id: '9', number: 'BLR01/L26/000009', rider: 'Ravi' },
      server.now(),
      store,
    );
    expect(server.try(store, day, 'submit', exact)).toBe('runOpen');
    const carried = [{ number: 'BLR01/L26/000009', reason: 'His scooter broke down on the way' }];
    expect(server.try(store, day, 'submit', { ...exact, carried })).toEqual([
      'DayEndSubmitted',
      'TillDayClosed',
    ]);
  });
  it('shuts the books: a late receipt is carried to the next day', () => {
    const server = closed();
    expect(server.try(store, day, 'receiveAtCounter', receipt('z', 10_00))).toBe('dayClosed');
    const read = {
      till: server.till(),
      day: server.day(),
      cashPlace: server.state('master-placeOfOperation-1'),
    };
    const entry: CashEntry = {
      entryId: 'late',
      mode: 'cash',
      paise: 300_00,
      ref: { type: 'statement', id: '9', number: 'BLR01/L26/000009' },
      customerId: null,
      from: 'Ravi',
      carriedFrom: null,
    };
    for (const { stream, type, data } of receive({ read, today: moneyDay }, 1, [entry]))
      server.write(stream!, type, data, server.now(), store);
    server.until(instantOf(next, '09:00'));
    server.must(store, `dayend-1-${next}`, 'open');
    const tomorrow: DayState = server.state(`dayend-1-${next}`);
    expect(tomorrow.receipts).toMatchObject([{ entryId: 'late', carriedFrom: moneyDay }]);
    expect(expectedCash(tomorrow)).toBe(4_850_00 + 300_00);
    expect(server.till().late).toEqual([]);
  });
  it('comes before the next day opens', () => {
    const server = begun();
    server.until(instantOf(next, '09:00'));
    expect(server.try(store, `dayend-1-${next}`, 'open')).toBe('previousDayOpen');
  });
  it('is missed at eleven at night', () => {
    const server = begun();
    server.until(instantOf(moneyDay, '23:05'));
    expect(server.day().missed).toBe(true);
    expect(server.log.filter(({ type }) => type === 'NotificationPushed').length).toBeGreaterThan(0);
  });
  it('is not missed once it is submitted', () => {
    const server = closed();
    server.until(instantOf(moneyDay, '23:05'));
    expect(server.day().missed).toBe(false);
  });
});

describe('accounts', () => {
  it('verifies what another submitted', () => {
    const server = begun();
    server.must(inCharge, day, 'submit', exact);
    expect(server.try(inCharge, day, 'verify')).toBe('selfApproval');
    expect(server.try(accounts, day, 'verify')).toEqual(['DayEndVerified']);
  });
  it('reopens the newest day, whose cash then waits no longer for the bank', () => {
    const server = closed();
    server.must(accounts, day, 'reopen', { reason: 'An invoice was entered twice' });
    expect(server.till()).toMatchObject({ openDate: moneyDay, undeposited: [] });
    expect(server.try(store, day, 'submit', exact)).toEqual(['DayEndSubmitted', 'TillDayClosed']);
  });
  it('does not reopen a day before one that is open', () => {
    const server = closed();
    server.until(instantOf(next, '09:00'));
    server.must(store, `dayend-1-${next}`, 'open');
    expect(server.try(accounts, day, 'reopen', { reason: 'An invoice was entered twice' })).toBe(
      'notNewestDay',
    );
  });
});
