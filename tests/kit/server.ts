import { randomUUID } from 'node:crypto';
import { cpSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { openServer, type OpenServer } from '#server/app.ts';
import type { ServerOptions } from '#server/app/foundation.ts';
import { readConfig } from '#server/config.ts';
import type { DemoClock } from '#server/demo/demo-clock.ts';
import { fillDemo } from '#server/demo/fill.ts';
import { freshDatabase, type Template } from './database.ts';
import { runFolder } from './run-folder.ts';
import { madeForTheRun } from './run-socket.ts';
import { temporaryFolder } from './folder.ts';
import { hung } from './patience.ts';
import { scaledEnv } from './scaled.ts';
import { fixedClock, runningClock, runningFrom, testNow, type TestClock } from './test-clock.ts';

export interface TestServer {
  readonly server: OpenServer;
  readonly clock: DemoClock;
  readonly url: string;
  readonly databaseUrl: string;
  readonly faults: unknown[];
  /** Signs a demo account in; `call` acts as it. */
  signIn(loginId: string): Promise<Person>;
  /**
   * It is `ms` later, and what became due by then is done: windows of undo, leases, times of policies. Open pages learn the time with the next
   * frame: at once where something followed, otherwise with the next heartbeat.
   */
  pass(ms: number): Promise<void>;
  close(): Promise<void>;
}

type Ask = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Readonly<Record<string, string>>,
) => Promise<{ status: number; body: any; headers: Headers }>;

export interface Person {
  readonly cookie: string;
  readonly token: string;
  readonly empId: number;
  /** The same session at another address: another node, or the same server after a restart. */
  at(url: string): Person;
  get(path: string): Promise<{ status: number; body: any }>;
  /** Asks until the server has room for it, as the console does. */
  send: Ask;
  /** Asks once: also when the answer is that there is no room at this moment. */
  ask: Ask;
  /** Sends a command, with a fresh idempotency key unless one is given. */
  command(
    stream: string,
    command: string,
    input?: unknown,
    more?: { key?: string; version?: number },
  ): Promise<{ status: number; body: any }>;
}

export interface TestServerOptions {
  /** The directory that really holds the data, if it is not the configured one. */
  readonly dataDir?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** Uses an existing database, for a second node or a restart. */
  readonly databaseUrl?: string;
  /** A clock of the test's own, which may jump. */
  readonly clock?: DemoClock;
  /** A running clock instead of the fixed one. */
  readonly realTime?: boolean;
  readonly more?: ServerOptions['more'];
}

/** The demo organisation up to an instant: that at which every server wakes up, or the one at which running clocks begin. */
export function demoTemplate(name: string): Template {
  const from = /^demo_from_(\d+)$/.exec(name)?.[1];
  if (from === undefined && name !== 'demo_now') throw new Error(`There is no template ${name}.`);
  return {
    name,
    async prepare(url: string) {
      const clock = from === undefined ? runningClock() : fixedClock(Number(from));
      // A witness of seals belongs to one store.
      const DATA_DIR = temporaryFolder('ops-template-');
      const server = await openServer({
        config: configOf({ DATA_DIR }, url),
        databaseUrl: url,
        clock,
        version: 'test',
        shared: false,
        onError: (error) => {
          throw error;
        },
      });
      await fillDemo(server, clock);
      await server.close();
      const kept = filesOf(name);
      if (kept !== null) cpSync(join(DATA_DIR, 'files'), kept, { recursive: true });
      rmSync(DATA_DIR, { recursive: true, force: true });
    },
  };
}

/** Where the files of a template lie for the run; a script by itself keeps none. */
function filesOf(name: string): string | null {
  const run = runFolder();
  return run === undefined ? null : join(run, `files-of-${name}`);
}

/** Gives a server that was opened on the demo organisation the demo's files, which are not in the database. */
export function copyDemoFiles({ server }: TestServer): void {
  const kept = filesOf(`demo_from_${testNow}`);
  if (kept === null) throw new Error('The files of the demo belong to a run of tests.');
  cpSync(kept, join(server.dataDir, 'files'), { recursive: true });
}

/** Nodes of one store agree on the time, and so does a server that is opened again. */
const runningClocks = new Map<string, TestClock>();

function clockOf(databaseUrl: string): TestClock {
  const known = runningClocks.get(databaseUrl) ?? runningClock();
  runningClocks.set(databaseUrl, known);
  return known;
}

async function freshDemo(realTime: boolean): Promise<Awaited<ReturnType<typeof freshDatabase>>> {
  const from = realTime ? runningFrom() : testNow;
  const name = from === null ? 'demo_now' : `demo_from_${from}`;
  await madeForTheRun(name);
  return freshDatabase(demoTemplate(name));
}

