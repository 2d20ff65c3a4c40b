import { describe, expect, it } from 'vitest';
import { initialTransition } from 'xstate';
import { instantOf } from '#shared/core/day.ts';
import type { RxState } from '#shared/streams/prescriptions/prescription/state.ts';
import { saleServer } from '#tests/kit/sale-server.ts';
import { allocate } from '../../stock/item/allocate.ts';
import { orderLife, type OrderLine } from './state.ts';
import { orderTotals } from './totals.ts';

type Server = ReturnType<typeof saleServer>;
const paracet = { productId: 1, qty: 15 };

/** An approved prescription of customer 1 for 30 of product 10 and 10 of product 11. */
function prescribed(server: Server, more: object = {}): void {
  const line = (no: number, productId: number, qty: number) => ({
    no,
    productId,
    qty,
    days: 30,
    decision: 'supply',
    holdReason: null,
    drug: { productId, name: '', form: 'TAB', schedules: [], molecules: [], sold: true },
  });
  server.write(
    'prescription-7',
    'PrescriptionReceived',
    { ref: 'RX-7', pooId: 1, customerId: 1, patientId: 1, patientName: 'Suresh Rao', files: [] },
    instantOf('2026-11-17', '09:00'),
    null,
  );
  server.write(
    'prescription-7',
    'PrescriptionDigitized',
    {
      header: {
        prescriber: { doctorId: 1, name: 'Dr. Nair', regNo: 'KMC 4001', address: '2nd Cross, Malleshwaram' },
        repeats: 0,
        ...more,
      },
      lines: [line(1, 10, 30), line(2, 11, 10)],
      flags: [],
      by: { empId: 141, name: 'Reader' },
    },
    instantOf('2026-11-17', '09:10'),
    null,
  );
  server.write(
    'prescription-7',
    'PrescriptionApproved',
    { patientId: 1, lines: [line(1, 10, 30), line(2, 11, 10)] },
    instantOf('2026-11-17', '09:20'),
    null,
  );
}
const lineOf = (server: Server, id = '1', n = 0): OrderLine => server.order(id).lines[n]!;
const unitsOf = ({ open, allocated, invoiced, delivered, cancelled }: OrderLine): number =>
  open + allocated + invoiced + delivered + cancelled;

describe('the form', () => {
  it('copies customer, address and price, and numbers itself', () => {
    const server = saleServer();
    server.form([paracet]);
    expect(server.order()).toMatchObject({
      number: 'BLR01/F26/000001',
      header: { customer: 'Anitha Rao', phone: '9876500001', pincode: '560041', stateCode: '29' },
      lines: [{ qty: 15, pricePaise: 30_24, open: 15 }],
    });
    expect(orderTotals(server.order())).toMatchObject({ total: 30_24, payable: 30_00, cgst: 72, sgst: 72 });
  });
  it('taxes by the state of the delivery address', () => {
    const server = saleServer();
    server.form([paracet], { addressNo: 2 });
    expect(orderTotals(server.order())).toMatchObject({ cgst: 0, igst: 144 });
  });
  it.each([
    ['priceAboveMrp', { ...paracet, pricePaise: 30_25 }],
    ['notInList', { productId: 99, qty: 1 }],
  ])('%s', (code, line) => {
    const server = saleServer();
    const outcome = server.try(171, 'order-new', 'draft', {
      pooId: 1,
      header: { customerId: 1 },
      lines: [{ id: 'a', ...line }],
    });
    expect(outcome).toBe(code);
  });
  it('sells closed packs whole', () => {
    const server = saleServer();
    server.master('product', 20, {
      ...server.state('master-product-1').fields,
      vCode: 'P000020',
      vName: 'Thyro-ZD 50',
      iPackSize: 100,
      bLooseSale: 0,
    });
    expect(
      server.try(171, 'order-new', 'draft', {
        pooId: 1,
        header: {},
        lines: [{ id: 'a', productId: 20, qty: 150 }],
      }),
    ).toBe('notPackMultiple');
  });
  it.each([
    ['noLines', [], {}],
    ['pinNotServed', [paracet], { addressNo: 3 }],
  ])('is not submitted: %s', (code, lines, header) => {
    const server = saleServer();
    server.form(lines, header);
    expect(server.try(171, 'order-1', 'submit')).toBe(code);
  });
  it('has a slot on a working day to come', () => {
    const server = saleServer();
    const draft = (slotDate: string) =>
      server.try(171, 'order-new', 'draft', { pooId: 1, header: { customerId: 1, slotDate }, lines: [] });
    expect(draft('2026-11-22')).toBe('sundayNotAllowed');
    expect(draft('2026-11-17')).toBe('dateInPast');
  });
});

