import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { hung } from './patience.ts';

type Shown<T> = ReturnType<typeof expect.poll<T>>;

/** What a page shows, read again until it holds: what is read once may be read too early. */
export function shown<T>(read: () => T | Promise<T>, message?: string): Shown<T> {
  return expect.poll(read, { timeout: hung.wait, ...(message === undefined ? {} : { message }) });
}

/** That something is not there, asked only when something else is: before that, nothing is there yet. */
export async function absent(locator: Locator, after: Locator): Promise<void> {
  await after.first().waitFor();
  await shown(() => locator.count(), `${String(locator)} is there`).toBe(0);
}

/** Nothing on the page is loading or moving, and its letters are there. */
export async function settled(page: Page): Promise<void> {
  // Not by `waitForFunction`, which takes the promise of a function that waits for its answer.
  const stands = () =>
    page.evaluate(async () => {
      // What ends by itself and soon; what turns for ever, or counts seconds down, is no movement of the page.
      const moves = ({ playState, effect }: Animation): boolean =>
        playState === 'running' && Number(effect?.getComputedTiming().endTime) < 2_000;
      await document.fonts.ready;
      for (let frame = 0; frame < 3; frame += 1) {
        if (document.querySelector('main .ops-skeleton') !== null) return 'loads';
        if (document.getAnimations().some(moves)) return 'moves';
        await new Promise(requestAnimationFrame);
      }
      return 'still';
    });
  await shown(stands, 'the page stands still').toBe('still');
}

/** The browser keeps a draft in which this stands: what is typed is kept a moment after the last key. */
export async function keeps(page: Page, text: string): Promise<void> {
  const drafts = () =>
    page.evaluate(() =>
      Object.entries(localStorage)
        .filter(([key]) => key.startsWith('ops-draft:'))
        .map(([, draft]) => draft)
        .join('\n'),
    );
  await shown(drafts).toContain(text);
}
