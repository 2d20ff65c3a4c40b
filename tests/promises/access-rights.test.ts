import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addDays } from '#shared/core/day.ts';
import { openAccessHouse, testNow, type AccessHouse, type Person } from '#tests/kit/access-house.ts';
import { hung } from '#tests/kit/patience.ts';

let house: AccessHouse & { databaseUrl: string };
const heard: { sessionId: string; what: string; reason: string }[] = [];
beforeAll(async () => {
  house = await openAccessHouse({ pollMs: 50 });
  house.access.onChange((change) => heard.push(change));
});
afterAll(async () => {
  expect(house.faults).toEqual([]);
  await house.close();
});

const told = (person: Person, what: string): boolean => heard.some((one) => one.sessionId === person.sessionId && one.what === what);
const entity = (vEntity: string, more: object = {}) => ({ vEntity, vEntityDisplayName: vEntity, ...more });

/** The version a person would have seen. */
async function version(stream: string): Promise<number> {
  return (await house.house.log.readStream(stream)).length;
}

describe('a right that is taken', () => {
  it('is gone for every session of the role when the order is answered', async () => {
    const verifier = await house.person('verifier');
    const admin = await house.person('admin');
    const before = house.access.current(verifier.sessionId)!;
    expect(before.rights.has('Out Bound/signup-queue:approve')).toBe(true);
    const changed = await admin.order(
      'role-3',
      'changePermissions',
      { permissionGroupsList: [{ vGroupName: 'Out Bound', vGroupDisplayName: 'Out Bound', entitiesList: [entity('customerSingup', { bCanView: 1 })] }] },
      await version('role-3'),
    );
    expect(changed.statusCode).toBe(200);
    await house.house.log.reached((changed.json() as { position: number }).position);
    const after = house.access.current(verifier.sessionId)!;
    expect(after.rights.has('Out Bound/signup-queue:view')).toBe(false);
    expect(after.permissionVersion).toBeGreaterThan(before.permissionVersion);
    expect(told(verifier, 'permissions')).toBe(true);
    expect((await verifier.get('/access/explain?need=Out Bound/signup-queue:view')).json()).toMatchObject({ ok: false, rule: 'missingRight' });
    expect((await verifier.get('/access/explain?route=/outBound/customerSingup')).json()).toMatchObject({ ok: true, rule: 'right' });
  });

  it('goes with another role, with a place of operation, with the job itself', async () => {
    const agent = await house.person('agent1');
    await house.must('employee-101', 'assignRole', { roleId: 20 });
    expect(told(agent, 'permissions')).toBe(true);
    expect(house.access.current(agent.sessionId)!.rights.has('Out Bound/outCall:view')).toBe(false);
    await house.must('employee-101', 'unmapPoo', { pooId: 2 });
    expect(house.access.current(agent.sessionId)!.poos).toEqual([1, 3, 4]);
    await house.must('employee-101', 'deactivate', { exitDate: '2026-11-18', reason: 'Moved away' });
    expect(told(agent, 'revoked')).toBe(true);
    expect(house.access.current(agent.sessionId)).toBeNull();
    expect((await agent.get('/access/me')).statusCode).toBe(401);
    await house.must('employee-101', 'reactivate', {});
    expect((await agent.get('/access/me')).statusCode).toBe(401);
  });
});

