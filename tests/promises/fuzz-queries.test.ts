import { randomUUID } from 'node:crypto';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sampled, whole } from '#tests/kit/sampled.ts';
import { allDocuments, allMasters, allReports } from '#server/core/registers.ts';
import { openTestServer, type Person, type TestServer } from '#tests/kit/server.ts';
import { limitFor } from '#tests/kit/tiers.ts';

/**
 * Every parameter that a route reads from its query, with values that make no sense, beside others that do. Which ones a route reads is seen
 * while it reads them, so a new parameter is tried without being listed here.
 */
const handling = 'tracing:fastify.request.handler:start';
/** Stands for all names, where a route goes through them. */
const everyName = '*';
/** What was read of each request's query, by its correlation id. */
const read = new Map<string, Set<string>>();

const watch = (message: unknown): void => {
  const { request } = message as { request: { correlationId: string; query: object } };
  const names = new Set<string>();
  read.set(request.correlationId, names);
  const note = (name: string | symbol): void => {
    if (typeof name === 'string' && !(name in Object.prototype)) names.add(name);
  };
  request.query = new Proxy(request.query, {
    get: (query, name, receiver) => (note(name), Reflect.get(query, name, receiver) as unknown),
    has: (query, name) => (note(name), Reflect.has(query, name)),
    ownKeys: (query) => (names.add(everyName), Reflect.ownKeys(query)),
  });
};

let t: TestServer;
let admin: Person;
beforeAll(async () => {
  t = await openTestServer();
  admin = await t.signIn('admin');
  const { rows } = await t.server.pool.query<{ stream: string }>(
    "select stream from events where name = 'chatroom' limit 1",
  );
  parts['room'] = rows.map(({ stream }) => stream.slice('chatroom-'.length));
  const { body } = await admin.get(`/documents-rows/${document}`);
  parts['id'] = [
    ...parts['id']!,
    ...body.rows.slice(0, 1).map(({ id }: { id: string | number }) => String(id)),
  ];
  subscribe(handling, watch);
});
afterAll(() => {
  unsubscribe(handling, watch);
  return t?.close();
});

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Query = Readonly<Record<string, string>>;
interface Answer {
  readonly status: number;
  readonly text: string;
  readonly read: ReadonlySet<string>;
}
const written = (query: Query): string => {
  const text = new URLSearchParams(query).toString();
  return text === '' ? '' : `?${text}`;
};
/** Answers that there is no room at this moment are no answers to the question. */
async function call(method: Method, path: string, query: string): Promise<Answer> {
  for (;;) {
    const answer = await callOnce(method, path, query);
    if (answer.status !== 503 || !answer.text.includes('"overloaded"')) return answer;
    await nextTurn();
  }
}
async function callOnce(method: Method, path: string, query: string): Promise<Answer> {
  const id = randomUUID();
  const { statusCode: status, body: text } = await t.server.app.inject({
    method,
    url: path + query,
    headers: {
      ...{ host: new URL(t.url).host, cookie: admin.cookie, authtoken: admin.token },
      ...{ 'idempotency-key': randomUUID(), 'x-correlation-id': id },
      ...(method === 'GET' ? {} : { 'content-type': 'application/json' }),
    },
    ...(method === 'GET' ? {} : { payload: '{}' }),
  });
  const names = read.get(id) ?? new Set<string>();
  read.delete(id);
  return { status, text, read: names };
}

const document = allDocuments()[0]!.name;
const report = allReports().find(({ filters }) => filters.some(({ kind }) => kind === 'choice'))!;
const referring = allMasters().find(({ fields }) => fields.some(({ kind }) => kind === 'reference'))!;
/** What stands for a part of a path, tried one after the other; records of the demo are added to it. */
const parts: Record<string, readonly string[]> = {
  id: ['1', '101', '301', '2001', '5001'],
  group: ['queue'],
  name: ['signup-queue', 'holidaymaster', encodeURIComponent(referring.name), report.name, document],
  field: [referring.fields.find(({ kind }) => kind === 'reference')!.name],
  column: report.filters.flatMap((one) => (one.kind === 'choice' ? [one.name] : [])),
  subject: ['lead-1'],
  language: ['en'],
  kind: ['diagnosis'],
};
const fallback = ['1'];
/** The path with everything that may stand for its parts. */
function pathsOf(path: string): readonly string[] {
  const [part, name = ''] = /\{(\w+)\}/.exec(path) ?? [];
  if (part === undefined) return [path];
  const all = parts[name] ?? [];
  return (all.length > 0 ? all : fallback).flatMap((one) => pathsOf(path.replace(part, one)));
}

/** Values that somebody who wants the route to answer would send. */
const sensible = [
  ...['1', '2026-11-18', '2026-11', '2026-11-18T05:00:00Z', 'en', 'pdf', 'csv', 'customer', 'lead', '0'],
  ...['signup-1', '5550140301', 'Masters/emplist:view', 'pharmacist', 'ab'],
];

/** One more than the database numbers records. */
const beyond = '2147483648';
/** Values of which no parameter can make anything; they are not all wrong for each. */
const odd = [
  ...['', ' ', 'abc', '-1', '1.5', '1e309', '0x1F', '9'.repeat(30), beyond, '9223372036854775808'],
  ...['0000', '2026-02-30', '9999-99-99T99:99:99Z', '+275760-09-13T00:00:00Z', '-000001-01-01T00:00:00Z'],
  ...['["x","1"]', '{"a":1}', '[[],{}]', '[null,null]', 'null', '{"updatedAt":{"op":"gte","value":"abc"}}'],
  ...['__proto__', 'constructor', 'toString', "' or 1=1 --", '%', '_', '\\', '../../etc/passwd'],
  ...['\u202e', '\ufffd', '\u0007', '\n', '😀'.repeat(60), 'x'.repeat(3_000), '1,'.repeat(500), ',', 'a-1'],
];

