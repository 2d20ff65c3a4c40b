import { describe, expect, it } from 'vitest';
import { isRefusal } from '#shared/core/refusal.ts';
import { saleServer } from '#tests/kit/sale-server.ts';
import { deliveredEvents, dispatchEvents, dispatchReads } from '../dc/outcome.ts';
import type { DcState } from '../dc/state.ts';
import type { ReturnState } from './state.ts';

type Server = ReturnType<typeof saleServer>;
const day = 24 * 3_600_000;
const rights = {
  'Inventory/customerDcReturn:create': [171, 172],
  'Inventory/customerDcReturn:edit': [161],
  'Inventory/customerDcReturn:approve': [173],
  'Inventory/returnApproval:approve': [171, 174],
  'Inventory/returnApproval:edit': [174],
  'Out Bound/returnPickup:edit': [161],
};
const planned = { agent: 'Ravi', until: '2026-11-20T18:29:00.000Z' };
const right = { code: { ok: true, left: 3, expired: false } };

/** A delivered parcel of these lines, and a draft of its return. */
function delivered(
  lines: readonly object[] = [{ productId: 1, qty: 15 }],
  header: object = {},
  daysAgo = 0,
  paid: {
    readonly advance?: readonly (readonly [number, string])[];
    readonly handOver?: string;
    readonly before?: true;
  } = {},
): Server {
  const server = saleServer(rights);
  server.shelf({ batch: 'A', expiry: '2027-09-30', qty: 120 });
  server.shelf({ batch: 'C', expiry: '2027-09-30', qty: 20, productId: 13 });
  const order = paid.before ? server.queuedBefore(lines, header) : server.queued(lines, header);
  for (const [paise, mode] of paid.advance ?? []) server.pay(order, paise, mode);
  server.billed(order);
  const read = Object.fromEntries(
    Object.entries(dispatchReads(server.state('dc-1'))).map(([short, stream]) => [
      short,
      server.state(stream),
    ]),
  );
  const own = { mode: 'OWN', agent: { empId: 161, name: 'Rider' } } as const;
  const left = dispatchEvents(server.state('dc-1'), read, own, '2026-11-18');
  if (isRefusal(left)) throw new Error(left.code);
  for (const { stream, type, data } of left) server.write(stream!, type, data, server.now(), null);
  const dc: DcState = server.state('dc-1');
  for (const { stream, type, data } of deliveredEvents(dc, { codPaise: dc.header.codDuePaise, how: 'code' }))
    server.write(stream!, type, data, server.now() - daysAgo * day, null);
  const cod = { paise: dc.header.codDuePaise, mode: paid.handOver ?? 'cash' };
  const proof = { how: 'code', receiver: null, fileId: null, lat: null, lng: null, doneAt: null };
  server.write('delivery-1', 'ParcelDelivered', { proof, cod, reason: null }, server.now(), 161);
  return server;
}
const draft = (server: Server, qty: number, header: object = {}): string => {
  const { lines } = server.state('dc-1') as DcState;
  const { id } = server.must(171, 'return-new', 'draft', {
    pooId: 1,
    header: { dcId: '1', reason: 'NOT_NEEDED', pickup: false, ...header },
    lines: [{ id: lines[0]!.id, qty }],
  }) as unknown as { id?: string };
  return id ?? '1';
};
const back = (server: Server, id = '1'): ReturnState => server.state(`return-${id}`);
const received = (server: Server, qty = 15): void => {
  server.must(171, 'return-1', 'request');
  server.must(174, 'return-1', 'approve');
  const line = back(server).lines[0]!.id;
  server.must(161, 'return-1', 'scan', { put: [{ id: line, receivedQty: qty }] });
  server.must(161, 'return-1', 'receive');
};
const sorted = (server: Server, restockQty: number, damagedQty: number) =>
  server.try(173, 'return-1', 'sort', { put: [{ id: back(server).lines[0]!.id, restockQty, damagedQty }] });

