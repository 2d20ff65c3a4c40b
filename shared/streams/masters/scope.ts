import type { Directory } from '../../core/directory.ts';
import type { Viewer } from '../../core/permission.ts';
import type { Fields, MasterDef } from '../../families/master-def.ts';

/** Scope of a record. All three empty: visible everywhere. */
export interface Bound {
  readonly places: readonly number[];
  readonly territories: readonly number[];
  /** Employees it names; everybody sees records about themselves. */
  readonly people: readonly number[];
}

export interface ScopeField {
  readonly name: string;
  readonly of: 'place' | 'territory' | 'employee';
  readonly many: boolean;
  /** The kind of record that the field names. */
  readonly lookup: string | undefined;
}

/** Fields that limit a record's scope: places, territories, or employees, who work at places. */
export function scopeFields(def: Pick<MasterDef, 'scope' | 'fields'>): ScopeField[] {
  if (!def.scope) return [];
  return [def.scope].flat().map((name) => {
    const field = def.fields.find((one) => one.name === name);
    const of = field?.lookup === 'employee' || field?.lookup === 'territory' ? field.lookup : 'place';
    return { name, of, many: field?.kind !== 'reference', lookup: field?.lookup };
  });
}

/** Scope that these fields give a record, by current people and places; null for kinds without a scope. */
export function boundOf(
  def: Pick<MasterDef, 'scope' | 'fields'>,
  fields: Fields,
  directory: Directory,
): Bound | null {
  const named = scopeFields(def);
  if (named.length === 0) return null;
  const bound = { places: [] as number[], territories: [] as number[], people: [] as number[] };
  for (const { name, of } of named) {
    const ids = [fields[name] ?? []].flat().map(Number);
    if (of === 'place') bound.places.push(...ids);
    else if (of === 'territory') bound.territories.push(...ids);
    else {
      bound.people.push(...ids);
      for (const id of ids) bound.places.push(...(directory.employee(id)?.poos ?? []));
    }
  }
  return bound;
}

/** Whether a record with this scope is visible to the viewer. */
export function reaches(viewer: Pick<Viewer, 'poos' | 'territories' | 'empId'>, bound: Bound): boolean {
  const { poos, territories = [] } = viewer;
  if (poos === 'all' || territories === 'all') return true;
  if (viewer.empId !== null && bound.people.includes(viewer.empId)) return true;
  if (bound.places.length === 0 && bound.territories.length === 0) return true;
  return (
    bound.places.some((id) => poos.includes(id)) || bound.territories.some((id) => territories.includes(id))
  );
}
