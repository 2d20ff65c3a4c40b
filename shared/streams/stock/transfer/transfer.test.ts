import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stockServer } from '#tests/kit/stock-server.ts';
import { onHand, stockStream, type StockState } from '../item/state.ts';
import { inTransit, transferLife, transferTotals, type TransferState } from './state.ts';

const head = 203;
const store = 161;
const other = 5;
const [warehouse, shop, abroad] = [5, 1, 9];

const facts = {
  productId: 1,
  code: 'P000001',
  product: 'Paracet-ZD 650',
  packSize: 15,
  storage: 'AMBIENT',
  gstClass: 'MED',
  hsn: '3004',
  batch: 'ZF260001',
  mfg: '2026-06-30',
  expiry: '2027-11-30',
  mrpPaise: 30_24,
  costPaise: 22_500,
  costUnits: 150,
  gstBp: 500,
  supplierId: 1,
  supplier: 'Sri Balaji Agencies',
  origin: { type: 'gre', id: '1', number: 'BLRWH/G26/000001', line: 'a' },
  invoiceNo: 'SB-1',
  invoiceDate: '2026-11-17',
  receivedQty: 150,
  pooId: warehouse,
  accepted: 150,
  rejected: 0,
} as const;

/** 150 units on the shelf of the warehouse. */
function stocked(more: object = {}) {
  const server = stockServer();
  server.must(null, 'barcode-new', 'generate', { ...facts, ...more });
  server.must(head, 'stock-5-1', 'putAway', { trayId: 1, qty: 150 });
  return {
    ...server,
    at: (pooId: number): StockState => server.state(stockStream(pooId, 1)),
    transfer: (): TransferState => server.state('transfer-1'),
  };
}
const sent = (qty: number, toPooId = shop, more: object = {}) => ({
  pooId: warehouse,
  header: { toPooId },
  lines: [{ id: 'a', barcodeId: 1, qty, ...more }],
});
type Stocked = ReturnType<typeof stocked>;
const go = { boxes: 2, vehicle: 'KA 01 AB 1234' };

function onItsWay(qty = 60, toPooId = shop, dispatch: object = go): Stocked {
  const server = stocked();
  server.must(head, 'transfer-new', 'draft', sent(qty, toPooId));
  server.must(head, 'transfer-1', 'submit');
  server.must(other, 'transfer-1', 'approve');
  server.must(head, 'transfer-1', 'pick');
  server.must(head, 'transfer-1', 'dispatch', dispatch);
  return server;
}

describe('a request', () => {
  it('names another place and available goods', () => {
    const { try: give } = stocked();
    expect(give(head, 'transfer-new', 'draft', sent(10, warehouse))).toBe('samePlace');
    expect(give(head, 'transfer-new', 'draft', sent(151))).toBe('bucketInsufficient');
    expect(give(head, 'transfer-new', 'draft', sent(10, 77))).toBe('notInList');
    expect(give(head, 'transfer-new', 'draft', { ...sent(10), header: {} })).toBe('required');
    expect(give(store, 'transfer-new', 'draft', sent(10))).toBe('pooNotMapped');
  });
  it('is approved by somebody else', () => {
    const { must, try: give } = stocked();
    must(head, 'transfer-new', 'draft', sent(10));
    must(head, 'transfer-1', 'submit');
    expect(give(head, 'transfer-1', 'approve')).toBe('selfApproval');
    expect(give(other, 'transfer-1', 'approve')).toEqual(['TransferApproved']);
  });
});

describe('picking', () => {
  it('reserves the picked goods for this transfer alone, and cancelling puts them back', () => {
    const { must, at } = stocked();
    must(head, 'transfer-new', 'draft', sent(60));
    must(head, 'transfer-1', 'submit');
    must(other, 'transfer-1', 'approve');
    must(head, 'transfer-1', 'pick');
    expect(at(warehouse).buckets).toMatchObject({ available: 90, reserved: 0, picked: 60 });
    must(head, 'transfer-1', 'cancel', { reason: 'The shop does not need them' });
    expect(at(warehouse).buckets).toMatchObject({ available: 150, picked: 0 });
  });
  it('refuses goods that would not last two months', () => {
    const { must, try: give } = stocked({ expiry: '2026-12-31' });
    must(head, 'transfer-new', 'draft', sent(60));
    must(head, 'transfer-1', 'submit');
    must(other, 'transfer-1', 'approve');
    expect(give(head, 'transfer-1', 'pick')).toBe('batchShortDated');
  });
  it('is refused when somebody sold them meanwhile', () => {
    const { must, try: give } = stocked();
    must(head, 'transfer-new', 'draft', sent(60));
    must(head, 'transfer-1', 'submit');
    must(other, 'transfer-1', 'approve');
    const ref = { type: 'pick', id: '1', line: 'a', number: null };
    must(null, 'stock-5-1', 'move', { type: 'StockReserved', qty: 120, ref });
    expect(give(head, 'transfer-1', 'pick')).toBe('bucketInsufficient');
  });
});

