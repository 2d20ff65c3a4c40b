import type { Event } from '#shared/core/event.ts';
import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import fastify, { type FastifyInstance, type InjectOptions, type LightMyRequestResponse } from 'fastify';
import type pg from 'pg';
import { accessRoutes } from '#server/access/access-routes.ts';
import { accessViews } from '#server/access/directory-views.ts';
import { openAccess, type OpenAccess } from '#server/access/open.ts';
import { demoAccounts } from '#server/demo/accounts.ts';
import { demoPeople } from '#server/demo/people.ts';
import { commandRoutes } from '#server/http/commands.ts';
import type { ServerParts } from '#server/core/parts.ts';
import { frameHttp, type HttpParts } from '#server/http/every-request.ts';
import { openHandle } from '#server/store/handle.ts';
import { openLog } from '#server/store/log.ts';
import { migrate } from '#server/store/migrate.ts';
import { openNumbers } from '#server/store/numbers.ts';
import { openStates } from '#server/store/states.ts';
import { ulidMaker } from '#server/store/ulid.ts';
import { openViews } from '#server/views/engine.ts';
import { gatherTranslations } from '#server/core/translations.ts';
import { isRefusal } from '#shared/core/refusal.ts';
import { defineStream } from '#shared/core/stream.ts';
import { audit } from '#shared/streams/core/audit.ts';
import { unique } from '#shared/streams/core/unique.ts';
import { employee } from '#shared/streams/people/employee.ts';
import { role } from '#shared/streams/access/role.ts';
import { tempdesig } from '#shared/streams/access/tempdesig.ts';
import { z } from 'zod';
import { openPool } from './connections.ts';
import { freshDatabase } from './database.ts';

/** Wednesday, 18-11-2026, 10:30 IST. */
export const testNow = Date.parse('2026-11-18T10:30:00+05:30');
export const password = 'Demo@1234';

/** Designations and places as the masters write them, without running the masters. */
const places = defineStream<{ exists: boolean }, Event<'MasterRecordCreated', object>>({
  name: 'master',
  events: { MasterRecordCreated: true },
  area: 'masters',
  state: 1,
  initial: () => ({ exists: false }),
  evolve: () => ({ exists: true }),
  translations: { en: {}, es: {} },
  commands: {
    create: {
      input: z.strictObject({ kind: z.string(), id: z.number(), fields: z.record(z.string(), z.unknown()) }),
      need: 'system',
      creates: true,
      decide: (_state, input) => [{ type: 'MasterRecordCreated', data: input }],
    },
  },
});
const streams = new Map(
  [employee, role, tempdesig, unique, audit, places].map((def) => [def.name, def] as const),
);

export interface AccessServer {
  readonly app: FastifyInstance;
  readonly access: OpenAccess;
  readonly server: ServerParts;
  readonly pool: pg.Pool;
  readonly clock: { at: number; now(): number };
  readonly faults: unknown[];
  /** Runs a command as the system; throws on a refusal. */
  must(stream: string, command: string, input: unknown): Promise<void>;
  call(options: InjectOptions): Promise<LightMyRequestResponse>;
  signIn(
    loginId: string,
    more?: { password?: string; ip?: string; device?: string; code?: string; deviceId?: string },
  ): Promise<LightMyRequestResponse>;
  /** Signs in and calls as that person. */
  person(loginId: string, ip?: string): Promise<Person>;
  close(): Promise<void>;
}
export interface Person {
  readonly cookie: string;
  readonly token: string;
  readonly sessionId: string;
  readonly device: string;
  get(url: string): Promise<LightMyRequestResponse>;
  send(method: 'POST' | 'PUT' | 'DELETE', url: string, body?: object): Promise<LightMyRequestResponse>;
  command(stream: string, command: string, input?: object, version?: number): Promise<LightMyRequestResponse>;
}

const template = {
  name: 'access_people',
  async prepare(url: string) {
    const server = await open(url, testNow);
    for (const [id, code] of [
      [2, 'AD'],
      [5, 'MG'],
      [7, 'DR'],
      [8, 'HR'],
      [9, 'FE'],
      [11, 'OA'],
      [12, 'AC'],
      [19, 'SX'],
      [20, 'PU'],
      [21, 'QC'],
      [22, 'IM'],
      [23, 'DSA'],
      [24, 'IW'],
      [79, 'DG'],
      [85, 'PC'],
      [92, 'FR'],
      [95, 'TL'],
      [110, 'SE'],
      [114, 'CC'],
      [115, 'DE'],
      [124, 'QA'],
    ] as const) {
      await server.must(`master-designation-${id}`, 'create', {
        kind: 'designation',
        id,
        fields: { vCode: code, vName: `Designation ${id}` },
      });
    }
    for (let id = 1; id <= 12; id += 1)
      await server.must(`master-placeOfOperation-${id}`, 'create', {
        kind: 'placeOfOperation',
        id,
        fields: { vCode: `P${id}`, vName: `Place ${id}`, vCity: 'C', vPincode: '560001' },
      });
    for (const command of demoPeople(testNow)) {
      if (command.as !== 0) continue;
      server.clock.at = command.at;
      await server.must(command.stream, command.command, command.input);
    }
    server.clock.at = testNow;
    const [first, ...rest] = demoAccounts;
    await server.access.setPassword(first!.empId, password, { loginName: first!.login, demo: true });
    for (const account of rest) {
      await server.pool.query(
        'insert into access_credentials (emp_id, login_name, password, changed_at, demo) select $1, $2, password, changed_at, true from access_credentials where emp_id = $3',
        [account.empId, account.login, first!.empId],
      );
    }
    await server.close();
  },
};

