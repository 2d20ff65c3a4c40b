import { describe, expect, it } from 'vitest';
import { stockServer } from '#tests/kit/stock-server.ts';
import type { BarcodeState } from '../../stock/barcode/state.ts';
import type { StockState } from '../../stock/item/state.ts';
import { creditDeadline, debitTotals, type DebitState } from '../debitnote/state.ts';
import { rtvTotals, type RtvState } from './state.ts';

const head = 203;
const store = 161;
const other = 5;
const warehouse = 5;

const facts = {
  productId: 1,
  code: 'P000001',
  product: 'Paracet-ZD 650',
  packSize: 15,
  storage: 'AMBIENT',
  gstClass: 'MED',
  hsn: '3004',
  batch: 'A1',
  mfg: null,
  expiry: '2027-01-31',
  mrpPaise: 30_24,
  costPaise: 80_750,
  costUnits: 110,
  // Bought before the rates changed: it is returned at the rate of its invoice.
  gstBp: 1_200,
  supplierId: 1,
  supplier: 'Sri Balaji Agencies',
  origin: { type: 'gre', id: '1', number: 'BLRWH/G25/000001', line: 'a' },
  invoiceNo: 'SB-1',
  invoiceDate: '2025-08-20',
  receivedQty: 110,
  pooId: warehouse,
  accepted: 100,
  rejected: 10,
};

function stocked(more: object = {}) {
  const server = stockServer();
  server.must(null, 'barcode-new', 'generate', { ...facts, ...more });
  server.must(head, 'stock-5-1', 'putAway', { trayId: 1, qty: 100 });
  const draft = (lines: readonly object[], as = head, header: object = { supplierId: 1 }) =>
    server.try(as, 'rtv-new', 'draft', { pooId: warehouse, header, lines });
  return {
    ...server,
    draft,
    memo: (): RtvState => server.state('rtv-1'),
    item: (): StockState => server.state('stock-5-1'),
    barcode: (): BarcodeState => server.state('barcode-1'),
    debit: (): DebitState => server.state('debitnote-1'),
  };
}
const near = { id: 'a', barcodeId: 1, bucket: 'available', qty: 30 };
const bad = { id: 'b', barcodeId: 1, bucket: 'qcRejected' };
const hand = { boxes: 1, receiver: 'Ramesh, DL 4411', vehicle: 'KA01AB1234' };

function staged(lines: readonly object[] = [near, bad]) {
  const server = stocked();
  server.draft(lines);
  server.must(head, 'rtv-1', 'submit');
  server.must(other, 'rtv-1', 'approve');
  const put = server.memo().lines.map(({ id, qty }) => ({ id, stagedQty: qty }));
  server.must(head, 'rtv-1', 'scan', { put });
  server.must(head, 'rtv-1', 'stage');
  return server;
}
function gone(lines?: readonly object[]) {
  const server = staged(lines);
  server.must(head, 'rtv-1', 'handOver', hand);
  return server;
}

describe('a memo', () => {
  it('offers all unsaleable goods, with the reason and at their cost', () => {
    const server = stocked();
    server.draft([{ id: 'a', barcodeId: 1 }]);
    expect(server.memo().lines[0]).toMatchObject({
      bucket: 'qcRejected',
      reason: 'QC_REJECT',
      qty: 10,
      gstBp: 1_200,
      valuePaise: 7_341,
      invoiceNo: 'SB-1',
    });
  });
  it('is of one supplier, with available goods, for a fitting reason', () => {
    const { draft } = stocked();
    expect(draft([near], head, { supplierId: 3 })).toBe('rtvSupplierMismatch');
    expect(draft([near], head, {})).toBe('rtvSupplierMismatch');
    expect(draft([{ ...near, qty: 101 }])).toBe('bucketInsufficient');
    expect(draft([{ ...near, bucket: 'damaged' }])).toBe('bucketInsufficient');
    expect(draft([{ ...near, reason: 'EXPIRED' }])).toBe('reasonBucket');
    expect(draft([near, { ...near, id: 'c' }])).toBe('productTwice');
    expect(draft([near], store)).toBe('pooNotMapped');
  });
  it('respects the supplier’s terms, unless its author may approve exceptions', () => {
    const far = stocked({ expiry: '2027-09-30' });
    const line = { ...near, reason: 'NEAR_EXPIRY' };
    expect(far.draft([line], 201)).toBe('rtvOutsidePolicy');
    expect(far.draft([line], head)).toContain('RtvMemoDrafted');
    // The refused draft used up the first number.
    expect(far.state('rtv-2').lines[0]).toMatchObject({ outside: true });
    expect(stocked().draft([line], 201)).toContain('RtvMemoDrafted');
  });
  it('is approved by somebody else, and staged once every unit is scanned', () => {
    const server = stocked();
    server.draft([near]);
    server.must(head, 'rtv-1', 'submit');
    expect(server.try(head, 'rtv-1', 'approve')).toBe('selfApproval');
    server.must(other, 'rtv-1', 'approve');
    expect(server.try(head, 'rtv-1', 'stage')).toBe('notScanned');
    expect(server.try(head, 'rtv-1', 'scan', { put: [{ id: 'a', stagedQty: 31 }] })).toBe('overScan');
    server.must(head, 'rtv-1', 'scan', { put: [{ id: 'a', stagedQty: 30 }] });
    server.must(head, 'rtv-1', 'stage');
    expect(server.item().buckets).toMatchObject({ available: 70, rtvStaged: 30 });
  });
  it('that loses the race for its goods is not staged', () => {
    const server = stocked();
    server.draft([near]);
    server.must(head, 'rtv-1', 'submit');
    server.must(other, 'rtv-1', 'approve');
    server.must(head, 'rtv-1', 'scan', { put: [{ id: 'a', stagedQty: 30 }] });
    const ref = { type: 'pick', id: '1', line: 'a', number: null };
    server.must(null, 'stock-5-1', 'move', { type: 'StockReserved', qty: 80, ref });
    expect(server.try(head, 'rtv-1', 'stage')).toBe('bucketInsufficient');
  });
  it('that is cancelled puts everything back where it was', () => {
    const server = staged();
    server.must(head, 'rtv-1', 'cancel', { reason: 'The supplier will not come' });
    expect(server.item().buckets).toMatchObject({ available: 100, qcRejected: 10, rtvStaged: 0 });
  });
});

