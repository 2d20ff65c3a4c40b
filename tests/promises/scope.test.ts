import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { randomUUID } from 'node:crypto';
import { boundOf, reaches } from '#shared/streams/masters/scope.ts';
import { allMasters } from '#server/core/registers.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';
import { listedAdmin, openPrincipals, type Tried } from '#tests/kit/principals.ts';
import { sampled, whole } from '#tests/kit/sampled.ts';

let test: TestServer;
let elsewhere: Tried;
let boss: Tried;
/** Full rights at one and the same place. */
let keeper: Tried;
let elsewhereId: number;
interface Row {
  readonly id: number;
  readonly fields: Record<string, unknown>;
}
beforeAll(async () => {
  test = await openTestServer({ env: { ADMIN_EMPLOYEE_IDS: String(listedAdmin) } });
  const all = await openPrincipals(test);
  elsewhere = all.find((one) => one.name === 'other place')!;
  boss = all.find((one) => one.name === 'admin by list')!;
  keeper = all.find((one) => one.name === 'full access')!;
  for (const [command, pooId] of [
    ['mapPoo', own],
    ['setPrimaryPoo', own],
    ['unmapPoo', 1],
  ] as const) {
    const done = await test.server.handle({
      stream: 'employee-906',
      command,
      input: { pooId },
      viewer: test.server.access.systemViewer('scope'),
      correlationId: 'scope',
    });
    expect(done).toMatchObject({ id: '906' });
  }
  elsewhereId = (await look('/access/me', elsewhere)).body.empId as number;
});
afterAll(() => test?.close());

const own = 12;
/** The fields of a colleague that everyone signed in may see: name, designation, place. */
const colleague = new Set([
  'iEmpId',
  'vEmpName',
  'vEmpFname',
  'vEmpLname',
  'idesignationId',
  'iPooId',
  'iStatus',
  'iOrgId',
]);

/** A colleague who also works for this place, with all fields. */
function isOwnPerson(value: Readonly<Record<string, unknown>>): boolean {
  return (
    typeof value.iEmpId === 'number' &&
    'vEmpFname' in value &&
    test.server.access.directory.employee(value.iEmpId)?.poos.includes(own) === true
  );
}

function foreign(value: unknown, path: string): string[] {
  if (Array.isArray(value)) return value.flatMap((one, n) => foreign(one, `${path}[${n}]`));
  if (value === null || typeof value !== 'object') return [];
  const entries = Object.entries(value);
  if (entries.every(([name]) => colleague.has(name)) || isOwnPerson(value as Record<string, unknown>))
    return [];
  const here = entries
    .filter(
      ([name, one]) => (name === 'pooId' || name === 'iPooId') && typeof one === 'number' && one !== own,
    )
    .map(([name, one]) => `${path}.${name} is ${one}: ${JSON.stringify(value).slice(0, 120)}`);
  return [...here, ...entries.flatMap(([name, one]) => foreign(one, `${path}.${name}`))];
}

/**
 * All feeds except those of masters that everyone with the right sees completely, whatever place the records
 * name.
 */
function ofPlaces(): string[] {
  const open = new Set(
    allMasters()
      .filter((def) => !def.scope)
      .map((def) => `masters/${def.name}`),
  );
  // Indents are bought centrally: buyers see those of every place.
  open.add('documents/indent');
  return [...test.server.feeds.keys()].filter((name) => !open.has(name));
}

async function look(url: string, who: Tried): Promise<{ status: number; body: any; total: number }> {
  const answer = await test.server.app.inject({
    method: 'GET',
    url,
    headers: { host: 'console.test', ...who.headers },
  });
  return {
    status: answer.statusCode,
    body: /json/.test(String(answer.headers['content-type'])) ? answer.json() : null,
    total: Number(answer.headers['x-total-count'] ?? Number.NaN),
  };
}