export interface AccessServerOptions {
  readonly demo?: boolean;
  readonly admins?: readonly number[];
  readonly secondFactorKeys?: readonly Buffer[];
  readonly databaseUrl?: string;
  readonly pollMs?: number;
  readonly secure?: boolean;
}

/**
 * Sign-in, roles and people on a database of their own, without the rest of the server; the test sets the
 * clock.
 */
export async function openAccessServer(
  options: AccessServerOptions = {},
): Promise<AccessServer & { databaseUrl: string }> {
  const fresh = options.databaseUrl ? null : await freshDatabase(template);
  const databaseUrl = options.databaseUrl ?? fresh!.url;
  const server = await open(databaseUrl, testNow, options);
  return {
    ...server,
    databaseUrl,
    async close() {
      await server.close();
      await fresh?.drop();
    },
  };
}

async function open(
  databaseUrl: string,
  at: number,
  options: AccessServerOptions = {},
): Promise<AccessServer> {
  const clock = { at, now: () => clock.at };
  const faults: unknown[] = [];
  const onError = (error: unknown): void => void faults.push(error);
  const pool = openPool(databaseUrl, { max: 8 });
  await migrate(pool);
  const log = await openLog(pool, { pollMs: 500, shared: true, onError });
  const states = openStates(pool, streams);
  log.follow('states', (events) => states.apply(events));
  const views = await openViews(pool, log, accessViews, { saveMs: 50, onError });
  const access = await openAccess({
    pool,
    clock,
    views,
    adminEmployeeIds: new Set(options.admins ?? []),
    secondFactorKeys: options.secondFactorKeys ?? [Buffer.alloc(32, 7)],
    demo: options.demo ?? true,
    secure: options.secure ?? false,
    pollMs: options.pollMs ?? 200,
    onError,
  });
  const newId = ulidMaker(clock.now);
  const handle = openHandle({
    pool,
    log,
    states,
    numbers: openNumbers(pool),
    clock,
    directory: access.directory,
    streams,
    prepare: {},
    newId,
  });
  const translations = gatherTranslations(streams.values(), []);
  const translate: ServerParts['translate'] = (code, details, language) =>
    translations.translate(code, details, language);
  const app = fastify({
    bodyLimit: 256 * 1024,
    ajv: { customOptions: { coerceTypes: false } },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
  });
  await app.register(cookie);
  const parts: HttpParts = { access, translate, clock, cookieName: access.cookieName, origins: [], onError };
  frameHttp(app, parts);
  const server: ServerParts = {
    clock,
    pool,
    log,
    handle,
    views,
    access,
    feeds: new Map(),
    health: { of: () => [], onChange: () => () => undefined },
    newId,
    translate,
  };
  accessRoutes(app, { ...parts, access, server });
  commandRoutes(app, { ...parts, handle });
  await app.ready();

  const call = (requested: InjectOptions): Promise<LightMyRequestResponse> =>
    app.inject({ ...requested, headers: { host: 'console.test', ...requested.headers } });
  const signIn: AccessServer['signIn'] = (loginId, more = {}) =>
    call({
      method: 'POST',
      url: '/employee/api/v2/SignIn/login',
      remoteAddress: more.ip ?? '10.0.0.1',
      headers: more.device ? { cookie: `ops_device=${more.device}` } : {},
      payload: {
        loginId,
        password: more.password ?? password,
        ...(more.code ? { code: more.code } : {}),
        ...(more.deviceId ? { deviceId: more.deviceId } : {}),
      },
    });
  return {
    app,
    access,
    server,
    pool,
    clock,
    faults,
    call,
    signIn,
    async must(stream, command, input) {
      const handled = await handle({
        stream,
        command,
        input,
        viewer: access.systemViewer('test'),
        correlationId: 'test',
      });
      if (isRefusal(handled)) throw new Error(`${stream} ${command} was refused: ${JSON.stringify(handled)}`);
    },
    async person(loginId, ip = '10.0.0.1') {
      const answer = await signIn(loginId, { ip });
      if (answer.statusCode !== 200) throw new Error(`${loginId} could not sign in: ${answer.body}`);
      const cookies = Object.fromEntries(answer.cookies.map((one) => [one.name, one.value]));
      const token = (answer.json() as { authtoken: string }).authtoken;
      const header = `${access.cookieName}=${cookies[access.cookieName]!}`;
      const send: Person['send'] = (method, url, body) =>
        call({
          method,
          url,
          remoteAddress: ip,
          headers: { cookie: header, authtoken: token },
          ...(body ? { payload: body } : {}),
        });
      const viewer = await access.viewerOf({ cookie: cookies[access.cookieName]!, token });
      return {
        cookie: cookies[access.cookieName]!,
        token,
        sessionId: viewer!.sessionId!,
        device: cookies.ops_device!,
        get: (url) =>
          call({ method: 'GET', url, remoteAddress: ip, headers: { cookie: header, authtoken: token } }),
        send,
        command: (stream, command, input = {}, version) => {
          const cut = stream.indexOf('-');
          return call({
            method: 'POST',
            url: `/commands/${stream.slice(0, cut)}/${stream.slice(cut + 1)}/${command}`,
            remoteAddress: ip,
            payload: input,
            headers: {
              cookie: header,
              authtoken: token,
              'idempotency-key': randomUUID(),
              ...(version === undefined ? {} : { 'if-match': `"${version}"` }),
            },
          });
        },
      };
    },
    async close() {
      await app.close();
      await access.close();
      await views.close();
      await log.close();
      await pool.end();
    },
  };
}
