import { expect, test } from 'vitest';
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
