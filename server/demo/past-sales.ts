import { addDays, businessDay, instantOf } from '#shared/core/day.ts';
import type { DemoCommand } from './demo-command.ts';
import { sampleFileId, sampleSheet, sha256Of, type SampleFile } from './sample-files.ts';
import { weekday } from './holidays.ts';

const minute = 60_000;
const [store, head, rider, accounts, shop] = [161, 203, 162, 182, 1];
/** The rate card of our own riders. */
const ownFleet = 1;
const versioned = { versioned: true } as const;

interface Sold {
  /** The index among the shop's customers; counted from the end, those who were at the camp. */
  readonly of: number;
  readonly by: number;
  readonly source: 'STORE' | 'REFILL' | 'LEAD' | 'TPD' | 'APPAREL';
  readonly payment: 'PREPAID' | 'CREDIT';
  readonly lines: readonly (readonly [productId: number, qty: number])[];
}
const [paracet, glucometer, monitor] = [1, 18, 19];
const bra = (n: number): number => 20 + n;

/** The runs of the last weeks, the oldest first: some customers bought once, some returned. */
const runs: readonly {
  readonly daysAgo: number;
  readonly km: number;
  readonly sold: readonly Sold[];
  /** The stage of the claim for its transport. */
  readonly claim: 'paid' | 'approved' | 'waiting';
}[] = [
  {
    daysAgo: 36,
    km: 31,
    claim: 'paid',
    sold: [
      { of: 0, by: store, source: 'STORE', payment: 'CREDIT', lines: [[monitor, 2]] },
      { of: 1, by: head, source: 'LEAD', payment: 'CREDIT', lines: [[glucometer, 3]] },
      { of: 2, by: store, source: 'APPAREL', payment: 'PREPAID', lines: [[bra(0), 2]] },
    ],
  },
  {
    daysAgo: 26,
    km: 24,
    claim: 'paid',
    sold: [
      { of: 0, by: store, source: 'REFILL', payment: 'CREDIT', lines: [[monitor, 1]] },
      { of: 3, by: store, source: 'TPD', payment: 'CREDIT', lines: [[glucometer, 2]] },
      {
        of: 4,
        by: head,
        source: 'APPAREL',
        payment: 'PREPAID',
        lines: [
          [bra(1), 1],
          [bra(4), 2],
        ],
      },
    ],
  },
  {
    daysAgo: 16,
    km: 42,
    claim: 'approved',
    sold: [
      { of: 1, by: head, source: 'REFILL', payment: 'CREDIT', lines: [[monitor, 3]] },
      {
        of: 5,
        by: store,
        source: 'TPD',
        payment: 'CREDIT',
        lines: [
          [monitor, 2],
          [paracet, 15],
        ],
      },
      {
        of: 2,
        by: store,
        source: 'APPAREL',
        payment: 'PREPAID',
        lines: [
          [bra(0), 1],
          [bra(8), 1],
        ],
      },
    ],
  },
  {
    daysAgo: 6,
    km: 28,
    claim: 'waiting',
    sold: [
      {
        of: 0,
        by: head,
        source: 'REFILL',
        payment: 'CREDIT',
        lines: [
          [paracet, 30],
          [glucometer, 2],
        ],
      },
      { of: 6, by: store, source: 'STORE', payment: 'CREDIT', lines: [[monitor, 2]] },
      { of: -1, by: head, source: 'LEAD', payment: 'CREDIT', lines: [[glucometer, 1]] },
      { of: -2, by: store, source: 'LEAD', payment: 'CREDIT', lines: [[monitor, 1]] },
    ],
  },
];

const photo = sampleFileId('proof', 2);
const proof = (): SampleFile => ({
  id: photo,
  name: 'earlier proof of delivery SAMPLE.png',
  mime: 'image/png',
  bytes: sampleSheet('identity', 991),
  by: rider,
  for: 'delivery-demo-past',
});
export const pastSaleFiles = (): readonly SampleFile[] => [proof()];

