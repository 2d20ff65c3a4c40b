/** The permission groups of the specification, spelled as it spells them. */
export const groups = ['Masters', 'Prescription', 'Out Bound', 'Inventory', 'approvals', 'HR', 'Delivery', 'Reports', 'Dashboard'] as const;
export type Group = (typeof groups)[number];

export const rights = ['view', 'create', 'edit', 'delete', 'approve', 'access', 'export'] as const;
export type Right = (typeof rights)[number];

/** `<group>/<entity>:<right>`; the entity is compared case-sensitively and only inside its group. */
export type Permission = `${Group}/${string}:${Right}`;

/** What a door asks of its caller: one permission, any of several, or only a live session; an outside service's facts come as `system`. */
export type Need = Permission | readonly Permission[] | 'signedIn' | 'system' | 'public';

/** Whoever looks or acts, as the server knows them now. Sent to no browser whole. */
export interface Viewer {
  readonly kind: 'person' | 'device' | 'source' | 'system';
  readonly empId: number | null;
  readonly name: string;
  readonly roleId: number | null;
  /** The stored designation (breadcrumb rule, admin rule). */
  readonly designationId: number | null;
  /** The designation in force today, a temporary one included (attendance, task eligibility). */
  readonly effectiveDesignationId: number | null;
  readonly admin: boolean;
  /** Places of operation whose rows this viewer may see; `all` for admins and the house itself. */
  readonly poos: readonly number[] | 'all';
  /** Territories that are this viewer's: those mapped to the person, and those in which the own places lie. Left out: none. */
  readonly territories?: readonly number[] | 'all';
  readonly languages: readonly string[] | 'all';
  readonly rights: ReadonlySet<string>;
  readonly sessionId: string | null;
  /** Rises whenever anything that decides this viewer's rights or scope changed. */
  readonly permissionVersion: number;
  /** The language of messages. */
  readonly language: 'en' | 'es';
}

/** Which rule decided, for people: `explain` shows it and disabled controls carry it. */
export interface Verdict {
  readonly ok: boolean;
  readonly rule: 'admin' | 'fullAccess' | 'right' | 'signedIn' | 'public' | 'house' | 'missingRight' | 'signedOut';
  readonly permission?: Permission;
}

/** The one decision function for every channel. `rights` already holds what full access and implied view grant. */
export function may(viewer: Viewer | null, need: Need): Verdict {
  if (need === 'public') return { ok: true, rule: 'public' };
  if (!viewer) return { ok: false, rule: 'signedOut' };
  if (viewer.kind === 'system') return { ok: true, rule: 'house' };
  if (need === 'system') return viewer.kind === 'source' ? { ok: true, rule: 'house' } : { ok: false, rule: 'missingRight' };
  if (need === 'signedIn') return { ok: viewer.kind === 'person', rule: 'signedIn' };
  const wanted = typeof need === 'string' ? [need] : need;
  if (viewer.admin) return { ok: true, rule: 'admin', permission: wanted[0] };
  for (const permission of wanted) if (viewer.rights.has(permission)) return { ok: true, rule: 'right', permission };
  return { ok: false, rule: 'missingRight', permission: wanted[0] };
}

export function inPoos(viewer: Pick<Viewer, 'poos'>, pooId: number | null | undefined): boolean {
  if (viewer.poos === 'all') return true;
  return pooId != null && viewer.poos.includes(pooId);
}
