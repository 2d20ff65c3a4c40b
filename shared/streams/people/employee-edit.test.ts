import { describe, expect, it } from 'vitest';
import { instantOf } from '#shared/core/day.ts';
import { openPeopleHouse, someone, theHouse, type PeopleHouse } from '#tests/kit/people-house.ts';

const person = { firstName: 'Usha', designationId: 11, pooId: 1, joiningDate: '2025-06-02', email: 'usha@care.example' };
const hr = someone(181, ['Masters/emplist:view', 'Masters/emplist:edit', 'Masters/emplist:delete', 'Masters/rolemasterv2:edit']);

function staffed(): PeopleHouse {
  const house = openPeopleHouse();
  house.order(theHouse, 'role-2', 'createRole', { vRoleName: 'Agent', permissionGroupsList: [] });
  house.order(theHouse, 'employee-1', 'createEmployee', { ...person, firstName: 'Asha', email: 'asha@care.example', designationId: 2 });
  house.order(theHouse, 'employee-5', 'createEmployee', { ...person, firstName: 'Latha', email: 'latha@care.example', designationId: 5 });
  house.order(theHouse, 'employee-101', 'createEmployee', { ...person, phone: '5550000101', managerId: 5 });
  return house;
}

describe('a whole form', () => {
  it('changes everything it asks for at once', () => {
    const house = staffed();
    expect(house.order(hr, 'employee-101', 'edit', { details: { firstName: 'Uma', email: 'uma@care.example' }, designationId: 19, roleId: 2 })).toEqual([
      'EmployeeDetailsUpdated',
      'KeyReserved',
      'KeyReleased',
      'EmployeeDesignationChanged',
      'EmployeeRoleAssigned',
    ]);
    expect(house.state('employee-101')).toMatchObject({ firstName: 'Uma', designationId: 19, roleId: 2 });
  });

  it('or nothing, when one part of it is refused', () => {
    const house = staffed();
    const before = house.log.length;
    expect(house.order(hr, 'employee-101', 'edit', { details: { firstName: 'Uma' }, designationId: 2 })).toMatchObject({ code: 'adminOnly' });
    expect(house.order(hr, 'employee-101', 'edit', { details: { firstName: 'Uma', phone: '123' } })).toMatchObject({ code: 'invalidPhone', field: 'phone' });
    expect(house.order(hr, 'employee-101', 'edit', { details: { firstName: 'Uma', isAdmin: true } })).toMatchObject({ status: 400 });
    expect(house.order(hr, 'employee-101', 'edit', { details: { email: 'asha@care.example' } })).toMatchObject({ code: 'emailInUse' });
    expect(house.log.length).toBe(before);
  });

  it('asks for each right by itself', () => {
    const house = staffed();
    const clerk = someone(182, ['Masters/emplist:edit']);
    expect(house.order(clerk, 'employee-101', 'edit', { details: { firstName: 'Uma' }, roleId: 2 })).toMatchObject({
      code: 'forbidden',
      details: { permission: 'Masters/rolemasterv2:edit' },
    });
    expect(house.order(clerk, 'employee-101', 'edit', { active: false, exitDate: '2026-11-18', reason: 'Moved away' })).toMatchObject({
      code: 'forbidden',
      details: { permission: 'Masters/emplist:delete' },
    });
    expect(house.order(someone(183, ['Masters/rolemasterv2:edit']), 'employee-101', 'edit', { details: { firstName: 'Uma' } })).toMatchObject({
      code: 'forbidden',
    });
  });

  it('lets go and takes back, with a new e-mail at once', () => {
    const house = staffed();
    expect(house.order(hr, 'employee-101', 'edit', { active: false })).toMatchObject({ status: 400, field: 'exitDate' });
    expect(house.order(hr, 'employee-101', 'edit', { active: false, exitDate: '2026-11-18', reason: 'Moved away' })).toEqual([
      'EmployeeDeactivated',
      'KeyReleased',
      'KeyReleased',
    ]);
    house.order(theHouse, 'employee-102', 'createEmployee', { ...person, managerId: 5 });
    expect(house.order(hr, 'employee-101', 'edit', { active: true })).toMatchObject({ code: 'emailInUse' });
    expect(house.order(hr, 'employee-101', 'edit', { details: { email: 'uma@care.example' }, active: true })).toEqual([
      'EmployeeDetailsUpdated',
      'EmployeeReactivated',
      'KeyReserved',
      'KeyReserved',
    ]);
  });
});

