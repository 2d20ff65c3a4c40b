import type { MasterDef } from './master-def.ts';

/**
 * Declarations in a deterministic order: the main screen of each kind first, the others by name. Export order
 * cannot be relied on: Node sorts by name, bundlers keep the order of the file.
 */
export function mainFirst(register: object): MasterDef[] {
  return (Object.values(register) as MasterDef[]).sort(
    (a, b) => Number(b.main ?? false) - Number(a.main ?? false) || (a.name < b.name ? -1 : 1),
  );
}
