import { createHash } from 'node:crypto';
import { addDays, businessDay, yearOf } from '#shared/core/day.ts';
import { documentTotals, purchaseLine } from '#shared/core/gst.ts';
import { endOfMonth } from '#shared/core/gs1.ts';
import type { DemoCommand } from './demo-command.ts';
import { sampleFileId, sampleSheet, type SampleFile } from './sample-files.ts';
import { weekday } from './holidays.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const buyer = 201;
const quality = 202;
const head = 203;
const inward = 204;
const accounts = 182;
const warehouse = 5;
/** Barcodes of the demo are numbered from here. */
export const firstBarcode = 10_001;

interface Batch {
  readonly productId: number;
  readonly batch: string;
  /** Days of life left. */
  readonly life: number;
  readonly packs: number;
  readonly free?: number;
  readonly ptrPaise: number;
  readonly orderedPaise?: number;
  readonly packSize: number;
  readonly rateBp?: number;
}
interface Receipt {
  readonly name: string;
  /** ms before now at which the vehicle arrived. */
  readonly ago: number;
  readonly supplierId: number;
  readonly interState: boolean;
  readonly invoiceNo: string;
  readonly lines: readonly Batch[];
  readonly until: 'gate' | 'parked' | 'qc' | 'exception' | 'matched' | 'confirmed';
  readonly cold?: number;
}

/** One receipt at each step of the way, two of them in stock. */
const receipts: readonly Receipt[] = [
  {
    name: 'R1',
    ago: 6 * day,
    supplierId: 1,
    interState: false,
    invoiceNo: 'SB/4471',
    until: 'confirmed',
    lines: [
      { productId: 1, batch: 'ZL260412', life: 620, packs: 100, ptrPaise: 23_00, packSize: 15 },
      { productId: 2, batch: 'KF260333', life: 480, packs: 50, free: 5, ptrPaise: 47_00, packSize: 10 },
      { productId: 12, batch: 'NB251102', life: 300, packs: 40, ptrPaise: 83_00, packSize: 10 },
    ],
  },
  {
    name: 'R2',
    ago: 20 * hour,
    supplierId: 4,
    interState: false,
    invoiceNo: 'UP/2209',
    until: 'confirmed',
    lines: [
      { productId: 7, batch: 'SR260518', life: 700, packs: 60, ptrPaise: 82_00, packSize: 15 },
      { productId: 6, batch: 'NB260711', life: 400, packs: 24, ptrPaise: 560_00, packSize: 1 },
    ],
    cold: 4.5,
  },
  {
    name: 'R3',
    ago: 7 * hour,
    supplierId: 3,
    interState: true,
    invoiceNo: 'CD/881',
    until: 'matched',
    lines: [{ productId: 11, batch: 'GH260601', life: 640, packs: 45, ptrPaise: 85_00, packSize: 15 }],
  },
  {
    name: 'R4',
    ago: 5 * hour,
    supplierId: 1,
    interState: false,
    invoiceNo: 'SB/4502',
    until: 'exception',
    lines: [
      {
        productId: 10,
        batch: 'TG260210',
        life: 560,
        packs: 30,
        ptrPaise: 69_00,
        orderedPaise: 66_00,
        packSize: 15,
      },
      { productId: 13, batch: 'MP251205', life: 120, packs: 20, ptrPaise: 77_00, packSize: 10 },
    ],
  },
  {
    name: 'R5',
    ago: 3 * hour,
    supplierId: 4,
    interState: false,
    invoiceNo: 'UP/2217',
    until: 'qc',
    lines: [{ productId: 15, batch: 'SR260702', life: 500, packs: 80, ptrPaise: 56_00, packSize: 3 }],
  },
  {
    name: 'R6',
    ago: 2 * hour,
    supplierId: 1,
    interState: false,
    invoiceNo: 'SB/4510',
    until: 'parked',
    lines: [{ productId: 9, batch: 'ZL260801', life: 590, packs: 120, ptrPaise: 29_00, packSize: 15 }],
  },
  {
    name: 'R7',
    ago: 35 * minute,
    supplierId: 4,
    interState: false,
    invoiceNo: 'UP/2231',
    until: 'gate',
    lines: [{ productId: 14, batch: 'KF260808', life: 600, packs: 50, ptrPaise: 26_00, packSize: 15 }],
    cold: 5.1,
  },
];

const sheetOf = (receipt: Receipt, n: number): SampleFile => ({
  id: sampleFileId(`invoice ${receipt.invoiceNo}`, n),
  name: `${receipt.invoiceNo.replace('/', '-')} SAMPLE.png`,
  mime: 'image/png',
  bytes: sampleSheet('receipt', 900 + n),
  by: inward,
});
const withInvoice = receipts.filter(({ until }) => until !== 'gate' && until !== 'parked');

