import { businessDay } from '../core/day.ts';
import type { Chosen, WallFace, WallFigure, WallTile } from './wall.ts';
import type { WallMark } from './wall-marks.ts';

const minute = 60_000;
const passed = (at: string | null, now: number): boolean => at !== null && Date.parse(at) <= now;
const share = (part: number, whole: number): number | null =>
  whole === 0 ? null : Math.round((part * 100) / whole);

function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return Math.round(((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2);
}

const holds: Readonly<Record<NonNullable<Chosen['only']>[number], (mark: WallMark, now: number) => boolean>> =
  {
    today: ({ since }, now) => businessDay(Date.parse(since)) === businessDay(now),
    late: ({ breachAt }, now) => passed(breachAt, now),
    reached: ({ reachedAt }) => Boolean(reachedAt),
    unreached: ({ reachedAt }) => !reachedAt,
  };

/** The marks that a figure is about. */
export function chosen(
  { of, states, only = [] }: Chosen,
  marks: readonly WallMark[],
  now: number,
): readonly WallMark[] {
  const boards = typeof of === 'string' ? [of] : of;
  return marks.filter(
    (mark) =>
      boards.includes(mark.board) &&
      (!states || states.includes(mark.state)) &&
      only.every((condition) => holds[condition](mark, now)),
  );
}

/** The value of a figure at an instant (ms, server clock); null where there is none. */
export function figureValue(figure: WallFigure, marks: readonly WallMark[], now: number): number | null {
  const mine = chosen(figure, marks, now);
  switch (figure.kind) {
    case 'count':
    case 'boards':
      return mine.length;
    case 'oldest': {
      const first = Math.min(...mine.map(({ since }) => Date.parse(since)));
      return mine.length === 0 ? null : Math.max(0, Math.floor((now - first) / minute));
    }
    case 'reaction':
      return median(
        mine.flatMap(({ since, reachedAt }) =>
          reachedAt ? [Math.max(0, (Date.parse(reachedAt) - Date.parse(since)) / minute)] : [],
        ),
      );
    case 'inTime':
      return share(mine.filter(({ breachAt }) => !passed(breachAt, now)).length, mine.length);
    case 'kept':
      return share(
        mine.filter(({ breachAt, since }) => !passed(breachAt, Date.parse(since))).length,
        mine.length,
      );
    case 'share':
      return share(mine.length, chosen(figure.whole, marks, now).length);
    case 'cash':
      return Math.round(mine.reduce((sum, { paise = 0 }) => sum + paise, 0) / 100_00) * 100;
    case 'reading':
      return mine.length === 0 ? null : mine.reduce((sum, { amount = 0 }) => sum + amount, 0);
  }
}

/** Whether somebody must act on a figure with this value now. */
export function isAlarm(
  figure: WallFigure,
  value: number | null,
  marks: readonly WallMark[],
  now: number,
): boolean {
  const { alarm } = figure;
  if (value === null || alarm === undefined) return false;
  if (alarm === 'late') return chosen(figure, marks, now).some(({ breachAt }) => passed(breachAt, now));
  return 'above' in alarm ? value > alarm.above : value < alarm.below;
}

/** How many marks each board of a figure has, largest first; boards without any are left out. */
export function byBoard(
  figure: Chosen,
  marks: readonly WallMark[],
  now: number,
): readonly { readonly board: string; readonly count: number; readonly late: boolean }[] {
  const groups = Map.groupBy(chosen(figure, marks, now), ({ board }) => board);
  return [...groups]
    .map(([board, mine]) => ({
      board,
      count: mine.length,
      late: mine.some(({ breachAt }) => passed(breachAt, now)),
    }))
    .toSorted((a, b) => b.count - a.count || (a.board < b.board ? -1 : 1));
}

export interface TileCounts {
  readonly waiting: number;
  /** How many of those are claimed, waiting for an answer, or on a break. */
  readonly held: number;
  readonly oldestAt: string | null;
  readonly atRisk: number;
  readonly breached: number;
}

/**
 * The counts of a tile at an instant (ms, server clock): a mark is at risk from `warnAt` and breached from
 * `breachAt`.
 */
export function tileCounts(
  { board }: Pick<WallTile, 'board'>,
  marks: readonly WallMark[],
  now: number,
): TileCounts {
  const mine = marks.filter((mark) => mark.board === board);
  const breached = mine.filter(({ breachAt }) => passed(breachAt, now)).length;
  const warned = mine.filter(({ warnAt }) => passed(warnAt, now)).length;
  const oldestAt = mine.reduce<string | null>(
    (oldest, { since }) => (oldest === null || since < oldest ? since : oldest),
    null,
  );
  const held = mine.filter(({ state }) => state !== 'waiting' && state !== 'working').length;
  return { waiting: mine.length, held, oldestAt, atRisk: Math.max(0, warned - breached), breached };
}

/** The figures, or boards of tiles, on which somebody must act now; `figures` and `tiles` are those to look at. */
export function alarmsOf(
  { figures, tiles }: Pick<WallFace, 'figures' | 'tiles'>,
  marks: readonly WallMark[],
  now: number,
): ReadonlySet<string> {
  return new Set([
    ...figures.flatMap((figure) =>
      isAlarm(figure, figureValue(figure, marks, now), marks, now) ? [figure.name] : [],
    ),
    ...tiles.flatMap((tile) => (tileCounts(tile, marks, now).breached > 0 ? [tile.board] : [])),
  ]);
}
