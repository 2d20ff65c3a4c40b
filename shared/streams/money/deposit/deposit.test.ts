import { describe, expect, it } from 'vitest';
import { instantOf } from '../../../core/day.ts';
import { accounts, inCharge, moneyServer, store } from '#tests/kit/money-server.ts';
import { expectedCash, type DayState } from '../day/state.ts';
import type { TillState } from '../day/till.ts';
import { bankDay, bankPaise, readBankSheet } from './bank-sheet.ts';
import type { SheetRow } from '../../../core/sheet-cell.ts';
import type { ImportPrepared } from './bankstatement.ts';
import type { DepositState } from './deposit.ts';

const days = ['2026-11-18', '2026-11-19', '2026-11-20'];
/** Three days of ₹1,000 each, all of it to the bank. */
function closedDays() {
  const server = moneyServer();
  for (const [i, date] of days.entries()) {
    server.until(instantOf(date, '10:00'));
    const bill = { ...server.invoice(`${i + 1}`, 1_000_00), date };
    const { number } = server.state(`invoice-${i + 1}`);
    const entry = { entryId: `e${i}`, mode: 'cash', paise: 1_000_00, invoice: number };
    server.must(store, `dayend-1-${date}`, 'receiveAtCounter', entry, bill);
    server.must(store, `dayend-1-${date}`, 'submit', { counted: { n500: 2 * (i + 1) }, floatPaise: 0 });
  }
  server.until(instantOf('2026-11-21', '10:00'));
  const fileId = server.file('slip', store);
  const slip = {
    pooId: 1,
    dates: days,
    paise: 3_000_00,
    bank: 'HDFC 0042',
    slipNo: 'S77',
    depositedOn: '2026-11-21',
    fileId,
  };
  return {
    ...server,
    slip,
    till: (): TillState => server.state('till-1'),
    deposit: (): DepositState => server.state('deposit-1'),
  };
}
const sheet = (...rows: readonly string[]): readonly SheetRow[] =>
  ['Date,Description,Ref No,Debit,Credit', ...rows].map((row, i) => ({ line: i + 1, cells: row.split(',') }));
const file = (bank = 'B') => ({ bank, fileName: 'f.csv', content: 'eA==' });
const prepared = (rows: readonly string[], known: readonly string[] = []): ImportPrepared => ({
  sheet: sheet(...rows),
  known,
});
function deposited(rows = ['21-11-2026,CASH DEP S77,S77,,3000.00']) {
  const server = closedDays();
  server.must(store, 'deposit-new', 'record', server.slip);
  server.must(accounts, 'bankstatement-new', 'import', file('HDFC 0042'), prepared(rows));
  return server;
}
const credit = { statementId: '1', rowId: 'r2' };

describe('a deposit', () => {
  it('covers closed days that follow each other and empties the drawer', () => {
    const server = closedDays();
    expect(server.till().drawerPaise).toBe(3_000_00);
    server.must(store, 'deposit-new', 'record', server.slip);
    expect(server.deposit()).toMatchObject({
      number: 'BLR01/H26/000001',
      stage: 'recorded',
      paise: 3_000_00,
    });
    expect(server.till()).toMatchObject({ drawerPaise: 0, undeposited: [] });
  });
  it('lowers what the open day expects in the drawer', () => {
    const server = closedDays();
    server.must(store, 'dayend-1-2026-11-21', 'open');
    server.must(store, 'deposit-new', 'record', server.slip);
    const today: DayState = server.state('dayend-1-2026-11-21');
    expect(expectedCash(today)).toBe(0);
    expect(today.toBank).toMatchObject([{ number: 'BLR01/H26/000001', paise: 3_000_00 }]);
  });
  it('may leave a rest of the newest day', () => {
    const server = closedDays();
    server.must(store, 'deposit-new', 'record', { ...server.slip, paise: 2_600_00 });
    expect(server.till().undeposited).toEqual([{ date: '2026-11-20', paise: 400_00 }]);
  });
  it.each([
    ['depositExceedsCash', { paise: 3_000_01 }],
    ['daysNotContiguous', { dates: ['2026-11-18', '2026-11-20'] }],
    ['daysNotContiguous', { dates: ['2026-11-17'] }],
    ['dateInFuture', { depositedOn: '2026-11-22' }],
    ['depositBeforeDay', { depositedOn: '2026-11-19' }],
    ['fileInvalid', { fileId: 'nothing' }],
    ['pooNotMapped', { pooId: 2 }],
  ])('%s', (code, more) => {
    const server = closedDays();
    expect(server.try(store, 'deposit-new', 'record', { ...server.slip, ...more })).toBe(code);
  });
  it('takes a slip once', () => {
    const server = closedDays();
    server.must(store, 'deposit-new', 'record', { ...server.slip, dates: [days[0]], paise: 1_000_00 });
    const again = { ...server.slip, dates: [days[1]], paise: 1_000_00, bank: 'hdfc 0042' };
    expect(server.try(store, 'deposit-new', 'record', again)).toBe('duplicateSlip');
  });
});

