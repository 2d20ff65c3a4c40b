import { describe, expect, it } from 'vitest';
import {
  anAdmin,
  openPeopleServer,
  someone,
  theServer,
  type PeopleServer,
} from '#tests/kit/people-server.ts';

const person = {
  firstName: 'Usha',
  designationId: 11,
  pooId: 1,
  joiningDate: '2025-06-02',
  email: 'usha@care.example',
};
const hr = someone(181, [
  'Masters/emplist:view',
  'Masters/emplist:create',
  'Masters/emplist:edit',
  'Masters/emplist:delete',
  'Masters/rolemasterv2:edit',
]);
const clerk = someone(182, ['Masters/emplist:create', 'Masters/emplist:edit']);

function staffed(): PeopleServer {
  const server = openPeopleServer();
  server.command(theServer, 'role-2', 'createRole', { vRoleName: 'Agent', permissionGroupsList: [] });
  server.command(theServer, 'employee-1', 'createEmployee', {
    ...person,
    firstName: 'Asha',
    email: 'asha@care.example',
    designationId: 2,
  });
  server.command(theServer, 'employee-5', 'createEmployee', {
    ...person,
    firstName: 'Latha',
    email: 'latha@care.example',
    designationId: 5,
  });
  server.command(theServer, 'employee-101', 'createEmployee', {
    ...person,
    lastName: "D'Souza",
    phone: '5550000101',
    managerId: 5,
    roleId: 2,
  });
  return server;
}