describe('confirmation', () => {
  it('brings an order of today before the pickers, a later one on the day before its slot', () => {
    const server = saleServer();
    server.queued([paracet]);
    expect(server.order().stage).toBe('queued');
    server.queued([paracet], { slotDate: '2026-11-21' });
    expect(server.order('2').stage).toBe('confirmed');
    server.until(instantOf('2026-11-20', '00:06'));
    expect(server.order('2').stage).toBe('queued');
  });
  it('of Schedule H, H1 and X needs a prescription that names the medicine', () => {
    const server = saleServer();
    const id = server.form([{ productId: 10, qty: 20 }]);
    server.must(171, `order-${id}`, 'submit');
    expect(server.try(172, `order-${id}`, 'confirm')).toBe('rxMissing');
    const other = server.form([{ productId: 12, qty: 1 }]);
    server.must(171, `order-${other}`, 'submit');
    expect(server.try(172, `order-${other}`, 'confirm')).toBe('scheduleXNotDeliverable');
  });
  it('promises what the prescription allows, once', () => {
    const server = saleServer();
    prescribed(server);
    for (const id of ['1', '2']) {
      server.form([{ productId: 10, qty: 20 }], { rxId: 7 });
      server.must(171, `order-${id}`, 'submit');
    }
    expect(server.try(172, 'order-1', 'confirm')).toContain('RxQuantityReserved');
    expect(server.try(172, 'order-2', 'confirm')).toBe('rxExhausted');
    expect((server.state('prescription-7') as RxState).reserved).toEqual({ 1: 20 });
  });
  it('of H1 names the prescriber with an address, whoever confirms', () => {
    const server = saleServer();
    prescribed(server, { prescriber: { doctorId: 1, name: 'Dr. Nair', regNo: null, address: null } });
    const id = server.form([{ productId: 11, qty: 10 }], { rxId: 7 });
    server.must(171, `order-${id}`, 'submit');
    expect(server.try(1, `order-${id}`, 'confirm')).toBe('prescriberIncomplete');
  });
  it('takes a substitute of the same molecules with the customer’s word', () => {
    const server = saleServer();
    prescribed(server);
    const id = server.form([{ productId: 10, qty: 20 }], { rxId: 7 });
    server.must(171, `order-${id}`, 'submit');
    const swap = (productId: number, more: object = {}) =>
      server.try(172, `order-${id}`, 'substitute', { lineId: 'l1', productId, how: 'PHONE', ...more });
    expect(swap(11)).toBe('notEquivalent');
    // A prescription medicine: the customer's word is not enough.
    expect(swap(14)).toBe('prescriberConsent');
    const prescriberConsent = 'Dr Iyer, by phone at 10:20';
    expect(swap(14, { prescriberConsent })).toEqual(['SubstitutionConsented']);
    expect(server.log.at(-1)?.data).toMatchObject({ prescriberConsent });
    expect(lineOf(server)).toMatchObject({
      productId: 14,
      substituteOf: 'Metfor-ZD SR 500',
      pricePaise: 40_00,
    });
  });
  it('waits while the order is on hold', () => {
    const server = saleServer();
    server.queued([paracet]);
    server.must(172, 'order-1', 'hold', { reason: 'PAYMENT', note: 'Pays tomorrow' });
    expect(server.try(172, 'order-1', 'createPickList', {}, server.goods())).toBe('wrongState');
    expect(server.try(172, 'order-1', 'release')).toEqual(['OrderReleased', 'OrderPlQueued']);
    expect(server.order().stage).toBe('queued');
  });
  it('whose time came while it was on hold comes before the pickers when it is released', () => {
    const server = saleServer();
    server.queued([paracet], { slotDate: '2026-11-21' });
    server.must(172, 'order-1', 'hold', { reason: 'PAYMENT', note: 'Pays tomorrow' });
    server.until(instantOf('2026-11-20', '09:00'));
    expect(server.order().stage).toBe('onHold');
    expect(server.try(172, 'order-1', 'release')).toEqual(['OrderReleased', 'OrderPlQueued']);
  });
  it('that is released before its time waits for it', () => {
    const server = saleServer();
    server.queued([paracet], { slotDate: '2026-11-21' });
    server.must(172, 'order-1', 'hold', { reason: 'PAYMENT', note: 'Pays tomorrow' });
    expect(server.try(172, 'order-1', 'release')).toEqual(['OrderReleased']);
    server.until(instantOf('2026-11-20', '09:00'));
    expect(server.order().stage).toBe('queued');
  });
});

