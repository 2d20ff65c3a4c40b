import { describe, expect, it } from 'vitest';
import { anAdmin, openPeopleServer, someone, theServer } from '#tests/kit/people-server.ts';

const held = [
  'Out Bound/signup-queue:view',
  'Out Bound/signup-queue:edit',
  'Masters/dsa-verification/2:view',
  'Masters/dsa-verification/2:approve',
];
const editor = someone(
  181,
  ['Masters/rolemasterv2:create', 'Masters/rolemasterv2:edit', 'Masters/rolemasterv2:delete', ...held],
  { roleId: 9 },
);
const entity = (vEntity: string, more: object = {}) => ({ vEntity, vEntityDisplayName: vEntity, ...more });
const outBound = (...entitiesList: object[]) => [
  { vGroupName: 'Out Bound', vGroupDisplayName: 'Out Bound', entitiesList },
];
const agent = { vRoleName: 'Agent', permissionGroupsList: outBound(entity('signup-queue', { bCanEdit: 1 })) };

describe('a role', () => {
  it('is stored in the specification’s shape, with implied view rights', () => {
    const server = openPeopleServer();
    expect(server.command(editor, 'role-1', 'createRole', agent)).toEqual(['RoleCreated', 'KeyReserved']);
    expect(server.state('role-1').permissionGroupsList[0].entitiesList[0]).toEqual({
      vEntity: 'signup-queue',
      vEntityDisplayName: 'signup-queue',
      bFullAcess: 0,
      bCanView: 1,
      bCanCreate: 0,
      bCanEdit: 1,
      bCanDelete: 0,
      bCanApprove: 0,
      reportPermissionsList: [],
    });
    expect(server.command(editor, 'role-1', 'changePermissions', { permissionGroupsList: [] })).toEqual([
      'RolePermissionsChanged',
    ]);
    expect(server.log.at(-1)!.data).toMatchObject({
      before: { permissionGroupsList: [{ vGroupName: 'Out Bound' }] },
      after: { permissionGroupsList: [] },
    });
  });

  it('has a unique name, ignoring case', () => {
    const server = openPeopleServer();
    server.command(editor, 'role-1', 'createRole', agent);
    expect(server.command(editor, 'role-2', 'createRole', { ...agent, vRoleName: ' AGENT ' })).toMatchObject({
      code: 'duplicateName',
      status: 409,
    });
    expect(server.command(editor, 'role-1', 'renameRole', { vRoleName: 'AGENT' })).toEqual(['RoleRenamed']);
    expect(server.command(editor, 'role-1', 'renameRole', { vRoleName: 'Caller' })).toEqual([
      'RoleRenamed',
      'KeyReserved',
      'KeyReleased',
    ]);
    expect(server.command(editor, 'role-2', 'createRole', agent)).toEqual(['RoleCreated', 'KeyReserved']);
    expect(server.command(editor, 'role-3', 'copyRole', { fromRoleId: 1, vRoleName: 'Copy' })).toEqual([
      'RoleCreated',
      'KeyReserved',
    ]);
    expect(server.state('role-3').permissionGroupsList).toEqual(server.state('role-1').permissionGroupsList);
  });

  it('cannot be edited by its holders, except admins', () => {
    const server = openPeopleServer();
    server.command(editor, 'role-9', 'createRole', agent);
    for (const [command, input] of [
      ['changePermissions', { permissionGroupsList: [] }],
      ['renameRole', { vRoleName: 'Mine' }],
      ['setSecondFactor', { bSecondFactor: 1 }],
      ['retireRole', {}],
    ] as const) {
      expect(server.command(editor, 'role-9', command, input), command).toMatchObject({
        code: 'roleSelfEdit',
        status: 403,
      });
    }
    expect(
      server.command({ ...anAdmin, roleId: 9 }, 'role-9', 'changePermissions', { permissionGroupsList: [] }),
    ).toEqual(['RolePermissionsChanged']);
  });

  it('retires when nobody holds it, and stays retired', () => {
    const server = openPeopleServer();
    server.command(editor, 'role-1', 'createRole', agent);
    server.command(theServer, 'employee-5', 'createEmployee', {
      firstName: 'L',
      email: 'l@care.example',
      designationId: 5,
      pooId: 1,
      joiningDate: '2025-01-01',
      roleId: 1,
    });
    expect(server.command(editor, 'role-1', 'retireRole')).toMatchObject({
      code: 'roleInUse',
      details: { n: 1 },
    });
    server.command(editor, 'role-2', 'createRole', { ...agent, vRoleName: 'Other' });
    server.command(theServer, 'employee-5', 'assignRole', { roleId: 2 });
    expect(server.command(editor, 'role-1', 'retireRole')).toEqual(['RoleRetired', 'KeyReleased']);
    expect(server.command(editor, 'role-1', 'changePermissions', { permissionGroupsList: [] })).toMatchObject(
      { code: 'roleRetired' },
    );
  });

  it('changes only rights that its editor holds', () => {
    const server = openPeopleServer();
    const strong = {
      vRoleName: 'Strong',
      permissionGroupsList: outBound(entity('signup-queue', { bFullAcess: 1 })),
    };
    server.command(theServer, 'role-1', 'createRole', strong);
    server.command(theServer, 'role-2', 'createRole', agent);
    const beyond = { code: 'grantsMore', status: 403 };
    expect(server.command(editor, 'role-3', 'createRole', { ...strong, vRoleName: 'Mine' })).toMatchObject(
      beyond,
    );
    expect(server.command(editor, 'role-3', 'importRole', { ...strong, vRoleName: 'Mine' })).toMatchObject(
      beyond,
    );
    expect(server.command(editor, 'role-3', 'copyRole', { fromRoleId: 1, vRoleName: 'Mine' })).toMatchObject(
      beyond,
    );
    expect(
      server.command(editor, 'role-2', 'changePermissions', {
        permissionGroupsList: strong.permissionGroupsList,
      }),
    ).toMatchObject(beyond);
    expect(server.command(editor, 'role-1', 'changePermissions', { permissionGroupsList: [] })).toMatchObject(
      beyond,
    );
    expect(server.command(editor, 'role-1', 'renameRole', { vRoleName: 'Weak' })).toMatchObject(beyond);
    expect(server.command(editor, 'role-1', 'setSecondFactor', { bSecondFactor: 1 })).toMatchObject(beyond);
    expect(server.command(editor, 'role-1', 'retireRole')).toMatchObject(beyond);
    expect(server.command(editor, 'role-2', 'changePermissions', { permissionGroupsList: [] })).toEqual([
      'RolePermissionsChanged',
    ]);
    expect(server.command(anAdmin, 'role-1', 'changePermissions', { permissionGroupsList: [] })).toEqual([
      'RolePermissionsChanged',
    ]);
  });

  it('refuses a repeated entity, a foreign group, invalid flags and unknown fields', () => {
    const server = openPeopleServer();
    expect(
      server.command(editor, 'role-1', 'createRole', {
        ...agent,
        permissionGroupsList: outBound(entity('x'), entity('x')),
      }),
    ).toMatchObject({
      code: 'entityTwice',
    });
    expect(
      server.command(editor, 'role-1', 'createRole', {
        ...agent,
        permissionGroupsList: [{ ...outBound()[0], vGroupName: 'out bound' }],
      }),
    ).toMatchObject({
      status: 400,
    });
    for (const flag of ['1', true, 2, [1], null])
      expect(
        server.command(editor, 'role-1', 'createRole', {
          ...agent,
          permissionGroupsList: outBound(entity('x', { bFullAcess: flag })),
        }),
      ).toMatchObject({
        status: 400,
      });
    expect(server.command(editor, 'role-1', 'createRole', { ...agent, isAdmin: true })).toMatchObject({
      status: 400,
    });
  });

  it('from outside is translated where unambiguous and refused otherwise', () => {
    const server = openPeopleServer();
    const masters = (...entitiesList: object[]) => [
      { vGroupName: 'Masters', vGroupDisplayName: 'M', entitiesList },
    ];
    expect(
      server.command(editor, 'role-1', 'importRole', {
        vRoleName: 'HR',
        permissionGroupsList: masters(entity('2', { bCanApprove: 1 })),
      }),
    ).toEqual(['RoleCreated', 'KeyReserved']);
    expect(server.state('role-1').permissionGroupsList[0].entitiesList[0].vEntity).toBe('dsa-verification/2');
    expect(
      server.command(editor, 'role-2', 'importRole', {
        vRoleName: 'XY',
        permissionGroupsList: masters(entity('3')),
      }),
    ).toMatchObject({
      code: 'entityUnclear',
      details: { entity: '3' },
    });
  });
});
