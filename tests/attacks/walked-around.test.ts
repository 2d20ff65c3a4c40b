import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { signIn, type Person } from '#tests/kit/server.ts';
import { startAttacked, type Attacked } from './kit.ts';

/** A rule that holds when something is made holds at every later change, for every way in. */
let target: Attacked;
let admin: Person;
beforeAll(async () => {
  target = await startAttacked();
  admin = await signIn(target.url, 'admin');
});
afterAll(() => target?.close());

const employees = '/employee/api/v2/employees';
const put = (id: number, body: object, version: number) =>
  admin.send('PUT', `${employees}/Update/${id}`, body, {
    'idempotency-key': randomUUID(),
    'if-match': `"${version}"`,
  });
async function hire(n: number): Promise<{ readonly id: number; readonly fields: Record<string, unknown> }> {
  const fields = {
    ...{ vEmpFname: 'Usha', vEmpLname: 'Rao', vEmpPhone: `555779800${n}`, vEmail: `usha.${n}@care.example` },
    ...{ idesignationId: 11, iReportManagerId: 5, iPooId: 1, dJoiningDate: '17-11-2026', iOrgId: 1 },
  };
  const made = await admin.send('POST', `${employees}/details`, fields, { 'idempotency-key': randomUUID() });
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return { id: made.body.iEmpId as number, fields };
}

test('an e-mail and a phone are not given twice by another spelling, neither at first nor by a later PUT', async () => {
  const [one, two] = [await hire(1), await hire(2)];
  for (const vEmail of ['USHA.1@CARE.EXAMPLE', 'Usha.1@care.example', ' usha.1@care.example '])
    expect([vEmail, (await put(two.id, { vEmail }, 1)).body.code]).toEqual([vEmail, 'emailInUse']);
  for (const vEmpPhone of ['555 779 8001', '+91 5557798001', '555-779-8001'])
    expect([vEmpPhone, (await put(two.id, { vEmpPhone }, 1)).status]).toEqual([
      vEmpPhone,
      expect.toSatisfy((n: number) => n === 409 || n === 422 || n === 400),
    ]);
  const again = { ...two.fields, vEmail: 'USHA.1@CARE.EXAMPLE', vEmpPhone: '5557798009' };
  expect(
    (await admin.send('POST', `${employees}/details`, again, { 'idempotency-key': randomUUID() })).body.code,
  ).toBe('emailInUse');
  expect((await admin.get(`${employees}/Details/${one.id}`)).body.Email_Id).toBe('usha.1@care.example');
  expect((await admin.get(`${employees}/Details/${two.id}`)).body.Email_Id).toBe('usha.2@care.example');
});

test('a PUT with some fields keeps the others', async () => {
  const { id } = await hire(3);
  const before = (await admin.get(`${employees}/Details/${id}`)).body as Record<string, unknown>;
  expect((await put(id, { vEmpFname: 'Uma' }, 1)).status).toBe(200);
  const { Emp_Name: name, ...after } = (await admin.get(`${employees}/Details/${id}`)).body as Record<
    string,
    unknown
  >;
  expect(name).toBe('Uma Rao');
  const { Emp_Name: _name, ...others } = before;
  expect(after).toMatchObject(
    Object.fromEntries(Object.entries(others).filter(([key]) => !/version|modified|updated/i.test(key))),
  );
});

test('no visit is booked for a lead or customer that is not there, is lost or is not to be called', async () => {
  const wish = (of: object, slotFrom: string) =>
    admin.command('appointment-new', 'bookAppointment', {
      ...{ appDate: '2030-12-03', slotFrom, iSlotType: 2, vAppType: 'setup', iAssignedTo: 151, iPooId: 1 },
      ...of,
    });
  for (const whose of [{ iCustomerId: 987_654 }, { iLeadId: 987_654 }])
    expect([whose, (await wish(whose, '10:00')).body.code]).toEqual([whose, 'notInList']);
  const { rows } = (await admin.get('/masters-list/reasonmaster?records=500')).body as {
    rows: { id: number; fields: { vReasonGroup: string; bNeedsText: number } }[];
  };
  const reasonId = rows.find(({ fields }) => fields.vReasonGroup === 'call-lost')!.id;
  for (const [n, [command, input, code]] of (
    [
      ['markLost', { reasonId, note: 'Moved away' }, 'leadLost'],
      ['markDnc', { reason: 'Asked not to be called again' }, 'leadDnc'],
    ] as const
  ).entries()) {
    const made = await admin.command('lead-new', 'createLead', {
      ...{ name: 'Some Person', phone: `555779810${n}`, source: 'web', pooId: 1 },
    });
    expect(made.status, JSON.stringify(made.body)).toBe(200);
    const ended = await admin.command(made.body.stream, command, input, { version: made.body.version });
    expect([command, ended.status], JSON.stringify(ended.body)).toEqual([command, 200]);
    const booked = await wish({ iLeadId: Number(made.body.id) }, `1${n + 1}:00`);
    expect([command, booked.body.code]).toEqual([command, code]);
  }
});

test('none of it was an error', () => {
  expect(target.faults()).toEqual([]);
});