describe('an approved prescription', () => {
  it('asks for an order with what it allows', () => {
    const server = saleServer();
    prescribed(server);
    server.must(null, 'order-new', 'fromPrescription', { rxId: 7, pooId: 1, customerId: 1 });
    expect(server.order()).toMatchObject({
      header: { source: 'PRESCRIPTION', rxId: 7, prescriber: 'Dr. Nair', patient: 'Suresh Rao' },
      lines: [
        { productId: 10, qty: 30, rxNo: 1, courseDays: 30 },
        { productId: 11, qty: 10, rxNo: 2 },
      ],
    });
  });
});

describe('reservation', () => {
  it('takes the batch that expires first and splits over batches', () => {
    const server = saleServer();
    server.shelf({ batch: 'LATE', expiry: '2028-01-31', qty: 3 });
    server.shelf({ batch: 'SOON', expiry: '2027-09-30', qty: 2 });
    server.queued([{ productId: 1, qty: 5 }]);
    server.must(172, 'order-1', 'createPickList', {}, server.goods());
    expect(server.state('pick-1').lines).toMatchObject([
      { batch: 'SOON', qty: 2 },
      { batch: 'LATE', qty: 3 },
    ]);
    expect(lineOf(server)).toMatchObject({ open: 0, allocated: 5 });
    expect(server.order().stage).toBe('picking');
  });
  it('gives nobody what another list holds, and asks for the rest by indent', () => {
    const server = saleServer();
    server.shelf({ batch: 'A', expiry: '2027-09-30', qty: 8 });
    server.queued([{ productId: 1, qty: 5 }]);
    server.queued([{ productId: 1, qty: 5 }]);
    server.must(172, 'order-1', 'createPickList', {}, server.goods());
    server.must(172, 'order-2', 'createPickList', {}, server.goods());
    expect(server.state('stock-1-1').buckets).toMatchObject({ available: 0, reserved: 8 });
    expect(server.order('2')).toMatchObject({ short: [{ lineId: 'l1', qty: 2 }], asked: { l1: 2 } });
    expect(server.state('indent-1')).toMatchObject({ stage: 'submitted', header: { source: 'SO' } });
    expect(server.order('2').indents).toEqual([{ lineId: 'l1', indentId: '1', indentLineId: 'o1' }]);
  });
  it('of an order that leaves whole waits for all of it, and asks once', () => {
    const server = saleServer();
    server.shelf({ batch: 'A', expiry: '2027-09-30', qty: 8 });
    server.queued([{ productId: 1, qty: 30 }], { partialOk: false });
    expect(server.try(172, 'order-1', 'createPickList', {}, server.goods())).toEqual(['OrderBackordered']);
    expect(server.try(172, 'order-1', 'createPickList', {}, server.goods())).toBe('stockInsufficient');
    expect(server.order().stage).toBe('queued');
    expect(server.state('stock-1-1').buckets).toMatchObject({ available: 8, reserved: 0 });
  });
  it('is listed once: who comes second is given the list and its maker', () => {
    const server = saleServer();
    server.shelf({ batch: 'A', expiry: '2027-09-30', qty: 60 });
    server.queued([{ productId: 1, qty: 30 }]);
    server.must(172, 'order-1', 'createPickList', {}, server.goods());
    expect(server.give(172, 'order-1', 'createPickList', {}, server.goods())).toMatchObject({
      code: 'alreadyListed',
      status: 409,
      details: { list: 'BLR01/K26/000001', employee: server.order().steps.at(-1)!.by.name },
    });
  });
  it('says who has what is missing, when it is asked for again', () => {
    const server = saleServer();
    server.shelf({ batch: 'A', expiry: '2027-09-30', qty: 8 });
    server.queued([{ productId: 1, qty: 30 }], { partialOk: false });
    const held = ['K1', 'K2', 'K3', 'K4'].map((number, n) => ({
      ...{ productId: 1, number, picker: n === 0 ? 'Ravi' : '', qty: 5 },
    }));
    const found = { ...server.goods(), held: [...held, { productId: 2, number: 'K9', picker: '', qty: 9 }] };
    server.must(172, 'order-1', 'createPickList', {}, found);
    expect(server.command(172, 'order-1', 'createPickList', {}, server.now(), found)).toMatchObject({
      code: 'stockHeld',
      details: { n: 8, asked: 30, m: 20, lists: 'K1 (Ravi), K2, K3, …' },
    });
  });
  it('leaves out what would expire within the course', () => {
    const server = saleServer();
    server.shelf({ batch: 'SHORT', expiry: '2026-12-31', qty: 60 });
    server.shelf({ batch: 'LONG', expiry: '2027-12-31', qty: 60 });
    server.queued([{ productId: 1, qty: 60, courseDays: 60 }]);
    server.must(172, 'order-1', 'createPickList', {}, server.goods());
    expect(server.state('pick-1').lines).toMatchObject([{ batch: 'LONG', qty: 60 }]);
  });
  it('agrees with the allocation function for one line', () => {
    const candidate = { batch: 'A', expiry: '2027-09-30', receivedAt: '', blocked: false, packSize: 1 };
    const found = allocate(
      [
        { ...candidate, barcodeId: 1, available: 2 },
        { ...candidate, barcodeId: 2, available: 17 },
      ],
      30,
      '2026-11-18',
    );
    expect(found).toMatchObject({ shortage: 11, lines: [{ qty: 2 }, { qty: 17 }] });
  });
});

