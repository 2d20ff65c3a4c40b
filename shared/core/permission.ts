/** The permission groups, spelled as in the specification. */
export const groups = [
  'Masters',
  'Prescription',
  'Out Bound',
  'Inventory',
  'approvals',
  'HR',
  'Delivery',
  'Reports',
  'Dashboard',
] as const;
export type Group = (typeof groups)[number];

export const rights = ['view', 'create', 'edit', 'delete', 'approve', 'access', 'export'] as const;
export type Right = (typeof rights)[number];

/** `<group>/<entity>:<right>`; the entity is case-sensitive and unique only within its group. */
export type Permission = `${Group}/${string}:${Right}`;

/**
 * What a route requires of its caller: one permission, any of several, or only a session. `system` is for
 * messages of outside services.
 */
export type Need = Permission | readonly Permission[] | 'signedIn' | 'system' | 'public';

/** The person who reads or acts, as the server currently knows them. Never sent to a browser whole. */
export interface Viewer {
  readonly kind: 'person' | 'device' | 'source' | 'system';
  readonly empId: number | null;
  readonly name: string;
  readonly roleId: number | null;
  /** The stored designation (breadcrumb rule, admin rule). */
  readonly designationId: number | null;
  /** The designation in force today, a temporary one included (attendance, task eligibility). */
  readonly effectiveDesignationId: number | null;
  /** Holds a designation of code MG. */
  readonly cityHead?: boolean;
  readonly admin: boolean;
  /** Places of operation whose rows this viewer may see; `all` for admins and the server itself. */
  readonly poos: readonly number[] | 'all';
  /**
   * Territories of this viewer: those mapped to the person and those that contain their places. Default:
   * none.
   */
  readonly territories?: readonly number[] | 'all';
  readonly languages: readonly string[] | 'all';
  readonly rights: ReadonlySet<string>;
  readonly sessionId: string | null;
  /** Incremented whenever something that decides this viewer's rights or scope changes. */
  readonly permissionVersion: number;
  /** Language of messages to this viewer. */
  readonly language: 'en' | 'es';
}

/** The rule that decided, in human terms: `explain` shows it and disabled controls carry it. */
export interface Verdict {
  readonly ok: boolean;
  readonly rule:
    | 'admin'
    | 'fullAccess'
    | 'right'
    | 'signedIn'
    | 'public'
    | 'server'
    | 'missingRight'
    | 'signedOut';
  readonly permission?: Permission;
}

/**
 * The single authorization function of every channel. `rights` already includes what full access and implied
 * view grant.
 */
export function may(viewer: Viewer | null, need: Need): Verdict {
  if (need === 'public') return { ok: true, rule: 'public' };
  if (!viewer) return { ok: false, rule: 'signedOut' };
  if (viewer.kind === 'system') return { ok: true, rule: 'server' };
  if (need === 'system')
    return viewer.kind === 'source' ? { ok: true, rule: 'server' } : { ok: false, rule: 'missingRight' };
  if (need === 'signedIn') return { ok: viewer.kind === 'person', rule: 'signedIn' };
  const wanted = typeof need === 'string' ? [need] : need;
  if (viewer.admin) return { ok: true, rule: 'admin', permission: wanted[0] };
  for (const permission of wanted)
    if (viewer.rights.has(permission)) return { ok: true, rule: 'right', permission };
  return { ok: false, rule: 'missingRight', permission: wanted[0] };
}

export function inPoos(viewer: Pick<Viewer, 'poos'>, pooId: number | null | undefined): boolean {
  if (viewer.poos === 'all') return true;
  return pooId != null && viewer.poos.includes(pooId);
}
