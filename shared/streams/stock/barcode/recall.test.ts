import { expect, it } from 'vitest';
import { stockServer } from '#tests/kit/stock-server.ts';
import type { RtvState } from '../../purchase/rtv/state.ts';

const head = 203;
const facts = {
  productId: 1,
  code: 'P000001',
  product: 'Paracet-ZD 650',
  packSize: 15,
  storage: 'AMBIENT',
  gstClass: 'MED',
  hsn: '3004',
  batch: 'NB251102',
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

it('a recall takes the whole batch from sale in one step: reservations end, goods go on hold, a memo per receipt waits', () => {
  const server = stockServer();
  server.must(null, 'barcode-new', 'generate', facts);
  server.must(null, 'barcode-new', 'generate', facts);
  server.must(head, 'stock-5-1', 'putAway', { trayId: 1, qty: 100 });
  const ref = { type: 'pick', id: '1', line: 'a', number: null };
  server.must(null, 'stock-5-1', 'move', { type: 'StockReserved', qty: 20, ref });
  const recall = { reason: 'RECALL', note: 'The maker recalls the batch' };
  server.must(head, 'barcode-1', 'block', recall, { siblings: [2] });
  for (const id of [1, 2])
    expect(server.state(`stock-5-${id}`).buckets).toMatchObject({
      available: 0,
      reserved: 0,
      inwardHold: 0,
      hold: 100,
    });
  server.until(server.now() + 61_000);
  const memos = [1, 2].map((id): RtvState => server.state(`rtv-${id}`));
  expect(memos.map(({ stage, lines }) => [stage, lines[0]?.reason, lines[0]?.qty])).toEqual([
    ['draft', 'RECALL', 100],
    ['draft', 'RECALL', 100],
  ]);
});
it('labels are printed for as many packs as came, once; again only with a reason', () => {
  const server = stockServer();
  server.must(null, 'barcode-new', 'generate', facts);
  const print = (copies: number) => server.try(head, 'barcode-1', 'printLabels', { pooId: 5, copies });
  const again = { pooId: 5, copies: 2, reason: 'Wet labels came off' };
  expect(server.try(head, 'barcode-1', 'reprintLabels', again)).toBe('neverPrinted');
  // 100 units in packs of 15.
  expect(print(8)).toBe('labelsPrinted');
  expect(print(6)).toContain('BarcodeLabelsPrinted');
  expect(print(2)).toBe('labelsPrinted');
  expect(print(1)).toContain('BarcodeLabelsPrinted');
  expect(server.try(head, 'barcode-1', 'reprintLabels', again)).toContain('BarcodeLabelsReprinted');
});
it('only a blocked batch is released', () => {
  const server = stockServer();
  server.must(null, 'barcode-new', 'generate', facts);
  const note = { note: 'The laboratory found nothing' };
  expect(server.try(head, 'barcode-1', 'unblock', note)).toBe('notBlocked');
});
it('a batch that is blocked for its quality is not sent back by itself', () => {
  const server = stockServer();
  server.must(null, 'barcode-new', 'generate', facts);
  server.must(head, 'barcode-1', 'block', { reason: 'QUALITY', note: 'Tablets crumble in the strip' });
  server.until(server.now() + 61_000);
  expect(server.state('rtv-1').exists).toBe(false);
});
