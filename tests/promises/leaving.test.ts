import type { AnyEvent } from '#tests/kit/any-event.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ApprovalState } from '#shared/streams/approvals/approval/state.ts';
import { FeedClient } from '#tests/kit/feed-client.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';

let test: TestServer;
let admin: Person;
let agent: Person;
beforeAll(async () => {
  test = await openTestServer();
  [admin, agent] = await Promise.all([test.signIn('admin'), test.signIn('agent1')]);
});
afterAll(() => test?.close());

let next = 970;
/** A new employee with the role and place of a demo account, signed in and reporting to employee 5. */
async function colleague(like: string, designationId: number): Promise<Person> {
  const empId = (next += 1);
  const { access, handle } = test.server;
  const model = access.directory.employee((await test.signIn(like)).empId)!;
  const made = await handle({
    stream: `employee-${empId}`,
    command: 'createEmployee',
    input: {
      firstName: 'Leaving',
      lastName: 'Soon',
      email: `leaving${empId}@care.example`,
      designationId,
      roleId: model.roleId,
      managerId: 5,
      pooId: model.primaryPooId,
      joiningDate: '2026-01-01',
    },
    viewer: access.systemViewer('leaving'),
    correlationId: 'leaving',
  });
  expect(made).toMatchObject({ id: String(empId) });
  await access.setPassword(empId, 'Demo@1234', { loginName: `leaving${empId}`, demo: true });
  return test.signIn(`leaving${empId}`);
}

async function request(of: number): Promise<string> {
  const made = await test.server.handle({
    stream: 'approval-new',
    command: 'request',
    input: {
      kind: 'appReScheduleApproval',
      entity: 'appReScheduleApproval',
      subject: { stream: 'appointment-9001', ref: 'TK-009001', version: 2 },
      subjectEmpId: null,
      requestedBy: { empId: of, name: 'Somebody' },
      pooId: 1,
      reason: 'customer',
      text: 'The family is travelling',
      before: {},
      after: {},
      amount: null,
      steps: [{ rule: 'manager' }],
      slaMinutes: 30,
      expiresAt: '2030-01-01T00:00:00.000Z',
      onApprove: { stream: 'appointment-9001', command: 'applyReschedule', input: {} },
      onReject: null,
      autoGrant: false,
    },
    viewer: test.server.access.systemViewer('leaving'),
    correlationId: 'leaving',
  });
  if (!('stream' in made)) throw new Error(JSON.stringify(made));
  await test.server.settled();
  return made.stream;
}

async function leave(empId: number): Promise<void> {
  const version = (await test.server.log.readStream(`employee-${empId}`)).length;
  const done = await admin.command(
    `employee-${empId}`,
    'deactivate',
    { exitDate: '2026-11-18', reason: 'Moved to another city' },
    { version },
  );
  expect(done.status, JSON.stringify(done.body)).toBe(200);
  await test.server.settled();
}
const stateOf = async (stream: string): Promise<ApprovalState> =>
  (await test.server.states.load(stream)).state as ApprovalState;
const inbox = async (who: Person): Promise<{ id: string; part: string; actions: string[] }[]> =>
  (await who.get('/feeds/approvals/inbox')).body.rows;

describe('somebody who leaves', () => {
  it('leaves their pending requests to their reporting manager, who finds them in the inbox and may decide', async () => {
    const lead = await colleague('lead', 95);
    const manager = await test.signIn('manager');
    expect(manager.empId).toBe(5);
    const [byRule, given] = [await request(agent.empId), await request(agent.empId)];
    const reassigned = await manager.command(given, 'reassign', {
      to: lead.empId,
      reason: 'You know the family',
    });
    expect(reassigned.status, JSON.stringify(reassigned.body)).toBe(200);
    await test.server.settled();
    for (const stream of [byRule, given]) expect((await stateOf(stream)).eligible).toContain(lead.empId);
    const id = (stream: string): string => stream.slice('approval-'.length);
    expect((await inbox(lead)).map((row) => row.id)).toEqual(expect.arrayContaining([id(byRule), id(given)]));

    await leave(lead.empId);
    for (const stream of [byRule, given]) {
      const state = await stateOf(stream);
      expect(state.eligible, stream).not.toContain(lead.empId);
      expect(state.eligible, stream).toContain(5);
      const handed = (await test.server.log.readStream(stream)).filter(
        (event) => event.type === 'ApprovalHandedOver',
      );
      expect(handed).toHaveLength(1);
      expect(handed[0]!.data).toMatchObject({ from: { empId: lead.empId }, to: { empId: 5 } });
    }
    expect((await stateOf(given)).reassignedTo).toMatchObject({ empId: 5 });
    const found = (await inbox(manager)).find((row) => row.id === id(given))!;
    expect(found).toMatchObject({ part: 'approver' });
    const emitted = (await manager.get('/feeds/notifications/me')).body.rows as {
      route?: string;
      message: string;
    }[];
    expect(emitted.some((one) => one.message === 'approvalDelegated' && one.route?.endsWith(id(given)))).toBe(
      true,
    );
    const decided = await manager.command(given, 'approveStep', { step: 1 });
    expect(decided.status, JSON.stringify(decided.body)).toBe(200);
  });

  it('is not made approver of a simultaneous request, and a request already decided stays decided', async () => {
    const lead = await colleague('lead', 95);
    const decided = await request(agent.empId);
    expect((await lead.command(decided, 'approveStep', { step: 1 })).status).toBe(200);
    await leave(lead.empId);
    expect((await stateOf(decided)).state).toBe('pendingApply');
    expect((await test.server.log.readStream(decided)).map((event) => event.type)).not.toContain(
      'ApprovalHandedOver',
    );
    const after = await request(agent.empId);
    expect((await stateOf(after)).eligible).not.toContain(lead.empId);
    const again = await test.server.handle({
      stream: after,
      command: 'handOver',
      input: { from: lead.empId },
      viewer: test.server.access.systemViewer('leaving'),
      correlationId: 'leaving',
    });
    expect(again).toMatchObject({ code: 'noLongerNeeded' });
    expect((await agent.command(after, 'handOver', { from: lead.empId })).status).toBe(403);
  });

  it('loses every session and connection, and their claims are free at once', async () => {
    const worker = await colleague('verifier', 12);
    const rows = (await worker.get('/feeds/queue/signup-queue')).body.rows as { id: string; state: string }[];
    const row = rows.find((one) => one.state === 'waiting')!;
    const claimed = await worker.command(`queueitem-signup-queue-${row.id}`, 'claim');
    expect(claimed.status, JSON.stringify(claimed.body)).toBe(200);
    const client = new FeedClient(test.url, worker, 'queue/signup-queue');
    await expect.poll(() => client.rows.size).toBeGreaterThan(0);

    await leave(worker.empId);
    await expect.poll(() => client.revoked).toBe('employeeInactive');
    expect(client.rows.size).toBe(0);
    client.close();
    expect((await worker.get('/access/me')).status).toBe(401);
    await expect(test.signIn(`leaving${worker.empId}`)).rejects.toThrow(/40[13]/);
    const last = async () =>
      (await test.server.log.readStream<AnyEvent>(`queueitem-signup-queue-${row.id}`)).at(-1)!;
    await expect.poll(async () => (await last()).type).toBe('QueueItemReleased');
    // Either may come first: the policy that reacts to the leaving, or the end of the session.
    expect(['deactivated', 'signedOut']).toContain((await last()).data.reason);
  });
});
