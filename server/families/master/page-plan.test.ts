import fc from 'fast-check';
import { expect, test } from 'vitest';
import { pagePlan } from './page-plan.ts';
import type { Mark } from './page-plan.ts';

const list = (total: number): number[] => Array.from({ length: total }, (_, n) => n);
const markAt = (offset: number): Mark => ({ offset, key: String(offset), id: offset });

/** The rows that a plan leads to, in the order of the list. */
function follow(
  rows: readonly number[],
  { at, back, skip, take }: ReturnType<typeof pagePlan>,
): readonly number[] {
  if (!back) return rows.slice(at?.offset ?? 0).slice(skip, skip + take);
  return rows
    .slice(0, at?.offset ?? rows.length)
    .reverse()
    .slice(skip, skip + take)
    .reverse();
}

test('every plan leads to the same page', () =>
  fc.assert(
    fc.property(
      fc.nat(300),
      fc.nat(320),
      fc.integer({ min: 1, max: 40 }),
      fc.array(fc.nat(300), { maxLength: 6 }),
      (total, from, limit, offsets) => {
        const marks = offsets.filter((offset) => offset < total).map(markAt);
        expect(follow(list(total), pagePlan({ from, limit, total, marks }))).toEqual(
          list(total).slice(from, from + limit),
        );
      },
    ),
  ));

test('the last page of a long list skips no row, a middle one half of them, the one after that none', () => {
  const long = { limit: 100, total: 200_000 };
  expect(pagePlan({ ...long, from: 199_900, marks: [] })).toMatchObject({ back: true, skip: 0, take: 100 });
  expect(pagePlan({ ...long, from: 100_000, marks: [] }).skip).toBe(99_900);
  expect(pagePlan({ ...long, from: 100_100, marks: [markAt(100_000)] })).toMatchObject({
    back: false,
    skip: 100,
  });
  expect(pagePlan({ ...long, from: 99_900, marks: [markAt(100_000)] })).toMatchObject({
    back: true,
    skip: 0,
  });
});
