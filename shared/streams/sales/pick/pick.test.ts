import { describe, expect, it } from 'vitest';
import { initialTransition } from 'xstate';
import { instantOf } from '#shared/core/day.ts';
import type { StoredEvent } from '#shared/core/event.ts';
import { createPlQueue } from '#shared/queues/create-pl-queue.ts';
import { saleServer } from '#tests/kit/sale-server.ts';
import { labelOf } from '../../stock/barcode/label.ts';
import type { BarcodeState } from '../../stock/barcode/state.ts';
import type { StockState } from '../../stock/item/state.ts';
import { pickLife, type PickState } from './state.ts';

type Server = ReturnType<typeof saleServer>;
const list = (server: Server, id = '1'): PickState => server.state(`pick-${id}`);
const lying = (server: Server, barcode = 1): StockState['buckets'] =>
  (server.state(`stock-1-${barcode}`) as StockState).buckets;

/** A list of 30 of product 1 from batch A; batch B expires later. */
function listed(qty = 30, lots: readonly object[] = []) {
  const server = saleServer();
  server.shelf({ batch: 'A', expiry: '2027-09-30', qty: 60 });
  server.shelf({ batch: 'B', expiry: '2028-01-31', qty: 60, ...lots[0] });
  server.queued([{ productId: 1, qty }]);
  server.must(172, 'order-1', 'createPickList', {}, server.goods());
  const [first] = list(server).lines;
  return { ...server, label: first!.label };
}

describe('a scan', () => {
  it('takes one pack, or what is left of it, and moves the stock', () => {
    const server = listed(20);
    server.must(161, 'pick-1', 'scan', { code: server.label, scanId: 'a' });
    expect(list(server).lines[0]).toMatchObject({ picked: 15 });
    server.must(161, 'pick-1', 'scan', { code: server.label, scanId: 'b' });
    expect(list(server).lines[0]).toMatchObject({ picked: 20 });
    expect(lying(server)).toMatchObject({ picked: 20, reserved: 0, available: 40 });
  });
  it('counts once, however often it is sent', () => {
    const server = listed();
    server.must(161, 'pick-1', 'scan', { code: server.label, scanId: 'a' });
    expect(server.try(161, 'pick-1', 'scan', { code: server.label, scanId: 'a' })).toEqual([]);
    expect(list(server).lines[0]).toMatchObject({ picked: 15 });
  });
  it('of another batch is refused, though the product is right', () => {
    const server = listed();
    const other = (server.state('barcode-2') as { label: string }).label;
    expect(server.try(161, 'pick-1', 'scan', { code: other, scanId: 'a' })).toBe('wrongBarcode');
  });
  it('of goods that the list does not need says what they are and what it needs', () => {
    const server = listed(15, [{ productId: 2 }]);
    const { label, product, batch } = server.state('barcode-2') as BarcodeState;
    const { lines } = list(server);
    const needed = { y: `${lines[0]!.product} ${lines[0]!.batch} (${lines[0]!.label})` };
    expect(server.give(161, 'pick-1', 'scan', { code: label, scanId: 'a' })).toMatchObject({
      code: 'wrongBarcode',
      details: { x: `${product} ${batch} (${label})`, ...needed },
    });
    server.must(161, 'pick-1', 'scan', { code: server.label, scanId: 'b' });
    expect(server.give(161, 'pick-1', 'scan', { code: label, scanId: 'c' })).toMatchObject({
      code: 'notOnList',
      details: { x: `${product} ${batch} (${label})` },
    });
  });
  it.each([
    ['a code that is nobody’s', '40012345'],
    ['a label that was misread', 'B00000000015'],
    ['a label that nobody printed', labelOf(999_999)],
  ])('of %s says that it is no label of ours', (_what, code) => {
    const server = listed();
    expect(server.give(161, 'pick-1', 'scan', { code, scanId: 'a' })).toMatchObject({
      code: 'foreignCode',
      details: { x: code },
    });
  });
  it('reads the maker’s code with its batch', () => {
    const server = saleServer();
    server.shelf({ batch: 'A', expiry: '2027-09-30', qty: 60, productId: 2 });
    server.queued([{ productId: 2, qty: 10 }]);
    server.must(172, 'order-1', 'createPickList', {}, server.goods());
    const scan = (code: string, scanId: string) => server.try(161, 'pick-1', 'scan', { code, scanId });
    expect(scan('010890123456789010B', 'a')).toBe('wrongBarcode');
    expect(scan('010890123456789010A', 'b')).toContain('PickScanned');
  });
  it('above the line is too much', () => {
    const server = listed(15);
    server.must(161, 'pick-1', 'scan', { code: server.label, scanId: 'a' });
    expect(server.try(161, 'pick-1', 'scan', { code: server.label, scanId: 'b' })).toBe('overScan');
  });
  it('of a batch that was blocked meanwhile is refused, and the goods are lost to the list', () => {
    const server = listed();
    server.must(203, 'barcode-1', 'block', { reason: 'RECALL', note: 'Recalled by the maker' });
    expect(server.try(161, 'pick-1', 'scan', { code: server.label, scanId: 'a' })).toBe('batchBlocked');
    expect(lying(server)).toMatchObject({ reserved: 0, hold: 60 });
  });
  it('belongs to one picker until half an hour after the last', () => {
    const server = listed();
    server.must(161, 'pick-1', 'scan', { code: server.label, scanId: 'a' });
    expect(server.try(173, 'pick-1', 'scan', { code: server.label, scanId: 'b' })).toBe('alreadyClaimed');
    server.until(server.now() + 31 * 60_000);
    expect(server.try(173, 'pick-1', 'scan', { code: server.label, scanId: 'b' })).toContain(
      'PickingStarted',
    );
  });
  it('can be taken back: the goods are held for the list again', () => {
    const server = listed();
    server.must(161, 'pick-1', 'scan', { code: server.label, scanId: 'a' });
    server.must(161, 'pick-1', 'reverse', { lineId: 'p1' });
    expect(lying(server)).toMatchObject({ picked: 0, reserved: 30, available: 30 });
    expect(server.try(161, 'pick-1', 'scan', { code: server.label, scanId: 'b' })).toContain('StockPicked');
  });
});

