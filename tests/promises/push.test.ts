import type { AnyEvent } from '#tests/kit/any-event.ts';
import { randomUUID } from 'node:crypto';
import { requestOfTeamLead } from '#tests/kit/approval-request.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { openPushReceiver, type PushReceiver, type Received } from '#tests/kit/push-receiver.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';

let server: TestServer;
let receiver: PushReceiver;
let agent: Person;
let lead: Person;

beforeAll(async () => {
  receiver = await openPushReceiver();
  server = await openTestServer({ env: { PUSH_LOOPBACK: 'on' } });
});
afterAll(async () => {
  await server?.close();
  await receiver?.close();
});
beforeEach(async () => {
  [agent, lead] = await Promise.all([server.signIn('agent1'), server.signIn('lead')]);
});
afterEach(async () => {
  receiver.answer('lead');
  await lead.send('PUT', '/employee/api/v2/SignIn', { action: 'signOutEverywhere' });
  await server.server.access.sweep();
});

const settled = async (): Promise<void> => {
  for (let left = 1; left > 0;) {
    await server.server.settled();
    left = await server.server.reactions.sweep();
  }
  await server.server.settled();
};
const on = (who: Person, name: string) => who.send('PUT', '/push/subscriptions', receiver.browser(name));
const act = async (token: string | undefined, headers: Record<string, string> = {}) => {
  const answer = await fetch(`${server.url}/push/act`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ token }),
  });
  return { status: answer.status, body: (await answer.json()) as any };
};
const types = async (stream: string): Promise<string[]> =>
  (await server.server.log.readStream(stream)).map(({ type }) => type);
const titles = (all: readonly Received[]): string[] =>
  all.map(({ path, message }) => `${path} ${message.title} ${message.body}`);
const got = (name: string, from: number): Received[] =>
  receiver.received.slice(from).filter(({ path }) => path.startsWith(`/send/${name}-`));

/** Each appointment is a different one. */
const chart = (): object => ({
  id: randomUUID(),
  title: 'Mine',
  list: 'queue/signup-queue',
  split: 'state',
  measure: 'count',
  kind: 'bar',
});

/** A request of agent1 that the team lead has to decide, and everything that follows at once. */
async function prompt() {
  const made = await requestOfTeamLead(server, { empId: agent.empId, name: 'Ravi Kulkarni' });
  await settled();
  return made;
}

/** The same by agent1 for an appointment that is near. */
async function requestMove(slotFrom: string, to: string): Promise<{ task: string; request: string }> {
  const day = '2026-11-18';
  const booking = {
    appDate: day,
    slotFrom,
    iSlotType: 2,
    vAppType: 'sales',
    iAssignedTo: 104,
    iCustomerId: 41,
    iPooId: 1,
  };
  const booked = await agent.command('appointment-new', 'bookAppointment', booking);
  expect(booked.status, JSON.stringify(booked.body)).toBe(200);
  const task = `appointment-${booked.body.id}`;
  const wish = { appDate: day, slotFrom: to, reason: 'The family is travelling' };
  expect(
    (await agent.command(task, 'requestReschedule', wish, { version: booked.body.version })).status,
  ).toBe(200);
  await settled();
  const made = (await server.server.log.readAfter(0, 100_000)).findLast(
    (event: AnyEvent) => event.type === 'ApprovalRequested' && event.data.subject.stream === task,
  )!;
  return { task, request: made.stream };
}

/** Makes a request and returns the messages sent to the lead's browser. */
async function requested(name = 'lead') {
  await settled();
  const from = receiver.received.length;
  const made = await prompt();
  const sent = got(name, from);
  expect(sent).toHaveLength(1);
  return { ...made, sent: sent[0]!, message: sent[0]!.message, token: sent[0]!.message.token! };
}

