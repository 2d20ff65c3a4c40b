import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { addDays } from '#shared/core/day.ts';
import { openAccessServer, testNow, type AccessServer, type Person } from '#tests/kit/access-server.ts';
import { hung } from '#tests/kit/patience.ts';

let server: AccessServer & { databaseUrl: string };
const received: { sessionId: string; what: string; reason: string }[] = [];
beforeAll(async () => {
  server = await openAccessServer({ pollMs: 50 });
  server.access.onChange((change) => received.push(change));
});
afterAll(async () => {
  expect(server.faults).toEqual([]);
  await server.close();
});

const emitted = (person: Person, what: string): boolean =>
  received.some((one) => one.sessionId === person.sessionId && one.what === what);
const entity = (vEntity: string, more: object = {}) => ({ vEntity, vEntityDisplayName: vEntity, ...more });

/** The version a person would have seen. */
async function version(stream: string): Promise<number> {
  return (await server.server.log.readStream(stream)).length;
}

describe('a right that is taken', () => {
  it('is gone for every session of the role when the command is answered', async () => {
    const verifier = await server.person('verifier');
    const admin = await server.person('admin');
    const before = server.access.current(verifier.sessionId)!;
    expect(before.rights.has('Out Bound/signup-queue:approve')).toBe(true);
    const changed = await admin.command(
      'role-3',
      'changePermissions',
      {
        permissionGroupsList: [
          {
            vGroupName: 'Out Bound',
            vGroupDisplayName: 'Out Bound',
            entitiesList: [entity('customerSingup', { bCanView: 1 })],
          },
        ],
      },
      await version('role-3'),
    );
    expect(changed.statusCode).toBe(200);
    await server.server.log.reached((changed.json() as { position: number }).position);
    const after = server.access.current(verifier.sessionId)!;
    expect(after.rights.has('Out Bound/signup-queue:view')).toBe(false);
    expect(after.permissionVersion).toBeGreaterThan(before.permissionVersion);
    expect(emitted(verifier, 'permissions')).toBe(true);
    expect((await verifier.get('/access/explain?need=Out Bound/signup-queue:view')).json()).toMatchObject({
      ok: false,
      rule: 'missingRight',
    });
    expect((await verifier.get('/access/explain?route=/outBound/customerSingup')).json()).toMatchObject({
      ok: true,
      rule: 'right',
    });
  });

  it('goes with a change of role, of the place of operation, or of the employment', async () => {
    const agent = await server.person('agent1');
    await server.must('employee-101', 'assignRole', { roleId: 20 });
    expect(emitted(agent, 'permissions')).toBe(true);
    expect(server.access.current(agent.sessionId)!.rights.has('Out Bound/outCall:view')).toBe(false);
    await server.must('employee-101', 'unmapPoo', { pooId: 2 });
    expect(server.access.current(agent.sessionId)!.poos).toEqual([1, 3, 4]);
    await server.must('employee-101', 'deactivate', { exitDate: '2026-11-18', reason: 'Moved away' });
    expect(emitted(agent, 'revoked')).toBe(true);
    expect(server.access.current(agent.sessionId)).toBeNull();
    expect((await agent.get('/access/me')).statusCode).toBe(401);
    await server.must('employee-101', 'reactivate', {});
    expect((await agent.get('/access/me')).statusCode).toBe(401);
  });
});

