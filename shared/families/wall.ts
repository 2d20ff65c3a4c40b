import { inPoos, type Permission } from '../core/permission.ts';
import type { Both } from '../core/translations.ts';
import { defineFeed, type FeedDef, type Scope, type Service, type ViewDef } from '../core/view.ts';
import { onlyMark, type PlacedMark, type WallMark, type WallState } from './wall-marks.ts';

/** Marks of some boards; every condition holds for each of them. */
export interface Chosen<B extends string = string> {
  readonly of: B | readonly B[];
  readonly states?: readonly WallState[];
  /** Began today (India); past `breachAt`; with or without `reachedAt`. */
  readonly only?: readonly ('today' | 'late' | 'reached' | 'unreached')[];
}

/**
 * How a figure is computed from its marks. `count`: how many. `oldest`: minutes since the first began.
 * `reaction`: median minutes until `reachedAt`. `inTime`: percent not past `breachAt`; `kept`: percent that began
 * before it. `share`: percent of the `whole`. `cash`: rupees in whole hundreds, so that a wall never shows a
 * person's exact money. `reading`: the amounts of its marks together. `boards`: how many on each board, largest first;
 * `none` where there are none.
 */
type Measure<B extends string> =
  | { readonly kind: 'count' | 'oldest' | 'reaction' | 'inTime' | 'kept' | 'cash' | 'reading' }
  | { readonly kind: 'share'; readonly whole: Chosen<B> }
  | { readonly kind: 'boards'; readonly titles: Readonly<Partial<Record<B, Both>>>; readonly none?: Both };

/** One big figure of a wall: data only, so that the console loads no declaration. */
export type WallFigure<B extends string = string> = Chosen<B> &
  Measure<B> & {
    readonly name: string;
    readonly label: Both;
    /** `late`: one of its marks is past `breachAt`. */
    readonly alarm?: { readonly above: number } | { readonly below: number } | 'late';
  };

/** A board with its time limits; `people` are at work or on a break, and wait for nothing. */
export interface WallTile<B extends string = string> {
  readonly board: B;
  readonly title: Both;
  readonly people?: true;
}

/** At most six, so that each is readable across the room. */
type UpToSix<T> = readonly [T, T?, T?, T?, T?, T?];

/** The screen of a wall: big figures, or a tile for each board. */
type Grid<B extends string> =
  | { readonly figures: UpToSix<WallFigure<B>> }
  | { readonly tiles: readonly WallTile<B>[] };

interface Declared<B extends string, R> {
  /** The last part of its address `/wall/<name>` and of its feed `wall/<name>`. */
  readonly name: string;
  readonly title: Both;
  /** One of them is enough; a paired screen holds the rights of `server/access/devices.ts`. */
  readonly need: readonly Permission[];
  readonly boards: readonly B[];
  readonly view: ViewDef<R>;
  /** The mark of a row; null where this wall does not count it. */
  readonly mark: (row: R) => PlacedMark | null;
  /** Its marks belong to no place: a screen that was paired for some places counts them too. */
  readonly everywhere?: true;
  readonly sources: readonly Service[];
}

/** A wall's declaration; see `docs/guides/your-first-wall.md`. */
export type WallSpec<B extends string, R> = Declared<B, R> & Grid<NoInfer<B>>;

/** What the console knows of a wall. */
export interface WallFace {
  readonly name: string;
  readonly title: Both;
  readonly figures: readonly WallFigure[];
  readonly tiles: readonly WallTile[];
}

export interface WallDef extends WallFace {
  readonly boards: readonly string[];
  readonly feed: FeedDef<any, WallScope, WallMark>;
}

/** The places whose marks are counted, sorted, so that equal scopes are equal texts. */
interface WallScope extends Scope {
  readonly poos: readonly number[] | 'all';
}

/** Defines a wall and the feed behind it. */
export function defineWall<const B extends string, R>(spec: WallSpec<B, R>): WallDef {
  const { name, title, need, boards, view, mark, everywhere, sources } = spec;
  return {
    ...{ name, title, boards },
    figures: 'figures' in spec ? spec.figures.filter((figure) => figure !== undefined) : [],
    tiles: 'tiles' in spec ? spec.tiles : [],
    feed: defineFeed<R, WallScope, WallMark>({
      name: `wall/${name}`,
      view,
      need,
      wall: true,
      scope: ({ poos }) => ({
        poos: everywhere || poos === 'all' ? 'all' : [...poos].sort((a, b) => a - b),
      }),
      see: (row, scope) => {
        const shown = mark(row);
        return shown && inPoos(scope, shown.pooId) ? onlyMark(shown) : null;
      },
      sources,
    }),
  };
}