describe('a push message', () => {
  test('is encrypted for one browser, signed with the server’s own key, and shows no personal data', async () => {
    expect((await on(lead, 'lead')).status).toBe(200);
    const { sent, message, id } = await requested();
    const { publicKey } = (await lead.get('/push/key')).body as { publicKey: string };
    expect(sent.vapid).toMatchObject({ aud: receiver.url, key: publicKey, good: true });
    expect(sent.vapid.exp * 1_000).toBeGreaterThan(Date.now());
    expect(sent.vapid.exp * 1_000).toBeLessThan(Date.now() + 24 * 3_600_000);
    expect(sent.headers).toMatchObject({ 'content-encoding': 'aes128gcm', urgency: 'high' });
    expect(Number(sent.headers.ttl)).toBeLessThanOrEqual(15 * 60);
    expect(message).toMatchObject({
      v: 1,
      title: 'A decision is requested from you',
      route: `/approvals?id=${id}`,
      rejectRoute: `/approvals?id=${id}&act=reject`,
    });
    expect(message.body).toMatch(
      /^AP-\d{6} · Reschedule approval\nSlot: \d\d-\d\d-2026 \d\d:\d\d → \d\d-\d\d-2026 \d\d:\d\d$/,
    );
    const { token, ...shown } = message;
    expect(token).toMatch(/^[\w-]{43}$/);
    for (const secret of ['travelling', 'Ravi', 'Kulkarni', '901'])
      expect(JSON.stringify(shown)).not.toContain(secret);
    const kept = await server.server.pool.query<{ hash: Buffer }>('select hash from push_tokens');
    expect(kept.rows.some(({ hash }) => hash.toString('latin1').includes(token!))).toBe(false);
    const outbox = (await (await server.signIn('admin')).get('/outbox?records=200')).body as {
      messages: { partner: string; body: string }[];
    };
    expect(outbox.messages.filter(({ partner }) => partner === 'push').map(({ body }) => body)).toContain(
      `${message.title}\n${message.body}`,
    );
    expect(JSON.stringify(outbox)).not.toContain(token!);
  });

  test('arrives in the reader’s language in every browser they turned on, once each, despite retries', async () => {
    await on(lead, 'lead');
    const second = await server.signIn('lead');
    await second.send('PUT', '/push/subscriptions', receiver.browser('phone'), { 'accept-language': 'es' });
    const from = receiver.received.length;
    receiver.answer('lead', 503);
    await prompt();
    // Other deadlines of the demo may come due in the same minute.
    const about = (name: string): Received[] =>
      got(name, from).filter(({ message }) => message.tag.startsWith('approval-'));
    expect([about('lead').length, about('phone').length]).toEqual([0, 1]);
    server.clock.pretend(server.clock.now() + 60_000);
    await settled();
    expect([about('lead').length, about('phone').length]).toEqual([1, 1]);
    expect(got('phone', from)[0]!.message).toMatchObject({
      title: 'Se solicita su decisión',
      language: 'es',
      translations: { approve: 'Aprobar' },
    });
    server.clock.pretend(server.clock.now() + 13 * 60_000);
    await settled();
    expect([...got('lead', from), ...got('phone', from)].filter(({ message }) => message.token)).toHaveLength(
      2,
    );
  });

  test('is dropped when it was read, decided or silenced before it could be delivered', async () => {
    await on(lead, 'lead');
    const from = receiver.received.length;
    receiver.answer('lead', 503);
    const { request } = await prompt();
    expect((await lead.command(request, 'approveStep', { step: 1 })).status).toBe(200);
    server.clock.pretend(server.clock.now() + 60_000);
    await settled();
    // Other deadlines of the demo may come due in the same minute.
    expect(got('lead', from).filter(({ message }) => message.tag.startsWith('approval-'))).toEqual([]);
  });

  test('a browser that is gone (410) is forgotten, one that refuses gets no further request', async () => {
    await on(lead, 'lead');
    await on(await server.signIn('lead'), 'other');
    const from = receiver.received.length;
    receiver.answer('lead', 410);
    receiver.answer('other', 400);
    await prompt();
    server.clock.pretend(server.clock.now() + 60_000);
    await settled();
    expect(titles(receiver.received.slice(from))).toEqual([]);
    expect((await lead.get('/push/subscriptions')).body).toHaveLength(1);
  });
});

