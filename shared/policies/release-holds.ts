import { streamKey } from '../core/event.ts';
import type { Ask } from '../core/policy.ts';
import { definePolicy } from '../core/policy.ts';

const gone: Readonly<Record<string, string>> = {
  BreakStarted: 'break',
  CheckedOut: 'checkedOut',
  AttendanceAutoClosed: 'checkedOut',
  EmployeeDeactivated: 'deactivated',
};

const release = (empId: string | number, reason: string, lostOnly = false): Ask => ({
  kind: 'command',
  stream: `agentwork-${empId}`,
  command: 'releaseAll',
  input: { reason, ...(lostOnly ? { lostOnly } : {}) },
});

/** When someone goes on break, home or away: what they hold goes back at once. When rights change: what they may not work on any more. */
export const releaseHolds = definePolicy({
  name: 'release-holds',
  on: [...Object.keys(gone), 'EmployeeRoleAssigned', 'RolePermissionsChanged', 'RoleRetired'],
  ask: (event, { directory }) => {
    const key = streamKey(event.stream);
    const reason = gone[event.type];
    if (reason) return [release(key.split('-')[0]!, reason)];
    if (event.type === 'EmployeeRoleAssigned') return [release(key, 'permissionRevoked', true)];
    return directory
      .employees()
      .filter((one) => one.roleId === Number(key))
      .map((one) => release(one.empId, 'permissionRevoked', true));
  },
});
