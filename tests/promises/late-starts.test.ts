import { afterAll, beforeAll, expect, it } from 'vitest';
import { businessDay, instantOf } from '#shared/core/day.ts';
import { monthOfAll } from '#tests/kit/attendance-month.ts';
import type { LateStarts } from '#shared/masters/reviews/late-starts.ts';
import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import type { OwnDayStart } from '#shared/wire.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { listedAdmin, openPrincipals } from '#tests/kit/principals.ts';

let test: TestServer;
let admin: Person;
let field: Person;
let today: string;
beforeAll(async () => {
  test = await openTestServer({ env: { ADMIN_EMPLOYEE_IDS: String(listedAdmin) } });
  [admin, field] = [await test.signIn('admin'), await test.signIn('field1')];
  today = businessDay(test.clock.now());
});
afterAll(() => test?.close());

const url = '/masters-late-starts';
const of = async (empId: number, by = admin) =>
  ((await by.get(url)).body as LateStarts).rows.find((row) => row.iEmpId === empId);
const checkIn = () => field.command(`attendance-${field.empId}-${today}`, 'checkIn', {});

it('an employee who has not checked in by the limit is late, and can only check in when a team lead allows it', async () => {
  const row = (await monthOfAll(admin)).find((one) => one.employeeId === field.empId)!;
  const state = row.days[today]?.[0];
  if (state === 'open' || state === 'present' || state === 'late') {
    const { version } = (await test.server.log.readStream(`attendance-${field.empId}-${today}`)).at(-1)!;
    const gone = await admin.command(
      `attendance-${field.empId}-${today}`,
      'cancelAttendance',
      { reason: 'The day begins anew in this test' },
      { version },
    );
    expect(gone.status, JSON.stringify(gone.body)).toBe(200);
  }
  expect(await of(field.empId)).toBeUndefined();
  const limit = await admin.command('master-inEndThreshold-new', 'create', {
    fields: {
      iDesignationId: row.designationId,
      iPooId: row.iPooId,
      dFrom: today,
      tCutOff: '09:00',
      iGraceMin: 5,
    },
  });
  expect(limit.status, JSON.stringify(limit.body)).toBe(200);

  const late = (await of(field.empId))!;
  expect(late).toMatchObject({ cutOff: '09:00', allowedUntil: null });
  expect(late.minutesLate).toBe(Math.floor((test.clock.now() - instantOf(today, '09:00')) / 60_000));
  expect(await checkIn()).toMatchObject({
    status: 422,
    body: { code: 'dayStartClosed', message: 'Day start closed at 09:00. Ask for late start.' },
  });

  // A viewer of another place does not see them.
  const elsewhere = (await openPrincipals(test)).find((one) => one.name === 'other place')!;
  const seen = await test.server.app.inject({
    method: 'GET',
    url,
    headers: { host: 'console.test', ...elsewhere.headers },
  });
  expect(seen.statusCode).toBe(200);
  expect((seen.json() as LateStarts).rows.map((one) => one.iEmpId)).not.toContain(field.empId);

  // Asked for and rejected, then allowed by hand while a second request waits.
  const own = `employee-${field.empId}`;
  const dayStart = (await field.get('/day-start')).body as OwnDayStart;
  expect(dayStart.dayStart).toMatchObject({ time: '09:00', allowedUntil: null });
  expect((await admin.command(own, 'requestDayStart', { reason: 'For a colleague' })).body.code).toBe(
    'ownOnly',
  );
  expect((await field.command(own, 'requestDayStart', { reason: 'late' })).status).toBe(400);
  const lead = await test.signIn('lead');
  const asked = async (): Promise<ApprovalRow> => {
    const answer = await field.command(own, 'requestDayStart', { reason: 'The bus was late by an hour' });
    expect(answer.status, JSON.stringify(answer.body)).toBe(200);
    await test.pass(0);
    const { rows } = (await lead.get('/feeds/approvals/lateStartEarlyStartApproval')).body as {
      rows: ApprovalRow[];
    };
    return rows.find(
      ({ kind, requester }) => kind === 'dayStartApproval' && requester.empId === field.empId,
    )!;
  };
  const first = await asked();
  expect(first.before).toMatchObject({ cutOff: '09:00', minutes: late.minutesLate });
  expect((await field.command(own, 'requestDayStart', { reason: 'Asked once more' })).body.code).toBe(
    'dayStartRequested',
  );
  const no = { comment: 'Take the day off' };
  expect((await lead.command(`approval-${first.id}`, 'rejectStep', no)).status).toBe(200);
  await test.pass(31_000);
  expect((await checkIn()).body.code).toBe('dayStartClosed');
  const second = await asked();
  const until = new Date(test.clock.now() + 20 * 60_000).toISOString();
  expect((await field.command(`employee-${field.empId}`, 'allowDayStart', { until })).status).toBe(403);
  expect(
    (
      await admin.command(`employee-${field.empId}`, 'allowDayStart', {
        until: new Date(test.clock.now() - 1_000).toISOString(),
      })
    ).body.code,
  ).toBe('notToday');
  const allowed = await admin.command(`employee-${field.empId}`, 'allowDayStart', { until });
  expect(allowed.status, JSON.stringify(allowed.body)).toBe(200);
  await test.pass(0);
  expect((await field.get(`/approval-status/${second.id}`)).body).toMatchObject({ state: 'superseded' });
  expect((await of(field.empId))!.allowedUntil).toMatch(/^\d\d:\d\d$/);
  const done = await checkIn();
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  expect(await of(field.empId)).toBeUndefined();
});

it('is refused without the right', async () => {
  expect((await (await test.signIn('agent1')).get(url)).status).toBe(403);
});
