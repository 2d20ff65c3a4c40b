import { addDays, businessDay, isSunday } from '#shared/core/day.ts';
import type { DemoCommand } from './demo-command.ts';
import { demoRun, type OnTheRoad } from './deliveries.ts';
import { demoSales } from './sales.ts';
import { suppliedH1 } from './prescriptions.ts';
import { weekday } from './holidays.ts';

const minute = 60_000;

const store = 161;
const head = 203;
const shop = 1;
const served: ReadonlySet<string> = new Set(['560011', '560041']);
const versioned = { versioned: true } as const;

/** The stage of an order of the demo. */
type Until =
  | 'draft'
  | 'submitted'
  | 'held'
  | 'later'
  | 'queued'
  | 'short'
  | 'listed'
  | 'picking'
  | 'packed'
  | 'billed'
  | 'verified'
  | 'cancelAsked'
  | 'dcCancelAsked'
  | 'dcCancelled'
  | 'cancelled'
  | Carried;
type Carried = OnTheRoad['until'];

/** Orders, oldest first. */
const stages: readonly Until[] = [
  ...['dcCancelled', 'verified', 'billed', 'dcCancelAsked', 'verified', 'billed', 'packed'],
  ...['draft', 'submitted', 'picking', 'listed', 'queued', 'held', 'later', 'billed', 'packed'],
  ...['listed', 'queued', 'submitted', 'draft', 'cancelAsked', 'later', 'queued', 'listed', 'picking'],
  ...['submitted', 'queued', 'draft', 'verified', 'listed', 'queued', 'short', 'submitted', 'draft'],
  ...['queued', 'listed', 'submitted', 'queued', 'draft', 'queued'],
] as readonly Until[];
/** Parcels of the morning's run: most are delivered, one is refused at the door, one customer is out. */
const morning: readonly Carried[] = [
  ...(['delivered', 'delivered', 'delivered', 'refused'] as const),
  ...(['notHome', 'out', 'out', 'delivered'] as const),
];
const isCarried = (until: Until): until is Carried => (morning as readonly Until[]).includes(until);

const goesOn: Readonly<Record<string, number>> = {
  draft: 0,
  submitted: 1,
  held: 1,
  later: 2,
  queued: 2,
  short: 2,
  cancelAsked: 2,
  cancelled: 2,
  listed: 3,
  picking: 4,
  packed: 5,
  billed: 6,
  dcCancelAsked: 6,
  verified: 7,
  dcCancelled: 7,
  delivered: 7,
  out: 7,
  refused: 7,
  notHome: 7,
};

/** Customers of the first shop, in streets that it delivers to, who appear nowhere else in the demo. */
export function customersOf(customers: readonly DemoCommand[]): readonly number[] {
  const told = Map.groupBy(customers, ({ stream }) => stream);
  return [...told].flatMap(([stream, commands]) => {
    const id = Number(/^customer-(\d+)$/.exec(stream)?.[1] ?? 0);
    const [first] = commands;
    const address = first?.input['address'] as { readonly pincode?: string } | undefined;
    const plain =
      commands.length === 1 &&
      first?.command === 'receive' &&
      first.input['pooId'] === shop &&
      first.input['exited'] === false &&
      (first.input['leadId'] ?? null) === null;
    return id > 0 && plain && served.has(address?.pincode ?? '') ? [id] : [];
  });
}

/**
 * Orders of one shop in all stages: forms, held and queued ones, lists in work, challans to check,
 * cancellations.
 */