function configOf(env: Readonly<Record<string, string>>, databaseUrl: string): ReturnType<typeof readConfig> {
  return readConfig({
    NODE_ENV: 'test',
    DEMO: '1',
    DATABASE_URL: databaseUrl,
    PORT: '0',
    LOG_LEVEL: 'silent',
    REQUESTS_PER_SESSION: '10000000',
    REQUESTS_PER_ADDRESS: '10000000',
    ...scaledEnv(),
    ...env,
  } as never);
}

/**
 * A whole server with the demo organisation on a database of its own, listening on a free port of this
 * machine.
 */
export async function openTestServer(options: TestServerOptions = {}): Promise<TestServer> {
  const fresh = options.databaseUrl ? null : await freshDemo(options.realTime ?? false);
  const databaseUrl = options.databaseUrl ?? fresh!.url;
  const dataDir = temporaryFolder('ops-server-');
  const own = options.realTime ? clockOf(databaseUrl) : fixedClock();
  const clock = options.clock ?? own;
  const faults: unknown[] = [];
  const server = await openServer({
    config: configOf({ DATA_DIR: dataDir, ...options.env }, databaseUrl),
    databaseUrl,
    clock,
    version: 'test',
    shared: true,
    onError: (error, where) => void faults.push({ where, error }),
    ...(options.more ? { more: options.more } : {}),
    ...(options.dataDir ? { dataDir: options.dataDir } : {}),
  });
  const url = await server.listen();
  return {
    server,
    clock,
    url,
    databaseUrl,
    faults,
    signIn: (loginId) => signIn(url, loginId),
    async pass(ms) {
      if (options.clock) options.clock.pretend(options.clock.now() + ms);
      else own.ahead(ms);
      await doWhatIsDue(server);
    },
    async close() {
      await server.close();
      await fresh?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Does what the clock has made due, and what follows from that. */
async function doWhatIsDue(server: OpenServer): Promise<void> {
  if (server.config.roles.has('jobs')) {
    await server.leases.tick();
    do await server.settled();
    while ((await server.reactions.sweep()) > 0);
  }
  await server.settled();
}

/** Codes of an answer that says: nothing was done, there is no room at this moment. */
const noRoom: ReadonlySet<unknown> = new Set(['overloaded', 'tooBusy']);

/** Asks again at the time that the answer names, until there is room. */
async function askedUntilThereIsRoom<A extends { status: number; body: any; headers: Headers }>(
  ask: () => Promise<A>,
): Promise<A> {
  for (const from = performance.now(); ;) {
    const answer = await ask();
    if (answer.status !== 503 || !noRoom.has(answer.body?.code) || performance.now() - from > hung.wait)
      return answer;
    await pause(1_000 * Number(answer.headers.get('retry-after') ?? 1));
  }
}

export async function signIn(url: string, loginId: string, password = 'Demo@1234'): Promise<Person> {
  const { status, headers, body } = await askedUntilThereIsRoom(async () => {
    const response = await fetch(`${url}/employee/api/v2/SignIn/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ loginId, password }),
    });
    return {
      status: response.status,
      headers: response.headers,
      body: (await response.json()) as { authtoken: string; empid: number; code?: string },
    };
  });
  if (status !== 200) throw new Error(`${loginId} could not sign in: ${status} ${JSON.stringify(body)}`);
  const cookie = headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0]!)
    .join('; ');
  return personOf(url, cookie, body.authtoken, Number(body.empid));
}

function personOf(url: string, cookie: string, token: string, empId: number): Person {
  const ask: Ask = async (method, path, content, headers = {}) => {
    const answer = await fetch(url + path, {
      method,
      headers: {
        cookie,
        authtoken: token,
        ...(content === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(content === undefined ? {} : { body: JSON.stringify(content) }),
    });
    const text = await answer.text();
    return {
      status: answer.status,
      headers: answer.headers,
      body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
    };
  };
  const send: Ask = (...asked) => askedUntilThereIsRoom(() => ask(...asked));
  return {
    cookie,
    token,
    empId,
    ask,
    send,
    at: (other) => personOf(other, cookie, token, empId),
    get: (path) => send('GET', path),
    command: (stream, command, input = {}, more = {}) => {
      const cut = stream.indexOf('-');
      return send('POST', `/commands/${stream.slice(0, cut)}/${stream.slice(cut + 1)}/${command}`, input, {
        'idempotency-key': more.key ?? randomUUID(),
        ...(more.version === undefined ? {} : { 'if-match': `"${more.version}"` }),
      });
    },
  };
}
