import { businessDay } from '#shared/core/day.ts';
import type { DocumentDef } from '#shared/families/document.ts';
import { DocumentWaits } from '#shared/families/document-waits.ts';
import type { Clock, Views } from '../../core/parts.ts';

/** The counts of waiting documents of each kind: counted once a business day, then kept by their changes. */
export function openWaits(views: Views, clock: Clock): (def: DocumentDef) => DocumentWaits {
  const counted = new Map<string, DocumentWaits>();
  return (def) => {
    const today = businessDay(clock.now());
    const before = counted.get(def.name);
    if (before?.today === today) return before;
    const { rows, watch } = views.get(def.view);
    const waits = new DocumentWaits(def, today);
    for (const [id, kept] of rows) waits.put(id, kept);
    counted.set(def.name, waits);
    if (!before)
      watch((changes) => {
        for (const { id, after } of changes) counted.get(def.name)!.put(id, after);
      });
    return waits;
  };
}