describe('cancelling', () => {
  it('before the pickers gives the prescription back', () => {
    const server = saleServer();
    prescribed(server);
    server.queued([{ productId: 10, qty: 20 }], { rxId: 7 });
    server.must(171, 'order-1', 'requestCancel', { reason: 'The customer changed her mind' });
    server.must(172, 'order-1', 'approveCancel');
    expect(server.order()).toMatchObject({ stage: 'cancelled', lines: [{ open: 0, cancelled: 20 }] });
    expect((server.state('prescription-7') as RxState).reserved).toEqual({ 1: 0 });
  });
  it.each(['draft', 'submitted', 'held'])(
    'of an order never confirmed (%s) leaves the prescription what another order has reserved',
    (stage) => {
      const server = saleServer();
      prescribed(server);
      server.queued([{ productId: 10, qty: 20 }], { rxId: 7 });
      const id = server.form([{ productId: 10, qty: 10, rxNo: 1 }], { rxId: 7 });
      if (stage !== 'draft') server.must(171, `order-${id}`, 'submit');
      if (stage === 'held') {
        server.must(172, `order-${id}`, 'hold', { reason: 'ADDRESS', note: 'Asks the doctor again' });
        server.must(172, `order-${id}`, 'cancelLine', { lineId: 'l1', qty: 4, reason: 'Wants fewer' });
      }
      server.must(171, `order-${id}`, 'requestCancel', { reason: 'The customer changed her mind' });
      server.must(172, `order-${id}`, 'approveCancel');
      expect(server.order(id).stage).toBe('cancelled');
      expect((server.state('prescription-7') as RxState).reserved).toEqual({ 1: 20 });
    },
  );
  it('of a line that was confirmed without a prescription leaves the prescription as it is', () => {
    const server = saleServer();
    prescribed(server);
    server.queued([{ productId: 10, qty: 20 }], { rxId: 7 });
    const id = server.queued([{ productId: 1, qty: 15, rxNo: 1 }], { rxId: 7 });
    server.must(171, `order-${id}`, 'requestCancel', { reason: 'The customer changed her mind' });
    server.must(172, `order-${id}`, 'approveCancel');
    expect((server.state('prescription-7') as RxState).reserved).toEqual({ 1: 20 });
  });
  it('from a picker’s hand frees what is reserved and holds what was picked until it is put back', () => {
    const server = saleServer();
    server.shelf({ batch: 'A', expiry: '2027-09-30', qty: 60 });
    server.queued([{ productId: 1, qty: 30 }]);
    server.must(172, 'order-1', 'createPickList', {}, server.goods());
    const { label } = server.state('pick-1').lines[0] as { label: string };
    server.must(161, 'pick-1', 'scan', { code: label, scanId: 's1' });
    server.must(171, 'order-1', 'requestCancel', { reason: 'The customer changed her mind' });
    server.must(172, 'order-1', 'approveCancel');
    expect(server.state('pick-1').stage).toBe('putBack');
    expect(server.state('stock-1-1').buckets).toMatchObject({ available: 45, reserved: 0, picked: 15 });
    expect(server.try(161, 'pick-1', 'scan', { code: label, scanId: 's2' })).toBe('wrongState');
    server.must(161, 'pick-1', 'putBack', { code: label, scanId: 's3' });
    expect(server.state('pick-1').stage).toBe('cancelled');
    expect(server.state('stock-1-1').buckets).toMatchObject({ available: 60, picked: 0 });
  });
  it('with a challan cancels the challan first', () => {
    const server = saleServer();
    server.shelf({ batch: 'A', expiry: '2027-09-30', qty: 60 });
    server.invoiced([paracet]);
    expect(server.try(171, 'order-1', 'requestCancel', { reason: 'The customer changed her mind' })).toBe(
      'wrongState',
    );
  });
  it('refused brings the order back before the pickers', () => {
    const server = saleServer();
    server.queued([paracet]);
    server.must(171, 'order-1', 'requestCancel', { reason: 'The customer changed her mind' });
    expect(server.try(172, 'order-1', 'rejectCancel', { reason: 'She wants it after all' })).toEqual([
      'OrderCancelRejected',
      'OrderPlQueued',
    ]);
    expect(server.order().stage).toBe('queued');
  });
  it('of the last open line cancels the order, its indent with it', () => {
    const server = saleServer();
    server.queued([paracet]);
    server.must(172, 'order-1', 'createPickList', {}, server.goods());
    expect(server.state('indent-1').lines[0].open).toBe(15);
    expect(server.try(172, 'order-1', 'cancelLine', { lineId: 'l1', reason: 'No supplier has it' })).toEqual([
      'OrderLineCancelled',
      'OrderCancelled',
    ]);
    expect(server.state('indent-1').lines[0]).toMatchObject({ open: 0, cancelled: 15 });
    expect(server.order().stage).toBe('cancelled');
  });
});

