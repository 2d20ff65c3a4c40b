import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { designations } from '#shared/core/designations.ts';
import type { ReportCheck, ReportChoice, ReportSummary } from '#shared/families/report-wire.ts';
import { monthOfAll, type MonthOf } from '#tests/kit/attendance-month.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { listedAdmin, openPrincipals } from '#tests/kit/principals.ts';

let test: TestServer;
let admin: Person;
beforeAll(async () => {
  test = await openTestServer({ env: { ADMIN_EMPLOYEE_IDS: String(listedAdmin) } });
  admin = await test.signIn('admin');
});
afterAll(() => test?.close());

const of = async (empId: number, query = '', by = admin): Promise<MonthOf | undefined> =>
  (await monthOfAll(by, query)).find((row) => row.employeeId === empId);
const done = async (stream: string, command: string, input: object, version?: number): Promise<number> => {
  const { status, body } = await admin.command(stream, command, input, ...(version ? [{ version }] : []));
  expect(status, JSON.stringify(body)).toBe(200);
  return body.version;
};
const put = (day: string, time: string, outTime: string, empId = 153) =>
  done(`attendance-${empId}-${day}`, 'regularizeCheckIn', {
    bManualCheckIn: true,
    time,
    outTime,
    reason: 'The phone was broken that day',
  });

it('a day entered by HR appears in the month at once, and a voided one no longer counts', async () => {
  const before = (await of(153))!;
  const day = '2026-11-16';
  expect(before.days[day]?.[0]).not.toBe('present');
  const version = await put(day, '09:30', '18:00');
  const after = (await of(153))!;
  expect(after.days[day]).toEqual(['present', '09:30–18:00 · 8:30', ['manual']]);
  expect([after.present - before.present, after.worked - before.worked]).toEqual([1, 510]);
  expect((await of(153, 'from=2026-10-01&to=2026-10-31'))?.days[day]).toBeUndefined();
  await done(
    `attendance-153-${day}`,
    'cancelAttendance',
    { reason: 'It was another person after all' },
    version,
  );
  expect(await of(153)).toMatchObject({
    ...{ present: before.present, worked: before.worked },
    days: { [day]: ['voided', null, []] },
  });
});

it('names a holiday of the place and a weekly off, also for who came; others were absent or late', async () => {
  const { iPooId, designationId } = (await of(163))!;
  const [holiday, workday, sunday, today] = ['2026-11-17', '2026-11-16', '2026-11-15', '2026-11-18'] as const;
  const own = { dDate: holiday, vName: 'Founder’s day', vType: 'state', pooIds: [iPooId] };
  await done('master-holiday-new', 'create', { fields: own });
  await done('master-holiday-new', 'create', { fields: { ...own, dDate: workday, pooIds: [1] } });
  const limit = { iDesignationId: designationId, iPooId, dFrom: today, tCutOff: '00:10', iGraceMin: 5 };
  await done('master-inEndThreshold-new', 'create', { fields: limit });
  const before = (await of(163))!;
  expect(before.days).toMatchObject({
    [holiday]: ['holiday', 'Founder’s day', []],
    [workday]: ['absent', null, []],
    [sunday]: ['off', null, []],
    [today]: null,
  });
  for (const [day, time] of [
    [holiday, '09:00'],
    [workday, '07:00'],
    [sunday, '09:00'],
    [today, '00:16'],
  ] as const)
    await put(day, time, day === today ? '00:30' : day === workday ? '08:00' : '10:00', 163);
  const after = (await of(163))!;
  expect(after.days).toMatchObject({
    [holiday]: ['present', '09:00–10:00 · 1:00 · Founder’s day', ['manual', 'holiday']],
    [workday]: ['present', '07:00–08:00 · 1:00', ['manual']],
    [sunday]: ['present', '09:00–10:00 · 1:00', ['manual', 'off']],
    [today]: ['late', '00:16–00:30 · 0:14', ['manual']],
  });
  expect([after.late - before.late, after.absent - before.absent]).toEqual([1, -1]);
});

it('is checked against its events, and its sheet has a letter for each day', async () => {
  const check = (await admin.get('/reports-check/attendanceMonth')).body as ReportCheck;
  expect(check).toMatchObject({ same: true, differing: 0 });
  expect(check.rows).toBe((await monthOfAll(admin)).length);
  const { body } = await admin.get('/reports-export/attendanceMonth?columns=employee,days,present&lang=es');
  const [heads, ...lines] = String(body).replace('\ufeff', '').trimEnd().split('\r\n');
  expect(heads).toBe(`Empleado,${Array.from({ length: 31 }, (_, i) => i + 1).join(',')},Presente`);
  const row = (await of(163))!;
  const line = lines.find((one) => one.startsWith(row.employee))!.split(',');
  expect([17, 18, 19, 31].map((day) => line[day])).toEqual(['P', 'T', '', '']);
});

