import { randomUUID } from 'node:crypto';
import { WebSocket } from 'ws';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { closeCodes } from '#shared/wire.ts';
import { verifyChain } from '#server/store/verify-chain.ts';
import { openPool } from '#tests/kit/connections.ts';
import { FeedClient, until } from '#tests/kit/feed-client.ts';
import { signIn, type Person } from '#tests/kit/server.ts';
import { hung } from '#tests/kit/patience.ts';
import { openTopology, type Topology } from '#tests/kit/topology.ts';

/** P30: rounds of restarts; more by ROLLS=25. */
const rolls = Number(process.env['ROLLS'] ?? 1);

/**
 * The topology of docker-compose.yml as plain processes: PostgreSQL, Redis, two nodes with all roles, a
 * stateless load balancer.
 */
let t: Topology;
let verifier: Person;
beforeAll(async () => {
  t = await openTopology({ demo: true });
  verifier = await signIn(t.url, 'verifier');
});
afterAll(() => t?.stop());
beforeEach(async () => {
  // A test that failed halfway may have left a node down.
  for (const node of t.nodes) await node.start();
  await until('the load balancer sends to both', () => t.route.well().length === 2);
  for (const row of await rows())
    if (row.state === 'claimed') await verifier.command(`queueitem-signup-queue-${row.id}`, 'release');
});

interface Row {
  id: string;
  state: string;
  submitter: { empId: number } | null;
}
const queue = 'queue/signup-queue';
const rows = async (): Promise<Row[]> => (await verifier.get(`/feeds/${queue}`)).body.rows as Row[];
const free = async (): Promise<Row> =>
  (await rows()).find((row) => row.state === 'waiting' && row.submitter?.empId !== verifier.empId)!;
