import { afterAll, beforeAll, expect, it } from 'vitest';
import type { AttendanceMonth } from '#shared/masters/reviews/attendance-month.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { listedAdmin, openPrincipals } from '#tests/kit/principals.ts';

let test: TestServer;
let admin: Person;
beforeAll(async () => {
  test = await openTestServer({ env: { ADMIN_EMPLOYEE_IDS: String(listedAdmin) } });
  admin = await test.signIn('admin');
});
afterAll(() => test?.close());

const url = '/masters-attendance-month';
const read = async (query = ''): Promise<AttendanceMonth> => (await admin.get(url + query)).body;
const of = async (empId: number, query = '') => (await read(query)).rows.find((row) => row.iEmpId === empId);

it('a day corrected by HR appears in the month at once, and a cancelled one no longer counts', async () => {
  const before = (await of(153))!;
  const day = '2026-11-16';
  expect(before.days[day]).toBeUndefined();
  const done = await admin.command(`attendance-153-${day}`, 'regularizeCheckIn', {
    bManualCheckIn: true,
    time: '09:30',
    outTime: '18:00',
    reason: 'The phone was broken that day',
  });
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  const after = (await of(153))!;
  expect(after.days[day]).toMatchObject({
    state: 'checkedOut',
    in: '09:30',
    out: '18:00',
    worked: 510,
    marks: ['manual'],
  });
  expect([after.present - before.present, after.worked - before.worked]).toEqual([1, 510]);
  expect((await of(153, '?month=2026-10'))?.days[day]).toBeUndefined();
  const gone = await admin.command(
    `attendance-153-${day}`,
    'cancelAttendance',
    { reason: 'It was another person after all' },
    { version: done.body.version },
  );
  expect(gone.status, JSON.stringify(gone.body)).toBe(200);
  expect(await of(153)).toMatchObject({
    present: before.present,
    worked: before.worked,
    days: { [day]: { state: 'cancelled' } },
  });
});

it('filters by place, and explains an invalid query', async () => {
  const first = await read('?iPooId=1');
  expect(first.rows.length).toBeGreaterThan(0);
  expect(new Set(first.rows.map((row) => row.iPooId))).toEqual(new Set([1]));
  expect(await admin.get(`${url}?month=2026-13`)).toMatchObject({ status: 400, body: { field: 'month' } });
});

it('is refused without the Masters right, and shows nobody of another place', async () => {
  expect((await (await test.signIn('agent1')).get(url)).status).toBe(403);
  const elsewhere = (await openPrincipals(test)).find((one) => one.name === 'other place')!;
  const answer = await test.server.app.inject({
    method: 'GET',
    url,
    headers: { host: 'console.test', ...elsewhere.headers },
  });
  expect(answer.statusCode).toBe(200);
  const seen = answer.json() as AttendanceMonth;
  expect(new Set(seen.rows.map((row) => row.iPooId))).toEqual(new Set([12]));
  expect(seen.total).toBeLessThan((await read()).total);
});
