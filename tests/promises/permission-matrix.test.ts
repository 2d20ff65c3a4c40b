import { randomUUID } from 'node:crypto';
import { io } from 'socket.io-client';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import WebSocket from 'ws';
import { allMasters, allStreams } from '#server/core/registers.ts';
import { openTestServer, type TestServer } from '#tests/kit/server.ts';
import { hung } from '#tests/kit/patience.ts';
import { expected, type Expected } from '#tests/kit/permission-oracle.ts';
import { listedAdmin, openPrincipals, type Tried } from '#tests/kit/principals.ts';
import { whole } from '#tests/kit/sampled.ts';

/**
 * `npm run matrix` tries everything for everyone. Other runs try a route for a third of the people and the next route for another third;
 * the gate tries routes, masters, commands and feeds for a ninth, and each for one who may and for one who may not besides.
 */
const matrix = process.env['MATRIX'] === 'all';
if (matrix) vi.setConfig({ testTimeout: 6 * hung.test });
const ofRoutes = matrix ? 1 : whole ? 3 : 9;
const ofOthers = whole ? 1 : 9;
function someOf(at: number, share: number, want: (who: Tried) => Expected): Tried[] {
  if (share === 1) return principals;
  const one = (wanted: (want: Expected) => boolean): Tried | undefined => {
    const all = principals.filter((who) => who.signedIn && wanted(want(who)));
    return all[at % all.length];
  };
  const besides = whole ? [] : [one((verdict) => verdict === 'open'), one((verdict) => verdict === 403)];
  return principals.filter((who, n) => (n + at) % share === 0 || besides.includes(who));
}

type Feed = TestServer['server']['feeds'] extends ReadonlyMap<string, infer F> ? F : never;

let test: TestServer;
let principals: Tried[];
beforeAll(async () => {
  test = await openTestServer({ env: { ADMIN_EMPLOYEE_IDS: String(listedAdmin) } });
  principals = await openPrincipals(test);
});
afterAll(async () => {
  await test.close();
});

interface Answer {
  readonly statusCode: number;
  readonly body: string;
}

/** A route may refuse more than its declared need (own rows, admin only), never less; these do. */
const refusedFiner = (answer: Answer): boolean => answer.statusCode === 403 || answer.statusCode === 401;

function leaks(answer: Answer): string[] {
  const known = new Set(['code', 'message', 'field', 'line', 'details', 'correlationId']);
  return Object.keys(JSON.parse(answer.body) as object).filter((key) => !known.has(key));
}

async function request(method: string, url: string, who: Tried): Promise<Answer> {
  const answer = await test.server.app.inject({
    method: method as 'GET',
    url,
    headers: { host: 'console.test', 'idempotency-key': randomUUID(), ...who.headers },
    ...(method === 'GET' || method === 'DELETE' ? {} : { payload: { nonsense: true } }),
  });
  return { statusCode: answer.statusCode, body: answer.body };
}

function verdict(answer: Answer, want: Expected): string | null {
  if (want === 401)
    return answer.statusCode === 401 && leaks(answer).length === 0
      ? null
      : `expected 401, got ${answer.statusCode} ${answer.body.slice(0, 120)}`;
  if (want === 403)
    return answer.statusCode === 403 && leaks(answer).length === 0
      ? null
      : `expected 403, got ${answer.statusCode} ${answer.body.slice(0, 120)}`;
  return answer.statusCode === 401
    ? `expected to pass, got ${answer.statusCode} ${answer.body.slice(0, 120)}`
    : null;
}

