import type { RecordedEvent } from '../../core/event.ts';
import type { RecordStatus } from '../../core/record-id.ts';
import { linked, type Linked, type Waiting } from '../approvals/decision.ts';
import type { DayStartRequested } from './day-start-decision.ts';

/** A pending request to start a day after its cut-off. */
export interface DayStartRequest extends Waiting {
  readonly day: string;
}

/** An employee, folded from the log. Days are `YYYY-MM-DD`, instants ISO. */
export interface EmployeeState {
  readonly empId: number;
  readonly exists: boolean;
  readonly active: boolean;
  readonly firstName: string;
  readonly lastName: string;
  readonly phone: string;
  readonly email: string;
  readonly affiliate: boolean;
  readonly designationId: number | null;
  readonly departmentId: number | null;
  readonly roleId: number | null;
  readonly managerId: number | null;
  /** Free text, from before qualifications were chosen from the master; choosing replaces it. */
  readonly qualifications: readonly string[];
  readonly qualificationIds?: readonly number[];
  readonly languages: readonly string[];
  readonly poos: readonly EmployeePoo[];
  readonly joiningDate: string | null;
  readonly exitDate: string | null;
  readonly rhemos: 0 | 1;
  readonly hopi: 0 | 1;
  readonly devices: readonly EmployeeDevice[];
  readonly dayStartAllowedUntil: string | null;
  readonly dayStartRequest: DayStartRequest | null;
  /** Of its stream. */
  readonly version: number;
  /** Language of the console for this person. */
  readonly language: 'en' | 'es';
  readonly photoFileId: string | null;
  /** Their import was undone; they are shown nowhere. */
  readonly withdrawn?: true;
  readonly zohoId: string | null;
  readonly zohoModifiedAt: string | null;
  /** When each field was last changed here by a person. */
  readonly touched: Readonly<Record<string, string>>;
}

/** A place of operation this person works for; the last day is inclusive, null is open-ended. */
export interface EmployeePoo {
  readonly pooId: number;
  readonly primary: boolean;
  readonly from: string;
  readonly to: string | null;
}
export interface EmployeeDevice {
  readonly deviceId: string;
  readonly model: string;
  readonly mappedOn: string;
  /** The last day its holder signed in with it. */
  readonly seenOn?: string;
}

export type EmployeeEvent =
  | 'EmployeeCreated'
  | 'EmployeeDetailsUpdated'
  | 'EmployeeProfileUpdated'
  | 'EmployeeDesignationChanged'
  | 'EmployeeManagerChanged'
  | 'EmployeeRoleAssigned'
  | 'EmployeePooMapped'
  | 'EmployeePooUnmapped'
  | 'EmployeePrimaryPooSet'
  | 'EmployeeDeviceMapped'
  | 'EmployeeDeviceUnmapped'
  | 'EmployeeDeviceSeen'
  | 'EmployeeDeactivated'
  | 'EmployeeReactivated'
  | 'EmployeeWithdrawn'
  | 'EmployeeRhemosStatusSet'
  | 'EmployeeHopiStatusSet'
  | 'DayStartAllowed'
  | 'DayStartRequested'
  | 'DayStartRequestLinked'
  | 'DayStartRequestFailed'
  | 'DayStartRequestClosed'
  | 'DayStartRequestDropped'
  | 'EmployeeSyncedFromZoho'
  | 'EmployeeSyncConflictFound';

/** Events that change what a person may see or do. */
export const decidesRights: ReadonlySet<string> = new Set<EmployeeEvent>([
  'EmployeeCreated',
  'EmployeeDetailsUpdated',
  'EmployeeDesignationChanged',
  'EmployeeRoleAssigned',
  'EmployeePooMapped',
  'EmployeePooUnmapped',
  'EmployeeDeactivated',
  'EmployeeReactivated',
  'EmployeeProfileUpdated',
]);

export const employeeStatus = (state: EmployeeState | undefined): RecordStatus =>
  !state?.exists ? 'missing' : state.active ? 'active' : 'inactive';

export function nobody(key: string): EmployeeState {
  return {
    empId: Number(key),
    exists: false,
    active: false,
    firstName: '',
    lastName: '',
    phone: '',
    email: '',
    affiliate: false,
    designationId: null,
    departmentId: null,
    roleId: null,
    managerId: null,
    qualifications: [],
    languages: [],
    poos: [],
    joiningDate: null,
    exitDate: null,
    rhemos: 0,
    hopi: 0,
    devices: [],
    dayStartAllowedUntil: null,
    dayStartRequest: null,
    version: 0,
    language: 'en',
    photoFileId: null,
    zohoId: null,
    zohoModifiedAt: null,
    touched: {},
  };
}

