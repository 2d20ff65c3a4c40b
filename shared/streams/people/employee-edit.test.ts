import { describe, expect, it } from 'vitest';
import { instantOf } from '#shared/core/day.ts';
import { openPeopleServer, someone, theServer, type PeopleServer } from '#tests/kit/people-server.ts';

const person = {
  firstName: 'Usha',
  designationId: 11,
  pooId: 1,
  joiningDate: '2025-06-02',
  email: 'usha@care.example',
};
const hr = someone(181, [
  'Masters/emplist:view',
  'Masters/emplist:edit',
  'Masters/emplist:delete',
  'Masters/rolemasterv2:edit',
]);

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
    phone: '5550000101',
    managerId: 5,
  });
  return server;
}

describe('an edit form', () => {
  it('applies all its changes at once', () => {
    const server = staffed();
    expect(
      server.command(hr, 'employee-101', 'edit', {
        details: { firstName: 'Uma', email: 'uma@care.example' },
        designationId: 19,
        roleId: 2,
      }),
    ).toEqual([
      'EmployeeDetailsUpdated',
      'KeyReserved',
      'KeyReleased',
      'EmployeeDesignationChanged',
      'EmployeeRoleAssigned',
    ]);
    expect(server.state('employee-101')).toMatchObject({ firstName: 'Uma', designationId: 19, roleId: 2 });
  });

  it('applies nothing when one part is refused', () => {
    const server = staffed();
    const before = server.log.length;
    expect(
      server.command(hr, 'employee-101', 'edit', { details: { firstName: 'Uma' }, designationId: 2 }),
    ).toMatchObject({ code: 'adminOnly' });
    expect(
      server.command(hr, 'employee-101', 'edit', { details: { firstName: 'Uma', phone: '123' } }),
    ).toMatchObject({ code: 'invalidPhone', field: 'phone' });
    expect(
      server.command(hr, 'employee-101', 'edit', { details: { firstName: 'Uma', isAdmin: true } }),
    ).toMatchObject({ status: 400 });
    expect(
      server.command(hr, 'employee-101', 'edit', { details: { email: 'asha@care.example' } }),
    ).toMatchObject({ code: 'emailInUse' });
    expect(server.log.length).toBe(before);
  });

  it('knows an e-mail and a number by any spelling', () => {
    const server = staffed();
    for (const email of ['ASHA@care.example', ' Asha@Care.Example '])
      expect(server.command(hr, 'employee-101', 'edit', { details: { email } }), email).toMatchObject({
        code: 'emailInUse',
      });
    server.command(theServer, 'employee-5', 'updateDetails', { phone: '5550000105' });
    for (const phone of ['05550000105', ' 5550000105', '5550000105 '])
      expect(server.command(hr, 'employee-101', 'edit', { details: { phone } }), phone).toMatchObject({
        code: 'phoneInUse',
      });
    expect(server.command(hr, 'employee-101', 'edit', { details: { email: 'UMA@care.example' } })).toContain(
      'KeyReserved',
    );
    expect(server.state('employee-101').email).toBe('uma@care.example');
  });

  it('keeps texts that hold no number apart from each other', () => {
    const server = staffed();
    expect(server.command(hr, 'employee-5', 'edit', { details: { phone: 'front desk' } })).toEqual([
      'EmployeeDetailsUpdated',
    ]);
    expect(
      server.command(hr, 'employee-101', 'edit', { details: { phone: 'back  desk' } }),
    ).not.toMatchObject({ code: 'phoneInUse' });
  });

  it('requires each right separately', () => {
    const server = staffed();
    const clerk = someone(182, ['Masters/emplist:edit']);
    expect(
      server.command(clerk, 'employee-101', 'edit', { details: { firstName: 'Uma' }, roleId: 2 }),
    ).toMatchObject({
      code: 'forbidden',
      details: { permission: 'Masters/rolemasterv2:edit' },
    });
    expect(
      server.command(clerk, 'employee-101', 'edit', {
        active: false,
        exitDate: '2026-11-18',
        reason: 'Moved away',
      }),
    ).toMatchObject({
      code: 'forbidden',
      details: { permission: 'Masters/emplist:delete' },
    });
    expect(
      server.command(someone(183, ['Masters/rolemasterv2:edit']), 'employee-101', 'edit', {
        details: { firstName: 'Uma' },
      }),
    ).toMatchObject({
      code: 'forbidden',
    });
  });

  it('deactivates and reactivates, with a new e-mail in one command', () => {
    const server = staffed();
    expect(server.command(hr, 'employee-101', 'edit', { active: false })).toMatchObject({
      status: 400,
      field: 'exitDate',
    });
    expect(
      server.command(hr, 'employee-101', 'edit', {
        active: false,
        exitDate: '2026-11-18',
        reason: 'Moved away',
      }),
    ).toEqual(['EmployeeDeactivated', 'KeyReleased', 'KeyReleased']);
    server.command(theServer, 'employee-102', 'createEmployee', { ...person, managerId: 5 });
    expect(server.command(hr, 'employee-101', 'edit', { active: true })).toMatchObject({
      code: 'emailInUse',
    });
    expect(
      server.command(hr, 'employee-101', 'edit', { details: { email: 'uma@care.example' }, active: true }),
    ).toEqual(['EmployeeDetailsUpdated', 'EmployeeReactivated', 'KeyReserved', 'KeyReserved']);
  });
});

