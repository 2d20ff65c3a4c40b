import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Viewer } from '../../../core/permission.ts';
import { stockServer } from '#tests/kit/stock-server.ts';
import type { StockState } from '../item/state.ts';
import { opening, type OpeningState } from './opening.ts';

const head = 203;
const store = 161;
const other = 5;
const line = {
  id: 'a',
  productId: 1,
  batch: 'zl250912',
  expiry: '2027-12-31',
  qty: 900,
  costPaise: 22_50,
};

function drafted(more: object = {}) {
  const server = stockServer();
  const input = { pooId: 5, header: { note: 'First day' }, lines: [{ ...line, ...more }] };
  server.must(head, 'opening-new', 'draft', input);
  return {
    ...server,
    entry: (): OpeningState => server.state('opening-1'),
    item: (): StockState => server.state('stock-5-1'),
  };
}

describe('opening stock', () => {
  it('copies the product, and stores the batch as on its label', () => {
    expect(drafted().entry()).toMatchObject({
      number: 'BLRWH/M26/000001',
      lines: [{ product: 'Paracet-ZD 650', packSize: 15, batch: 'ZL250912', labelMrpPaise: 30_24 }],
    });
  });
  it.each([
    ['lineIncomplete', { batch: '' }],
    ['lineIncomplete', { expiry: null }],
    ['lineIncomplete', { costPaise: 0 }],
  ])('is submitted with batch, expiry and cost: %s', (code, more) =>
    expect(drafted(more).try(head, 'opening-1', 'submit')).toBe(code),
  );
  it.each(['ZL 250912', 'ZL_1', 'LÖT1'])('takes no batch that no barcode can carry: %s', (batch) => {
    expect(drafted().try(head, 'opening-1', 'change', { put: [{ id: 'a', batch }] })).toBe('badFormat');
    const server = stockServer();
    expect(
      server.try(head, 'opening-new', 'draft', { pooId: 5, header: {}, lines: [{ ...line, batch }] }),
    ).toBe('badFormat');
  });
  it('that holds such a batch from before is neither submitted nor approved', () => {
    const server = drafted();
    const stored = server.entry().lines.map((one) => ({ ...one, batch: 'ZL 250912' }));
    const change = { header: {}, put: stored, removed: [] };
    server.write('opening-1', 'OpeningStockChanged', change, server.now(), head);
    expect(server.entry().lines[0]?.batch).toBe('ZL 250912');
    expect(server.try(head, 'opening-1', 'submit')).toBe('badFormat');
    server.write('opening-1', 'OpeningStockSubmitted', {}, server.now(), head);
    expect(server.try(other, 'opening-1', 'approve')).toBe('badFormat');
    expect(server.item().exists).toBe(false);
  });
  it('costs no more than the printed price', () =>
    expect(drafted().try(head, 'opening-1', 'change', { put: [{ id: 'a', costPaise: 30_25 }] })).toBe(
      'costAboveMrp',
    ));
  it('needs a line, a product that may be bought, and its own place', () => {
    const server = stockServer();
    const draft = (as: number, lines: readonly object[]) =>
      server.try(as, 'opening-new', 'draft', { pooId: 5, header: {}, lines });
    expect(draft(head, [{ ...line, productId: 4 }])).toBe('productNotActive');
    expect(draft(store, [line])).toBe('pooNotMapped');
    server.must(head, 'opening-new', 'draft', { pooId: 5, header: {}, lines: [] });
    expect(server.try(head, 'opening-3', 'submit')).toBe('noLines');
  });
  it('becomes a barcode and stock when somebody else approves it', () => {
    const server = drafted();
    server.must(head, 'opening-1', 'submit');
    expect(server.try(head, 'opening-1', 'approve')).toBe('selfApproval');
    server.must(other, 'opening-1', 'approve');
    expect(server.item()).toMatchObject({
      buckets: { available: 900, expired: 0 },
      facts: { batch: 'ZL250912', costPaise: 22_50, costUnits: 15 },
    });
    expect(server.try(other, 'opening-1', 'approve')).toBe('wrongState');
  });
  it('of an expired batch is stored as expired', () => {
    const server = drafted({ expiry: '2026-10-31' });
    server.must(head, 'opening-1', 'submit');
    server.must(other, 'opening-1', 'approve');
    expect(server.item().buckets).toMatchObject({ available: 0, expired: 900 });
  });
  it('that was sent back is changed and submitted again', () => {
    const server = drafted();
    server.must(head, 'opening-1', 'submit');
    expect(server.try(head, 'opening-1', 'change', { put: [{ id: 'a', qty: 800 }] })).toBe('wrongState');
    server.must(other, 'opening-1', 'reject', { reason: 'The third shelf is missing' });
    server.must(head, 'opening-1', 'change', { put: [{ id: 'a', qty: 800 }] });
    server.must(head, 'opening-1', 'submit');
    server.must(other, 'opening-1', 'approve');
    expect(server.item().buckets.available).toBe(800);
  });
  it('ends with the first day end of its place, on any later day', () => {
    const server = drafted();
    server.must(head, 'opening-1', 'submit');
    const till = (type: string, data: object) => server.write('till-5', type, data, server.now(), head);
    const closed = (date: string) => till('TillDayClosed', { date, drawerPaise: 0, toDepositPaise: 0 });
    closed('2026-11-16');
    const input = { pooId: 5, header: {}, lines: [line] };
    const all = () => [
      server.try(other, 'opening-1', 'approve'),
      server.try(head, 'opening-new', 'draft', input),
    ];
    expect(all()).toEqual(['openingClosed', 'openingClosed']);
    closed('2026-11-17');
    till('TillDayReopened', { date: '2026-11-17', reason: 'A bill was missing' });
    expect(all()).toEqual(['openingClosed', 'openingClosed']);
    server.must(other, 'opening-1', 'reject', { reason: 'The first day has ended' });
    expect(server.try(head, 'opening-1', 'change', { put: [{ id: 'a', qty: 800 }] })).toBe('openingClosed');
    expect(server.try(head, 'opening-1', 'submit')).toBe('openingClosed');
  });
  it('goes on where accounts reopen that first day', () => {
    const server = drafted();
    server.must(head, 'opening-1', 'submit');
    const date = '2026-11-17';
    server.write('till-5', 'TillDayClosed', { date, drawerPaise: 0, toDepositPaise: 0 }, server.now(), head);
    server.write('till-5', 'TillDayReopened', { date, reason: 'Shelf three' }, server.now(), head);
    server.must(other, 'opening-1', 'approve');
  });
  it('takes the changes of two people to different fields, and names who changed the same one', () => {
    const server = drafted();
    const seen = server.entry().version;
    server.must(head, 'opening-1', 'change', { put: [{ id: 'a', qty: 800 }], header: { note: 'Shelf 3' } });
    const change = (input: object) => {
      const { input: shape, reads, decide } = opening.commands['change']!;
      const given = z.parse(shape, input);
      const state = server.entry();
      const viewer = { kind: 'system', empId: null } as Viewer;
      const read = Object.fromEntries(
        Object.entries(reads?.(given, state, {} as never) ?? {}).map(([short, one]) => [
          short,
          server.state(one),
        ]),
      );
      return decide(state, given, { id: '1', viewer, read, seen } as never);
    };
    expect(change({ put: [{ id: 'a', costPaise: 20_00 }] })).toMatchObject([
      { type: 'OpeningStockChanged', data: { put: [{ qty: 800, costPaise: 20_00 }] } },
    ]);
    expect(change({ put: [{ id: 'a', qty: 700 }] })).toMatchObject({
      code: 'fieldConflict',
      details: { by: 'Person 203', conflicts: [{ field: 'l.a.qty', now: '800' }] },
    });
    expect(change({ header: { note: 'Shelf 4' } })).toMatchObject({ code: 'fieldConflict', field: 'h.note' });
    // The same value twice is no conflict.
    expect(change({ put: [{ id: 'a', qty: 800 }] })).toHaveLength(1);
  });
});
