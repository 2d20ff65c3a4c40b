import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stockServer } from '#tests/kit/stock-server.ts';
import type { IndentState } from './state.ts';

const line = (id: string, productId: number, qty: number) => ({ id, productId, qty });
function raised(lines = [line('a', 1, 40), line('b', 2, 20)]) {
  const server = stockServer();
  server.must(161, 'indent-new', 'draft', { pooId: 1, header: {}, lines });
  server.must(161, 'indent-1', 'submit');
  return { ...server, indent: (): IndentState => server.state('indent-1') };
}

describe('an indent', () => {
  it('is numbered by place and year, and rounds up to whole packs', () => {
    const { indent } = raised();
    expect(indent()).toMatchObject({ number: 'BLR01/N26/000001', stage: 'submitted' });
    expect(indent().lines.map(({ qty, open }) => [qty, open])).toEqual([
      [45, 45],
      [20, 20],
    ]);
  });
  it.each([
    ['productNotActive', [line('a', 4, 10)]],
    ['notInList', [line('a', 99, 10)]],
    ['productTwice', [line('a', 1, 10), line('b', 1, 10)]],
  ])('%s', (code, lines) => {
    expect(stockServer().try(161, 'indent-new', 'draft', { pooId: 1, header: {}, lines })).toBe(code);
  });
  it('is raised for one’s own place only, and with a line at least', () => {
    const server = stockServer();
    expect(server.try(161, 'indent-new', 'draft', { pooId: 5, header: {}, lines: [] })).toBe('pooNotMapped');
    server.must(161, 'indent-new', 'draft', { pooId: 1, header: {}, lines: [] });
    expect(server.try(161, 'indent-2', 'submit')).toBe('noLines');
  });
  it('cannot be needed by a past day', () => {
    expect(
      stockServer().try(161, 'indent-new', 'draft', {
        pooId: 1,
        header: { neededBy: '2026-11-17' },
        lines: [],
      }),
    ).toBe('dateInPast');
  });
  it('is rejected or cancelled only while nothing of it is ordered', () => {
    const { must, try: react } = raised();
    must(201, 'po-new', 'draft', {
      pooId: 1,
      header: { supplierId: 1, fromIndents: true },
      lines: [
        {
          id: 'p',
          productId: 1,
          packs: 1,
          ptrPaise: 20_00,
          links: [{ indentId: '1', lineId: 'a', qty: 15 }],
        },
      ],
    });
    expect(react(201, 'indent-1', 'reject', { reason: 'Not for this place' })).toBe('alreadyAllotted');
    expect(react(161, 'indent-1', 'cancel', { reason: 'Not needed after all' })).toBe('alreadyAllotted');
  });
  it('is rejected with a reason', () => {
    const { must, try: react, indent } = raised();
    must(201, 'indent-1', 'reject', { reason: 'Bought for the whole city' });
    expect(indent().stage).toBe('rejected');
    expect(react(161, 'indent-1', 'submit')).toBe('wrongState');
  });
});

describe('a line', () => {
  it('is ordered only as far as it is open', () => {
    const { try: react, must, indent } = raised();
    const order = (qty: number) => ({
      pooId: 1,
      header: { supplierId: 1 },
      lines: [
        { id: 'p', productId: 1, packs: 9, ptrPaise: 20_00, links: [{ indentId: '1', lineId: 'a', qty }] },
      ],
    });
    expect(react(201, 'po-new', 'draft', order(46))).toBe('overAllocate');
    must(201, 'po-new', 'draft', order(45));
    expect(react(201, 'po-new', 'draft', order(1))).toBe('indentLineClosed');
    expect(indent().lines[0]).toMatchObject({ open: 0, onPo: 45 });
  });
  it('keeps its ordered units when it is changed', () => {
    const { try: react, must } = raised();
    must(201, 'po-new', 'draft', {
      pooId: 1,
      header: { supplierId: 1 },
      lines: [
        {
          id: 'p',
          productId: 1,
          packs: 2,
          ptrPaise: 20_00,
          links: [{ indentId: '1', lineId: 'a', qty: 30 }],
        },
      ],
    });
    expect(react(161, 'indent-1', 'change', { put: [{ id: 'a', qty: 15 }] })).toBe('belowAllotted');
    expect(react(161, 'indent-1', 'change', { remove: ['a'] })).toBe('indentLineClosed');
    expect(react(161, 'indent-1', 'change', { put: [{ id: 'a', qty: 60 }] })).toEqual(['IndentLineChanged']);
  });
  it('is closed with a reason, and the indent closes when nothing is open', () => {
    const { must, indent } = raised();
    must(201, 'indent-1', 'shortClose', { lineId: 'a', reason: 'NOT_AVAILABLE' });
    expect(indent().stage).toBe('submitted');
    must(161, 'indent-1', 'cancelLine', { lineId: 'b', reason: 'Customer no longer waits' });
    expect(indent().stage).toBe('closed');
  });
});

it('every unit of a line is in exactly one part after any commands', () => {
  const step = fc.record({
    what: fc.constantFrom('order', 'short', 'cancel', 'change', 'receive', 'release'),
    line: fc.constantFrom('a', 'b'),
    qty: fc.integer({ min: 1, max: 60 }),
  });
  fc.assert(
    fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
      const { give, indent } = raised();
      for (const { what, line: lineId, qty } of steps) {
        const links = [{ indentId: '1', lineId, qty }];
        if (what === 'order')
          give(201, 'po-new', 'draft', {
            pooId: 1,
            header: { supplierId: 1 },
            lines: [{ id: 'p', productId: lineId === 'a' ? 1 : 2, packs: 99, ptrPaise: 20_00, links }],
          });
        else if (what === 'short') give(201, 'indent-1', 'shortClose', { lineId, reason: 'PRICE' });
        else if (what === 'cancel')
          give(161, 'indent-1', 'cancelLine', { lineId, reason: 'No longer needed' });
        else if (what === 'change') give(161, 'indent-1', 'change', { put: [{ id: lineId, qty }] });
        else if (what === 'receive') give(null, 'indent-1', 'receive', { lineId, qty, from: 'onPo' });
        else give(null, 'indent-1', 'release', { lineId, qty, poId: '1', why: 'PoCancelled' });
        for (const one of indent().lines) {
          const parts = [one.open, one.onPo, one.onTransfer, one.received, one.cancelled];
          expect(parts.reduce((sum, part) => sum + part, 0)).toBe(one.qty);
          expect(Math.min(...parts)).toBeGreaterThanOrEqual(0);
        }
      }
    }),
    { numRuns: 60 },
  );
});
