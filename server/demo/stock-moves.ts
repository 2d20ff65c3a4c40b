import type { DemoCommand } from './demo-command.ts';
import { firstBarcode, openingBarcodes, openingExpiry } from './receipts.ts';
import { sampleFileId, sampleSheet, sha256Of, type SampleFile } from './sample-files.ts';

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

const store = 161;
const buyer = 201;
const head = 203;
const inward = 204;
const [warehouse, shop] = [5, 1];
const versioned = { versioned: true } as const;

type Give = (
  at: number,
  as: number,
  stream: string,
  command: string,
  input?: DemoCommand['input'],
  more?: Partial<DemoCommand>,
) => void;

/** Labels of the warehouse's opening stock. */
const [paracet, rosuva, cefixime] = [firstBarcode + 6, firstBarcode + 7, firstBarcode + 8];

/** The first label of the first receipt, which is in tray 9. */
const firstReceived = firstBarcode + openingBarcodes;

/**
 * Transfers to the first shop: one to approve, one in transit, one with a difference, one that arrived
 * complete.
 */
function transfers(give: Give, now: number): void {
  const begin = (name: string, at: number, barcodeId: number, qty: number): string => {
    const lines = [{ id: 'a', barcodeId, qty }];
    const header = { toPooId: shop, note: 'For the week' };
    give(at, inward, 'transfer-new', 'draft', { pooId: warehouse, header, lines }, { name });
    give(at + minute, inward, `transfer-{${name}}`, 'submit', {}, versioned);
    return `transfer-{${name}}`;
  };
  const send = (transfer: string, at: number): void => {
    give(at, head, transfer, 'approve', {}, versioned);
    give(at + 20 * minute, inward, transfer, 'pick', {}, versioned);
    const input = { boxes: 2, vehicle: 'KA05MX4521' };
    give(at + 40 * minute, inward, transfer, 'dispatch', input, versioned);
  };
  const receive = (transfer: string, at: number, receivedQty: number, damagedQty: number): void => {
    give(at, store, transfer, 'count', { put: [{ id: 'a', receivedQty, damagedQty }] }, versioned);
    give(at + 5 * minute, store, transfer, 'receive', {}, versioned);
  };
  const whole = begin('T1', now - 3 * day, paracet, 300);
  send(whole, now - 3 * day + hour);
  receive(whole, now - 2 * day, 300, 0);
  give(now - 2 * day + hour, store, `stock-${shop}-${paracet}`, 'putAway', { trayId: 20, qty: 300 });
  const short = begin('T2', now - 30 * hour, rosuva, 150);
  send(short, now - 29 * hour);
  receive(short, now - 4 * hour, 140, 6);
  send(begin('T3', now - 8 * hour, paracet, 450), now - 7 * hour);
  begin('T4', now - 50 * minute, paracet, 600);
}

/**
 * Two counts: a tray of the shop whose differences wait for a decision, and one of the warehouse in progress.
 */
function counts(give: Give, now: number): void {
  const at = now - 5 * hour;
  const tray = { pooId: shop, header: { trayId: 20, note: 'Weekly count of the rack' } };
  give(at, store, 'count-new', 'draft', tray, { name: 'S1' });
  const put = [{ id: 'a', barcodeId: paracet, countedQty: 291 }];
  give(at + 10 * minute, store, 'count-{S1}', 'change', { put }, versioned);
  give(at + 20 * minute, store, 'count-{S1}', 'submit', {}, versioned);
  const rack = { pooId: warehouse, header: { trayId: 9 } };
  give(now - 40 * minute, head, 'count-new', 'draft', rack, { name: 'S2' });
  const counted = [{ id: 'a', barcodeId: firstReceived, countedQty: 1_485 }];
  give(now - 30 * minute, head, 'count-{S2}', 'change', { put: counted }, versioned);
}

/**
 * The shop's sales over the weeks, from which levels can be proposed; some are in force.
 */
