import type { Permission, Viewer } from '../core/permission.ts';
import { refuse, type Refusal } from '../core/refusal.ts';
import { rightsOf } from './rights.ts';
import type { RolePermissions } from './role-shape.ts';

type Giver = Pick<Viewer, 'kind' | 'admin' | 'rights'>;

/**
 * Whether this viewer may assign these rights, or take control of somebody who has them: an admin any,
 * everybody else only rights they hold.
 */
export function mayGrant({ kind, admin, rights }: Giver, wanted: Iterable<Permission>): Refusal | null {
  if (kind !== 'person' || admin) return null;
  const beyond = [...wanted].filter((right) => !rights.has(right));
  return beyond.length === 0 ? null : refuse('grantsMore', 403, { permission: beyond[0]!, n: beyond.length });
}

/** The same for all rights of a role; no role has none. */
export function mayGrantRole(viewer: Giver, role: RolePermissions | null | undefined): Refusal | null {
  return role ? mayGrant(viewer, rightsOf(role)) : null;
}

/** Rights that only one of two roles grants: those an edit adds or removes. */
export function changedRights(before: RolePermissions, after: RolePermissions): Permission[] {
  return [...new Set<Permission>(rightsOf(before)).symmetricDifference(rightsOf(after))];
}
