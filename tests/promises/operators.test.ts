import { readFileSync, rmSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { durabilityOf } from '#server/operations/durability.ts';
import { openLoopLag } from '#server/operations/loop-lag.ts';
import { openPool } from '#tests/kit/connections.ts';
import { freshDatabase } from '#tests/kit/database.ts';
import { until } from '#tests/kit/feed-client.ts';
import { fillStore } from '#tests/kit/filled-store.ts';
import { temporaryFolder } from '#tests/kit/folder.ts';
import { signIn } from '#tests/kit/server.ts';
import { startServer, type ProcessServer } from '#tests/kit/process-server.ts';

/**
 * What an operator sees of a server that runs as a process: metrics, health, and one log line per notable
 * event.
 */
let server: ProcessServer;
let folder: string;
beforeAll(async () => {
  folder = await fillStore(temporaryFolder('ops-operators-'));
  server = await startServer({ DATA_DIR: folder, LOG_LEVEL: 'debug', SLOW_COMMAND_MS: '1' });
});
afterAll(async () => {
  await server?.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
});
const lines = (): Record<string, any>[] =>
  server
    .output()
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, any>);

test('a command can be traced by its correlation id in the answer, in the log line of the request and in that of a slow command; they hold no personal data', async () => {
  const agent = await signIn(server.url, 'agent1');
  const correlationId = 'operator-0001';
  const answer = await agent.send(
    'POST',
    '/commands/signup/new/start',
    { pooId: 1, applicant: { name: 'Zenobia Quill' } },
    { 'idempotency-key': crypto.randomUUID(), 'x-correlation-id': correlationId },
  );
  expect(answer.status).toBe(200);
  expect(answer.headers.get('x-correlation-id')).toBe(correlationId);
  await until('the request has its line', () =>
    lines().some((line) => line['msg'] === 'request' && line['correlationId'] === correlationId),
  );
  const mine = lines().filter((line) => line['correlationId'] === correlationId);
  expect(mine.find((line) => line['msg'] === 'request')).toMatchObject({
    method: 'POST',
    route: '/commands/:aggregate/:id/:command',
    status: 200,
    empId: agent.empId,
  });
  expect(mine.find((line) => line['msg'] === 'slow command')).toMatchObject({
    stream: 'signup-new',
    command: 'start',
    by: 'person',
    empId: agent.empId,
  });
  for (const line of mine) expect(typeof line['ms']).toBe('number');
  expect(server.output()).not.toMatch(/Zenobia|Demo@1234'|authtoken":"[^[]/);
});

test('a search term is neither in the log nor in the access log: a log line has the route, never the address', async () => {
  const admin = await signIn(server.url, 'admin');
  const correlationId = 'operator-0002';
  const typed = ['Zuleika Quagmire', '5558123987'];
  const before = server.output().length;
  for (const text of typed) {
    const q = encodeURIComponent(text);
    const paths = [
      `/search?q=${q}`,
      `/feeds/queue/signup-queue?id=${q}`,
      `/masters-rows/reasonmaster?search=${q}`,
      `/outBound/signup-queue?q=${q}`,
      `/no/route?q=${q}`,
    ];
    for (const path of paths)
      await admin.send('GET', path, undefined, {
        'x-correlation-id': correlationId,
        referer: `${server.url}${path}`,
      });
    await fetch(`${server.url}/%E0%A4%A?q=${q}`);
  }
  const mine = () => lines().filter((line) => line['correlationId'] === correlationId);
  await until(
    'the requests have their lines',
    () => mine().filter((line) => line['msg'] === 'request').length >= 8,
  );
  expect(mine().some((line) => line['route'] === '/search')).toBe(true);
  const output = server.output().slice(before);
  const logged = JSON.stringify((await admin.get('/access/log?records=50')).body);
  expect(logged).toContain('searched');
  for (const text of [...typed, 'Zuleika', 'Quagmire', ...typed.map(encodeURIComponent)]) {
    expect(output, text).not.toContain(text);
    expect(logged, text).not.toContain(text);
  }
  // Once it is ready, the server prints one JSON object per line, with an instant in UTC.
  for (const line of output.split('\n').slice(0, -1))
    expect(JSON.parse(line), line).toMatchObject({
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      msg: expect.any(String),
    });
  // The bundled load balancer keeps no log of addresses either.
  expect(readFileSync(new URL('../../.docker/Caddyfile', import.meta.url), 'utf8')).not.toMatch(/^\s*log\b/m);
});

test('/metrics is in the format of Prometheus, and moves with the server', async () => {
  const read = async (): Promise<Map<string, number>> => {
    const text = await (await fetch(`${server.url}/metrics`)).text();
    return new Map(
      [...text.matchAll(/^([a-z_]+(?:\{[^}]*\})?) ([-\d.e+]+)$/gm)].map(([, name, value]) => [
        name!,
        Number(value),
      ]),
    );
  };
  const before = await read();
  const agent = await signIn(server.url, 'agent1');
  expect(
    (await agent.command('signup-new', 'start', { pooId: 1, applicant: { name: 'Anita Rao' } })).status,
  ).toBe(200);
  const after = await read();
  expect(after.get('ops_log_position')!).toBeGreaterThan(before.get('ops_log_position')!);
  for (const name of [
    'ops_policies_position',
    'ops_connections',
    'ops_channels',
    'ops_views_unsaved',
    'ops_event_loop_late_seconds',
    'ops_leaving',
    'ops_faults_total',
  ])
    expect(after.has(name), name).toBe(true);
  expect([...after.keys()].filter((name) => name.startsWith('ops_source_state'))).toHaveLength(9);
  expect([...after.keys()].some((name) => name.startsWith('ops_http_seconds_bucket'))).toBe(true);
  expect(after.has('ops_redis_up')).toBe(false);
});

test('/health reports the durability of the store’s settings, to admins', async () => {
  const admin = await signIn(server.url, 'admin');
  expect((await admin.get('/health')).body).toMatchObject({
    roles: ['web', 'relay', 'services', 'jobs'],
    redis: null,
    store: {
      mode: 'embedded',
      durability: 'power-safe',
      settings: { fsync: 'on', synchronous_commit: 'on', full_page_writes: 'on' },
    },
  });
  const agent = await signIn(server.url, 'agent1');
  expect((await agent.get('/health')).status).toBe(403);
  expect((await fetch(`${server.url}/readyz`)).status).toBe(200);
});

test('a server that answers before it has synced is not called power-safe', async () => {
  const fresh = await freshDatabase();
  const pool = openPool(fresh.url, { max: 1, options: '-c synchronous_commit=off' });
  expect((await durabilityOf(pool)).settings).toMatchObject({ synchronous_commit: 'off' });
  await pool.end();
  const set = (fsync: string, sync: string) =>
    durabilityOf({
      query: async () => ({
        rows: [
          { name: 'fsync', setting: fsync },
          { name: 'synchronous_commit', setting: sync },
          { name: 'full_page_writes', setting: 'on' },
        ],
      }),
    } as never);
  expect((await set('on', 'off')).mode).toBe('crash-safe');
  expect((await set('off', 'on')).mode).toBe('unsafe');
  expect((await set('on', 'remote_apply')).mode).toBe('power-safe');
  await fresh.drop();
});

test('event-loop delay is measured, without the monitor’s own interval', async () => {
  const lag = openLoopLag();
  await new Promise((resolve) => setTimeout(resolve, 200));
  const blockFrom = performance.now();
  while (performance.now() - blockFrom < 400);
  await until('seen', () => lag.now().max > 300);
  lag.stop();
});
