import { expect, onTestFinished, test } from 'vitest';
import type { StoredEvent } from '#shared/core/event.ts';
import type { Fields } from '#shared/families/master-def.ts';
import { houseItself, openMasterHouse } from '#tests/kit/master-house.ts';

test('where somebody works and what they speak is set with the list’s own orders, shown, and found', async () => {
  const house = await openMasterHouse();
  try {
    const list = house.defs.find((def) => def.name === 'emplist')!;
    const order = (name: string) => list.orders!.find((one) => one.name === name)!;
    await house.must('master-department-new', 'create', { fields: { vCode: 'CARE', vName: 'Care Connect' } });
    await house.must('master-department-new', 'create', { fields: { vCode: 'STORE', vName: 'Stores' } });
    const asked = {
      firstName: 'Nila',
      email: 'nila@care.example',
      joiningDate: '2026-11-02',
      designationId: 2,
      pooId: 1,
      departmentId: 1,
      languages: ['en', 'kn'],
    };
    const add = order('add');
    expect(add.fields.map(({ name }) => name)).toEqual(expect.arrayContaining(Object.keys(asked)));
    const { id } = await house.must('employee-new', add.command, add.input(asked, '2026-11-18'), { as: houseItself });
    const found = async (filter: object): Promise<number[]> =>
      (await house.call('GET', `/masters-list/emplist?filter=${encodeURIComponent(JSON.stringify(filter))}`)).body.rows.map((row: { id: number }) => row.id);
    expect(await found({ iDepartmentId: { op: 'in', value: [1] }, languages: { op: 'in', value: ['kn'] } })).toEqual([Number(id)]);
    const fields = async (): Promise<Fields> => (await house.call('GET', `/masters-record/emplist/${id}`)).body.row.fields;
    const edit = order('editDetails');
    const begun = edit.start!(await fields());
    expect(begun).toMatchObject({ departmentId: 1, languages: ['en', 'kn'] });
    await house.must(`employee-${id}`, edit.command, edit.input({ ...begun, departmentId: 2, languages: ['ta'] }, '2026-11-18'), { seen: 1 });
    expect(await fields()).toMatchObject({ iDepartmentId: 2, languages: ['ta'] });
    expect(await found({ languages: { op: 'in', value: ['kn'] } })).toEqual([]);
  } finally {
    await house.close();
  }
});

test('the list of devices shows when one was last seen: on the day its holder signed in with it', async () => {
  const house = await openMasterHouse();
  onTestFinished(() => house.close());
  const person = { firstName: 'Nila', email: 'nila@care.example', joiningDate: '2026-11-02', designationId: 2, pooId: 1 };
  const { id } = await house.must('employee-new', 'createEmployee', person, { as: houseItself });
  for (const n of [1, 2]) await house.must(`employee-${id}`, 'mapDevice', { deviceId: `HH-000000${n}`, model: 'Handheld 7' });
  const seen = async (filter: object = {}) =>
    (await house.call('GET', `/masters-list/employeeDeviceMapping?filter=${encodeURIComponent(JSON.stringify(filter))}`)).body.rows.map(
      (row: { fields: Fields }) => row.fields.dDeviceSeen,
    );
  expect(await seen()).toEqual([undefined]);
  await house.must(`employee-${id}`, 'seeDevice', { deviceId: 'HH-0000001' }, { as: houseItself });
  house.clock.at += 86_400_000;
  await house.must(`employee-${id}`, 'seeDevice', { deviceId: 'HH-0000002' }, { as: houseItself });
  expect(await seen()).toEqual(['2026-11-19']);
  expect(await seen({ dDeviceSeen: { op: 'lte', value: '2026-11-18' } })).toEqual([]);
}, 120_000);

