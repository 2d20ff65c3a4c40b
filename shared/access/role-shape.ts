import { z } from 'zod';
import * as texts from '../core/texts.ts';
import { groups } from '../core/permission.ts';

/** A role's permissions in the specification's shape and spelling; flags are exactly 0 or 1. */
const flag = z.union([z.literal(0), z.literal(1)]);
const name = texts.line().min(1).max(80);

export const reportRights = z.strictObject({
  vReportName: name,
  vReportDisplayName: name,
  bFullAcess: flag.default(0),
  bCanAccess: flag.default(0),
  bCanExport: flag.default(0),
});

export const entityRights = z.strictObject({
  vEntity: name,
  vEntityDisplayName: name,
  bFullAcess: flag.default(0),
  bCanView: flag.default(0),
  bCanCreate: flag.default(0),
  bCanEdit: flag.default(0),
  bCanDelete: flag.default(0),
  bCanApprove: flag.default(0),
  reportPermissionsList: z
    .array(z.strictObject({ reportsList: z.array(reportRights).max(200) }))
    .max(5)
    .default([]),
});

export const permissionGroup = z.strictObject({
  vGroupName: z.enum(groups),
  vGroupDisplayName: name,
  entitiesList: z.array(entityRights).max(400),
});

export const permissionGroups = z.array(permissionGroup).max(groups.length);
export const permittedComponents = z
  .array(z.strictObject({ vGroupDisplayName: name, component: name }))
  .max(600);

export type ReportRights = z.output<typeof reportRights>;
export type EntityRights = z.output<typeof entityRights>;
export type PermissionGroup = z.output<typeof permissionGroup>;
export type PermittedComponent = z.output<typeof permittedComponents>[number];

/** The part of a role that decides rights; names and titles never do. */
export interface RolePermissions {
  readonly permissionGroupsList: readonly PermissionGroup[];
}
