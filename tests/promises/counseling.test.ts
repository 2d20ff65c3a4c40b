import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, businessDay, isSunday } from '#shared/core/day.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { listedAdmin, openPrincipals } from '#tests/kit/principals.ts';

let test: TestServer;
let admin: Person;
let day: string;
beforeAll(async () => {
  test = await openTestServer({ env: { ADMIN_EMPLOYEE_IDS: String(listedAdmin) } });
  admin = await test.signIn('admin');
  day = addDays(businessDay(test.clock.now()), 2);
  if (isSunday(day)) day = addDays(day, 1);
});
afterAll(() => test?.close());

interface Named {
  readonly id: number;
  readonly name: string;
}
const patientsFor = async (who: Person): Promise<Named[]> => {
  const { status, body } = await who.get('/masters-lookup/patientCounseling/iPatientId?records=50');
  expect(status, JSON.stringify(body)).toBe(200);
  return body.items;
};
const plan = (iPatientId: number, iCounsellorId: number, more: object = {}) =>
  admin.command('master-counseling-new', 'create', {
    fields: {
      iPatientId,
      vTopic: 'How to use the inhaler',
      iPooId: 1,
      dPlanned: day,
      iCounsellorId,
      ...more,
    },
  });

it('a counselling names a known patient, found by name and number, and an unknown one is refused at its field', async () => {
  const [one] = await patientsFor(admin);
  expect(one, 'the demo has patients').toBeDefined();
  const missing = await plan(999_999, admin.empId);
  expect(missing).toMatchObject({ status: 422, body: { field: 'iPatientId' } });
  const made = await plan(one!.id, admin.empId);
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const { row, labels } = (await admin.get(`/masters-record/patientCounseling/${made.body.recordId}`)).body;
  expect(row.fields).toMatchObject({ iPatientId: one!.id, vTopic: 'How to use the inhaler' });
  expect(labels[`patient:${one!.id}`].name).toBe(one!.name);
  // The record is in the list now: the read waited for the list.
  const uses = (
    await admin.get(`/masters-list/patientCounseling?records=5&q=${encodeURIComponent(one!.name)}`)
  ).body;
  expect(uses.total).toBeGreaterThan(0);
});

it('is completed with minutes and result, and reviewed by somebody else or sent back to be repeated', async () => {
  const [one] = await patientsFor(admin);
  const checker = await test.signIn('checker');
  const made = await plan(one!.id, checker.empId);
  const stream = `master-counseling-${made.body.recordId}`;
  const early = await admin.command(stream, 'move', { action: 'finish' }, { version: made.body.version });
  expect(early, 'without minutes and result').toMatchObject({ status: 400, body: { code: 'required' } });
  const filled = await admin.command(
    stream,
    'update',
    { fields: { iMinutes: 20, vResult: 'Shown twice' } },
    { version: made.body.version },
  );
  const done = await checker.command(stream, 'move', { action: 'finish' }, { version: filled.body.version });
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  const own = await checker.command(stream, 'move', { action: 'review' }, { version: done.body.version });
  expect(own.status).toBeGreaterThanOrEqual(400);
  const back = await admin.command(
    stream,
    'move',
    { action: 'sendBack', reason: 'The spacer was not shown' },
    { version: done.body.version },
  );
  expect(back.status, JSON.stringify(back.body)).toBe(200);
  const again = await checker.command(stream, 'move', { action: 'finish' }, { version: back.body.version });
  const reviewed = await admin.command(stream, 'move', { action: 'review' }, { version: again.body.version });
  expect(reviewed.status, JSON.stringify(reviewed.body)).toBe(200);
  const late = await admin.command(
    stream,
    'update',
    { fields: { vTopic: 'Another' } },
    { version: reviewed.body.version },
  );
  expect(late.status, 'what was reviewed stays').toBeGreaterThanOrEqual(400);
});

it('is visible at its place only, and so are the patients it may name', async () => {
  const [one] = await patientsFor(admin);
  const made = await plan(one!.id, admin.empId);
  const elsewhere = (await openPrincipals(test)).find((who) => who.name === 'other place')!;
  const request = async (url: string) => {
    const answer = await test.server.app.inject({
      method: 'GET',
      url,
      headers: { host: 'console.test', ...elsewhere.headers },
    });
    return { status: answer.statusCode, body: answer.json() as any };
  };
  const list = await request('/masters-list/patientCounseling?records=50');
  expect(list.status).toBe(200);
  expect(list.body.rows.map((row: { id: number }) => row.id)).not.toContain(Number(made.body.recordId));
  const patients = await request('/masters-lookup/patientCounseling/iPatientId?records=50');
  expect(JSON.stringify(patients.body)).not.toContain(`"id":${one!.id},`);
});