describe('push reaches', () => {
  test('nobody whose session was signed out or revoked, and its tokens are void', async () => {
    const admin = await server.signIn('admin');
    await on(lead, 'lead');
    const { token, request } = await requested();
    const { body: sessions } = await admin.get(`/access/sessions?empId=${lead.empId}`);
    for (const { id } of sessions as { id: string }[])
      expect((await admin.send('DELETE', `/access/sessions/${id}?empId=${lead.empId}`)).status).toBe(200);
    expect(await act(token)).toMatchObject({ status: 410, body: { code: 'pushOver' } });
    expect(await types(request)).not.toContain('ApprovalStepApproved');
    const from = receiver.received.length;
    await prompt();
    expect(titles(receiver.received.slice(from))).toEqual([]);
    const { rows } = await server.server.pool.query('select 1 from push_subscriptions where emp_id = $1', [
      lead.empId,
    ]);
    expect(rows).toEqual([]);
  });

  test('an idle person until the maximum age of the session, then no more', async () => {
    await on(lead, 'lead');
    const start = server.clock.now();
    server.clock.pretend(start + 31 * 60_000);
    await server.server.access.sweep();
    expect((await lead.get('/access/me')).status).toBe(401);
    agent = await server.signIn('agent1');
    const { token, request } = await requested();
    expect((await act(token)).status).toBe(200);
    expect(await types(request)).toContain('ApprovalStepApproved');
    const { token: late } = await requested();
    server.clock.pretend(start + 12 * 3_600_000 + 1);
    expect((await act(late)).body.code).toBe('pushOver');
    agent = await server.signIn('agent1');
    const from = receiver.received.length;
    const day = await server.signIn('lead');
    expect((await day.get('/push/subscriptions')).body).toEqual([]);
    await server.server.handle({
      stream: `notice-${lead.empId}`,
      command: 'push',
      input: { message: 'testNotice', values: {}, icon: 'bell', route: '/inbox', color: 'blue' },
      viewer: server.server.access.systemViewer('test'),
      correlationId: 'late-test',
    });
    await settled();
    expect(titles(receiver.received.slice(from))).toEqual([]);
  });

  test('the next person at the same browser, and not the one before', async () => {
    await on(lead, 'shared');
    const { token } = await requested('shared');
    await on(agent, 'shared');
    expect((await act(token)).body.code).toBe('pushOver');
    const from = receiver.received.length;
    await prompt();
    expect(got('shared', from)).toEqual([]);
    expect((await lead.get('/push/subscriptions')).body).toEqual([]);
    await agent.send('POST', '/push/unsubscribe', { endpoint: receiver.browser('shared').endpoint });
  });

  test('nobody at an address that is not a push service’s, or with invalid keys', async () => {
    const { keys } = receiver.browser('lead');
    for (const endpoint of [
      'https://169.254.169.254/latest',
      'https://10.0.0.1/x',
      'http://fcm.googleapis.com/x',
      'https://evil.example/x',
      'file:///etc/passwd',
      'https://[::ffff:127.0.0.1]/x',
      'https://user@fcm.googleapis.com/x',
      'https://fcm.googleapis.com:8443/x',
      'https://fcm.googleapis.com.evil.example/x',
    ])
      expect(
        (await lead.send('PUT', '/push/subscriptions', { endpoint, keys })).body,
        endpoint,
      ).toMatchObject({ code: 'pushEndpoint', field: 'endpoint' });
    const bad = { ...receiver.browser('lead'), keys: { p256dh: keys.auth, auth: keys.auth } };
    expect((await lead.send('PUT', '/push/subscriptions', bad)).body.code).toBe('pushKeys');
    expect(
      (await lead.send('PUT', '/push/subscriptions', { ...receiver.browser('lead'), empId: 1 })).body.code,
    ).toBe('unknownField');
    expect((await lead.get('/push/subscriptions')).body).toEqual([]);
  });

  test('only one’s own browsers can be turned off', async () => {
    const { id } = (await on(lead, 'lead')).body as { id: string };
    expect((await agent.send('DELETE', `/push/subscriptions/${id}`)).status).toBe(404);
    expect(
      (await agent.send('POST', '/push/unsubscribe', { endpoint: receiver.browser('lead').endpoint })).body,
    ).toEqual({ ended: false });
    expect((await lead.get('/push/subscriptions')).body).toMatchObject([{ id, current: true }]);
    expect((await lead.send('DELETE', `/push/subscriptions/${id}`)).status).toBe(200);
    expect((await lead.get('/push/subscriptions')).body).toEqual([]);
  });
});

