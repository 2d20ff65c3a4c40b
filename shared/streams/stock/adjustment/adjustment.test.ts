import { describe, expect, it } from 'vitest';
import { stockServer } from '#tests/kit/stock-server.ts';
import type { StockState } from '../item/state.ts';
import { adjustmentLimits, approverSaysNo } from './adjustment.ts';
import type { AdjustmentLine, AdjustmentState } from './state.ts';

const head = 203;
const other = 5;
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
  pooId: 5,
  accepted: 100,
  rejected: 0,
};
const order = { type: 'pick', id: '1', line: 'a', number: null };
const [up, down, broken] = [1, 2, 3];

function stocked() {
  const server = stockServer();
  server.must(null, 'barcode-new', 'generate', facts);
  server.must(head, 'stock-5-1', 'putAway', { trayId: 1, qty: 100 });
  server.master('stockAdjustReason', up, { vName: 'Found', vDirection: 'UP' }, null);
  server.master('stockAdjustReason', down, { vName: 'Lost', vDirection: 'DOWN', bItcReversal: 1 }, null);
  server.master('stockAdjustReason', broken, { vName: 'Broken', vDirection: 'DOWN', bNeedsPhoto: 1 }, null);
  const draft = (qty: number, reasonId: number = qty > 0 ? up : down) =>
    server.try(head, 'adjustment-new', 'draft', {
      pooId: 5,
      header: { reasonId },
      lines: [{ id: 'a', barcodeId: 1, qty }],
    });
  return {
    ...server,
    draft,
    item: (): StockState => server.state('stock-5-1'),
    adjustment: (): AdjustmentState => server.state('adjustment-1'),
  };
}

describe('a proposal', () => {
  it('keeps the reason’s settings, and values the units at their cost', () => {
    const server = stocked();
    server.draft(-4);
    expect(server.adjustment()).toMatchObject({
      header: { reason: 'Lost', itcReversal: true, needsPhoto: false },
      lines: [{ qty: -4, systemQty: 100, valuePaise: -600 }],
    });
  });
  it('goes in the direction of its reason', () => {
    expect(stocked().draft(4, down)).toBe('wrongDirection');
    expect(stocked().draft(-4, up)).toBe('wrongDirection');
    expect(stocked().draft(-4, 99)).toBe('notInList');
  });
  it('takes no reserved or packed units', () => {
    const server = stocked();
    server.must(null, 'stock-5-1', 'move', { type: 'StockReserved', qty: 90, ref: order });
    expect(server.draft(-11)).toBe('adjustBelowReserved');
    expect(server.draft(-10)).toContain('StockAdjustmentDrafted');
  });
  it('has lines, none of them empty, and the photograph that its reason requires', () => {
    const server = stocked();
    server.draft(-1, broken);
    expect(server.try(head, 'adjustment-1', 'submit')).toBe('photoMissing');
    server.must(head, 'adjustment-1', 'change', { put: [{ id: 'a', qty: 0 }] });
    expect(server.try(head, 'adjustment-1', 'submit')).toBe('zeroLine');
    server.must(head, 'adjustment-1', 'change', { remove: ['a'] });
    expect(server.try(head, 'adjustment-1', 'submit')).toBe('noLines');
  });
});

describe('an approval', () => {
  it('is somebody else’s, and posts in the same commit', () => {
    const server = stocked();
    server.draft(-4);
    server.must(head, 'adjustment-1', 'submit');
    expect(server.try(head, 'adjustment-1', 'approve')).toBe('selfApproval');
    expect(server.try(other, 'adjustment-1', 'approve')).toEqual([
      'StockAdjustmentApproved',
      'StockAdjustedDown',
    ]);
    expect(server.item().buckets.available).toBe(96);
  });
  it('adds found units', () => {
    const server = stocked();
    server.draft(4);
    server.must(head, 'adjustment-1', 'submit');
    server.must(other, 'adjustment-1', 'approve');
    expect(server.item().buckets.available).toBe(104);
  });
  it('checks the buckets at that moment', () => {
    const server = stocked();
    server.draft(-100);
    server.must(head, 'adjustment-1', 'submit');
    server.must(null, 'stock-5-1', 'move', { type: 'StockReserved', qty: 1, ref: order });
    expect(server.try(other, 'adjustment-1', 'approve')).toBe('bucketInsufficient');
    expect(server.item().buckets.available).toBe(99);
  });
  it('takes damaged units after good ones', () => {
    const server = stocked();
    const ref = { type: 'count', id: '1', line: null, number: null };
    server.must(null, 'stock-5-1', 'move', { type: 'StockMarkedDamaged', qty: 30, from: 'available', ref });
    server.draft(-80);
    server.must(head, 'adjustment-1', 'submit');
    server.must(other, 'adjustment-1', 'approve');
    expect(server.item().buckets).toMatchObject({ available: 0, damaged: 20 });
  });
  it('can be a rejection, or another count', () => {
    const server = stocked();
    server.draft(-4);
    server.must(head, 'adjustment-1', 'submit');
    server.must(other, 'adjustment-1', 'recount', { reason: 'Look behind the drawer' });
    expect(server.adjustment().stage).toBe('draft');
    server.must(head, 'adjustment-1', 'submit');
    server.must(other, 'adjustment-1', 'reject', { reason: 'They were found again' });
    expect(server.item().buckets.available).toBe(100);
  });
  it.each([
    ['a store executive', 110, adjustmentLimits.inChargeUnits, adjustmentLimits.inChargePaise],
    ['an inventory manager', 22, 9_999, adjustmentLimits.managerPaise],
  ])('of %s ends at a value', (_who, designationId, units, paise) => {
    const lines = (qty: number, valuePaise: number) => [
      { qty: -qty, valuePaise: -valuePaise } as AdjustmentLine,
    ];
    const viewer = { kind: 'person' as const, designationId };
    expect(approverSaysNo(viewer, lines(units, paise))).toBeNull();
    expect(approverSaysNo(viewer, lines(units, paise + 1))?.code).toBe('approvalLimit');
  });
  it('of a store executive ends at five units', () => {
    const lines = [{ qty: -6, valuePaise: -1 } as AdjustmentLine];
    expect(approverSaysNo({ kind: 'person', designationId: 110 }, lines)?.code).toBe('approvalLimit');
    expect(approverSaysNo({ kind: 'person', designationId: 5 }, lines)).toBeNull();
  });
});