describe('dispatch', () => {
  it('leaves the place with a numbered challan within one registration', () => {
    const { transfer, at } = onItsWay();
    expect(at(warehouse).buckets).toMatchObject({ available: 90, picked: 0 });
    expect(transfer()).toMatchObject({ stage: 'inTransit', header: { paper: 'BLRWH/D26/000001' } });
    expect(transferTotals(transfer())).toMatchObject({ taxable: 90_00, igst: 0, cgst: 0 });
    expect(inTransit(transfer())).toEqual([{ barcodeId: 1, qty: 60 }]);
  });
  it('is a tax invoice with IGST between registrations of two states', () => {
    const { transfer } = onItsWay(60, abroad);
    expect(transfer().header.paper).toBe('BLRWH/I26/000001');
    expect(transferTotals(transfer())).toMatchObject({ taxable: 90_00, igst: 4_50, cgst: 0 });
  });
  it('needs a carrier, and above the limit an e-way bill that is valid', () => {
    const server = stocked({ costPaise: 75_000_00, costUnits: 150 });
    server.must(head, 'transfer-new', 'draft', sent(140));
    server.must(head, 'transfer-1', 'submit');
    server.must(other, 'transfer-1', 'approve');
    server.must(head, 'transfer-1', 'pick');
    const give = (more: object) => server.try(head, 'transfer-1', 'dispatch', { boxes: 1, ...more });
    expect(give({})).toBe('carrierMissing');
    expect(give({ vehicle: 'TRUCK 7' })).toBe('vehicleInvalid');
    expect(give({ vehicle: 'KA01AB1234' })).toBe('ewayRequired');
    const eway = { vehicle: 'KA01AB1234', ewayNo: '123456789012' };
    expect(give({ ...eway, ewayTill: '2026-11-17' })).toBe('ewayExpired');
    expect(give({ ...eway, ewayTill: '2026-11-19' })).toContain('TransferDispatched');
  });
});

describe('receiving', () => {
  it('happens at the destination, once every line is counted', () => {
    const { must, try: give, at, transfer } = onItsWay();
    expect(give(store, 'transfer-1', 'receive')).toBe('notCounted');
    must(store, 'transfer-1', 'count', { put: [{ id: 'a', receivedQty: 60 }] });
    expect(give(store, 'transfer-1', 'receive')).toEqual(
      expect.arrayContaining(['TransferReceived', 'StockBegun', 'StockTransferredIn']),
    );
    expect(at(shop).buckets.inwardHold).toBe(60);
    expect(transfer().stage).toBe('closed');
  });
  it('accepts no more than was sent, and nobody of a third place', () => {
    const there = onItsWay();
    expect(there.try(store, 'transfer-1', 'count', { put: [{ id: 'a', receivedQty: 61 }] })).toBe(
      'aboveSent',
    );
    const far = onItsWay(60, abroad);
    expect(far.try(store, 'transfer-1', 'count', { put: [{ id: 'a', receivedQty: 60 }] })).toBe(
      'pooNotMapped',
    );
  });
  it('leaves short units in transit until they are settled as lost', () => {
    const { must, try: give, at, transfer } = onItsWay();
    must(store, 'transfer-1', 'count', { put: [{ id: 'a', receivedQty: 50, damagedQty: 7 }] });
    must(store, 'transfer-1', 'receive');
    expect(transfer()).toMatchObject({ stage: 'discrepancy', lines: [{ shortQty: 3, damagedQty: 7 }] });
    expect(inTransit(transfer())).toEqual([{ barcodeId: 1, qty: 10 }]);
    const note = 'One box was crushed in the van';
    const settle = (as: number, more: object) =>
      give(as, 'transfer-1', 'resolve', { lineId: 'a', note, ...more });
    expect(settle(head, { lost: 3 })).toBe('differenceMismatch');
    expect(settle(head, { damaged: 7, lost: 3 })).toEqual(
      expect.arrayContaining(['TransferDiscrepancyResolved', 'TransferClosed', 'StockMarkedDamaged']),
    );
    expect(at(shop).buckets).toMatchObject({ inwardHold: 50, damaged: 7 });
    expect(transfer()).toMatchObject({ stage: 'closed' });
    expect(inTransit(transfer())).toEqual([]);
  });
  it('is settled by somebody other than the counter', () => {
    const { must, try: give } = onItsWay();
    must(head, 'transfer-1', 'count', { put: [{ id: 'a', receivedQty: 59 }] });
    must(head, 'transfer-1', 'receive');
    const lost = { lineId: 'a', lost: 1, note: 'Nobody could find it' };
    expect(give(head, 'transfer-1', 'resolve', lost)).toBe('selfApproval');
    expect(give(other, 'transfer-1', 'resolve', lost)).toContain('TransferClosed');
  });
});