describe('the HR system', () => {
  const sync = (modifiedAt: string, fields: object, zohoId = 'Z-1') => ({ zohoId, modifiedAt, fields });

  it('is applied once, when newer than its last report', () => {
    const server = staffed();
    expect(
      server.command(
        hr,
        'employee-101',
        'syncFromZoho',
        sync('2026-11-17T05:00:00Z', { firstName: 'Uma', phone: '5550000177' }),
      ),
    ).toEqual(['EmployeeSyncedFromZoho', 'KeyReserved', 'KeyReleased']);
    expect(
      server.command(hr, 'employee-101', 'syncFromZoho', sync('2026-11-17T05:00:00Z', { firstName: 'Uma' })),
    ).toEqual([]);
    expect(
      server.command(hr, 'employee-101', 'syncFromZoho', sync('2026-11-16T05:00:00Z', { firstName: 'Old' })),
    ).toEqual([]);
    expect(
      server.command(
        hr,
        'employee-101',
        'syncFromZoho',
        sync('2026-11-18T05:00:00Z', { firstName: 'X' }, 'Z-2'),
      ),
    ).toMatchObject({ code: 'otherZohoId' });
    expect(server.state('employee-101')).toMatchObject({
      firstName: 'Uma',
      phone: '5550000177',
      zohoId: 'Z-1',
      roleId: null,
    });
  });

  it('takes a phone from outside as digits only', () => {
    for (const text of ['not a phone', '9.19877E+11'])
      expect(
        staffed().command(hr, 'employee-101', 'syncFromZoho', sync('2026-11-17T05:00:00Z', { phone: text })),
      ).toMatchObject({ code: 'phoneNotNumeric', field: 'fields.phone' });
  });

  it('does not overwrite later changes, and records the difference', () => {
    const server = staffed();
    server.command(
      hr,
      'employee-101',
      'updateDetails',
      { firstName: 'Usha Devi' },
      { now: instantOf('2026-11-18', '10:30') },
    );
    expect(
      server.command(
        hr,
        'employee-101',
        'syncFromZoho',
        sync('2026-11-17T05:00:00Z', { firstName: 'Uma', lastName: 'Rao' }),
      ),
    ).toEqual(['EmployeeSyncedFromZoho', 'EmployeeSyncConflictFound']);
    expect(server.log.at(-1)!.data).toMatchObject({ field: 'firstName', ours: 'Usha Devi', theirs: 'Uma' });
    expect(server.state('employee-101')).toMatchObject({ firstName: 'Usha Devi', lastName: 'Rao' });
  });

  it.each([
    ['e-mail', { email: 'asha@care.example' }, 'emailInUse'],
    ['phone', { phone: '5550000199' }, 'phoneInUse'],
  ])(
    'given the %s of another active employee, when it syncs it, then it is refused and nothing changes',
    (_what, fields, code) => {
      const server = staffed();
      server.command(theServer, 'employee-102', 'createEmployee', {
        ...person,
        email: 'b@care.example',
        phone: '5550000199',
        managerId: 5,
      });
      const before = server.log.length;
      expect(
        server.command(
          hr,
          'employee-101',
          'syncFromZoho',
          sync('2026-11-17T05:00:00Z', { firstName: 'Uma', ...fields }),
        ),
      ).toMatchObject({ code, status: 409 });
      expect(server.log.length).toBe(before);
    },
  );

  it('given a new e-mail, when it syncs it, then the new one is taken and the old one is free', () => {
    const server = staffed();
    expect(
      server.command(
        hr,
        'employee-101',
        'syncFromZoho',
        sync('2026-11-17T05:00:00Z', { email: 'uma@care.example' }),
      ),
    ).toEqual(['EmployeeSyncedFromZoho', 'KeyReserved', 'KeyReleased']);
    const other = { ...person, managerId: 5 };
    expect(
      server.command(theServer, 'employee-102', 'createEmployee', { ...other, email: 'uma@care.example' }),
    ).toMatchObject({ code: 'emailInUse' });
    expect(server.command(theServer, 'employee-102', 'createEmployee', other)).toEqual([
      'EmployeeCreated',
      'KeyReserved',
    ]);
  });

  it('changes neither role, place, status nor designation', () => {
    for (const fields of [{ roleId: 2 }, { pooId: 2 }, { active: false }, { designationId: 2 }])
      expect(
        staffed().command(hr, 'employee-101', 'syncFromZoho', sync('2026-11-17T05:00:00Z', fields)),
      ).toMatchObject({ status: 400 });
  });
});

