import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '#shared/core/day.ts';
import type { KeptExport } from '#shared/families/report-wire.ts';
import { shown } from '#tests/kit/seen.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';

/** Exports that are written in the background: their maker's, for a day. */

const report = 'leadStatusReport';
/** A report whose rows are its model's alone. */
const plain = 'dcReports';
const path = `/reports-exports/${report}`;
const all = { from: '2026-01-01', to: '2026-12-31' };
let test: TestServer;
let admin: Person;
let stranger: Person;
/** May see and export this report in their own places. */
let reader: Person;
beforeAll(async () => {
  test = await openTestServer();
  admin = await test.signIn('admin');
  stranger = await test.signIn('accounts');
  reader = await test.signIn('lead');
});
afterAll(() => test?.close());

const begin = async (query: object = all, person = admin): Promise<KeptExport> => {
  const { status, body } = await person.send('POST', path, query);
  expect(status, JSON.stringify(body)).toBe(202);
  return body as KeptExport;
};
const now = async ({ id }: Pick<KeptExport, 'id'>, person = admin): Promise<KeptExport> =>
  (await person.get(`${path}/${id}`)).body as KeptExport;
async function ready(query: object = all, person = admin): Promise<KeptExport> {
  const begun = await begin(query, person);
  await shown(async () => (await now(begun, person)).state).toBe('ready');
  return now(begun, person);
}
const files = (): string[] => {
  const folder = join(test.server.dataDir, 'exports');
  return existsSync(folder) ? readdirSync(folder) : [];
};
/** An export as another node, or this one at another time, would have left it. */
const left = (id: string, state: string, more: { beatAt?: string; places?: string } = {}) =>
  test.server.pool.query(
    `insert into kept_exports (id, name, file_name, format, made_by, made_at, state, total, masked, places, beat_at)
     values ($1, $2, $2, 'csv', $3, $4, $5, 5, '[]', $6, clock_timestamp() - $7::interval)`,
    [
      ...[id, report, admin.empId, new Date(test.server.clock.now()), state],
      ...[more.places ?? '"all"', more.beatAt ?? '0 s'],
    ],
  );

it('writes the file of a stream in the background, counts its rows and records it', async () => {
  const head = test.server.log.head();
  const done = await ready();
  const { body: streamed } = await admin.get(`/reports-export/${report}?from=${all.from}&to=${all.to}`);
  const { status, body } = await admin.get(`${path}/${done.id}/file`);
  expect(status).toBe(200);
  expect(body).toBe(streamed);
  const lines = String(body).trimEnd().split('\r\n').length - 1;
  expect(lines).toBeGreaterThan(100);
  expect([done.total, done.done]).toEqual([lines, lines]);
  expect(files()).toEqual([done.id]);
  const [noted] = await test.server.log.readAfter(head, 1, ['masterfile']);
  expect(noted!.data).toMatchObject({ master: report, rows: lines, byEmpId: admin.empId, format: 'csv' });
});

it('keeps to the filters, the columns and the format that were asked for', { tags: ['full'] }, async () => {
  const { id, fileName } = await ready({ period: 'today', format: 'xlsx', columns: 'stage' });
  expect(fileName).toBe(`${report}.xlsx`);
  const { body } = await admin.get(`${path}/${id}/file`);
  expect(String(body).slice(0, 2)).toBe('PK');
  expect((await admin.send('POST', path, { columns: 'nothing' })).status).toBe(400);
});

it('shows an export to its maker only', async () => {
  const { id } = await ready();
  for (const url of [`${path}/${id}`, `${path}/${id}/file`])
    expect((await stranger.get(url)).status).toBe(404);
  expect((await stranger.send('DELETE', `${path}/${id}`)).status).toBe(404);
  const list = (await admin.get(path)).body as KeptExport[];
  expect(list.map((one) => one.id)).toContain(id);
  expect((await stranger.get(path)).status).toBe(403);
  expect((await admin.get(`/reports-exports/rescheduleLogs/${id}`)).status).toBe(404);
  expect((await now({ id })).state).toBe('ready');
});

it('stops a cancelled export and leaves no file', async () => {
  const before = files();
  const { id } = await begin();
  expect((await admin.send('DELETE', `${path}/${id}`)).status).toBe(200);
  expect((await now({ id })).state).toBe('cancelled');
  expect((await admin.get(`${path}/${id}/file`)).status).toBe(404);
  expect(files()).toEqual(before);
  // A written file goes too.
  const written = await ready();
  await admin.send('DELETE', `${path}/${written.id}`);
  expect((await admin.get(`${path}/${written.id}/file`)).status).toBe(404);
  expect(files()).toEqual(before);
});

