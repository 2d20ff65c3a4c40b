/**
 * A second, independent implementation of the permission rules, written only from the specification: it uses
 * neither `may` nor `rightsOf`. The matrix compares the running server with it.
 */
export interface Principal {
  readonly name: string;
  readonly signedIn: boolean;
  readonly device?: boolean;
  readonly admin?: boolean;
  readonly role: RawRole | null;
}
export interface RawRole {
  readonly permissionGroupsList: readonly RawGroup[];
}
export interface RawGroup {
  readonly vGroupName: string;
  readonly entitiesList: readonly RawEntity[];
}
export interface RawEntity {
  readonly vEntity: string;
  readonly bFullAcess?: number;
  readonly bCanView?: number;
  readonly bCanCreate?: number;
  readonly bCanEdit?: number;
  readonly bCanDelete?: number;
  readonly bCanApprove?: number;
  readonly reportPermissionsList?: readonly { readonly reportsList: readonly RawReport[] }[];
}
export interface RawReport {
  readonly vReportName: string;
  readonly bFullAcess?: number;
  readonly bCanAccess?: number;
  readonly bCanExport?: number;
}

/** `401` without a session, `403` with a session but without the right; otherwise the route answers. */
export type Expected = 'open' | 401 | 403;

export function expected(who: Principal, need: string | readonly string[]): Expected {
  if (need === 'public') return 'open';
  if (!who.signedIn) return 401;
  if (need === 'system') return 403;
  if (need === 'signedIn') return who.device ? 403 : 'open';
  const wanted = typeof need === 'string' ? [need] : need;
  if (who.admin && !who.device) return 'open';
  return wanted.some((one) => grants(who.role, one)) ? 'open' : 403;
}

export function grants(role: RawRole | null, permission: string): boolean {
  const slash = permission.indexOf('/');
  const colon = permission.lastIndexOf(':');
  const group = permission.slice(0, slash);
  const entity = permission.slice(slash + 1, colon);
  const right = permission.slice(colon + 1);
  const own = (role?.permissionGroupsList ?? []).filter((one) => one.vGroupName === group);
  if (group === 'Reports') {
    const reports = own
      .flatMap((one) => one.entitiesList)
      .flatMap((one) => one.reportPermissionsList?.[0]?.reportsList ?? [])
      .filter((one) => one.vReportName === entity);
    if (right === 'access')
      return reports.some((one) => one.bFullAcess === 1 || one.bCanAccess === 1 || one.bCanExport === 1);
    if (right !== 'export') return false;
    return reports.some(
      (one) =>
        one.bFullAcess === 1 || one.bCanExport === 1 || (one.bCanAccess === 1 && entity === 'stockQuery'),
    );
  }
  return own
    .flatMap((one) => one.entitiesList)
    .filter((one) => one.vEntity === entity)
    .some((one) => entityGrants(group, one, right));
}

function entityGrants(group: string, one: RawEntity, right: string): boolean {
  const viewOnly = group === 'Dashboard';
  const flags: Record<string, number | undefined> = {
    create: one.bCanCreate,
    edit: one.bCanEdit,
    delete: one.bCanDelete,
    approve: one.bCanApprove,
  };
  if (right === 'view')
    return one.bFullAcess === 1 || one.bCanView === 1 || (!viewOnly && Object.values(flags).includes(1));
  if (right === 'export') return one.bFullAcess === 1;
  if (viewOnly || !(right in flags)) return false;
  return one.bFullAcess === 1 || flags[right] === 1;
}