describe('who is who', () => {
  it('admin are those of the configuration and designation 2, a temporary one never', async () => {
    const listed = await openAccessHouse({ admins: [111] });
    try {
      expect(listed.access.people.viewer(111, null)).toMatchObject({ admin: true, poos: 'all' });
      expect(listed.access.people.viewer(112, null)).toMatchObject({ admin: false });
    } finally {
      await listed.close();
    }
    expect(house.access.people.viewer(1, null)!.admin).toBe(true);
  });

  it('a temporary designation begins and ends at midnight of India, without an event, and is told', async () => {
    house.clock.at = testNow;
    const { house: paper } = house;
    const give = async (as: number, stream: string, command: string, input: object) =>
      paper.handle({
        stream,
        command,
        input,
        viewer: house.access.people.viewer(as, null)!,
        correlationId: 't',
        ...(command === 'approve' ? { expectedVersion: 1 } : {}),
      });
    const made = await give(131, 'tempdesig-new', 'request', { empId: 102, designationId: 95, from: '2026-11-19', to: '2026-11-19', reason: 'One day only' });
    await give(181, `tempdesig-${(made as { id: string }).id}`, 'approve', {});
    const agent = await house.person('agent2');
    const seen = () => house.access.current(agent.sessionId)!;
    expect(seen()).toMatchObject({ designationId: 11, effectiveDesignationId: 11 });
    house.clock.at = Date.parse('2026-11-19T00:00:00+05:30');
    await agent.get('/access/me');
    await house.access.sweep();
    house.clock.at = Date.parse('2026-11-18T23:59:59+05:30');
    const late = await house.person('agent2');
    // One that looks already does not know of the midnight; whoever asks now is answered by one that does.
    const looking = house.access.sweep();
    house.clock.at += 1_000;
    await house.access.sweep();
    await looking;
    expect(house.access.current(late.sessionId)).toMatchObject({ designationId: 11, effectiveDesignationId: 95, admin: false });
    expect(told(late, 'permissions')).toBe(true);
    expect((await late.get('/employee/api/v2/tempdesignation')).json()).toMatchObject({
      totalRecords: 1,
      records: [{ iEmpId: 102, iTempDesignationId: 95, iBaseDesignationId: 11 }],
    });
    house.clock.at = Date.parse('2026-11-20T00:00:00+05:30');
    const after = await house.person('agent2');
    expect(house.access.current(after.sessionId)).toMatchObject({ effectiveDesignationId: 11 });
    house.clock.at = testNow;
    expect(addDays('2026-11-18', 1)).toBe('2026-11-19');
  });

  it('hints kept in the browser, headers and bodies change nothing', async () => {
    const agent = await house.person('cc1');
    const bare = (await agent.get('/access/me')).json();
    const tampered = await house.call({
      url: '/access/me?logEmpId=1&roleId=1&orgId=1',
      headers: {
        cookie: `ops_session=${agent.cookie}; logEmpId=1; roleId=1; logDesId=2; pooId=9; orgId=2; currentUser=1`,
        authtoken: agent.token,
        logempid: '1',
        roleid: '1',
        orgid: '2',
        'x-http-method-override': 'DELETE',
      },
    });
    expect(tampered.json()).toEqual(bare);
    for (const query of ['orgId=2', 'iOrgId=0', 'orgId=', 'iOrgId=1&iOrgId=2']) expect((await agent.get(`/access/me?${query}`)).statusCode, query).toBe(404);
  });
});