test('qualifications are chosen from their master, shown, and kept when one is made inactive; old words stay until then', async () => {
  const house = await openMasterHouse();
  onTestFinished(() => house.close());
  for (const [vCode, vName] of [
    ['BPHARM', 'B.Pharm'],
    ['MPHARM', 'M.Pharm'],
    ['GNM', 'Nursing'],
  ])
    await house.must('master-qualification-new', 'create', { fields: { vCode, vName } });
  const [add, edit] = ['add', 'editDetails'].map((name) => house.defs.find((def) => def.name === 'emplist')!.orders!.find((one) => one.name === name)!);
  const asked = { firstName: 'Nila', email: 'nila@care.example', joiningDate: '2026-11-02', designationId: 2, pooId: 1, qualificationIds: [1, 2] };
  const { id } = await house.must('employee-new', add!.command, add!.input(asked, '2026-11-18'), { as: houseItself });
  const shown = async () => (await house.call('GET', `/masters-record/emplist/${id}`)).body;
  expect(await shown()).toMatchObject({ row: { fields: { qualificationIds: [1, 2] } }, labels: { 'qualification:2': { name: 'M.Pharm' } } });
  expect((await house.call('GET', '/masters-lookup/emplist/order.editDetails.qualificationIds?q=nur')).body.items).toMatchObject([{ id: 3, name: 'Nursing' }]);

  let seen = 1;
  const give = (qualificationIds: unknown) => house.order(`employee-${id}`, edit!.command, { qualificationIds }, { seen });
  await house.must('master-qualification-2', 'deactivate', {}, { seen: 1 });
  await house.must('master-qualification-3', 'deactivate', {}, { seen: 1 });
  expect(await give([9])).toMatchObject({ status: 422, code: 'notInList', field: 'qualificationIds' });
  expect(await give([2, 3])).toMatchObject({ status: 422, code: 'masterInactive', field: 'qualificationIds' });
  expect(await give(['B.Pharm'])).toMatchObject({ status: 400 });
  expect(await give([2])).not.toHaveProperty('refused');
  seen += 1;
  expect((await house.order(`employee-${id}`, 'edit', { details: { qualificationIds: [9] } }, { seen })) as object).toMatchObject({ code: 'notInList' });

  const told = (type: string, data: object, version: number) =>
    ({ type, data: { empId: 7, ...data }, at: '2025-01-02T00:00:00.000Z', stream: 'employee-7', version, position: version }) as unknown as StoredEvent;
  const { source } = house.defs.find((def) => def.name === 'emplist')!;
  const old = source!.row(undefined, told('EmployeeCreated', { firstName: 'Asha', pooId: 1, qualifications: ['B.Sc', 'GNM'] }, 1));
  expect(old!.fields.vQualifications).toBe('B.Sc, GNM');
  const now = source!.row(old!, told('EmployeeDetailsUpdated', { qualificationIds: [1] }, 2));
  expect(now!.fields).toMatchObject({ qualificationIds: [1] });
  expect(now!.fields).not.toHaveProperty('vQualifications');
}, 120_000);

test('as a reporting manager those are offered who may be one: active people with a designation of code MG; the present one is found by number', async () => {
  const house = await openMasterHouse();
  onTestFinished(() => house.close());
  const designation = async (fields: object): Promise<number> => {
    const { id } = await house.must('master-designation-new', 'create', { fields });
    return Number(id.slice(id.lastIndexOf('-') + 1));
  };
  const byCode = await designation({ vCode: 'MG', vName: 'Manager' });
  const other = await designation({ vCode: 'AGENT', vName: 'Agent', vDesignationCode: 'OA' });
  const byOwnCode = await designation({ vCode: 'CITY', vName: 'City head', vDesignationCode: 'MG' });
  const asked = { joiningDate: '2026-11-02', pooId: 1, designationId: 2 };
  const made = async (firstName: string): Promise<number> =>
    Number((await house.must('employee-new', 'createEmployee', { ...asked, firstName, email: `${firstName}@care.example` }, { as: houseItself })).id);
  await made('Asha');
  const [latha, maya, gone, uma] = [await made('Latha'), await made('Maya'), await made('Gopi'), await made('Uma')];
  const moves = { [latha]: byCode, [maya]: byOwnCode, [gone]: byCode, [uma]: other };
  for (const [id, designationId] of Object.entries(moves))
    await house.must(`employee-${id}`, 'changeDesignation', { designationId }, { as: houseItself, seen: 1 });
  await house.must(`employee-${gone}`, 'deactivate', { exitDate: '2026-11-17', reason: 'Moved to another city' }, { as: houseItself, seen: 2 });
  for (const order of ['add', 'changeManager']) {
    const look = async (query: string) =>
      (await house.call('GET', `/masters-lookup/emplist/order.${order}.managerId?${query}`)).body.items.map(({ id }: { id: number }) => id);
    expect(await look('')).toEqual([latha, maya]);
    expect(await look('q=may')).toEqual([maya]);
    expect(await look('q=asha')).toEqual([]);
    expect(await look(`ids=${gone}`)).toEqual([gone]);
  }
}, 120_000);
