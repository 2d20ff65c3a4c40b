import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startServer, type ProcessServer } from '#tests/kit/process-server.ts';
import { whole } from '#tests/kit/sampled.ts';
import { goal } from '#tests/kit/tiers.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';

/**
 * A command that takes a right away is answered when every node has applied it, or names the nodes that have
 * not.
 */
const rounds = (all: number): number => (whole ? all : 3);
let one: TestServer;
let two: ProcessServer;
let admin: Person;

beforeAll(async () => {
  one = await openTestServer({ realTime: true });
  two = await startServer({ DATABASE_URL: one.databaseUrl, DEMO: '1' });
  admin = await one.signIn('admin');
});
afterAll(async () => {
  two?.child.kill('SIGCONT');
  await two?.kill('SIGTERM');
  await one?.close();
});

const versionOf = async (stream: string): Promise<number> => (await one.server.log.readStream(stream)).length;
const queue = '/feeds/queue/signup-queue';

/** Gives the verifier a role with or without the queue and returns the answer of the command. */
async function assign(empId: number, roleId: number) {
  const stream = `employee-${empId}`;
  const answer = await admin.command(stream, 'assignRole', { roleId }, { version: await versionOf(stream) });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer;
}
const stores = 19;

test('when both nodes are healthy, a right is gone on the other node by the time the answer arrives', async () => {
  const who = (await one.signIn('verifier')).at(two.url);
  const own = one.server.access.directory.employee(who.empId)!.roleId!;
  for (let round = 0; round < rounds(15); round += 1) {
    await assign(who.empId, own);
    await expect.poll(async () => (await who.get(queue)).status).toBe(200);
    const taken = await assign(who.empId, stores);
    expect((await who.get(queue)).status, `round ${round}`).toBe(403);
    expect(taken.body).not.toHaveProperty('unconfirmed');
  }
  await assign(who.empId, own);
});

test('when both nodes are healthy, a session has ended on the other node by the time the answer arrives', async () => {
  for (let round = 0; round < rounds(10); round += 1) {
    const who = (await one.signIn('verifier2')).at(two.url);
    expect((await who.get(queue)).status).toBe(200);
    const [session] = (await admin.get(`/access/sessions?empId=${who.empId}`)).body as { id: string }[];
    const ended = await admin.send('DELETE', `/access/sessions/${session!.id}?empId=${who.empId}`);
    expect(ended.status, JSON.stringify(ended.body)).toBe(200);
    expect(ended.body).not.toHaveProperty('unconfirmed');
    expect((await who.get(queue)).status, `round ${round}`).toBe(401);
  }
});

test('a frozen node is named in the answer, in the requested language, and does not delay it for long', async () => {
  const who = await one.signIn('verifier');
  const own = one.server.access.directory.employee(who.empId)!.roleId!;
  two.child.kill('SIGSTOP');
  try {
    const began = performance.now();
    const taken = await assign(who.empId, stores);
    expect(performance.now() - began).toBeLessThan(goal(6_000));
    const { unconfirmed } = taken.body as { unconfirmed: { nodes: string[]; message: string } };
    expect(unconfirmed.nodes).toEqual([two.url]);
    expect(unconfirmed.message).toContain(two.url);
    const stream = `employee-${who.empId}`;
    const spanish = await admin.send(
      'POST',
      `/commands/employee/${who.empId}/assignRole`,
      { roleId: own },
      {
        'idempotency-key': randomUUID(),
        'if-match': `"${await versionOf(stream)}"`,
        'accept-language': 'es',
      },
    );
    expect(spanish.body.unconfirmed.message).toMatch(/no lo ha confirmado/);
    const key = randomUUID();
    const version = await versionOf(stream);
    const again = () => admin.command(stream, 'assignRole', { roleId: stores }, { version, key });
    expect((await again()).body.unconfirmed.nodes).toEqual([two.url]);
    expect((await again()).body.unconfirmed.nodes).toEqual([two.url]);
    // A command that takes nothing away does not wait.
    const before = performance.now();
    const written = await admin.command('signup-new', 'start', {
      pooId: 1,
      applicant: { name: 'Anita Rao' },
    });
    expect(written.status, JSON.stringify(written.body)).toBe(200);
    expect(written.body).not.toHaveProperty('unconfirmed');
    expect(performance.now() - before).toBeLessThan(goal(2_000));
  } finally {
    two.child.kill('SIGCONT');
  }
});
