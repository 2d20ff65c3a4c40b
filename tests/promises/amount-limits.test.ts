import type { AnyEvent } from '#tests/kit/any-event.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addDays, businessDay, DAY_MS } from '#shared/core/day.ts';
import { evolveApproval, noApproval, type ApprovalState } from '#shared/streams/approvals/approval/state.ts';
import { openPushReceiver, type PushReceiver } from '#tests/kit/push-receiver.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';

let server: TestServer;
let receiver: PushReceiver;
beforeAll(async () => {
  receiver = await openPushReceiver();
  server = await openTestServer({ env: { PUSH_LOOPBACK: 'on' } });
});
afterAll(async () => {
  await server?.close();
  await receiver?.close();
});

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
async function receiptOf(who: Person): Promise<string> {
  const form = new FormData();
  form.append('file', new Blob([new Uint8Array(png)]), 'bill.png');
  const answer = await fetch(`${server.url}/file`, {
    method: 'POST',
    body: form,
    headers: { cookie: who.cookie, authtoken: who.token, 'idempotency-key': randomUUID() },
  });
  expect(answer.status).toBe(201);
  return ((await answer.json()) as { fileId: string }).fileId;
}

/** A night's lodging of field1, submitted; the stream of its request. */
async function submitted(rupees: number, daysAgo: number): Promise<string> {
  const field = await server.signIn('field1');
  const made = await field.command('expense-new', 'draft', {
    spentOn: addDays(businessDay(server.clock.now()), -daysAgo),
    category: 'lodging',
    paise: rupees * 100,
    receipts: [await receiptOf(field)],
  });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const sent = await field.command(made.body.stream, 'submit');
  expect(sent.status, JSON.stringify(sent.body)).toBe(200);
  await server.pass(0);
  return (await server.server.log.readAfter(0, 100_000)).findLast(
    ({ type, data }: AnyEvent) => type === 'ApprovalRequested' && data.subject.stream === made.body.stream,
  )!.stream;
}
const stateOf = async (stream: string): Promise<ApprovalState> =>
  (await server.server.log.readStream(stream)).reduce<ApprovalState>(
    (state, event) => evolveApproval(state, event as Parameters<typeof evolveApproval>[1]),
    noApproval(stream),
  );
const rules = async (stream: string): Promise<readonly string[]> =>
  (await stateOf(stream)).steps.map((step) => step.rules[0]!.rule);

it('given ₹12,400, when it reaches the city head, then nobody with a lower limit decides it: not over HTTP, not as a delegate; its push is only opened', async () => {
  const request = await submitted(12_400, 1);
  expect(await rules(request)).toEqual(['manager', 'accounts', 'cityHead']);
  const [lead, accounts, head] = await Promise.all(
    ['lead', 'accounts', 'manager'].map((who) => server.signIn(who)),
  );
  await head!.send('PUT', '/push/subscriptions', receiver.browser('head'));
  expect((await lead!.command(request, 'approveStep', { step: 1 })).status).toBe(200);
  expect((await accounts!.command(request, 'approveStep', { step: 2 })).status).toBe(200);
  await server.pass(0);
  const refused = {
    status: 422,
    body: {
      code: 'amountAboveLimit',
      message: 'Gopal Rao decides up to ₹10,000.00. ₹12,400.00 goes to: City head.',
    },
  };
  expect(await accounts!.command(request, 'approveStep', { step: 3 })).toMatchObject(refused);
  expect(await accounts!.command(request, 'rejectStep', { step: 3, comment: 'too dear' })).toMatchObject(
    refused,
  );
  const until = new Date(server.clock.now() + 3_600_000).toISOString();
  expect(await head!.command(request, 'delegate', { to: lead!.empId, until })).toMatchObject({
    status: 422,
    body: { code: 'amountAboveLimit', field: 'to' },
  });

  // No money stands on a locked screen: its push opens the request and answers nothing.
  const { message } = receiver.received.find(
    (one) => one.message.route === `/approvals?id=${request.slice('approval-'.length)}`,
  )!;
  expect(message).not.toHaveProperty('token');
  expect(JSON.stringify(message)).not.toContain('12,400');
  expect((await stateOf(request)).state).toBe('inReview');
  const again = await server.signIn('manager');
  expect((await again.command(request, 'approveStep', { step: 3 })).status).toBe(200);
});

it('given a new threshold from tomorrow, when an expense is submitted then, its steps follow it, and those of today stay', async () => {
  const admin = await server.signIn('admin');
  const fields = {
    iDesignationId: 9,
    vCategory: 'lodging',
    dFrom: addDays(businessDay(server.clock.now()), 1),
    nDayCapPaise: 20_000_00,
    nFirstStepPaise: 12_000_00,
    nSecondStepPaise: 15_000_00,
  };
  const made = await admin.command('master-accountsThreshold-new', 'create', { fields });
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const today = await submitted(11_000, 2);
  expect(await rules(today)).toEqual(['manager', 'accounts', 'cityHead']);
  await server.pass(DAY_MS);
  expect(await rules(await submitted(11_000, 4))).toEqual(['manager']);
  expect(await rules(await submitted(12_400, 5))).toEqual(['manager', 'accounts']);
  expect(await rules(today)).toEqual(['manager', 'accounts', 'cityHead']);
  expect(server.faults).toEqual([]);
});
