import { describe, expect, it } from 'vitest';
import { dispatcher, goodCode, parcelServer, rider, supervisor } from '#tests/kit/parcel-server.ts';
import { saleServer } from '#tests/kit/sale-server.ts';
import { customerOrder } from '../../../documents/customer-order.ts';
import { dcTotals } from '../dc/state.ts';
import { invoiceTotals } from '../invoice/state.ts';
import { noReturn } from '../return/state.ts';
import { atDoor, stillDue } from './advance.ts';
import { laterPayableStages, payableStages } from './payment.ts';

type Server = ReturnType<typeof saleServer>;
const code = '123456';
const strip = [{ productId: 1, qty: 15 }];
const prepaid = { payment: 'PREPAID' };
/** What was noted to be paid back, in the order of the notes. */
const refunds = (server: Pick<Server, 'log'>): readonly unknown[] =>
  server.log
    .filter(({ type }) => type === 'UndeliveredRefundDue' || type === 'PrepaidRefundDue')
    .map(({ data }) => data['creditPaise']);

describe('an order whose payments are recorded', () => {
  it('collects at the door what was not paid in advance', () => {
    const server = parcelServer();
    server.paidParcel(strip, 12_00);
    expect(server.parcel()).toMatchObject({ payablePaise: 30_00, codDuePaise: 18_00 });
    server.out(['1']);
    expect(server.try(rider, 'delivery-1', 'deliver', { code }, goodCode)).toBe('codMismatch');
    server.must(rider, 'delivery-1', 'deliver', { code, cod: { paise: 18_00, mode: 'cash' } }, goodCode);
    expect(refunds(server)).toEqual([]);
  });
  it('collects all of it where nothing was paid, and nothing where it was paid whole', () => {
    const server = parcelServer();
    server.paidParcel(strip, 0);
    server.paidParcel(strip, 30_00);
    expect(server.parcel('1').codDuePaise).toBe(30_00);
    expect(server.parcel('2').codDuePaise).toBe(0);
  });
  it('collects for a part only what the advance does not cover of it, and gives back the rest of the advance', () => {
    const part = (qty: number, paise: number) => {
      const server = parcelServer();
      server.paidParcel([{ productId: 1, qty: 20 }], 12_00);
      server.out(['1']);
      const accepted = server.parcel().lines.map(({ id }) => ({ lineId: id, qty }));
      const cod = paise > 0 ? { paise, mode: 'cash' } : null;
      server.must(
        rider,
        'delivery-1',
        'deliverPart',
        { code, accepted, why: 'Doctor changed the dose', cod },
        goodCode,
      );
      server.must(dispatcher, 'delivery-1', 'receiveRto', { parts: server.parcel().rto });
      return refunds(server);
    };
    expect(part(7, 2_00)).toEqual([]);
    expect(part(4, 0)).toEqual([4_00]);
  });
  it('is paid in advance only for what is on no invoice', () => {
    const server = parcelServer();
    server.paidParcel(strip, 12_00);
    expect(server.give(173, 'order-1', 'recordPayment', { mode: 'cash', paise: 1 })).toMatchObject({
      code: 'wrongState',
      details: { state: 'stage.invoiced', allowed: payableStages.map((stage) => `stage.${stage}`) },
    });
  });
  it('uses its advance once: for the first parcel, then for the next', () => {
    const server = saleServer();
    server.shelf({ batch: 'A', expiry: '2027-09-30', qty: 15 });
    server.queued([{ productId: 1, qty: 30 }], prepaid);
    server.pay('1', 40_00);
    server.billed('1');
    expect(server.state('dc-1').header.codDuePaise).toBe(0);
    server.shelf({ batch: 'B', expiry: '2027-09-30', qty: 15 });
    expect(server.try(173, 'order-1', 'recordPayment', { mode: 'cash', paise: 20_01 })).toBe('moreThanDue');
    server.billed('1');
    expect(server.state('dc-2').header.codDuePaise).toBe(20_00);
    expect(server.state('invoice-2').header.advancePaise).toBe(10_00);
  });
  it('gives back at the invoice what was paid more than its parcels come to', () => {
    const server = parcelServer();
    // The label is cheaper than the price that the order was taken at.
    server.shelf({ batch: 'L', expiry: '2027-01-31', qty: 60, mrpPaise: 28_00 });
    server.paidParcel(strip, 30_00);
    expect(server.state('invoice-1').header).toMatchObject({ advancePaise: 28_00 });
    expect(server.state('return-1')).toMatchObject({
      stage: 'credited',
      header: { reason: 'OVERPAID', creditPaise: 2_00 },
    });
    server.out(['1']);
    server.must(rider, 'delivery-1', 'fail', { reason: 'REFUSED' });
    server.must(dispatcher, 'delivery-1', 'receiveRto', { parts: server.parcel().rto });
    expect(refunds(server)).toEqual([2_00, 28_00]);
    expect(server.order()).toMatchObject({ paidPaise: 30_00, refundedPaise: 30_00 });
  });
  it('leaves nothing behind, however its parcels were rounded', () => {
    const server = saleServer();
    server.shelf({ batch: 'A', expiry: '2027-09-30', qty: 15 });
    server.queued([{ productId: 1, qty: 30, pricePaise: 19_33 }], prepaid);
    server.pay('1', 39_00);
    server.billed('1');
    server.shelf({ batch: 'B', expiry: '2027-09-30', qty: 15 });
    server.billed('1');
    expect(refunds(server)).toEqual([]);
    for (const dc of ['dc-1', 'dc-2']) {
      server.must(173, dc, 'requestCancel', { reason: 'Bought it elsewhere', next: 'cancelOrder' });
      server.must(174, dc, 'approveCancel');
    }
    expect(refunds(server)).toEqual([19_00, 20_00]);
    expect(server.order()).toMatchObject({ stage: 'cancelled', refundedPaise: 39_00 });
  });
  it.each([
    ['PREPAID', 39_00, [20_00, 19_00], [0, 0]],
    ['PREPAID', 0, [20_00, 19_00], [20_00, 19_00]],
    ['COD', 0, [20_00, 19_00], [20_00, 19_00]],
  ] as const)(
    'is due what it comes to, however its parcels are rounded: %s, paid %s',
    (payment, paid, payable, due) => {
      const server = saleServer();
      server.shelf({ batch: 'A', expiry: '2027-09-30', qty: 15 });
      server.queued([{ productId: 1, qty: 30, pricePaise: 19_66 }], { payment });
      if (paid > 0) server.pay('1', paid);
      expect([stillDue(server.order()), atDoor(server.order())]).toEqual([39_00 - paid, 39_00 - paid]);
      server.billed('1');
      expect([stillDue(server.order()), atDoor(server.order())]).toEqual([39_00 - paid, 39_00 - paid]);
      server.shelf({ batch: 'B', expiry: '2027-09-30', qty: 15 });
      server.billed('1');
      const parcels = ['dc-1', 'dc-2'].map((dc) => server.state(dc).header);
      expect(parcels.map(({ payablePaise }) => payablePaise)).toEqual(payable);
      expect(parcels.map(({ codDuePaise }) => codDuePaise)).toEqual(due);
      expect(invoiceTotals(server.state('invoice-2'))).toMatchObject({ payable: 19_00, roundOff: -66 });
      expect(dcTotals(server.state('dc-2')).payable).toBe(19_00);
      expect([stillDue(server.order()), atDoor(server.order())]).toEqual([39_00 - paid, 39_00 - paid]);
      // The units of one parcel alone are rounded to more than its invoice.
      server.must(173, 'dc-2', 'requestCancel', { reason: 'Bought it elsewhere', next: 'cancelOrder' });
      server.must(174, 'dc-2', 'approveCancel');
      expect(invoiceTotals(server.state('invoice-3')).payable).toBe(19_00);
      expect(refunds(server)).toEqual(paid > 0 ? [19_00] : []);
      expect(stillDue(server.order())).toBe(paid > 0 ? 0 : 20_00);
    },
  );
  it('comes to what it came to when its first parcel is sent again, whatever the others were rounded to', () => {
    const server = saleServer();
    server.shelf({ batch: 'A', expiry: '2027-09-30', qty: 15 });
    server.queued([{ productId: 1, qty: 30, pricePaise: 19_66 }], { payment: 'COD' });
    server.billed('1');
    server.shelf({ batch: 'B', expiry: '2027-09-30', qty: 15 });
    server.billed('1');
    server.must(173, 'dc-1', 'requestCancel', { reason: 'The address was wrong', next: 'again' });
    server.must(174, 'dc-1', 'approveCancel');
    expect(stillDue(server.order())).toBe(39_00);
    server.shelf({ batch: 'C', expiry: '2027-10-31', qty: 15 });
    server.billed('1');
    const payable = ['dc-2', 'dc-3'].map((dc) => server.state(dc).header.payablePaise);
    expect(payable).toEqual([19_00, 20_00]);
    expect(stillDue(server.order())).toBe(39_00);
  });
  it('keeps nothing of what its first parcel is paid back, though the second alone is rounded to more', () => {
    const server = saleServer();
    server.shelf({ batch: 'A', expiry: '2027-09-30', qty: 15 });
    server.queued([{ productId: 1, qty: 30, pricePaise: 19_66 }], prepaid);
    server.pay('1', 39_00);
    server.billed('1');
    server.shelf({ batch: 'B', expiry: '2027-09-30', qty: 15 });
    server.billed('1');
    server.must(173, 'dc-1', 'requestCancel', { reason: 'Bought it elsewhere', next: 'cancelOrder' });
    server.must(174, 'dc-1', 'approveCancel');
    expect(refunds(server)).toEqual([20_00]);
  });
  it('does not make up on its next parcel for a cheaper label of the one before', () => {
    const server = saleServer();
    server.shelf({ batch: 'A', expiry: '2027-01-31', qty: 15, mrpPaise: 28_00 });
    server.queued([{ productId: 1, qty: 30 }], { payment: 'COD' });
    server.billed('1');
    server.shelf({ batch: 'B', expiry: '2027-09-30', qty: 15 });
    server.billed('1');
    const payable = ['dc-1', 'dc-2'].map((dc) => server.state(dc).header.payablePaise);
    expect(payable).toEqual([28_00, 30_00]);
    server.must(173, 'dc-2', 'requestCancel', { reason: 'The address was wrong', next: 'again' });
    server.must(174, 'dc-2', 'approveCancel');
    expect(stillDue(server.order())).toBe(58_00);
    server.shelf({ batch: 'C', expiry: '2027-10-31', qty: 15 });
    server.billed('1');
    expect(server.state('dc-3').header.payablePaise).toBe(30_00);
  });
  it('of which the challan is cancelled to be made again keeps its advance for the next one', () => {
    const server = saleServer();
    server.shelf({ batch: 'A', expiry: '2027-09-30', qty: 60 });
    server.queued(strip, prepaid);
    server.pay('1', 30_00);
    server.billed('1');
    server.must(173, 'dc-1', 'requestCancel', { reason: 'The address was wrong', next: 'again' });
    server.must(174, 'dc-1', 'approveCancel');
    expect(server.state('invoice-2').header).toMatchObject({ kind: 'CREDIT_NOTE', advancePaise: 30_00 });
    server.billed('1');
    expect(server.state('dc-2').header).toMatchObject({ payablePaise: 30_00, codDuePaise: 0 });
    expect(refunds(server)).toEqual([]);
  });
  it('pays an undelivered parcel back as an advance: no sale counts it any more', () => {
    const server = parcelServer();
    server.paidParcel(strip, 30_00, 'cash');
    server.out(['1']);
    server.must(rider, 'delivery-1', 'fail', { reason: 'REFUSED' });
    server.must(dispatcher, 'delivery-1', 'receiveRto', { parts: server.parcel().rto });
    server.must(supervisor, 'return-1', 'refund', { mode: 'CASH' });
    expect(server.log.findLast(({ type }) => type === 'CashRefundPaid')?.data).toMatchObject({
      paise: 30_00,
      ref: { type: 'order', id: '1', number: server.order().number },
    });
  });
});

