import type { Fields } from '../families/master-def.ts';
import { compareTexts } from '../core/collation.ts';

/** A link that the console offers in its menu. */
export interface OfferedLink {
  readonly id: number;
  readonly name: string;
  readonly url: string;
}

/** The links of a person's role, by name: those that name no role are for everybody, an admin has all. */
export function linksFor(
  rows: readonly { readonly id: number; readonly name: string; readonly fields: Fields }[],
  { admin, roleId }: { readonly admin: boolean; readonly roleId: number | null },
): readonly OfferedLink[] {
  return rows
    .filter(({ fields: { roleIds } }) => {
      const roles: readonly unknown[] = Array.isArray(roleIds) ? roleIds : [];
      return admin || roles.length === 0 || (roleId !== null && roles.includes(roleId));
    })
    .flatMap(({ id, name, fields: { vUrl } }) => (typeof vUrl === 'string' ? [{ id, name, url: vUrl }] : []))
    .toSorted((a, b) => compareTexts(a.name, b.name) || a.id - b.id);
}
