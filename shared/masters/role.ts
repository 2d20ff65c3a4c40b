import { streamKey } from '../core/event.ts';
import { text } from '../families/master-field.ts';
import { defineMaster } from '../families/master.ts';
import { roleStatus } from '../streams/access/role-state.ts';

/** The list of roles. Their permissions and rules are in the stream `role`. */
export const roleList = defineMaster({
  route: 'masters/rolemasterv2',
  kind: 'role',
  service: 'employee',
  title: { en: 'Roles', es: 'Roles' },
  plain: true,
  fields: [text('vName', { en: 'Role', es: 'Rol' })],
  counts: [
    {
      name: 'iEmployees',
      label: { en: 'Employees', es: 'Empleados' },
      of: 'employee',
      need: 'Masters/emplist:view',
      place: 'iPooId',
      by: 'iRoleId',
      when: { field: 'iStatus', in: [1] },
    },
  ],
  source: {
    streams: ['role'],
    idOf: (event) => Number(streamKey(event.stream)),
    row(before, event) {
      switch (event.type) {
        case 'RoleCreated':
        case 'RoleRenamed':
          return {
            fields: { vName: String(event.data.vRoleName) },
            iStatus: before?.iStatus ?? 1,
            iCancelFlag: 0,
            stage: null,
          };
        case 'RoleRetired':
          return before ? { ...before, iStatus: 0 } : null;
        default:
          return before ? { ...before } : null;
      }
    },
    status: roleStatus,
    story: [
      {
        as: 'system',
        stream: 'role-1',
        command: 'createRole',
        input: { vRoleName: 'First role', permissionGroupsList: [], permittedComponentsList: [] },
      },
    ],
  },
  commands: [
    {
      name: 'retire',
      label: { en: 'Retire', es: 'Retirar' },
      aggregate: 'role',
      command: 'retireRole',
      need: 'Masters/rolemasterv2:delete',
      versioned: true,
      danger: true,
      when: (row) => row.iStatus === 1,
      fields: [],
      input: () => ({}),
    },
  ],
  example: {},
});