describe('a prepaid order of before payments were recorded', () => {
  const before = () => {
    const server = parcelServer();
    server.checked(server.billed(server.queuedBefore(strip, prepaid)).dcId);
    return server;
  };
  it('counts as paid when it is invoiced', () => {
    const server = before();
    expect(server.parcel()).toMatchObject({ payablePaise: 30_00, codDuePaise: 0 });
    expect(server.state('invoice-1').header.advancePaise).toBeUndefined();
    expect(stillDue(server.order())).toBe(0);
  });
  const undelivered = (again = false) => {
    const server = before();
    server.out(['1']);
    server.must(rider, 'delivery-1', 'fail', { reason: 'REFUSED' });
    server.must(dispatcher, 'delivery-1', 'receiveRto', { parts: server.parcel().rto, again });
    return server;
  };
  it('gives nothing back that nobody recorded as received, and no longer counts as paid', () => {
    const server = undelivered();
    expect(refunds(server)).toEqual([]);
    expect(server.order()).toMatchObject({ paidPaise: 0, refundedPaise: 0 });
    expect(server.state('invoice-2').header).toMatchObject({ kind: 'CREDIT_NOTE', advancePaise: 30_00 });
  });
  it('gives nothing back for a cancelled challan either', () => {
    const server = before();
    server.must(173, 'dc-1', 'requestCancel', { reason: 'Bought it elsewhere', next: 'cancelOrder' });
    server.must(174, 'dc-1', 'approveCancel');
    expect(refunds(server)).toEqual([]);
    expect(server.log.findLast(({ type }) => type === 'OrderCancelled')?.data['refundDuePaise']).toBe(0);
  });
  it('gives a payment back that is recorded after it came back, once', () => {
    const server = undelivered();
    expect(server.try(173, 'order-1', 'recordPayment', { mode: 'upi', paise: 30_01, ref: 'UTR 1' })).toBe(
      'moreThanDue',
    );
    server.pay('1', 30_00);
    expect(refunds(server)).toEqual([30_00]);
    expect(server.state('return-1').header).toMatchObject({ reason: 'OVERPAID', cashPaid: false });
    expect(server.order()).toMatchObject({ paidPaise: 30_00, refundedPaise: 30_00 });
    expect(server.try(173, 'order-1', 'recordPayment', { mode: 'upi', paise: 1, ref: 'UTR 2' })).toBe(
      'moreThanDue',
    );
  });
  it('keeps a payment for the goods that the customer still wants', () => {
    const server = undelivered(true);
    server.pay('1', 30_00);
    expect(refunds(server)).toEqual([]);
    expect(server.state(`dc-${server.billed('1').dcId}`).header.codDuePaise).toBe(0);
  });
  it('takes the rest of what was recorded in part, at any time, until it is paid', () => {
    const server = before();
    server.pay('1', 12_00);
    expect([stillDue(server.order()), atDoor(server.order())]).toEqual([18_00, 0]);
    server.out(['1']);
    server.must(rider, 'delivery-1', 'deliver', { code, cod: null }, goodCode);
    expect(server.order().stage).toBe('closed');
    expect(stillDue(server.order())).toBe(18_00);
    expect(server.try(173, 'order-1', 'recordPayment', { mode: 'upi', paise: 18_01, ref: 'UTR 1' })).toBe(
      'moreThanDue',
    );
    server.pay('1', 18_00);
    expect(stillDue(server.order())).toBe(0);
    expect(refunds(server)).toEqual([]);
    expect(server.try(173, 'order-1', 'recordPayment', { mode: 'upi', paise: 1, ref: 'UTR 2' })).toBe(
      'moreThanDue',
    );
  });
  /** As it was logged when a refund of an undelivered parcel was due without a recorded payment. */
  const dueBefore = (qty = 15) => {
    const server = parcelServer();
    const { dcId } = server.billed(server.queuedBefore([{ productId: 1, qty }], prepaid));
    const write = (stream: string, type: string, data: object) =>
      server.write(stream, type, data, server.now(), dispatcher);
    const parts = [{ lineId: 'l1', qty: 15 }];
    const { pooId, place, header } = server.order();
    write('order-1', 'OrderReshipped', { dcId, lines: parts, why: 'rto', to: 'cancelled' });
    const own = { dcId, orderId: '1', customer: header.customer, payment: 'PREPAID' };
    write('return-1', 'CustomerReturnDrafted', {
      ...{ number: 'BLR01/E26/000001', pooId, place, lines: [] },
      header: { ...noReturn('1').header, ...own, reason: 'NOT_DELIVERED', pickup: false },
    });
    write('return-1', 'UndeliveredRefundDue', { creditNoteNumber: 'BLR01/C26/000001', creditPaise: 30_00 });
    return server;
  };
  const bank = { mode: 'BANK', ref: 'UTR 9912' };
  it('whose undelivered parcel was refunded without a recorded payment does not give that payment back again', () => {
    const server = dueBefore();
    const paid = { mode: 'BANK', ref: 'UTR 9911', paise: 30_00 };
    server.write('return-1', 'RefundIssued', paid, server.now(), supervisor);
    server.pay('1', 30_00);
    expect(refunds(server)).toEqual([30_00]);
    expect(server.order()).toMatchObject({ paidPaise: 30_00, refundedPaise: 30_00 });
    expect(server.try(173, 'order-1', 'recordPayment', { mode: 'upi', paise: 1, ref: 'UTR 2' })).toBe(
      'moreThanDue',
    );
  });
  it('whose undelivered parcel waits for its refund is refunded once its payment is recorded', () => {
    const server = dueBefore();
    expect(server.try(supervisor, 'return-1', 'refund', bank)).toBe('moreThanPaid');
    server.pay('1', 12_00);
    expect(server.give(supervisor, 'return-1', 'refund', bank)).toMatchObject({
      code: 'moreThanPaid',
      details: { n: '₹12.00', order: server.order().number },
    });
    server.pay('1', 18_00);
    server.must(supervisor, 'return-1', 'refund', bank);
    expect(refunds(server)).toEqual([30_00]);
  });
  it('of which the customer kept a part is refunded once that part is paid too', () => {
    const server = dueBefore(30);
    server.pay('1', 30_00);
    expect(server.give(supervisor, 'return-1', 'refund', bank)).toMatchObject({
      code: 'moreThanPaid',
      details: { n: '₹0.00' },
    });
    server.pay('1', 30_00);
    server.must(supervisor, 'return-1', 'refund', bank);
    expect(refunds(server)).toEqual([30_00]);
  });
  it('takes no payment while its cancellation is asked for, and says in which other stages it does', () => {
    const server = before();
    const reason = 'Bought it elsewhere';
    server.write('order-1', 'OrderCancelRequested', { reason }, server.now(), 172);
    const stages = [...payableStages, ...laterPayableStages];
    expect(server.give(173, 'order-1', 'recordPayment', { mode: 'cash', paise: 1 })).toMatchObject({
      code: 'wrongState',
      details: { state: 'stage.cancelRequested', allowed: stages.map((stage) => `stage.${stage}`) },
    });
  });
  it('collects for its other units no more than they come to, though its refund waits for a payment', () => {
    const server = dueBefore(30);
    const parts = [{ lineId: 'l1', qty: 15 }];
    const back = { dcId: '1', lines: parts, why: 'rto', to: 'open', creditPaise: 30_00 };
    server.write('order-1', 'OrderReshipped', back, server.now(), dispatcher);
    server.pay('1', 12_00);
    expect(atDoor(server.order())).toBe(30_00);
    expect(customerOrder.row(server.order())).toMatchObject({ paidPaise: 0 });
  });
  it('goes by its payments as soon as one is recorded', () => {
    const server = parcelServer();
    const id = server.queuedBefore(strip, prepaid);
    server.pay(id, 12_00);
    server.checked(server.billed(id).dcId);
    expect(server.parcel().codDuePaise).toBe(18_00);
  });
  it('keeps that meaning when its form was sent back and submitted again', () => {
    const server = parcelServer();
    const id = server.form(strip, prepaid);
    server.write(`order-${id}`, 'OrderFormSubmitted', {}, server.now(), 171);
    server.must(172, `order-${id}`, 'sendBack', { reason: 'The address is not complete' });
    server.must(171, `order-${id}`, 'submit');
    server.must(172, `order-${id}`, 'confirm');
    server.checked(server.billed(id).dcId);
    expect(server.parcel().codDuePaise).toBe(0);
  });
  it('of which a payment was recorded after its invoice gives back that payment only', () => {
    const server = before();
    server.write('order-1', 'OrderPaid', { paise: 12_00, mode: 'upi', ref: 'UTR 1' }, server.now(), 173);
    server.out(['1']);
    server.must(rider, 'delivery-1', 'fail', { reason: 'REFUSED' });
    server.must(dispatcher, 'delivery-1', 'receiveRto', { parts: server.parcel().rto });
    expect(refunds(server)).toEqual([12_00]);
  });
});