describe('who is who', () => {
  it('admins are those of the configuration and designation 2, never by a temporary designation', async () => {
    const listed = await openAccessServer({ admins: [111] });
    try {
      expect(listed.access.people.viewer(111, null)).toMatchObject({ admin: true, poos: 'all' });
      expect(listed.access.people.viewer(112, null)).toMatchObject({ admin: false });
    } finally {
      await listed.close();
    }
    expect(server.access.people.viewer(1, null)!.admin).toBe(true);
  });

  it('a temporary designation begins and ends at midnight in India, without an event, and consoles are notified', async () => {
    server.clock.at = testNow;
    const { server: paper } = server;
    const give = async (as: number, stream: string, command: string, input: object) =>
      paper.handle({
        stream,
        command,
        input,
        viewer: server.access.people.viewer(as, null)!,
        correlationId: 't',
        ...(command === 'approve' ? { expectedVersion: 1 } : {}),
      });
    const made = await give(131, 'tempdesig-new', 'request', {
      empId: 102,
      designationId: 95,
      from: '2026-11-19',
      to: '2026-11-19',
      reason: 'One day only',
    });
    await give(181, `tempdesig-${(made as { id: string }).id}`, 'approve', {});
    const agent = await server.person('agent2');
    const seen = () => server.access.current(agent.sessionId)!;
    expect(seen()).toMatchObject({ designationId: 11, effectiveDesignationId: 11 });
    server.clock.at = Date.parse('2026-11-19T00:00:00+05:30');
    await agent.get('/access/me');
    await server.access.sweep();
    server.clock.at = Date.parse('2026-11-18T23:59:59+05:30');
    const late = await server.person('agent2');
    // An open view does not notice midnight; a new request does.
    const looking = server.access.sweep();
    server.clock.at += 1_000;
    await server.access.sweep();
    await looking;
    expect(server.access.current(late.sessionId)).toMatchObject({
      designationId: 11,
      effectiveDesignationId: 95,
      admin: false,
    });
    expect(emitted(late, 'permissions')).toBe(true);
    expect((await late.get('/employee/api/v2/tempdesignation')).json()).toMatchObject({
      totalRecords: 1,
      records: [{ iEmpId: 102, iTempDesignationId: 95, iBaseDesignationId: 11 }],
    });
    server.clock.at = Date.parse('2026-11-20T00:00:00+05:30');
    const after = await server.person('agent2');
    expect(server.access.current(after.sessionId)).toMatchObject({ effectiveDesignationId: 11 });
    server.clock.at = testNow;
    expect(addDays('2026-11-18', 1)).toBe('2026-11-19');
  });

  it('hints kept in the browser, headers and bodies change nothing', async () => {
    const agent = await server.person('cc1');
    const bare = (await agent.get('/access/me')).json();
    const tampered = await server.call({
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
    for (const query of ['orgId=2', 'iOrgId=0', 'orgId=', 'iOrgId=1&iOrgId=2'])
      expect((await agent.get(`/access/me?${query}`)).statusCode, query).toBe(404);
  });
});

describe('roles by the specification’s calls', () => {
  it('everyone may read their own, others only with the right; the shape is the specification’s', async () => {
    const agent = await server.person('agent2');
    const own = await agent.get('/employee/api/v2/rolemaster/2');
    expect(own.json()).toMatchObject({
      roleId: 2,
      vRoleName: 'Outbound Agent',
      permissionGroupsList: expect.arrayContaining([
        expect.objectContaining({ vGroupName: 'Out Bound', entitiesList: expect.any(Array) }),
      ]),
    });
    expect((await agent.get('/employee/api/v2/rolemaster/1')).statusCode).toBe(403);
    expect((await agent.get('/employee/api/v2/rolemaster/999')).statusCode).toBe(403);
    expect((await agent.get('/employee/api/v2/roletypemaster/byname?vRoleName=a')).statusCode).toBe(403);
    expect((await agent.get('/employee/api/v2/roledetails/byrolenamename?vRoleName=Admin')).statusCode).toBe(
      403,
    );
    expect(
      (await agent.get('/employee/api/v2/roledetails/byrolenamename?vRoleName=nonsense')).statusCode,
    ).toBe(403);
    const hr = await server.person('hr');
    expect((await hr.get('/employee/api/v2/rolemaster/1')).json()).toMatchObject({
      vRoleName: 'Admin',
      employees: 1,
    });
    expect((await hr.get('/employee/api/v2/roletypemaster/byname?vRoleName=lead')).json()).toEqual([
      { roleId: 7, vRoleName: 'Team Lead' },
    ]);
    expect(
      (await hr.get('/employee/api/v2/roledetails/byrolenamename?vRoleName=team lead')).json(),
    ).toMatchObject({ roleId: 7 });
    for (const id of ['0', '-1', '1.5', '99999999999999999999', '__proto__', 'abc'])
      expect((await hr.get(`/employee/api/v2/rolemaster/${id}`)).statusCode, id).toBe(404);
  });

  it('nobody edits the role they hold, or makes an admin without being one', async () => {
    const hr = await server.person('hr');
    expect(
      (
        await hr.command(
          'role-14',
          'changePermissions',
          { permissionGroupsList: [] },
          await version('role-14'),
        )
      ).json(),
    ).toMatchObject({
      code: 'roleSelfEdit',
    });
    expect(
      (await hr.command('employee-181', 'assignRole', { roleId: 1 }, await version('employee-181'))).json(),
    ).toMatchObject({ code: 'selfChange' });
    expect(
      (
        await hr.command(
          'employee-102',
          'changeDesignation',
          { designationId: 2 },
          await version('employee-102'),
        )
      ).json(),
    ).toMatchObject({
      code: 'adminOnly',
    });
    const change = { permissionGroupsList: [] };
    expect(
      (await hr.command('role-13', 'changePermissions', change, await version('role-13'))).json(),
    ).toMatchObject({ code: 'grantsMore' });
    expect(
      (await hr.command('employee-102', 'assignRole', { roleId: 1 }, await version('employee-102'))).json(),
    ).toMatchObject({ code: 'grantsMore' });
    const admin = await server.person('admin');
    expect((await admin.command('role-13', 'changePermissions', change, 99)).json()).toMatchObject({
      code: 'versionConflict',
    });
    expect((await admin.command('role-13', 'changePermissions', change)).statusCode).toBe(428);
  });
});

describe('inspecting rights', () => {
  it('shows which rule decides, by permission or by address, as the routes apply it', async () => {
    const admin = await server.person('admin');
    const agent = await server.person('agent2');
    const why = async (who: Person, query: string) =>
      (await who.get(`/access/explain?${query}`)).json() as object;
    expect(await why(admin, 'need=Masters/emplist:delete')).toMatchObject({ ok: true, rule: 'admin' });
    expect(await why(agent, 'need=Out Bound/outCall:edit')).toMatchObject({
      ok: true,
      rule: 'right',
      roleName: 'Outbound Agent',
    });
    expect(await why(agent, 'route=/masters/emplist')).toMatchObject({
      ok: false,
      rule: 'missingRight',
      permission: 'Masters/emplist:view',
    });
    expect(await why(agent, 'route=/inbox')).toMatchObject({ ok: true, rule: 'signedIn' });
    expect(await why(agent, 'route=/nowhere')).toMatchObject({ code: 'notFound' });
    for (const odd of [
      'need=x',
      'need=Masters/emplist',
      'need=masters/emplist:view',
      '',
      'need=Masters/emplist:view&route=/inbox',
    ])
      expect((await agent.get(`/access/explain?${odd}`)).statusCode, odd).toBe(400);
    await server.must('role-20', 'changePermissions', {
      permissionGroupsList: [
        {
          vGroupName: 'HR',
          vGroupDisplayName: 'HR',
          entitiesList: [entity('attendanceDetails', { bFullAcess: 1 })],
        },
      ],
    });
    const full = server.access.people.viewer(301, null);
    expect(server.access.explain(full, 'HR/attendanceDetails:edit')).toMatchObject({
      ok: true,
      rule: 'fullAccess',
    });
  });

  it('shows the holders of a role or a permission to those who may see roles', async () => {
    const hr = await server.person('hr');
    const agent = await server.person('agent2');
    expect((await agent.get('/access/holders?roleId=7')).statusCode).toBe(403);
    expect(
      ((await hr.get('/access/holders?roleId=7')).json() as { empId: number }[]).map((one) => one.empId),
    ).toEqual([131, 132]);
    expect(
      ((await hr.get('/access/holders?need=Masters/rolemasterv2:edit')).json() as { empId: number }[]).map(
        (one) => one.empId,
      ),
    ).toEqual([1, 181]);
  });

  it('records a denial once a minute per route', async () => {
    const admin = await server.person('admin');
    const stranger = await server.person('franchise');
    for (let n = 0; n < 5; n += 1) expect((await stranger.get('/access/devices')).statusCode).toBe(403);
    await vi.waitFor(async () => {
      const log = (await admin.get('/access/log?records=50')).json() as {
        action: string;
        empId: number;
        objectId: string;
      }[];
      expect(log.filter((one) => one.action === 'denied' && one.empId === 191)).toMatchObject([
        { objectId: 'GET /access/devices', result: 'deny', name: 'Deepa Stores' },
      ]);
    }, hung.wait);
    expect((await stranger.get('/access/log')).statusCode).toBe(403);
  });
});

describe('a device', () => {
  it('is paired with a code by an admin, sees what a wall may, sends no commands, and is revoked', async () => {
    const admin = await server.person('admin');
    const hr = await server.person('hr');
    expect((await hr.send('POST', '/access/pairing', { name: 'Floor' })).json()).toMatchObject({
      code: 'adminOnly',
    });
    const { code } = (
      await admin.send('POST', '/access/pairing', { name: 'Floor', pooIds: [1, 2] })
    ).json() as { code: string };
    expect(code).toMatch(/^[A-HJ-NP-Z2-9]{8}$/);
    const claim = (text: string, ip: string) =>
      server.call({
        method: 'POST',
        url: '/access/pairing/claim',
        remoteAddress: ip,
        payload: { code: text },
      });
    expect((await claim('AAAAAAAA', '10.5.0.1')).statusCode).toBe(410);
    const claims = await Promise.all([
      claim(`${code.slice(0, 4)}-${code.slice(4).toLowerCase()}`, '10.5.0.2'),
      claim(code, '10.5.0.3'),
    ]);
    expect(claims.map((one) => one.statusCode).sort()).toEqual([200, 410]);
    const { authtoken, deviceId } = claims.find((one) => one.statusCode === 200)!.json() as {
      authtoken: string;
      deviceId: string;
    };
    const viewer = (await server.access.viewerOf({ cookie: null, token: authtoken }))!;
    expect(viewer).toMatchObject({ kind: 'device', empId: null, admin: false, poos: [1, 2] });
    expect([...viewer.rights].every((right) => right.endsWith(':view'))).toBe(true);
    for (const [method, url] of [
      ['GET', '/access/me'],
      ['POST', '/commands/role/3/retireRole'],
      ['GET', '/access/devices'],
      ['GET', '/employee/api/v2/rolemaster'],
    ] as const) {
      expect(
        (
          await server.call({
            method,
            url,
            headers: { authtoken, 'idempotency-key': crypto.randomUUID() },
            ...(method === 'POST' ? { payload: {} } : {}),
          })
        ).statusCode,
        url,
      ).toBe(403);
    }
    server.clock.at += 3 * 86_400_000;
    await server.access.sweep();
    expect(server.access.current(viewer.sessionId!)).not.toBeNull();
    server.clock.at = testNow;
    const again = await server.person('admin');
    expect((await again.get('/access/devices')).json()).toMatchObject([
      { id: deviceId, name: 'Floor', kind: 'wall' },
    ]);
    expect((await again.send('DELETE', `/access/devices/${deviceId}`)).statusCode).toBe(200);
    expect(received).toContainEqual({ sessionId: `device-${deviceId}`, what: 'revoked', reason: 'revoked' });
    expect(await server.access.viewerOf({ cookie: null, token: authtoken })).toBeNull();
  });

  it('codes cannot be guessed and expire', async () => {
    const admin = await server.person('admin');
    const { code } = (await admin.send('POST', '/access/pairing', { name: 'Late' })).json() as {
      code: string;
    };
    server.clock.at += 10 * 60_000;
    const claim = (text: string, ip: string) =>
      server.call({
        method: 'POST',
        url: '/access/pairing/claim',
        remoteAddress: ip,
        payload: { code: text },
      });
    expect((await claim(code, '10.5.1.1')).statusCode).toBe(410);
    server.clock.at = testNow;
    const tries = [];
    for (let n = 0; n < 7; n += 1) tries.push((await claim('BBBBBBBB', '10.5.2.1')).statusCode);
    expect(tries).toEqual([410, 410, 410, 410, 410, 429, 429]);
  });
});
