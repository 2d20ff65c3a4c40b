import { expect, onTestFinished, test } from 'vitest';
import type { StoredEvent } from '#shared/core/event.ts';
import type { Fields } from '#shared/families/master-def.ts';
import { systemItself, openMasterServer } from '#tests/kit/master-server.ts';

test('places and languages of employees are set by the list’s own commands, shown and found', async () => {
  const server = await openMasterServer();
  try {
    const list = server.defs.find((def) => def.name === 'emplist')!;
    const command = (name: string) => list.commands!.find((one) => one.name === name)!;
    await server.must('master-department-new', 'create', {
      fields: { vCode: 'CARE', vName: 'Care Connect' },
    });
    await server.must('master-department-new', 'create', { fields: { vCode: 'STORE', vName: 'Stores' } });
    const requested = {
      firstName: 'Nila',
      email: 'nila@care.example',
      joiningDate: '2026-11-02',
      designationId: 2,
      pooId: 1,
      departmentId: 1,
      languages: ['en', 'kn'],
    };
    const add = command('add');
    expect(add.fields.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(requested)));
    const { id } = await server.must('employee-new', add.command, add.input(requested, '2026-11-18'), {
      as: systemItself,
    });
    const found = async (filter: object): Promise<number[]> =>
      (
        await server.call('GET', `/masters-list/emplist?filter=${encodeURIComponent(JSON.stringify(filter))}`)
      ).body.rows.map((row: { id: number }) => row.id);
    expect(
      await found({ iDepartmentId: { op: 'in', value: [1] }, languages: { op: 'in', value: ['kn'] } }),
    ).toEqual([Number(id)]);
    const fields = async (): Promise<Fields> =>
      (await server.call('GET', `/masters-record/emplist/${id}`)).body.row.fields;
    const edit = command('editDetails');
    const begun = edit.start!(await fields());
    expect(begun).toMatchObject({ departmentId: 1, languages: ['en', 'kn'] });
    await server.must(
      `employee-${id}`,
      edit.command,
      edit.input({ ...begun, departmentId: 2, languages: ['ta'] }, '2026-11-18'),
      { seen: 1 },
    );
    expect(await fields()).toMatchObject({ iDepartmentId: 2, languages: ['ta'] });
    expect(await found({ languages: { op: 'in', value: ['kn'] } })).toEqual([]);
  } finally {
    await server.close();
  }
});

test('the list of devices shows when one was last used to sign in', async () => {
  const server = await openMasterServer();
  onTestFinished(() => server.close());
  const person = {
    firstName: 'Nila',
    email: 'nila@care.example',
    joiningDate: '2026-11-02',
    designationId: 2,
    pooId: 1,
  };
  const { id } = await server.must('employee-new', 'createEmployee', person, { as: systemItself });
  for (const n of [1, 2])
    await server.must(`employee-${id}`, 'mapDevice', { deviceId: `HH-000000${n}`, model: 'Handheld 7' });
  const seen = async (filter: object = {}) =>
    (
      await server.call(
        'GET',
        `/masters-list/employeeDeviceMapping?filter=${encodeURIComponent(JSON.stringify(filter))}`,
      )
    ).body.rows.map((row: { fields: Fields }) => row.fields.dDeviceSeen);
  expect(await seen()).toEqual([undefined]);
  await server.must(`employee-${id}`, 'seeDevice', { deviceId: 'HH-0000001' }, { as: systemItself });
  server.clock.at += 86_400_000;
  await server.must(`employee-${id}`, 'seeDevice', { deviceId: 'HH-0000002' }, { as: systemItself });
  expect(await seen()).toEqual(['2026-11-19']);
  expect(await seen({ dDeviceSeen: { op: 'lte', value: '2026-11-18' } })).toEqual([]);
}, 120_000);

