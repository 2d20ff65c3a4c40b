import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  chief,
  systemItself,
  openMasterServer,
  personWith,
  type MasterServer,
} from '#tests/kit/master-server.ts';

let server: MasterServer;
beforeAll(async () => {
  server = await openMasterServer();
  const place = server.defs.find(({ kind }) => kind === 'placeOfOperation')!;
  for (const [id, vCode] of [
    [1, 'BLR01'],
    [2, 'BLR02'],
  ] as const)
    await server.must(
      `master-placeOfOperation-${id}`,
      'create',
      { fields: { ...place.example, vCode, vName: `Place ${id}` } },
      { as: systemItself },
    );
});
afterAll(() => server.close());

const requested = async (name: string, filter: object, as = chief) =>
  (
    await server.call(
      'GET',
      `/masters-list/${name}?filter=${encodeURIComponent(JSON.stringify(filter))}`,
      undefined,
      as,
    )
  ).body;

test('doctors are found by the place of their hospital or clinic', async () => {
  await server.must('master-hospital-new', 'create', {
    fields: { vCode: 'H-1', vName: 'First hospital', iPooId: 1 },
  });
  await server.must('master-clinic-new', 'create', {
    fields: { vCode: 'C-2', vName: 'Second clinic', iPooId: 2 },
  });
  const doctor = (n: number, more: object) => ({
    fields: { vCode: `D-${n}`, vName: `Doctor ${n}`, vRegNo: `KMC ${n}00`, vCouncil: 'Karnataka', ...more },
  });
  await server.must('master-doctor-new', 'create', doctor(1, { hospitalIds: [1] }));
  await server.must('master-doctor-new', 'create', doctor(2, { clinicIds: [1] }));
  await server.must('master-doctor-new', 'create', doctor(3, { hospitalIds: [1], clinicIds: [1] }));
  await server.must('master-doctor-new', 'create', doctor(4, {}));
  const at = async (poos: number[]): Promise<number[]> =>
    (await requested('doctormaster', { iPooId: { op: 'in', value: poos } })).rows.map(
      ({ id }: { id: number }) => id,
    );
  expect(await at([1])).toEqual([1, 3]);
  expect(await at([2])).toEqual([2, 3]);
  expect(await at([1, 2])).toEqual([1, 2, 3]);
  const wrong = await requested('doctormaster', { iPooId: { op: 'eq', value: 'x' } });
  expect(wrong).toMatchObject({ code: 'badFormat', field: 'iPooId' });
});

test('a merged doctor is no longer referred to, and its registration is free', async () => {
  const twin = (n: number) => ({
    fields: { vCode: `T-${n}`, vName: 'Dr. Twin', vRegNo: `TMC ${n}`, vCouncil: 'Tamil Nadu' },
  });
  const [keeps, goes] = [
    await server.must('master-doctor-new', 'create', {
      fields: { ...twin(1).fields, vName: 'Dr. Twin Rao' },
    }),
    await server.must('master-doctor-new', 'create', twin(2)),
  ];
  expect(
    await server.command(`master-${goes.id}`, 'merge', { into: Number(goes.recordId) }, { seen: 1 }),
  ).toMatchObject({ code: 'mergeItself' });
  const viewer = personWith(['Masters/doctormaster:edit'], { name: 'Ravi' });
  expect(
    await server.command(
      `master-${goes.id}`,
      'merge',
      { into: Number(keeps.recordId) },
      { seen: 1, as: viewer },
    ),
  ).toMatchObject({ status: 403 });
  await server.must(
    `master-${goes.id}`,
    'merge',
    { into: Number(keeps.recordId), reason: 'The same person' },
    { seen: 1 },
  );
  const [last] = (await server.log.readStream(`master-${goes.id}`)).slice(-1);
  expect(last).toMatchObject({
    type: 'MasterRecordMerged',
    data: { kind: 'doctor', into: keeps.recordId, reason: 'The same person' },
  });
  await server.must('master-doctor-new', 'create', {
    fields: { ...twin(2).fields, vCode: 'T-3', vName: 'Dr. Other' },
  });
});

test('a chain of merges leads to its end, whose record lists both duplicates', async () => {
  const twin = (n: number) => ({
    fields: { vCode: `W-${n}`, vName: `Dr. Way ${n}`, vRegNo: `WMC ${n}`, vCouncil: 'Kerala' },
  });
  const ids: number[] = [];
  for (const n of [1, 2, 3])
    ids.push(Number((await server.must('master-doctor-new', 'create', twin(n))).recordId));
  const [first, second, last] = ids as [number, number, number];
  await server.must(
    `master-doctor-${first}`,
    'merge',
    { into: second, reason: 'The same person' },
    { seen: 1 },
  );
  await server.must(
    `master-doctor-${second}`,
    'merge',
    { into: last, reason: 'The same person' },
    { seen: 1 },
  );
  const read = async (id: number) => (await server.call('GET', `/masters-record/doctormaster/${id}`)).body;
  const end = { id: last, code: 'W-3', name: 'Dr. Way 3' };
  expect(await read(first)).toMatchObject({ row: { mergedInto: second }, into: end, doubles: [] });
  expect(await read(second)).toMatchObject({ row: { mergedInto: last }, into: end });
  expect(await read(last)).toMatchObject({
    into: null,
    doubles: [
      { id: first, code: 'W-1', name: 'Dr. Way 1' },
      { id: second, code: 'W-2' },
    ],
  });
  const then = await server.call(
    'GET',
    `/masters-record/doctormaster/${last}?at=${new Date(server.clock.now()).toISOString()}`,
  );
  expect(then.body).toMatchObject({ into: null, doubles: [] });
});

test('a role counts its employees, without those who left', async () => {
  const role = { vRoleName: 'Counter', permissionGroupsList: [], permittedComponentsList: [] };
  await server.must('role-7', 'createRole', role, { as: systemItself });
  const person = (n: number) => ({
    firstName: `Person${'abc'[n]!}`,
    email: `p${n}@care.example`,
    designationId: 2,
    pooId: 1,
    joiningDate: '2026-01-05',
    roleId: 7,
  });
  for (const n of [0, 1, 2])
    await server.must(`employee-${200 + n}`, 'createEmployee', person(n), { as: systemItself });
  const counted = async (as = chief) =>
    (await requested('rolemasterv2', { iId: { op: 'eq', value: 7 } }, as)).rows[0].fields.iEmployees;
  expect(await counted()).toBe(3);
  await server.must(
    'employee-201',
    'deactivate',
    { exitDate: '2026-11-18', reason: 'Moved away' },
    { as: systemItself },
  );
  expect(await counted()).toBe(2);
  expect(await counted(personWith(['Masters/rolemasterv2:view']))).toBeUndefined();
});
