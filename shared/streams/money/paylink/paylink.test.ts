import { describe, expect, it } from 'vitest';
import { dispatcher, goodCode, parcelServer, rider, supervisor } from '#tests/kit/parcel-server.ts';
import type { DayState } from '../day/state.ts';
import { paylinkLimits } from './paylink.ts';
import { paylinkLife, type PaylinkState } from './state.ts';

const minute = 60_000;
const code = '123456';
const ref = (n: number): string => `pay-1-${n.toString(16).padStart(24, '0')}`;

/** A parcel with ₹30 to collect; 183 dispatches and may ask for money, 184 may not. */
function shop(lines?: readonly object[]) {
  const server = parcelServer();
  server.ready(lines);
  const link = (): PaylinkState => server.state('paylink-dc1');
  const make = (): void => void server.must(dispatcher, 'paylink-dc1', 'create');
  const begin = (n: number): void => void server.must(null, 'paylink-dc1', 'begin', { payRef: ref(n) });
  const told = (n: number, status: 'paid' | 'failed', paise: number) =>
    server.try(null, 'paylink-dc1', 'report', {
      payRef: ref(n),
      providerId: `P${n}`,
      status,
      paise,
      at: new Date(server.now()).toISOString(),
    });
  const books = (): DayState => server.state('dayend-1-2026-11-18');
  return { ...server, link, make, begin, told, books };
}

describe('a payment link', () => {
  it('asks for what is to be collected, once at a time', () => {
    const server = shop();
    expect(server.try(supervisor, 'paylink-dc1', 'create')).toBe('forbidden');
    expect(server.try(dispatcher, 'paylink-dc9', 'create')).toBe('notFound');
    server.make();
    expect(server.link()).toMatchObject({ stage: 'open', paise: 30_00, n: 1, customer: 'Anitha Rao' });
    expect(server.try(dispatcher, 'paylink-dc1', 'create')).toBe('linkStands');
  });
  it('is not made for a parcel that was paid for at the door', () => {
    const server = shop();
    server.out(['1']);
    server.must(rider, 'delivery-1', 'deliver', { code, cod: { paise: 30_00, mode: 'cash' } }, goodCode);
    expect(server.try(dispatcher, 'paylink-dc1', 'create')).toBe('nothingToPay');
  });
  it('is cancelled with a reason, and can be made anew', () => {
    const server = shop();
    server.make();
    server.must(dispatcher, 'paylink-dc1', 'cancel', { reason: 'The customer pays cash' });
    expect(server.link().stage).toBe('cancelled');
    expect(server.try(null, 'paylink-dc1', 'begin', { payRef: ref(1) })).toBe('linkOver');
    server.make();
    expect(server.link()).toMatchObject({ stage: 'open', n: 2 });
  });
  it('expires by the clock; the end of an earlier one does not touch a later one', () => {
    const server = shop();
    server.make();
    server.must(dispatcher, 'paylink-dc1', 'cancel', { reason: 'A wrong number' });
    server.until(server.now() + 60 * minute);
    server.make();
    server.until(server.now() + paylinkLimits.openMs - minute);
    expect(server.link().stage).toBe('open');
    server.until(server.now() + 2 * minute);
    expect(server.link().stage).toBe('expired');
  });
  it('can be tried ten times', () => {
    const server = shop();
    server.make();
    for (let n = 1; n <= paylinkLimits.attempts; n += 1) server.begin(n);
    expect(server.try(null, 'paylink-dc1', 'begin', { payRef: ref(99) })).toBe('tooManyAttempts');
  });
});