/** First and last name. */
export function nameOf(person: Pick<EmployeeState, 'firstName' | 'lastName'>): string {
  return `${person.firstName} ${person.lastName}`.trim();
}

export function evolveEmployee(before: EmployeeState, event: RecordedEvent): EmployeeState {
  const state = { ...before, version: event.version };
  const {
    empId: _empId,
    from: _from,
    ...data
  } = event.data as Record<string, unknown> & { empId?: number; from?: unknown };
  switch (event.type as EmployeeEvent) {
    case 'EmployeeCreated': {
      const {
        pooId,
        otherPooIds = [],
        ...fields
      } = data as { pooId: number; otherPooIds?: readonly number[] };
      const poos = [pooId, ...otherPooIds.filter((one) => one !== pooId)].map((one) => ({
        pooId: one,
        primary: one === pooId,
        from: String(event.data.joiningDate),
        to: null,
      }));
      return { ...state, ...fields, exists: true, active: true, poos };
    }
    case 'EmployeeDetailsUpdated':
    case 'EmployeeProfileUpdated':
      return {
        ...state,
        ...data,
        ...('qualificationIds' in data ? { qualifications: [] } : {}),
        touched: {
          ...state.touched,
          ...Object.fromEntries(Object.keys(data).map((name) => [name, event.at])),
        },
      };
    case 'EmployeeSyncedFromZoho':
      return {
        ...state,
        ...(event.data.fields as object),
        zohoId: event.data.zohoId as string,
        zohoModifiedAt: event.data.modifiedAt as string,
      };
    case 'EmployeeDesignationChanged':
    case 'EmployeeManagerChanged':
    case 'EmployeeRoleAssigned':
      return { ...state, ...data };
    case 'EmployeePooMapped': {
      const { pooId, from, to } = event.data as EmployeePoo;
      const before = state.poos.find((poo) => poo.pooId === pooId);
      return {
        ...state,
        poos: [
          ...state.poos.filter((poo) => poo.pooId !== pooId),
          { pooId, primary: before?.primary ?? false, from, to },
        ],
      };
    }
    case 'EmployeePooUnmapped':
      return { ...state, poos: state.poos.filter((poo) => poo.pooId !== event.data.pooId) };
    case 'EmployeePrimaryPooSet':
      return {
        ...state,
        poos: state.poos.map((poo) => ({ ...poo, primary: poo.pooId === event.data.pooId })),
      };
    case 'EmployeeDeviceMapped': {
      const { deviceId, model, mappedOn } = event.data as EmployeeDevice;
      return {
        ...state,
        devices: [
          ...state.devices.filter((device) => device.deviceId !== deviceId),
          { deviceId, model, mappedOn },
        ],
      };
    }
    case 'EmployeeDeviceSeen':
      return {
        ...state,
        devices: state.devices.map((device) =>
          device.deviceId === event.data.deviceId
            ? { ...device, seenOn: event.data.seenOn as string }
            : device,
        ),
      };
    case 'EmployeeDeviceUnmapped':
      return { ...state, devices: state.devices.filter((device) => device.deviceId !== event.data.deviceId) };
    case 'EmployeeDeactivated':
      return { ...state, active: false, exitDate: event.data.exitDate as string };
    case 'EmployeeWithdrawn':
      return { ...state, withdrawn: true };
    case 'EmployeeReactivated':
      return { ...state, active: true, exitDate: null };
    case 'EmployeeRhemosStatusSet':
      return { ...state, rhemos: event.data.status as 0 | 1 };
    case 'EmployeeHopiStatusSet':
      return { ...state, hopi: event.data.status as 0 | 1 };
    case 'DayStartAllowed':
      return { ...state, dayStartAllowedUntil: event.data.until as string, dayStartRequest: null };
    case 'DayStartRequested': {
      const { requestId, day } = event.data as DayStartRequested;
      return { ...state, dayStartRequest: { requestId, approvalId: null, day } };
    }
    case 'DayStartRequestLinked':
      return state.dayStartRequest
        ? { ...state, dayStartRequest: linked(state.dayStartRequest, event.data as Linked) }
        : state;
    case 'DayStartRequestFailed':
    case 'DayStartRequestClosed':
    case 'DayStartRequestDropped':
      return event.data.requestId === state.dayStartRequest?.requestId
        ? { ...state, dayStartRequest: null }
        : state;
    default:
      return state;
  }
}
