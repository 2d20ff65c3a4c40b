import { describe, expect, it } from 'vitest';
import { saleServer } from '#tests/kit/sale-server.ts';
import type { PickState } from './state.ts';

/** A list for 20 of product 11 on prescription 7, of which its picker, if it is begun, holds ten, as prescription 8 replaces that. */
function superseded({ productId = 11, endsAtOnce = null as [string, object] | null, begun = true } = {}) {
  const server = saleServer();
  server.prescribed();
  server.shelf({ batch: 'H', expiry: '2027-09-30', qty: 40, productId });
  const id = server.queued([{ productId, qty: 20 }], { rxId: 7 });
  server.must(172, `order-${id}`, 'createPickList', {}, server.goods());
  const pick = (): PickState => server.state('pick-1');
  const code = pick().lines[0]!.label;
  if (begun) server.must(161, 'pick-1', 'scan', { code, qty: 10, scanId: 'a' });
  const before = server.state('prescription-7');
  server.write(
    'prescription-8',
    'PrescriptionReceived',
    { ...before.received, ref: 'RX-8', supersedes: { id: 7, ref: 'RX-7', reason: 'Wrong strength' } },
    server.now(),
    141,
  );
  /** Prescription 8 is decided. */
  const ends = (type: string, data: object): void => {
    server.write('prescription-8', type, { patientId: 1, ...data }, server.now(), 142);
    server.until(server.now() + 1_000);
  };
  if (endsAtOnce) ends(...endsAtOnce);
  server.write(
    'prescription-7',
    'PrescriptionSuperseded',
    { patientId: 1, by: 8, ref: 'RX-8', reason: 'Wrong strength' },
    server.now(),
    141,
  );
  server.until(server.now() + 1_000);
  const scan = () => server.try(161, 'pick-1', 'scan', { code, qty: 10, scanId: 'b' });
  return { ...server, pick, scan, ends, lines: before.lines, order: () => server.order(id) };
}

/** An order on prescription 7 that waits for its list, as prescription 8 replaces that. */
function supersededOrder() {
  const server = saleServer();
  server.prescribed();
  server.shelf({ batch: 'H', expiry: '2027-09-30', qty: 40, productId: 11 });
  const id = server.queued([{ productId: 11, qty: 20 }], { rxId: 7 });
  const made = () => server.try(172, `order-${id}`, 'createPickList', {}, server.goods());
  const replaced = { patientId: 1, by: 8, ref: 'RX-8', reason: 'Wrong strength' };
  const before = server.state('prescription-7');
  const received = {
    ...before.received,
    ref: 'RX-8',
    supersedes: { id: 7, ref: 'RX-7', reason: 'Wrong strength' },
  };
  server.write('prescription-8', 'PrescriptionReceived', received, server.now(), 141);
  server.write('prescription-7', 'PrescriptionSuperseded', replaced, server.now(), 141);
  return { ...server, made, id, lines: before.lines, order: () => server.order(id) };
}

describe('an order of a prescription that is replaced', () => {
  it('gets no list, even before it is held', () => {
    expect(supersededOrder().made()).toBe('rxSuperseded');
  });
  it('is held with the reason, and leaves the queue of the pickers', () => {
    const server = supersededOrder();
    server.until(server.now() + 1_000);
    expect(server.order()).toMatchObject({
      stage: 'onHold',
      hold: { reason: 'RX', note: 'RX-8: Wrong strength', rxId: 8, from: 'queued' },
    });
    expect(server.made()).toBe('wrongState');
  });
  it('waits for its list again when the new one is rejected', () => {
    const server = supersededOrder();
    server.until(server.now() + 1_000);
    const reinstated = { patientId: 1, after: 8, ref: 'RX-8' };
    server.write('prescription-7', 'PrescriptionReinstated', reinstated, server.now(), 142);
    const rejected = { reason: 'illegible', text: 'Nobody can read it', by: { empId: 142, name: 'Checker' } };
    server.write('prescription-8', 'PrescriptionRejected', { ...rejected, ref: 'RX-8' }, server.now(), 142);
    server.until(server.now() + 1_000);
    expect(server.order()).toMatchObject({ stage: 'queued', hold: null });
    expect(server.made()).toContain('PickListCreated');
  });
  it('stays on hold when the new one is approved: that one has its own order', () => {
    const server = supersededOrder();
    server.until(server.now() + 1_000);
    const approved = { patientId: 1, lines: server.lines };
    server.write('prescription-8', 'PrescriptionApproved', approved, server.now(), 142);
    server.until(server.now() + 1_000);
    expect(server.order().stage).toBe('onHold');
  });
  it('is held alone when the new one was approved before: no list ends where there is none', () => {
    const server = supersededOrder();
    const approved = { patientId: 1, lines: server.lines };
    server.write('prescription-8', 'PrescriptionApproved', approved, server.now(), 142);
    server.until(server.now() + 1_000);
    expect(server.order().stage).toBe('onHold');
    expect(server.log.map(({ type }) => type)).not.toContain('RxPickListsReplaced');
  });
  it('that was held for another reason meanwhile stays so', () => {
    const server = supersededOrder();
    server.until(server.now() + 1_000);
    server.must(172, `order-${server.id}`, 'release');
    server.must(172, `order-${server.id}`, 'hold', { reason: 'ADDRESS', note: 'The gate number is missing' });
    expect(server.try(null, `order-${server.id}`, 'rxValidAgain', { rxId: 8 })).toBe('noLongerNeeded');
  });
});

