import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { hung } from '#tests/kit/patience.ts';

let test: TestServer;
let hr: Person;
beforeAll(async () => {
  test = await openTestServer();
  hr = await test.signIn('hr');
});
afterAll(() => test?.close());

const key = () => ({ 'idempotency-key': randomUUID() });
const base = '/employee/api/v2/employees';
const person = {
  vEmpFname: 'Usha',
  vEmpLname: "D'Mello",
  vEmpPhone: '5550009001',
  vEmail: 'Usha.Dmello@care.example',
  idesignationId: 11,
  iReportManagerId: 5,
  iPooId: 1,
  dJoiningDate: '17-11-2026',
  iOrgId: 1,
};

it('an employee is created, changed and deactivated by the specification’s calls', async () => {
  const once = key();
  const made = await hr.send('POST', `${base}/details`, person, once);
  expect(made.status).toBe(201);
  const id = made.body.iEmpId as number;
  expect((await hr.send('POST', `${base}/details`, person, once)).body.iEmpId).toBe(id);
  expect((await hr.get(`${base}/Details/${id}`)).body).toMatchObject({
    Emp_Id: id,
    Emp_Name: "Usha D'Mello",
    Email_Id: 'usha.dmello@care.example',
    Joining_Date: '17-11-2026',
    Status: 'Active',
    Exit_Date: '-',
    Department: '',
  });
  expect((await hr.send('POST', `${base}/details`, { ...person, vEmpPhone: '' }, key())).body).toMatchObject({
    code: 'emailInUse',
  });
  expect((await hr.send('PUT', `${base}/Update/${id}`, { vEmpFname: 'Uma' }, key())).status).toBe(428);
  const seen = { 'if-match': '"1"' };
  const beyond = await hr.send(
    'PUT',
    `${base}/Update/${id}`,
    { vEmpFname: 'Uma', idesignationId: 19, iRoleId: 3 },
    { ...key(), ...seen },
  );
  expect(beyond.body).toMatchObject({ code: 'grantsMore' });
  const changed = await hr.send(
    'PUT',
    `${base}/Update/${id}`,
    { vEmpFname: 'Uma', idesignationId: 19 },
    { ...key(), ...seen },
  );
  expect(changed.status).toBe(200);
  expect(
    (
      await hr.send(
        'PUT',
        `${base}/updateempbyid/${id}`,
        { vEmpFname: 'Old' },
        { ...key(), 'if-match': '"1"' },
      )
    ).body,
  ).toMatchObject({
    code: 'fieldConflict',
    details: { conflicts: [{ field: 'firstName', mine: 'Old', theirs: 'Uma' }] },
  });
  const gone = await hr.send(
    'PUT',
    `${base}/updateempbyid/${id}`,
    { iStatus: 0, dExitDate: '18-11-2026', vReason: 'Moved to another city' },
    { ...key(), 'if-match': `"${changed.body.version}"` },
  );
  expect(gone.status).toBe(200);
  expect((await hr.get(`${base}/Details/${id}`)).body).toMatchObject({
    Emp_Name: "Uma D'Mello",
    Status: 'InActive',
    Exit_Date: '18-11-2026',
  });
});

it('refuses invalid changes by rule, and names the field', async () => {
  const tries: readonly (readonly [object, object])[] = [
    [{ vEmpPhone: '12345' }, { code: 'invalidPhone', field: 'phone' }],
    [{ iReportManagerId: 101 }, { code: 'managerNotMg' }],
    [{ idesignationId: 2 }, { code: 'adminOnly' }],
    [{ idesignationId: 9999 }, { code: 'notInList' }],
    [{ iPooId: 9999 }, { code: 'notInList' }],
    [{ vEmpFname: '<script>alert(1)</script>' }, { code: 'badFormat' }],
    [{ isAdmin: true }, { code: 'unknownField', field: 'isAdmin' }],
    [{ iOrgId: 2 }, { code: 'notFound' }],
    [{ vEmail: ['a@care.example'] }, { status: undefined }],
    [{ dJoiningDate: '31-02-2026' }, { code: 'badFormat' }],
  ];
  for (const [change, answer] of tries) {
    const refused = await hr.send(
      'POST',
      `${base}/details`,
      { ...person, vEmail: `x${randomUUID().slice(0, 8)}@care.example`, vEmpPhone: '', ...change },
      key(),
    );
    expect(refused.status, JSON.stringify(change)).toBeGreaterThanOrEqual(400);
    expect(refused.status).toBeLessThan(500);
    expect(refused.body).toMatchObject('status' in answer ? { correlationId: expect.any(String) } : answer);
  }
});