describe('an invoice that does not say what it uses of the advance', () => {
  it('is paid by every payment that follows it, before any of them is free', () => {
    const server = parcelServer();
    server.checked(server.billed(server.queuedBefore([{ productId: 1, qty: 20 }], prepaid)).dcId);
    for (const paise of [10_00, 30_00])
      server.write('order-1', 'OrderPaid', { paise, mode: 'upi', ref: 'UTR 1' }, server.now(), 173);
    server.out(['1']);
    const accepted = server.parcel().lines.map(({ id }) => ({ lineId: id, qty: 15 }));
    const why = 'Doctor changed the dose';
    server.must(rider, 'delivery-1', 'deliverPart', { code, accepted, why, cod: null }, goodCode);
    server.must(dispatcher, 'delivery-1', 'receiveRto', { parts: server.parcel().rto });
    expect(refunds(server)).toEqual([10_00]);
  });
});

describe('a paid order that becomes cheaper', () => {
  it('gives the difference back when a cheaper product is agreed to', () => {
    const server = saleServer();
    server.master('product', 15, {
      ...server.state('master-product-1').fields,
      ...{ vCode: 'P000015', vName: 'Parace-KV 500', nReferenceMrpPaise: 20_00, equivalentIds: [1] },
    });
    server.write(
      'master-product-1',
      'MasterRecordUpdated',
      { fields: { equivalentIds: [15] } },
      server.now(),
      null,
    );
    server.queued([{ productId: 1, qty: 30 }], prepaid);
    server.pay('1', 60_00);
    server.must(172, 'order-1', 'substitute', { lineId: 'l1', productId: 15, how: 'PHONE' });
    expect(refunds(server)).toEqual([20_00]);
    expect(server.state('return-1').header).toMatchObject({ reason: 'OVERPAID', orderId: '1' });
  });
  it('gives the difference back when its changed form is submitted again', () => {
    const server = saleServer();
    const id = server.form([{ productId: 1, qty: 30 }], prepaid);
    server.must(171, `order-${id}`, 'submit');
    server.pay(id, 60_00);
    server.must(172, `order-${id}`, 'sendBack', { reason: 'The address is not complete' });
    server.must(171, `order-${id}`, 'change', { put: [{ id: 'l1', qty: 15 }] });
    expect(refunds(server)).toEqual([]);
    server.must(171, `order-${id}`, 'submit');
    expect(refunds(server)).toEqual([30_00]);
    server.must(172, `order-${id}`, 'confirm');
    expect(refunds(server)).toEqual([30_00]);
  });
  it('can be cancelled as a form, and what was paid goes back', () => {
    const server = saleServer();
    const id = server.form(strip, prepaid);
    server.must(171, `order-${id}`, 'submit');
    server.pay(id, 30_00);
    server.must(172, `order-${id}`, 'sendBack', { reason: 'The address is not complete' });
    server.must(171, `order-${id}`, 'requestCancel', { reason: 'Bought it elsewhere' });
    server.must(172, `order-${id}`, 'rejectCancel', { reason: 'She still wants it' });
    expect(server.order(id).stage).toBe('draft');
    server.must(171, `order-${id}`, 'requestCancel', { reason: 'Bought it elsewhere' });
    server.must(172, `order-${id}`, 'approveCancel');
    expect(server.order(id).stage).toBe('cancelled');
    expect(refunds(server)).toEqual([30_00]);
  });
});

describe('what is still to be collected for an order', () => {
  it('is all of it until it is delivered, where the customer pays at the door', () => {
    const server = parcelServer();
    server.ready(strip);
    expect(stillDue(server.order())).toBe(30_00);
    server.out(['1']);
    server.must(rider, 'delivery-1', 'deliver', { code, cod: { paise: 30_00, mode: 'cash' } }, goodCode);
    expect(stillDue(server.order())).toBe(0);
  });
  it('is what was not paid in advance, and nothing of a form', () => {
    const server = parcelServer();
    server.paidParcel(strip, 12_00);
    expect(stillDue(server.order())).toBe(18_00);
    const id = server.form(strip);
    expect(stillDue(server.order(id))).toBe(0);
  });
});