describe('the list of a prescription that is replaced', () => {
  it('is held with the reason, and its picker is told', () => {
    const server = superseded();
    expect(server.pick()).toMatchObject({
      stage: 'picking',
      held: { ref: 'RX-8', reason: 'Wrong strength' },
    });
    expect(server.log.findLast(({ stream }) => stream === 'notice-161')?.data).toMatchObject({
      message: 'pickListHeld',
      about: 'pick-1',
    });
  });
  it('is neither picked on nor finished nor given up to other batches', () => {
    const server = superseded();
    expect(server.scan()).toBe('pickHeld');
    for (const step of ['start', 'finish']) expect(server.try(161, 'pick-1', step)).toBe('pickHeld');
    const trouble = { lineId: 'p1', reason: 'NOT_FOUND', note: 'Not in its tray' };
    expect(server.try(161, 'pick-1', 'short', trouble)).toBe('pickHeld');
    expect(server.try(161, 'pick-1', 'swap', trouble, server.goods())).toBe('pickHeld');
  });
  it('is picked on once the new one is rejected: its own prescription is valid again', () => {
    const server = superseded();
    const reinstated = { patientId: 1, after: 8, ref: 'RX-8' };
    server.write('prescription-7', 'PrescriptionReinstated', reinstated, server.now(), 142);
    server.ends('PrescriptionRejected', { reason: 'illegible', text: 'Nobody can read it' });
    expect(server.pick().held).toBeNull();
    expect(server.scan()).toEqual(expect.arrayContaining(['PickScanned']));
  });
  it.each([
    ['PrescriptionApproved', {}],
    ['PrescriptionLapsed', { why: 'window', ref: 'RX-8' }],
  ])('ends once nothing is supplied on its own any more: %s', (type, data) => {
    const server = superseded();
    server.ends(type, { lines: server.lines, ...data });
    expect(server.pick()).toMatchObject({ stage: 'putBack', picker: { empId: 161 } });
    expect(server.scan()).toBe('wrongState');
  });
  it('that ends frees what waits in its tray at once, and what is in the hand once it is scanned back', () => {
    const server = superseded();
    const free = () => server.state('stock-1-1').buckets.available as number;
    const before = free();
    server.ends('PrescriptionApproved', { lines: server.lines });
    expect(free()).toBe(before + 10);
    const { label } = server.pick().lines[0]!;
    server.must(161, 'pick-1', 'putBack', { code: label, qty: 10, scanId: 'back' });
    expect(free()).toBe(before + 20);
    expect(server.pick().stage).toBe('cancelled');
  });
  it('that ends tells its picker, and its order waits on hold instead of for another list', () => {
    const server = superseded();
    server.ends('PrescriptionApproved', { lines: server.lines });
    expect(server.log.findLast(({ stream }) => stream === 'notice-161')?.data).toMatchObject({
      message: 'pickListReplaced',
      about: 'pick-1',
    });
    expect(server.order()).toMatchObject({
      stage: 'onHold',
      picks: [],
      hold: { reason: 'RX', rxId: 8, note: 'RX-8: Wrong strength' },
    });
  });
  it.each<[string, object]>([
    ['PrescriptionApproved', { lines: [] }],
    ['PrescriptionLapsed', { why: 'window', ref: 'RX-8' }],
  ])('ends as well when the new one is decided before the list is held: %s', (...endsAtOnce) => {
    const server = superseded({ endsAtOnce });
    expect(server.pick().stage).toBe('putBack');
    expect(server.order().stage).toBe('onHold');
  });
  it('goes on when it has nothing on prescription', () => {
    const server = superseded({ productId: 1 });
    server.ends('PrescriptionApproved', { lines: server.lines });
    expect(server.pick()).toMatchObject({ stage: 'picking', held: null });
    expect(server.scan()).toEqual(expect.arrayContaining(['PickScanned']));
  });
  it('that is cancelled by hand leaves its order on hold, and that waits for its list again when the new one is rejected', () => {
    const server = superseded();
    server.must(161, 'pick-1', 'cancel', { reason: 'The order is written again' });
    expect(server.pick().stage).toBe('putBack');
    expect(server.order()).toMatchObject({
      stage: 'onHold',
      picks: [],
      hold: { reason: 'RX', rxId: 8, note: 'RX-8: Wrong strength', from: 'queued' },
    });
    const reinstated = { patientId: 1, after: 8, ref: 'RX-8' };
    server.write('prescription-7', 'PrescriptionReinstated', reinstated, server.now(), 142);
    server.ends('PrescriptionRejected', { reason: 'illegible', text: 'Nobody can read it' });
    expect(server.order()).toMatchObject({ stage: 'queued', hold: null });
  });
  it('that is cancelled by hand leaves its order on hold when the new one is approved', () => {
    const server = superseded();
    server.must(161, 'pick-1', 'cancel', { reason: 'The order is written again' });
    server.ends('PrescriptionApproved', { lines: server.lines });
    expect(server.order().stage).toBe('onHold');
  });
  it('that lapses because nobody began it leaves its order on hold as well', () => {
    const server = superseded({ begun: false });
    server.until(server.now() + 5 * 3_600_000);
    expect(server.pick().stage).toBe('cancelled');
    expect(server.order()).toMatchObject({ stage: 'onHold', hold: { reason: 'RX', rxId: 8 } });
  });
  it('that is cancelled by hand returns its order to the pickers when it has nothing on prescription', () => {
    const server = superseded({ productId: 1 });
    server.must(161, 'pick-1', 'cancel', { reason: 'The order is written again' });
    expect(server.order()).toMatchObject({ stage: 'queued', hold: null });
  });
});

