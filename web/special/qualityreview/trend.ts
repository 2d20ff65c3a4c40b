import { addDays, businessDay, weekday } from '#shared/core/day.ts';
import type { CallReviewRow } from '#shared/feeds/call-reviews.ts';
import { scoreHeads, type ScoreHead } from '#shared/streams/calls/review/state.ts';
import { compareTexts } from '#shared/core/collation.ts';

export const weeksShown = 12;
export type Figure = 'total' | ScoreHead;
type Review = Pick<CallReviewRow, 'id' | 'face' | 'scoredAt' | 'total' | 'counts'>;

/** The Monday of the business week that an instant lies in. */
export function weekOf(at: number): string {
  const day = businessDay(at);
  return addDays(day, -((weekday(day) + 6) % 7));
}

/** The last weeks up to `now`, oldest first. */
export const weeksTo = (now: number): readonly string[] =>
  Array.from({ length: weeksShown }, (_, n) => addDays(weekOf(now), (n - weeksShown + 1) * 7));

/** Reviews of one agent whose score counts and is known here, latest first. */
export const reviewsOf = <R extends Review>(rows: readonly R[], empId: number): readonly R[] =>
  rows
    .filter(({ face, counts }) => face.agent.empId === empId && counts !== null)
    .toSorted((a, b) => (b.scoredAt ?? '').localeCompare(a.scoredAt ?? ''));

/** The agents that the reviews are about, by name. */
export const agentsOf = (
  rows: readonly Review[],
): readonly { readonly empId: number; readonly name: string }[] =>
  [...new Map(rows.map(({ face }) => [face.agent.empId, face.agent])).values()].toSorted((a, b) =>
    compareTexts(a.name, b.name),
  );

const figureOf = ({ total, counts }: Review, figure: Figure): number | null =>
  figure === 'total' ? total : (counts?.scores[figure] ?? null);

/** The average of each week, to a tenth; null for a week without a review. */
export function weekly(
  reviews: readonly Review[],
  weeks: readonly string[],
  figure: Figure,
): readonly (number | null)[] {
  return weeks.map((week) => {
    const values = reviews
      .filter(({ scoredAt }) => scoredAt !== null && weekOf(Date.parse(scoredAt)) === week)
      .map((review) => figureOf(review, figure))
      .filter((value) => value !== null);
    if (values.length === 0) return null;
    return Math.round((values.reduce((sum, value) => sum + value, 0) / values.length) * 10) / 10;
  });
}

export const figures: readonly Figure[] = ['total', ...scoreHeads];
