import { streamKey } from '../core/event.ts';
import type { Reaction } from '../core/policy.ts';
import { definePolicy } from '../core/policy.ts';

const gone: Readonly<Record<string, string>> = {
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
  on: [...Object.keys(gone), 'EmployeeRoleAssigned', 'RolePermissionsChanged', 'RoleRetired'],
  react: (event, { directory }) => {
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
