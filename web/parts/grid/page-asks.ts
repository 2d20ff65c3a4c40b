import { GRID_BLOCK } from './source.ts';
import type { GridPage, GridRow, GridSource } from './source.ts';

/** A page that the grid wants, and whom to tell. */
export interface WantedPage<R> {
  readonly start: number;
  readonly end: number;
  readonly sort: GridPage['sort'];
  answer(rows: readonly R[], total: number): void;
  /** Not answered; the grid may forget that it asked. */
  fail(): void;
}

interface Wanted<R> extends WantedPage<R> {
  /** Since when it is in view without being read; null while it is not. */
  since: number | null;
  reading: AbortController | null;
}

/** Who flies over a list sees each of its pages for less than this. */
const FLIGHT_MS = 80;

/**
 * Reads the pages that a person looks at, and no others: one that was only flown past is never asked for, one that is left
 * while it is read is given up. Both wait here until they come into view again.
 */
export class PageAsks<R extends GridRow> {
  #source: GridSource<R>;
  #view: () => readonly [first: number, last: number];
  #onFailure: (error: unknown) => void;
  #wanted = new Map<number, Wanted<R>>();
  /** What was on the screen when a page was last shown. */
  #shown: readonly [first: number, last: number] | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** `view` says which rows are on the screen now. */
  constructor(source: GridSource<R>, view: () => readonly [first: number, last: number], onFailure: (error: unknown) => void) {
    this.#source = source;
    this.#view = view;
    this.#onFailure = onFailure;
  }

  ask(page: WantedPage<R>): void {
    const before = this.#wanted.get(page.start);
    before?.reading?.abort();
    before?.fail();
    // Who reads on has seen the neighbour of this page: it does not wait.
    const [first, last] = this.#shown ?? [page.start, page.end];
    const near = page.start <= last + GRID_BLOCK && page.end >= first - GRID_BLOCK;
    this.#wanted.set(page.start, { ...page, since: near ? -Infinity : null, reading: null });
    this.look();
  }

  /** The rows on the screen are others. */
  look(): void {
    clearTimeout(this.#timer);
    const [first, last] = this.#view();
    const now = performance.now();
    let next = Infinity;
    for (const page of this.#wanted.values()) {
      if (page.start > last || page.end <= first) {
        page.since = null;
        page.reading?.abort();
        page.reading = null;
      } else if (!page.reading) {
        page.since ??= now;
        const due = page.since + FLIGHT_MS;
        if (due <= now) void this.#read(page);
        else next = Math.min(next, due);
      }
    }
    if (next < Infinity) this.#timer = setTimeout(() => this.look(), next - now);
  }

  /** Gives everything up. */
  end(): void {
    clearTimeout(this.#timer);
    for (const page of this.#wanted.values()) page.reading?.abort();
    this.#wanted.clear();
  }

  async #read(page: Wanted<R>): Promise<void> {
    const reading = new AbortController();
    page.reading = reading;
    const { start, end, sort } = page;
    try {
      const { rows, total } = await this.#source.getRows({ start, end, sort, signal: reading.signal });
      if (page.reading !== reading || reading.signal.aborted) return;
      this.#wanted.delete(start);
      this.#shown = this.#view();
      page.answer(rows, total);
    } catch (error) {
      if (page.reading !== reading || reading.signal.aborted) return;
      this.#wanted.delete(start);
      page.fail();
      this.#onFailure(error);
    }
  }
}
