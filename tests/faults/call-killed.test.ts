import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openDatabase } from '#server/store/embedded/open-database.ts';
import { sign } from '#server/sources/signature.ts';
import { violations } from '#tests/kit/checker.ts';
import { openPool } from '#tests/kit/connections.ts';
import { until } from '#tests/kit/feed-client.ts';
import { fillStore } from '#tests/kit/filled-store.ts';
import { temporaryFolder } from '#tests/kit/folder.ts';
import { startServer, type ProcessServer } from '#tests/kit/process-server.ts';
import { signIn, type Person } from '#tests/kit/server.ts';
import { json, openStub, type StubService } from '#tests/kit/stub-service.ts';

/**
 * P01: a node is killed while the partner takes the dial, while the customer speaks, and before and after the
 * disposition: it stays one call with one disposition, and nothing that was answered is lost.
 */
const secret = `whsec_${Buffer.alloc(32, 5).toString('base64')}`;
/** Keys of the steps as they arrived at the partner, by path. */
const steps = new Map<string, string[]>();
let partner: StubService;
let whenDialled: (() => Promise<void>) | null = null;
let dataDir: string;
let server: ProcessServer | null = null;

beforeAll(async () => {
  partner = await openStub((request, response, { pathname }) => {
    if (request.method !== 'POST') return json(response, 404, {});
    steps.set(pathname, [...(steps.get(pathname) ?? []), String(request.headers['idempotency-key'])]);
    const kill = pathname === '/calls' ? whenDialled : null;
    whenDialled = null;
    if (kill) void kill();
    else json(response, 202, {});
  });
  dataDir = await fillStore(temporaryFolder('ops-call-killed-'));
});
afterAll(async () => {
  await server?.kill();
  await partner?.close();
  rmSync(dataDir, { recursive: true, force: true });
});

const start = async (): Promise<ProcessServer> =>
  (server = await startServer({
    DATA_DIR: dataDir,
    CALLING_HOURS: 'always',
    TELEPHONY_URL: partner.url,
    WEBHOOK_SECRET_TELEPHONY: secret,
  }));

/** Kills the server with its database and starts it again. */
async function killed(agent: Person): Promise<Person> {
  await server!.killWhole();
  return agent.at((await start()).url);
}

async function reported(report: object, id: string): Promise<void> {
  const body = JSON.stringify(report);
  const answer = await fetch(`${server!.url}/telephony/webhooks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...sign(secret, id, Date.now(), body) },
    body,
  });
  expect([answer.status, await answer.json()]).toEqual([200, { effect: 'taken' }]);
}

/** Calls the first customer who may be called now. */
async function placed(agent: Person): Promise<string> {
  const refused: string[] = [];
  for (let id = 1; id <= 40; id += 1) {
    const answer = await agent.command('call-new', 'placeCall', { subject: `customer-${id}` });
    if (answer.status === 200) return String(answer.body.stream);
    refused.push(`${answer.status} ${answer.body.code}`);
  }
  throw new Error(`Nobody could be called: ${refused.join(', ')}`);
}

test('P01: a call outlives four kills: dialled once, one disposition, its note kept', async () => {
  let agent = await signIn((await start()).url, 'agent1');
  // The partner has the dial, and its answer is lost with the node.
  const dialled = new Promise<void>((resolve) => {
    whenDialled = async () => resolve();
  });
  const callRef = await placed(agent);
  await dialled;
  agent = await killed(agent);
  await until('the dial came again', () => (steps.get('/calls')?.length ?? 0) > 1);
  expect(new Set(steps.get('/calls')).size, 'under the key of the first').toBe(1);

  await reported({ callRef, status: 'ringing' }, 'ringing');
  const answered = { callRef, status: 'answered', at: new Date().toISOString() };
  await reported(answered, 'answered');
  expect((await agent.command(callRef, 'noteCall', { notes: 'Asks for Doctor Rao' })).status).toBe(200);
  agent = await killed(agent);
  for (const id of ['answered', 'answered-again']) await reported(answered, id);
  await reported({ callRef, status: 'ringing' }, 'ringing-late');
  expect((await agent.command(callRef, 'hangUp')).status).toBe(200);
  await reported({ callRef, status: 'completed', endedBy: 'agent' }, 'completed');
  agent = await killed(agent);
  for (const id of ['completed', 'completed-again'])
    await reported({ callRef, status: 'completed', endedBy: 'agent' }, id);
  await until('the hang-up arrived', () => steps.has(`/calls/${callRef}/hangup`));

  const key = randomUUID();
  const disposition = { code: 'WRONG_NUMBER' };
  const first = await agent.command(callRef, 'dispositionCall', disposition, { key });
  expect(first.status, JSON.stringify(first.body)).toBe(200);
  agent = await killed(agent);
  expect(await agent.command(callRef, 'dispositionCall', disposition, { key })).toMatchObject({
    status: 200,
    body: first.body,
  });
  expect((await agent.command(callRef, 'dispositionCall', { code: 'DNC_REQUEST' })).status).toBe(409);
  await server!.kill('SIGTERM');

  const database = await openDatabase({ databaseUrl: undefined, dataDir });
  const pool = openPool(database.url, { max: 1 });
  try {
    const { rows } = await pool.query<{ type: string; body: string }>(
      'select type, body from events where stream = $1 order by version',
      [callRef],
    );
    expect(rows.map(({ type }) => type)).toEqual([
      'CallPlaced',
      'CallRinging',
      'CallConnected',
      'CallNoted',
      'CallHangUpAsked',
      'CallEnded',
      'CallDispositioned',
    ]);
    expect(JSON.parse(rows.at(-1)!.body)).toMatchObject({
      data: { code: 'WRONG_NUMBER', notes: 'Asks for Doctor Rao' },
    });
    const line = await pool.query<{ type: string }>(
      "select type from events where stream like 'phoneline-%' and (body::jsonb->'data'->>'call' = $1) order by position",
      [callRef],
    );
    expect(line.rows.map(({ type }) => type)).toEqual(['PhoneDialled', 'PhoneReleased']);
    expect(await violations(database.url)).toEqual([]);
  } finally {
    await pool.end();
    await database.stop();
  }
});