describe('goods that go back', () => {
  const picked = () => {
    const server = listed();
    server.must(161, 'pick-1', 'scan', { code: server.label, scanId: 'a' });
    return server;
  };
  it('were in the picker’s hand before', () => {
    const server = picked();
    expect(server.try(161, 'pick-1', 'reverse', { lineId: 'p1', qty: 16 })).toBe('notPicked');
    server.must(161, 'pick-1', 'reverse', { lineId: 'p1' });
    expect(server.try(161, 'pick-1', 'reverse', { lineId: 'p1' })).toBe('notPicked');
  });
  it('are those of the cancelled list, and no more of them', () => {
    const server = picked();
    server.must(161, 'pick-1', 'cancel', { reason: 'Wrong order picked first' });
    const back = (code: string, qty: number) =>
      server.try(161, 'pick-1', 'putBack', { code, qty, scanId: `b${qty}` });
    expect(back(labelOf('2'), 1)).toBe('notInParcel');
    expect(back(server.label, 16)).toBe('notPicked');
    expect(back(server.label, 15)).toContain('PickGoodsPutBack');
  });
  it('of an order whose cancellation is asked are neither packed nor invoiced', () => {
    for (const packed of [false, true]) {
      const server = listed(15);
      server.must(161, 'pick-1', 'scan', { code: server.label, scanId: 'a' });
      server.must(161, 'pick-1', 'finish');
      if (packed) server.must(161, 'pick-1', 'pack', { parcels: 1 });
      server.must(171, 'order-1', 'requestCancel', { reason: 'Bought it elsewhere' });
      expect(
        packed ? server.try(173, 'pick-1', 'makeDc') : server.try(161, 'pick-1', 'pack', { parcels: 1 }),
      ).toBe('orderBeingCancelled');
    }
  });
});

describe('a batch that is recalled after it was picked', () => {
  const recall = { reason: 'RECALL', note: 'Recalled by the maker' };
  const inHand = () => {
    const server = listed(15);
    server.must(161, 'pick-1', 'scan', { code: server.label, scanId: 'a' });
    return server;
  };
  it('is not part of a finished list', () => {
    const server = inHand();
    server.must(203, 'barcode-1', 'block', recall);
    expect(server.try(161, 'pick-1', 'finish')).toBe('batchBlocked');
  });
  it('is not packed', () => {
    const server = inHand();
    server.must(161, 'pick-1', 'finish');
    server.must(203, 'barcode-1', 'block', recall);
    expect(server.try(161, 'pick-1', 'pack', { parcels: 1 })).toBe('batchBlocked');
  });
  it('is not invoiced', () => {
    const server = inHand();
    server.must(161, 'pick-1', 'finish');
    server.must(161, 'pick-1', 'pack', { parcels: 1 });
    server.must(203, 'barcode-1', 'block', recall);
    expect(server.try(173, 'pick-1', 'makeDc')).toBe('batchBlocked');
  });
});

