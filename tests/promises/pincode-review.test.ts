import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PincodeReview } from '#shared/masters/reviews/pincode-review.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { listedAdmin, openPrincipals } from '#tests/kit/principals.ts';

let test: TestServer;
let admin: Person;
beforeAll(async () => {
  test = await openTestServer({ env: { ADMIN_EMPLOYEE_IDS: String(listedAdmin) } });
  admin = await test.signIn('admin');
});
afterAll(() => test?.close());

const read = async (query = ''): Promise<PincodeReview> =>
  (await admin.get(`/masters-pincode-review${query}`)).body;
const rowOf = async (id: string) => (await read()).rows.find((row) => row.id === id);

it('a mapping closes a gap, an open visit adds weight, and the end of the mapping reopens the gap', async () => {
  expect(await rowOf('560066-setup')).toMatchObject({ iPooId: 3, gap: true, employees: [], openLoad: 0 });
  const made = await admin.command('master-employeePincodeTask-new', 'create', {
    fields: { iEmpId: 151, vPincode: '560066', taskTypes: ['setup'], iPriority: 1 },
  });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const before = (await rowOf('560066-setup'))!;
  expect(before).toMatchObject({ gap: false, employees: [{ iEmpId: 151, iPriority: 1 }] });
  const booked = await admin.command('appointment-new', 'bookAppointment', {
    appDate: '2026-12-02',
    slotFrom: '19:00',
    iSlotType: 2,
    vAppType: 'sales',
    iAssignedTo: 151,
    iCustomerId: 41,
    iPooId: 1,
  });
  expect(booked.status, JSON.stringify(booked.body)).toBe(200);
  expect((await rowOf('560066-setup'))!.openLoad).toBe(before.openLoad + 1);
  const ended = await admin.command(
    made.body.stream,
    'deactivate',
    { reason: 'Moved away' },
    { version: made.body.version },
  );
  expect(ended.status, JSON.stringify(ended.body)).toBe(200);
  expect(await rowOf('560066-setup')).toMatchObject({ gap: true, employees: [] });
});

it('filters by place and gap, and explains an invalid query', async () => {
  const third = await read('?iPooId=3');
  expect(third.rows.length).toBeGreaterThan(0);
  expect(new Set(third.rows.map((row) => row.iPooId))).toEqual(new Set([3]));
  const gaps = await read('?gap=1');
  expect(gaps.rows.every((row) => row.gap)).toBe(true);
  expect(gaps.total).toBe((await read()).gaps);
  expect(await admin.get('/masters-pincode-review?iPooId=x')).toMatchObject({
    status: 400,
    body: { field: 'iPooId' },
  });
});

it('the file holds the same rows in the caller’s language, and the export is recorded', async () => {
  const { total } = await read('?iPooId=1');
  const head = test.server.log.head();
  const file = await admin.send('GET', '/masters-pincode-review/export?iPooId=1', undefined, {
    'accept-language': 'es',
  });
  expect(file.headers.get('content-disposition')).toContain('pincode-review.csv');
  const lines = String(file.body).trim().split('\r\n');
  expect(lines[0]).toContain('Código postal,Tipo de tarea,Lugar');
  expect(lines).toHaveLength(total + 1);
  expect(
    (await test.server.log.readAfter(head, 10)).find((event) => event.type === 'MasterExported')?.data,
  ).toMatchObject({
    master: 'pincode-Employee-reviewreport',
    rows: total,
    byEmpId: admin.empId,
  });
});

it('is refused without the right, and hides the pincodes of other places', async () => {
  const agent = await test.signIn('agent1');
  expect((await agent.get('/masters-pincode-review')).status).toBe(403);
  expect((await agent.get('/masters-pincode-review/export')).status).toBe(403);
  const elsewhere = (await openPrincipals(test)).find((one) => one.name === 'other place')!;
  const answer = await test.server.app.inject({
    method: 'GET',
    url: '/masters-pincode-review',
    headers: { host: 'console.test', ...elsewhere.headers },
  });
  expect(answer.statusCode).toBe(200);
  const seen = answer.json() as PincodeReview;
  expect(new Set(seen.rows.map((row) => row.iPooId))).toEqual(new Set([12]));
  expect(new Set(seen.rows.map((row) => row.vPincode))).toEqual(new Set(['411038']));
  expect(seen.total).toBeLessThan((await read()).total);
});
