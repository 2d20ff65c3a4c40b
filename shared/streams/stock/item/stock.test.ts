import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instantOf } from '#shared/core/day.ts';
import { isRefusal, type Refusal } from '#shared/core/refusal.ts';
import type { RecordedEvent, NewEvent } from '#shared/core/event.ts';
import { stockServer } from '#tests/kit/stock-server.ts';
import { noBarcode, type BarcodeState } from '../barcode/state.ts';
import { allocate, type Candidate } from './allocate.ts';
import { moveStock } from './moves.ts';
import {
  buckets,
  evolveStock,
  holderKey,
  movements,
  noStock,
  onHand,
  type Bucket,
  type Movement,
  type StockState,
} from './state.ts';

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
  costPaise: 80_750,
  costUnits: 110,
  gstBp: 500,
  supplierId: 1,
  supplier: 'Sri Balaji Agencies',
  origin: { type: 'gre', id: '1', number: 'BLRWH/G26/000001', line: 'a' },
  invoiceNo: 'SB-1',
  invoiceDate: '2026-11-17',
  receivedQty: 110,
  pooId: 5,
  accepted: 100,
  rejected: 10,
} as const;
const order = { type: 'pick', id: '1', line: 'a', number: null };

function received(more: object = {}) {
  const server = stockServer();
  server.must(null, 'barcode-new', 'generate', { ...facts, ...more });
  return { ...server, item: (): StockState => server.state('stock-5-1') };
}
const stocked = (more: object = {}) => {
  const server = received(more);
  server.must(203, 'stock-5-1', 'putAway', { trayId: 1, qty: 100 });
  return server;
};

describe('a receipt', () => {
  it('fills the ledger with accepted goods, and sets rejected ones apart', () => {
    const { item } = received();
    expect(item().buckets).toMatchObject({ inwardHold: 100, qcRejected: 10, available: 0 });
    expect(item().facts).toMatchObject({ label: 'B00000000018', batch: 'ZF260001' });
  });
  it('of one batch has one expiry', () => {
    const { state } = received();
    expect(state('unique-batch-1-ZF260001').owner).toBe('2027-11-30');
  });
});

describe('put-away', () => {
  it.each([
    ['trayWrongStorage', { trayId: 2, qty: 10 }, {}],
    ['trayWrongStorage', { trayId: 3, qty: 10 }, {}],
    ['notInList', { trayId: 99, qty: 10 }, {}],
    ['trayFull', { trayId: 1, qty: 30 }, { loadPacks: 39 }],
    ['bucketInsufficient', { trayId: 1, qty: 101 }, {}],
  ])('%s', (code, input, prepared) =>
    expect(received().try(203, 'stock-5-1', 'putAway', input, prepared)).toBe(code),
  );
  it('is done at one’s own place', () =>
    expect(received().try(161, 'stock-5-1', 'putAway', { trayId: 1, qty: 1 })).toBe('pooNotMapped'));
  it('makes goods saleable and remembers the tray', () => {
    const { item } = stocked();
    expect(item()).toMatchObject({ buckets: { inwardHold: 0, available: 100 }, trays: { 1: 100 } });
  });
  it('is moved to another tray up to the units in the tray', () => {
    const { item, must, try: react } = stocked();
    must(203, 'stock-5-1', 'relocate', { fromTrayId: 1, toTrayId: 4, qty: 30 });
    expect(item().trays).toEqual({ 1: 70, 4: 30 });
    expect(react(203, 'stock-5-1', 'relocate', { fromTrayId: 1, toTrayId: 4, qty: 71 })).toBe(
      'bucketInsufficient',
    );
  });
});

describe('reserving and picking', () => {
  it('holds units for one document and gives them to no other', () => {
    const { must, try: react, item } = stocked();
    const move = (type: Movement, qty: number, ref = order) =>
      react(null, 'stock-5-1', 'move', { type, qty, ref });
    expect(move('StockReserved', 60)).toEqual(['StockReserved']);
    expect(move('StockReserved', 60, { ...order, id: '2' })).toBe('bucketInsufficient');
    expect(move('StockPicked', 10, { ...order, id: '2' })).toBe('reservationLost');
    must(null, 'stock-5-1', 'move', { type: 'StockPicked', qty: 60, ref: order });
    expect(item()).toMatchObject({ buckets: { available: 40, reserved: 0, picked: 60 }, trays: { 1: 40 } });
    expect(move('StockDispatched', 61)).toBe('bucketInsufficient');
    expect(move('StockDispatched', 60)).toEqual(['StockDispatched']);
    expect(item().holders).toEqual({});
  });
  it('stops at a blocked batch, and the block holds free units', () => {
    const { must, try: react, item } = stocked();
    must(null, 'stock-5-1', 'move', { type: 'StockReserved', qty: 20, ref: order });
    must(203, 'barcode-1', 'block', { reason: 'RECALL', note: 'The maker recalls it' });
    expect(item().buckets).toMatchObject({ available: 0, reserved: 0, hold: 100 });
    expect(react(null, 'stock-5-1', 'move', { type: 'StockReleasedFromHold', qty: 1, ref: order })).toBe(
      'batchBlocked',
    );
    expect(react(203, 'barcode-1', 'block', { reason: 'RECALL', note: 'The maker recalls it' })).toBe(
      'alreadyBlocked',
    );
  });
});