describe('a payment', () => {
  it('settles the parcel, and the shop’s books have it', () => {
    const server = shop();
    server.make();
    server.begin(1);
    expect(server.told(1, 'paid', 30_00)).toContain('ParcelPaidOnline');
    expect(server.link()).toMatchObject({ stage: 'paid', capturedPaise: 30_00, owedPaise: 0 });
    expect(server.parcel()).toMatchObject({ codDuePaise: 0, paidOnlinePaise: 30_00 });
    expect(server.books().receipts).toMatchObject([{ mode: 'link', paise: 30_00, entryId: ref(1) }]);
    server.out(['1']);
    expect(
      server.try(rider, 'delivery-1', 'deliver', { code, cod: { paise: 30_00, mode: 'cash' } }, goodCode),
    ).toBe('codMismatch');
    server.must(rider, 'delivery-1', 'deliver', { code }, goodCode);
    server.until(server.now() + 1_000);
    expect(server.link()).toMatchObject({ stage: 'paid', owedPaise: 0 });
  });
  it('that is told twice counts once', () => {
    const server = shop();
    server.make();
    server.begin(1);
    server.told(1, 'paid', 30_00);
    expect(server.told(1, 'paid', 30_00)).toEqual([]);
    expect(server.books().receipts).toHaveLength(1);
  });
  it('that failed can be tried again, and a failure told late does not undo a success', () => {
    const server = shop();
    server.make();
    server.begin(1);
    expect(server.told(1, 'failed', 0)).toEqual(['PaymentFailed']);
    expect(server.link().stage).toBe('open');
    server.begin(2);
    expect(server.told(1, 'failed', 0)).toEqual([]);
    server.told(2, 'paid', 30_00);
    expect(server.told(2, 'failed', 0)).toEqual([]);
    expect(server.link().stage).toBe('paid');
  });
  it('of which nobody knows here is refused', () => {
    const server = shop();
    server.make();
    expect(server.told(7, 'paid', 30_00)).toBe('notFound');
  });
  it('that comes after the door was paid in cash is owed to the customer, told to accounts and refunded once', () => {
    const server = shop();
    server.make();
    server.begin(1);
    server.out(['1']);
    server.must(rider, 'delivery-1', 'deliver', { code, cod: { paise: 30_00, mode: 'cash' } }, goodCode);
    server.until(server.now() + 1_000);
    expect(server.link().stage).toBe('cancelled');
    expect(server.told(1, 'paid', 30_00)).not.toContain('ParcelPaidOnline');
    expect(server.link()).toMatchObject({ stage: 'refundDue', owedPaise: 30_00 });
    expect(server.parcel().cod).toEqual({ paise: 30_00, mode: 'cash' });
    server.until(server.now() + 1_000);
    expect(server.state('notice-1').items.at(-1)).toMatchObject({
      message: 'paymentToRefund',
      values: { amount: '₹30.00' },
    });
    expect(server.try(dispatcher, 'paylink-dc1', 'refund', { reference: 'UTR 77' })).toBe('forbidden');
    server.must(1, 'paylink-dc1', 'refund', { reference: 'UTR 77' });
    expect(server.link()).toMatchObject({ stage: 'refunded', owedPaise: 0, refundReference: 'UTR 77' });
    expect(server.try(1, 'paylink-dc1', 'refund', { reference: 'UTR 78' })).toBe('wrongState');
  });
  it('made twice, in two windows, leaves the second one owed', () => {
    const server = shop();
    server.make();
    server.begin(1);
    server.begin(2);
    server.told(1, 'paid', 30_00);
    server.told(2, 'paid', 30_00);
    expect(server.link()).toMatchObject({ stage: 'refundDue', capturedPaise: 60_00, owedPaise: 30_00 });
    expect(server.books().receipts).toHaveLength(2);
  });
  it('for goods of which a part comes back is owed for that part', () => {
    const server = shop([
      { productId: 13, qty: 1 },
      { productId: 1, qty: 20 },
    ]);
    const { payablePaise, lines } = server.parcel();
    server.make();
    server.begin(1);
    server.told(1, 'paid', payablePaise);
    server.out(['1']);
    const accepted = lines.map(({ id, qty }, n) => ({ lineId: id, qty: n === 0 ? qty : 7 }));
    server.must(
      rider,
      'delivery-1',
      'deliverPart',
      { code, accepted, why: 'Doctor changed the dose' },
      goodCode,
    );
    server.until(server.now() + 1_000);
    expect(server.link()).toMatchObject({ stage: 'refundDue', owedPaise: 26_00 });
    server.must(dispatcher, 'delivery-1', 'receiveRto', { parts: server.parcel().rto });
    server.until(server.now() + 1_000);
    expect(server.link().owedPaise).toBe(26_00);
  });
  it('for a parcel that comes back whole is owed whole, once it is in the shop', () => {
    const server = shop();
    server.make();
    server.begin(1);
    server.told(1, 'paid', 30_00);
    server.out(['1']);
    server.must(rider, 'delivery-1', 'fail', { reason: 'REFUSED' });
    server.until(server.now() + 1_000);
    expect(server.link().stage).toBe('paid');
    server.must(dispatcher, 'delivery-1', 'receiveRto', { parts: server.parcel().rto });
    server.until(server.now() + 1_000);
    expect(server.link()).toMatchObject({ stage: 'refundDue', owedPaise: 30_00 });
  });
  it('stays with a parcel whose cancellation is turned down, and is owed when it is cancelled', () => {
    const server = shop();
    server.make();
    server.begin(1);
    server.told(1, 'paid', 30_00);
    server.must(173, 'dc-1', 'requestCancel', { reason: 'The customer changed her mind', next: 'again' });
    server.must(174, 'dc-1', 'rejectCancel', { reason: 'She wants it after all' });
    server.until(server.now() + 1_000);
    expect(server.parcel()).toMatchObject({ stage: 'unassigned', codDuePaise: 0, paidOnlinePaise: 30_00 });
    server.must(173, 'dc-1', 'requestCancel', { reason: 'The customer changed her mind', next: 'again' });
    server.must(174, 'dc-1', 'approveCancel');
    server.until(server.now() + 1_000);
    expect(server.link()).toMatchObject({ stage: 'refundDue', owedPaise: 30_00 });
  });
});

it('money is never turned away: every stage takes a payment', () => {
  for (const stage of paylinkLife.stages)
    expect(paylinkLife.next(stage, 'owe') ?? paylinkLife.next(stage, 'capture'), stage).not.toBeNull();
});