describe('an indent that is served from stock', () => {
  function asked(qty: number): Stocked {
    const server = stocked();
    const lines = [{ id: 'l', productId: 1, qty: 45 }];
    server.must(store, 'indent-new', 'draft', { pooId: shop, header: {}, lines });
    server.must(store, 'indent-1', 'submit');
    const links = [{ indentId: '1', lineId: 'l', qty }];
    server.must(head, 'transfer-new', 'draft', sent(45, shop, { links }));
    return server;
  }
  const line = (server: Stocked) => server.state('indent-1').lines[0];
  it('has its units on transfer, and closes when they arrive', () => {
    const server = asked(45);
    expect(line(server)).toMatchObject({ open: 0, onTransfer: 45 });
    for (const [as, step, input] of [
      [head, 'submit', {}],
      [other, 'approve', {}],
      [head, 'pick', {}],
      [head, 'dispatch', go],
      [store, 'count', { put: [{ id: 'a', receivedQty: 40 }] }],
      [store, 'receive', {}],
    ] as const)
      server.must(as, 'transfer-1', step, input);
    expect(line(server)).toMatchObject({ open: 0, onTransfer: 5, received: 40 });
    server.must(other, 'transfer-1', 'resolve', {
      lineId: 'a',
      found: 2,
      lost: 3,
      note: 'Three were stolen',
    });
    expect(line(server)).toMatchObject({ open: 3, onTransfer: 0, received: 42 });
  });
  it('gets its units back from a transfer that is rejected', () => {
    const server = asked(30);
    server.must(head, 'transfer-1', 'submit');
    expect(line(server)).toMatchObject({ open: 15, onTransfer: 30 });
    server.must(other, 'transfer-1', 'reject', { reason: 'The warehouse needs them' });
    expect(line(server)).toMatchObject({ open: 45, onTransfer: 0 });
  });
  it('gives no more than its open units', () => {
    const server = asked(45);
    const links = [{ indentId: '1', lineId: 'l', qty: 15 }];
    expect(server.try(head, 'transfer-new', 'draft', sent(15, shop, { links }))).toBe('indentLineClosed');
  });
  it('keeps the line that it waits for', () => {
    const server = asked(45);
    expect(server.try(head, 'transfer-1', 'change', { remove: ['a'] })).toBe('lineAsked');
    expect(server.try(head, 'transfer-1', 'change', { put: [{ id: 'a', qty: 44 }] })).toBe('belowIndents');
  });
});

describe('company stock', () => {
  const step = fc.record({
    as: fc.constantFrom(head, store, other),
    pick: fc.nat(11),
    n: fc.integer({ min: 1, max: 3 }),
    qty: fc.integer({ min: 1, max: 70 }),
    part: fc.integer({ min: 0, max: 10 }),
  });
  it('after any history of transfers equals receipts less losses', () => {
    let moved = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 60, maxLength: 100 }), (steps) => {
        const server = stocked();
        for (const { as, pick, n, qty, part } of steps) {
          const state: TransferState = server.state(`transfer-${n}`);
          const line = state.lines[0];
          const allowed = transferLife.steps(state.stage);
          const what = line ? (allowed[pick % (allowed.length || 1)] ?? 'cancel') : 'draft';
          const stream = line ? `transfer-${n}` : 'transfer-new';
          if (what === 'raise' || what === 'close' || what === 'change') continue;
          const received = Math.max(0, (line?.qty ?? 0) - part);
          const open = line ? line.damagedQty + line.shortQty : 0;
          const inputs: Record<string, object> = {
            draft: sent(qty),
            dispatch: go,
            count: { put: [{ id: 'a', receivedQty: received, damagedQty: Math.min(part, 2) }] },
            resolve: {
              lineId: 'a',
              found: Math.min(open, 1),
              lost: Math.max(0, open - 1),
              note: 'Settled after a search',
            },
            reject: { reason: 'Not needed any more' },
            cancel: { reason: 'Not needed any more' },
          };
          const done = server.try(as, stream, what, inputs[what] ?? {});
          if (Array.isArray(done)) moved += done.length;
          const transfers = [1, 2, 3, 4, 5, 6, 7, 8, 9]
            .map((id): TransferState => server.state(`transfer-${id}`))
            .filter(({ exists }) => exists);
          const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
          const way = sum(transfers.flatMap((one) => inTransit(one).map((each) => each.qty)));
          const lost = sum(transfers.flatMap(({ lines }) => lines.map(({ settled }) => settled?.lost ?? 0)));
          const held = server.at(warehouse).holders;
          const here = onHand(server.at(warehouse));
          const there = onHand(server.at(shop));
          expect(here + there + way + lost).toBe(150);
          expect(sum(Object.values(held).map(({ picked }) => picked))).toBe(
            server.at(warehouse).buckets.picked,
          );
        }
      }),
      { numRuns: 25 },
    );
    expect(moved).toBeGreaterThan(500);
  });
});
