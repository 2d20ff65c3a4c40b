import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeManyRecords } from '#tests/kit/many-records.ts';
import { openMasterHouse, type MasterHouse } from '#tests/kit/master-house.ts';

const COUNT = 2_630;
let house: MasterHouse;
beforeAll(async () => {
  house = await openMasterHouse();
  await house.masters.rows.reached(await writeManyRecords(house.pool, { employees: 0, products: COUNT }));
});
afterAll(() => house.close());

const orders = {
  vName: 'lower(m.name), m.id',
  '-vName': 'lower(m.name) desc, m.id desc',
  '-vCode': 'm.code desc, m.id desc',
  updatedAt: 'm.updated_at, m.id',
  '-updatedAt': 'm.updated_at desc, m.id desc',
  iPackSize: "(m.fields->>'iPackSize')::numeric, m.id",
  '-iPackSize,vName': "(m.fields->>'iPackSize')::numeric desc nulls last, lower(m.name), m.id desc",
  '-iManufacturerId': 'lower(s.name) desc nulls last, m.id desc',
};

for (const [sort, order] of Object.entries(orders))
  test(`deep pages by ${sort} are the ones that reading from the beginning comes to, in whatever order they are asked for`, async () => {
    const { rows } = await house.pool.query<{ id: number }>(
      `select m.id from master_rows m left join master_rows s on s.kind = 'manufacturer' and s.id = (m.fields->>'iManufacturerId')::int
       where m.kind = 'product' and not m.cancelled order by ${order}`,
    );
    expect(rows).toHaveLength(COUNT);
    for (const pageNo of [26, 25, 27, 20, 21, 24, 22, 23, 21]) {
      const page = await house.call('GET', `/masters-list/productMaster?pageNo=${pageNo}&records=100&sort=${sort}`);
      expect(page.status, JSON.stringify(page.body)).toBe(200);
      expect(page.body.total).toBe(COUNT);
      expect(page.body.rows.map((row: { id: number }) => row.id)).toEqual(rows.slice(pageNo * 100, pageNo * 100 + 100).map((row) => row.id));
    }
  });

test('a deep page is found anew when a record before it went to its end', async () => {
  const ids = async (page: string): Promise<number[]> =>
    (await house.call('GET', `/masters-list/productMaster?${page}`)).body.rows.map((row: { id: number }) => row.id);
  const before = await ids('pageNo=26&records=100');
  const [first] = await ids('records=1');
  await house.must(`master-product-${first}`, 'update', { fields: { vName: 'zzz' } }, { seen: 1 });
  expect(await ids('pageNo=26&records=100')).toEqual([...before.slice(1), first]);
});

test('what a deep page passes by name, code or time is read from an index alone', async () => {
  const { pool } = house;
  const { rows: tables } = await pool.query<{ name: string }>("select relname as name from pg_class where relkind = 'r' and relname like 'master\\_rows\\_%'");
  await pool.query(`vacuum analyze ${tables[0]!.name}`);
  const told: { text: string; values: unknown[] }[] = [];
  const query = pool.query;
  pool.query = ((asked: string | { text: string; values: unknown[] }, values: unknown[]) => {
    told.push(typeof asked === 'string' ? { text: asked, values } : asked);
    return (query as (...args: unknown[]) => unknown).call(pool, asked, values);
  }) as typeof pool.query;
  try {
    for (const sort of ['vName', '-vName', 'vCode', '-vCode', 'updatedAt', '-updatedAt']) {
      told.length = 0;
      expect((await house.call('GET', `/masters-list/productMaster?pageNo=22&records=100&sort=${sort}`)).status).toBe(200);
      const page = told.find(({ text }) => text.includes('row_number()'))!;
      const client = await pool.connect();
      // A list as short as this one would be read whole and sorted.
      await client.query('begin; set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off');
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${page.text}`, page.values as unknown[]);
      await client.query('rollback');
      client.release();
      expect(rows.map((row) => row['QUERY PLAN']).join('\n'), sort).toMatch(/Index Only Scan/);
    }
  } finally {
    pool.query = query;
  }
});
