/** The position of a row in a list: its sort value, as text, and its id. */
export interface Mark {
  readonly offset: number;
  readonly key: string;
  readonly id: number;
}

/**
 * How a page is reached: from a mark or an end of the list, forwards or backwards, skipping a number of rows.
 */
export interface PagePlan {
  readonly at: Mark | null;
  readonly back: boolean;
  readonly skip: number;
  readonly take: number;
}

/**
 * The plan that skips the fewest rows: from the beginning, from the end, or from a known row near the page.
 */
export function pagePlan({
  from,
  limit,
  total,
  marks,
}: {
  from: number;
  limit: number;
  total: number;
  marks: readonly Mark[];
}): PagePlan {
  const take = Math.max(0, Math.min(limit, total - from));
  const upTo = from + take;
  let best: PagePlan = { at: null, back: false, skip: from, take };
  if (total - upTo < best.skip) best = { at: null, back: true, skip: total - upTo, take };
  for (const at of marks) {
    if (at.offset <= from && from - at.offset < best.skip)
      best = { at, back: false, skip: from - at.offset, take };
    else if (at.offset >= upTo && at.offset - upTo < best.skip)
      best = { at, back: true, skip: at.offset - upTo, take };
  }
  return best;
}