it('an employee with open tasks cannot leave until they are moved', async () => {
  const busy = [...test.server.views.byName('appointments')!.rows.values()][0] as { iAssignedTo: number };
  const seen = await test.server.log.readStream(`employee-${busy.iAssignedTo}`);
  const refused = await hr.send(
    'PUT',
    `${base}/Update/${busy.iAssignedTo}`,
    { iStatus: 0, dExitDate: '18-11-2026', vReason: 'Moved to another city' },
    { ...key(), 'if-match': `"${seen.length}"` },
  );
  expect(refused.body).toMatchObject({ code: 'openTasks', details: { n: expect.any(Number) } });
});

it('rows of the HR system are processed and reported one by one', async () => {
  const send = (employees: object[]) => hr.send('POST', `${base}/empsyncfromzoho`, { employees }, key());
  const rows = [
    {
      zohoId: 'Z-152',
      modifiedAt: '2026-11-17T05:00:00Z',
      vEmail: 'arun.shetty@care.example',
      vEmpLname: 'Shetty Kumar',
    },
    {
      zohoId: 'Z-000',
      modifiedAt: '2026-11-17T05:00:00Z',
      vEmail: 'nobody@care.example',
      vEmpFname: 'Nobody',
    },
    {
      zohoId: 'Z-153',
      modifiedAt: '2026-11-17T05:00:00Z',
      vEmail: 'rekha.pillai@care.example',
      vEmpPhone: '5550000001',
    },
    { zohoId: 'Z-171', modifiedAt: 'yesterday', vEmail: 'tara.bose@care.example' },
  ];
  const first = await send(rows);
  expect(first.body.results).toMatchObject([
    { zohoId: 'Z-152', iEmpId: 152, result: 'synced' },
    { zohoId: 'Z-000', iEmpId: null, result: 'unknown' },
    { iEmpId: 153, result: 'refused', error: { code: 'phoneInUse' } },
    { iEmpId: 171, result: 'refused' },
  ]);
  expect((await send(rows.slice(0, 1))).body.results).toMatchObject([{ result: 'unchanged' }]);
  expect((await hr.get(`${base}/Details/152`)).body.Emp_Name).toBe('Arun Shetty Kumar');
});

it('a viewer without the edit right sees numbers masked and cannot search by them', async () => {
  const lead = await test.signIn('lead');
  expect((await lead.get(`${base}/Details/101`)).body).toMatchObject({
    Emp_Name: 'Ravi Kulkarni',
    Phone_Number: '••••••0101',
  });
  const list = await lead.get(`${base}/filter?iStatus=1`);
  expect(
    JSON.stringify((list.body as { iEmpId: number }[]).filter((row) => row.iEmpId !== 131)),
  ).not.toContain('5550000');
  expect((await lead.get(`${base}/filter?vEmpPhone=5550000101`)).body).toEqual([]);
  expect((await hr.get(`${base}/filter?vEmpPhone=05550000101`)).body).toMatchObject([
    { iEmpId: 101, vEmpPhone: '5550000101' },
  ]);
});

it('work-place mappings are listed, in force today or not, and read one by its number', async () => {
  const places = '/employee/api/v2/employeepoomapping';
  const admin = await test.signIn('admin');
  interface Mapping {
    readonly iEmpPooId: number;
    readonly iPooId: number;
    readonly bPrimary: number;
  }
  const of153 = async (more = ''): Promise<Mapping[]> =>
    (await admin.get(`${places}?iEmpId=153${more}`)).body as Mapping[];
  const known = (await of153()).map(({ iPooId }) => iPooId);
  const inForce = (await of153('&iStatus=1&bPrimary=0')).length;
  const [added, later] = [1, 2, 3, 4, 5, 6].filter((pooId) => !known.includes(pooId)) as [number, number];
  expect((await admin.command('employee-153', 'mapPoo', { pooId: added })).status).toBe(200);
  expect((await admin.command('employee-153', 'mapPoo', { pooId: later, from: '2026-12-01' })).status).toBe(
    200,
  );
  const rows = await of153();
  expect(rows.map(({ iPooId }) => iPooId)).toEqual([...known, added, later].sort((a, b) => a - b));
  expect(rows.filter(({ bPrimary }) => bPrimary === 1)).toHaveLength(1);
  expect(rows.find(({ iPooId }) => iPooId === later)).toMatchObject({
    iEmpId: 153,
    iStatus: 0,
    bPrimary: 0,
    dFrom: '2026-12-01',
    dTo: null,
    iOrgId: 1,
  });
  const now = await of153('&iStatus=1&bPrimary=0');
  expect(now).toHaveLength(inForce + 1);
  expect(now.map(({ iPooId }) => iPooId)).toContain(added);
  expect((await admin.get(`${places}/${rows[0]!.iEmpPooId}`)).body).toEqual(rows[0]);
  expect((await admin.get(`${places}/999`)).status).toBe(404);
  const page = await admin.send('GET', `${places}?pageNo=1&records=2`);
  expect(page.body).toHaveLength(2);
  expect(Number(page.headers.get('x-total-count'))).toBeGreaterThan(100);
  expect((await admin.get(`${places}?iEmpId=x`)).body).toMatchObject({ code: 'badFormat', field: 'iEmpId' });
  expect((await (await test.signIn('agent1')).get(places)).status).toBe(403);
});