it('filters by people and designations that it offers by name, a month at a time', async () => {
  const row = (await of(153))!;
  const offered = (
    await admin.get(
      `/reports-choices/attendanceMonth/employeeId?text=${encodeURIComponent(row.employee.slice(0, 4))}`,
    )
  ).body as readonly ReportChoice[];
  expect(offered).toContainEqual({ value: '153', label: row.employee });
  const where = encodeURIComponent('{"employeeId":["153"]}');
  expect((await monthOfAll(admin, `where=${where}`)).map(({ employeeId }) => employeeId)).toEqual([153]);
  const jobs = (await admin.get('/reports-choices/attendanceMonth/designationId'))
    .body as readonly ReportChoice[];
  expect(jobs.map(({ value }) => value)).toContain(String(row.designationId));
  // Whole months, however a period is typed.
  const { from, to } = (await admin.get('/reports-summary/attendanceMonth?from=2026-10-05&to=2026-10-06'))
    .body as ReportSummary;
  expect([from, to]).toEqual(['2026-10-01', '2026-10-31']);
  expect((await admin.get('/reports-choices/attendanceMonth/iPooId')).status).toBe(404);
});

it('names a chosen person in a period in which they have no row, in the filter and in the file', async () => {
  const { employee } = (await of(153))!;
  const query = `from=2020-01-01&to=2020-01-31&where=${encodeURIComponent('{"employeeId":["153"]}')}`;
  expect((await admin.get(`/reports-rows/attendanceMonth?${query}`)).body.rows).toEqual([]);
  const offered = await admin.get(`/reports-choices/attendanceMonth/employeeId?${query}`);
  expect(offered.body).toContainEqual({ value: '153', label: employee });
  const { rawPayload } = await test.server.app.inject({
    url: `/reports-export/attendanceMonth?${query}&format=xlsx`,
    headers: { cookie: admin.cookie, authtoken: admin.token, host: 'console.test' },
  });
  const about = strFromU8(unzipSync(rawPayload)['xl/worksheets/sheet2.xml']!);
  expect(about).toContain(employee);
  expect(about).not.toContain('>153<');
});

it('is refused without the right, and shows own places and the team below, offered by name too', async () => {
  expect((await (await test.signIn('agent1')).get('/reports-rows/attendanceMonth')).status).toBe(403);
  const tried = await openPrincipals(test);
  const roleId = 900 + tried.findIndex(({ name }) => name === 'other place') - 1;
  const system = test.server.access.systemViewer('team');
  const create = async (empId: number, managerId: number, designationId: number, pooId: number) => {
    const input = {
      ...{ firstName: 'Team', lastName: 'Tree', email: `team${empId}@care.example` },
      ...{ designationId, managerId, pooId, roleId, joiningDate: '2026-01-01' },
    };
    const command = { stream: `employee-${empId}`, command: 'createEmployee', input, viewer: system };
    const made = await test.server.handle({ ...command, correlationId: 'team' });
    expect('refused' in made && made.refused, JSON.stringify(made)).toBe(false);
  };
  // A manager of place 12 leads one of place 1, who leads a team lead there.
  await create(970, 5, designations.manager.id, 12);
  await create(971, 970, designations.manager.id, 1);
  await create(972, 971, designations.teamLead.id, 1);
  const meta = { loginParam: 'default', userAgent: 'team', ip: '127.0.0.1' };
  const { cookie, token } = (await test.server.access.sessions.open(970, meta))!;
  const headers = {
    host: 'console.test',
    ...{ cookie: `${test.server.access.cookieName}=${cookie}`, authtoken: token },
  };
  const get = async (url: string) => {
    const answer = await test.server.app.inject({ method: 'GET', url, headers });
    return { status: answer.statusCode, body: answer.json() };
  };
  const all = await monthOfAll(admin);
  const mine = all.filter((row) => row.iPooId === 12 || row.employeeId === 972);
  expect(mine.length).toBeGreaterThan(1);
  expect(await monthOfAll({ get } as Pick<Person, 'get'>)).toEqual(mine);
  const names = (await get('/reports-choices/attendanceMonth/employeeId')).body as readonly ReportChoice[];
  const ids = (list: readonly (number | string)[]) => list.map(Number).toSorted((a, b) => a - b);
  expect(ids(names.map(({ value }) => value))).toEqual(ids(mine.map(({ employeeId }) => employeeId)));
});
