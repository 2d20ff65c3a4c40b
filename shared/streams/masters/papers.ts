import { isRefusal, refuse, type Refusal } from '../../core/refusal.ts';
import type { Need } from '../../core/permission.ts';
import type { Ctx } from '../../core/stream.ts';
import type { Fields, MasterDef } from '../../families/master-def.ts';
import type { FileState } from '../core/file.ts';
import { labelOf, type Reads } from './holds.ts';

interface Paper {
  readonly id: string;
  readonly name: string;
  readonly size: number;
  readonly mime?: string;
}

const isPaper = (value: unknown): value is Paper =>
  typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string';

function papersIn(def: Pick<MasterDef, 'fields'>, fields: Fields): { field: string; paper: Paper }[] {
  return def.fields.flatMap(({ kind, name }) => {
    const value = fields[name];
    return kind === 'file' && isPaper(value) ? [{ field: name, paper: value }] : [];
  });
}

/** The ids of the files that a record holds. */
export const paperIds = (def: Pick<MasterDef, 'fields'>, fields: Fields): readonly string[] =>
  papersIn(def, fields).map(({ paper }) => paper.id);

/** Files that a change adds; each is looked up, since an id alone proves nothing. */
export function paperReads(def: MasterDef, old: Fields | null, now: Fields): Reads {
  const known = new Set(old ? paperIds(def, old) : []);
  return Object.fromEntries(
    paperIds(def, now)
      .filter((id) => !known.has(id) && /^[\w-]{32}$/.test(id))
      .map((id) => [`file:${id}`, `file-${id}`]),
  );
}

/**
 * The fields with each new file as it was uploaded. Only an own upload can be added, because a record's files
 * can be opened by others.
 */
export function withPapers(
  def: MasterDef,
  old: Fields | null,
  now: Fields,
  ctx: Ctx & { readonly id: string },
): Fields | Refusal {
  const added = papersIn(def, now).map(({ field, paper }): [string, Paper | Refusal] => {
    const before = papersIn(def, old ?? {}).find((one) => one.paper.id === paper.id);
    if (before) return [field, before.paper];
    const file: FileState | undefined = ctx.read[`file:${paper.id}`];
    if (!file?.exists || (ctx.viewer.kind === 'person' && file.by !== ctx.viewer.empId))
      return [field, refuse('paperUnknown', 422, { label: labelOf(def, field, ctx) }, field)];
    return [field, { id: paper.id, name: file.name, size: paper.size, mime: file.mime }];
  });
  const refused = added.map(([, paper]) => paper).find(isRefusal);
  return refused ?? (added.length === 0 ? now : { ...now, ...Object.fromEntries(added) });
}

/**
 * Who may open the files of a kind's records: those named by their fields, else people who may see the
 * records or decide about them.
 */
export function papersNeed(defs: readonly MasterDef[]): Need {
  const named = defs.flatMap(({ fields }) => fields.flatMap(({ opens = [] }) => opens));
  const seeing = defs.flatMap((def) => [
    def.need('view'),
    ...Object.values(def.stages?.actions ?? {}).flatMap(({ need }) => need ?? []),
  ]);
  return [...new Set(named.length > 0 ? named : seeing)];
}
