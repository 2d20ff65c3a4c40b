import { lazy } from 'react';
import type { ComponentType } from 'react';
import type { Page } from './pages.ts';

/** Those who are on the way wait this long for a screen that is nearly there, before they see its bones. */
const NEARLY_MS = 40;

const ready = new Map<Page, ComponentType>();
const waiting = new Map<Page, ComponentType>();
const loading = new Map<Page, Promise<ComponentType>>();

function load(page: Page): Promise<ComponentType> {
  let found = loading.get(page);
  if (!found) {
    loading.set(page, (found = page.load()));
    found.then(
      (screen) => ready.set(page, screen),
      () => {
        // The next visit asks again; who waits now is told by the boundary around the screen.
        loading.delete(page);
        waiting.delete(page);
      },
    );
  }
  return found;
}

/**
 * The component of a page. One that was there before comes at once: React shows a screen that it had to wait for no sooner than
 * 300 ms after its skeleton.
 */
export function screenFor(page: Page): ComponentType {
  const screen = ready.get(page);
  if (screen) return screen;
  let found = waiting.get(page);
  if (!found) waiting.set(page, (found = lazy(async () => ({ default: await load(page) }))));
  return found;
}

/** Begins to fetch a page's part of the program with the navigation itself; never fails, since its screen tells. */
export async function warmScreen(page: Page): Promise<null> {
  if (ready.has(page)) return null;
  const late = new Promise<void>((resolve) => setTimeout(resolve, NEARLY_MS));
  await Promise.race([
    late,
    load(page).then(
      () => undefined,
      () => late,
    ),
  ]);
  return null;
}