/** Sales of the last weeks from the form to the delivery, one run a day; the rider returned and settled. */
export function demoPastSales(now: number, people: readonly number[]): DemoCommand[] {
  const commands: DemoCommand[] = [];
  const today = businessDay(now);
  let odometer = 17_100;
  runs.forEach(({ daysAgo, km, sold, claim }, n) => {
    const day = weekday(addDays(today, -daysAgo));
    let at = instantOf(day, '10:00');
    const give = (
      as: number,
      stream: string,
      command: string,
      input: DemoCommand['input'] = {},
      more: Partial<DemoCommand> = {},
    ): void => {
      at += minute;
      commands.push({ at, as, stream, command, input, ...more });
    };
    if (n === 0) {
      const { name, mime, bytes } = proof();
      const file = { name, mime, bytes: bytes.length, sha256: sha256Of(bytes) };
      give(rider, `file-${photo}`, 'keep', file, { noted: true });
    }
    const attendance = `attendance-${rider}-${day}`;
    give(rider, attendance, 'checkIn');
    const challans = sold.map(({ of, by, source, payment, lines }, i) => {
      const [form, list, challan] = [`PO${n}${i}`, `PL${n}${i}`, `PD${n}${i}`];
      const [order, pick, dc] = [`order-{${form}}`, `pick-{${list}}`, `dc-{${challan}}`];
      const header = {
        customerId: people.at(of) ?? 0,
        ...{ slotDate: day, slotWindow: 'AFTERNOON', payment, source },
      };
      const wanted = lines.map(([productId, qty], l) => ({ id: `l${l + 1}`, productId, qty }));
      const scan = (stream: string, line: string, command: string, as: number, qty: number): void =>
        give(as, stream, command, {
          code: `label:${stream}:${line}`,
          qty,
          scanId: `past-${n}-${i}-${command}-${line}`,
        });
      give(by, 'order-new', 'draft', { pooId: shop, header, lines: wanted }, { name: form });
      give(by, order, 'submit', {}, versioned);
      give(head, order, 'confirm', {}, versioned);
      if (payment === 'PREPAID')
        give(
          store,
          order,
          'recordPayment',
          { mode: 'upi', paise: 'due', ref: `UPI ${40_700 + n}` },
          versioned,
        );
      give(store, order, 'createPickList', {}, { answered: { field: 'pickId', name: list } });
      wanted.forEach(({ qty }, l) => scan(pick, `p${l + 1}`, 'scan', store, qty));
      give(store, pick, 'finish');
      give(store, pick, 'pack', { parcels: 1, weightG: 400 + 50 * i, coldBox: false }, versioned);
      give(store, pick, 'makeDc', { pharmacistId: 122 }, { answered: { field: 'dcId', name: challan } });
      wanted.forEach(({ qty }, l) => scan(dc, `d${l + 1}`, 'scan', head, qty));
      give(head, dc, 'verify', {}, versioned);
      return challan;
    });
    for (const name of challans) {
      give(store, `delivery-{${name}}`, 'assign', { agentId: rider, coldBox: 'yes' });
      give(rider, `delivery-{${name}}`, 'accept');
    }
    const run = `statement-{PR${n}}`;
    const dcIds = challans.map((name) => `{${name}}`);
    give(
      store,
      'statement-new',
      'generate',
      { pooId: shop, agentId: rider, vehicle: 'KA01AB1234', dcIds },
      { name: `PR${n}` },
    );
    for (const name of challans) give(store, `delivery-{${name}}`, 'handOver', { labels: 'all' });
    at = Math.max(at, instantOf(day, '13:10'));
    give(rider, run, 'depart', { odometerOut: odometer }, versioned);
    for (const name of challans) {
      at += 24 * minute;
      give(rider, `delivery-{${name}}`, 'deliver', { receiver: 'The customer', fileId: photo });
    }
    odometer += km;
    give(rider, run, 'comeBack', { odometerIn: odometer, scanned: [] }, versioned);
    give(store, run, 'settle', { counted: {}, upiPaise: 0, cardPaise: 0 }, versioned);
    give(rider, attendance, 'checkOut', { confirmed: true });
    odometer += 190;
    // Who was paid something has books of that day, which are closed in the evening without any cash.
    if (sold.some(({ payment }) => payment === 'PREPAID')) {
      at = Math.max(at, instantOf(day, '20:00'));
      give(store, `dayend-${shop}-${day}`, 'submit', { counted: {}, floatPaise: 0 });
      at = instantOf(addDays(day, 1), '09:30');
      give(accounts, `dayend-${shop}-${day}`, 'verify');
    }
    // The last run took a detour; its claim arrived yesterday and waits.
    const late = claim === 'waiting';
    const asked = { transporterId: ownFleet };
    const more = { amountPaise: 260_00, reason: 'Detour over the ring road, the bridge was closed' };
    at = late ? now - 20 * 60 * minute : instantOf(addDays(day, 1), '10:00');
    give(store, run, 'claim', late ? { ...asked, ...more } : asked, {
      ...versioned,
      request: `TC${n}`,
      requestOn: `tclaim-{PR${n}}`,
    });
    if (late) return;
    give(accounts, `approval-{TC${n}}`, 'approveStep', { step: 1 });
    if (claim !== 'paid') return;
    at += 24 * 60 * minute;
    give(accounts, `tclaim-{PR${n}}`, 'pay', { reference: `NEFT T${4_410 + n}` });
  });
  return commands;
}
