import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compareTexts } from '#shared/core/collation.ts';
import { openMasterServer, type MasterServer } from '#tests/kit/master-server.ts';

let server: MasterServer;
const made = [
  ['S-2', 'José Muñoz', 'Cardiología'],
  ['S-10', 'Josefa Munoz', 'CARDIOLOGIA'],
  ['S-1', 'B10 Clinic', 'Ward 10'],
  ['S-3', 'B2 Clinic', 'Ward 2'],
  ['S-4', 'Ñandú Rao', 'Dental'],
  ['S-5', 'Nzeru Rao', 'Dental'],
  ['S-6', 'Oakley Rao', 'Dental'],
  ['S-7', 'Anne D’Souza “Sai”', 'Eye'],
  ['S-8', 'علی\u200cرضا', 'Eye'],
] as const;
beforeAll(async () => {
  server = await openMasterServer();
  for (const [vCode, vName, vSpeciality] of made)
    await server.must('master-doctor-new', 'create', {
      fields: { vCode, vName, vSpeciality, vRegNo: `Reg ${vCode}`, vCouncil: 'Karnataka' },
    });
});
afterAll(() => server?.close());

/** The codes of the doctors that this query lists, in its order. */
async function listed(query: string): Promise<string[]> {
  const answer = await server.call('GET', `/masters-list/doctormaster?records=100&${query}`);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body.rows.map((row: { fields: { vCode: string } }) => row.fields.vCode);
}
const filtered = async (field: string, op: string, value: unknown): Promise<string[]> =>
  (await listed(`filter=${encodeURIComponent(JSON.stringify({ [field]: { op, value } }))}`)).toSorted();

describe('a filter finds what the search box finds', () => {
  test.each([
    ['vName', 'eq', 'JOSÉ MUÑOZ', ['S-2']],
    ['vName', 'eq', 'jose munoz', ['S-2']],
    ['vName', 'eq', 'Jose\u0301 Mun\u0303oz', ['S-2']],
    ['vName', 'eq', 'anne d\'souza "sai"', ['S-7']],
    ['vName', 'eq', 'علیرضا', ['S-8']],
    ['vName', 'contains', 'MUN\u0303OZ', ['S-10', 'S-2']],
    ['vName', 'contains', "d'souza", ['S-7']],
    ['vName', 'starts', 'nandu', ['S-4']],
    ['vName', 'in', ['NANDU RAO', 'b2 clinic', 'nobody'], ['S-3', 'S-4']],
    ['vName', 'between', ['b1', 'B10 CLINIC'], ['S-1', 'S-3']],
    ['vSpeciality', 'eq', 'cardiologia', ['S-10', 'S-2']],
    ['vSpeciality', 'in', ['cardiologi\u0301a', 'EYE'], ['S-10', 'S-2', 'S-7', 'S-8']],
    ['vSpeciality', 'contains', 'OLOGÍ', ['S-10', 'S-2']],
    ['vSpeciality', 'between', ['ward 2', 'WARD 10'], ['S-1', 'S-3']],
    ['vCode', 'eq', 's-2', ['S-2']],
    ['vCode', 'between', ['s-3', 's-10'], ['S-10', 'S-3', 'S-4', 'S-5', 'S-6', 'S-7', 'S-8']],
    ['updatedBy', 'eq', 'ASHA MENON', made.map(([code]) => code).toSorted()],
  ] as const)('%s %s %j', async (field, op, value, codes) =>
    expect(await filtered(field, op, value)).toEqual(codes),
  );

  test('and `ne` what `eq` does not', async () => {
    expect(await filtered('vSpeciality', 'ne', 'CARDIOLOGIA')).toEqual(
      made.flatMap(([code, , of]) => (of.startsWith('C') ? [] : [code])).toSorted(),
    );
  });

  test('a name and a code are found by their indexes', async () => {
    const { rows: tables } = await server.pool.query<{ name: string }>(
      "select relname as name from pg_class where relkind = 'r' and relname like 'master\\_rows\\_%'",
    );
    await server.pool.query(`vacuum analyze ${tables[0]!.name}`);
    const client = await server.pool.connect();
    const plan = async (where: string): Promise<string> =>
      (
        await client.query<{ 'QUERY PLAN': string }>(`explain select id from master_rows m where ${where}`)
      ).rows
        .map((row) => row['QUERY PLAN'])
        .join('\n');
    const plans: string[] = [];
    try {
      await client.query('begin; set local enable_seqscan = off');
      for (const where of [
        "m.kind = 'doctor' and plain_text(m.code) = 's-2'",
        "m.kind = 'doctor' and m.plain = 'jose munoz'",
        "m.plain like '%munoz%'",
      ])
        plans.push(await plan(where));
    } finally {
      await client.query('rollback');
      client.release();
    }
    expect(plans[0]).toMatch(/using \w+_kind_plain_text_idx/);
    expect(plans[1]).toMatch(/Index Cond: .*plain = |using \w+_plain_idx/);
    expect(plans[2]).toMatch(/Index Cond: .*plain ~~ /);
  });
});

describe('a list is sorted as its language is, with numbers as numbers', () => {
  test.each([
    ['vName', made.map(([, name]) => name)],
    ['vCode', made.map(([code]) => code)],
    ['vSpeciality', made.map(([, , speciality]) => speciality)],
  ] as const)('by %s, either way', async (field, texts) => {
    const byCode = new Map(made.map(([code], i) => [code as string, texts[i]!]));
    const up = (await listed(`sort=${field}`)).map((code) => byCode.get(code)!);
    expect(up).toEqual([...texts].sort(compareTexts));
    const down = (await listed(`sort=-${field}`)).map((code) => byCode.get(code)!);
    expect(down).toEqual([...texts].sort(compareTexts).toReversed());
  });

  test('B2 before B10, Ñ after N', async () => {
    const codes = await listed('sort=vName');
    const place = (code: string): number => codes.indexOf(code);
    expect(place('S-3')).toBeLessThan(place('S-1'));
    expect(place('S-5')).toBeLessThan(place('S-4'));
    expect(place('S-4')).toBeLessThan(place('S-6'));
    expect(await listed('sort=vCode')).toEqual(made.map(([code]) => code).sort(compareTexts));
  });
});
