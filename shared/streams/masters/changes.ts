import { canonical } from '../../core/hash.ts';
import type { Fields } from '../../families/master-def.ts';
import type { MasterState } from './state.ts';

/** What changes on the way from one set of fields to another; null empties a field. */
export function changesOf(old: Fields, wanted: Fields): { now: Fields; before: Fields } {
  const now: Record<string, unknown> = {};
  const before: Record<string, unknown> = {};
  for (const name of new Set([...Object.keys(old), ...Object.keys(wanted)])) {
    if (canonical(old[name] ?? null) === canonical(wanted[name] ?? null)) continue;
    now[name] = wanted[name] ?? null;
    before[name] = old[name] ?? null;
  }
  return { now, before };
}

/** One field that two people changed: what I wrote, what stands there, who wrote that and when. */
export interface FieldConflict extends Readonly<Record<string, unknown>> {
  readonly field: string;
  readonly mine: unknown;
  readonly theirs: unknown;
  readonly by: string;
  readonly at: string;
  readonly version: number;
}

/** Fields changed by others after `seen` to something else than what is asked for now. */
export function conflictsOf(state: MasterState, asked: Fields, seen: number): FieldConflict[] {
  return Object.entries(asked).flatMap(([field, mine]) => {
    const touch = state.touched[field];
    if (!touch || touch.version <= seen) return [];
    const theirs = state.fields[field] ?? null;
    if (canonical(theirs) === canonical(mine ?? null)) return [];
    return [{ field, mine: mine ?? null, theirs, by: touch.by, at: touch.at, version: touch.version }];
  });
}