describe('an employee', () => {
  it('is created, changed and stored', () => {
    const server = staffed();
    expect(server.state('employee-101')).toMatchObject({
      exists: true,
      active: true,
      lastName: "D'Souza",
      roleId: 2,
      managerId: 5,
      poos: [{ pooId: 1, primary: true }],
    });
    expect(
      server.command(hr, 'employee-101', 'updateDetails', { firstName: 'Usha', languages: ['en', 'kn'] }),
    ).toEqual(['EmployeeDetailsUpdated']);
    expect(server.log.at(-1)!.data).toEqual({ empId: 101, languages: ['en', 'kn'] });
    expect(server.command(hr, 'employee-101', 'updateDetails', { languages: ['en', 'kn'] })).toEqual([]);
  });

  it('has a unique e-mail and phone among active employees', () => {
    const server = staffed();
    expect(
      server.command(hr, 'employee-102', 'createEmployee', {
        ...person,
        email: ' USHA@care.example ',
        managerId: 5,
      }),
    ).toMatchObject({
      code: 'emailInUse',
      status: 409,
      details: { empId: 101 },
    });
    expect(
      server.command(hr, 'employee-102', 'createEmployee', {
        ...person,
        email: 'b@care.example',
        phone: '05550000101',
        managerId: 5,
      }),
    ).toMatchObject({
      code: 'phoneInUse',
    });
    expect(
      server.command(clerk, 'employee-102', 'createEmployee', { ...person, managerId: 5 }),
    ).toMatchObject({
      code: 'emailInUse',
      details: { name: '', empId: '' },
    });
    expect(server.command(hr, 'employee-101', 'updateDetails', { email: 'new@care.example' })).toEqual([
      'EmployeeDetailsUpdated',
      'KeyReserved',
      'KeyReleased',
    ]);
    expect(server.command(hr, 'employee-102', 'createEmployee', { ...person, managerId: 5 })).toEqual([
      'EmployeeCreated',
      'KeyReserved',
    ]);
  });

  it('given it is active, when it is activated, then it is refused', () => {
    expect(staffed().command(hr, 'employee-101', 'reactivate')).toMatchObject({
      code: 'alreadyActive',
      status: 409,
    });
  });

  it('releases its e-mail on leaving and needs it free on return', () => {
    const server = staffed();
    expect(
      server.command(hr, 'employee-101', 'deactivate', { exitDate: '2026-11-18', reason: 'Moved away' }),
    ).toEqual(['EmployeeDeactivated', 'KeyReleased', 'KeyReleased']);
    expect(server.command(hr, 'employee-102', 'createEmployee', { ...person, managerId: 5 })).toEqual([
      'EmployeeCreated',
      'KeyReserved',
    ]);
    expect(server.command(hr, 'employee-101', 'reactivate')).toMatchObject({ code: 'emailInUse' });
  });

  it.each([
    ['123456789', false],
    ['1234567890', true],
    ['12345678901', true],
    ['', true],
    ['  5550000199 ', true],
    ['123456789012', false],
  ])('phone %j: %s', (phone, ok) => {
    const done = staffed().command(hr, 'employee-110', 'createEmployee', {
      ...person,
      email: 'x@care.example',
      managerId: 5,
      phone,
    });
    if (ok) expect(done).toContain('EmployeeCreated');
    else expect(done).toMatchObject({ code: 'invalidPhone', field: 'phone' });
  });

  it('has a manager with code MG, never in a cycle', () => {
    const server = staffed();
    server.command(theServer, 'employee-6', 'createEmployee', {
      ...person,
      email: 'six@care.example',
      designationId: 5,
      managerId: 5,
    });
    expect(server.command(hr, 'employee-101', 'changeManager', { managerId: 1 })).toMatchObject({
      code: 'managerNotMg',
    });
    expect(server.command(hr, 'employee-101', 'changeManager', { managerId: null })).toMatchObject({
      code: 'managerRequired',
    });
    expect(server.command(hr, 'employee-5', 'changeManager', { managerId: 5 })).toMatchObject({
      code: 'managerCycle',
    });
    expect(server.command(hr, 'employee-5', 'changeManager', { managerId: 6 })).toMatchObject({
      code: 'managerCycle',
    });
    expect(server.command(hr, 'employee-101', 'changeManager', { managerId: 6 })).toEqual([
      'EmployeeManagerChanged',
    ]);
  });

  it('cannot be promoted by itself, nor to admin by a non-admin', () => {
    const server = staffed();
    const self = { ...hr, empId: 101 };
    expect(server.command(self, 'employee-101', 'assignRole', { roleId: 2 })).toEqual([]);
    server.command(theServer, 'role-3', 'createRole', { vRoleName: 'Boss', permissionGroupsList: [] });
    expect(server.command(self, 'employee-101', 'assignRole', { roleId: 3 })).toMatchObject({
      code: 'selfChange',
      status: 403,
    });
    expect(server.command(self, 'employee-101', 'changeDesignation', { designationId: 19 })).toMatchObject({
      code: 'selfChange',
    });
    expect(server.command(hr, 'employee-101', 'changeDesignation', { designationId: 2 })).toMatchObject({
      code: 'adminOnly',
    });
    expect(server.command(hr, 'employee-101', 'changeDesignation', { designationId: 77 })).toMatchObject({
      code: 'masterInactive',
    });
    expect(
      server.command(clerk, 'employee-120', 'createEmployee', {
        ...person,
        email: 'y@care.example',
        managerId: 5,
        roleId: 2,
      }),
    ).toMatchObject({
      code: 'forbidden',
    });
    expect(
      server.command(clerk, 'employee-120', 'createEmployee', {
        ...person,
        email: 'y@care.example',
        designationId: 2,
      }),
    ).toMatchObject({ code: 'adminOnly' });
    expect(server.command(hr, 'employee-101', 'assignRole', { roleId: 99 })).toMatchObject({
      code: 'notInList',
    });
    expect(server.command(anAdmin, 'employee-1', 'changeDesignation', { designationId: 11 })).toMatchObject({
      code: 'lastAdmin',
    });
  });

  it('leaves only when nothing depends on it', () => {
    const server = staffed();
    const bye = { exitDate: '2026-11-18', reason: 'Moved away' };
    expect(server.command(hr, 'employee-5', 'deactivate', bye)).toMatchObject({
      code: 'hasReportees',
      details: { n: 1 },
    });
    expect(server.command(hr, 'employee-1', 'deactivate', bye)).toMatchObject({ code: 'lastAdmin' });
    expect(server.command({ ...hr, empId: 101 }, 'employee-101', 'deactivate', bye)).toMatchObject({
      code: 'selfDeactivation',
    });
    expect(
      server.command(hr, 'employee-101', 'deactivate', { ...bye, exitDate: '2020-01-01' }),
    ).toMatchObject({ code: 'exitBeforeJoining' });
    expect(
      server.command(hr, 'employee-101', 'deactivate', bye, { prepared: { openTasks: 3 } }),
    ).toMatchObject({ code: 'openTasks', details: { n: 3 } });
  });

  it('keeps exactly one primary place of operation', () => {
    const server = staffed();
    const mapper = someone(9, [
      'Masters/employeePooMapping:create',
      'Masters/employeePooMapping:edit',
      'Masters/employeePooMapping:delete',
    ]);
    expect(server.command(mapper, 'employee-101', 'mapPoo', { pooId: 2 })).toEqual(['EmployeePooMapped']);
    expect(server.command(mapper, 'employee-101', 'mapPoo', { pooId: 99 })).toMatchObject({
      code: 'notInList',
    });
    expect(server.command(mapper, 'employee-101', 'unmapPoo', { pooId: 1 })).toMatchObject({
      code: 'primaryPoo',
    });
    expect(server.command(mapper, 'employee-101', 'setPrimaryPoo', { pooId: 3 })).toMatchObject({
      code: 'pooNotMapped',
    });
    expect(server.command(mapper, 'employee-101', 'setPrimaryPoo', { pooId: 2 })).toEqual([
      'EmployeePrimaryPooSet',
    ]);
    expect(server.command(mapper, 'employee-101', 'unmapPoo', { pooId: 1 })).toEqual(['EmployeePooUnmapped']);
    expect(server.state('employee-101').poos).toEqual([
      { pooId: 2, primary: true, from: '2026-11-18', to: null },
    ]);
  });

  it('a device goes from hand to hand', () => {
    const server = staffed();
    const device = { deviceId: 'HH-000001', model: 'Handheld' };
    expect(server.command(anAdmin, 'employee-101', 'mapDevice', device)).toEqual([
      'KeyReserved',
      'EmployeeDeviceMapped',
    ]);
    expect(server.command(anAdmin, 'employee-5', 'mapDevice', device)).toEqual([
      'EmployeeDeviceUnmapped',
      'KeyReleased',
      'KeyReserved',
      'EmployeeDeviceMapped',
    ]);
    expect(server.state('employee-101').devices).toEqual([]);
    expect(
      server.command(anAdmin, 'employee-5', 'mapDevice', { ...device, deviceId: 'HH-000002' }),
    ).toContain('EmployeeDeviceMapped');
    expect(
      server.command(anAdmin, 'employee-5', 'mapDevice', { ...device, deviceId: 'HH-000003' }),
    ).toMatchObject({ code: 'tooManyDevices' });
  });

  it('a device is seen once a day, with its holder', () => {
    const server = staffed();
    const device = { deviceId: 'HH-000001', model: 'Handheld' };
    server.command(anAdmin, 'employee-101', 'mapDevice', device);
    const seen = { deviceId: device.deviceId };
    expect(server.command(theServer, 'employee-101', 'seeDevice', seen)).toEqual(['EmployeeDeviceSeen']);
    expect(server.command(theServer, 'employee-101', 'seeDevice', seen)).toEqual([]);
    expect(server.command(theServer, 'employee-5', 'seeDevice', seen)).toEqual([]);
    expect(server.command(anAdmin, 'employee-101', 'seeDevice', seen)).toMatchObject({ status: 403 });
    expect(server.state('employee-101').devices).toEqual([
      { ...device, mappedOn: '2026-11-18', seenOn: '2026-11-18' },
    ]);
    server.command(anAdmin, 'employee-101', 'mapDevice', { ...device, model: 'Handheld 8' });
    expect(server.state('employee-101').devices[0].seenOn).toBeUndefined();
  });

  it('can change its own phone and language only', () => {
    const server = staffed();
    expect(
      server.command(someone(101), 'employee-101', 'updateOwnProfile', {
        phone: '5550000777',
        language: 'es',
      }),
    ).toEqual(['EmployeeProfileUpdated', 'KeyReserved', 'KeyReleased']);
    expect(
      server.command(someone(101), 'employee-5', 'updateOwnProfile', { phone: '5550000778' }),
    ).toMatchObject({ status: 404 });
    expect(
      server.command(someone(101), 'employee-101', 'updateOwnProfile', { photoFileId: 'another-ones' }),
    ).toMatchObject({ code: 'notInList', field: 'photoFileId' });
    expect(server.command(someone(101), 'employee-101', 'updateOwnProfile', { roleId: 1 })).toMatchObject({
      status: 400,
    });
  });

  it('may be allowed a late start today only', () => {
    const server = staffed();
    expect(
      server.command(anAdmin, 'employee-101', 'allowDayStart', { until: '2026-11-18T08:00:00.000Z' }),
    ).toEqual(['DayStartAllowed']);
    expect(
      server.command(anAdmin, 'employee-101', 'allowDayStart', { until: '2026-11-18T18:30:00.000Z' }),
    ).toMatchObject({ code: 'notToday' });
    expect(
      server.command(anAdmin, 'employee-101', 'allowDayStart', { until: '2026-11-18T05:00:00.000Z' }),
    ).toMatchObject({ code: 'notToday' });
  });

  it('gets and loses only roles whose rights the assigning person holds', () => {
    const server = staffed();
    const granting = (vEntity: string) => [
      {
        vGroupName: 'Out Bound',
        vGroupDisplayName: 'Out Bound',
        entitiesList: [{ vEntity, vEntityDisplayName: vEntity, bCanView: 1 }],
      },
    ];
    server.command(theServer, 'role-7', 'createRole', {
      vRoleName: 'Strong',
      permissionGroupsList: granting('signup-queue'),
    });
    server.command(theServer, 'role-8', 'createRole', {
      vRoleName: 'Weak',
      permissionGroupsList: granting('outCall'),
    });
    const giver = someone(181, [
      'Masters/emplist:create',
      'Masters/emplist:edit',
      'Masters/rolemasterv2:edit',
      'Out Bound/outCall:view',
    ]);
    const beyond = { code: 'grantsMore', status: 403 };
    expect(server.command(giver, 'employee-101', 'assignRole', { roleId: 7 })).toMatchObject(beyond);
    expect(server.command(giver, 'employee-101', 'edit', { roleId: 7 })).toMatchObject(beyond);
    expect(
      server.command(giver, 'employee-130', 'createEmployee', {
        ...person,
        email: 'n@care.example',
        managerId: 5,
        roleId: 7,
      }),
    ).toMatchObject(beyond);
    expect(server.command(giver, 'employee-101', 'assignRole', { roleId: 8 })).toEqual([
      'EmployeeRoleAssigned',
    ]);
    server.command(theServer, 'employee-101', 'assignRole', { roleId: 7 });
    expect(server.command(giver, 'employee-101', 'assignRole', { roleId: 8 })).toMatchObject(beyond);
    server.command(theServer, 'employee-101', 'deactivate', { exitDate: '2026-11-18', reason: 'Moved away' });
    expect(server.command(giver, 'employee-101', 'reactivate')).toMatchObject(beyond);
    expect(server.command(giver, 'employee-101', 'edit', { active: true })).toMatchObject(beyond);
    expect(server.command(anAdmin, 'employee-101', 'reactivate')).toContain('EmployeeReactivated');
  });

  it('refuses unknown fields', () => {
    for (const extra of [{ iOrgId: 2 }, { isAdmin: true }, { iStatus: 0 }, { version: 1 }, { actor: {} }]) {
      expect(
        staffed().command(hr, 'employee-130', 'createEmployee', { ...person, ...extra }),
        JSON.stringify(extra),
      ).toMatchObject({ status: 400 });
    }
  });
});