/** The invoices that the receipts name. */
export const receiptFiles = (): readonly SampleFile[] =>
  withInvoice.map((receipt, n) => ({ ...sheetOf(receipt, n), for: `gre-demo-${n}` }));

const endOf = (today: string, life: number): string => {
  const at = addDays(today, life);
  return endOfMonth(Number(yearOf(at)), Number(at.slice(5, 7)));
};
const payable = (lines: readonly Batch[], interState: boolean): number =>
  documentTotals(
    lines.map(({ ptrPaise, packs, rateBp = 500 }) =>
      purchaseLine({ ptrPaise, packs, discBp: 0, rateBp, interState }),
    ),
  ).payable;

type Give = (
  at: number,
  as: number,
  stream: string,
  command: string,
  input?: DemoCommand['input'],
  more?: Partial<DemoCommand>,
) => void;
const versioned = { versioned: true } as const;

/** The order behind a receipt: drafted by the buyer, approved by the stock head, sent. */
function ordered(give: Give, at: number, { name, supplierId, lines }: Receipt): void {
  const header = { supplierId, expectedOn: weekday(addDays(businessDay(at), 2)) };
  const wanted = lines.map(({ productId, packs, free = 0, ptrPaise, orderedPaise }, i) => ({
    id: `l${i}`,
    productId,
    packs,
    freePacks: free,
    ptrPaise: orderedPaise ?? ptrPaise,
  }));
  give(at, buyer, 'po-new', 'draft', { pooId: warehouse, header, lines: wanted }, { name: `O${name}` });
  give(at + minute, buyer, `po-{O${name}}`, 'submit', {}, versioned);
  give(at + 10 * minute, head, `po-{O${name}}`, 'approve', {}, versioned);
  give(at + 12 * minute, buyer, `po-{O${name}}`, 'send', { channel: 'email' }, versioned);
}

function received(give: Give, now: number, receipt: Receipt, n: number): void {
  const { name, ago, supplierId, invoiceNo, lines, interState, until, cold } = receipt;
  const at = now - ago;
  const today = businessDay(at);
  ordered(give, at - 2 * day, receipt);
  const pass = {
    pooId: warehouse,
    header: {
      supplierId,
      vehicle: `KA05MX${4100 + n}`,
      driver: 'Basavaraj',
      boxesDeclared: 4 + n,
      boxesReceived: 4 + n,
      ...(cold === undefined ? {} : { coldTemp: cold }),
    },
    lines: [{ id: 'i1', invoiceNo, invoiceDate: addDays(today, -1), valuePaise: payable(lines, interState) }],
  };
  give(at, inward, 'gatepass-new', 'draft', pass, { name: `X${name}` });
  if (until === 'gate') return;
  const start = {
    pooId: warehouse,
    header: { gatePassId: `{X${name}}`, invoiceLineId: 'i1', poIds: [`{O${name}}`] },
    lines: [],
  };
  const gre = `gre-{G${name}}`;
  give(at + 8 * minute, inward, 'gre-new', 'draft', start, { name: `G${name}` });
  const put = lines.map(({ productId, batch, life, packs, free = 0, ptrPaise }, i) => ({
    id: `b${i}`,
    productId,
    batch,
    expiry: endOf(today, life),
    paidPacks: packs,
    freePacks: free,
    ptrPaise,
  }));
  give(at + 14 * minute, inward, gre, 'change', { put }, versioned);
  if (until === 'parked') return give(at + 15 * minute, inward, gre, 'park', {}, versioned);
  const { id, name: file, mime, bytes } = sheetOf(receipt, withInvoice.indexOf(receipt));
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  give(
    at + 15 * minute,
    inward,
    `file-${id}`,
    'keep',
    { name: file, mime, bytes: bytes.length, sha256 },
    { noted: true },
  );
  give(at + 16 * minute, inward, gre, 'attach', { fileId: id, name: file, mime });
  give(at + 17 * minute, inward, gre, 'submit', {}, versioned);
  if (until === 'qc') return;
  const found = lines.map(({ packs, free = 0, packSize, productId }, i) => ({
    id: `b${i}`,
    acceptedQty: (packs + free) * packSize,
    ...(productId === 6 ? { temperature: 4.8 } : {}),
  }));
  give(at + 40 * minute, quality, gre, 'inspect', { put: found }, versioned);
  give(at + 45 * minute, quality, gre, 'completeQc', {}, versioned);
  if (until === 'confirmed') give(at + 60 * minute, head, gre, 'confirm', {}, versioned);
}

