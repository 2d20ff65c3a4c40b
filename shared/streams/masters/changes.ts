import { canonical } from '../../core/hash.ts';
import type { Fields, MasterDef } from '../../families/master-def.ts';
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

/** What a change is called in the log: where nothing but the order of lines changed, a kind may have a name of its own for it. */
export function changeType({ reordered }: MasterDef, now: Fields, before: Fields): string {
  if (!reordered || Object.keys(now).length !== 1) return 'MasterRecordUpdated';
  const lines = (fields: Fields): string => ((fields[reordered.field] as readonly unknown[] | null | undefined) ?? []).map(canonical).sort().join();
  return reordered.field in now && lines(now) === lines(before) ? reordered.event : 'MasterRecordUpdated';
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