async function command(path: string, input: object, who: Tried) {
  return test.server.app.inject({
    method: 'POST',
    url: `/commands/${path}`,
    headers: {
      host: 'console.test',
      'idempotency-key': randomUUID(),
      ...(path.includes('-new/') ? {} : { 'if-match': '"1"' }),
      ...who.headers,
    },
    payload: input,
  });
}

describe('one place of operation', () => {
  it('sees no row of another in any feed, while admins see rows in all', async () => {
    const wrong: string[] = [];
    let shown = 0;
    for (const name of ofPlaces()) {
      const mine = await look(`/feeds/${name}`, elsewhere);
      if (mine.status === 200) wrong.push(...foreign(mine.body.rows, name));
      const theirs = await look(`/feeds/${name}`, boss);
      if (theirs.status === 200) shown += foreign(theirs.body.rows, name).length;
    }
    expect(wrong).toEqual([]);
    expect(shown).toBeGreaterThan(10);
  });

  it('nor in any list or its counts', async () => {
    const wrong: string[] = [];
    const routes = test.server.app.routes.filter(
      (route) =>
        route.method === 'GET' &&
        !route.url.includes(':') &&
        !route.url.includes('*') &&
        route.need !== 'machine' &&
        route.need !== 'public' &&
        !route.url.endsWith('/PlaceOfOperation'),
    );
    expect(routes.length).toBeGreaterThan(20);
    for (const route of routes) {
      const { status, body, total } = await look(route.url, elsewhere);
      if (status !== 200 || body === null) continue;
      wrong.push(...foreign(body, route.url));
      if (Array.isArray(body) && !Number.isNaN(total) && total > body.length && body.length < 10)
        wrong.push(`${route.url} counts ${total} and shows ${body.length}`);
    }
    expect(wrong).toEqual([]);
  });

  it('finds no record of another by its id, by a list’s route or a command', async () => {
    const wrong: string[] = [];
    const ids = new Map<string, string[]>();
    for (const name of ofPlaces()) {
      const { status, body } = await look(`/feeds/${name}`, boss);
      if (status !== 200) continue;
      const theirs = (body.rows as { id: string; pooId?: number; iPooId?: number }[]).filter((row) => {
        const place = row.pooId ?? row.iPooId;
        return place !== undefined && place !== null && place !== own;
      });
      for (const row of whole ? theirs : theirs.slice(0, 3)) {
        const mine = await look(`/feeds/${name}?id=${encodeURIComponent(row.id)}`, elsewhere);
        if (mine.status !== 404 && mine.status !== 403)
          wrong.push(`/feeds/${name}?id=${row.id}: ${mine.status}`);
        ids.set(name, [...(ids.get(name) ?? []), row.id]);
      }
    }
    for (const id of ids.get('queue/signup-queue') ?? []) {
      const mine = await look(`/customer/api/v2/signup/${id}`, elsewhere);
      if (mine.status !== 404 && mine.status !== 403) wrong.push(`signup ${id}: ${mine.status}`);
    }
    for (const empId of [1, 101, 131]) {
      const mine = await look(`/employee/api/v2/employees/Details/${empId}`, elsewhere);
      if (mine.status !== 404)
        wrong.push(`employee ${empId}: ${mine.status} ${JSON.stringify(mine.body).slice(0, 100)}`);
      const short = await look(`/employee/api/v2/employees/${empId}`, elsewhere);
      if (JSON.stringify(short.body).includes('5550000')) wrong.push(`employee ${empId} shows a phone`);
    }
    expect(wrong).toEqual([]);
    expect([...ids.values()].flat().length).toBeGreaterThan(5);
  });

  it('nor in a master whose records belong to places: list, count, record, file, choice, use, command, feed', async () => {
    const wrong: string[] = [];
    const { directory } = test.server.access;
    const viewer = { poos: [own], territories: [], empId: elsewhereId };
    const scoped = allMasters().filter((def) => def.scope);
    expect(scoped.length).toBeGreaterThan(15);
    // A worker of its own writes each file.
    const files = new Set(sampled(scoped, (def) => `${def.group} ${String(def.scope)}`));
    let shutOut = 0;
    for (const def of scoped) {
      const name = encodeURIComponent(def.name);
      const isOwn = (row: Row): boolean =>
        (def.kind === 'employee' &&
          (row.id === elsewhereId || [row.fields.pooIds ?? []].flat().length === 0)) ||
        reaches(viewer, boundOf(def, row.fields, directory)!);
      const theirs = (await look(`/masters-list/${name}`, boss)).body as { rows: Row[]; total: number };
      const mine = await look(`/masters-list/${name}`, elsewhere);
      expect(mine.status, def.name).toBe(200);
      const page = mine.body as { rows: Row[]; total: number };
      for (const row of page.rows)
        if (!isOwn(row)) wrong.push(`${def.name} shows ${JSON.stringify(row).slice(0, 160)}`);
      if (theirs.total === theirs.rows.length && page.total !== theirs.rows.filter(isOwn).length)
        wrong.push(
          `${def.name} counts ${page.total}, of its own there are ${theirs.rows.filter(isOwn).length}`,
        );
      if (files.has(def)) {
        const file = await test.server.app.inject({
          method: 'GET',
          url: `/masters-export/${name}`,
          headers: { host: 'console.test', ...elsewhere.headers },
        });
        if (Number(file.headers['x-total-count']) !== page.total)
          wrong.push(`${def.name} exports ${String(file.headers['x-total-count'])} of ${page.total}`);
      }
      const shut = theirs.rows.filter((row) => !isOwn(row)).slice(0, 2);
      shutOut += shut.length;
      for (const { id } of shut) {
        for (const tail of ['', `?at=${new Date(test.clock.now()).toISOString()}`, '/history', '/used-by']) {
          const answer = await look(`/masters-record/${name}/${id}${tail}`, elsewhere);
          if (answer.status !== 404)
            wrong.push(
              `${def.name} ${id}${tail}: ${answer.status} ${JSON.stringify(answer.body).slice(0, 120)}`,
            );
        }
        if (def.source) continue;
        for (const [name, input] of [
          ['update', { fields: {} }],
          ['deactivate', {}],
          ['cancel', {}],
        ] as const) {
          const answer = await command(`master/${def.kind}-${id}/${name}`, input, keeper);
          if (answer.statusCode !== 404)
            wrong.push(`${def.name} ${id} ${name}: ${answer.statusCode} ${answer.body.slice(0, 120)}`);
        }
      }
      if (JSON.stringify(mine.body).includes('"state"')) wrong.push(`${def.name} exposes its inner state`);
      if (def.kind === 'employee') expect(shut.length).toBe(2);
    }
    expect(wrong).toEqual([]);
    expect(shutOut).toBeGreaterThan(15);
  });

  it('offers no record of another place for choice, and moves none to a foreign place', async () => {
    const choices = `/masters-lookup/TerritorytrayMapping/iTrayId`;
    const [few, all] = [await look(choices, elsewhere), await look(choices, boss)];
    expect(few.body.items).toEqual([]);
    expect(all.body.items.length).toBeGreaterThan(0);
    const ids = (all.body.items as { id: number }[]).map((one) => one.id).join(',');
    expect((await look(`${choices}?ids=${ids}`, elsewhere)).body.items).toEqual([]);
    const fields = {
      vCode: `T${Date.now() % 1e9}`,
      vName: `Tray ${randomUUID()}`,
      vType: 'STORAGE',
      vStorage: 'AMBIENT',
      iCapacity: 10,
    };
    const refused = await command('master/tray-new/create', { fields: { ...fields, iPooId: 1 } }, keeper);
    expect(refused.statusCode, refused.body).toBe(403);
    expect(refused.json()).toMatchObject({ code: 'otherPlace', field: 'iPooId' });
    expect(refused.json().message).toMatch(/one of your places/);
    const taken = await command('master/tray-new/create', { fields: { ...fields, iPooId: own } }, keeper);
    expect(taken.statusCode, taken.body).toBe(200);
    const id = (taken.json() as { recordId: number }).recordId;
    expect((await look(`/masters-record/traymaster/${id}`, elsewhere)).status).toBe(200);
    expect(
      (await look(`/masters-duplicates/traymaster?vCode=${fields.vCode}`, elsewhere)).body.exact,
    ).toHaveLength(1);
  });

  it('reads no documents of an affiliate of another place, neither PAN nor bank account', async () => {
    for (const name of ['affiliateMaster', 'dsa-verification%2F1', 'dsa-verification%2F2']) {
      const [all, few] = [
        await look(`/masters-list/${name}`, boss),
        await look(`/masters-list/${name}`, elsewhere),
      ];
      expect(all.body.rows.length, name).toBeGreaterThan(0);
      expect(few.body.rows, name).toEqual([]);
    }
  });

  it('filters documents of affiliates by the places they work for, and shows the place’s name', async () => {
    const filtered = (value: unknown, who = boss) =>
      look(
        `/masters-list/affiliateMaster?filter=${encodeURIComponent(JSON.stringify({ iPooId: { op: 'in', value } }))}`,
        who,
      );
    const people = async (...ids: number[]): Promise<number[]> =>
      ((await filtered(ids)).body.rows as { fields: { iEmpId: number } }[])
        .map((row) => row.fields.iEmpId)
        .sort();
    expect(await people(10)).toEqual([302]);
    expect(await people(1, 7)).toEqual([301, 303]);
    expect(await people(2)).toEqual([]);
    expect((await filtered([10])).body.labels).toHaveProperty('placeOfOperation:10.name');
    expect((await filtered([10], elsewhere)).body.rows, 'of other places').toEqual([]);
    expect((await filtered(['x'])).body).toMatchObject({ code: 'badFormat', field: 'iPooId' });
    expect((await look('/masters-lookup/affiliateMaster/iPooId', boss)).body.items.length).toBeGreaterThan(5);
  });

  it('receives only records of its own places in a master’s feed', async () => {
    const tray = async (iPooId: number): Promise<number> => {
      const fields = {
        vCode: `F${randomUUID().slice(0, 8)}`.toUpperCase(),
        vName: `Tray ${randomUUID()}`,
        vType: 'STORAGE',
        vStorage: 'AMBIENT',
        iCapacity: 10,
        iPooId,
      };
      const made = await command('master/tray-new/create', { fields }, boss);
      expect(made.statusCode, made.body).toBe(200);
      return (made.json() as { recordId: number }).recordId;
    };
    const [there, here] = [await tray(1), await tray(own)];
    const emitted = async (who: Tried): Promise<number[]> =>
      ((await look('/feeds/masters/traymaster', who)).body.rows as { recordId: number }[]).map(
        (row) => row.recordId,
      );
    expect(await emitted(boss)).toEqual(expect.arrayContaining([there, here]));
    const mine = await emitted(elsewhere);
    expect(mine).toContain(here);
    expect(mine).not.toContain(there);
    expect(JSON.stringify((await look('/feeds/masters/traymaster', boss)).body)).not.toMatch(/bound/);
  });

  it('reads the services’ own lists and records by the same places', async () => {
    for (const path of [
      '/employee/api/v2/EmployeePinCodeRole',
      '/employee/api/v2/employeeterritorymapping',
      '/employee/api/v2/employeepoomapping',
    ]) {
      const [all, few] = [await look(path, boss), await look(path, elsewhere)];
      expect(few.status, path).toBe(200);
      for (const row of few.body as { iEmpId: number }[])
        expect(test.server.access.directory.employee(row.iEmpId)!.poos, path).toContain(own);
      for (const row of (all.body as Record<string, number>[]).slice(0, 3)) {
        const id = Object.values(row)[0]!;
        if (!(few.body as Record<string, number>[]).some((one) => Object.values(one)[0] === id))
          expect((await look(`${path}/${id}`, elsewhere)).status, `${path}/${id}`).toBe(404);
      }
    }
  });
});