describe('a return is asked for', () => {
  it('with what the delivery says of the goods', () => {
    const server = delivered();
    draft(server, 15);
    expect(back(server)).toMatchObject({
      number: 'BLR01/E26/000001',
      stage: 'draft',
      header: { customer: 'Anitha Rao', dcNumber: 'BLR01/D26/000001', deliveredOn: '2026-11-18' },
      lines: [{ qty: 15, deliveredQty: 15, batch: 'A' }],
    });
  });
  it('never for more than was delivered, and counts what other returns ask for', () => {
    const server = delivered();
    const { lines } = server.state('dc-1') as DcState;
    draft(server, 15);
    const over = { put: [{ id: lines[0]!.id, qty: 16 }] };
    expect(server.try(171, 'return-1', 'change', over)).toBe('returnQtyExceeded');
    server.must(172, 'return-new', 'draft', {
      pooId: 1,
      header: { dcId: '1', reason: 'SIZE', pickup: false },
      lines: [{ id: lines[0]!.id, qty: 15 }],
    });
    server.must(171, 'return-1', 'request');
    expect(server.try(172, 'return-2', 'request')).toBe('returnQtyExceeded');
    server.must(174, 'return-1', 'reject', { reason: 'The seal is broken.' });
    server.must(172, 'return-2', 'request');
  });
  it('only of what was delivered, for a reason, with units', () => {
    const server = saleServer(rights);
    server.shelf({ batch: 'A', expiry: '2027-09-30', qty: 120 });
    server.invoiced([{ productId: 1, qty: 15 }]);
    expect(server.try(171, 'return-new', 'draft', { pooId: 1, header: { dcId: '1' }, lines: [] })).toBe(
      'notDelivered',
    );
    const sold = delivered();
    draft(sold, 0, { reason: null });
    expect(sold.try(171, 'return-1', 'request')).toBe('required');
    sold.must(171, 'return-1', 'change', { header: { reason: 'NOT_NEEDED' } });
    expect(sold.try(171, 'return-1', 'request')).toBe('nothingReturned');
  });
  it('within 7 days, or 15 where the goods are at fault', () => {
    const server = delivered(undefined, undefined, 8);
    draft(server, 15);
    expect(server.try(171, 'return-1', 'request')).toBe('returnWindowOver');
    server.must(171, 'return-1', 'change', { header: { reason: 'QUALITY' } });
    server.must(171, 'return-1', 'request');
  });
  it('not by a wish for cold chain or cut strips', () => {
    const cold = delivered([{ productId: 13, qty: 1 }]);
    draft(cold, 1);
    expect(cold.try(171, 'return-1', 'request')).toBe('notReturnable');
    const cut = delivered();
    draft(cut, 7);
    expect(cut.try(171, 'return-1', 'request')).toBe('notReturnable');
  });
});

describe('a return is decided and fetched', () => {
  it('by somebody else than who asked for it', () => {
    const server = delivered();
    draft(server, 15);
    server.must(171, 'return-1', 'request');
    expect(server.try(171, 'return-1', 'approve')).toBe('selfApproval');
  });
  it('with the code of the customer; three failures end it', () => {
    const server = delivered();
    draft(server, 15, { pickup: true });
    server.must(171, 'return-1', 'request');
    server.must(174, 'return-1', 'approve');
    const line = back(server).lines[0]!.id;
    expect(server.try(161, 'return-1', 'scan', { put: [{ id: line, receivedQty: 15 }] })).toBe('pickupFirst');
    const visit = { agentId: 161, visitOn: '2026-11-20' };
    expect(server.try(161, 'return-1', 'schedule', { ...visit, visitOn: '2026-11-17' }, planned)).toBe(
      'dateInPast',
    );
    expect(server.try(161, 'return-1', 'schedule', { ...visit, visitOn: '2026-11-22' }, planned)).toBe(
      'sundayNotAllowed',
    );
    server.must(161, 'return-1', 'schedule', visit, planned);
    const wrong = { code: { ok: false, left: 2, expired: false } };
    expect(server.try(161, 'return-1', 'pickUp', { code: '123456' }, wrong)).toBe('pickupCodeWrong');
    const spent = { code: { ok: false, left: 0, expired: true, used: true } };
    expect(server.give(161, 'return-1', 'pickUp', { code: '123456' }, spent)).toMatchObject({
      code: 'otpLocked',
      status: 429,
    });
    for (const n of [1, 2, 3]) {
      if (n > 1) server.must(161, 'return-1', 'schedule', visit, planned);
      server.must(161, 'return-1', 'fail', { reason: 'Nobody opened the door.' });
      expect(back(server)).toMatchObject({ stage: n < 3 ? 'approved' : 'cancelled', header: { tries: n } });
    }
    expect((server.state('dc-1') as DcState).lines[0]).toMatchObject({ returning: 0 });
  });
  it('and comes in once it was picked up', () => {
    const server = delivered();
    draft(server, 15, { pickup: true });
    server.must(171, 'return-1', 'request');
    server.must(174, 'return-1', 'approve');
    server.must(161, 'return-1', 'schedule', { agentId: 161, visitOn: '2026-11-20' }, planned);
    server.must(161, 'return-1', 'pickUp', { code: '123456' }, right);
    expect(back(server).stage).toBe('pickedUp');
  });
});

