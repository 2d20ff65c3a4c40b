import type { AnyEvent } from '#tests/kit/any-event.ts';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requestMove } from '#tests/kit/approval-request.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { count } from '#tests/kit/tiers.ts';

let t: TestServer;
let lead: Person;
let manager: Person;
let agent: Person;
beforeAll(async () => {
  t = await openTestServer();
  [lead, manager, agent] = await Promise.all([t.signIn('lead'), t.signIn('manager'), t.signIn('agent1')]);
});
afterAll(() => t?.close());

const races = count('races');

const requested = (): Promise<string> => requestMove(t, 'p33');

test('P33: of two approvers who decide in the same moment one wins, and the other’s refusal names the winner', async () => {
  for (let race = 0; race < races; race += 1) {
    const request = await requested();
    const opposite = race % 3 === 0;
    const answers = await Promise.all([
      lead.command(request, 'approveStep', { step: 1 }),
      opposite
        ? manager.command(request, 'rejectStep', { step: 1, comment: 'Not this week' })
        : manager.command(request, 'approveStep', { step: 1 }),
    ]);
    expect(
      answers.filter((one) => one.status === 200),
      JSON.stringify(answers),
    ).toHaveLength(1);
    const loser = answers.find((one) => one.status !== 200)!;
    expect(loser.status).toBe(409);
    expect(loser.body.code).toBe('alreadyDecided');
    expect(['Farhan Ali', 'Latha Iyer']).toContain(loser.body.details.name);
    const decided = (await t.server.log.readStream(request)).filter(
      (event) => event.type === 'ApprovalStepApproved' || event.type === 'ApprovalStepRejected',
    );
    expect(decided).toHaveLength(1);
  }
});

test('of two agents who dial one number in the same second one calls, and the other learns who', async () => {
  const divya = await t.signIn('agent2');
  const refused: string[] = [];
  for (let customer = 1; customer <= 40; customer += 1) {
    const subject = `customer-${customer}`;
    const answers = await Promise.all(
      [agent, divya].map((who) => who.command('call-new', 'placeCall', { subject })),
    );
    const placed = answers.filter(({ status }) => status === 200);
    if (placed.length === 0) {
      refused.push(answers.map(({ body }) => body.code).join(' '));
      continue;
    }
    expect(placed, JSON.stringify(answers)).toHaveLength(1);
    const [winner, loser] = answers[0]!.status === 200 ? answers : answers.toReversed();
    const name = winner === answers[0] ? 'Ravi Kulkarni' : 'Divya Shenoy';
    expect(loser).toMatchObject({ status: 409, body: { code: 'numberBusyWithAgent', details: { name } } });
    const events = (await t.server.log.readAfter(0, 100_000)).filter(
      ({ type, data }: AnyEvent) => type === 'CallPlaced' && data.face.subject === subject,
    );
    expect(events.map(({ stream }) => stream)).toEqual([winner!.body.stream]);
    return;
  }
  throw new Error(`Nobody could be called: ${refused.join(', ')}`);
});

test('P35: commands sent three times over breaking connections have one effect and one answer', async () => {
  const commands = count('commands');
  const before = (
    await t.server.pool.query<{ n: string }>("select count(*) as n from events where type = 'SignupStarted'")
  ).rows[0]!.n;
  const answers = new Map<string, Set<string>>();
  const send = async (key: string, body: unknown, patience: number): Promise<void> => {
    try {
      const response = await fetch(`${t.url}/commands/signup/new/start`, {
        method: 'POST',
        headers: {
          cookie: agent.cookie,
          authtoken: agent.token,
          'content-type': 'application/json',
          'idempotency-key': key,
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(patience),
      });
      const text = await response.text();
      answers.set(
        key,
        (answers.get(key) ?? new Set()).add(
          `${response.status} ${text.replace(/"correlationId":"[^"]*"/, '')}`,
        ),
      );
    } catch {
      // The caller timed out or lost its connection; it sends the same command again.
    }
  };
  const keys = Array.from({ length: commands }, () => randomUUID());
  for (let from = 0; from < keys.length; from += 20) {
    await Promise.all(
      keys
        .slice(from, from + 20)
        .flatMap((key, i) =>
          [1 + (i % 9), 4 + (i % 23), 5_000].map((patience) =>
            send(key, { pooId: 1, applicant: { name: 'Anita Rao' } }, patience),
          ),
        ),
    );
  }
  for (const key of keys) {
    expect(answers.get(key)?.size, key).toBe(1);
    expect([...answers.get(key)!][0]).toMatch(/^200 /);
  }
  const after = (
    await t.server.pool.query<{ n: string }>("select count(*) as n from events where type = 'SignupStarted'")
  ).rows[0]!.n;
  expect(Number(after) - Number(before)).toBe(commands);
  expect(t.faults).toEqual([]);
});
