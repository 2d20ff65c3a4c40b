import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { askManagerToMove } from '#tests/kit/approval-request.ts';
import { openTestHouse, type Person, type TestHouse } from '#tests/kit/house.ts';
import { count } from '#tests/kit/tiers.ts';

let t: TestHouse;
let lead: Person;
let manager: Person;
let agent: Person;
beforeAll(async () => {
  t = await openTestHouse();
  [lead, manager, agent] = await Promise.all([t.signIn('lead'), t.signIn('manager'), t.signIn('agent1')]);
});
afterAll(() => t?.close());

const races = count('races');

const asked = (): Promise<string> => askManagerToMove(t, 'p33');

test('P33: of two approvers who decide in the same moment one decides, the other is told who was first', async () => {
  for (let race = 0; race < races; race += 1) {
    const request = await asked();
    const opposite = race % 3 === 0;
    const answers = await Promise.all([
      lead.order(request, 'approveStep', { step: 1 }),
      opposite ? manager.order(request, 'rejectStep', { step: 1, comment: 'Not this week' }) : manager.order(request, 'approveStep', { step: 1 }),
    ]);
    expect(
      answers.filter((one) => one.status === 200),
      JSON.stringify(answers),
    ).toHaveLength(1);
    const loser = answers.find((one) => one.status !== 200)!;
    expect(loser.status).toBe(409);
    expect(loser.body.code).toBe('alreadyDecided');
    expect(['Farhan Ali', 'Latha Iyer']).toContain(loser.body.details.name);
    const decided = (await t.house.log.readStream(request)).filter((event) => event.type === 'ApprovalStepApproved' || event.type === 'ApprovalStepRejected');
    expect(decided).toHaveLength(1);
  }
});

test('P35: orders sent three times over lines that break have one effect and one answer', async () => {
  const orders = count('orders');
  const before = (await t.house.pool.query<{ n: string }>("select count(*) as n from events where type = 'SignupStarted'")).rows[0]!.n;
  const answers = new Map<string, Set<string>>();
  const send = async (key: string, body: unknown, patience: number): Promise<void> => {
    try {
      const response = await fetch(`${t.url}/commands/signup/new/start`, {
        method: 'POST',
        headers: { cookie: agent.cookie, authtoken: agent.token, 'content-type': 'application/json', 'idempotency-key': key },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(patience),
      });
      const text = await response.text();
      answers.set(key, (answers.get(key) ?? new Set()).add(`${response.status} ${text.replace(/"correlationId":"[^"]*"/, '')}`));
    } catch {
      // The caller lost patience or its line; it sends the same order again.
    }
  };
  const keys = Array.from({ length: orders }, () => randomUUID());
  for (let from = 0; from < keys.length; from += 20) {
    await Promise.all(
      keys
        .slice(from, from + 20)
        .flatMap((key, i) => [1 + (i % 9), 4 + (i % 23), 5_000].map((patience) => send(key, { pooId: 1, applicant: { name: 'Anita Rao' } }, patience))),
    );
  }
  for (const key of keys) {
    expect(answers.get(key)?.size, key).toBe(1);
    expect([...answers.get(key)!][0]).toMatch(/^200 /);
  }
  const after = (await t.house.pool.query<{ n: string }>("select count(*) as n from events where type = 'SignupStarted'")).rows[0]!.n;
  expect(Number(after) - Number(before)).toBe(orders);
  expect(t.faults).toEqual([]);
});