it('stops an export that was cancelled on another node', { tags: ['full'] }, async () => {
  const before = files();
  const { id } = await begin();
  await test.server.pool.query("update kept_exports set state = 'cancelled' where id = $1", [id]);
  // The next one has its turn only after this one has ended.
  await ready({ period: 'today' });
  await shown(() => files().filter((name) => name.startsWith(id))).toEqual([]);
  expect((await now({ id })).state).toBe('cancelled');
  expect(files().length).toBe(before.length + 1);
});

it('writes one export of a person at a time, and gives up one whose node is gone', async () => {
  await left('of-another-node', 'running');
  const refused = await admin.send('POST', path);
  expect([refused.status, refused.body.code]).toEqual([409, 'exportUnderWay']);
  await test.server.pool.query(
    "update kept_exports set beat_at = clock_timestamp() - interval '1 minute' where id = 'of-another-node'",
  );
  expect((await now({ id: 'of-another-node' })).state).toBe('failed');
  await ready();
});

/** The rights of the reader's role are those of two reports, or none. */
async function rights(has: boolean): Promise<void> {
  const { roleId } = (await test.server.states.load(`employee-${reader.empId}`)).state as { roleId: number };
  const reportsList = [report, plain].map((name) => ({
    vReportName: name,
    vReportDisplayName: name,
    bCanAccess: 1,
    bCanExport: 1,
  }));
  const entity = { vEntity: 'Reports', vEntityDisplayName: 'Reports' };
  const group = { vGroupName: 'Reports', vGroupDisplayName: 'Reports' };
  const answer = await test.server.handle({
    stream: `role-${roleId}`,
    command: 'changePermissions',
    input: {
      permissionGroupsList: has
        ? [{ ...group, entitiesList: [{ ...entity, reportPermissionsList: [{ reportsList }] }] }]
        : [],
    },
    viewer: test.server.access.systemViewer('test'),
    correlationId: 'test',
  });
  expect(answer).not.toHaveProperty('refused');
}

it('gives a file only to its maker, who may still see all of it', { tags: ['full'] }, async () => {
  await rights(true);
  const { id: others } = await ready();
  const { id } = await ready({ period: 'today' }, reader);
  const file = async (of = id): Promise<number> => (await reader.get(`${path}/${of}/file`)).status;
  expect(await file()).toBe(200);
  const was = (await test.server.pool.query('select masked, places from kept_exports where id = $1', [id]))
    .rows[0] as { masked: string; places: string };
  const holds = (masked: string, places: string, of = id) =>
    test.server.pool.query('update kept_exports set masked = $2, places = $3 where id = $1', [
      ...[of, masked, places],
    ]);
  // The reader may export the report and see all that this file holds: only its maker gets it.
  await holds(was.masked, was.places, others);
  expect(await file(others)).toBe(404);
  expect(JSON.parse(was.masked)).not.toEqual([]);
  await holds('[]', was.places);
  expect(await file(), 'it holds names that are hidden from the reader now').toBe(404);
  await holds(was.masked, '"all"');
  expect(await file(), 'it holds places that are not the reader’s now').toBe(404);
  await holds(was.masked, was.places);
  expect(await file()).toBe(200);
  await rights(false);
  expect(await file()).toBe(403);
});

it('stops an export whose maker loses the right while it is written', async () => {
  await rights(true);
  const before = files();
  const held = await test.server.pool.connect();
  try {
    await held.query('begin');
    const { status, body } = await reader.send('POST', `/reports-exports/${plain}`, all);
    expect(status, JSON.stringify(body)).toBe(202);
    // Its worker has to start before it reads, and then waits for the rows.
    await held.query('lock table report_challans in access exclusive mode');
    const { id } = body as KeptExport;
    const state = async (): Promise<string> =>
      (await test.server.pool.query('select state from kept_exports where id = $1', [id])).rows[0].state;
    await shown(state).toBe('running');
    await rights(false);
    await shown(state).toBe('cancelled');
    await shown(() => files().filter((name) => name.startsWith(id))).toEqual([]);
    expect(files()).toEqual(before);
  } finally {
    await held.query('rollback');
    held.release();
  }
  await rights(true);
  await ready({ period: 'today' }, reader);
});

it('deletes an export after a day', async () => {
  const { id } = await ready();
  await test.pass(DAY_MS - 1);
  admin = await test.signIn('admin');
  expect((await admin.get(`${path}/${id}/file`)).status).toBe(200);
  await test.pass(1);
  for (const url of [`${path}/${id}`, `${path}/${id}/file`]) expect((await admin.get(url)).status).toBe(404);
  const next = await ready({ period: 'today' });
  expect(files()).toEqual([next.id]);
  expect(test.faults).toEqual([]);
});