describe('every route for everyone', () => {
  it('HTTP: the declared need of a route is enforced for each principal, with each method', async () => {
    const routes = test.server.app.routes.filter(
      (route) => route.need !== 'machine' && !route.url.includes('*'),
    );
    expect(routes.length).toBeGreaterThan(40);
    const wrong: string[] = [];
    let finer = 0;
    for (const [at, route] of routes.entries()) {
      const url = route.url.replace(
        /:(\w+)/g,
        (_whole, name: string) =>
          ({
            aggregate: 'role',
            command: 'retireRole',
            group: 'queue',
            name: 'signup-queue',
            language: 'en',
            file: 'employee.json',
          })[name] ?? '999999999',
      );
      const wanted = (who: Tried): Expected => expected(who, route.need as string | readonly string[]);
      for (const who of someOf(at, ofRoutes, wanted)) {
        const want = wanted(who);
        if (route.url === '/access/second-factor/enrol' && !who.signedIn) continue;
        const answer = await request(
          route.method,
          url,
          route.url.startsWith('/employee/api/v2/SignIn') && route.method === 'PUT'
            ? { ...who, headers: { ...who.headers } }
            : who,
        );
        const problem = verdict(answer, want);
        if (problem) wrong.push(`${route.method} ${route.url} as ${who.name}: ${problem}`);
        if (want === 'open' && route.need !== 'public' && refusedFiner(answer)) finer += 1;
      }
    }
    expect(wrong).toEqual([]);
    expect(finer).toBeGreaterThan(0);
  });

  it('masters: every list, record, history and file requires that master’s own right', async () => {
    const wrong: string[] = [];
    for (const [at, def] of allMasters().entries()) {
      const wanted = (who: Tried): Expected => (who.device ? 403 : expected(who, def.need('view')));
      for (const who of someOf(at, ofRoutes, wanted)) {
        const want = wanted(who);
        const urls = [
          `/masters-list/${def.name}`,
          `/masters-record/${def.name}/999999999`,
          `/masters-record/${def.name}/999999999/history`,
          `/masters-record/${def.name}/999999999/used-by`,
          `/masters-duplicates/${def.name}`,
          ...(want === 'open' ? [] : [`/masters-export/${def.name}`]),
        ];
        for (const url of urls.map((one) =>
          one.replace('&', '%26').replace(/(dsa-verification|reviewerType)\/(\d)/, '$1%2F$2'),
        )) {
          const answer = await request('GET', url, who);
          const problem = verdict(answer, want);
          if (problem || (want === 'open' && answer.statusCode === 403))
            wrong.push(`${url} as ${who.name}: ${problem ?? answer.body.slice(0, 120)}`);
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(allMasters().length).toBeGreaterThan(50);
  });

  it('commands: every command of every stream checks its need before anything else', async () => {
    const wrong: string[] = [];
    let cells = 0;
    let at = 0;
    for (const stream of allStreams().values()) {
      for (const [name, command] of Object.entries(stream.commands)) {
        const wanted = (who: Tried): Expected =>
          who.device ? 403 : expected(who, command.need as string | readonly string[]);
        at += 1;
        for (const who of someOf(at, ofOthers, wanted)) {
          const want = wanted(who);
          const answer = await request('POST', `/commands/${stream.name}/999999999/${name}`, who);
          cells += 1;
          const problem = verdict(answer, want);
          if (problem) wrong.push(`${stream.name}/${name} as ${who.name}: ${problem}`);
          else if (
            want === 'open' &&
            answer.statusCode === 403 &&
            (JSON.parse(answer.body) as { code: string }).code === 'forbidden'
          )
            wrong.push(
              `${stream.name}/${name} as ${who.name}: forbidden although ${JSON.stringify(command.need)} is held`,
            );
        }
      }
    }
    expect(wrong).toEqual([]);
    expect(cells).toBeGreaterThan(500);
  });

  /** The feeds that are opened by this person, and what is expected of each. */
  const feedsOf = (who: Tried, wanted: (who: Tried, feed: Feed) => Expected): [Feed, Expected][] =>
    [...test.server.feeds.values()].flatMap((feed, at): [Feed, Expected][] =>
      someOf(at, ofOthers, (one) => wanted(one, feed)).includes(who) ? [[feed, wanted(who, feed)]] : [],
    );
  const declared = (who: Tried, feed: Feed): Expected =>
    feed.looks && who.signedIn ? 403 : expected(who, feed.need as string | readonly string[]);

  it('feeds over Socket.IO: opened by those who may, refused with a reason to all others', async () => {
    const wrong: string[] = [];
    for (const who of principals.filter((one) => !one.device)) {
      const socket = io(test.url, {
        transports: ['websocket'],
        reconnection: false,
        forceNew: true,
        extraHeaders: who.headers.cookie ? { cookie: who.headers.cookie } : {},
        auth: { authtoken: who.headers.authtoken ?? '' },
      });
      const connected = await new Promise<boolean>((resolve) => {
        socket.on('connect', () => resolve(true));
        socket.on('connect_error', () => resolve(false));
      });
      if (connected !== who.signedIn) wrong.push(`${who.name}: connected ${connected}`);
      if (connected)
        for (const [feed, wanted] of feedsOf(who, declared)) {
          const want = wanted === 'open';
          const opened = (await socket.timeout(hung.wait).emitWithAck('feed:open', { feed: feed.name })) as {
            ok: boolean;
            rows?: unknown;
            code?: string;
          };
          if (opened.ok !== want)
            wrong.push(`${feed.name} as ${who.name}: ${JSON.stringify(opened).slice(0, 120)}`);
          if (!want && 'rows' in opened) wrong.push(`${feed.name} as ${who.name}: rows in a refusal`);
        }
      socket.close();
    }
    expect(wrong).toEqual([]);
  });

  it('feeds over raw WebSocket, including walls: only boards made for walls', async () => {
    const wrong: string[] = [];
    for (const who of principals) {
      const ws = new WebSocket(`${test.url.replace('http', 'ws')}/ws/feeds`, {
        headers: who.headers.cookie ? { cookie: who.headers.cookie } : {},
      });
      const inbox: { type: string; ref?: unknown; ok?: boolean; rows?: unknown }[] = [];
      let closed = false;
      let wake = (): void => undefined;
      ws.on('message', (data: Buffer) => {
        inbox.push(JSON.parse(data.toString()) as never);
        wake();
      });
      ws.on('close', () => {
        closed = true;
        wake();
      });
      const until = async (found: () => boolean): Promise<void> => {
        while (!found() && !closed)
          await new Promise<void>((resolve) => {
            wake = resolve;
          });
      };
      await new Promise((resolve) => ws.once('open', resolve));
      ws.send(JSON.stringify({ type: 'hello', authtoken: who.headers.authtoken ?? 'none' }));
      await until(() => inbox.some((frame) => frame.type === 'hello' || frame.type === 'error'));
      const inside = inbox.some((frame) => frame.type === 'hello');
      if (inside !== who.signedIn) wrong.push(`${who.name}: inside ${inside}`);
      if (inside) {
        const feeds = feedsOf(who, (one, feed) =>
          one.device && feed.wall !== true ? 403 : declared(one, feed),
        );
        for (const [{ name }] of feeds) ws.send(JSON.stringify({ type: 'feed:open', feed: name, ref: name }));
        await until(() => inbox.filter((frame) => frame.type === 'feed:opened').length === feeds.length);
        for (const [feed, wanted] of feeds) {
          const want = wanted === 'open';
          const opened = inbox.find((frame) => frame.type === 'feed:opened' && frame.ref === feed.name);
          if (opened?.ok !== want)
            wrong.push(`${feed.name} as ${who.name}: ${JSON.stringify(opened).slice(0, 120)}`);
          if (!want && opened && 'rows' in opened)
            wrong.push(`${feed.name} as ${who.name}: rows in a refusal`);
        }
      }
      ws.close();
    }
    expect(wrong).toEqual([]);
  });
});
