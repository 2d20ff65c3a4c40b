import { hashRows } from '#shared/core/hash.ts';
import { allViews } from '#server/registers.ts';
import type { Views } from '#server/house.ts';

/** What each view holds, by its name; without those of which only the rows touched last are in memory. */
export function viewHashes(views: Pick<Views, 'get'>): Record<string, string> {
  return Object.fromEntries(allViews().flatMap((def) => (def.recent ? [] : [[def.name, hashRows([...views.get(def).rows])]])));
}
