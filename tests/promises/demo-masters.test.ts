import { afterAll, beforeAll, expect, test } from 'vitest';
import { allMasters } from '#server/registers.ts';
import { demoPersons } from '#server/demo/people.ts';
import { openTestHouse, type Person, type TestHouse } from '#tests/kit/house.ts';

/** Whoever opens the demo for the first time meets rows on every screen of a master, and the people whom the stories speak of. */
let it: TestHouse;
let admin: Person;
beforeAll(async () => {
  it = await openTestHouse();
  admin = await it.signIn('admin');
});
afterAll(() => it?.close());

const list = async (name: string, query = '') => (await admin.get(`/masters-list/${encodeURIComponent(name)}?records=50${query}`)).body;

test('no master is empty', async () => {
  const screens = allMasters().filter(({ route }) => route !== '');
  const totals = await Promise.all(screens.map(async ({ name, route }) => ({ route, total: (await list(name)).total as number })));
  expect(totals.length).toBeGreaterThan(80);
  expect(totals.filter(({ total }) => !(total > 0))).toEqual([]);
});

test('a place has its registered pharmacists, and each of them has that designation', async () => {
  const { rows } = await list('placeofoperarion');
  const named = rows.flatMap(({ fields }: { fields: { pharmacists?: { iEmpId: number; vRegNo: string }[] } }) => fields.pharmacists ?? []);
  expect(named.length).toBeGreaterThan(2);
  const designations = named.map(({ iEmpId }: { iEmpId: number }) => demoPersons.find(({ empId }) => empId === iEmpId)?.designationId);
  expect(new Set(designations)).toEqual(new Set([85]));
});

test('counsellings stand at each step, held by a pharmacist and looked at by somebody else', async () => {
  const { rows, labels } = await list('patientCounseling');
  expect(new Set(rows.map(({ stage }: { stage: string }) => stage))).toEqual(new Set(['planned', 'done', 'reviewed', 'dropped']));
  expect(new Set(rows.map(({ fields }: { fields: { iPatientId: number } }) => labels[`patient:${fields.iPatientId}`].name)).size).toBe(2);
});

test('the people are 36: two have left, three are agents, one at each step of their papers, one stands in today', async () => {
  expect((await list('emplist')).total).toBe(36);
  expect((await list('emplist', `&filter=${encodeURIComponent(JSON.stringify({ iStatus: { op: 'eq', value: 0 } }))}`)).total).toBe(2);
  expect((await list('affiliateMaster')).rows.map(({ stage }: { stage: string }) => stage).sort()).toEqual(['accVerified', 'hrVerified', 'submitted']);
  expect(it.house.access.directory.employee(105)).toMatchObject({ designationId: 11, effectiveDesignationId: 95 });
});
