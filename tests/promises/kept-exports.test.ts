import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { DAY_MS } from '#shared/core/day.ts';
import type { KeptExport } from '#shared/families/report-wire.ts';
import { shown } from '#tests/kit/seen.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';

/** Exports that are written in the background: their maker's, for a day. */

const report = 'leadStatusReport';
const path = `/reports-exports/${report}`;
const all = { from: '2026-01-01', to: '2026-12-31' };
let test: TestServer;
let admin: Person;
let stranger: Person;
beforeAll(async () => {
  test = await openTestServer();
  admin = await test.signIn('admin');
  stranger = await test.signIn('accounts');
});
afterAll(() => test?.close());

const begin = async (query: object = all): Promise<KeptExport> => {
  const { status, body } = await admin.send('POST', path, query);
  expect(status, JSON.stringify(body)).toBe(202);
  return body as KeptExport;
};
const now = async ({ id }: Pick<KeptExport, 'id'>): Promise<KeptExport> =>
  (await admin.get(`${path}/${id}`)).body as KeptExport;
async function ready(query: object = all): Promise<KeptExport> {
  const begun = await begin(query);
  await shown(async () => (await now(begun)).state).toBe('ready');
  return now(begun);
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

it('gives a file only to a reader who may still see all of it', { tags: ['full'] }, async () => {
  const { id } = await ready();
  const file = async (): Promise<number> => (await admin.get(`${path}/${id}/file`)).status;
  expect(await file()).toBe(200);
  const holds = (column: 'masked' | 'places', text: string) =>
    test.server.pool.query(`update kept_exports set ${column} = $2 where id = $1`, [id, text]);
  await holds('places', '[1, 12]');
  expect(await file()).toBe(200);
  // It belongs to a person with fewer places now.
  await test.server.pool.query('update kept_exports set made_by = $2, places = \'"all"\' where id = $1', [
    id,
    stranger.empId,
  ]);
  expect((await stranger.get(`${path}/${id}/file`)).status).not.toBe(200);
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