describe('the bank', () => {
  it('agrees: the deposit is reconciled and the credit is taken', () => {
    const server = deposited();
    expect(server.try(accounts, 'deposit-1', 'reconcile', credit)).toEqual([
      'CashDepositReconciled',
      'BankRowMatched',
    ]);
    expect(server.state('bankstatement-1').rows[0].depositId).toBe('1');
  });
  it('differs: the gap is resolved with how and why', () => {
    const server = deposited(['22-11-2026,CASH DEP,,,2990']);
    server.must(accounts, 'deposit-1', 'reconcile', credit);
    expect(server.deposit()).toMatchObject({ stage: 'mismatched', matched: { gapPaise: -10_00 } });
    server.must(accounts, 'deposit-1', 'resolve', {
      how: 'bankCharge',
      reason: 'Counting charge of the bank',
    });
    expect(server.deposit().stage).toBe('resolved');
  });
  it('has a credit for one deposit only', () => {
    const server = closedDays();
    const one = (n: number) => ({ ...server.slip, dates: [days[n]], paise: 1_000_00, slipNo: `S${n}` });
    server.must(store, 'deposit-new', 'record', one(0));
    server.must(store, 'deposit-new', 'record', one(1));
    server.must(accounts, 'bankstatement-new', 'import', file(), prepared(['21/11/2026,CASH,,,1000']));
    server.must(accounts, 'deposit-1', 'reconcile', credit);
    expect(server.try(accounts, 'deposit-2', 'reconcile', credit)).toBe('creditTaken');
  });
  it('is believed within three bank days', () => {
    // 22 November is a Sunday: the third bank day after the 21st is the 25th.
    const server = deposited(['26-11-2026,CASH DEP,,,3000', '25-11-2026,CASH DEP,,,3000']);
    expect(server.try(accounts, 'deposit-1', 'reconcile', credit)).toBe('bankDateFar');
    expect(server.try(accounts, 'deposit-1', 'reconcile', { statementId: '1', rowId: 'r3' })).toContain(
      'CashDepositReconciled',
    );
  });
  it('is not asked by the one who deposited', () => {
    const server = closedDays();
    server.must(inCharge, 'deposit-new', 'record', { ...server.slip, fileId: server.file('mine', inCharge) });
    server.must(accounts, 'bankstatement-new', 'import', file(), prepared(['21/11/2026,C,,,3000']));
    expect(server.try(inCharge, 'deposit-1', 'reconcile', credit)).toBe('selfApproval');
  });
  it('knows nothing of it: the shop has to account for the cash again', () => {
    const server = deposited(['22-11-2026,CASH DEP,,,2990']);
    server.must(accounts, 'deposit-1', 'reconcile', credit);
    server.must(accounts, 'deposit-1', 'reject', { reason: 'The slip belongs to another shop' });
    expect(server.till()).toMatchObject({ drawerPaise: 3_000_00 });
    expect(server.till().undeposited.map(({ date }) => date)).toEqual(days);
    expect(server.state('bankstatement-1').rows[0].depositId).toBeNull();
    server.must(store, 'deposit-new', 'record', server.slip);
  });
});

describe('a bank file', () => {
  it('has headings below the address of the bank, other columns, and debits that are left out', () => {
    const rows = [
      { line: 1, cells: ['HDFC Bank'] },
      { line: 3, cells: ['Txn Date', 'Narration', 'Chq./Ref.No.', 'Withdrawal', 'Deposit Amount (INR)'] },
      { line: 4, cells: ['21/11/26', 'A; B', '77', '', '1,23,456.78'] },
      { line: 6, cells: ['22/11/26', 'Fee', '', '5.00', '0.00'] },
    ];
    expect(readBankSheet(rows)).toEqual({
      rows: [{ rowId: 'r4', date: '2026-11-21', text: 'A; B', ref: '77', creditPaise: 1_23_456_78 }],
      faults: [],
      read: 2,
    });
  });
  it('saves nothing when a row is wrong, and names it', () => {
    const server = closedDays();
    const rows = ['21-11-2026,CASH,,,1000', '31-02-2026,CASH,,,1000', '21-11-2026,CASH,,,one thousand'];
    const refused = server.give(accounts, 'bankstatement-new', 'import', file(), prepared(rows));
    expect(refused).toMatchObject({
      code: 'importRowErrors',
      details: { n: 2, m: 3, row: 3, column: 'Date' },
    });
  });
  it('refuses a row with more fields than headings: an amount was not quoted', () => {
    expect(readBankSheet(sheet('21-11-2026,CASH,,,1,000.00')).faults).toEqual([{ row: 2, column: 'Credit' }]);
  });
  it.each([
    ['21-11-2026,#N/A,7,,1000', 'Description'],
    ['21-11-2026,CASH,#REF!,,1000', 'Ref No'],
    ['21-11-2026,CASH,7,,#VALUE!', 'Credit'],
  ])('refuses a cell whose formula failed: %s', (row, column) => {
    expect(readBankSheet(sheet(row)).faults).toEqual([{ row: 2, column }]);
  });
  it('passes over credits that are known already', () => {
    const server = deposited();
    const again = prepared(
      ['21-11-2026,CASH DEP S77,S77,,3000'],
      ['hdfc 0042|2026-11-21|300000|s77|cash dep s77'],
    );
    expect(server.try(accounts, 'bankstatement-new', 'import', file('hdfc 0042'), again)).toBe(
      'noNewCredits',
    );
  });
  it('is refused above its limit', () => {
    const server = closedDays();
    const large = { ...file(), content: 'A'.repeat(250_000) };
    expect(server.try(accounts, 'bankstatement-new', 'import', large, prepared([]))).toBe('tooLarge');
  });
  it.each([
    ['25 Nov 2026', '2026-11-25'],
    ['5/1/26', '2026-01-05'],
    ['2026-11-25', '2026-11-25'],
    ['31-02-2026', null],
    ['soon', null],
  ])('%s is %s', (text, date) => expect(bankDay(text)).toBe(date));
  it.each([
    ['₹ 1,23,456.7', 1_23_456_70],
    ['100.00 Cr', 100_00],
    ['-5', null],
    ['1e3', null],
  ])('%s is %s', (text, paise) => expect(bankPaise(text)).toBe(paise));
});
