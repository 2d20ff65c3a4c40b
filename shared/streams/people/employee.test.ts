import { describe, expect, it } from 'vitest';
import { anAdmin, openPeopleHouse, someone, theHouse, type PeopleHouse } from '#tests/kit/people-house.ts';

const person = { firstName: 'Usha', designationId: 11, pooId: 1, joiningDate: '2025-06-02', email: 'usha@care.example' };
const hr = someone(181, ['Masters/emplist:view', 'Masters/emplist:create', 'Masters/emplist:edit', 'Masters/emplist:delete', 'Masters/rolemasterv2:edit']);
const clerk = someone(182, ['Masters/emplist:create', 'Masters/emplist:edit']);

function staffed(): PeopleHouse {
  const house = openPeopleHouse();
  house.order(theHouse, 'role-2', 'createRole', { vRoleName: 'Agent', permissionGroupsList: [] });
  house.order(theHouse, 'employee-1', 'createEmployee', { ...person, firstName: 'Asha', email: 'asha@care.example', designationId: 2 });
  house.order(theHouse, 'employee-5', 'createEmployee', { ...person, firstName: 'Latha', email: 'latha@care.example', designationId: 5 });
  house.order(theHouse, 'employee-101', 'createEmployee', { ...person, lastName: "D'Souza", phone: '5550000101', managerId: 5, roleId: 2 });
  return house;
}