describe('units of a line', () => {
  it('in a picker’s list are neither substituted nor cancelled', () => {
    const server = saleServer();
    server.shelf({ batch: 'A', expiry: '2027-09-30', qty: 20 });
    server.queued([{ productId: 1, qty: 30 }]);
    server.must(172, 'order-1', 'createPickList', {}, server.goods());
    const cancel = (qty: number) =>
      server.try(172, 'order-1', 'cancelLine', { lineId: 'l1', qty, reason: 'No supplier has it' });
    expect(cancel(11)).toBe('onlyOpen');
    expect(cancel(10)).toContain('OrderLineCancelled');
    expect(cancel(1)).toBe('onlyOpen');
  });
  it('are substituted whole or not at all', () => {
    const server = saleServer();
    server.queued([{ productId: 1, qty: 30 }]);
    server.must(172, 'order-1', 'cancelLine', { lineId: 'l1', qty: 15, reason: 'No supplier has it' });
    const how = { lineId: 'l1', productId: 14, how: 'PHONE' };
    expect(server.try(172, 'order-1', 'substitute', how)).toBe('lineInWork');
  });
});

describe('money paid in advance', () => {
  const upi = (paise: number) => ({ mode: 'upi', paise, ref: 'UTR 4471' });
  const prepaid = (qty = 30) => {
    const server = saleServer();
    server.queued([{ productId: 1, qty }], { payment: 'PREPAID' });
    return server;
  };
  const inDay = (server: ReturnType<typeof saleServer>) => server.state('dayend-1-2026-11-18').receipts;
  const record = (server: ReturnType<typeof saleServer>, input: object) =>
    server.try(173, 'order-1', 'recordPayment', input);

  it('is on the order and in the books of the day, at most what the order comes to', () => {
    const server = prepaid();
    expect(record(server, upi(60_01))).toBe('moreThanDue');
    expect(record(server, { mode: 'cash', paise: 20_00 })).toContain('OrderPaid');
    expect(record(server, upi(40_00))).toContain('CashReceiptRecorded');
    expect(server.order()).toMatchObject({ paidPaise: 60_00, paidCashPaise: 20_00 });
    expect(inDay(server)).toMatchObject([
      { mode: 'cash', paise: 20_00, ref: { type: 'order', number: server.order().number } },
      { mode: 'upi', paise: 40_00 },
    ]);
    expect(record(server, upi(1))).toBe('moreThanDue');
  });
  it('names the transaction where it was not cash, and keeps to the limit of the law', () => {
    const server = prepaid();
    expect(record(server, { mode: 'card', paise: 60_00 })).toBe('required');
    const day = { paise: 1_99_999_00, ref: 'BLR01/I26/000001' };
    server.write('cashday-1-2026-11-18', 'CustomerCashReceived', day, server.now(), null);
    expect(record(server, { mode: 'cash', paise: 60_00 })).toBe('cashLimit269');
    expect(record(server, upi(60_00))).toContain('OrderPaid');
  });
  it('is taken for prepaid orders only, by those who keep the drawer, until the order is given up', () => {
    const cod = saleServer();
    cod.queued([paracet]);
    expect(record(cod, upi(1_00))).toBe('notPrepaid');
    const server = prepaid();
    expect(server.try(171, 'order-1', 'recordPayment', upi(1_00))).toBe('forbidden');
    server.must(171, 'order-1', 'requestCancel', { reason: 'Bought it elsewhere' });
    expect(record(server, upi(1_00))).toBe('wrongState');
  });
  it('of a form that was sent back keeps it prepaid', () => {
    const server = saleServer();
    server.must(171, 'order-new', 'draft', {
      pooId: 1,
      header: { customerId: 1, addressNo: 1, payment: 'PREPAID', slotDate: '2026-11-19' },
      lines: [{ id: 'l1', productId: 1, qty: 30 }],
    });
    server.must(171, 'order-1', 'submit');
    expect(record(server, upi(60_00))).toContain('OrderPaid');
    server.must(172, 'order-1', 'sendBack', { reason: 'The address is not complete' });
    expect(server.try(171, 'order-1', 'change', { header: { payment: 'COD' } })).toBe('paidAlready');
    server.must(171, 'order-1', 'change', { header: { remarks: 'Second floor' } });
  });
  it('of a cancelled order waits for its refund where refunds are decided, once', () => {
    const server = prepaid();
    record(server, upi(60_00));
    server.must(171, 'order-1', 'requestCancel', { reason: 'Bought it elsewhere' });
    server.must(172, 'order-1', 'approveCancel');
    expect(server.log.find(({ type }) => type === 'OrderCancelled')?.data).toMatchObject({
      refundDuePaise: 60_00,
    });
    expect(server.state('return-1')).toMatchObject({
      stage: 'credited',
      number: 'BLR01/E26/000001',
      header: { reason: 'ORDER_CANCELLED', orderId: '1', creditPaise: 60_00, cashPaid: false },
    });
    expect(server.order().refundedPaise).toBe(60_00);
  });
  it('of cancelled units goes back for those units only', () => {
    const server = prepaid();
    record(server, { mode: 'cash', paise: 60_00 });
    server.must(172, 'order-1', 'cancelLine', { lineId: 'l1', qty: 15, reason: 'No supplier has it' });
    expect(server.state('return-1').header).toMatchObject({ creditPaise: 30_00, cashPaid: true });
    server.must(172, 'order-1', 'cancelLine', { lineId: 'l1', reason: 'No supplier has it' });
    expect(server.state('return-2').header).toMatchObject({ creditPaise: 30_00 });
    expect(server.order()).toMatchObject({ stage: 'cancelled', refundedPaise: 60_00 });
  });
  it('that never came is not refunded', () => {
    const server = prepaid();
    server.must(171, 'order-1', 'requestCancel', { reason: 'Bought it elsewhere' });
    server.must(172, 'order-1', 'approveCancel');
    expect(server.state('return-1').exists).toBe(false);
  });
});

describe('the life of an order', () => {
  it('begins as a form and ends', () => {
    const [begun] = initialTransition(orderLife.machine);
    expect(begun.value).toBe('draft');
    expect([...orderLife.final]).toEqual(['cancelled', 'closed']);
  });
  it('has each unit in exactly one place', () => {
    const server = saleServer();
    server.shelf({ batch: 'A', expiry: '2027-09-30', qty: 20 });
    server.queued([{ productId: 1, qty: 30 }]);
    expect(unitsOf(lineOf(server))).toBe(30);
    server.must(172, 'order-1', 'createPickList', {}, server.goods());
    expect(unitsOf(lineOf(server))).toBe(30);
    server.picked('1', '1');
    server.must(161, 'pick-1', 'pack', { parcels: 1 });
    server.must(173, 'pick-1', 'makeDc');
    expect(lineOf(server)).toMatchObject({ open: 10, invoiced: 20 });
    // What was short waits for the pickers again while the first parcel goes its way.
    expect(server.order().stage).toBe('queued');
    expect(unitsOf(lineOf(server))).toBe(30);
  });
});
