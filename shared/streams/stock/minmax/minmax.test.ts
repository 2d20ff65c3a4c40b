import { describe, expect, it } from 'vitest';
import { instantOf } from '#shared/core/day.ts';
import { stockServer } from '#tests/kit/stock-server.ts';
import { changeOf, dailySales, levelsFrom, toOrder } from './levels.ts';
import type { MinMaxState } from './minmax.ts';

const buyer = 201;
const store = 161;
const demand = { sold: 270, stockedDays: 90, leadDays: 2, packSize: 15 };
const levels = { min: 15, max: 60, multiple: 15 };

describe('levels', () => {
  it('cover the lead time and three days, and fifteen days more', () => {
    expect(dailySales(demand)).toBe(3);
    expect(levelsFrom(demand)).toEqual({ min: 15, max: 60, multiple: 15 });
  });
  it('are measured on days with stock, and not proposed on fewer than ten', () => {
    expect(levelsFrom({ ...demand, sold: 90, stockedDays: 30 })).toMatchObject({ min: 15 });
    expect(levelsFrom({ ...demand, stockedDays: 9 })).toBeNull();
    expect(levelsFrom({ ...demand, sold: 0 })).toBeNull();
  });
  it.each([
    [20, 2, 3, 18],
    [20, 0, 3, 21],
    [20, 10, 3, 0],
    [20, -5, 3, 27],
  ])('up to %i from %i in multiples of %i requests %i', (max, projected, multiple, qty) =>
    expect(toOrder({ min: 10, max, multiple }, projected)).toBe(qty),
  );
  it('change by the larger of both parts', () => {
    expect(changeOf(null, levels)).toBeNull();
    expect(changeOf(levels, { ...levels, max: 90 })).toBe(50);
    expect(changeOf({ min: 0, max: 10, multiple: 1 }, { min: 5, max: 10, multiple: 1 })).toBe(100);
  });
});

function proposed(input: object = levels) {
  const server = stockServer();
  const said = server.try(buyer, 'minmax-5-1', 'propose', input, { figures: demand });
  return { ...server, said, rule: (): MinMaxState => server.state('minmax-5-1') };
}
const approved = () => {
  const server = proposed();
  server.must(null, 'minmax-5-1', 'apply', { requestId: server.rule().pending?.requestId, approvalId: 1 });
  return server;
};

describe('a proposal', () => {
  it.each([
    ['minMaxInvalid', { min: 60, max: 60, multiple: 15 }],
    ['notPackMultiple', { min: 15, max: 60, multiple: 10 }],
  ])('%s', (code, input) => expect(proposed(input).said).toBe(code));
  it('is for a product that may be bought, at one’s own place', () => {
    const { try: give } = stockServer();
    expect(give(buyer, 'minmax-5-4', 'propose', levels)).toBe('productNotActive');
    expect(give(buyer, 'minmax-9-1', 'propose', levels)).toBe('pooNotMapped');
    expect(give(store, 'minmax-1-1', 'propose', levels)).toBe('forbidden');
  });
  it('waits with its figures, only one at a time, while the old levels apply', () => {
    const server = approved();
    server.must(buyer, 'minmax-5-1', 'propose', { ...levels, min: 20 }, { figures: demand });
    expect(server.rule()).toMatchObject({ live: levels, pending: { min: 20 } });
    expect(server.try(buyer, 'minmax-5-1', 'propose', { ...levels, min: 18 })).toBe('proposalPending');
    const raised = server.log.findLast(({ type }) => type === 'MinMaxProposed');
    expect(raised?.data).toMatchObject({
      figures: { sold: 270, stockedDays: 90 },
      before: levels,
      change: 33,
    });
  });
  it('above half needs a reason', () => {
    const server = approved();
    const more = { ...levels, max: 105 };
    expect(server.try(buyer, 'minmax-5-1', 'propose', more)).toBe('changeReason');
    expect(server.try(buyer, 'minmax-5-1', 'propose', levels)).toBe('nothingChanged');
    expect(
      server.try(buyer, 'minmax-5-1', 'propose', { ...more, reason: 'The fever season begins' }),
    ).toContain('MinMaxProposed');
  });
  it('is removed when it is rejected or withdrawn', () => {
    const server = proposed();
    server.must(null, 'minmax-5-1', 'rejectChange', {
      requestId: server.rule().pending?.requestId,
      approvalId: 1,
    });
    expect(server.rule()).toMatchObject({ live: null, pending: null });
    server.must(buyer, 'minmax-5-1', 'propose', levels);
    server.must(buyer, 'minmax-5-1', 'withdraw');
    expect(server.rule().pending).toBeNull();
  });
});

describe('replenishment', () => {
  const below = { projected: [{ productId: 1, ...levels, projected: 4 }] };
  it('requests goods below their minimum, in one submitted indent', () => {
    const server = approved();
    server.must(buyer, 'replenishment-5', 'run', {}, below);
    expect(server.state('indent-1')).toMatchObject({
      stage: 'submitted',
      pooId: 5,
      header: { source: 'MINMAX' },
      lines: [{ productId: 1, qty: 60 }],
    });
  });
  it('reports when nothing is below', () =>
    expect(
      approved().try(
        buyer,
        'replenishment-5',
        'run',
        {},
        { projected: [{ ...below.projected[0], projected: 15 }] },
      ),
    ).toBe('nothingBelow'));
  it('runs every night once levels apply', () => {
    const server = approved();
    const nights = (): number => server.log.filter(({ type }) => type === 'ReplenishmentTriggered').length;
    server.until(instantOf('2026-11-19', '01:59'));
    expect(nights()).toBe(0);
    server.until(instantOf('2026-11-19', '02:00'));
    expect(nights()).toBe(1);
    server.until(instantOf('2026-11-20', '02:00'));
    expect(nights()).toBe(2);
    expect(server.try(null, 'replenishment-5', 'run', { night: true })).toBe('noLongerNeeded');
  });
});
