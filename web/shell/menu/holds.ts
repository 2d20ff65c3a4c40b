import type { MenuItem } from './menu.ts';
import { linksOf } from './menu.ts';

/** Whether the page at this path is below the entry. */
export function includes(item: MenuItem, path: string): boolean {
  return linksOf(item.sub ?? [item]).some(({ state }) => state === path);
}
