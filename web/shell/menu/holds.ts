import type { MenuItem } from './menu.ts';
import { linksOf } from './menu.ts';

/** Whether the page at this path is somewhere below the entry. */
export function holds(item: MenuItem, path: string): boolean {
  return linksOf(item.sub ?? [item]).some(({ state }) => state === path);
}
