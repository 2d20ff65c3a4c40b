import { describe, expect, it } from 'vitest';
import { anAdmin, openPeopleHouse, someone, theHouse } from '#tests/kit/people-house.ts';

const editor = someone(181, ['Masters/rolemasterv2:create', 'Masters/rolemasterv2:edit', 'Masters/rolemasterv2:delete'], { roleId: 9 });
const entity = (vEntity: string, more: object = {}) => ({ vEntity, vEntityDisplayName: vEntity, ...more });
const outBound = (...entitiesList: object[]) => [{ vGroupName: 'Out Bound', vGroupDisplayName: 'Out Bound', entitiesList }];
const agent = { vRoleName: 'Agent', permissionGroupsList: outBound(entity('signup-queue', { bCanEdit: 1 })) };

describe('a role', () => {
  it('is kept in the specification’s shape, with the view that other rights imply', () => {
    const house = openPeopleHouse();
    expect(house.order(editor, 'role-1', 'createRole', agent)).toEqual(['RoleCreated', 'KeyReserved']);
    expect(house.state('role-1').permissionGroupsList[0].entitiesList[0]).toEqual({
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
    expect(house.order(editor, 'role-1', 'changePermissions', { permissionGroupsList: [] })).toEqual(['RolePermissionsChanged']);
    expect(house.log.at(-1)!.data).toMatchObject({ before: { permissionGroupsList: [{ vGroupName: 'Out Bound' }] }, after: { permissionGroupsList: [] } });
  });

  it('has a name of its own, whatever the capitals', () => {
    const house = openPeopleHouse();
    house.order(editor, 'role-1', 'createRole', agent);
    expect(house.order(editor, 'role-2', 'createRole', { ...agent, vRoleName: ' AGENT ' })).toMatchObject({ code: 'duplicateName', status: 409 });
    expect(house.order(editor, 'role-1', 'renameRole', { vRoleName: 'AGENT' })).toEqual(['RoleRenamed']);
    expect(house.order(editor, 'role-1', 'renameRole', { vRoleName: 'Caller' })).toEqual(['RoleRenamed', 'KeyReserved', 'KeyReleased']);
    expect(house.order(editor, 'role-2', 'createRole', agent)).toEqual(['RoleCreated', 'KeyReserved']);
    expect(house.order(editor, 'role-3', 'copyRole', { fromRoleId: 1, vRoleName: 'Copy' })).toEqual(['RoleCreated', 'KeyReserved']);
    expect(house.state('role-3').permissionGroupsList).toEqual(house.state('role-1').permissionGroupsList);
  });

  it('is not edited by those who hold it, unless they are admin', () => {
    const house = openPeopleHouse();
    house.order(editor, 'role-9', 'createRole', agent);
    for (const [command, input] of [
      ['changePermissions', { permissionGroupsList: [] }],
      ['renameRole', { vRoleName: 'Mine' }],
      ['setSecondFactor', { bSecondFactor: 1 }],
      ['retireRole', {}],
    ] as const) {
      expect(house.order(editor, 'role-9', command, input), command).toMatchObject({ code: 'roleSelfEdit', status: 403 });
    }
    expect(house.order({ ...anAdmin, roleId: 9 }, 'role-9', 'changePermissions', { permissionGroupsList: [] })).toEqual(['RolePermissionsChanged']);
  });

  it('retires when nobody holds it, and stays retired', () => {
    const house = openPeopleHouse();
    house.order(editor, 'role-1', 'createRole', agent);
    house.order(theHouse, 'employee-5', 'createEmployee', {
      firstName: 'L',
      email: 'l@care.example',
      designationId: 5,
      pooId: 1,
      joiningDate: '2025-01-01',
      roleId: 1,
    });
    expect(house.order(editor, 'role-1', 'retireRole')).toMatchObject({ code: 'roleInUse', details: { n: 1 } });
    house.order(editor, 'role-2', 'createRole', { ...agent, vRoleName: 'Other' });
    house.order(theHouse, 'employee-5', 'assignRole', { roleId: 2 });
    expect(house.order(editor, 'role-1', 'retireRole')).toEqual(['RoleRetired', 'KeyReleased']);
    expect(house.order(editor, 'role-1', 'changePermissions', { permissionGroupsList: [] })).toMatchObject({ code: 'roleRetired' });
  });

  it('refuses a doubled entity, a foreign group, flags that are not 0 or 1 and fields nobody asked for', () => {
    const house = openPeopleHouse();
    expect(house.order(editor, 'role-1', 'createRole', { ...agent, permissionGroupsList: outBound(entity('x'), entity('x')) })).toMatchObject({
      code: 'entityTwice',
    });
    expect(house.order(editor, 'role-1', 'createRole', { ...agent, permissionGroupsList: [{ ...outBound()[0], vGroupName: 'out bound' }] })).toMatchObject({
      status: 400,
    });
    for (const flag of ['1', true, 2, [1], null])
      expect(house.order(editor, 'role-1', 'createRole', { ...agent, permissionGroupsList: outBound(entity('x', { bFullAcess: flag })) })).toMatchObject({
        status: 400,
      });
    expect(house.order(editor, 'role-1', 'createRole', { ...agent, isAdmin: true })).toMatchObject({ status: 400 });
  });

  it('from outside is translated where that is clear and refused where it is not', () => {
    const house = openPeopleHouse();
    const masters = (...entitiesList: object[]) => [{ vGroupName: 'Masters', vGroupDisplayName: 'M', entitiesList }];
    expect(house.order(editor, 'role-1', 'importRole', { vRoleName: 'HR', permissionGroupsList: masters(entity('2', { bCanApprove: 1 })) })).toEqual([
      'RoleCreated',
      'KeyReserved',
    ]);
    expect(house.state('role-1').permissionGroupsList[0].entitiesList[0].vEntity).toBe('dsa-verification/2');
    expect(house.order(editor, 'role-2', 'importRole', { vRoleName: 'XY', permissionGroupsList: masters(entity('3')) })).toMatchObject({
      code: 'entityUnclear',
      details: { entity: '3' },
    });
  });
});
