import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openServer, type OpenServer } from '#server/app.ts';
import type { ServerOptions } from '#server/app/foundation.ts';
import { readConfig } from '#server/config.ts';
import { demoClock, type DemoClock } from '#server/demo/demo-clock.ts';
import { fillDemo } from '#server/demo/fill.ts';
import { freshDatabase } from './database.ts';
import { scaledEnv } from './scaled.ts';
import { running, testNow } from './test-clock.ts';

export interface TestServer {
  readonly server: OpenServer;
  readonly clock: DemoClock;
  readonly url: string;
  readonly databaseUrl: string;
  readonly faults: unknown[];
  /** Signs a demo account in; `call` acts as it. */
  signIn(loginId: string): Promise<Person>;
  close(): Promise<void>;
}

export interface Person {
  readonly cookie: string;
  readonly token: string;
  readonly empId: number;
  /** The same session at another address: another node, or the same server after a restart. */
  at(url: string): Person;
  get(path: string): Promise<{ status: number; body: any }>;
  send(
    method: string,
    path: string,
    body?: unknown,
    headers?: Readonly<Record<string, string>>,
  ): Promise<{ status: number; body: any; headers: Headers }>;
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

const demoTemplate = (realTime: boolean) => ({
  name: realTime ? 'demo_real' : 'demo_fixed',
  async prepare(url: string) {
    const clock = realTime ? demoClock(undefined, running) : demoClock(testNow);
    // A witness of seals belongs to one store.
    const DATA_DIR = mkdtempSync(join(tmpdir(), 'ops-template-'));
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
    rmSync(DATA_DIR, { recursive: true, force: true });
  },
});

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
  const fresh = options.databaseUrl ? null : await freshDatabase(demoTemplate(options.realTime ?? false));
  const databaseUrl = options.databaseUrl ?? fresh!.url;
  const dataDir = mkdtempSync(join(tmpdir(), 'ops-server-'));
  const clock = options.clock ?? (options.realTime ? demoClock(undefined, running) : demoClock(testNow));
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
    async close() {
      await server.close();
      await fresh?.drop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

export async function signIn(url: string, loginId: string, password = 'Demo@1234'): Promise<Person> {
  const response = await fetch(`${url}/employee/api/v2/SignIn/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ loginId, password }),
  });
  const body = (await response.json()) as { authtoken: string; empid: number; code?: string };
  if (response.status !== 200)
    throw new Error(`${loginId} could not sign in: ${response.status} ${JSON.stringify(body)}`);
  const cookie = response.headers
    .getSetCookie()
    .map((one) => one.split(';', 1)[0]!)
    .join('; ');
  return personOf(url, cookie, body.authtoken, Number(body.empid));
}

function personOf(url: string, cookie: string, token: string, empId: number): Person {
  const send: Person['send'] = async (method, path, content, headers = {}) => {
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
  return {
    cookie,
    token,
    empId,
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
