import type { WallFace } from '#shared/families/wall.ts';

/** More tiles than these turn like pages. */
export const tilesAtOnce = 6;
/** How long each page stays, seconds. */
const usual = 20;
const [shortest, longest] = [10, 120];
/** More boards would come back too seldom. */
export const mostBoards = 6;
/** How long a page with a new alarm stays, ms. */
const alarmMs = 60_000;

/** What a screen shows in turn: boards, and the pages of tiles of each. */
export interface Turns {
  readonly boards: readonly string[];
  readonly everyMs: number;
}

/** `/wall/<name>?then=<name>,<name>&seconds=<n>`: the boards of one screen, and how long each page stays. */
export function turnsOf(name: string, query: URLSearchParams): Turns {
  const more = (query.get('then') ?? '').split(',').filter(Boolean);
  const seconds = Number(query.get('seconds') ?? usual) || usual;
  return {
    boards: [...new Set([name, ...more])].slice(0, mostBoards),
    everyMs: Math.min(longest, Math.max(shortest, seconds)) * 1000,
  };
}

export const addressOf = (boards: readonly string[]): string => {
  const [first = '', ...more] = boards;
  return `/wall/${first}${more.length > 0 ? `?then=${more.join(',')}` : ''}`;
};

export interface WallPage {
  readonly board: string;
  /** Of its tiles; 0 for figures. */
  readonly at: number;
}

export function pagesOf(boards: readonly string[], walls: readonly WallFace[]): readonly WallPage[] {
  return boards.flatMap((board) => {
    const tiles = walls.find(({ name }) => name === board)?.tiles.length ?? 0;
    const pages = Math.max(1, Math.ceil(tiles / tilesAtOnce));
    return Array.from({ length: pages }, (_, at) => ({ board, at }));
  });
}

/** The page to show at an instant (ms): each in turn, but the page of a new alarm for a minute. */
export function pageAt(
  pages: number,
  { everyMs }: Pick<Turns, 'everyMs'>,
  passedMs: number,
  alarm: { readonly page: number; readonly agoMs: number } | null,
): number {
  if (alarm && alarm.agoMs < alarmMs) return alarm.page;
  const turn = Math.floor(passedMs / everyMs) % pages;
  // The clock may be set back by the server's.
  return turn < 0 ? turn + pages : turn;
}

/** The page on which a figure or tile stands. */
export function pageOf(
  pages: readonly WallPage[],
  board: string,
  { tiles }: Pick<WallFace, 'tiles'>,
  name: string,
): number {
  const tile = tiles.findIndex((one) => one.board === name);
  const at = tile === -1 ? 0 : Math.floor(tile / tilesAtOnce);
  return pages.findIndex((page) => page.board === board && page.at === at);
}