describe('expiry', () => {
  it('is at five past midnight after the last day; reserved units stay until they are released', () => {
    const { must, until, item } = stocked();
    must(null, 'stock-5-1', 'move', { type: 'StockReserved', qty: 20, ref: order });
    until(instantOf('2027-12-01', '00:04'));
    expect(item().buckets.expired).toBe(0);
    until(instantOf('2027-12-01', '00:05'));
    expect(item().buckets).toMatchObject({ expired: 80, reserved: 20, available: 0 });
  });
  it('of goods that come back later makes them expired too', () => {
    const { until, must, try: react, item } = stocked();
    const move = (type: Movement, qty: number, more: object = {}) =>
      must(null, 'stock-5-1', 'move', { type, qty, ref: order, ...more });
    move('StockReserved', 40);
    move('StockPicked', 20);
    move('StockStagedForRtv', 30, { from: 'available' });
    until(instantOf('2027-12-01', '00:05'));
    expect(item().buckets).toMatchObject({ available: 0, expired: 30 });
    move('StockReservationReleased', 20);
    move('StockUnpicked', 20);
    move('StockUnstagedFromRtv', 30, { to: 'available' });
    expect(item().buckets).toMatchObject({ available: 0, hold: 0, expired: 100 });
    move('StockAdjustedUp', 5);
    expect(item().buckets).toMatchObject({ available: 0, expired: 105 });
    move('StockReturnedToHold', 5);
    expect(item().buckets).toMatchObject({ available: 0, hold: 5, expired: 105 });
    expect(react(null, 'stock-5-1', 'move', { type: 'StockReserved', qty: 1, ref: order })).toBe(
      'batchExpired',
    );
  });
  it('of a reserved unit refuses its pick', () => {
    const { until, must, try: react } = stocked();
    must(null, 'stock-5-1', 'move', { type: 'StockReserved', qty: 20, ref: order });
    until(instantOf('2027-12-01', '00:05'));
    expect(react(null, 'stock-5-1', 'move', { type: 'StockPicked', qty: 20, ref: order })).toBe(
      'batchExpired',
    );
  });
});

describe('allocation', () => {
  const one = (
    barcodeId: number,
    available: number,
    expiry: string,
    more: Partial<Candidate> = {},
  ): Candidate => ({
    barcodeId,
    batch: `B${barcodeId}`,
    expiry,
    receivedAt: '2026-10-01',
    available,
    blocked: false,
    packSize: 1,
    ...more,
  });
  const of = (...args: Parameters<typeof allocate>) => {
    const { lines, shortage } = allocate(...args);
    return [
      ...lines.map(({ barcodeId, qty }) => [barcodeId, qty]),
      ...(shortage > 0 ? [['short', shortage]] : []),
    ];
  };
  it('never takes a batch whose last day is over', () => {
    expect(of([one(1, 9, '2026-11-17'), one(2, 4, '2027-09-30')], 6, '2026-11-18')).toEqual([
      [2, 4],
      ['short', 2],
    ]);
  });
  const two = [one(1, 3, '2027-12-31'), one(2, 2, '2027-09-30')];
  it('splits over batches, first expiry first', () =>
    expect(of(two, 5, '2026-11-18')).toEqual([
      [2, 2],
      [1, 3],
    ]));
  it('reports short units and never takes more than available', () => {
    expect(of([one(1, 12, '2027-12-31'), one(2, 7, '2027-09-30')], 30, '2026-11-18')).toEqual([
      [2, 7],
      [1, 12],
      ['short', 11],
    ]);
    expect(of([one(1, 0, '2027-12-31')], 1, '2026-11-18')).toEqual([['short', 1]]);
  });
  it('skips blocked and short-dated batches', () => {
    expect(
      of(
        [one(1, 9, '2026-12-10'), one(2, 9, '2027-12-31', { blocked: true }), one(3, 9, '2027-12-31')],
        4,
        '2026-11-18',
      ),
    ).toEqual([[3, 4]]);
    expect(of([one(1, 60, '2027-01-10'), one(2, 60, '2027-02-28')], 60, '2026-11-18', 60)).toEqual([[2, 60]]);
  });
  it('takes the opened strip first, then the oldest', () => {
    expect(
      of(
        [one(1, 30, '2027-12-31', { packSize: 15 }), one(2, 8, '2027-12-31', { packSize: 15 })],
        8,
        '2026-11-18',
      ),
    ).toEqual([[2, 8]]);
    expect(
      of([one(1, 5, '2027-12-31', { receivedAt: '2026-11-02' }), one(2, 5, '2027-12-31')], 5, '2026-11-18'),
    ).toEqual([[2, 5]]);
  });
});

