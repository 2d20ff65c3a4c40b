import { addDays, businessDay, instantOf, showDay } from '#shared/core/day.ts';
import type { DemoCommand } from './demo-command.ts';
import { sampleFileId, sampleSheet, sha256Of, type SampleFile } from './sample-files.ts';

const minute = 60_000;
const [store, accounts] = [161, 182];
const bank = 'HDFC Jayanagar 0042';

/** A payment of a sale on credit of the last weeks, in part or whole, by the name of its challan. */
interface Payment {
  readonly of: string;
  readonly rupees: number;
  readonly mode?: 'upi' | 'card';
}
const payments: readonly (readonly Payment[])[] = [
  [
    { of: 'PD00', rupees: 2_340 },
    { of: 'PD01', rupees: 1_160, mode: 'upi' },
    { of: 'PD20', rupees: 3_500 },
  ],
  [
    { of: 'PD21', rupees: 4_120 },
    { of: 'PD10', rupees: 980 },
    { of: 'PD01', rupees: 2_210, mode: 'card' },
  ],
  [
    { of: 'PD31', rupees: 4_260 },
    { of: 'PD11', rupees: 740, mode: 'upi' },
  ],
];
const slips = [1, 2].map((n) => sampleFileId('deposit slip', n));

/** The slips of the deposits. */
export const moneyFiles = (): readonly SampleFile[] =>
  slips.map((id, n) => ({
    id,
    name: `deposit slip ${n + 1} SAMPLE.png`,
    mime: 'image/png',
    bytes: sampleSheet('deposit', 950 + n),
    by: store,
    for: `deposit-demo-${n}`,
  }));

/** Notes and coins of whole tens of rupees. */
function notes(rupees: number): Readonly<Record<string, number>> {
  const counted: Record<string, number> = {};
  let left = rupees;
  for (const value of [500, 200, 100, 50, 20, 10]) {
    counted[`n${value}`] = Math.floor(left / value);
    left %= value;
  }
  return counted;
}

/**
 * Three closed days of the first shop, two deposits of which the bank confirmed one, and a partial day today.
 */
export function demoMoney(now: number): DemoCommand[] {
  const orders: DemoCommand[] = [];
  const today = businessDay(now);
  const give = (
    at: number,
    as: number,
    stream: string,
    command: string,
    input: DemoCommand['input'] = {},
    more: Partial<DemoCommand> = {},
  ): void => void orders.push({ at, as, stream, command, input, ...more });
  const float = 2_000;
  let drawer = 0;
  for (const [i, list] of payments.entries()) {
    const date = addDays(today, i - 3);
    const stream = `dayend-1-${date}`;
    const at = instantOf(date, '10:00');
    let cash = drawer;
    for (const [n, { of, rupees, mode = 'cash' }] of list.entries()) {
      const input = { entryId: `sale-${n}`, mode, paise: rupees * 100, invoice: `number:dc-{${of}}` };
      give(at + n * 47 * minute, store, stream, 'receiveAtCounter', input);
      if (mode === 'cash') cash += rupees;
    }
    const petty = {
      entryId: 'petty',
      paise: 140_00,
      purpose: 'Tea and drinking water',
      paidTo: 'Annapoorna Stores',
    };
    give(at + 5 * 60 * minute, store, stream, 'payPettyCash', petty);
    cash -= 140;
    const short = i === 1 ? 50 : 0;
    give(instantOf(date, '21:10'), store, stream, 'submit', {
      counted: notes(cash - short),
      floatPaise: float * 100,
      reason: short > 0 ? 'A torn note of ₹50 was given back' : '',
    });
    if (i < 2) give(instantOf(addDays(date, 1), '09:40'), accounts, stream, 'verify');
    drawer = cash - short;
    // The next morning the rest is taken to the bank; yesterday's is still in the drawer.
    if (i === 2) continue;
    const amount = drawer - float;
    const slip = slips[i]!;
    const bytes = sampleSheet('deposit', 950 + i);
    const file = {
      name: `deposit slip ${i + 1} SAMPLE.png`,
      mime: 'image/png',
      bytes: bytes.length,
      sha256: sha256Of(bytes),
    };
    const morning = instantOf(addDays(date, 1), '09:50');
    give(morning, store, `file-${slip}`, 'keep', file, { noted: true });
    give(
      morning + minute,
      store,
      'deposit-new',
      'record',
      {
        pooId: 1,
        dates: [date],
        paise: amount * 100,
        bank,
        slipNo: `KA${4471 + i}`,
        depositedOn: addDays(date, 1),
        fileId: slip,
      },
      { name: `DP${i}` },
    );
    if (i === 0) {
      const text = `Date,Narration,Ref No,Debit,Credit\n${showDay(addDays(date, 1))},CASH DEP KA4471 JAYANAGAR,KA4471,,${amount}.00\n${showDay(addDays(date, 1))},NEFT CITY RUN COURIERS,N2231,4500.00,`;
      give(
        morning + 300 * minute,
        accounts,
        'bankstatement-new',
        'import',
        { bank, fileName: 'hdfc-0042.csv', content: Buffer.from(text).toString('base64') },
        { name: 'BS1' },
      );
      give(
        morning + 301 * minute,
        accounts,
        'deposit-{DP0}',
        'reconcile',
        { statementId: '{BS1}', rowId: 'r2' },
        { versioned: true },
      );
    }
    drawer = float;
  }
  const stream = `dayend-1-${today}`;
  const sale = (ago: number, n: number, of: string, rupees: number, mode = 'cash'): void =>
    give(now - ago * minute, store, stream, 'receiveAtCounter', {
      entryId: `sale-${n}`,
      mode,
      paise: rupees * 100,
      invoice: `number:dc-{${of}}`,
    });
  sale(210, 1, 'PD30', 1_820);
  sale(150, 2, 'PD33', 460, 'upi');
  sale(65, 3, 'PD00', 2_075, 'card');
  give(now - 30 * minute, store, stream, 'payPettyCash', {
    entryId: 'petty',
    paise: 220_00,
    purpose: 'Auto fare for an urgent parcel',
    paidTo: 'Auto driver',
  });
  return orders;
}