describe('a batch that is blocked while its list is picked', () => {
  const recall = (server: Server) =>
    server.must(203, 'barcode-1', 'block', { reason: 'RECALL', note: 'Recalled by the maker' });
  const halfPicked = () => {
    const server = listed(30);
    server.must(161, 'pick-1', 'scan', { code: server.label, scanId: 'a' });
    recall(server);
    return server;
  };
  it('is named on the list, and its picker is told', () => {
    const server = halfPicked();
    expect(server.log.findLast(({ type }) => type === 'PickBatchBlocked')?.data).toMatchObject({
      barcodeId: 1,
      batch: 'A',
      reason: 'RECALL',
      picker: 161,
    });
    expect(server.log.findLast(({ stream }) => stream === 'notice-161')?.data).toMatchObject({
      message: 'batchBlocked',
      about: 'pick-1',
    });
  });
  it('gives way to the next batch, goods in the hand go on hold, and the order goes on', () => {
    const server = halfPicked();
    server.must(161, 'pick-1', 'reverse', { lineId: 'p1' });
    expect(lying(server)).toMatchObject({ picked: 0, reserved: 0, available: 0, hold: 60 });
    server.must(161, 'pick-1', 'swap', { lineId: 'p1', reason: 'BLOCKED' }, server.goods());
    expect(list(server).lines).toMatchObject([{ id: 'p2', batch: 'B', qty: 30 }]);
    server.picked('1', '1');
    server.must(161, 'pick-1', 'pack', { parcels: 1 });
    expect(server.try(173, 'pick-1', 'makeDc')).toContain('DcGenerated');
  });
  it('is put short where no other batch is free', () => {
    const server = listed(30, [{ qty: 5 }]);
    recall(server);
    server.must(161, 'pick-1', 'start');
    server.must(161, 'pick-1', 'short', { lineId: 'p1', reason: 'BLOCKED' });
    expect(server.order().lines[0]).toMatchObject({ open: 30, allocated: 0 });
  });
  it('does not keep the list from being cancelled, nor puts its goods back on sale', () => {
    const server = halfPicked();
    server.must(161, 'pick-1', 'cancel', { reason: 'Everything of it was recalled' });
    expect(server.order()).toMatchObject({ stage: 'queued', lines: [{ open: 30 }] });
    server.must(161, 'pick-1', 'putBack', { code: server.label, scanId: 'z' });
    expect(lying(server)).toMatchObject({ picked: 0, available: 0, hold: 60 });
    expect(list(server).stage).toBe('cancelled');
  });
  it('does not keep an untouched list from lapsing', () => {
    const server = listed();
    recall(server);
    server.until(instantOf('2026-11-18', '14:30'));
    expect(server.order()).toMatchObject({ stage: 'queued', lines: [{ open: 30 }] });
  });
});

