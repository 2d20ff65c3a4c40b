import type { MasterDef } from '#shared/families/master-def.ts';
import { hasRight, type PersonHere } from '#web/live/person.ts';
import type { Masters } from './declaration.ts';

/** The screen of a kind that this person may open, the main one first; undefined when there is none. */
export function screenFor(masters: Masters, kind: string, person: PersonHere): MasterDef | undefined {
  return [...masters.byName.values()].find((def) => def.kind === kind && hasRight(person, def.need('view')));
}
