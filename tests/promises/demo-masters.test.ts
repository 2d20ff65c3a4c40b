import { afterAll, beforeAll, expect, test } from 'vitest';
import { allMasters } from '#server/core/registers.ts';
import { demoPersons } from '#server/demo/people.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';

/** On its first start the demo has rows on every screen of a master, and the people of the stories. */
let it: TestServer;
let admin: Person;
beforeAll(async () => {
  it = await openTestServer();
  admin = await it.signIn('admin');
});
afterAll(() => it?.close());

const list = async (name: string, query = '') =>
  (await admin.get(`/masters-list/${encodeURIComponent(name)}?records=50${query}`)).body;

test('no master is empty, with or without a screen', async () => {
  const totals = await Promise.all(
    allMasters().map(async ({ name }) => ({ name, total: (await list(name)).total as number })),
  );
  expect(totals.length).toBeGreaterThan(80);
  expect(totals.filter(({ total }) => !(total > 0))).toEqual([]);
});

test('the calls of the specification answer their lists with the existing records', async () => {
  const calls = [
    'masters/api/v2/DistTlkArea',
    'customer/api/v2/escalationmaster',
    'employee/api/v2/emproutemapping',
    'employee/api/v2/dayendexclusion',
  ];
  for (const path of calls) expect((await admin.get(`/${path}`)).body.length, path).toBeGreaterThan(1);
  for (const name of ['districtTalukArea', 'escalation', 'employeeRoute', 'dayEndExclusion']) {
    const { rows, labels } = await list(name);
    const def = allMasters().find((one) => one.name === name)!;
    for (const { fields } of rows)
      for (const { name: field, lookup } of def.fields)
        if (lookup && fields[field] !== undefined)
          expect(labels[`${lookup}:${fields[field]}`], `${name} ${field}`).toMatchObject({ iStatus: 1 });
  }
  // Everybody on a round works at its place.
  const [rounds, routes] = [(await list('employeeRoute')).rows, (await list('customerRouteMaster')).rows];
  for (const { fields } of rounds) {
    const { iPooId } = routes.find(({ id }: { id: number }) => id === fields.iCustomerRouteId).fields;
    expect(demoPersons.find(({ empId }) => empId === fields.iEmpId)!.poos).toContain(iPooId);
  }
});

test('a place has its registered pharmacists, and each of them has that designation', async () => {
  const { rows } = await list('placeofoperarion');
  const named = rows.flatMap(
    ({ fields }: { fields: { pharmacists?: { iEmpId: number; vRegNo: string }[] } }) =>
      fields.pharmacists ?? [],
  );
  expect(named.length).toBeGreaterThan(2);
  const designations = named.map(
    ({ iEmpId }: { iEmpId: number }) => demoPersons.find(({ empId }) => empId === iEmpId)?.designationId,
  );
  expect(new Set(designations)).toEqual(new Set([85]));
});

test('counsellings exist at each step, held by a pharmacist and reviewed by somebody else', async () => {
  const { rows, labels } = await list('patientCounseling');
  expect(new Set(rows.map(({ stage }: { stage: string }) => stage))).toEqual(
    new Set(['planned', 'done', 'reviewed', 'dropped']),
  );
  expect(
    new Set(
      rows.map(
        ({ fields }: { fields: { iPatientId: number } }) => labels[`patient:${fields.iPatientId}`].name,
      ),
    ).size,
  ).toBe(2);
});

test('there are 36 people: two have left, three are agents, one is at each step of their papers, one is a stand-in today', async () => {
  expect((await list('emplist')).total).toBe(36);
  expect(
    (
      await list(
        'emplist',
        `&filter=${encodeURIComponent(JSON.stringify({ iStatus: { op: 'eq', value: 0 } }))}`,
      )
    ).total,
  ).toBe(2);
  expect((await list('affiliateMaster')).rows.map(({ stage }: { stage: string }) => stage).sort()).toEqual([
    'accVerified',
    'hrVerified',
    'submitted',
  ]);
  const waiting = async (age: string) =>
    (
      await list(
        'affiliateMaster',
        `&filter=${encodeURIComponent(JSON.stringify({ waiting: { op: 'in', value: [age] } }))}`,
      )
    ).rows.map(({ stage }: { stage: string }) => stage);
  expect([await waiting('short'), await waiting('soon'), await waiting('long')]).toEqual([
    [],
    ['submitted'],
    ['hrVerified'],
  ]);
  expect(it.server.access.directory.employee(105)).toMatchObject({
    designationId: 11,
    effectiveDesignationId: 95,
  });
});

test('a record that references another one in two fields counts once among its users', async () => {
  const { rows } = await it.server.pool.query<{ kind: string; id: number }>(
    `select f.ref_kind as kind, f.ref_id as id from master_refs f join master_rows m on m.kind = f.kind and m.id = f.id
     where not m.cancelled and f.kind <> f.ref_kind group by f.ref_kind, f.ref_id, f.kind, f.id having count(distinct f.field) > 1 order by 1, 2`,
  );
  const twice = rows.find(({ kind }) => allMasters().some((def) => def.kind === kind));
  expect(twice).toBeDefined();
  const def = allMasters().find(({ kind }) => kind === twice!.kind)!;
  const { total, groups } = (
    await admin.get(`/masters-record/${encodeURIComponent(def.name)}/${twice!.id}/used-by`)
  ).body as { total: number; groups: { n: number }[] };
  expect(total).toBeGreaterThan(0);
  expect(total).toBeLessThan(groups.reduce((sum, { n }) => sum + n, 0));
});