describe('what came back', () => {
  it('lies on hold, is sorted unit by unit, credited at its invoice and paid back', () => {
    const server = delivered();
    draft(server, 15);
    received(server);
    expect(server.state('stock-1-1')).toMatchObject({ buckets: { hold: 15, available: 105 } });
    sorted(server, 10, 4);
    expect(server.try(173, 'return-1', 'inspect')).toBe('fateMissing');
    expect(sorted(server, 15, 0)).toEqual(['ReturnSorted']);
    server.must(173, 'return-1', 'inspect');
    expect(server.state('stock-1-1')).toMatchObject({ buckets: { hold: 0, available: 120 } });
    expect(back(server)).toMatchObject({
      stage: 'credited',
      header: { creditNoteNumber: 'BLR01/C26/000001', creditPaise: 30_00 },
    });
    expect((server.state('dc-1') as DcState).lines[0]).toMatchObject({ returned: 15, returning: 0 });
    expect(server.order().lines[0]).toMatchObject({ returned: 15 });
    expect(server.try(174, 'return-1', 'refund', { mode: 'BANK' })).toBe('required');
    server.must(174, 'return-1', 'refund', { mode: 'BANK', ref: 'UTR 9912' });
    expect(back(server).stage).toBe('closed');
  });
  it('never goes back to the shelf where it was faulty', () => {
    const server = delivered();
    draft(server, 15, { reason: 'QUALITY' });
    received(server);
    expect(sorted(server, 1, 14)).toBe('neverRestocked');
    expect(sorted(server, 0, 15)).toEqual(['ReturnSorted']);
    server.must(173, 'return-1', 'inspect');
    expect(server.state('stock-1-1')).toMatchObject({ buckets: { hold: 0, damaged: 15 } });
  });
  it('is never more than was announced', () => {
    const server = delivered();
    draft(server, 15);
    server.must(171, 'return-1', 'request');
    server.must(174, 'return-1', 'approve');
    const line = back(server).lines[0]!.id;
    expect(server.try(161, 'return-1', 'scan', { put: [{ id: line, receivedQty: 16 }] })).toBe(
      'moreThanAsked',
    );
    expect(server.try(161, 'return-1', 'receive')).toBe('nothingScanned');
  });
  it.each([
    ['COD', [], 'cash', 'notInDrawer'],
    ['COD', [], 'upi', 'notPaidInCash'],
    // Nothing was paid in advance: the customer paid it at hand-over.
    ['PREPAID', [], 'cash', 'notInDrawer'],
    ['PREPAID', [], 'card', 'notPaidInCash'],
    ['PREPAID', [[30_00, 'upi']], 'cash', 'notPaidInCash'],
    ['PREPAID', [[30_00, 'cash']], 'cash', ['RefundIssued']],
    [
      'PREPAID',
      [
        [10_00, 'cash'],
        [20_00, 'upi'],
      ],
      'cash',
      'notPaidInCash',
    ],
    ['PREPAID', [[10_00, 'cash']], 'cash', 'notInDrawer'],
    ['PREPAID', [[10_00, 'upi']], 'cash', 'lessPaidInCash'],
  ] as const)(
    'is paid back in cash only where it was paid in cash: %s, %j in advance, then %s',
    (payment, advance, handOver, outcome) => {
      const server = delivered([{ productId: 1, qty: 15 }], { payment }, 0, { advance, handOver });
      draft(server, 15);
      received(server);
      sorted(server, 15, 0);
      server.must(173, 'return-1', 'inspect');
      const refunded = server.try(174, 'return-1', 'refund', { mode: 'CASH' });
      expect(Array.isArray(refunded) ? refunded.slice(0, 1) : refunded).toEqual(outcome);
    },
  );
  it('is paid back only as far as a payment was recorded for it, whatever the age of its order', () => {
    const server = delivered([{ productId: 1, qty: 15 }], { payment: 'PREPAID' }, 0, { before: true });
    draft(server, 15);
    received(server);
    sorted(server, 15, 0);
    server.must(173, 'return-1', 'inspect');
    const bank = { mode: 'BANK', ref: 'UTR 9912' };
    expect(server.try(174, 'return-1', 'refund', bank)).toBe('moreThanPaid');
    server.pay('1', 12_00);
    expect(server.give(174, 'return-1', 'refund', bank)).toMatchObject({
      code: 'moreThanPaid',
      details: { n: '₹12.00', order: 'BLR01/F26/000001' },
    });
    server.pay('1', 18_00);
    server.must(174, 'return-1', 'refund', bank);
    expect(server.log.findLast(({ type }) => type === 'DcRefunded')?.data).toMatchObject({ paise: 30_00 });
  });
  /** A return of these units, as far as its credit note. */
  const credited = (server: Server, id: string, qty: number): void => {
    draft(server, qty, { reason: 'DOCTOR_CHANGED' });
    server.must(171, `return-${id}`, 'request');
    server.must(174, `return-${id}`, 'approve');
    const line = back(server, id).lines[0]!.id;
    server.must(161, `return-${id}`, 'scan', { put: [{ id: line, receivedQty: qty }] });
    server.must(161, `return-${id}`, 'receive');
    server.must(173, `return-${id}`, 'sort', { put: [{ id: line, restockQty: 0, damagedQty: qty }] });
    server.must(173, `return-${id}`, 'inspect');
  };
  it('counts what other returns of its parcel were refunded with, whether the parcel says so or not', () => {
    const server = delivered([{ productId: 1, qty: 15 }], { payment: 'PREPAID' }, 0, { before: true });
    server.pay('1', 20_00);
    credited(server, '1', 10);
    const bank = { mode: 'BANK', ref: 'UTR 9912' };
    server.write('return-1', 'RefundIssued', { ...bank, paise: 20_00 }, server.now(), 174);
    credited(server, '2', 5);
    expect(server.give(174, 'return-2', 'refund', bank)).toMatchObject({
      code: 'moreThanPaid',
      details: { n: '₹0.00' },
    });
    server.pay('1', 10_00);
    server.must(174, 'return-2', 'refund', bank);
  });
  it('is paid back in cash up to the cash that came for its parcel, over all its returns', () => {
    const server = delivered([{ productId: 1, qty: 15 }], { payment: 'PREPAID' }, 0, {
      advance: [[12_00, 'upi']],
    });
    const other = server.queued([{ productId: 1, qty: 30 }], { payment: 'PREPAID' });
    server.pay(other, 60_00, 'cash');
    for (const id of ['1', '2']) credited(server, id, 5);
    server.must(174, 'return-1', 'refund', { mode: 'CASH' });
    expect(server.try(174, 'return-2', 'refund', { mode: 'CASH' })).toBe('lessPaidInCash');
    server.must(174, 'return-2', 'refund', { mode: 'BANK', ref: 'UTR 9913' });
  });
});