interface Operation {
  readonly method: Method;
  readonly path: string;
  /** Parameters that are described: a route that goes through all names reads none by its name. */
  readonly described: readonly string[];
}
interface Known {
  readonly method: Method;
  readonly path: string;
  readonly query: Query;
  readonly names: ReadonlySet<string>;
  readonly status: number;
  /** How many parameters were read with this path and query. */
  readonly read: number;
}

/** Looks for a path and a query with which the route answers, and so for what it reads. */
async function explore({ method, path, described }: Operation): Promise<Known> {
  const names = new Set(described);
  const known: Known[] = [];
  for (const at of pathsOf(path)) {
    const tried = new Map<string, number>();
    const query: Record<string, string> = {};
    for (;;) {
      const { status, text, read: found } = await call(method, at, written(query));
      for (const name of found) names.add(name);
      const field = status === 400 ? namedBy(text, found) : undefined;
      const next = tried.get(field ?? '') ?? 0;
      if (field === undefined || next >= sensible.length) {
        known.push({ method, path: at, query, names, status, read: found.size });
        break;
      }
      query[field] = sensible[next]!;
      tried.set(field, next + 1);
    }
    if (known.at(-1)!.status < 400) break;
  }
  const best = known.toSorted((a, b) => b.read - a.read || a.status - b.status)[0]!;
  const fields = allMasters().find((def) =>
    best.path.split('/').includes(encodeURIComponent(def.name)),
  )?.fields;
  if (names.delete(everyName)) for (const { name } of fields ?? []) names.add(name);
  return best;
}
/** The parameter that a refusal names. */
function namedBy(text: string, among: ReadonlySet<string>): string | undefined {
  const { field, details } = JSON.parse(text) as { field?: string; details?: { label?: string } };
  return [field, details?.label].find((name) => name !== undefined && among.has(name));
}

const atOnce = 6;
async function ofAll<T, R>(all: readonly T[], work: (one: T, at: number) => Promise<R>): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const go = async (): Promise<void> => {
    for (let at = next++; at < all.length; at = next++) results[at] = await work(all[at]!, at);
  };
  await Promise.all(Array.from({ length: atOnce }, go));
  return results;
}

/** Calls that end the sessions of whoever makes them. */
const endings = /^(PUT|DELETE) \/(employee\/api\/v2\/SignIn|access\/sessions)/;

/** Some values of all, other ones for each parameter. */
const someOf = (at: number, most: number): readonly string[] =>
  odd.filter((_value, n) => (n + at) % Math.ceil(odd.length / most) === 0);

test(
  'fuzz: no parameter of any query makes a route fail',
  async () => {
    const { paths } = (await (await fetch(`${t.url}/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { parameters?: { name: string; in: string }[] }>>;
    };
    const routes = t.server.app.routes.map(({ url, method }) => ({
      url,
      is: new RegExp(`^${method} ${url.replace(/:\w+/g, '[^/]+').replaceAll('*', '.*')}$`),
    }));
    const routeOf = ({ method, path }: Operation): string =>
      `${method} ${routes.find(({ is }) => is.test(`${method} ${path}`))?.url ?? path}`;
    const operations = Object.entries(paths)
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, { parameters = [] }]): Operation => ({
          method: method.toUpperCase() as Method,
          path,
          described: parameters.filter((one) => one.in === 'query').map(({ name }) => name),
        })),
      )
      .filter(
        (one) =>
          !one.path.startsWith('/commands/') &&
          one.path !== '/ws/feeds' &&
          !endings.test(`${one.method} ${one.path}`),
      );
    const known = await ofAll(sampled(operations, routeOf, 40), async (one) => ({
      ...(await explore(one)),
      route: routeOf(one),
    }));
    const found = new Map(
      [...Map.groupBy(known, ({ route }) => route)].map(([route, those]) => [
        route,
        new Set(those.flatMap(({ names }) => [...names])),
      ]),
    );
    for (const [route, name] of [
      ['GET /feeds/:group/:name', 'at'],
      ['GET /masters-list/:name', 'filter'],
      ['GET /masters-duplicates/:name', 'pooIds'],
      ['GET /masters/api/v2/labmaster', 'vLabName'],
      ['GET /reports-rows/:name', 'after'],
      ['GET /documents-rows/:name', 'poo'],
      ['GET /stock-products', 'supplier'],
      ['GET /visit-names', 'ids'],
      ['POST /file', 'for'],
    ] as const)
      expect([route, [...(found.get(route) ?? [])]]).toEqual([route, expect.arrayContaining([name])]);
    const seen = new Set<string>();
    const wrong: string[] = [];
    let calls = 0;
    const pairs = known.flatMap((one) => [...one.names].map((name) => ({ one, name })));
    await ofAll(pairs, async ({ one: { method, path, query, route }, name }, at) => {
      const isFirst = seen.size !== seen.add(`${route} ${name}`).size;
      for (const value of whole && isFirst ? odd : [beyond, ...someOf(at, whole ? 2 : 1)]) {
        const asked = written({ ...query, [name]: value });
        for (const url of [asked, ...(isFirst ? [`${asked}&${name}=1`] : [])]) {
          calls += 1;
          const { status, text } = await call(method, path, url);
          if (status >= 500) wrong.push(`${method} ${path}${url.slice(0, 300)}: ${text.slice(0, 200)}`);
        }
      }
    });
    console.log(`${known.length} operations, ${pairs.length} parameters, ${calls} calls`);
    expect(wrong).toEqual([]);
    expect(t.faults).toEqual([]);
  },
  limitFor('fuzzPerOperation'),
);