/** The expiry of opening stock that has this many days of life left. */
export const openingExpiry = (now: number, life: number): string => endOf(businessDay(now), life);

/**
 * The opening stock of the first shop and the warehouse: batches with a long or short remaining life, and one
 * about to expire.
 */
const opening: readonly (readonly [
  pooId: number,
  productId: number,
  batch: string,
  life: number,
  qty: number,
  costPaise: number,
])[] = [
  [1, 1, 'ZL250912', 420, 900, 22_50],
  [1, 3, 'KF251004', 300, 400, 32_00],
  [1, 7, 'SR250811', 75, 150, 81_00],
  [1, 12, 'NB250601', 28, 60, 82_00],
  [1, 6, 'NB251120', 200, 6, 555_00],
  [1, 12, 'NB251203', 320, 40, 82_00],
  [5, 1, 'ZL251201', 520, 3_000, 22_50],
  [5, 10, 'TG250905', 340, 1_200, 65_00],
  [5, 12, 'NB250602', 60, 300, 82_00],
  [5, 17, 'MP250707', 45, 40, 62_00],
];

/** Stock that the first shop counted later on the same day: devices and apparel. */
const openingShelf: readonly (readonly [productId: number, batch: string, qty: number, costPaise: number])[] =
  [
    [18, 'VD260101', 12, 820_00],
    [19, 'VD260202', 14, 1_590_00],
    [20, 'MI26N32B', 10, 380_00],
    [21, 'MI26N34B', 8, 380_00],
    [24, 'MI26N34C', 8, 380_00],
    [28, 'MI26N36D', 6, 380_00],
  ];

/** The number of labels of the opening stock. */
export const openingBarcodes = opening.length + openingShelf.length;

function opened(give: Give, now: number): void {
  const at = now - 40 * day;
  const count = (pooId: number, hours: number, name: string, lines: readonly object[]): void => {
    const then = at + hours * hour;
    const header = { note: 'Counted before the first day' };
    give(then, head, 'opening-new', 'draft', { pooId, header, lines }, { name });
    give(then + minute, head, `opening-{${name}}`, 'submit', {}, versioned);
    give(then + 2 * minute, 1, `opening-{${name}}`, 'approve', {}, versioned);
  };
  for (const pooId of [1, 5])
    count(
      pooId,
      pooId,
      `M${pooId}`,
      opening
        .filter(([poo]) => poo === pooId)
        .map(([, productId, batch, life, qty, costPaise], i) => ({
          id: `o${i}`,
          productId,
          batch,
          expiry: endOf(businessDay(now), life),
          qty,
          costPaise,
        })),
    );
  const shelf = openingShelf.map(([productId, batch, qty, costPaise], i) => ({
    id: `s${i}`,
    productId,
    batch,
    expiry: endOf(businessDay(now), 1_200),
    qty,
    costPaise,
  }));
  count(1, 6, 'M1S', shelf);
}

/**
 * Deliveries of the last week from gate to shelf, each left at a step with work to do; and the opening stock
 * of the places.
 */
export function demoReceipts(now: number): DemoCommand[] {
  const orders: DemoCommand[] = [];
  const give: Give = (at, as, stream, command, input = {}, more = {}) =>
    void orders.push({ at, as, stream, command, input, ...more });
  opened(give, now);
  receipts.forEach((receipt, n) => received(give, now, receipt, n));
  const [first, second, third] = [0, 1, 2].map((n) => firstBarcode + openingBarcodes + n);
  const shelved = now - 6 * day + 2 * hour;
  give(shelved, inward, `barcode-${first}`, 'printLabels', { pooId: warehouse, copies: 100 });
  give(shelved + minute, inward, `stock-5-${first}`, 'putAway', { trayId: 9, qty: 1_500 });
  give(shelved + 2 * minute, inward, `stock-5-${second}`, 'putAway', { trayId: 10, qty: 550 });
  give(shelved + 3 * minute, inward, `stock-5-${third}`, 'putAway', { trayId: 11, qty: 250 });
  // The accounts have agreed to the first bill; the second one waits.
  give(now - 5 * day, accounts, 'gre-{GR1}', 'verifyAccounts', {}, versioned);
  const counted = {
    pooId: 1,
    header: { reasonId: 2, note: 'Behind the drawer' },
    lines: [{ id: 'a', barcodeId: firstBarcode, qty: 30 }],
  };
  give(now - 2 * hour, head, 'adjustment-new', 'draft', counted, { name: 'AD1' });
  give(now - 2 * hour + minute, head, 'adjustment-{AD1}', 'submit', {}, versioned);
  return orders;
}