test('qualifications come from their master; inactive and old free-text ones stay until changed', async () => {
  const server = await openMasterServer();
  onTestFinished(() => server.close());
  for (const [vCode, vName] of [
    ['BPHARM', 'B.Pharm'],
    ['MPHARM', 'M.Pharm'],
    ['GNM', 'Nursing'],
  ])
    await server.must('master-qualification-new', 'create', { fields: { vCode, vName } });
  const [add, edit] = ['add', 'editDetails'].map((name) =>
    server.defs.find((def) => def.name === 'emplist')!.commands!.find((one) => one.name === name)!,
  );
  const requested = {
    firstName: 'Nila',
    email: 'nila@care.example',
    joiningDate: '2026-11-02',
    designationId: 2,
    pooId: 1,
    qualificationIds: [1, 2],
  };
  const { id } = await server.must('employee-new', add!.command, add!.input(requested, '2026-11-18'), {
    as: systemItself,
  });
  const shown = async () => (await server.call('GET', `/masters-record/emplist/${id}`)).body;
  expect(await shown()).toMatchObject({
    row: { fields: { qualificationIds: [1, 2] } },
    labels: { 'qualification:2': { name: 'M.Pharm' } },
  });
  expect(
    (await server.call('GET', '/masters-lookup/emplist/command.editDetails.qualificationIds?q=nur')).body
      .items,
  ).toMatchObject([{ id: 3, name: 'Nursing' }]);

  let seen = 1;
  const give = (qualificationIds: unknown) =>
    server.command(`employee-${id}`, edit!.command, { qualificationIds }, { seen });
  await server.must('master-qualification-2', 'deactivate', {}, { seen: 1 });
  await server.must('master-qualification-3', 'deactivate', {}, { seen: 1 });
  expect(await give([9])).toMatchObject({ status: 422, code: 'notInList', field: 'qualificationIds' });
  expect(await give([2, 3])).toMatchObject({
    status: 422,
    code: 'masterInactive',
    field: 'qualificationIds',
  });
  expect(await give(['B.Pharm'])).toMatchObject({ status: 400 });
  expect(await give([2])).not.toHaveProperty('refused');
  seen += 1;
  expect(
    (await server.command(
      `employee-${id}`,
      'edit',
      { details: { qualificationIds: [9] } },
      { seen },
    )) as object,
  ).toMatchObject({ code: 'notInList' });

  const event = (type: string, data: object, version: number) =>
    ({
      type,
      data: { empId: 7, ...data },
      at: '2025-01-02T00:00:00.000Z',
      stream: 'employee-7',
      version,
      position: version,
    }) as unknown as StoredEvent;
  const { source } = server.defs.find((def) => def.name === 'emplist')!;
  const old = source!.row(
    undefined,
    event('EmployeeCreated', { firstName: 'Asha', pooId: 1, qualifications: ['B.Sc', 'GNM'] }, 1),
  );
  expect(old!.fields.vQualifications).toBe('B.Sc, GNM');
  const now = source!.row(old!, event('EmployeeDetailsUpdated', { qualificationIds: [1] }, 2));
  expect(now!.fields).toMatchObject({ qualificationIds: [1] });
  expect(now!.fields).not.toHaveProperty('vQualifications');
}, 120_000);

test('reporting managers are active people with a designation of code MG; the current one is found by number', async () => {
  const server = await openMasterServer();
  onTestFinished(() => server.close());
  const designation = async (fields: object): Promise<number> => {
    const { id } = await server.must('master-designation-new', 'create', { fields });
    return Number(id.slice(id.lastIndexOf('-') + 1));
  };
  const byCode = await designation({ vCode: 'MG', vName: 'Manager' });
  const other = await designation({ vCode: 'AGENT', vName: 'Agent', vDesignationCode: 'OA' });
  const byOwnCode = await designation({ vCode: 'CITY', vName: 'City head', vDesignationCode: 'MG' });
  const requested = { joiningDate: '2026-11-02', pooId: 1, designationId: 2 };
  const made = async (firstName: string): Promise<number> =>
    Number(
      (
        await server.must(
          'employee-new',
          'createEmployee',
          { ...requested, firstName, email: `${firstName}@care.example` },
          { as: systemItself },
        )
      ).id,
    );
  await made('Asha');
  const [latha, maya, gone, uma] = [
    await made('Latha'),
    await made('Maya'),
    await made('Gopi'),
    await made('Uma'),
  ];
  const moves = { [latha]: byCode, [maya]: byOwnCode, [gone]: byCode, [uma]: other };
  for (const [id, designationId] of Object.entries(moves))
    await server.must(
      `employee-${id}`,
      'changeDesignation',
      { designationId },
      { as: systemItself, seen: 1 },
    );
  await server.must(
    `employee-${gone}`,
    'deactivate',
    { exitDate: '2026-11-17', reason: 'Moved to another city' },
    { as: systemItself, seen: 2 },
  );
  for (const command of ['add', 'changeManager']) {
    const check = async (query: string) =>
      (
        await server.call('GET', `/masters-lookup/emplist/command.${command}.managerId?${query}`)
      ).body.items.map(({ id }: { id: number }) => id);
    expect(await check('')).toEqual([latha, maya]);
    expect(await check('q=may')).toEqual([maya]);
    expect(await check('q=asha')).toEqual([]);
    expect(await check(`ids=${gone}`)).toEqual([gone]);
  }
}, 120_000);