describe('two editors of one person', () => {
  const seen = 1;
  it('given a colleague changed the e-mail, when another changes the languages from the version before, then both are kept', () => {
    const server = staffed();
    server.command(hr, 'employee-101', 'updateDetails', { email: 'uma@care.example' }, { seen });
    expect(
      server.command(
        hr,
        'employee-101',
        'edit',
        { details: { languages: ['en'] }, designationId: 19 },
        { seen },
      ),
    ).toEqual(['EmployeeDetailsUpdated', 'EmployeeDesignationChanged']);
    expect(server.state('employee-101')).toMatchObject({
      email: 'uma@care.example',
      languages: ['en'],
      designationId: 19,
    });
  });

  it('given a colleague changed the name, when another changes it from the version before, then the refusal has both values', () => {
    const server = staffed();
    server.command(hr, 'employee-101', 'updateDetails', { firstName: 'Uma' }, { seen });
    for (const [command, input] of [
      ['updateDetails', { firstName: 'Usha Rani', languages: ['en'] }],
      ['edit', { details: { firstName: 'Usha Rani' } }],
    ] as const)
      expect(server.command(hr, 'employee-101', command, input, { seen })).toMatchObject({
        code: 'fieldConflict',
        status: 409,
        field: 'firstName',
        details: {
          version: 2,
          by: 'N',
          conflicts: [{ field: 'firstName', mine: 'Usha Rani', theirs: 'Uma', by: 'N', version: 2 }],
        },
      });
    expect(
      server.command(hr, 'employee-101', 'updateDetails', { firstName: 'Usha Rani' }, { seen: 2 }),
    ).toEqual(['EmployeeDetailsUpdated']);
  });

  it('given a colleague wrote the same value, when another writes it too, then nothing is in conflict', () => {
    const server = staffed();
    server.command(hr, 'employee-101', 'updateDetails', { firstName: 'Uma' }, { seen });
    expect(server.command(hr, 'employee-101', 'updateDetails', { firstName: 'Uma' }, { seen })).toEqual([]);
  });
});
