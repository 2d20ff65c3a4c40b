import { describe, expect, it } from 'vitest';
import { stockServer } from '#tests/kit/stock-server.ts';
import type { StockState } from '../item/state.ts';
import type { BarcodeState } from './state.ts';

const head = 203;
const store = 161;
const facts = {
  productId: 1,
  code: 'P000001',
  product: 'Paracet-ZD 650',
  packSize: 15,
  storage: 'AMBIENT',
  gstClass: 'MED',
  hsn: '3004',
  batch: 'A1',
  mfg: '2026-06-30',
  expiry: '2027-11-30',
  mrpPaise: 30_24,
  costPaise: 15_000,
  costUnits: 100,
  gstBp: 500,
  supplierId: 1,
  supplier: 'Sri Balaji Agencies',
  origin: { type: 'gre', id: '1', number: 'BLR01/G26/000001', line: 'a' },
  invoiceNo: 'SB-1',
  invoiceDate: '2026-11-17',
  receivedQty: 100,
  pooId: 1,
  accepted: 100,
  rejected: 0,
};
const order = { type: 'pick', id: '1', line: 'a', number: null };

function labelled() {
  const server = stockServer();
  server.must(null, 'barcode-new', 'generate', facts);
  server.master(
    'tray',
    9,
    { vCode: 'T9', iPooId: 1, vType: 'STORAGE', vStorage: 'AMBIENT', iCapacity: 40 },
    null,
  );
  server.must(store, 'stock-1-1', 'putAway', { trayId: 9, qty: 100 });
  for (const [id, by] of [
    ['p', store],
    ['h', head],
  ] as const)
    server.write(
      `file-${id}`,
      'FileUploaded',
      { name: 'label.jpg', mime: 'image/jpeg', sha256: 'x'.repeat(64), bytes: 1 },
      server.now(),
      by,
    );
  const ask = (more: object = {}, as = store) =>
    server.try(as, 'barcode-1', 'requestEdit', {
      pooId: 1,
      batch: 'a1x',
      mfg: '2026-06-30',
      expiry: '2027-11-30',
      mrpPaise: 30_24,
      reason: 'The label was read wrongly',
      fileId: as === store ? 'p' : 'h',
      ...more,
    });
  const requestId = (): string => server.state('barcode-1').edit?.requestId;
  return {
    ...server,
    ask,
    requestId,
    barcode: (): BarcodeState => server.state('barcode-1'),
    item: (): StockState => server.state('stock-1-1'),
  };
}

describe('a correction of a label', () => {
  it.each([
    ['nothingChanged', { batch: 'A1' }],
    ['expiryBeforeMfg', { expiry: '2026-06-30' }],
    ['expiryLater', { expiry: '2028-01-31' }],
    ['pooNotMapped', { pooId: 5 }],
    ['required', { fileId: 'h' }],
    ['required', { fileId: 'none' }],
  ])('%s', (code, more) => expect(labelled().ask(more)).toBe(code));
  it('to a later expiry needs the right to decide about labels', () =>
    expect(labelled().ask({ expiry: '2028-01-31' }, head)).toContain('BarcodeEditRequested'));
  it('waits, one at a time', () => {
    const { ask, try: give } = labelled();
    ask();
    expect(ask({ batch: 'B' })).toBe('editPending');
    expect(give(head, 'barcode-1', 'withdrawEdit')).toBe('ownOnly');
    expect(give(store, 'barcode-1', 'withdrawEdit')).toContain('BarcodeEditWithdrawn');
    expect(ask({ batch: 'B' })).toContain('BarcodeEditRequested');
  });
  it('changes the label when it is approved, once', () => {
    const { ask, must, try: give, barcode, requestId } = labelled();
    ask({ mrpPaise: 31_00 });
    const id = requestId();
    must(null, 'barcode-1', 'applyEdit', { requestId: id, approvalId: 1 });
    expect(barcode()).toMatchObject({ batch: 'A1X', mrpPaise: 31_00, edit: null });
    expect(give(null, 'barcode-1', 'applyEdit', { requestId: id, approvalId: 1 })).toBe('noLongerNeeded');
  });
  it('fails while units are reserved', () => {
    const { ask, must, try: give, barcode, requestId } = labelled();
    must(null, 'stock-1-1', 'move', { type: 'StockReserved', qty: 1, ref: order });
    ask();
    expect(give(null, 'barcode-1', 'applyEdit', { requestId: requestId(), approvalId: 1 })).toContain(
      'BarcodeEditFailed',
    );
    expect(barcode()).toMatchObject({ batch: 'A1', edit: null });
  });
  it('that is rejected leaves the label unchanged', () => {
    const { ask, must, barcode, requestId } = labelled();
    ask();
    must(null, 'barcode-1', 'rejectEdit', { requestId: requestId(), approvalId: 1 });
    expect(barcode()).toMatchObject({ batch: 'A1', edit: null });
  });
  it('to a past day makes the goods expire at once', () => {
    const { ask, must, item, requestId, until, now } = labelled();
    ask({ mfg: '2025-06-30', expiry: '2026-10-31' });
    must(null, 'barcode-1', 'applyEdit', { requestId: requestId(), approvalId: 1 });
    until(now() + 60_000);
    expect(item().buckets).toMatchObject({ available: 0, expired: 100 });
  });
});