describe('what is not there', () => {
  it('is not swapped where no other batch is free', () => {
    const server = saleServer();
    server.shelf({ batch: 'A', expiry: '2027-09-30', qty: 30 });
    server.queued([{ productId: 1, qty: 30 }]);
    server.must(172, 'order-1', 'createPickList', {}, server.goods());
    server.must(161, 'pick-1', 'start');
    expect(server.try(161, 'pick-1', 'swap', { lineId: 'p1', reason: 'NOT_FOUND' }, server.goods())).toBe(
      'noOtherBatch',
    );
  });
  it('is not swapped where another list has the other batch, which it names', () => {
    const server = saleServer();
    server.shelf({ batch: 'A', expiry: '2027-09-30', qty: 30 });
    server.queued([{ productId: 1, qty: 30 }]);
    server.must(172, 'order-1', 'createPickList', {}, server.goods());
    server.must(161, 'pick-1', 'start');
    const own = { productId: 1, number: server.state('pick-1').number, picker: 'Me', qty: 30 };
    const swap = (held: readonly object[]) =>
      server.try(161, 'pick-1', 'swap', { lineId: 'p1', reason: 'NOT_FOUND' }, { ...server.goods(), held });
    expect(swap([own])).toBe('noOtherBatch');
    expect(swap([own, { ...own, number: 'K2' }])).toBe('otherBatchHeld');
  });
  it('ends no list of which nothing was found', () => {
    const server = listed();
    server.must(161, 'pick-1', 'start');
    server.must(161, 'pick-1', 'short', { lineId: 'p1', reason: 'NOT_FOUND' });
    expect(server.try(161, 'pick-1', 'finish')).toBe('nothingPicked');
  });
  it('gives way to the next batch, with a reason, and is offered to nobody', () => {
    const server = listed();
    const done = server.try(
      161,
      'pick-1',
      'swap',
      { lineId: 'p1', reason: 'NOT_FOUND', note: 'Tray is empty' },
      server.goods(),
    );
    expect(done).toBe('wrongState');
    server.must(161, 'pick-1', 'start');
    server.must(161, 'pick-1', 'swap', { lineId: 'p1', reason: 'NOT_FOUND' }, server.goods());
    expect(list(server).lines).toMatchObject([{ id: 'p2', batch: 'B', qty: 30, picked: 0 }]);
    expect(lying(server, 1)).toMatchObject({ reserved: 0, hold: 30, available: 30 });
    expect(lying(server, 2)).toMatchObject({ reserved: 30, available: 30 });
  });
  it.each(['short', 'swap'])('has its tray counted, once, where nobody found it: %s', (command) => {
    const server = saleServer();
    server.shelf({ batch: 'A', expiry: '2027-01-31', qty: 60 });
    server.shelf({ batch: 'B', expiry: '2027-09-30', qty: 60 });
    server.shelf({ batch: 'C', expiry: '2027-09-30', qty: 60, productId: 10 });
    const goods = {
      ...server.goods(),
      goods: server.goods().goods.map((one) => ({ ...one, trayId: 5, tray: 'A-05' })),
    };
    server.prescribed(10);
    server.queued(
      [
        { productId: 1, qty: 30 },
        { productId: 10, qty: 10 },
      ],
      { rxId: 7 },
    );
    server.must(172, 'order-1', 'createPickList', {}, goods);
    server.must(161, 'pick-1', 'start');
    const counts = () => server.log.filter(({ type }) => type === 'CountSessionOpened');
    const trouble = (lineId: string, reason: string) =>
      server.must(161, 'pick-1', command, { lineId, reason }, goods);
    const [first, second] = (server.state('pick-1') as PickState).lines;
    trouble(first!.id, 'NOT_FOUND');
    expect(counts()).toHaveLength(1);
    expect(server.state('count-1')).toMatchObject({
      number: 'BLR01/S26/000001',
      stage: 'counting',
      pooId: 1,
      header: { trayId: 5, tray: 'A-05', note: `${server.state('pick-1').number}: ${first!.product} A` },
    });
    if (command === 'short') trouble(second!.id, 'NOT_FOUND');
    else trouble('p3', 'DAMAGED');
    expect(counts()).toHaveLength(1);
  });
  it('has no tray counted for another reason', () => {
    const server = listed();
    server.must(161, 'pick-1', 'start');
    server.must(161, 'pick-1', 'short', { lineId: 'p1', reason: 'DAMAGED' });
    expect(server.log.some(({ type }) => type === 'CountSessionOpened')).toBe(false);
  });
  it('is open in the order again where no other batch has it', () => {
    const server = listed(30, [{ qty: 10 }]);
    server.must(161, 'pick-1', 'start');
    server.must(161, 'pick-1', 'swap', { lineId: 'p1', reason: 'DAMAGED' }, server.goods());
    expect(list(server).lines).toMatchObject([{ batch: 'B', qty: 10 }]);
    expect(server.order().lines[0]).toMatchObject({ open: 20, allocated: 10 });
  });
  it('is recorded short; the list ends with what was found', () => {
    const server = listed();
    server.must(161, 'pick-1', 'scan', { code: server.label, scanId: 'a' });
    expect(server.try(161, 'pick-1', 'finish')).toBe('pickIncomplete');
    server.must(161, 'pick-1', 'short', { lineId: 'p1', reason: 'NOT_FOUND' });
    server.must(161, 'pick-1', 'finish');
    expect(server.order().lines[0]).toMatchObject({ open: 15, allocated: 15 });
    expect(server.order().stage).toBe('picking');
  });
});

