import { serverPages } from '#shared/access/server-pages.ts';
import { randomUUID } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fitting, hostile, spoiled, type Schema } from '#tests/kit/from-schema.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { count, limitFor, seed } from '#tests/kit/tiers.ts';

/**
 * Every operation of /openapi.json, called with values that its schema accepts and values that it does not:
 * the server never answers 5xx, a refusal changes nothing, and every refusal gives its reason in the common
 * shape. A case that once failed is kept in `cases`.
 */
let t: TestServer;
let people: Person[];
beforeAll(async () => {
  t = await openTestServer();
  people = await Promise.all(['admin', 'verifier', 'agent1', 'store'].map((login) => t.signIn(login)));
});
afterAll(() => t?.close());

interface Operation {
  readonly path: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly body: Schema | undefined;
}
interface Call {
  readonly url: string;
  readonly body: unknown;
  readonly as: number;
  readonly version: string | undefined;
}

/** Operations that end the sessions of their caller. */
const endings = new Set([
  'PUT /employee/api/v2/SignIn',
  'PUT /employee/api/v2/SignIn/changepassword',
  'DELETE /access/sessions/{id}',
  'DELETE /access/sessions',
]);

/** A call without an answer for this long is a failure. */
const answeredMs = 20_000;

/** Operations that run in parallel: a call mostly waits, for the store or for a worker. */
const atOnce = 6;

/**
 * The exports of all masters are one route under 99 names, and each file is written by a worker of its own,
 * which takes a hundred times as long as another call: above the small tier's count, each name gets an
 * eighth.
 */
function callsOf({ path }: Operation): number {
  const all = count('fuzzPerOperation');
  return path.startsWith('/masters-export/') ? Math.min(all, Math.max(6, Math.ceil(all / 8))) : all;
}

/** Calls that once failed. */
const cases: readonly {
  readonly method: Operation['method'];
  readonly url: string;
  readonly body?: unknown;
}[] = [
  { method: 'POST', url: '/commands/attendance/arguments/checkIn', body: { lat: 84, lng: -4 } },
  { method: 'POST', url: '/commands/attendance/1-1x/toggleBreak' },
  { method: 'GET', url: '/feeds/queue/signup-queue?at=9999-99-99T99:99:99Z' },
  { method: 'GET', url: '/feeds/queue/signup-queue?at=1&id[]=2' },
  { method: 'GET', url: '/employee/api/v2/employees/%00/' },
  { method: 'GET', url: '/masters-list/productMaster?sort=valueOf' },
  { method: 'GET', url: '/masters-list/allergyMaster?sort=-constructor' },
  { method: 'GET', url: '/masters-list/allergyMaster?sort=9999-99-99T99:99:99Z' },
  { method: 'GET', url: '/outbox?records=1.5' },
  { method: 'POST', url: '/commands/signup/new/start', body: { pooId: 1, applicant: { name: '\u0000' } } },
];

