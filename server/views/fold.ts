import type { StoredEvent } from '#shared/core/event.ts';
import type { ViewDef } from '#shared/core/view.ts';

/** Receives what a view cannot take of an event. */
export type Aside = (event: StoredEvent, error: unknown) => void;

/** For whoever reads along: the fold that keeps the rows records what it cannot take. */
export const recordedElsewhere: Aside = () => undefined;

/** The rows that an event concerns; none where the view cannot take it. */
export function idsOf(def: ViewDef, event: StoredEvent, aside: Aside): readonly string[] {
  try {
    return [...def.ids(event)];
  } catch (error) {
    aside(event, error);
    return [];
  }
}

/** A row after an event, undefined without one; it stays as it was where the view cannot take the event. */
export function rowAfter(
  def: ViewDef,
  before: unknown,
  event: StoredEvent,
  id: string,
  aside: Aside,
): unknown {
  try {
    return def.row(before, event, id) ?? undefined;
  } catch (error) {
    aside(event, error);
    return before;
  }
}