describe('a list', () => {
  it('lapses when nobody began it, and its order waits again', () => {
    const server = listed();
    server.until(instantOf('2026-11-18', '14:30'));
    expect(list(server).stage).toBe('cancelled');
    expect(lying(server)).toMatchObject({ reserved: 0, available: 60 });
    expect(server.order()).toMatchObject({ stage: 'queued', lines: [{ open: 30, allocated: 0 }] });
  });
  it('that lapsed gives its order back the turn it had in its slot', () => {
    const server = listed();
    server.queued([{ productId: 1, qty: 15 }]);
    server.until(instantOf('2026-11-18', '14:30'));
    const queued = server.log.filter(({ type }) => type === 'OrderPlQueued');
    expect(queued.map(({ stream }) => stream)).toEqual(['order-1', 'order-2', 'order-1']);
    const [first, , again] = queued.map((event) => createPlQueue.entering.enter.item!(event as StoredEvent)!);
    expect(again!.enteredAt).toBe(first!.enteredAt);
    // Its clock starts anew: the four hours were those of the list.
    expect(again!.clockFrom).toBeGreaterThan(first!.clockFrom);
  });
  it.each([
    [true, 'pickListCancelledBack'],
    [false, 'pickListCancelled'],
  ])('whose order is cancelled says so to its picker: something picked %s', (picked, message) => {
    const server = listed();
    if (picked) server.must(161, 'pick-1', 'scan', { code: server.label, scanId: 'a' });
    else server.must(161, 'pick-1', 'start');
    server.must(171, 'order-1', 'requestCancel', { reason: 'Bought it elsewhere' });
    server.must(172, 'order-1', 'approveCancel');
    server.until(server.now() + 1_000);
    const { number } = list(server);
    expect(server.log.filter(({ stream }) => stream === 'notice-161').map(({ data }) => data)).toMatchObject([
      { message, about: 'pick-1', values: { number, reason: 'Bought it elsewhere' } },
    ]);
  });
  it('whose order is cancelled for a long reason says so in the length of a notice', () => {
    const server = listed();
    server.must(161, 'pick-1', 'start');
    server.must(171, 'order-1', 'requestCancel', { reason: 'Bought it elsewhere. '.repeat(11) });
    server.must(172, 'order-1', 'approveCancel');
    server.until(server.now() + 1_000);
    const [notice] = server.log.filter(({ stream }) => stream === 'notice-161');
    expect(notice?.data.values.reason).toMatch(/^Bought it elsewhere\..{100,141}$/);
  });
  it('that its own picker cancels says nothing to them', () => {
    const server = listed();
    server.must(161, 'pick-1', 'start');
    server.must(161, 'pick-1', 'cancel', { reason: 'Wrong order picked first' });
    server.until(server.now() + 1_000);
    expect(server.log.some(({ stream }) => stream === 'notice-161')).toBe(false);
  });
  it('that is cancelled brings its order back before the pickers', () => {
    const server = listed();
    expect(server.try(161, 'pick-1', 'cancel', { reason: 'Wrong order picked first' })).toContain(
      'OrderPlQueued',
    );
    expect(lying(server)).toMatchObject({ reserved: 0, available: 60 });
  });
  it('with something cold is packed in a cold box', () => {
    const server = saleServer();
    server.shelf({ batch: 'C', expiry: '2027-09-30', qty: 2, productId: 13 });
    server.queued([{ productId: 13, qty: 1 }]);
    server.must(172, 'order-1', 'createPickList', {}, server.goods());
    server.picked('1', '1');
    expect(server.try(161, 'pick-1', 'pack', { parcels: 1 })).toBe('coldBoxNeeded');
    expect(server.try(161, 'pick-1', 'pack', { parcels: 1, coldBox: true })).toEqual([
      'PickListPacked',
      'OrderPacked',
    ]);
    expect(server.order().stage).toBe('packed');
  });
  it('is reprinted with a reason', () => {
    const server = listed();
    server.must(161, 'pick-1', 'notePrint');
    expect(list(server).stage).toBe('printed');
    expect(server.try(161, 'pick-1', 'notePrint')).toBe('reprintReason');
    expect(server.try(161, 'pick-1', 'notePrint', { reason: 'Paper jam' })).toEqual(['PickListPrinted']);
  });
  it('goes to another picker of the place', () => {
    const server = listed();
    expect(server.try(174, 'pick-1', 'reassign', { empId: 201 })).toContain('PickListReassigned');
    expect(server.try(174, 'pick-1', 'reassign', { empId: 999 })).toBe('notInList');
  });
  it('begins created', () => expect(initialTransition(pickLife.machine)[0].value).toBe('created'));
});