describe('quiet hours and choices', () => {
  const wishes = (value: object) =>
    lead.command(`preference-e${lead.empId}`, 'change', { name: 'notices', value });
  afterEach(() => wishes({ quietFrom: null, quietTo: null, channels: {} }));

  test('keep a decision off devices during quiet hours while the inbox has it, and let urgent ones through', async () => {
    await on(lead, 'lead');
    expect((await wishes({ quietFrom: '00:00', quietTo: '23:59', channels: {} })).status).toBe(200);
    const from = receiver.received.length;
    const { id } = await prompt();
    expect(titles(got('lead', from))).toEqual([]);
    const rows = (await lead.get('/feeds/notifications/me')).body.rows as {
      about: string;
      sound: boolean;
      panel: boolean;
    }[];
    expect(rows.find(({ about }) => about === `approval-${id}`)).toMatchObject({ sound: false, panel: true });
    const urgent = {
      message: 'queueItemEscalated',
      values: { ref: 'SG-000301', queue: 'x' },
      icon: 'alarm',
      route: '/dashboard',
      color: 'red',
      urgent: true,
    };
    const viewer = server.server.access.systemViewer('test');
    await server.server.handle({
      stream: `notice-${lead.empId}`,
      command: 'push',
      input: urgent,
      viewer,
      correlationId: 'urgent-test',
    });
    await settled();
    expect(
      got('lead', from).map(({ message }) => [message.title, message.body, message.urgent, message.token]),
    ).toEqual([['A row passed twice its time limit', 'SG-000301', true, undefined]]);
  });

  test('that begin while a push is on its way are respected too', async () => {
    await on(lead, 'lead');
    const from = receiver.received.length;
    receiver.answer('lead', 503);
    await prompt();
    await wishes({ quietFrom: null, quietTo: null, channels: { approvalRequested: { push: false } } });
    server.clock.pretend(server.clock.now() + 60_000);
    await settled();
    expect(titles(got('lead', from))).toEqual([]);
  });

  test('"send me one" is delivered at any hour, and reports the number of devices', async () => {
    await on(lead, 'lead');
    await wishes({ quietFrom: '00:00', quietTo: '23:59', channels: {} });
    const from = receiver.received.length;
    expect((await lead.send('POST', '/push/test', {})).body).toEqual({ devices: 1 });
    expect((await lead.send('POST', '/push/test', {})).body.code).toBe('pushTooMany');
    await settled();
    expect(got('lead', from).map(({ message }) => message.title)).toEqual([
      'This is how a notification reaches you',
    ]);
    server.clock.pretend(server.clock.now() + 10_000);
  });
});

