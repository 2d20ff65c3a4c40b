import { inPoos } from '../../core/permission.ts';
import { defineStream } from '../../core/stream.ts';
import * as dayStarts from './day-start.ts';
import * as commands from './employee-commands.ts';
import * as edits from './employee-edit.ts';
import * as mappings from './employee-mappings.ts';
import type { EmployeeEvent } from './employee-events.ts';
import { employeeStatus, evolveEmployee, nobody } from './employee-state.ts';
import type { EmployeeState } from './employee-state.ts';
import { employeeTranslations } from './employee-translations.ts';

/** An employee: details, designation, role, places of operation, devices. Stream `employee-<iEmpId>`. */
export const employee = defineStream<EmployeeState, EmployeeEvent>({
  name: 'employee',
  events: {
    EmployeeCreated: true,
    EmployeeDetailsUpdated: true,
    EmployeeProfileUpdated: true,
    EmployeeSyncedFromZoho: true,
    EmployeeSyncConflictFound: true,
    EmployeeRoleAssigned: true,
    EmployeeDesignationChanged: true,
    EmployeeManagerChanged: true,
    EmployeePooMapped: true,
    EmployeePooUnmapped: true,
    EmployeePrimaryPooSet: true,
    EmployeeDeviceMapped: true,
    EmployeeDeviceUnmapped: true,
    EmployeeDeviceSeen: true,
    EmployeeHopiStatusSet: true,
    EmployeeRhemosStatusSet: true,
    EmployeeDeactivated: true,
    EmployeeReactivated: true,
    EmployeeWithdrawn: true,
    DayStartAllowed: true,
    DayStartRequested: true,
    DayStartRequestLinked: true,
    DayStartRequestFailed: true,
    DayStartRequestClosed: true,
    DayStartRequestDropped: true,
  },
  area: 'people',
  state: 3,
  initial: nobody,
  status: employeeStatus,
  evolve: evolveEmployee,
  mergedFields: [
    'firstName',
    'lastName',
    'phone',
    'email',
    'affiliate',
    'departmentId',
    'qualificationIds',
    'languages',
    'joiningDate',
    'designationId',
    'managerId',
    'roleId',
    'active',
  ],
  commands: { ...commands, ...edits, ...mappings, ...dayStarts },
  visible: (state, viewer) =>
    viewer.empId === state.empId ||
    viewer.poos === 'all' ||
    state.poos.length === 0 ||
    state.poos.some((poo) => inPoos(viewer, poo.pooId)),
  translations: employeeTranslations,
  story: [
    {
      as: 'system',
      stream: 'employee-new',
      command: 'createEmployee',
      input: {
        firstName: 'Usha',
        lastName: "D'Souza",
        phone: '5550000501',
        email: 'usha@care.example',
        designationId: 11,
        roleId: 2,
        managerId: 5,
        pooId: 1,
        joiningDate: '2025-06-02',
        languages: ['en', 'kn'],
      },
    },
    { as: 'admin', stream: 'employee-$', command: 'mapPoo', input: { pooId: 2 } },
    { as: 'admin', stream: 'employee-$', command: 'setPrimaryPoo', input: { pooId: 2 } },
    {
      as: 'admin',
      stream: 'employee-$',
      command: 'mapDevice',
      input: { deviceId: 'HH-0000501', model: 'Handheld 7' },
    },
    { as: 'admin', stream: 'employee-$', command: 'changeDesignation', input: { designationId: 19 } },
    { as: 'admin', stream: 'employee-$', command: 'assignRole', input: { roleId: 3 } },
    {
      as: 'admin',
      stream: 'employee-$',
      command: 'deactivate',
      input: { exitDate: '2026-11-18', reason: 'Moved to another city' },
    },
    { as: 'admin', stream: 'employee-$', command: 'reactivate', input: {} },
  ],
});
