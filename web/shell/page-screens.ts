import { lazy } from 'react';
import type { ComponentType } from 'react';
import type { Page } from './pages.ts';

/** How long navigation waits for a screen that is almost loaded before showing its skeleton. */
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
        // The next visit retries; the error boundary around the screen reports this failure.
        loading.delete(page);
        waiting.delete(page);
      },
    );
  }
  return found;
}

/**
 * The component of a page. A loaded one is returned synchronously, because React shows a suspended screen no
 * sooner than 300 ms after its skeleton.
 */
export function screenFor(page: Page): ComponentType {
  const screen = ready.get(page);
  if (screen) return screen;
  let found = waiting.get(page);
  if (!found) waiting.set(page, (found = lazy(async () => ({ default: await load(page) }))));
  return found;
}

/**
 * Starts loading a page's chunk together with the navigation; never rejects, because the screen itself
 * reports the failure.
 */
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
