import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeManyRecords } from '#tests/kit/many-records.ts';
import { openMasterServer, type MasterServer } from '#tests/kit/master-server.ts';

const COUNT = 2_630;
let server: MasterServer;
beforeAll(async () => {
  server = await openMasterServer();
  await server.masters.rows.reached(await writeManyRecords(server.pool, { employees: 0, products: COUNT }));
});
afterAll(() => server.close());

const sorts = {
  vName: 'm.name, m.id',
  '-vName': 'm.name desc, m.id desc',
  '-vCode': 'm.code desc, m.id desc',
  updatedAt: 'm.updated_at, m.id',
  '-updatedAt': 'm.updated_at desc, m.id desc',
  iPackSize: "(m.fields->>'iPackSize')::numeric, m.id",
  '-iPackSize,vName': "(m.fields->>'iPackSize')::numeric desc nulls last, m.name, m.id desc",
  '-iManufacturerId': 's.name desc nulls last, m.id desc',
};

for (const [sort, sortSql] of Object.entries(sorts))
  test(`deep pages by ${sort} equal sequential reading, in whatever order they are requested`, async () => {
    const { rows } = await server.pool.query<{ id: number }>(
      `select m.id from master_rows m left join master_rows s on s.kind = 'manufacturer' and s.id = (m.fields->>'iManufacturerId')::int
       where m.kind = 'product' and not m.cancelled order by ${sortSql}`,
    );
    expect(rows).toHaveLength(COUNT);
    for (const pageNo of [26, 25, 27, 20, 21, 24, 22, 23, 21]) {
      const page = await server.call(
        'GET',
        `/masters-list/productMaster?pageNo=${pageNo}&records=100&sort=${sort}`,
      );
      expect(page.status, JSON.stringify(page.body)).toBe(200);
      expect(page.body.total).toBe(COUNT);
      expect(page.body.rows.map((row: { id: number }) => row.id)).toEqual(
        rows.slice(pageNo * 100, pageNo * 100 + 100).map((row) => row.id),
      );
    }
  });

test('a deep page is found anew when a record before it moves to the end', async () => {
  const ids = async (page: string): Promise<number[]> =>
    (await server.call('GET', `/masters-list/productMaster?${page}`)).body.rows.map(
      (row: { id: number }) => row.id,
    );
  const before = await ids('pageNo=26&records=100');
  const [first] = await ids('records=1');
  await server.must(`master-product-${first}`, 'update', { fields: { vName: 'zzz' } }, { seen: 1 });
  expect(await ids('pageNo=26&records=100')).toEqual([...before.slice(1), first]);
});

test('skipped rows by name, code or time are read from an index only', async () => {
  const { pool } = server;
  const { rows: tables } = await pool.query<{ name: string }>(
    "select relname as name from pg_class where relkind = 'r' and relname like 'master\\_rows\\_%'",
  );
  await pool.query(`vacuum analyze ${tables[0]!.name}`);
  const shown: { text: string; values: unknown[] }[] = [];
  const query = pool.query;
  pool.query = ((requested: string | { text: string; values: unknown[] }, values: unknown[]) => {
    shown.push(typeof requested === 'string' ? { text: requested, values } : requested);
    return (query as (...args: unknown[]) => unknown).call(pool, requested, values);
  }) as typeof pool.query;
  try {
    for (const sort of ['vName', '-vName', 'vCode', '-vCode', 'updatedAt', '-updatedAt']) {
      shown.length = 0;
      expect(
        (await server.call('GET', `/masters-list/productMaster?pageNo=22&records=100&sort=${sort}`)).status,
      ).toBe(200);
      const page = shown.find(({ text }) => text.includes('row_number()'))!;
      const client = await pool.connect();
      // The planner would read such a short list whole and sort it.
      await client.query(
        'begin; set local enable_seqscan = off; set local enable_bitmapscan = off; set local enable_sort = off',
      );
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        `explain ${page.text}`,
        page.values as unknown[],
      );
      await client.query('rollback');
      client.release();
      expect(rows.map((row) => row['QUERY PLAN']).join('\n'), sort).toMatch(/Index Only Scan/);
    }
  } finally {
    pool.query = query;
  }
});