describe('an answer from the notification', () => {
  test('decides in the name of its reader, is shown as such, can be undone from the next one, and keeps the undo window', async () => {
    await on(lead, 'lead');
    const { token, request } = await requested();
    const done = await act(token);
    expect(done).toMatchObject({
      status: 200,
      body: { title: 'Approved', route: `/approvals?id=${request.slice(9)}` },
    });
    expect(done.body.body).toMatch(/^AP-\d{6}\. It can be undone until \d\d:\d\d:\d\d\.$/);
    const event = (await server.server.log.readStream(request)).find(
      ({ type }) => type === 'ApprovalStepApproved',
    )!;
    expect(event).toMatchObject({
      data: { via: 'push', last: true },
      actor: { kind: 'person', empId: lead.empId },
    });
    expect(event.causationId).toMatch(/^push:[0-9a-f]{16}$/);
    const row = (await lead.get(`/feeds/approvals/inbox?id=${request.slice(9)}`)).body as {
      state: string;
      decisions: object[];
    };
    expect(row).toMatchObject({ state: 'pendingApply', decisions: [{ verb: 'approved', via: 'push' }] });

    expect((await act(done.body.undo)).body.title).toBe('Undone');
    expect((await act(done.body.undo)).body.code).toBe('pushUsed');
    expect((await lead.get(`/feeds/approvals/inbox?id=${request.slice(9)}`)).body.state).toBe('inReview');
    expect((await lead.command(request, 'approveStep', { step: 1 })).status).toBe(200);
    expect(
      (await lead.get(`/feeds/approvals/inbox?id=${request.slice(9)}`)).body.decisions[0].via,
    ).toBeUndefined();
  });

  test('takes effect when the undo window is over, not before', async () => {
    const before = server;
    server = await openTestServer({ env: { PUSH_LOOPBACK: 'on' } });
    try {
      [agent, lead] = await Promise.all([server.signIn('agent1'), server.signIn('lead')]);
      await on(lead, 'another');
      const from = receiver.received.length;
      const { task, request } = await requestMove('14:00', '16:30');
      const { token } = got('another', from)[0]!.message;
      const start = server.clock.now();
      expect((await act(token)).status).toBe(200);
      server.clock.pretend(start + 29_000);
      await settled();
      expect(await types(task)).not.toContain('AppointmentRescheduled');
      server.clock.pretend(start + 31_000);
      await settled();
      expect((await types(task)).filter((type) => type === 'AppointmentRescheduled')).toHaveLength(1);
      expect((await types(request)).at(-1)).toBe('ApprovalApplied');
    } finally {
      await server.close();
      server = before;
      lead = await server.signIn('lead');
    }
  });

  test('takes effect once, repeated or fifty at once', async () => {
    await on(lead, 'lead');
    const { token, request } = await requested();
    const all = await Promise.all(Array.from({ length: 50 }, () => act(token)));
    expect(all.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(
      new Set(all.filter(({ status }) => status !== 200).map(({ status, body }) => `${status} ${body.code}`)),
    ).toEqual(new Set(['409 pushUsed']));
    expect((await act(token)).body).toMatchObject({ code: 'pushUsed' });
    expect((await types(request)).filter((type) => type === 'ApprovalStepApproved')).toHaveLength(1);
  });

  test('is refused in the console’s words when somebody has decided, and with the change when the request or its subject changed', async () => {
    await on(lead, 'lead');
    const decided = await requested();
    expect((await lead.command(decided.request, 'approveStep', { step: 1 })).status).toBe(200);
    expect(await act(decided.token)).toMatchObject({ status: 409, body: { code: 'alreadyDecided' } });

    const questioned = await requested();
    expect(
      (await lead.command(questioned.request, 'requestInfo', { question: 'Which day suits?' })).status,
    ).toBe(200);
    expect((await agent.command(questioned.request, 'answerInfo', { answer: 'Friday' })).status).toBe(200);
    const stale = await act(questioned.token);
    expect(stale).toMatchObject({
      status: 409,
      body: { code: 'pushStale', details: { by: 'Ravi Kulkarni', changes: [{}, { by: 'Ravi Kulkarni' }] } },
    });
    expect(stale.body.message).toContain('Ravi Kulkarni');

    const moved = await requested();
    expect((await agent.command(moved.subject, 'change', { name: 'charts', value: [] })).status).toBe(200);
    expect((await agent.command(moved.subject, 'change', { name: 'charts', value: [chart()] })).status).toBe(
      200,
    );
    expect(await act(moved.token)).toMatchObject({
      status: 409,
      body: { code: 'pushStale', details: { what: 'Preference changed', by: 'Ravi Kulkarni' } },
    });
    for (const { request } of [questioned, moved])
      expect((await types(request)).filter((type) => type === 'ApprovalStepApproved')).toEqual([]);
  });

  test('stays valid when others read it', async () => {
    await on(lead, 'lead');
    const { token, request } = await requested();
    expect((await lead.command(request, 'open')).status).toBe(200);
    expect((await act(token)).status).toBe(200);
  });

  test('is refused after its expiry, without a valid token, from another site, and to another person signed in at that browser', async () => {
    await on(lead, 'lead');
    const { token, request } = await requested();
    expect(await act(token, { cookie: agent.cookie })).toMatchObject({
      status: 403,
      body: { code: 'pushForeign' },
    });
    expect((await act(token, { origin: 'https://evil.example' })).body.code).toBe('originRefused');
    expect((await act(`${token.slice(1)}A`)).body.code).toBe('pushOver');
    expect((await act('')).status).toBe(400);
    const { rows } = await server.server.pool.query<{ body: string }>(
      'select body from access_log order by position desc limit 20',
    );
    expect(rows.filter(({ body }) => body.includes('"pushForeign"'))).toHaveLength(1);
    server.clock.pretend(server.clock.now() + 15 * 60_000);
    expect((await act(token)).body.code).toBe('pushOver');
    expect(await types(request)).not.toContain('ApprovalStepApproved');
  });

  test('respects rights and the second person: a right taken away meanwhile is missing here as well', async () => {
    await on(lead, 'lead');
    const { token, request } = await requested();
    const admin = await server.signIn('admin');
    const { roleId } = (await lead.get('/access/me')).body as { roleId: number };
    const version = (await server.server.log.readStream(`employee-${lead.empId}`)).length;
    expect(
      (await admin.command(`employee-${lead.empId}`, 'assignRole', { roleId: 20 }, { version })).status,
    ).toBe(200);
    try {
      expect(await act(token)).toMatchObject({ status: 404, body: { code: 'notFound' } });
      expect(await types(request)).not.toContain('ApprovalStepApproved');
    } finally {
      expect(
        (await admin.command(`employee-${lead.empId}`, 'assignRole', { roleId }, { version: version + 1 }))
          .status,
      ).toBe(200);
    }
  });
});

test('no error was left unreported', () => {
  const unexpected = server.faults.filter(
    ({ error }: any) => !/Push services to be tried again/.test(String(error?.message ?? error)),
  );
  expect(unexpected).toEqual([]);
});
