import { describe, expect, it } from 'vitest';
import { addDays, instantOf } from '#shared/core/day.ts';
import { dispatcher, goodCode, parcelServer, rider, supervisor } from '#tests/kit/parcel-server.ts';
import { saleDay, saleServer } from '#tests/kit/sale-server.ts';
import { stockServer } from '#tests/kit/stock-server.ts';
import type { PickState } from '../../sales/pick/state.ts';

const picker = 161;
const stockHead = 203;
const received = {
  ...{ productId: 1, code: 'P000001', product: 'Paracet-ZD 650', packSize: 15, storage: 'AMBIENT' },
  ...{ gstClass: 'MED', hsn: '3004', batch: 'A1', mfg: null, expiry: '2027-11-30', mrpPaise: 30_24 },
  ...{ costPaise: 15_000, costUnits: 100, gstBp: 500, supplierId: 1, supplier: 'Sri Balaji Agencies' },
  origin: { type: 'gre', id: '1', number: 'BLRWH/G26/000001', line: 'a' },
  ...{ invoiceNo: 'SB-1', invoiceDate: '2026-11-17', receivedQty: 100, pooId: 5, accepted: 100, rejected: 0 },
};
type Server = Pick<ReturnType<typeof saleServer>, 'write' | 'now'>;
/** The place has submitted today's books. */
const close = (server: Server, pooId = 1): void =>
  void server.write(
    `till-${pooId}`,
    'TillDayClosed',
    { date: saleDay, drawerPaise: 0, toDepositPaise: 0 },
    server.now(),
    picker,
  );

/** A list for twenty in the hands of its picker, ten of them scanned. */
function picking() {
  const server = saleServer();
  server.shelf({ batch: 'A', expiry: '2027-09-30', qty: 60 });
  const id = server.queued([{ productId: 1, qty: 20 }]);
  server.must(172, `order-${id}`, 'createPickList', {}, server.goods());
  const pick = (): PickState => server.state('pick-1');
  const scan = (scanId: string) =>
    server.try(picker, 'pick-1', 'scan', { code: pick().lines[0]!.label, qty: 10, scanId });
  scan('a');
  return { ...server, pick, scan };
}

describe('goods of a place that has ended its day', () => {
  it('are not picked, put back or given up', () => {
    const server = picking();
    close(server);
    expect(server.scan('b')).toBe('dayClosed');
    expect(server.try(picker, 'pick-1', 'reverse', { lineId: 'p1', qty: 10 })).toBe('dayClosed');
    const trouble = { lineId: 'p1', reason: 'NOT_FOUND', note: 'Not in its tray' };
    expect(server.try(picker, 'pick-1', 'short', trouble)).toBe('dayClosed');
    expect(server.pick().lines[0]).toMatchObject({ picked: 10, short: 0 });
  });
  it('are not promised to an order', () => {
    const server = picking();
    const id = server.queued([{ productId: 1, qty: 15 }]);
    close(server);
    expect(server.try(172, `order-${id}`, 'createPickList', {}, server.goods())).toBe('dayClosed');
  });
  it('are not put away', () => {
    const server = stockServer();
    server.must(null, 'barcode-new', 'generate', received);
    const put = (qty: number) => server.try(stockHead, 'stock-5-1', 'putAway', { trayId: 1, qty });
    expect(put(10)).toEqual(['StockPutAway']);
    close(server, 5);
    expect(put(10)).toBe('dayClosed');
  });
  it('are not handed over, marked as delivered or received back', () => {
    const server = parcelServer();
    const [first, second] = [server.ready(), server.ready()];
    server.out([first]);
    server.assigned(second);
    const file = { name: 'p.jpg', mime: 'image/jpeg', sha256: 'x', bytes: 1 };
    server.write('file-p', 'FileUploaded', file, server.now(), supervisor);
    server.must(rider, `delivery-${second}`, 'accept');
    close(server);
    const marked = {
      reason: 'The customer called and has it',
      fileId: 'p',
      cod: { paise: server.parcel(first).codDuePaise, mode: 'upi' },
    };
    expect(server.try(supervisor, `delivery-${first}`, 'markDelivered', marked)).toBe('dayClosed');
    server.must(rider, `delivery-${first}`, 'fail', { reason: 'REFUSED' });
    const back = { parts: server.parcel(first).rto };
    expect(server.try(dispatcher, `delivery-${first}`, 'receiveRto', back)).toBe('dayClosed');
  });
  it('are delivered at a door all the same: a rider says what happened', () => {
    const server = parcelServer();
    const id = server.ready();
    server.out([id]);
    close(server);
    const cod = { paise: server.parcel(id).codDuePaise, mode: 'cash' };
    server.must(rider, `delivery-${id}`, 'deliver', { code: '123456', cod }, goodCode);
  });
  it('of another place move on', () => {
    const server = picking();
    close(server, 5);
    expect(server.scan('b')).toContain('StockPicked');
  });
  it('move again when accounts reopen the day, and on the next one', () => {
    const server = picking();
    close(server);
    server.write('till-1', 'TillDayReopened', { date: saleDay }, server.now(), 5);
    expect(server.scan('b')).toContain('StockPicked');
    const next = picking();
    close(next);
    next.until(instantOf(addDays(saleDay, 1), '09:00'));
    const code = next.pick().lines[0]!.label;
    expect(next.try(picker, 'pick-1', 'scan', { code, qty: 10, scanId: 'b' })).not.toBe('dayClosed');
  });
  it('are released by their timer', () => {
    const server = picking();
    const id = server.queued([{ productId: 1, qty: 15 }]);
    server.must(172, `order-${id}`, 'createPickList', {}, server.goods());
    close(server);
    server.until(server.now() + 5 * 3_600_000);
    expect(server.log.map(({ type }) => type)).toContain('StockReservationReleased');
  });
});
