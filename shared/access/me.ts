import type { Permission } from '../core/permission.ts';
import type { PermittedComponent } from './role-shape.ts';

/** A place of operation of the signed-in person. */
export interface PlaceOfMine {
  readonly id: number;
  readonly name: string;
  readonly city: string;
  readonly pincode: string;
}

/**
 * What the client knows about the signed-in person. Used for display only: the server checks again on every
 * request.
 */
export interface Me {
  readonly empId: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string;
  readonly roleId: number | null;
  readonly roleName: string | null;
  readonly designationId: number | null;
  readonly designationName: string | null;
  readonly effectiveDesignationId: number | null;
  readonly admin: boolean;
  /** Empty for an admin, who passes every check. */
  readonly rights: readonly Permission[];
  readonly components: readonly PermittedComponent[];
  readonly pooIds: readonly number[];
  readonly primaryPooId: number | null;
  readonly poos: readonly PlaceOfMine[];
  /** Empty for an admin, who has all of them. */
  readonly territories: readonly number[];
  readonly languages: readonly string[];
  readonly language: 'en' | 'es';
  readonly permissionVersion: number;
  readonly orgId: 1;
  readonly sessionId: string;
  readonly secondFactor: 'none' | 'enrolling' | 'on';
  readonly idleMs: number;
  readonly absoluteMs: number;
  readonly loginParam: string;
  readonly demo: boolean;
}

/** A demo account, as the sign-in screen offers it. */
export interface DemoAccount {
  readonly loginId: string;
  readonly empId: number;
  readonly name: string;
  readonly role: string;
  readonly designation: string;
  readonly place: string;
}