describe('the ledger', () => {
  const types = Object.keys(movements) as Movement[];
  const steps = fc.array(
    fc.record({
      type: fc.constantFrom<Movement>(
        ...types,
        'StockReceived',
        'StockReceived',
        'StockPutAway',
        'StockPutAway',
        'StockReserved',
      ),
      qty: fc.integer({ min: 1, max: 20 }),
      pick: fc.nat(11),
      trayId: fc.option(fc.integer({ min: 1, max: 3 }), { nil: null }),
      toTrayId: fc.constantFrom(1, 2, 3),
      doc: fc.constantFrom('1', '2', '3'),
    }),
    { minLength: 100, maxLength: 200 },
  );
  const barcode: BarcodeState = { ...noBarcode('1'), ...facts, exists: true, label: 'B00000000018' };
  const begin = (): StockState =>
    evolveStock(noStock('5-1'), fact('StockBegun', { ...facts, barcodeId: 1, label: 'B00000000018' }, 1));
  const fact = (type: string, data: object, version: number) =>
    ({
      type,
      data,
      version,
      at: '2026-11-18T05:00:00.000Z',
      stream: 'stock-5-1',
      actor: { kind: 'system', empId: null, name: '' },
    }) as RecordedEvent<any, any>;

  it('adds up after every event of any history: no bucket below zero, buckets equal deltas, shelves equal trays, holdings equal holders', () => {
    let events = 0;
    fc.assert(
      fc.property(steps, (given) => {
        let state = begin();
        let deltas = 0;
        for (const { type, doc, pick, ...wanted } of given) {
          const ref = { ...order, id: doc };
          const table: { readonly from: readonly Bucket[]; readonly to: readonly Bucket[] } = movements[type];
          const from = table.from[pick % (table.from.length || 1)] ?? null;
          const to = table.to[pick % (table.to.length || 1)] ?? null;
          const moved: NewEvent | Refusal = moveStock(
            state,
            type,
            { ...wanted, from, to, ref },
            { today: '2026-11-18', barcode },
          );
          if (isRefusal(moved)) continue;
          events += 1;
          const data = moved.data as { from: string | null; to: string | null; qty: number };
          deltas += (data.to ? data.qty : 0) - (data.from ? data.qty : 0);
          state = evolveStock(state, fact(moved.type, moved.data, state.version + 1));
          expect(Math.min(...buckets.map((bucket) => state.buckets[bucket]))).toBeGreaterThanOrEqual(0);
          expect(onHand(state)).toBe(deltas);
          const trays = Object.values(state.trays);
          expect(trays.reduce((sum, n) => sum + n, 0)).toBe(state.buckets.available + state.buckets.reserved);
          expect(Math.min(0, ...trays)).toBe(0);
          const held = Object.values(state.holders);
          expect(held.reduce((sum, one) => sum + one.reserved, 0)).toBe(state.buckets.reserved);
          expect(held.reduce((sum, one) => sum + one.picked, 0)).toBe(state.buckets.picked);
        }
      }),
      { numRuns: 200 },
    );
    expect(events).toBeGreaterThan(10_000);
  });

  it('reserves a document’s units for that document alone', () => {
    const state = { ...begin(), buckets: { ...begin().buckets, available: 10 }, trays: { 1: 10 } };
    const reserved = moveStock(
      state,
      'StockReserved',
      { qty: 4, ref: order },
      { today: '2026-11-18', barcode },
    );
    expect(isRefusal(reserved)).toBe(false);
    if (isRefusal(reserved)) return;
    expect(evolveStock(state, fact(reserved.type, reserved.data, 2)).holders).toEqual({
      [holderKey(order)]: { reserved: 4, picked: 0 },
    });
  });
});
