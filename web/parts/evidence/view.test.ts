import { describe, expect, it } from 'vitest';
import { between, fitted, focused, toPage, zoomed } from './view.ts';

const page = { width: 1_000, height: 1_400 };
const glass = { width: 500, height: 600 };
const near = (value: number, expected: number): void =>
  expect(Math.abs(value - expected)).toBeLessThan(0.001);

describe('the view of a page', () => {
  it('fits the whole page, turned or not', () => {
    const upright = fitted(page, glass);
    near(upright.scale, (600 / 1_400) * 0.98);
    near(fitted(page, glass, 90).scale, (500 / 1_400) * 0.98);
    near(upright.x + (page.width * upright.scale) / 2, 250);
  });
  it('keeps the point under the pointer where it is while zooming', () => {
    const before = fitted(page, glass);
    const at = { x: 120, y: 90 };
    const point = toPage(before, page, at);
    const after = toPage(zoomed(before, 2, at), page, at);
    near(after.x, point.x);
    near(after.y, point.y);
  });
  it.each([0, 90, 180, 270, 7])('finds the same point of the page at %d degrees', (turn) => {
    const view = focused({ x: 0.4, y: 0.7, w: 0.2, h: 0.1 }, page, glass, turn);
    const middle = toPage(view, page, { x: 250, y: 300 });
    near(middle.x, 0.5);
    near(middle.y, 0.75);
  });
  it('takes two corners in any sequence, and nothing outside the page', () => {
    const square = between({ x: 0.6, y: 0.1 }, { x: 0.2, y: 0.3 });
    near(square.x, 0.2);
    near(square.y, 0.1);
    near(square.w, 0.4);
    near(square.h, 0.2);
    expect(toPage(fitted(page, glass), page, { x: -900, y: 9_000 })).toEqual({ x: 0, y: 1 });
  });
});
