import { expect, it } from 'vitest';
import { levelRows, shows, type LiveRule } from './rows.ts';

const levels = { min: 10, max: 20, multiple: 3 };
const rule = (productId: number, more: object = {}): LiveRule => ({
  id: `1-${productId}`,
  version: 1,
  pooId: 1,
  productId,
  product: `Product ${productId}`,
  live: levels,
  pending: null,
  ...more,
});
const figures = (productId: number, projected: number) => ({
  productId,
  code: `P${productId}`,
  product: `Product ${productId}`,
  packSize: 1,
  available: projected,
  projected,
  sold: 90,
  stockedDays: 90,
  leadDays: 2,
});

it('joins levels and figures of a place, and lists products without levels', () => {
  const rows = levelRows(1, [rule(1), rule(2, { pooId: 5 })], [figures(1, 2), figures(3, 4)]);
  expect(rows).toMatchObject([
    { productId: 1, toOrder: 18, ads: 1, min: 10 },
    { productId: 3, toOrder: 0, live: null, proposal: { min: 5, max: 20 } },
  ]);
  expect(rows.map((row) => shows(row, 'below'))).toEqual([true, false]);
  expect(rows.map((row) => shows(row, 'none'))).toEqual([false, true]);
});
