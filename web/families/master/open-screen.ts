import type { MasterDef } from '#shared/families/master-def.ts';
import { hasRight, type PersonHere } from '#web/live/person.ts';
import type { Masters } from './declaration.ts';

/** Of the screens that show a kind of record the one that this person may open, the main one before the others; undefined when there is none. */
export function screenFor(masters: Masters, kind: string, person: PersonHere): MasterDef | undefined {
  return [...masters.byName.values()].find((def) => def.kind === kind && hasRight(person, def.need('view')));
}
