import { canonical } from '../../core/hash.ts';
import type { Fields, MasterDef } from '../../families/master-def.ts';

/** Difference between two sets of fields; null empties a field. */
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

/** Event name of a change; a kind may have its own for a change that only reorders a list. */
export function changeType({ reordered }: MasterDef, now: Fields, before: Fields): string {
  if (!reordered || Object.keys(now).length !== 1) return 'MasterRecordUpdated';
  const lines = (fields: Fields): string =>
    ((fields[reordered.field] as readonly unknown[] | null | undefined) ?? []).map(canonical).sort().join();
  return reordered.field in now && lines(now) === lines(before) ? reordered.event : 'MasterRecordUpdated';
}
