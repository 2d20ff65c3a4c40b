import type { Event } from '../../core/event.ts';
import type { FailedOutcome, Linked, Outcome } from '../approvals/decision.ts';
import type { DayStartAllowed, DayStartRequested } from './day-start-decision.ts';

/** What an employee's record says about the person. Days are `YYYY-MM-DD`. */
export interface EmployeeFields {
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly email: string;
  readonly affiliate: boolean;
  readonly departmentId: number | null;
  readonly qualificationIds?: readonly number[];
  readonly languages: readonly string[];
  readonly joiningDate: string;
}

/** What a person may change about themselves. */
export interface OwnProfile {
  readonly phone: string;
  readonly language: 'en' | 'es';
  readonly photoFileId: string | null;
}

/** What the HR system reports about a person. */
export type SyncedFields = Partial<
  Pick<EmployeeFields, 'firstName' | 'lastName' | 'phone' | 'email' | 'joiningDate'>
>;

interface Subject {
  readonly empId: number;
}

/** `from` is what it was before. */
export type EmployeeEvent =
  | Event<
      'EmployeeCreated',
      Subject &
        EmployeeFields & {
          readonly designationId: number;
          readonly roleId: number | null;
          readonly managerId: number | null;
          readonly pooId: number;
          readonly otherPooIds?: readonly number[];
        }
    >
  | Event<'EmployeeDetailsUpdated', Subject & Partial<EmployeeFields>>
  | Event<'EmployeeProfileUpdated', Subject & Partial<OwnProfile>>
  | Event<
      'EmployeeSyncedFromZoho',
      Subject & { readonly zohoId: string; readonly modifiedAt: string; readonly fields: SyncedFields }
    >
  | Event<
      'EmployeeSyncConflictFound',
      Subject & {
        readonly field: string;
        readonly ours: unknown;
        readonly theirs: unknown;
        readonly changedAt: string;
        readonly modifiedAt: string;
      }
    >
  | Event<'EmployeeRoleAssigned', Subject & { readonly roleId: number; readonly from: number | null }>
  | Event<
      'EmployeeDesignationChanged',
      Subject & { readonly designationId: number; readonly from: number | null }
    >
  | Event<
      'EmployeeManagerChanged',
      Subject & { readonly managerId: number | null; readonly from: number | null }
    >
  | Event<
      'EmployeePooMapped',
      Subject & { readonly pooId: number; readonly from: string; readonly to: string | null }
    >
  | Event<'EmployeePooUnmapped', Subject & { readonly pooId: number }>
  | Event<'EmployeePrimaryPooSet', Subject & { readonly pooId: number; readonly before: number | null }>
  | Event<
      'EmployeeDeviceMapped',
      Subject & { readonly deviceId: string; readonly model: string; readonly mappedOn: string }
    >
  | Event<'EmployeeDeviceUnmapped', Subject & { readonly deviceId: string }>
  | Event<'EmployeeDeviceSeen', Subject & { readonly deviceId: string; readonly seenOn: string }>
  | Event<'EmployeeHopiStatusSet' | 'EmployeeRhemosStatusSet', Subject & { readonly status: 0 | 1 }>
  | Event<
      'EmployeeDeactivated',
      Subject & {
        readonly exitDate: string;
        readonly reason: string;
        readonly managerId: number | null;
        /** Open approvals that waited for this person. */
        readonly approvals: readonly string[];
      }
    >
  | Event<'EmployeeReactivated' | 'EmployeeWithdrawn', Subject>
  | Event<'DayStartAllowed', DayStartAllowed>
  | Event<'DayStartRequested', DayStartRequested>
  | Event<'DayStartRequestLinked', Linked>
  | Event<'DayStartRequestFailed', FailedOutcome>
  | Event<'DayStartRequestClosed' | 'DayStartRequestDropped', Outcome>;
