import type { ComponentType } from 'react';
import type { Screen } from '#shared/access/screens.ts';

/** A built screen: its address, its title and how to load its chunk. */
export interface Page {
  readonly path: string;
  readonly title: { readonly en: string; readonly es: string };
  readonly screen: Screen;
  /** The feed whose number of rows is the badge in the menu. */
  readonly feed: string | null;
  readonly load: () => Promise<ComponentType>;
}

const built = new Map<string, Page>();

/** Every built page by path, in the order of the screen register. Filled once, by `register-pages.ts`. */
export const pages: ReadonlyMap<string, Page> = built;

export function addPage(page: Page): void {
  built.set(page.path, page);
}

export function isBuilt(path: string): boolean {
  return built.has(path);
}
