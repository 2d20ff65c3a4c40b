import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { limits } from '#shared/core/limits.ts';
import type { MasterDef } from '#shared/families/master-def.ts';
import { systemItself, openMasterServer, type MasterServer } from '#tests/kit/master-server.ts';

/** Rules of the specification that every master concerned must apply exactly. */
let server: MasterServer;
beforeAll(async () => {
  server = await openMasterServer();
  await server.must(
    'master-placeOfOperation-1',
    'create',
    { fields: named('placeofoperarion').example },
    { as: systemItself },
  );
  for (const { stream, command, input } of named('emplist').source!.story)
    await server.must(stream, command, input, { as: systemItself });
});
afterAll(() => server.close());

const named = (name: string): MasterDef => server.defs.find((def) => def.name === name)!;
const about = { today: '2026-11-18', before: null };
const having = (wanted: (field: MasterDef['fields'][number]) => boolean) =>
  server.defs
    .filter(({ source }) => !source)
    .flatMap((def) => def.fields.filter(wanted).map((field) => ({ def, name: field.name })));
const problemsAt = ({ def, name }: { def: MasterDef; name: string }, value: unknown): readonly string[] =>
  (def.check({ ...def.example, [name]: value }, about).problems ?? [])
    .filter(({ field }) => field === name)
    .map(({ code }) => code);

describe('a phone', () => {
  it('it has ten or eleven characters, on every master', () => {
    const phones = having(({ kind }) => kind === 'phone');
    expect(phones.length).toBeGreaterThan(5);
    for (const one of phones) {
      for (const short of ['555000001', '+915550000010'])
        expect(problemsAt(one, short), `${one.def.name} ${short}`).toContain('invalidPhone');
      for (const right of ['5550000010', ' 05550000010 '])
        expect(problemsAt(one, right), `${one.def.name} ${right}`).not.toContain('invalidPhone');
    }
  });
});

describe('a day to come', () => {
  it('it is not a Sunday, on every master that plans one', () => {
    const days = having(({ noSunday }) => noSunday === true);
    expect(days.map(({ def }) => def.kind)).toEqual(
      expect.arrayContaining(['slotBlock', 'campEvent', 'counseling']),
    );
    for (const one of days) {
      expect(problemsAt(one, '2026-11-22'), one.def.name).toEqual(['sundayNotAllowed']);
      expect(problemsAt(one, '2026-11-23'), one.def.name).toEqual([]);
    }
  });
});

describe('a page', () => {
  it.each([
    ['emplist', limits.pageSizes.employeeMaster],
    ['designationmaster', limits.pageSizes.designationMaster],
    ['campaignmaster', limits.pageSizes.campaigns],
    ['vitalMaster', limits.pageSizes.vitals],
  ])('of %s has at most %i rows, and says when it was cut to that', async (name, most) => {
    expect((await server.call('GET', `/masters-list/${name}?records=${most + 1}`)).body).toMatchObject({
      cut: true,
      limit: most,
    });
    expect((await server.call('GET', `/masters-list/${name}?records=${most}`)).body).toMatchObject({
      cut: false,
      limit: most,
    });
  });
});

describe('types of allergy', () => {
  it('they are drug, food and other under 1, 2 and 3; only their names change', async () => {
    const def = named('allergyTypeMaster');
    expect(def.fixed!.map(({ id, fields }) => [id, fields.vCode])).toEqual([
      [1, 'DRUG'],
      [2, 'FOOD'],
      [3, 'OTHER'],
    ]);
    for (const { id, fields } of def.fixed!)
      await server.must(`master-allergyType-${id}`, 'create', { fields }, { as: systemItself });
    const four = await server.command('master-allergyType-new', 'create', {
      fields: { vCode: 'LATEX', vName: 'Latex' },
    });
    expect(four).toMatchObject({ status: 403, code: 'forbidden' });
    expect(
      await server.command('master-allergyType-1', 'update', { fields: { vCode: 'MEDICINE' } }, { seen: 1 }),
    ).toMatchObject({ code: 'fixedField' });
    expect(await server.command('master-allergyType-1', 'deactivate', {})).toMatchObject({
      code: 'masterKept',
    });
    await server.must('master-allergyType-1', 'update', { fields: { vName: 'Medicine' } }, { seen: 1 });
  });

  it('each allergy has one, and a drug is named by its molecule', async () => {
    const allergy = (fields: object) =>
      server.command('master-allergy-new', 'create', {
        fields: { vCode: 'NEW-ONE', vName: 'New one', ...fields },
      });
    expect(await allergy({ iAllergyTypeId: 4 })).toMatchObject({
      status: 422,
      code: 'notInList',
      field: 'iAllergyTypeId',
    });
    expect(await allergy({ iAllergyTypeId: 1 })).toMatchObject({
      status: 400,
      code: 'required',
      field: 'iMoleculeId',
    });
    expect(await allergy({ iAllergyTypeId: 2 })).not.toHaveProperty('refused');
  });
});

describe('an employee on the list', () => {
  it('it has the whole name as first.last, no department, and a dash where nobody left', async () => {
    const { row } = (await server.call('GET', '/masters-record/emplist/1')).body;
    expect(row.fields).toMatchObject({ vName: 'Asha Menon', vFullName: 'Asha.Menon' });
    expect(row.fields.vDepartment).toBeUndefined();
    expect(named('emplist').fields.find(({ name }) => name === 'dExitDate')).toMatchObject({ none: '-' });
    expect(named('emplist').translations.en['state.0']).toBe('InActive');
  });
});
