import { randomUUID } from 'node:crypto';
import fastify, { type FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { listPrepare, masterChecks } from '#server/special/list-prepare.ts';
import { openMasters, type Masters } from '#server/families/master/open.ts';
import type { Handled, ServerParts } from '#server/core/parts.ts';
import { frameHttp } from '#server/http/every-request.ts';
import { allFeeds, allMasters, allScreens, allStreams } from '#server/core/registers.ts';
import { openHandle } from '#server/store/handle.ts';
import { openLog, type OpenLog } from '#server/store/log.ts';
import { migrate } from '#server/store/migrate.ts';
import { openNumbers } from '#server/store/numbers.ts';
import { openTrial } from '#server/store/trial.ts';
import { openStates } from '#server/store/states.ts';
import { ulidMaker } from '#server/store/ulid.ts';
import { gatherTranslations } from '#server/core/translations.ts';
import type { MasterDef } from '#shared/families/master-def.ts';
import type { Viewer } from '#shared/core/permission.ts';
import type { Language } from '#shared/core/translations.ts';
import { masterStream } from '#shared/streams/masters/master.ts';
import { openPool } from './connections.ts';
import { freshDatabase } from './database.ts';
import { directory, wednesday } from './life.ts';
import { appendEvents } from './append-events.ts';

export interface MasterServer {
  readonly pool: Pool;
  readonly log: OpenLog;
  readonly masters: Masters;
  readonly app: FastifyInstance;
  readonly clock: { now(): number; at: number };
  readonly defs: readonly MasterDef[];
  readonly server: ServerParts;
  readonly faults: unknown[];
  command(
    stream: string,
    command: string,
    input?: unknown,
    how?: { as?: Viewer; seen?: number; key?: string; correlationId?: string },
  ): Promise<Handled>;
  /** Sends a command and throws on a refusal; waits until the list shows the result. */
  must(
    stream: string,
    command: string,
    input?: unknown,
    how?: { as?: Viewer; seen?: number; key?: string; correlationId?: string },
  ): Promise<Exclude<Handled, { refused: true }>>;
  call(
    method: 'GET' | 'POST' | 'PUT' | 'DELETE',
    url: string,
    body?: unknown,
    as?: Viewer | null,
    language?: Language,
  ): Promise<{ status: number; body: any; headers: Record<string, unknown>; raw: Buffer }>;
  close(): Promise<void>;
}

/** A person with exactly these rights, in English, on no place of operation in particular. */
export function personWith(rights: readonly string[], more: Partial<Viewer> = {}): Viewer {
  return {
    kind: 'person',
    empId: 900,
    name: 'Test Person',
    roleId: 1,
    designationId: 8,
    effectiveDesignationId: 8,
    admin: false,
    poos: 'all',
    languages: 'all',
    rights: new Set(rights),
    sessionId: 'session-900',
    permissionVersion: 1,
    language: 'en',
    ...more,
  };
}
export const chief = personWith([], { empId: 1, name: 'Asha Menon', admin: true, sessionId: 'session-1' });
/**
 * All are admins, by the names that stories use, so that a story finds a second person where it needs one.
 */
export const cast: Readonly<Record<string, Viewer>> = Object.fromEntries(
  ['manager', 'lead', 'verifier', 'qa'].map((name, i) => [
    name,
    personWith([], { empId: 5 + i, name, admin: true, sessionId: `session-${name}` }),
  ]),
);
export const systemItself = personWith([], { kind: 'system', empId: null, name: 'server', sessionId: null });

/**
 * The masters family alone on a database of its own: log, commands, lists and routes, without the rest of the
 * server.
 */
export async function openMasterServer(
  options: { defs?: readonly MasterDef[]; databaseUrl?: string } = {},
): Promise<MasterServer> {
  const fresh = options.databaseUrl ? null : await freshDatabase({ name: 'bare', prepare: prepareBare });
  const databaseUrl = options.databaseUrl ?? fresh!.url;
  const defs = options.defs ?? allMasters();
  const pool = openPool(databaseUrl, { max: 8 });
  const faults: unknown[] = [];
  const onError = (error: unknown): void => void faults.push(error);
  pool.on('error', onError);
  const clock = { at: wednesday, now: () => clock.at };
  const streams = new Map([...allStreams(), ['master', masterStream(defs)] as const]);
  const log = await openLog(pool, { pollMs: 200, shared: true, onError });
  const states = openStates(pool, streams);
  log.follow('states', (events) => states.apply(events));
  const masters = await openMasters({
    pool,
    log,
    masters: defs,
    checks: masterChecks,
    others: listPrepare,
    onError,
  });
  const newId = ulidMaker(clock.now);
  const handle = openHandle({
    pool,
    log,
    states,
    numbers: openNumbers(pool),
    clock,
    directory,
    streams,
    prepare: masters.prepare,
    newId,
  });
  const translations = gatherTranslations(streams.values(), allScreens());
  const translate: ServerParts['translate'] = (code, details, language) =>
    translations.translate(code, details, language);

  const callers = new Map<string, Viewer>();
  const access = {
    viewerOf: async ({ token }: { token: string | null }) => callers.get(token ?? '') ?? null,
    touch: () => undefined,
    current: (id: string) => [...callers.values()].find((viewer) => viewer.sessionId === id) ?? null,
    systemViewer: () => systemItself,
    directory,
  } as unknown as ServerParts['access'];
  const server = {
    clock,
    pool,
    log,
    handle,
    access,
    feeds: allFeeds(),
    newId,
    translate,
  } as unknown as ServerParts;
  const app = fastify({ routerOptions: { maxParamLength: 300 } });
  const http = { access, translate, clock, cookieName: 'ops_session', origins: [], onError };
  frameHttp(app, http);
  const trial = openTrial({ states, clock, directory, streams, prepare: masters.prepare, newId });
  await masters.routes(app, { ...http, server, databaseUrl, trial, node: { id: newId(), goneMs: 20_000 } });
  await app.ready();

  const command: MasterServer['command'] = (stream, command, input = {}, how = {}) =>
    handle({
      stream,
      command,
      input,
      viewer: how.as ?? chief,
      correlationId: how.correlationId ?? randomUUID(),
      ...(how.key ? { idempotencyKey: how.key } : {}),
      ...(how.seen === undefined ? {} : { expectedVersion: how.seen }),
    });
  return {
    pool,
    log,
    masters,
    app,
    clock,
    defs,
    server,
    faults,
    command,
    async must(stream, name, input, how) {
      const done = await command(stream, name, input, how);
      if ('refused' in done) throw new Error(`${stream} ${name} was refused: ${JSON.stringify(done)}`);
      await masters.rows.reached(done.position);
      return done as never;
    },
    async call(method, url, body, as = chief, language) {
      // A test reads what was written before, by jobs too; a person's list catches up while they watch it.
      if (method === 'GET') await masters.rows.reached(log.head());
      const token = randomUUID();
      if (as) callers.set(token, as);
      const multipart = body instanceof FormData ? new Response(body) : null;
      const answer = await app.inject({
        method,
        url,
        headers: {
          authtoken: token,
          host: 'localhost',
          'idempotency-key': randomUUID(),
          ...(language ? { 'accept-language': language } : {}),
          ...(multipart ? { 'content-type': multipart.headers.get('content-type')! } : {}),
        },
        ...(body === undefined
          ? {}
          : { payload: multipart ? Buffer.from(await multipart.arrayBuffer()) : (body as object) }),
      });
      const json = String(answer.headers['content-type'] ?? '').includes('json');
      return {
        status: answer.statusCode,
        body: json ? answer.json() : answer.body,
        headers: answer.headers,
        raw: answer.rawPayload,
      };
    },
    async close() {
      await app.close();
      await masters.close();
      await log.close();
      await pool.end();
      await fresh?.drop();
    },
  };
}

/** A customer and a patient made without a sign-up, for records that refer to one. */
export async function makeCustomer(server: MasterServer, id = 1): Promise<void> {
  const event = (stream: string, type: string, data: Record<string, unknown>) => ({
    stream,
    version: 1,
    id: server.server.newId(),
    type,
    at: new Date(server.clock.now()).toISOString(),
    actor: { kind: 'system' as const, empId: null, name: 'server' },
    data,
    correlationId: 'kit',
    causationId: null,
  });
  const phones = [{ phone: '5550000777', verifiedAt: null, primary: true }];
  const outcome = await appendEvents(
    server.log,
    [
      event(`customer-${id}`, 'CustomerCreated', { name: 'Savitri Rao', phones, pooId: 1, language: 'kn' }),
      event(`patient-${id}`, 'PatientRegistered', {
        name: 'Savitri Rao',
        relation: 'self',
        customerId: id,
        pooId: 1,
        careTierId: null,
      }),
    ],
    [
      [`customer-${id}`, 0],
      [`patient-${id}`, 0],
    ],
  );
  if (outcome.kind === 'written') await server.masters.rows.reached(outcome.position);
}

async function prepareBare(url: string): Promise<void> {
  const pool = openPool(url, { max: 2 });
  await migrate(pool);
  await pool.end();
}
