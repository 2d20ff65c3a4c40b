import { GRID_BLOCK } from './source.ts';
import type { GridPage, GridRow, GridSource } from './source.ts';

/** A page requested by the grid, with its callbacks. */
export interface WantedPage<R> {
  readonly start: number;
  readonly end: number;
  readonly sort: GridPage['sort'];
  answer(rows: readonly R[], total: number): void;
  /** Without an answer, so that the grid may request it again. */
  fail(): void;
}

interface Wanted<R> extends WantedPage<R> {
  /** Since when it has been in view without being loaded; null while out of view. */
  since: number | null;
  viewing: AbortController | null;
}

/** While scrolling fast, each page is in view for less than this. */
const FLIGHT_MS = 80;

/**
 * Loads only the pages a person looks at: a page scrolled past is never requested, one left while loading is
 * aborted. Both wait until they come into view again.
 */
export class PageQueries<R extends GridRow> {
  #source: GridSource<R>;
  #view: () => readonly [first: number, last: number];
  #onFailure: (error: unknown) => void;
  #wanted = new Map<number, Wanted<R>>();
  /** Visible rows when a page was last delivered. */
  #shown: readonly [first: number, last: number] | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `view` returns the rows currently on screen. */
  constructor(
    source: GridSource<R>,
    view: () => readonly [first: number, last: number],
    onFailure: (error: unknown) => void,
  ) {
    this.#source = source;
    this.#view = view;
    this.#onFailure = onFailure;
  }

  prompt(page: WantedPage<R>): void {
    const before = this.#wanted.get(page.start);
    before?.viewing?.abort();
    before?.fail();
    // A page adjacent to the last one delivered is loaded without waiting.
    const [first, last] = this.#shown ?? [page.start, page.end];
    const near = page.start <= last + GRID_BLOCK && page.end >= first - GRID_BLOCK;
    this.#wanted.set(page.start, { ...page, since: near ? -Infinity : null, viewing: null });
    this.look();
  }

  /** The visible rows changed. */
  look(): void {
    clearTimeout(this.#timer);
    const [first, last] = this.#view();
    const now = performance.now();
    let next = Infinity;
    for (const page of this.#wanted.values()) {
      if (page.start > last || page.end <= first) {
        page.since = null;
        page.viewing?.abort();
        page.viewing = null;
      } else if (!page.viewing) {
        page.since ??= now;
        const due = page.since + FLIGHT_MS;
        if (due <= now) void this.#read(page);
        else next = Math.min(next, due);
      }
    }
    if (next < Infinity) this.#timer = setTimeout(() => this.look(), next - now);
  }

  /** Aborts everything. */
  end(): void {
    clearTimeout(this.#timer);
    for (const page of this.#wanted.values()) page.viewing?.abort();
    this.#wanted.clear();
  }

  async #read(page: Wanted<R>): Promise<void> {
    const viewing = new AbortController();
    page.viewing = viewing;
    const { start, end, sort } = page;
    try {
      const { rows, total } = await this.#source.getRows({ start, end, sort, signal: viewing.signal });
      if (page.viewing !== viewing || viewing.signal.aborted) return;
      this.#wanted.delete(start);
      this.#shown = this.#view();
      page.answer(rows, total);
    } catch (error) {
      if (page.viewing !== viewing || viewing.signal.aborted) return;
      this.#wanted.delete(start);
      page.fail();
      this.#onFailure(error);
    }
  }
}