describe('roles by the specification’s calls', () => {
  it('one’s own is open, another only with the right; the shape is the specification’s', async () => {
    const agent = await house.person('agent2');
    const own = await agent.get('/employee/api/v2/rolemaster/2');
    expect(own.json()).toMatchObject({
      roleId: 2,
      vRoleName: 'Outbound Agent',
      permissionGroupsList: expect.arrayContaining([expect.objectContaining({ vGroupName: 'Out Bound', entitiesList: expect.any(Array) })]),
    });
    expect((await agent.get('/employee/api/v2/rolemaster/1')).statusCode).toBe(403);
    expect((await agent.get('/employee/api/v2/rolemaster/999')).statusCode).toBe(403);
    expect((await agent.get('/employee/api/v2/roletypemaster/byname?vRoleName=a')).statusCode).toBe(403);
    expect((await agent.get('/employee/api/v2/roledetails/byrolenamename?vRoleName=Admin')).statusCode).toBe(403);
    expect((await agent.get('/employee/api/v2/roledetails/byrolenamename?vRoleName=nonsense')).statusCode).toBe(403);
    const hr = await house.person('hr');
    expect((await hr.get('/employee/api/v2/rolemaster/1')).json()).toMatchObject({ vRoleName: 'Admin', employees: 1 });
    expect((await hr.get('/employee/api/v2/roletypemaster/byname?vRoleName=lead')).json()).toEqual([{ roleId: 7, vRoleName: 'Team Lead' }]);
    expect((await hr.get('/employee/api/v2/roledetails/byrolenamename?vRoleName=team lead')).json()).toMatchObject({ roleId: 7 });
    for (const id of ['0', '-1', '1.5', '99999999999999999999', '__proto__', 'abc'])
      expect((await hr.get(`/employee/api/v2/rolemaster/${id}`)).statusCode, id).toBe(404);
  });

  it('nobody edits the role they hold, nor makes an admin without being one', async () => {
    const hr = await house.person('hr');
    expect((await hr.order('role-14', 'changePermissions', { permissionGroupsList: [] }, await version('role-14'))).json()).toMatchObject({
      code: 'roleSelfEdit',
    });
    expect((await hr.order('employee-181', 'assignRole', { roleId: 1 }, await version('employee-181'))).json()).toMatchObject({ code: 'selfChange' });
    expect((await hr.order('employee-102', 'changeDesignation', { designationId: 2 }, await version('employee-102'))).json()).toMatchObject({
      code: 'adminOnly',
    });
    expect((await hr.order('role-13', 'changePermissions', { permissionGroupsList: [] }, 99)).json()).toMatchObject({ code: 'versionConflict' });
    expect((await hr.order('role-13', 'changePermissions', { permissionGroupsList: [] })).statusCode).toBe(428);
  });
});

describe('looking at rights', () => {
  it('tells which rule decides, by permission or by address, the same that the doors ask', async () => {
    const admin = await house.person('admin');
    const agent = await house.person('agent2');
    const why = async (who: Person, query: string) => (await who.get(`/access/explain?${query}`)).json() as object;
    expect(await why(admin, 'need=Masters/emplist:delete')).toMatchObject({ ok: true, rule: 'admin' });
    expect(await why(agent, 'need=Out Bound/outCall:edit')).toMatchObject({ ok: true, rule: 'right', roleName: 'Outbound Agent' });
    expect(await why(agent, 'route=/masters/emplist')).toMatchObject({ ok: false, rule: 'missingRight', permission: 'Masters/emplist:view' });
    expect(await why(agent, 'route=/inbox')).toMatchObject({ ok: true, rule: 'signedIn' });
    expect(await why(agent, 'route=/nowhere')).toMatchObject({ code: 'notFound' });
    for (const odd of ['need=x', 'need=Masters/emplist', 'need=masters/emplist:view', '', 'need=Masters/emplist:view&route=/inbox'])
      expect((await agent.get(`/access/explain?${odd}`)).statusCode, odd).toBe(400);
    await house.must('role-20', 'changePermissions', {
      permissionGroupsList: [{ vGroupName: 'HR', vGroupDisplayName: 'HR', entitiesList: [entity('attendanceDetails', { bFullAcess: 1 })] }],
    });
    const full = house.access.people.viewer(301, null);
    expect(house.access.explain(full, 'HR/attendanceDetails:edit')).toMatchObject({ ok: true, rule: 'fullAccess' });
  });

  it('who holds a role or may do a thing is told to those who may see roles', async () => {
    const hr = await house.person('hr');
    const agent = await house.person('agent2');
    expect((await agent.get('/access/holders?roleId=7')).statusCode).toBe(403);
    expect(((await hr.get('/access/holders?roleId=7')).json() as { empId: number }[]).map((one) => one.empId)).toEqual([131, 132]);
    expect(((await hr.get('/access/holders?need=Masters/rolemasterv2:edit')).json() as { empId: number }[]).map((one) => one.empId)).toEqual([1, 181]);
  });

  it('who was turned away is written down, once a minute for one door', async () => {
    const admin = await house.person('admin');
    const stranger = await house.person('franchise');
    for (let n = 0; n < 5; n += 1) expect((await stranger.get('/access/devices')).statusCode).toBe(403);
    await vi.waitFor(async () => {
      const log = (await admin.get('/access/log?records=50')).json() as { action: string; empId: number; objectId: string }[];
      expect(log.filter((one) => one.action === 'denied' && one.empId === 191)).toMatchObject([
        { objectId: 'GET /access/devices', result: 'deny', name: 'Deepa Stores' },
      ]);
    }, hung.wait);
    expect((await stranger.get('/access/log')).statusCode).toBe(403);
  });
});

