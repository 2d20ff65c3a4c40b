import type { Ctx } from '../../core/stream.ts';
import { refuse, type Refusal } from '../../core/refusal.ts';
import type { Fields, MasterDef } from '../../families/master-def.ts';
import { labelOf } from './holds.ts';
import { boundOf, reaches, scopeFields } from './scope.ts';

/** Nobody may move a record out of their own scope. */
export function movedOut(def: MasterDef, before: Fields | null, after: Fields, ctx: Ctx): Refusal | null {
  const moved = scopeFields(def).find(
    ({ name }) => JSON.stringify(before?.[name] ?? null) !== JSON.stringify(after[name] ?? null),
  );
  const bound = moved && boundOf(def, after, ctx.directory);
  return !bound || reaches(ctx.viewer, bound)
    ? null
    : refuse('otherPlace', 403, { label: labelOf(def, moved.name, ctx) }, moved.name);
}