it('everybody without the right is refused', async () => {
  const agent = await test.signIn('agent1');
  expect((await agent.send('POST', `${base}/details`, person, key())).status).toBe(403);
  expect(
    (await agent.send('PUT', `${base}/Update/102`, { vEmpFname: 'X' }, { ...key(), 'if-match': '"1"' }))
      .status,
  ).toBe(403);
  expect((await agent.send('POST', `${base}/empsyncfromzoho`, { employees: [] }, key())).status).toBe(403);
  expect(test.faults).toEqual([]);
});

it('one’s own phone and e-mail, the login names, are changed only soon after a sign-in; those of others, and other fields, at any time', async () => {
  const agent = await test.signIn('agent2');
  const version = async (empId: number): Promise<number> =>
    (await test.server.log.readStream(`employee-${empId}`)).at(-1)!.version;
  const own = (input: object) => agent.command(`employee-${agent.empId}`, 'updateOwnProfile', input);
  const asHr = async (empId: number, command: string, input: object) =>
    hr.command(`employee-${empId}`, command, input, { version: await version(empId) });
  await test.server.pool.query(
    "update access_sessions set started_at = started_at - interval '11 minutes' where emp_id = any($1)",
    [[agent.empId, hr.empId]],
  );
  expect(await own({ phone: '5550009102' })).toMatchObject({
    status: 403,
    body: {
      code: 'signInAgain',
      field: 'phone',
      message: expect.stringContaining('sign out and sign in again'),
    },
  });
  expect((await own({ language: 'es' })).status).toBe(200);
  expect(await asHr(hr.empId, 'updateDetails', { email: 'other.hr@care.example' })).toMatchObject({
    status: 403,
    body: { code: 'signInAgain', field: 'email' },
  });
  expect(await asHr(hr.empId, 'edit', { details: { phone: '5550009181' } })).toMatchObject({
    status: 403,
    body: { code: 'signInAgain' },
  });
  const others = await asHr(agent.empId, 'updateDetails', { phone: '5550009103' });
  expect(others.status, JSON.stringify(others.body)).toBe(200);
  const again = await test.signIn('agent2');
  const done = await again.command(`employee-${again.empId}`, 'updateOwnProfile', { phone: '5550009102' });
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  // The session that stayed open does not become fresh.
  expect((await own({ phone: '5550009104' })).body).toMatchObject({ code: 'signInAgain' });
});

it('the call for reporting managers and the screen’s choice offer the same people: active ones with code MG', async () => {
  const admin = await test.signIn('admin');
  const city = await admin.command('master-designation-new', 'create', {
    fields: { vCode: 'CITYHEAD', vName: 'City head', vDesignationCode: 'MG' },
  });
  const cityId = Number(String(city.body.id).split('-').at(-1));
  const make = async (name: string, more: object) => {
    const made = await hr.send(
      'POST',
      `${base}/details`,
      { ...person, vEmpFname: name, vEmail: `${name}@care.example`, vEmpPhone: '', ...more },
      key(),
    );
    expect(made.status, JSON.stringify(made.body)).toBe(201);
    return made.body.iEmpId as number;
  };
  const head = await make('Hema', { idesignationId: cityId });
  const gone = await make('Gita', { idesignationId: 5 });
  const left = { iStatus: 0, dExitDate: '18-11-2026', vReason: 'Moved to another city' };
  expect((await hr.send('PUT', `${base}/Update/${gone}`, left, { ...key(), 'if-match': '"1"' })).status).toBe(
    200,
  );
  const called = async (more = '') =>
    (await hr.get(`${base}/filter?isManagerFlag=1${more}`)).body
      .map(({ iEmpId }: { iEmpId: number }) => iEmpId)
      .sort((a: number, b: number) => a - b);
  const chosen = async () =>
    (await admin.get('/masters-lookup/emplist/command.changeManager.managerId?records=100')).body.items
      .map(({ id }: { id: number }) => id)
      .sort((a: number, b: number) => a - b);
  await vi.waitFor(async () => expect(await chosen()).toEqual(await called()), hung.wait);
  expect(await called()).toContain(head);
  expect(await called()).toContain(5);
  expect(await called()).not.toContain(gone);
  expect(await called('&iStatus=0')).toEqual([gone]);
});