const ids = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom(
      'new',
      '1',
      '101',
      '301',
      '2001',
      'signup-queue-301',
      '1-2026-11-18',
      '1-x',
      'reason-1',
      'queue',
      'signup-queue',
      'en',
      'approvals',
    ),
  },
  {
    weight: 1,
    arbitrary: hostile.map((value) =>
      encodeURIComponent(
        (typeof value === 'string' ? value : (JSON.stringify(value) ?? 'x')).toWellFormed().slice(0, 300),
      ),
    ),
  },
);
const names = [
  'pageNo',
  'records',
  'modifiedSince',
  'at',
  'id',
  'q',
  'search',
  'sort',
  'filter',
  'from',
  'to',
  'status',
  'kind',
  'date',
  'iPooId',
  'vEmpFname',
  'iStatus',
  'columns',
  '__proto__',
  'before',
  'limit',
];
const query = fc
  .array(
    fc.tuple(
      fc.constantFrom(...names),
      fc.oneof(
        fc.constantFrom('0', '1', '100', '2026-11-18', 'asc', 'a,b', '[]', '{"a":1}'),
        hostile.map((value) =>
          (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).toWellFormed().slice(0, 500),
        ),
      ),
    ),
    { maxLength: 3 },
  )
  .map((pairs) => pairs.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&'));

const callOf = ({ path, body }: Operation): fc.Arbitrary<Call> =>
  fc.record({
    url: fc.tuple(fc.array(ids, { minLength: 4, maxLength: 4 }), query).map(([given, requested]) => {
      let n = 0;
      const url = path.replace(/\{\w+\}|\*/g, () => given[(n += 1) - 1]!);
      return requested === '' ? url : `${url}?${requested}`;
    }),
    body: fc.oneof(
      { weight: 5, arbitrary: fitting(body) },
      { weight: 4, arbitrary: spoiled(body) },
      { weight: 1, arbitrary: hostile },
    ),
    as: fc.nat(people.length - 1),
    version: fc.option(fc.constantFrom('"1"', '1', 'W/"3"', '"-1"', 'x', '"9007199254740993"'), {
      nil: undefined,
      freq: 2,
    }),
  });

async function send(
  method: Operation['method'],
  { url, body, as, version }: Call,
): Promise<{ status: number; text: string; type: string; correlationId: string }> {
  const correlationId = randomUUID();
  const person = people[as]!;
  const payload = method === 'GET' ? undefined : (JSON.stringify(body) ?? 'null');
  const answering = t.server.app.inject({
    method,
    url,
    headers: {
      host: new URL(t.url).host,
      cookie: person.cookie,
      authtoken: person.token,
      'idempotency-key': randomUUID(),
      'x-correlation-id': correlationId,
      ...(version === undefined ? {} : { 'if-match': version }),
      ...(payload === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(payload === undefined ? {} : { payload }),
  });
  let late: NodeJS.Timeout | undefined;
  const answer = await Promise.race([
    answering,
    new Promise<never>((_, reject) => {
      late = setTimeout(
        () =>
          reject(
            new Error(
              `${method} ${url.slice(0, 300)} as ${as} was not answered within ${answeredMs / 1_000} s.`,
            ),
          ),
        answeredMs,
      );
    }),
  ]).finally(() => clearTimeout(late));
  return {
    status: answer.statusCode,
    text: answer.body,
    type: String(answer.headers['content-type']),
    correlationId,
  };
}

/** Pages for people outside: a refusal is a page too. */
const pages = new Set([...serverPages].map((path) => path.replace(/:(\w+)/g, '{$1}')));

async function operations(): Promise<Operation[]> {
  const { paths } = (await (await fetch(`${t.url}/openapi.json`)).json()) as {
    paths: Record<string, Record<string, any>>;
  };
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .map(([method, one]): Operation => ({
        path,
        method: method.toUpperCase() as Operation['method'],
        body: one.requestBody?.content['application/json'].schema as Schema | undefined,
      }))
      .filter((one) => !endings.has(`${one.method} ${one.path}`) && one.path !== '/ws/feeds'),
  );
}

test(
  `fuzz: every route and every command, ${count('fuzzPerOperation')} calls each`,
  async () => {
    const all = await operations();
    expect(all.length).toBeGreaterThan(200);
    const refused: string[] = [];
    const statuses = new Map<number, number>();
    const before = process.memoryUsage().heapUsed;
    const wrong: string[] = [];
    let calls = 0;
    const play = async (one: Operation, nth: number): Promise<void> => {
      const found = await fc.check(
        fc.asyncProperty(callOf(one), async (call) => {
          // Answers that wait for nothing would follow each other without yielding to the event loop, and
          // those that wait would never arrive.
          await nextTurn();
          const answer = await send(one.method, call);
          statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
          const what = `${one.method} ${call.url.slice(0, 300)} as ${call.as}`;
          expect(answer.status, `${what}: ${answer.text.slice(0, 300)}`).toBeLessThan(500);
          if (answer.status < 400) return;
          if (pages.has(one.path)) {
            expect(answer.type, what).toContain('text/html');
            return;
          }
          refused.push(answer.correlationId);
          expect(answer.type, what).toContain('application/json');
          expect(JSON.parse(answer.text), what).toMatchObject({
            code: expect.stringMatching(/^\w+$/),
            message: expect.stringMatching(/\S/),
            correlationId: expect.any(String),
          });
          expect(answer.text, what).not.toMatch(/node_modules|at .*\.ts:|postgres|syntax error/i);
        }),
        // Each has a generator of its own: otherwise the same person would call all of them first.
        { numRuns: callsOf(one), seed: seed() + nth, endOnFailure: true },
      );
      calls += found.numRuns;
      if (found.failed)
        wrong.push(
          `${String((found.errorInstance as Error | null)?.message).slice(0, 900)} with ${JSON.stringify(found.counterexample).slice(0, 1_500)}`,
        );
    };
    let next = 0;
    const playNext = async (): Promise<void> => {
      for (let nth = next++; nth < all.length; nth = next++) await play(all[nth]!, nth);
    };
    await Promise.all(Array.from({ length: atOnce }, playNext));
    expect(wrong).toEqual([]);
    // A caller who lost their session on the way would be refused everywhere.
    expect((statuses.get(401) ?? 0) / calls).toBeLessThan(0.05);
    await t.server.settled();
    const written = await t.server.pool.query<{ type: string; body: string }>(
      "select type, body from events where (body::jsonb->>'correlationId') = any($1)",
      [refused],
    );
    // A refusal changes nothing, but may itself be recorded.
    expect(written.rows.filter((row) => !/Denied|Refused|Failed/.test(row.type))).toEqual([]);
    expect(t.faults).toEqual([]);
    expect((process.memoryUsage().heapUsed - before) / 1048576).toBeLessThan(400);
    console.log(
      `${all.length} operations, ${calls} calls: ${JSON.stringify(Object.fromEntries([...statuses].toSorted(([a], [b]) => a - b)))}`,
    );
  },
  limitFor('fuzzPerOperation'),
);

test('fuzz: the calls that once failed', async () => {
  for (const { method, url, body } of cases) {
    const answer = await send(method, { url, body: body ?? {}, as: 0, version: undefined });
    expect(answer.status, `${method} ${url}: ${answer.text.slice(0, 200)}`).toBeLessThan(500);
    if (answer.status >= 400)
      expect(JSON.parse(answer.text), url).toMatchObject({
        code: expect.stringMatching(/^\w+$/),
        correlationId: answer.correlationId,
      });
  }
  expect(t.faults).toEqual([]);
});

test('fuzz: nobody creates a numbered record under a key of their own, and all lists stay readable', async () => {
  const as = { as: 0, version: undefined };
  const made: number[] = [];
  for (const key of ['1-x', '99999999999-1', 'x', '77777']) {
    const role = { vRoleName: `Role ${key}`, permissionGroupsList: [] };
    made.push((await send('POST', { url: `/commands/role/${key}/createRole`, body: role, ...as })).status);
    made.push(
      (await send('POST', { url: `/commands/master/reason-${key}/create`, body: { fields: {} }, ...as }))
        .status,
    );
  }
  expect(made).toEqual(made.map(() => 404));
  const role = { vRoleName: 'Role of a number', permissionGroupsList: [] };
  expect((await send('POST', { url: '/commands/role/new/createRole', body: role, ...as })).status).toBe(200);
  const listed = await send('GET', { url: '/masters-list/allergyMaster', body: undefined, ...as });
  expect(listed.status, listed.text.slice(0, 200)).toBe(200);
  expect(t.faults).toEqual([]);
});

const paths = fc.oneof(
  fc.webPath(),
  fc
    .array(
      fc.constantFrom(
        '..',
        '.',
        '%2e%2e',
        '%2f',
        '%5c',
        '%00',
        '%c0%af',
        '%ff',
        '．．',
        'feeds',
        'queue',
        'commands',
        'access',
        ';x=1',
        '%25',
        '*',
        'a'.repeat(300),
      ),
      { maxLength: 8 },
    )
    .map((parts) => `/${parts.join('/')}`),
  fc.string({ unit: 'binary', maxLength: 40 }).map((text) => `/${encodeURI(text.toWellFormed())}`),
  fc.constantFrom(
    `/${'a'.repeat(8_000)}`,
    '/access/me?a[__proto__]=1&a[b][c]=2',
    '/access/me?orgId=1&orgId=2',
    '/access/me?orgId[]=1',
    '//access//me',
    '/access/me#x',
    '/?%',
  ),
);
test(
  `fuzz: ${count('fuzzPaths')} random addresses`,
  async () => {
    await fc.assert(
      fc.asyncProperty(
        paths,
        fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'),
        async (url, method) => {
          const answer = await t.server.app.inject({
            method: method as 'GET',
            url: `/${encodeURI(decodeLoosely(url)).replace(/^\/(?!\/)/, '')}`,
            headers: { host: new URL(t.url).host },
          });
          expect(answer.statusCode, `${method} ${url}`).toBeLessThan(500);
          if (answer.statusCode === 200 && method !== 'OPTIONS')
            expect(String(answer.headers['content-type'] ?? ''), `${method} ${url}`).not.toMatch(/json/);
        },
      ),
      { numRuns: count('fuzzPaths'), seed: seed() },
    );
    expect(({} as { b?: unknown }).b).toBeUndefined();
    expect(t.faults).toEqual([]);
  },
  limitFor('fuzzPaths'),
);

/** Keeps escapes as they are, and turns the rest into an address that a client can send. */
function decodeLoosely(url: string): string {
  try {
    return decodeURI(url);
  } catch {
    // Invalid escapes are sent unchanged.
    return url.replaceAll('%', '%25');
  }
}