describe('an employee', () => {
  it('is made, changed and remembered', () => {
    const house = staffed();
    expect(house.state('employee-101')).toMatchObject({
      exists: true,
      active: true,
      lastName: "D'Souza",
      roleId: 2,
      managerId: 5,
      poos: [{ pooId: 1, primary: true }],
    });
    expect(house.order(hr, 'employee-101', 'updateDetails', { firstName: 'Usha', languages: ['en', 'kn'] })).toEqual(['EmployeeDetailsUpdated']);
    expect(house.log.at(-1)!.data).toEqual({ empId: 101, languages: ['en', 'kn'] });
    expect(house.order(hr, 'employee-101', 'updateDetails', { languages: ['en', 'kn'] })).toEqual([]);
  });

  it('shares neither e-mail nor phone with another active one, however they are written', () => {
    const house = staffed();
    expect(house.order(hr, 'employee-102', 'createEmployee', { ...person, email: ' USHA@care.example ', managerId: 5 })).toMatchObject({
      code: 'emailInUse',
      status: 409,
      details: { empId: 101 },
    });
    expect(house.order(hr, 'employee-102', 'createEmployee', { ...person, email: 'b@care.example', phone: '05550000101', managerId: 5 })).toMatchObject({
      code: 'phoneInUse',
    });
    expect(house.order(clerk, 'employee-102', 'createEmployee', { ...person, managerId: 5 })).toMatchObject({
      code: 'emailInUse',
      details: { name: '', empId: '' },
    });
    expect(house.order(hr, 'employee-101', 'updateDetails', { email: 'new@care.example' })).toEqual(['EmployeeDetailsUpdated', 'KeyReserved', 'KeyReleased']);
    expect(house.order(hr, 'employee-102', 'createEmployee', { ...person, managerId: 5 })).toEqual(['EmployeeCreated', 'KeyReserved']);
  });

  it('given it is active, when it is activated, then it is refused', () => {
    expect(staffed().order(hr, 'employee-101', 'reactivate')).toMatchObject({ code: 'alreadyActive', status: 409 });
  });

  it('gives its e-mail back when it leaves and must find it free when it comes back', () => {
    const house = staffed();
    expect(house.order(hr, 'employee-101', 'deactivate', { exitDate: '2026-11-18', reason: 'Moved away' })).toEqual([
      'EmployeeDeactivated',
      'KeyReleased',
      'KeyReleased',
    ]);
    expect(house.order(hr, 'employee-102', 'createEmployee', { ...person, managerId: 5 })).toEqual(['EmployeeCreated', 'KeyReserved']);
    expect(house.order(hr, 'employee-101', 'reactivate')).toMatchObject({ code: 'emailInUse' });
  });

  it.each([
    ['123456789', false],
    ['1234567890', true],
    ['12345678901', true],
    ['', true],
    ['  5550000199 ', true],
    ['123456789012', false],
  ])('phone %j: %s', (phone, ok) => {
    const done = staffed().order(hr, 'employee-110', 'createEmployee', { ...person, email: 'x@care.example', managerId: 5, phone });
    if (ok) expect(done).toContain('EmployeeCreated');
    else expect(done).toMatchObject({ code: 'invalidPhone', field: 'phone' });
  });

  it('has a manager with code MG, never itself and never in a circle', () => {
    const house = staffed();
    house.order(theHouse, 'employee-6', 'createEmployee', { ...person, email: 'six@care.example', designationId: 5, managerId: 5 });
    expect(house.order(hr, 'employee-101', 'changeManager', { managerId: 1 })).toMatchObject({ code: 'managerNotMg' });
    expect(house.order(hr, 'employee-101', 'changeManager', { managerId: null })).toMatchObject({ code: 'managerRequired' });
    expect(house.order(hr, 'employee-5', 'changeManager', { managerId: 5 })).toMatchObject({ code: 'managerCycle' });
    expect(house.order(hr, 'employee-5', 'changeManager', { managerId: 6 })).toMatchObject({ code: 'managerCycle' });
    expect(house.order(hr, 'employee-101', 'changeManager', { managerId: 6 })).toEqual(['EmployeeManagerChanged']);
  });

  it('is not raised by itself, nor to admin by anyone but an admin', () => {
    const house = staffed();
    const self = { ...hr, empId: 101 };
    expect(house.order(self, 'employee-101', 'assignRole', { roleId: 2 })).toEqual([]);
    house.order(theHouse, 'role-3', 'createRole', { vRoleName: 'Boss', permissionGroupsList: [] });
    expect(house.order(self, 'employee-101', 'assignRole', { roleId: 3 })).toMatchObject({ code: 'selfChange', status: 403 });
    expect(house.order(self, 'employee-101', 'changeDesignation', { designationId: 19 })).toMatchObject({ code: 'selfChange' });
    expect(house.order(hr, 'employee-101', 'changeDesignation', { designationId: 2 })).toMatchObject({ code: 'adminOnly' });
    expect(house.order(hr, 'employee-101', 'changeDesignation', { designationId: 77 })).toMatchObject({ code: 'masterInactive' });
    expect(house.order(clerk, 'employee-120', 'createEmployee', { ...person, email: 'y@care.example', managerId: 5, roleId: 2 })).toMatchObject({
      code: 'forbidden',
    });
    expect(house.order(clerk, 'employee-120', 'createEmployee', { ...person, email: 'y@care.example', designationId: 2 })).toMatchObject({ code: 'adminOnly' });
    expect(house.order(hr, 'employee-101', 'assignRole', { roleId: 99 })).toMatchObject({ code: 'notInList' });
    expect(house.order(anAdmin, 'employee-1', 'changeDesignation', { designationId: 11 })).toMatchObject({ code: 'lastAdmin' });
  });

  it('leaves only when nothing hangs on it', () => {
    const house = staffed();
    const bye = { exitDate: '2026-11-18', reason: 'Moved away' };
    expect(house.order(hr, 'employee-5', 'deactivate', bye)).toMatchObject({ code: 'hasReportees', details: { n: 1 } });
    expect(house.order(hr, 'employee-1', 'deactivate', bye)).toMatchObject({ code: 'lastAdmin' });
    expect(house.order({ ...hr, empId: 101 }, 'employee-101', 'deactivate', bye)).toMatchObject({ code: 'selfDeactivation' });
    expect(house.order(hr, 'employee-101', 'deactivate', { ...bye, exitDate: '2020-01-01' })).toMatchObject({ code: 'exitBeforeJoining' });
    expect(house.order(hr, 'employee-101', 'deactivate', bye, { prepared: { openTasks: 3 } })).toMatchObject({ code: 'openTasks', details: { n: 3 } });
  });

  it('keeps exactly one primary place of operation', () => {
    const house = staffed();
    const mapper = someone(9, ['Masters/employeePooMapping:create', 'Masters/employeePooMapping:edit', 'Masters/employeePooMapping:delete']);
    expect(house.order(mapper, 'employee-101', 'mapPoo', { pooId: 2 })).toEqual(['EmployeePooMapped']);
    expect(house.order(mapper, 'employee-101', 'mapPoo', { pooId: 99 })).toMatchObject({ code: 'notInList' });
    expect(house.order(mapper, 'employee-101', 'unmapPoo', { pooId: 1 })).toMatchObject({ code: 'primaryPoo' });
    expect(house.order(mapper, 'employee-101', 'setPrimaryPoo', { pooId: 3 })).toMatchObject({ code: 'pooNotMapped' });
    expect(house.order(mapper, 'employee-101', 'setPrimaryPoo', { pooId: 2 })).toEqual(['EmployeePrimaryPooSet']);
    expect(house.order(mapper, 'employee-101', 'unmapPoo', { pooId: 1 })).toEqual(['EmployeePooUnmapped']);
    expect(house.state('employee-101').poos).toEqual([{ pooId: 2, primary: true, from: '2026-11-18', to: null }]);
  });

  it('a device goes from hand to hand', () => {
    const house = staffed();
    const device = { deviceId: 'HH-000001', model: 'Handheld' };
    expect(house.order(anAdmin, 'employee-101', 'mapDevice', device)).toEqual(['KeyReserved', 'EmployeeDeviceMapped']);
    expect(house.order(anAdmin, 'employee-5', 'mapDevice', device)).toEqual(['EmployeeDeviceUnmapped', 'KeyReleased', 'KeyReserved', 'EmployeeDeviceMapped']);
    expect(house.state('employee-101').devices).toEqual([]);
    expect(house.order(anAdmin, 'employee-5', 'mapDevice', { ...device, deviceId: 'HH-000002' })).toContain('EmployeeDeviceMapped');
    expect(house.order(anAdmin, 'employee-5', 'mapDevice', { ...device, deviceId: 'HH-000003' })).toMatchObject({ code: 'tooManyDevices' });
  });

  it('a device is seen once a day, with its holder', () => {
    const house = staffed();
    const device = { deviceId: 'HH-000001', model: 'Handheld' };
    house.order(anAdmin, 'employee-101', 'mapDevice', device);
    const seen = { deviceId: device.deviceId };
    expect(house.order(theHouse, 'employee-101', 'seeDevice', seen)).toEqual(['EmployeeDeviceSeen']);
    expect(house.order(theHouse, 'employee-101', 'seeDevice', seen)).toEqual([]);
    expect(house.order(theHouse, 'employee-5', 'seeDevice', seen)).toEqual([]);
    expect(house.order(anAdmin, 'employee-101', 'seeDevice', seen)).toMatchObject({ status: 403 });
    expect(house.state('employee-101').devices).toEqual([{ ...device, mappedOn: '2026-11-18', seenOn: '2026-11-18' }]);
    house.order(anAdmin, 'employee-101', 'mapDevice', { ...device, model: 'Handheld 8' });
    expect(house.state('employee-101').devices[0].seenOn).toBeUndefined();
  });

  it('changes of itself phone and language, of others nothing', () => {
    const house = staffed();
    expect(house.order(someone(101), 'employee-101', 'updateOwnProfile', { phone: '5550000777', language: 'es' })).toEqual([
      'EmployeeProfileUpdated',
      'KeyReserved',
      'KeyReleased',
    ]);
    expect(house.order(someone(101), 'employee-5', 'updateOwnProfile', { phone: '5550000778' })).toMatchObject({ status: 404 });
    expect(house.order(someone(101), 'employee-101', 'updateOwnProfile', { roleId: 1 })).toMatchObject({ status: 400 });
  });

  it('may start late today only', () => {
    const house = staffed();
    expect(house.order(anAdmin, 'employee-101', 'allowDayStart', { until: '2026-11-18T08:00:00.000Z' })).toEqual(['DayStartAllowed']);
    expect(house.order(anAdmin, 'employee-101', 'allowDayStart', { until: '2026-11-18T18:30:00.000Z' })).toMatchObject({ code: 'notToday' });
    expect(house.order(anAdmin, 'employee-101', 'allowDayStart', { until: '2026-11-18T05:00:00.000Z' })).toMatchObject({ code: 'notToday' });
  });

  it('refuses fields nobody asked for', () => {
    for (const extra of [{ iOrgId: 2 }, { isAdmin: true }, { iStatus: 0 }, { version: 1 }, { actor: {} }]) {
      expect(staffed().order(hr, 'employee-130', 'createEmployee', { ...person, ...extra }), JSON.stringify(extra)).toMatchObject({ status: 400 });
    }
  });
});
