import type { Event, RecordedEventOf } from '../../core/event.ts';
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

type Permissions = Pick<RoleState, 'permissionGroupsList' | 'permittedComponentsList'>;
interface Subject {
  readonly roleId: number;
}

/** `from` and `before` are what it was until then. */
export type RoleEvent =
  | Event<'RoleCreated', Subject & Permissions & Pick<RoleState, 'vRoleName' | 'bSecondFactor'>>
  | Event<'RolePermissionsChanged', Subject & { readonly before: Permissions; readonly after: Permissions }>
  | Event<'RoleRenamed', Subject & { readonly vRoleName: string; readonly from: string }>
  | Event<'RoleSecondFactorSet', Subject & Pick<RoleState, 'bSecondFactor'>>
  | Event<'RoleRetired', Subject>;

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

export function evolveRole(state: RoleState, event: RecordedEventOf<RoleEvent>): RoleState {
  switch (event.type) {
    case 'RoleCreated':
      return {
        ...state,
        exists: true,
        vRoleName: event.data.vRoleName,
        permissionGroupsList: event.data.permissionGroupsList,
        permittedComponentsList: event.data.permittedComponentsList,
        bSecondFactor: event.data.bSecondFactor,
      };
    case 'RolePermissionsChanged':
      return {
        ...state,
        permissionGroupsList: event.data.after.permissionGroupsList,
        permittedComponentsList: event.data.after.permittedComponentsList,
      };
    case 'RoleRenamed':
      return { ...state, vRoleName: event.data.vRoleName };
    case 'RoleSecondFactorSet':
      return { ...state, bSecondFactor: event.data.bSecondFactor };
    case 'RoleRetired':
      return { ...state, retired: true };
    default:
      return state;
  }
}