describe('handing over', () => {
  it('leaves the ledger with a challan and an issued debit note at the original rate', () => {
    const server = gone();
    expect(server.item().buckets).toMatchObject({ available: 70, qcRejected: 0, rtvStaged: 0 });
    expect(server.memo()).toMatchObject({ stage: 'handedOver', header: { paper: 'BLRWH/D26/000001' } });
    expect(server.barcode().returnedQty).toBe(40);
    expect(server.debit()).toMatchObject({
      number: 'BLRWH/B26/000001',
      stage: 'issued',
      header: { source: 'RTV', sourceNumber: 'BLRWH/R26/000001', deadline: '2026-11-30' },
      lines: [{ qty: 30, gstBp: 1_200 }, { qty: 10 }],
    });
    expect(debitTotals(server.debit()).payable).toBe(rtvTotals(server.memo()).payable);
    expect(debitTotals(server.debit()).igst).toBe(0);
  });
  it('needs a valid vehicle number, and happens once', () => {
    const server = staged();
    expect(server.try(head, 'rtv-1', 'handOver', { ...hand, vehicle: 'VAN' })).toBe('vehicleInvalid');
    server.must(head, 'rtv-1', 'handOver', hand);
    expect(server.try(head, 'rtv-1', 'handOver', hand)).toBe('wrongState');
    expect(server.try(head, 'rtv-1', 'cancel', { reason: 'Changed our minds' })).toBe('wrongState');
  });
  it('of the same units is not possible twice', () => {
    const server = gone([{ ...near, qty: 100 }, bad]);
    server.must(null, 'stock-5-1', 'move', {
      type: 'StockAdjustedUp',
      qty: 5,
      ref: { type: 'adjustment', id: '1', line: null, number: null },
    });
    expect(server.draft([{ ...near, qty: 5 }])).toBe('returnedAlready');
  });
  it('returns units that the supplier refuses: on hold, and out of the claim', () => {
    const server = gone();
    server.must(head, 'rtv-1', 'decide', { lineId: 'a', rejected: 10 });
    expect(server.item().buckets.hold).toBe(10);
    expect(server.barcode().returnedQty).toBe(30);
    expect(server.debit().lines[0]).toMatchObject({ qty: 20, valuePaise: 14_682 });
    expect(server.try(head, 'rtv-1', 'decide', { lineId: 'a', rejected: 1 })).toBe('noLongerNeeded');
    expect(server.try(head, 'rtv-1', 'decide', { lineId: 'b', rejected: 11 })).toBe('overScan');
  });
});

describe('a debit note', () => {
  it.each([
    ['2025-08-20', '2026-11-30'],
    ['2026-03-31', '2026-11-30'],
    ['2026-04-01', '2027-11-30'],
  ])('of an invoice of %s adjusts tax until %s', (invoice, deadline) =>
    expect(creditDeadline(invoice)).toBe(deadline),
  );
  it('is verified by somebody else, and settled by credit notes that add up', () => {
    const server = gone();
    const { payable } = debitTotals(server.debit());
    const credit = (no: string, valuePaise: number, date = '2026-11-18') =>
      server.try(head, 'debitnote-1', 'recordCredit', { no, date, valuePaise });
    expect(credit('CN1', 100)).toBe('wrongState');
    expect(server.try(head, 'debitnote-1', 'verify')).toBe('selfApproval');
    server.must(other, 'debitnote-1', 'verify');
    expect(credit('CN1', payable + 1)).toBe('creditTooMuch');
    expect(credit('CN1', 100, '2026-11-19')).toBe('dateInFuture');
    expect(credit('CN1', 100)).toEqual(['SupplierCreditNoteRecorded']);
    expect(credit('cn1', 100)).toBe('creditTwice');
    expect(server.debit().stage).toBe('partSettled');
    expect(credit('CN2', payable - 100)).toContain('DebitNoteSettled');
    expect(server.memo().stage).toBe('settled');
  });
  it('of handed-over goods is disputed, not cancelled', () => {
    const server = gone();
    expect(server.try(other, 'debitnote-1', 'cancel', { reason: 'They promised new goods' })).toBe(
      'goodsAreGone',
    );
  });
  it('typed by hand keeps the invoice’s rate, quantity and value', () => {
    const server = stocked();
    const draft = (more: object) =>
      server.try(head, 'debitnote-new', 'draft', {
        pooId: warehouse,
        header: { supplierId: 1, source: 'PRICE_DIFF' },
        lines: [{ id: 'a', barcodeId: 1, ...more }],
      });
    expect(draft({ gstBp: 500 })).toBe('taxRateNotOriginal');
    expect(draft({ qty: 111 })).toBe('aboveInvoiced');
    expect(draft({ qty: 10, valuePaise: 7_342 })).toBe('aboveInvoiceValue');
    expect(draft({ qty: 10, valuePaise: 5_000 })).toContain('DebitNoteDrafted');
  });
});