export function demoOrders(now: number, customers: readonly DemoCommand[]): DemoCommand[] {
  const orders: DemoCommand[] = [];
  const carried: OnTheRoad[] = [];
  const people = customersOf(customers);
  const today = businessDay(now);
  // On a Saturday the next delivery day is too far away for an order to be picked today.
  const soon = isSunday(addDays(today, 1)) ? 0 : 1;
  const h1 = suppliedH1(customers);
  const ways = [...stages, ...morning, 'cancelled' as const, 'billed' as const];
  ways.forEach((until, n) => {
    const onRx = n === ways.length - 1;
    const apparel = until === 'submitted' && n % 2 === 0;
    // The run left before the shop's other orders arrived.
    let at = now - (onRx ? 20 : n < stages.length ? 170 - n * 4 : 300 - (n - stages.length) * 3) * minute;
    const give = (
      as: number,
      stream: string,
      command: string,
      input: DemoCommand['input'] = {},
      more: Partial<DemoCommand> = {},
    ): void => {
      at += 2_000;
      orders.push({ at, as, stream, command, input, ...more });
    };
    const far = goesOn[until] ?? 0;
    const name = `SO${n + 1}`;
    const order = `order-{${name}}`;
    const slotDate = weekday(addDays(today, until === 'later' ? 4 : n % 3 === 0 ? soon : 0));
    const lines = onRx
      ? [{ id: 'l1', productId: 12, qty: 10 }]
      : apparel
        ? [{ id: 'l1', productId: 20 + (n % 9), qty: 1 }]
        : until === 'short'
          ? [{ id: 'l1', productId: 17, qty: 3 }]
          : [
              { id: 'l1', productId: 1, qty: 15 * (1 + (n % 3)), ...(n % 5 === 0 ? { discBp: 500 } : {}) },
              ...(n === 9 || n === 16 ? [{ id: 'l2', productId: 6, qty: 1 }] : []),
            ];
    const header = {
      customerId: onRx ? h1.customerId : (people[n % people.length] ?? 0),
      ...(onRx ? { rxId: h1.rxId } : {}),
      slotDate,
      slotWindow: (['MORNING', 'AFTERNOON', 'EVENING'] as const)[n % 3],
      payment: n % 4 === 3 ? 'PREPAID' : 'COD',
      source: onRx
        ? 'PRESCRIPTION'
        : apparel
          ? 'APPAREL'
          : n % 6 === 0
            ? 'LEAD'
            : n % 5 === 0
              ? 'REFILL'
              : 'STORE',
    };
    give(store, 'order-new', 'draft', { pooId: shop, header, lines }, { name });
    if (far < 1) return;
    give(store, order, 'submit', {}, versioned);
    if (until === 'held')
      give(
        store,
        order,
        'hold',
        { reason: 'ADDRESS', note: 'The gate number is missing; calls back.' },
        versioned,
      );
    if (far < 2) return;
    give(head, order, 'confirm', {}, versioned);
    // One customer still owes some of it, and whoever is not picked for yet has not paid.
    if (header.payment === 'PREPAID' && far >= 3) {
      const paise = until === 'packed' ? 20_00 : 'due';
      give(store, order, 'recordPayment', { mode: 'upi', paise, ref: `UPI ${41_200 + n}` }, versioned);
    }
    if (until === 'short') give(store, order, 'createPickList');
    if (until === 'cancelAsked' || until === 'cancelled')
      give(
        store,
        order,
        'requestCancel',
        { reason: 'The customer bought it elsewhere this morning' },
        versioned,
      );
    if (until === 'cancelled') give(head, order, 'approveCancel', {}, versioned);
    if (far < 3) return;
    const list = `SL${n + 1}`;
    give(store, order, 'createPickList', {}, { answered: { field: 'pickId', name: list } });
    const pick = `pick-{${list}}`;
    if (far < 4) return;
    const scan = (stream: string, line: string, command: string, as: number, qty: number): void =>
      give(as, stream, command, {
        code: `label:${stream}:${line}`,
        qty,
        scanId: `demo-${n}-${command}-${line}`,
      });
    lines.forEach(({ qty }, i) => {
      if (until === 'picking' && i === lines.length - 1)
        scan(pick, `p${i + 1}`, 'scan', store, Math.min(qty, 15));
      else scan(pick, `p${i + 1}`, 'scan', store, qty);
    });
    if (until === 'picking') return;
    give(store, pick, 'finish');
    give(store, pick, 'pack', { parcels: 1, weightG: 250 + 40 * n, coldBox: lines.length > 1 }, versioned);
    if (far < 6) return;
    const challan = `SD${n + 1}`;
    give(store, pick, 'makeDc', { pharmacistId: 122 }, { answered: { field: 'dcId', name: challan } });
    const dc = `dc-{${challan}}`;
    if (until === 'dcCancelAsked')
      give(
        store,
        dc,
        'requestCancel',
        { reason: 'The customer moved the delivery to another city', next: 'cancelOrder' },
        versioned,
      );
    if (far < 7) return;
    lines.forEach(({ qty }, i) => scan(dc, `d${i + 1}`, 'scan', head, qty));
    give(head, dc, 'verify', {}, versioned);
    if (isCarried(until)) carried.push({ name: challan, until, cod: header.payment === 'COD' });
    if (until !== 'dcCancelled') return;
    give(
      store,
      dc,
      'requestCancel',
      { reason: 'The parcel was damaged before it left', next: 'again' },
      versioned,
    );
    give(head, dc, 'approveCancel', {}, versioned);
  });
  return [...orders, ...demoRun(now, carried), ...demoSales(now)];
}
