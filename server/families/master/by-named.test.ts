import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeManyRecords } from '#tests/kit/many-records.ts';
import { openMasterServer, type MasterServer } from '#tests/kit/master-server.ts';

let server: MasterServer;
beforeAll(async () => {
  server = await openMasterServer();
  // Products name the makers 1 to 10, of which two do not exist.
  for (const [n, name] of ['Zeta', 'alpha', 'Mid', 'midway', 'Middle', 'beta', 'Omega', 'Kappa'].entries())
    await server.must('master-manufacturer-new', 'create', {
      fields: { vCode: `MK-${n}`, vName: `${name} Labs` },
    });
  await server.masters.rows.reached(await writeManyRecords(server.pool, { employees: 0, products: 700 }));
});
afterAll(() => server.close());

for (const way of ['', '-'] as const)
  test(`a list sorted by a named record${way ? ', backwards,' : ''} has every record once, also where that record is missing`, async () => {
    const { rows } = await server.pool.query<{ id: number }>(
      `select m.id from master_rows m left join master_rows s on s.kind = 'manufacturer' and s.id = (m.fields->>'iManufacturerId')::int
       where m.kind = 'product' and not m.cancelled order by s.name${way ? ' desc nulls last' : ''}, m.id${way ? ' desc' : ''}`,
    );
    const seen: number[] = [];
    for (let pageNo = 0; pageNo * 60 < rows.length; pageNo += 1) {
      const page = await server.call(
        'GET',
        `/masters-list/productMaster?pageNo=${pageNo}&records=60&sort=${way}iManufacturerId`,
      );
      expect(page.status, JSON.stringify(page.body)).toBe(200);
      expect(page.body.total).toBe(rows.length);
      seen.push(...page.body.rows.map((row: { id: number }) => row.id));
    }
    expect(seen).toEqual(rows.map((row) => row.id));
    const found = await server.call(
      'GET',
      `/masters-list/productMaster?records=20&q=glime&sort=${way}iManufacturerId`,
    );
    const glime = await server.pool.query<{ id: number }>(
      "select id from master_rows where kind = 'product' and search like '%glime%'",
    );
    const wanted = new Set(glime.rows.map((row) => row.id));
    expect(found.body.rows.map((row: { id: number }) => row.id)).toEqual(
      seen.filter((id) => wanted.has(id)).slice(0, 20),
    );
  });

test('a search counts its hits on every page alike', async () => {
  const search = async (pageNo: number, sort: string) =>
    (await server.call('GET', `/masters-list/productMaster?pageNo=${pageNo}&records=3&q=tab&sort=${sort}`))
      .body as { total: number; rows: { id: number }[] };
  const { rows } = await server.pool.query<{ id: number }>(
    "select id from master_rows where kind = 'product' and not cancelled and search like '%tab%' order by name, id",
  );
  expect(rows.length).toBeGreaterThan(6);
  for (const [sort, first] of [
    ['vName', 1],
    ['-vName', 99],
  ] as const) {
    expect(await search(first, sort)).toMatchObject({ total: rows.length });
    const ids = [...(await search(0, sort)).rows, ...(await search(1, sort)).rows].map(({ id }) => id);
    expect(ids).toEqual((sort === 'vName' ? rows : rows.toReversed()).slice(0, 6).map(({ id }) => id));
  }
  expect((await server.call('GET', '/masters-list/productMaster?records=3&q=nosuchword')).body).toMatchObject(
    { total: 0, rows: [] },
  );
});