describe('a device', () => {
  it('is paired with a code by an admin, sees what a wall may, gives no orders, and is revoked', async () => {
    const admin = await house.person('admin');
    const hr = await house.person('hr');
    expect((await hr.send('POST', '/access/pairing', { name: 'Floor' })).json()).toMatchObject({ code: 'adminOnly' });
    const { code } = (await admin.send('POST', '/access/pairing', { name: 'Floor', pooIds: [1, 2] })).json() as { code: string };
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
    const claim = (text: string, ip: string) => house.call({ method: 'POST', url: '/access/pairing/claim', remoteAddress: ip, payload: { code: text } });
    expect((await claim('AAAAAAAA', '10.5.0.1')).statusCode).toBe(410);
    const claims = await Promise.all([claim(`${code.slice(0, 4)}-${code.slice(4).toLowerCase()}`, '10.5.0.2'), claim(code, '10.5.0.3')]);
    expect(claims.map((one) => one.statusCode).sort()).toEqual([200, 410]);
    const { authtoken, deviceId } = claims.find((one) => one.statusCode === 200)!.json() as { authtoken: string; deviceId: string };
    const viewer = (await house.access.viewerOf({ cookie: null, token: authtoken }))!;
    expect(viewer).toMatchObject({ kind: 'device', empId: null, admin: false, poos: [1, 2] });
    expect([...viewer.rights].every((right) => right.endsWith(':view'))).toBe(true);
    for (const [method, url] of [
      ['GET', '/access/me'],
      ['POST', '/commands/role/3/retireRole'],
      ['GET', '/access/devices'],
      ['GET', '/employee/api/v2/rolemaster'],
    ] as const) {
      expect(
        (await house.call({ method, url, headers: { authtoken, 'idempotency-key': crypto.randomUUID() }, ...(method === 'POST' ? { payload: {} } : {}) }))
          .statusCode,
        url,
      ).toBe(403);
    }
    house.clock.at += 3 * 86_400_000;
    await house.access.sweep();
    expect(house.access.current(viewer.sessionId!)).not.toBeNull();
    house.clock.at = testNow;
    const again = await house.person('admin');
    expect((await again.get('/access/devices')).json()).toMatchObject([{ id: deviceId, name: 'Floor', kind: 'wall' }]);
    expect((await again.send('DELETE', `/access/devices/${deviceId}`)).statusCode).toBe(200);
    expect(heard).toContainEqual({ sessionId: `device-${deviceId}`, what: 'revoked', reason: 'revoked' });
    expect(await house.access.viewerOf({ cookie: null, token: authtoken })).toBeNull();
  });

  it('codes cannot be tried out and do not last', async () => {
    const admin = await house.person('admin');
    const { code } = (await admin.send('POST', '/access/pairing', { name: 'Late' })).json() as { code: string };
    house.clock.at += 10 * 60_000;
    const claim = (text: string, ip: string) => house.call({ method: 'POST', url: '/access/pairing/claim', remoteAddress: ip, payload: { code: text } });
    expect((await claim(code, '10.5.1.1')).statusCode).toBe(410);
    house.clock.at = testNow;
    const tries = [];
    for (let n = 0; n < 7; n += 1) tries.push((await claim('BBBBBBBB', '10.5.2.1')).statusCode);
    expect(tries).toEqual([410, 410, 410, 410, 410, 429, 429]);
  });
});
