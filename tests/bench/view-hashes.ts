import { hashRows } from '#shared/core/hash.ts';
import { allViews } from '#server/core/registers.ts';
import type { Views } from '#server/core/parts.ts';

/** A hash of each view's rows, by its name; without views that keep only recently used rows in memory. */
export function viewHashes(views: Pick<Views, 'get'>): Record<string, string> {
  return Object.fromEntries(
    allViews().flatMap((def) => (def.recent ? [] : [[def.name, hashRows([...views.get(def).rows])]])),
  );
}