/** A command, repeated with its key as long as its result is unknown. */
async function commanded(
  person: Person,
  stream: string,
  command: string,
  input: unknown,
): Promise<{ status: number; body: any; tries: number }> {
  const key = randomUUID();
  const from = performance.now();
  for (let tries = 1; ; tries += 1) {
    const answer = await person
      .command(stream, command, input, { key })
      .catch((error: unknown) => ({ status: 0, body: String(error) }));
    if (answer.status !== 0 && answer.status < 500) return { ...answer, tries };
    if (performance.now() - from > hung.wait) return { ...answer, tries };
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}
const started = (person: Person) =>
  commanded(person, 'signup-new', 'start', { pooId: 1, applicant: { name: 'Anita Rao' } });

test('both nodes serve one address: a session and a position of one are valid on the other, a claim is pushed across', async () => {
  const before = t.route.given();
  for (let i = 0; i < 6; i += 1) expect((await verifier.get('/access/me')).status).toBe(200);
  const after = t.route.given();
  for (const node of t.nodes)
    expect(after[node.url]! - before[node.url]!, node.name).toBeGreaterThanOrEqual(2);

  const here = await new FeedClient(t.nodes[0].url, verifier.at(t.nodes[0].url), queue).ready();
  const there = await new FeedClient(t.nodes[1].url, verifier.at(t.nodes[1].url), queue).ready();
  const row = await free();
  expect(
    (await verifier.at(t.nodes[0].url).command(`queueitem-signup-queue-${row.id}`, 'claim')).status,
  ).toBe(200);
  await until('pushed to the other node', () => there.rows.get(row.id)?.['state'] === 'claimed');
  await until('at the same place', () => here.seq === there.seq && here.hash() === there.hash());
  expect((await verifier.command(`queueitem-signup-queue-${row.id}`, 'release')).status).toBe(200);
  here.close();
  there.close();
});

test('one node polls the services, and the admin sees both nodes, the leader, and the queue', async () => {
  const admin = await signIn(t.url, 'admin');
  const { body } = await admin.get('/operations/figures');
  expect(
    body.nodes.filter((node: any) => node.state === 'up').map((node: any) => node.roles.toSorted().join(',')),
  ).toEqual(['jobs,relay,services,web', 'jobs,relay,services,web']);
  expect(body.nodes.filter((node: any) => node.here)).toHaveLength(1);
  const [leader] = body.leaders;
  expect(body.nodes.find((node: any) => node.id === leader.node).roles).toContain('services');
  expect(body.queue).toMatchObject({ on: 'redis', counts: { failed: 0 } });
  const health = (await admin.get('/health')).body;
  expect(health).toMatchObject({
    redis: { state: 'up' },
    store: { mode: 'outside', durability: 'power-safe', settings: { fsync: 'on', synchronous_commit: 'on' } },
  });
});

test('a killed node loses nothing: its screens resume on the other by their position', async () => {
  const [victim, other] = t.nodes;
  // Two sessions: a session has five connections at most, and after the kill all are on one node.
  const lead = await signIn(t.url, 'lead');
  const watchers = await Promise.all(
    Array.from({ length: 8 }, (_, i) => new FeedClient(t.url, i % 2 ? lead : verifier, queue).ready()),
  );
  await victim.stop('SIGKILL');
  const agent = await signIn(t.url, 'agent1');
  const made = await started(agent);
  expect(made.status, JSON.stringify(made.body)).toBe(200);
  const row = await free();
  expect((await commanded(verifier, `queueitem-signup-queue-${row.id}`, 'claim', {})).status).toBe(200);
  for (const watcher of watchers)
    await until('every screen goes on', () => watcher.rows.get(row.id)?.['state'] === 'claimed');
  for (const watcher of watchers) expect(watcher.resynced).toBe(false);
  expect(other.output()).not.toMatch(/unhandled/);
  await victim.start();
  await until('the load balancer sends to it again', () => t.route.well().includes(victim.url));
  expect((await commanded(verifier, `queueitem-signup-queue-${row.id}`, 'release', {})).status).toBe(200);
  for (const watcher of watchers) watcher.close();
});

test('PostgreSQL restarted immediately, without a checkpoint, under load: nothing acknowledged is lost or done twice, sessions and screens survive', async () => {
  const agent = await signIn(t.url, 'agent1');
  const watcher = await new FeedClient(t.url, verifier, queue).ready();
  const done: string[] = [];
  let over = false;
  let unsure = 0;
  const drivers = Array.from({ length: 4 }, async () => {
    while (!over) {
      const made = await started(agent);
      expect(made.status, JSON.stringify(made.body)).toBe(200);
      if (made.tries > 1) unsure += 1;
      done.push(made.body.stream);
    }
  });
  let back = 0;
  for (let i = 0; i < 2; i += 1) {
    const before = done.length;
    await until('under load', () => done.length > before + 10);
    await t.postgres.stop('SIGQUIT');
    const from = performance.now();
    await t.postgres.start();
    const seen = done.length;
    await until('commands go on', () => done.length > seen + 4);
    back = Math.max(back, performance.now() - from);
  }
  over = true;
  await Promise.all(drivers);
  expect(new Set(done).size).toBe(done.length);
  const pool = openPool(t.databaseUrl, { max: 1 });
  const { rows: found } = await pool.query<{ stream: string; n: string }>(
    "select stream, count(*) as n from events where type = 'SignupStarted' and stream = any($1) group by stream",
    [done],
  );
  const { rows: all } = await pool.query<{ n: string }>(
    "select count(*) as n from commands where answer like '%signup-%' and id is not null",
  );
  expect(found).toHaveLength(done.length);
  expect(found.every((row) => Number(row.n) === 1)).toBe(true);
  expect(Number(all[0]!.n)).toBeGreaterThanOrEqual(done.length);
  expect(await verifyChain(pool)).toMatchObject({ ok: true });
  await pool.end();
  const row = await free();
  expect((await commanded(verifier, `queueitem-signup-queue-${row.id}`, 'claim', {})).status).toBe(200);
  await until('the screen goes on', () => watcher.rows.get(row.id)?.['state'] === 'claimed');
  expect((await commanded(verifier, `queueitem-signup-queue-${row.id}`, 'release', {})).status).toBe(200);
  watcher.close();
  console.log(
    `PostgreSQL restarted twice: ${done.length} done, ${unsure} repeated, commands go on after ${back.toFixed(0)} ms at most`,
  );
});

interface Wall {
  readonly codes: number[];
  opened: number;
  close(): void;
}
/** A wall screen: raw WebSocket, reconnects by itself, records why its connection ended. */
function wall(token: string): Wall {
  const it = { codes: [] as number[], opened: 0, over: false, ws: null as WebSocket | null };
  const lay = (): void => {
    const ws = (it.ws = new WebSocket(`${t.url.replace('http', 'ws')}/ws/feeds`));
    ws.on('open', () => ws.send(JSON.stringify({ type: 'hello', authtoken: token })));
    ws.on('message', (data) => {
      const frame = JSON.parse(String(data)) as { type: string; ok?: boolean };
      if (frame.type === 'hello') ws.send(JSON.stringify({ type: 'feed:open', feed: 'wall/floor' }));
      if (frame.type === 'feed:opened' && frame.ok) it.opened += 1;
    });
    ws.on('error', () => ws.terminate());
    ws.on('close', (code) => {
      it.codes.push(code);
      if (!it.over) setTimeout(lay, 300);
    });
  };
  lay();
  return {
    codes: it.codes,
    get opened() {
      return it.opened;
    },
    close() {
      it.over = true;
      it.ws?.close();
    },
  };
}

test(`P30: ${rolls} rolling restarts under load: no command is lost or refused by an error, every connection resumes by its position, no screen needs a manual reload`, async () => {
  const admin = await signIn(t.url, 'admin');
  const { code } = (await admin.send('POST', '/access/pairing', { name: 'Rolling' })).body as {
    code: string;
  };
  const paired = await fetch(`${t.url}/access/pairing/claim`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  const { authtoken } = (await paired.json()) as { authtoken: string };
  const board = wall(authtoken);
  const screens = await Promise.all(
    Array.from({ length: 4 }, () => new FeedClient(t.url, verifier, queue).ready()),
  );
  const claimed = await free();
  expect((await verifier.command(`queueitem-signup-queue-${claimed.id}`, 'claim')).status).toBe(200);

  const agent = await signIn(t.url, 'agent1');
  const done: string[] = [];
  const faults: string[] = [];
  let over = false;
  const drivers = Array.from({ length: 3 }, async () => {
    while (!over) {
      const key = randomUUID();
      for (;;) {
        const answer = await agent
          .command('signup-new', 'start', { pooId: 1, applicant: { name: 'Anita Rao' } }, { key })
          .catch((error: unknown) => ({ status: 0, body: String(error) }));
        if (answer.status === 200) {
          done.push(answer.body.stream);
          break;
        }
        faults.push(`${answer.status} ${JSON.stringify(answer.body).slice(0, 200)}`);
        if (faults.length > 50) return;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
  });
  const gaps: number[] = [];
  for (const screen of screens) {
    let from = 0;
    screen.socket.on('disconnect', () => (from = performance.now()));
    screen.socket.on('connect', () => from > 0 && gaps.push(performance.now() - from));
  }

  await until('under load', () => done.length > 5);
  for (let round = 0; round < rolls; round += 1)
    for (const node of t.nodes) {
      await node.stop('SIGTERM');
      const during = done.length;
      await until('commands go on without it', () => done.length > during + 3 || faults.length > 50);
      await node.start();
      await until('the load balancer sends to it again', () => t.route.well().includes(node.url));
    }
  over = true;
  await Promise.all(drivers);

  expect(faults).toEqual([]);
  expect(new Set(done).size).toBe(done.length);
  const pool = openPool(t.databaseUrl, { max: 1 });
  const { rows } = await pool.query(
    "select stream from events where type = 'SignupStarted' and stream = any($1)",
    [done],
  );
  expect(rows).toHaveLength(done.length);
  expect(await verifyChain(pool)).toMatchObject({ ok: true });
  expect(
    (await pool.query('select 1 from leases where item = $1', [`signup-queue-${claimed.id}`])).rowCount,
  ).toBe(1);
  await pool.end();

  // Every screen equals the server, without a manual reload and without a new snapshot.
  expect((await verifier.command(`queueitem-signup-queue-${claimed.id}`, 'release')).status).toBe(200);
  for (const screen of screens)
    await until('the screen is live', () => screen.rows.get(String(claimed.id))?.['state'] === 'waiting');
  await until('the wall is live again', () => board.opened >= 2);
  expect(
    board.codes.every((one) => one === closeCodes.restart),
    String(board.codes),
  ).toBe(true);
  gaps.sort((a, b) => a - b);
  console.log(
    `${rolls} rolling restarts: ${done.length} commands answered, faults ${faults.length}, ${gaps.length} connections came back, longest gap ${(gaps.at(-1) ?? 0).toFixed(0)} ms`,
  );
  expect(gaps.length).toBeGreaterThanOrEqual(screens.length * rolls);
  for (const screen of screens) screen.close();
  board.close();
});

test('a stopping node announces it, hands over its leader lease, and ends nobody’s claim', async () => {
  const [services, jobs] = t.nodes;
  const admin = await signIn(jobs.url, 'admin');
  const stopping = services.stop('SIGTERM');
  await until('it says that it goes', async () => (await fetch(`${services.url}/readyz`)).status === 503);
  expect((await fetch(`${services.url}/healthz`)).status).toBe(200);
  // The figures are cached for four seconds, longer than a stop takes: the test asks once the stop is stored.
  const pool = openPool(t.databaseUrl, { max: 1 });
  await until(
    'it is written down',
    async () => (await pool.query("select 1 from nodes where state = 'leaving'")).rowCount === 1,
  );
  expect((await admin.get('/operations/figures')).body.nodes.map((node: any) => node.state)).toContain(
    'leaving',
  );
  await stopping;
  await until(
    'it is gone from the list',
    async () =>
      (await admin.get('/operations/figures')).body.nodes.filter((node: any) => node.state !== 'gone')
        .length === 1,
  );

  // While a node is away, a claim is made on the other: it survives the return of the first.
  await services.start();
  await jobs.stop('SIGTERM');
  const person = await signIn(services.url, 'verifier');
  const row = (await person.get(`/feeds/${queue}`)).body.rows.find(
    (one: any) => one.state === 'waiting' && one.submitter?.empId !== person.empId,
  );
  expect((await person.command(`queueitem-signup-queue-${row.id}`, 'claim')).status).toBe(200);
  const screen = await new FeedClient(services.url, person, queue).ready();
  const beat = (await screen.socket.emitWithAck('heartbeat', { items: [`signup-queue-${row.id}`] })) as {
    lost: readonly string[];
  };
  expect(beat.lost).toEqual([]);
  await jobs.start();
  await until(
    'the lease is kept',
    async () =>
      (await pool.query('select 1 from leases where item = $1', [`signup-queue-${row.id}`])).rowCount === 1,
  );
  await pool.end();
  expect((await person.command(`queueitem-signup-queue-${row.id}`, 'release')).status).toBe(200);
  screen.close();
});

test('when the leader is killed, the other node takes the lease and runs the jobs', async () => {
  const pool = openPool(t.databaseUrl, { max: 1 });
  const holder = async (): Promise<string | undefined> =>
    (
      await pool.query<{ holder: string }>(
        "select holder from leader_leases where name = 'services' and until > clock_timestamp()",
      )
    ).rows[0]?.holder;
  try {
    await until('somebody has it', async () => (await holder()) !== undefined);
    const before = await holder();
    const taken = (node: (typeof t.nodes)[number]): boolean => node.output().includes(`"node":"${before}"`);
    const victim = t.nodes.find(taken)!;
    const other = t.nodes.find((node) => node !== victim)!;
    await victim.stop('SIGKILL');
    await until('the other has it', async () => ![undefined, before].includes(await holder()));
    const after = await holder();
    // The lease is taken before the log says so.
    await until('the other says so', () => other.output().includes(`"node":"${after}"`));
    await pool.query(
      `insert into reactions (id, kind, due_at, reaction, correlation_id) values ('taken-over:1:0', 'command', timestamptz '2026-01-01', $1, 'test')`,
      [
        JSON.stringify({
          ...{ kind: 'command', stream: 'signup-new', command: 'start' },
          input: { pooId: 1, applicant: { name: 'Anita Rao' } },
        }),
      ],
    );
    await until(
      'a job is carried out',
      async () =>
        (await pool.query("select 1 from reactions where id = 'taken-over:1:0' and state = 'pending'"))
          .rowCount === 0,
    );
  } finally {
    await pool.end();
  }
});
