import type { RecordedEvent } from '../../core/event.ts';
import type { RecordStatus } from '../../core/record-id.ts';
import type { PermissionGroup, PermittedComponent } from '../../access/role-shape.ts';

/** A role in the specification's shape, and whether it can still be assigned. */
export interface RoleState {
  readonly roleId: number;
  readonly exists: boolean;
  readonly retired: boolean;
  readonly vRoleName: string;
  readonly permissionGroupsList: readonly PermissionGroup[];
  readonly permittedComponentsList: readonly PermittedComponent[];
  /** Its holders must use a second factor. */
  readonly bSecondFactor: 0 | 1;
}

export type RoleEvent =
  | 'RoleCreated'
  | 'RolePermissionsChanged'
  | 'RoleRenamed'
  | 'RoleRetired'
  | 'RoleSecondFactorSet';

export const roleStatus = (state: RoleState | undefined): RecordStatus =>
  !state?.exists ? 'missing' : state.retired ? 'inactive' : 'active';

export function noRole(key: string): RoleState {
  return {
    roleId: Number(key),
    exists: false,
    retired: false,
    vRoleName: '',
    permissionGroupsList: [],
    permittedComponentsList: [],
    bSecondFactor: 0,
  };
}

export function evolveRole(state: RoleState, event: RecordedEvent): RoleState {
  const data = event.data;
  switch (event.type as RoleEvent) {
    case 'RoleCreated':
      return {
        ...state,
        exists: true,
        vRoleName: data.vRoleName,
        permissionGroupsList: data.permissionGroupsList,
        permittedComponentsList: data.permittedComponentsList,
        bSecondFactor: data.bSecondFactor,
      };
    case 'RolePermissionsChanged':
      return {
        ...state,
        permissionGroupsList: data.after.permissionGroupsList,
        permittedComponentsList: data.after.permittedComponentsList,
      };
    case 'RoleRenamed':
      return { ...state, vRoleName: data.vRoleName };
    case 'RoleSecondFactorSet':
      return { ...state, bSecondFactor: data.bSecondFactor };
    case 'RoleRetired':
      return { ...state, retired: true };
    default:
      return state;
  }
}
