import type { MasterDef } from './master-def.ts';

/**
 * Declarations in an order of their own: of several screens of one kind the main one comes first, the others by name. The order in which
 * a loader or a bundler lists exports decides nothing: Node goes by their names, others by the file.
 */
export function mainFirst(register: object): MasterDef[] {
  return (Object.values(register) as MasterDef[]).sort((a, b) => Number(b.main ?? false) - Number(a.main ?? false) || (a.name < b.name ? -1 : 1));
}
