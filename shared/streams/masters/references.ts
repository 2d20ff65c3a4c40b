import type { RecordStatus } from '../../core/record-id.ts';
import type { Refusal } from '../../core/refusal.ts';
import { refuse } from '../../core/refusal.ts';
import type { Ctx } from '../../core/stream.ts';
import type { Fields, MasterDef } from '../../families/master-def.ts';
import type { MasterField } from '../../families/master-field.ts';
import { labelOf, type Reads } from './holds.ts';
import { withChanges, type MasterState } from './state.ts';

export interface Named {
  readonly field: string;
  readonly lookup: string;
  readonly id: number;
  /** Only records with this value. */
  readonly only?: MasterField['lookupWhere'];
}

/** Every record that the fields refer to, including those in list entries. */
export function namedIn(fields: readonly MasterField[], values: Fields): Named[] {
  const found: Named[] = [];
  visitNamed(fields, values, ({ lookup, lookupWhere }, id, at) =>
    found.push({ field: at, lookup: lookup!, ...(lookupWhere ? { only: lookupWhere } : {}), id }),
  );
  return found;
}

/**
 * The same as a visitor, without allocating, for pages that call it for every row; `at` is the path of the
 * field.
 */
export function visitNamed(
  fields: readonly MasterField[],
  values: Fields,
  visit: (field: MasterField, id: number, at: string) => void,
  prefix = '',
): void {
  for (const field of naming(fields)) {
    const value = values[field.name];
    if (value == null) continue;
    const at = prefix === '' ? field.name : `${prefix}${field.name}`;
    if (field.kind === 'reference') visit(field, Number(value), at);
    else if (field.kind === 'references') for (const id of value as number[]) visit(field, id, at);
    else
      for (const [i, line] of (value as Fields[]).entries())
        visitNamed(field.fields ?? [], line, visit, `${at}.${i}.`);
  }
}

const namingOf = new WeakMap<readonly MasterField[], readonly MasterField[]>();
/** The fields of a declaration that can hold references. */
function naming(fields: readonly MasterField[]): readonly MasterField[] {
  const known = namingOf.get(fields);
  if (known) return known;
  const found = fields.filter(({ kind }) => kind === 'reference' || kind === 'references' || kind === 'rows');
  namingOf.set(fields, found);
  return found;
}

/** Only new references must be active: an old record keeps one that was deactivated since. */
export function newlyNamed(def: MasterDef, old: Fields | null, now: Fields): Named[] {
  const known = new Set(old ? namedIn(def.fields, old).map((one) => `${one.lookup}:${one.id}`) : []);
  return namedIn(def.fields, now).filter((one) => !known.has(`${one.lookup}:${one.id}`));
}

export function referenceReads(
  named: readonly Named[],
  defOf: (kind: string) => MasterDef | undefined,
): Reads {
  const reads: Reads = {};
  for (const { lookup, id } of named) {
    const source = defOf(lookup)?.source;
    reads[`ref:${lookup}:${id}`] = source ? `${source.streams[0]}-${id}` : `master-${lookup}-${id}`;
  }
  return reads;
}

export function referencesStand(
  def: MasterDef,
  fields: Fields,
  named: readonly Named[],
  defOf: (kind: string) => MasterDef | undefined,
  ctx: Ctx & { readonly id: string },
): Refusal | null {
  for (const { field, lookup, id, only } of named) {
    const state = ctx.read[`ref:${lookup}:${id}`];
    const source = defOf(lookup)?.source;
    const status = source ? source.status(state) : statusOf(state as MasterState | undefined);
    const label = labelOf(def, field.split('.')[0]!, ctx);
    if (`${lookup}-${id}` === ctx.id) return refuse('namesItself', 422, { label }, field);
    const other =
      status === 'missing' ? {} : source ? (source.fieldsOf?.(state) ?? {}) : (state as MasterState).fields;
    if (status === 'missing' || (only && !hasValue(other, only)))
      return refuse('notInList', 422, { label }, field);
    if (status === 'inactive') return refuse('masterInactive', 422, { label }, field);
    const problem = def.fits?.(field, fields, other) ?? null;
    if (problem) return refuse(problem.code, 422, { ...problem.details, label }, problem.field);
  }
  return null;
}

/** Whether a reference may point to a record with these fields. */
export function hasValue(fields: Fields, { field, value }: NonNullable<MasterField['lookupWhere']>): boolean {
  return String(fields[field] ?? '') === value;
}

export function statusOf(state: MasterState | undefined): RecordStatus {
  if (!state?.exists || state.cancelled) return 'missing';
  return state.iStatus === 1 ? 'active' : 'inactive';
}

/** The fields of a new record, with those copied from the record it refers to. */
export function withTaken(def: MasterDef, fields: Fields, ctx: Ctx): Fields {
  if (!def.takes) return fields;
  const { reference, fields: names } = def.takes;
  const lookup = def.fields.find((field) => field.name === reference)!.lookup!;
  const other =
    (ctx.read[`ref:${lookup}:${String(fields[reference])}`] as MasterState | undefined)?.fields ?? {};
  return withChanges(fields, Object.fromEntries(names.map((name) => [name, other[name] ?? null])));
}

/** Refuses days outside those of the referenced record. */
export function insideExists(def: MasterDef, fields: Fields, ctx: Ctx): Refusal | null {
  if (!def.inside) return null;
  const { reference, from, to } = def.inside;
  const field = def.fields.find((one) => one.name === reference)!;
  const outer = (ctx.read[`in:${reference}`] as MasterState | undefined)?.fields;
  const [first, last] = [outer?.[from], outer?.[to]];
  if (first != null && fields[from] != null && String(fields[from]) < String(first))
    return refuse(
      'outsideDates',
      422,
      { label: labelOf(def, field.name, ctx), from: String(first), to: String(last ?? '') },
      from,
    );
  if (last != null && fields[to] != null && String(fields[to]) > String(last))
    return refuse(
      'outsideDates',
      422,
      { label: labelOf(def, field.name, ctx), from: String(first ?? ''), to: String(last) },
      to,
    );
  return null;
}

export function insideReads(def: MasterDef, fields: Fields): Reads {
  const field = def.inside && def.fields.find((one) => one.name === def.inside!.reference);
  return field && fields[field.name] != null
    ? { [`in:${field.name}`]: `master-${field.lookup}-${String(fields[field.name])}` }
    : {};
}
