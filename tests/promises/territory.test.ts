import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { allMasters } from '#server/core/registers.ts';
import { addDays, DAY_MS } from '#shared/core/day.ts';
import { boundOf, reaches } from '#shared/streams/masters/scope.ts';
import { FeedClient } from '#tests/kit/feed-client.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { testNow } from '#tests/kit/test-clock.ts';

let test: TestServer;
let boss: Person;
beforeAll(async () => {
  test = await openTestServer();
  boss = await test.signIn('admin');
  const like = await test.signIn('verifier');
  const { access, handle } = test.server;
  const verifier = access.directory.employees().find((one) => one.empId === like.empId)!;
  const made = await handle({
    stream: 'employee-980',
    command: 'createEmployee',
    input: {
      firstName: 'Only',
      lastName: 'Here',
      email: 'onlyhere@care.example',
      designationId: verifier.designationId,
      roleId: verifier.roleId,
      managerId: 5,
      pooId: 12,
      joiningDate: '2026-01-01',
    },
    viewer: access.systemViewer('territory'),
    correlationId: 'territory',
  });
  expect(made).toMatchObject({ id: '980' });
  await access.setPassword(980, 'Demo@1234', { loginName: 'onePlace', demo: true });
});
afterAll(() => test?.close());

const today = '2026-11-18';
const territory = 5;

async function version(kind: string, id: number): Promise<number> {
  return (await test.server.log.readStream(`master-${kind}-${id}`)).length;
}
async function put(pooId: number, iTerritoryId: number | null): Promise<void> {
  const done = await boss.command(
    `master-placeOfOperation-${pooId}`,
    'update',
    { fields: { iTerritoryId } },
    { version: await version('placeOfOperation', pooId) },
  );
  expect(done.status, JSON.stringify(done.body)).toBe(200);
}
async function map(iEmpId: number, more: object = {}): Promise<number> {
  const done = await boss.command('master-employeeTerritory-new', 'create', {
    fields: { iEmpId, iTerritoryId: territory, dFrom: today, ...more },
  });
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  return done.body.recordId as number;
}
async function unmap(id: number): Promise<void> {
  const done = await boss.command(
    `master-employeeTerritory-${id}`,
    'cancel',
    {},
    { version: await version('employeeTerritory', id) },
  );
  expect(done.status, JSON.stringify(done.body)).toBe(200);
}

/** A place with waiting sign-ups that is not one of this person's. */
async function foreignPlace(who: Person): Promise<number> {
  const all = (await boss.get('/feeds/queue/signup-queue')).body.rows as { pooId: number }[];
  const own = test.server.access.directory.employee(who.empId)!.poos;
  const place = all.map((row) => row.pooId).find((id) => !own.includes(id));
  expect(place).toBeDefined();
  return place!;
}
const placesIn = async (who: Person): Promise<number[]> => [
  ...new Set(
    ((await who.get('/feeds/queue/signup-queue')).body.rows as { pooId: number }[]).map((row) => row.pooId),
  ),
];
/** The count of the services’ own list. */
const counted = async (who: Person): Promise<number> =>
  Number((await who.send('GET', '/customer/api/v2/signup?records=1')).headers.get('x-total-count'));

describe('territories', () => {
  it('a person mapped to one sees the rows of all its places: queue, record, list, count; nobody else does', async () => {
    const who = await test.signIn('onePlace');
    const place = await foreignPlace(who);
    const signup = (
      (await boss.get('/feeds/queue/signup-queue')).body.rows as { id: string; pooId: number }[]
    ).find((row) => row.pooId === place)!;
    expect(await placesIn(who)).not.toContain(place);
    expect((await who.get(`/customer/api/v2/signup/${signup.id}`)).status).toBe(404);

    const before = await counted(who);
    await put(place, territory);
    expect(await placesIn(who)).not.toContain(place);
    const id = await map(who.empId);
    await expect.poll(() => placesIn(who)).toContain(place);
    expect((await who.get(`/customer/api/v2/signup/${signup.id}`)).status).toBe(200);
    expect(await counted(who)).toBeGreaterThan(before);
    expect(test.server.access.directory.employee(who.empId)!.poos).toContain(place);
    const me = (await who.get('/access/me')).body as { territories?: unknown };
    expect(me.territories).toEqual(expect.arrayContaining([territory]));

    await unmap(id);
    await expect.poll(() => placesIn(who)).not.toContain(place);
    expect((await who.get(`/customer/api/v2/signup/${signup.id}`)).status).toBe(404);
    expect(await counted(who)).toBe(before);
    await put(place, null);
  });

  it('an open feed gains the rows with the mapping and loses them when it ends, and when the place moves away', async () => {
    const who = await test.signIn('onePlace');
    const place = await foreignPlace(who);
    const client = new FeedClient(test.url, who, 'queue/signup-queue');
    const seen = (): boolean => [...client.rows.values()].some((row) => row.pooId === place);
    const ends = [(id: number) => unmap(id), () => put(place, null)];
    for (const end of ends) {
      await put(place, territory);
      const id = await map(who.empId);
      await expect.poll(seen).toBe(true);
      await end(id);
      await expect.poll(seen).toBe(false);
      if (end !== ends[0]) await unmap(id);
    }
    await put(place, null);
    client.close();
  });

  it('a mapping of yesterday or tomorrow grants nothing; at midnight it begins and ends by itself', async () => {
    const who = await test.signIn('onePlace');
    const place = await foreignPlace(who);
    const { people } = test.server.access;
    const open = (): boolean => (people.viewer(who.empId, null)!.poos as readonly number[]).includes(place);
    await put(place, territory);
    const past = await map(who.empId, { dFrom: addDays(today, -10), dTo: addDays(today, -1) });
    const future = await map(who.empId, { dFrom: addDays(today, 1), dTo: addDays(today, 1) });
    expect(open()).toBe(false);
    const versions = [people.viewer(who.empId, null)!.permissionVersion];
    for (const [day, want] of [
      [1, true],
      [2, false],
    ] as const) {
      test.clock.pretend(testNow + day * DAY_MS);
      expect(open(), `day ${day}`).toBe(want);
      expect(people.viewer(who.empId, null)!.territories).toEqual(want ? [territory] : []);
      versions.push(people.viewer(who.empId, null)!.permissionVersion);
    }
    test.clock.release();
    expect(versions).toEqual([...versions].sort((a, b) => a - b));
    expect(new Set(versions).size).toBe(3);
    for (const id of [past, future]) await unmap(id);
    await put(place, null);
  });

  it('the people of a territory know who else works in it, others do not', async () => {
    const who = await test.signIn('onePlace');
    const [role] = [test.server.access.people.viewer(who.empId, null)!];
    expect(role.rights.has('Masters/employeeTerritoryMapping:view')).toBe(false);
    const def = allMasters().find((one) => one.kind === 'employeeTerritory')!;
    const { directory } = test.server.access;
    const colleague = directory
      .employees()
      .find(
        (one) =>
          one.active &&
          !one.admin &&
          one.poos.length > 0 &&
          !one.poos.some((id) => role.poos.includes(id as never)),
      )!;
    const fields = { iEmpId: colleague.empId, iTerritoryId: territory };
    const bound = boundOf(def, fields, directory)!;
    expect(reaches(role, bound)).toBe(false);
    expect(reaches({ ...role, territories: [territory] }, bound)).toBe(true);
    expect(reaches({ ...role, territories: [territory + 1] }, bound)).toBe(false);
    expect(reaches({ ...role, empId: colleague.empId }, bound)).toBe(true);
  });
});