/** An order on prescription 7 with a list for its goods on prescription and one for the others, as prescription 8 replaces that. */
function supersededTwice() {
  const server = saleServer();
  server.prescribed();
  server.shelf({ batch: 'H', expiry: '2027-09-30', qty: 40, productId: 11 });
  const lines = [
    { productId: 11, qty: 20 },
    { productId: 1, qty: 15 },
  ];
  const id = server.queued(lines, { rxId: 7 });
  const order = () => server.order(id);
  server.must(172, `order-${id}`, 'createPickList', {}, server.goods());
  server.shelf({ batch: 'P', expiry: '2027-09-30', qty: 40, productId: 1 });
  const face = server.log.findLast(({ type }) => type === 'OrderPlQueued')!.data;
  server.write(`order-${id}`, 'OrderPlQueued', { ...face }, server.now(), 172);
  server.must(172, `order-${id}`, 'createPickList', {}, server.goods());
  const received = {
    ...server.state('prescription-7').received,
    ref: 'RX-8',
    supersedes: { id: 7, ref: 'RX-7', reason: 'Wrong strength' },
  };
  server.write('prescription-8', 'PrescriptionReceived', received, server.now(), 141);
  const replaced = { patientId: 1, by: 8, ref: 'RX-8', reason: 'Wrong strength' };
  server.write('prescription-7', 'PrescriptionSuperseded', replaced, server.now(), 141);
  server.until(server.now() + 1_000);
  return {
    ...server,
    order,
    cancel: (no: number) => server.must(161, `pick-${no}`, 'cancel', { reason: 'Written again' }),
  };
}

describe('an order with two lists', () => {
  it('of a replaced prescription waits on hold once both ended, whichever ended first', () => {
    for (const [first, last] of [
      [1, 2],
      [2, 1],
    ] as const) {
      const server = supersededTwice();
      server.cancel(first);
      expect(server.order()).toMatchObject({ stage: 'picking', hold: null });
      server.cancel(last);
      expect(server.order()).toMatchObject({
        stage: 'onHold',
        picks: [],
        hold: { reason: 'RX', rxId: 8, note: 'RX-8: Wrong strength' },
      });
    }
  });
  it('goes on with the other list when the one with goods on prescription ends', () => {
    const server = supersededTwice();
    server.write('prescription-8', 'PrescriptionApproved', { patientId: 1, lines: [] }, server.now(), 142);
    server.until(server.now() + 1_000);
    expect(server.state('pick-1').stage).toBe('cancelled');
    expect(server.state('pick-2')).toMatchObject({ stage: 'created', held: null });
    expect(server.order()).toMatchObject({ stage: 'picking', hold: null });
    server.cancel(2);
    expect(server.order()).toMatchObject({ stage: 'onHold', hold: { reason: 'RX', rxId: 8 } });
  });
});
