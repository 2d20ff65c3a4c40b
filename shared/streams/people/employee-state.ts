import type { RecordedEventOf } from '../../core/event.ts';
import type { RecordStatus } from '../../core/record-id.ts';
import { linked, type Waiting } from '../approvals/decision.ts';
import type { EmployeeEvent } from './employee-events.ts';

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

/** Events that change what a person may see or do. */
export const decidesRights: ReadonlySet<string> = new Set<EmployeeEvent['type']>([
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

export function evolveEmployee(before: EmployeeState, event: RecordedEventOf<EmployeeEvent>): EmployeeState {
  const state = { ...before, version: event.version };
  switch (event.type) {
    case 'EmployeeCreated': {
      const { empId: _empId, pooId, otherPooIds = [], ...fields } = event.data;
      const poos = [pooId, ...otherPooIds.filter((one) => one !== pooId)].map((one) => ({
        pooId: one,
        primary: one === pooId,
        from: fields.joiningDate,
        to: null,
      }));
      return { ...state, ...fields, exists: true, active: true, poos };
    }
    case 'EmployeeDetailsUpdated':
    case 'EmployeeProfileUpdated': {
      const { empId: _empId, ...changed } = event.data;
      return {
        ...state,
        ...changed,
        ...('qualificationIds' in changed ? { qualifications: [] } : {}),
        touched: {
          ...state.touched,
          ...Object.fromEntries(Object.keys(changed).map((name) => [name, event.at])),
        },
      };
    }
    case 'EmployeeSyncedFromZoho':
      return {
        ...state,
        ...event.data.fields,
        zohoId: event.data.zohoId,
        zohoModifiedAt: event.data.modifiedAt,
      };
    case 'EmployeeDesignationChanged':
      return { ...state, designationId: event.data.designationId };
    case 'EmployeeManagerChanged':
      return { ...state, managerId: event.data.managerId };
    case 'EmployeeRoleAssigned':
      return { ...state, roleId: event.data.roleId };
    case 'EmployeePooMapped': {
      const { pooId, from, to } = event.data;
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
      const { deviceId, model, mappedOn } = event.data;
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
          device.deviceId === event.data.deviceId ? { ...device, seenOn: event.data.seenOn } : device,
        ),
      };
    case 'EmployeeDeviceUnmapped':
      return { ...state, devices: state.devices.filter((device) => device.deviceId !== event.data.deviceId) };
    case 'EmployeeDeactivated':
      return { ...state, active: false, exitDate: event.data.exitDate };
    case 'EmployeeWithdrawn':
      return { ...state, withdrawn: true };
    case 'EmployeeReactivated':
      return { ...state, active: true, exitDate: null };
    case 'EmployeeRhemosStatusSet':
      return { ...state, rhemos: event.data.status };
    case 'EmployeeHopiStatusSet':
      return { ...state, hopi: event.data.status };
    case 'DayStartAllowed':
      return { ...state, dayStartAllowedUntil: event.data.until, dayStartRequest: null };
    case 'DayStartRequested': {
      const { requestId, day } = event.data;
      return { ...state, dayStartRequest: { requestId, approvalId: null, day } };
    }
    case 'DayStartRequestLinked':
      return state.dayStartRequest
        ? { ...state, dayStartRequest: linked(state.dayStartRequest, event.data) }
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
