import { streamKey } from '../core/event.ts';
import type { Reaction } from '../core/policy.ts';
import { definePolicy } from '../core/policy.ts';
import { attendance } from '../streams/people/attendance/attendance.ts';
import { employee } from '../streams/people/employee.ts';
import { role } from '../streams/access/role.ts';

const leaving = [
  attendance.events.BreakStarted,
  attendance.events.CheckedOut,
  attendance.events.AttendanceAutoClosed,
  employee.events.EmployeeDeactivated,
] as const;
type Leaving = (typeof leaving)[number]['type'];
const gone: Readonly<Record<Leaving, string>> = {
  BreakStarted: 'break',
  CheckedOut: 'checkedOut',
  AttendanceAutoClosed: 'checkedOut',
  EmployeeDeactivated: 'deactivated',
};

const release = (empId: string | number, reason: string, lostOnly = false): Reaction => ({
  kind: 'command',
  stream: `agentwork-${empId}`,
  command: 'releaseAll',
  input: { reason, ...(lostOnly ? { lostOnly } : {}) },
});

/**
 * In: somebody starts a break, checks out or leaves. Out: release of their rows. In: rights change. Out:
 * release of rows they may no longer work on.
 */
export const releaseLeases = definePolicy({
  name: 'release-leases',
  on: [
    ...leaving,
    employee.events.EmployeeRoleAssigned,
    role.events.RolePermissionsChanged,
    role.events.RoleRetired,
  ],
  react: (event, { directory }) => {
    const key = streamKey(event.stream);
    switch (event.type) {
      case 'EmployeeRoleAssigned':
        return [release(key, 'permissionRevoked', true)];
      case 'RolePermissionsChanged':
      case 'RoleRetired':
        return directory
          .employees()
          .filter((one) => one.roleId === Number(key))
          .map((one) => release(one.empId, 'permissionRevoked', true));
      default:
        return [release(key.split('-')[0]!, gone[event.type])];
    }
  },
});
