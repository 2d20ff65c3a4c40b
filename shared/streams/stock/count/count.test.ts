import { describe, expect, it } from 'vitest';
import { stockServer } from '#tests/kit/stock-server.ts';
import type { AdjustmentState } from '../adjustment/state.ts';
import type { StockState } from '../item/state.ts';
import type { CountState } from './state.ts';

const head = 203;
const store = 161;
const counter = 204;
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
  mfg: '2026-06-30',
  expiry: '2027-11-30',
  mrpPaise: 30_24,
  costPaise: 15_000,
  costUnits: 100,
  gstBp: 500,
  supplierId: 1,
  supplier: 'Sri Balaji Agencies',
  origin: { type: 'gre', id: '1', number: 'BLRWH/G26/000001', line: 'a' },
  invoiceNo: 'SB-1',
  invoiceDate: '2026-11-17',
  receivedQty: 100,
  pooId: warehouse,
  accepted: 100,
  rejected: 0,
};
const order = { type: 'pick', id: '1', line: 'a', number: null };

/** Two barcodes with 100 units each: 1 in tray 1, 2 in tray 4. */
function stocked() {
  const server = stockServer();
  server.must(null, 'barcode-new', 'generate', { ...facts, batch: 'A1' });
  server.must(null, 'barcode-new', 'generate', { ...facts, batch: 'A2' });
  server.must(head, 'stock-5-1', 'putAway', { trayId: 1, qty: 100 });
  server.must(head, 'stock-5-2', 'putAway', { trayId: 4, qty: 100 });
  server.master('stockAdjustReason', 1, { vName: 'Found', vDirection: 'UP' }, null);
  server.master('stockAdjustReason', 2, { vName: 'Lost', vDirection: 'DOWN', bItcReversal: 1 }, null);
  server.master('stockAdjustReason', 3, { vName: 'Broken', vDirection: 'DOWN', bNeedsPhoto: 1 }, null);
  const put = (id: string, countedQty: number | null, as = counter) =>
    server.try(as, 'count-1', 'change', { put: [{ id, barcodeId: id === 'a' ? 1 : 2, countedQty }] });
  return {
    ...server,
    put,
    count: (): CountState => server.state('count-1'),
    item: (id = 1): StockState => server.state(`stock-5-${id}`),
    adjustment: (id = 1): AdjustmentState => server.state(`adjustment-${id}`),
  };
}
function begun(header: object = { trayId: 1 }) {
  const server = stocked();
  server.must(counter, 'count-new', 'draft', { pooId: warehouse, header });
  return server;
}
const none = { unscanned: [] };

describe('a count', () => {
  it('is blind: neither its state nor its events show the ledger’s figures', () => {
    const server = begun();
    server.put('a', 98);
    expect(server.count().lines[0]).toMatchObject({ countedQty: 98, systemQty: null, variance: null });
    const said = server.log
      .filter(({ stream }) => stream === 'count-1')
      .map(({ data }) => JSON.stringify(data));
    expect(said.join()).not.toContain('100');
    const viewer = server.viewerOf(counter);
    expect(server.state('countbook-1').notes['a']).toMatchObject({ systemQty: 100 });
    expect(viewer.kind).toBe('person');
  });
  it('covers a tray that no other open count covers', () => {
    const server = begun();
    const begin = (header: object) => server.try(head, 'count-new', 'draft', { pooId: warehouse, header });
    expect(begin({ trayId: 1 })).toBe('countOpen');
    expect(begin({})).toBe('countOpen');
    expect(begin({ trayId: 4 })).toContain('CountSessionOpened');
    server.must(counter, 'count-1', 'cancel', { reason: 'The wrong tray was chosen' });
    expect(begin({ trayId: 1 })).toContain('CountSessionOpened');
  });
  it('stays with its tray once something is counted', () => {
    const server = begun();
    server.put('a', 100);
    expect(server.try(counter, 'count-1', 'change', { header: { trayId: 4 } })).toBe('scopeFixed');
  });
  it('without differences is closed', () => {
    const server = begun();
    server.put('a', 100);
    expect(server.try(counter, 'count-1', 'submit', {}, none)).toEqual([
      'CountSessionSubmitted',
      'CountScopeFreed',
    ]);
    expect(server.count()).toMatchObject({ stage: 'agreed', lines: [{ variance: 0, systemQty: 100 }] });
  });
  it('is submitted as a whole', () => {
    const server = begun({});
    expect(server.try(counter, 'count-1', 'submit', {}, none)).toBe('noLines');
    server.put('a', 100);
    expect(server.try(counter, 'count-1', 'submit', {}, { unscanned: [2] })).toBe('unscanned');
    server.put('a', null);
    expect(server.try(counter, 'count-1', 'submit', {}, none)).toBe('notCounted');
  });
  it('lists uncounted goods with zero units, to be searched for', () => {
    const server = begun({});
    server.put('a', 100);
    server.must(counter, 'count-1', 'addUnscanned', {}, { unscanned: [2] });
    expect(server.count().lines).toMatchObject([{ id: 'a' }, { id: 'z2', barcodeId: 2, countedQty: 0 }]);
    expect(server.try(counter, 'count-1', 'addUnscanned', {}, none)).toBe('allScanned');
    server.must(counter, 'count-1', 'submit', {}, none);
    expect(server.count().lines[1]).toMatchObject({ variance: -100, valuePaise: -15_000 });
  });
});

