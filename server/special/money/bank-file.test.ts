import { expect, test } from 'vitest';
import writeExcelFile from 'write-excel-file/node';
import { readBankSheet } from '#shared/streams/money/deposit/bank-sheet.ts';
import { readSheetRows } from '../../families/master/read-sheet.ts';

const credit = { date: '2026-11-21', text: 'CASH DEP; S77', ref: 'S77', creditPaise: 1_23_456_78 };
const text = [
  'HDFC Bank',
  '',
  'Txn Date;Narration;Chq./Ref.No.;Withdrawal;Deposit Amount (INR)',
  '21/11/26;"CASH DEP; S77";S77;;1,23,456.78',
  '22/11/26;Fee;;5.00;',
].join('\r\n');
const workbook = (): Promise<Buffer> =>
  writeExcelFile([
    [{ value: 'HDFC Bank' }],
    [{ value: 'Date' }, { value: 'Description' }, { value: 'Ref No' }, { value: 'Credit' }],
    [
      { value: new Date(Date.UTC(2026, 10, 21)), format: 'dd-mm-yyyy' },
      { value: 'CASH DEP; S77' },
      { value: 'S77' },
      { value: 123456.78 },
    ],
  ]).toBuffer();

test.each([
  ['a CSV file of UTF-8 with semicolons', async () => Buffer.from(`\ufeff${text}`), 'r4'],
  ['one of UTF-16', async () => Buffer.from(`\ufeff${text}`, 'utf16le'), 'r4'],
  ['a workbook', workbook, 'r3'],
])('%s gives its credits by the rows that its program shows', async (_name, bytes, rowId) => {
  const sheet = await readSheetRows(await bytes());
  expect(readBankSheet(sheet)).toMatchObject({ rows: [{ ...credit, rowId }], faults: [] });
});