describe('the HR system', () => {
  const sync = (modifiedAt: string, fields: object, zohoId = 'Z-1') => ({ zohoId, modifiedAt, fields });

  it('is believed when it is newer than what it said before, once', () => {
    const house = staffed();
    expect(house.order(hr, 'employee-101', 'syncFromZoho', sync('2026-11-17T05:00:00Z', { firstName: 'Uma', phone: '5550000177' }))).toEqual([
      'EmployeeSyncedFromZoho',
      'KeyReserved',
      'KeyReleased',
    ]);
    expect(house.order(hr, 'employee-101', 'syncFromZoho', sync('2026-11-17T05:00:00Z', { firstName: 'Uma' }))).toEqual([]);
    expect(house.order(hr, 'employee-101', 'syncFromZoho', sync('2026-11-16T05:00:00Z', { firstName: 'Old' }))).toEqual([]);
    expect(house.order(hr, 'employee-101', 'syncFromZoho', sync('2026-11-18T05:00:00Z', { firstName: 'X' }, 'Z-2'))).toMatchObject({ code: 'otherZohoId' });
    expect(house.state('employee-101')).toMatchObject({ firstName: 'Uma', phone: '5550000177', zohoId: 'Z-1', roleId: null });
  });

  it('does not undo what was changed here later, and the difference is kept', () => {
    const house = staffed();
    house.order(hr, 'employee-101', 'updateDetails', { firstName: 'Usha Devi' }, { now: instantOf('2026-11-18', '10:30') });
    expect(house.order(hr, 'employee-101', 'syncFromZoho', sync('2026-11-17T05:00:00Z', { firstName: 'Uma', lastName: 'Rao' }))).toEqual([
      'EmployeeSyncedFromZoho',
      'EmployeeSyncConflictFound',
    ]);
    expect(house.log.at(-1)!.data).toMatchObject({ field: 'firstName', ours: 'Usha Devi', theirs: 'Uma' });
    expect(house.state('employee-101')).toMatchObject({ firstName: 'Usha Devi', lastName: 'Rao' });
  });

  it.each([
    ['e-mail', { email: 'asha@care.example' }, 'emailInUse'],
    ['phone', { phone: '5550000199' }, 'phoneInUse'],
  ])('given the %s of another active employee, when it syncs it, then it is refused and nothing changes', (_what, fields, code) => {
    const house = staffed();
    house.order(theHouse, 'employee-102', 'createEmployee', { ...person, email: 'b@care.example', phone: '5550000199', managerId: 5 });
    const before = house.log.length;
    expect(house.order(hr, 'employee-101', 'syncFromZoho', sync('2026-11-17T05:00:00Z', { firstName: 'Uma', ...fields }))).toMatchObject({ code, status: 409 });
    expect(house.log.length).toBe(before);
  });

  it('given a new e-mail, when it syncs it, then the new one is taken and the old one is free', () => {
    const house = staffed();
    expect(house.order(hr, 'employee-101', 'syncFromZoho', sync('2026-11-17T05:00:00Z', { email: 'uma@care.example' }))).toEqual([
      'EmployeeSyncedFromZoho',
      'KeyReserved',
      'KeyReleased',
    ]);
    const other = { ...person, managerId: 5 };
    expect(house.order(theHouse, 'employee-102', 'createEmployee', { ...other, email: 'uma@care.example' })).toMatchObject({ code: 'emailInUse' });
    expect(house.order(theHouse, 'employee-102', 'createEmployee', other)).toEqual(['EmployeeCreated', 'KeyReserved']);
  });

  it('takes neither role, place, status nor designation', () => {
    for (const fields of [{ roleId: 2 }, { pooId: 2 }, { active: false }, { designationId: 2 }])
      expect(staffed().order(hr, 'employee-101', 'syncFromZoho', sync('2026-11-17T05:00:00Z', fields))).toMatchObject({ status: 400 });
  });
});