describe('while goods move', () => {
  const sell = (server: ReturnType<typeof begun>, qty: number): void => {
    server.must(null, 'stock-5-1', 'move', { type: 'StockReserved', qty, ref: order });
    server.must(null, 'stock-5-1', 'move', { type: 'StockPicked', qty, ref: order });
  };
  it('sales before or after the count of a line make no false difference', () => {
    const server = begun();
    sell(server, 20);
    server.put('a', 80);
    sell(server, 30);
    server.must(counter, 'count-1', 'submit', {}, none);
    expect(server.count()).toMatchObject({ stage: 'agreed' });
  });
  it('a line whose goods moved between two counts of it is counted again', () => {
    const server = begun();
    server.put('a', 60);
    sell(server, 20);
    server.put('a', 80);
    expect(server.try(counter, 'count-1', 'submit', {}, none)).toBe('movedWhileCounting');
    server.must(counter, 'count-1', 'clearLine', { lineId: 'a' });
    server.put('a', 80);
    server.must(counter, 'count-1', 'submit', {}, none);
    expect(server.count().stage).toBe('agreed');
  });
  it('a difference stays the same when the goods are sold before it is posted', () => {
    const server = begun();
    server.put('a', 97);
    server.must(counter, 'count-1', 'submit', {}, none);
    sell(server, 50);
    server.must(counter, 'count-1', 'propose', { downReasonId: 2 });
    server.must(head, 'adjustment-1', 'approve');
    expect(server.item().buckets).toMatchObject({ available: 47, picked: 50 });
  });
});

describe('differences', () => {
  function differs() {
    const server = begun({});
    server.put('a', 97);
    server.put('b', 104);
    server.must(counter, 'count-1', 'submit', {}, none);
    return server;
  }
  it('are counted again, blind, by somebody else; matching lines are not', () => {
    const server = begun({});
    server.put('a', 97);
    server.put('b', 100);
    server.must(counter, 'count-1', 'submit', {}, none);
    server.must(head, 'count-1', 'recount', { reason: 'Three strips is much' });
    expect(server.count().lines).toMatchObject([
      { countedQty: null, firstQty: 97, systemQty: null },
      { countedQty: 100, variance: 0 },
    ]);
    expect(server.put('a', 100)).toBe('otherCounter');
    expect(server.put('b', 99, head)).toBe('lineAgreed');
    expect(server.try(head, 'count-1', 'change', { remove: ['a'] })).toBe('recountLineGone');
    server.put('a', 100, head);
    server.must(head, 'count-1', 'submit', {}, none);
    expect(server.count()).toMatchObject({ stage: 'agreed', round: 2 });
  });
  it('become one adjustment of excess and one of missing units', () => {
    const server = differs();
    server.must(counter, 'count-1', 'propose', { upReasonId: 1, downReasonId: 2 });
    expect(server.adjustment(1)).toMatchObject({
      number: 'BLRWH/A26/000001',
      stage: 'submitted',
      header: { reason: 'Found', itcReversal: false, count: { number: 'BLRWH/S26/000001', by: [counter] } },
      lines: [{ barcodeId: 2, qty: 4, valuePaise: 600 }],
    });
    expect(server.adjustment(2)).toMatchObject({
      number: 'BLRWH/A26/000002',
      header: { reason: 'Lost', itcReversal: true },
      lines: [{ barcodeId: 1, qty: -3, valuePaise: -450 }],
    });
    expect(server.count().stage).toBe('proposed');
  });
  it('need a reason for each direction, with the photograph that it requires', () => {
    const server = differs();
    const propose = (input: object) => server.try(counter, 'count-1', 'propose', input);
    expect(propose({ upReasonId: 1 })).toBe('required');
    expect(propose({ upReasonId: 2, downReasonId: 2 })).toBe('wrongDirection');
    expect(propose({ upReasonId: 9, downReasonId: 2 })).toBe('notInList');
    expect(propose({ upReasonId: 1, downReasonId: 3 })).toBe('photoMissing');
  });
  it('are not approved by a counter or the proposer', () => {
    const server = differs();
    server.must(head, 'count-1', 'propose', { upReasonId: 1, downReasonId: 2 });
    expect(server.try(head, 'adjustment-1', 'approve')).toBe('selfApproval');
    expect(server.try(counter, 'adjustment-1', 'approve')).toBe('forbidden');
    expect(server.try(other, 'adjustment-1', 'approve')).toContain('StockAdjustedUp');
    const counted = begun();
    counted.put('a', 97, head);
    counted.must(head, 'count-1', 'submit', {}, none);
    counted.must(counter, 'count-1', 'propose', { downReasonId: 2 });
    expect(counted.try(head, 'adjustment-1', 'approve')).toBe('selfApproval');
  });
  it('of a tray are taken from that tray', () => {
    const server = begun();
    server.must(head, 'stock-5-1', 'relocate', { fromTrayId: 1, toTrayId: 4, qty: 40 });
    server.put('a', 58);
    server.must(counter, 'count-1', 'submit', {}, none);
    expect(server.count().lines[0]).toMatchObject({ systemQty: 60, variance: -2 });
    server.must(counter, 'count-1', 'propose', { downReasonId: 2 });
    server.must(head, 'adjustment-1', 'approve');
    expect(server.item().trays).toEqual({ 1: 58, 4: 40 });
  });
  it('are counted at one’s own place', () => expect(begun().put('a', 1, store)).toBe('pooNotMapped'));
});