function levels(give: Give, now: number): void {
  const [sold, also] = [firstBarcode, firstBarcode + 1];
  for (const [n, [barcodeId, qty]] of (
    [
      [sold, 90],
      [sold, 105],
      [sold, 60],
      [also, 70],
      [also, 50],
    ] as const
  ).entries()) {
    const at = now - (34 - 6 * n) * day;
    const ref = { type: 'dispatch', id: `D${n}`, line: null, number: null };
    for (const [i, type] of (['StockReserved', 'StockPicked', 'StockDispatched'] as const).entries())
      give(at + i * minute, 0, `stock-${shop}-${barcodeId}`, 'move', { type, qty, ref });
  }
  const rule = (productId: number, min: number, max: number, multiple: number, name: string): void => {
    give(
      now - 6 * day,
      buyer,
      `minmax-${warehouse}-${productId}`,
      'propose',
      { min, max, multiple },
      { request: name },
    );
    give(now - 5 * day, head, `approval-{${name}}`, 'approveStep', { step: 1 });
  };
  rule(1, 1_500, 6_000, 15, 'MM1');
  rule(12, 800, 2_000, 10, 'MM2');
}

/** Two returns: one waits for approval, one was handed over and its claim waits for the accounts. */
function returns(give: Give, now: number): void {
  const begin = (name: string, at: number, qty: number): string => {
    const lines = [{ id: 'a', barcodeId: firstReceived, bucket: 'available', reason: 'EXCESS', qty }];
    const header = { supplierId: 1, note: 'More than we sell' };
    give(at, buyer, 'rtv-new', 'draft', { pooId: warehouse, header, lines }, { name });
    give(at + minute, buyer, `rtv-{${name}}`, 'submit', {}, versioned);
    return `rtv-{${name}}`;
  };
  const gone = begin('R1', now - 3 * day, 60);
  give(now - 3 * day + hour, head, gone, 'approve', {}, versioned);
  give(now - 2 * day, head, gone, 'scan', { put: [{ id: 'a', stagedQty: 60 }] }, versioned);
  give(now - 2 * day + minute, head, gone, 'stage', {}, versioned);
  const hand = { boxes: 1, receiver: 'Ramesh Pai, DL KA05 4411', vehicle: 'KA03AB7712' };
  give(now - 2 * day + hour, head, gone, 'handOver', hand, versioned);
  begin('R2', now - 90 * minute, 45);
}

const labelPhoto = (): SampleFile => ({
  id: sampleFileId('label photograph', cefixime),
  name: 'Label SAMPLE.png',
  mime: 'image/png',
  bytes: sampleSheet('receipt', cefixime),
  by: inward,
  for: `barcode-${cefixime}`,
});
/** Photographs of the demo's questions about goods. */
export const stockMoveFiles = (): readonly SampleFile[] => [labelPhoto()];

/** A label with a mistyped batch waits for a decision. */
function correction(give: Give, now: number, expiry: string): void {
  const { id, name, mime, bytes } = labelPhoto();
  const at = now - 3 * hour;
  const kept = { name, mime, bytes: bytes.length, sha256: sha256Of(bytes), for: `barcode-${cefixime}` };
  give(at, inward, `file-${id}`, 'keep', kept, { noted: true });
  const input = {
    pooId: warehouse,
    batch: 'NB250620',
    mfg: null,
    expiry,
    mrpPaise: 109_50,
    reason: 'The strip says 0620; two digits were swapped',
    fileId: id,
  };
  give(at + minute, inward, `barcode-${cefixime}`, 'requestEdit', input, versioned);
}

/** Goods moved between places, and the problems found with them. */
export function demoStockMoves(now: number): DemoCommand[] {
  const orders: DemoCommand[] = [];
  const give: Give = (at, as, stream, command, input = {}, more = {}) =>
    void orders.push({ at, as, stream, command, input, ...more });
  transfers(give, now);
  levels(give, now);
  returns(give, now);
  counts(give, now);
  correction(give, now, openingExpiry(now, 60));
  return orders;
}
