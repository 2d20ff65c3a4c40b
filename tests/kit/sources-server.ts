import type { AnyEvent } from './any-event.ts';
import { randomBytes } from 'node:crypto';
import Fastify, { type FastifyInstance, type FastifyPluginAsync } from 'fastify';
import * as streamRegister from '#shared/streams/index.ts';
import type { Directory } from '#shared/core/directory.ts';
import type { Viewer } from '#shared/core/permission.ts';
import { isRefusal } from '#shared/core/refusal.ts';
import type { StreamDef } from '#shared/core/stream.ts';
import type { Service } from '#shared/core/view.ts';
import type { SourceMessage } from '#shared/wire.ts';
import type { ServerParts } from '#server/core/parts.ts';
import { openHandle } from '#server/store/handle.ts';
import { openLog } from '#server/store/log.ts';
import { migrate } from '#server/store/migrate.ts';
import { openNumbers } from '#server/store/numbers.ts';
import { openStates } from '#server/store/states.ts';
import { signupCaseView } from '#shared/feeds/signup-case.ts';
import { slotMergesView } from '#shared/feeds/slot-merges.ts';
import { openViews } from '#server/views/engine.ts';
import { accessViews } from '#server/access/directory-views.ts';
import { serviceViews } from '#server/services/views.ts';
import { ulidMaker } from '#server/store/ulid.ts';
import { openHealth, type HealthBook } from '#server/sources/health.ts';
import { receiveWebhooks } from '#server/sources/receive.ts';
import { sign } from '#server/sources/signature.ts';
import { openCallLog, type CallLog } from '#server/sources/call-log.ts';
import { openIntake, type Taking } from '#server/sources/take-message.ts';
import { openPool } from './connections.ts';
import { people, directory } from './life.ts';
import { freshDatabase } from './database.ts';
import { appendEvents } from './append-events.ts';

/** A server reduced to what sources need: the real log and handler, the webhook route, a manual clock. */
export interface SourcesServer {
  readonly server: Taking;
  readonly health: HealthBook;
  readonly streams: ReadonlyMap<string, StreamDef>;
  readonly app: FastifyInstance;
  readonly clock: { now(): number; set(at: number): void; pass(ms: number): void };
  readonly secret: string;
  readonly url: string;
  /** Sends one signed webhook to the route. */
  webhook(
    service: Service,
    body: unknown,
    how?: { id?: string; secret?: string; at?: number },
  ): Promise<{ status: number; body: any }>;
  events(): Promise<AnyEvent[]>;
  /** Appends events directly, as if a command had emitted them. */
  append(events: readonly Omit<AnyEvent, 'position'>[]): Promise<void>;
  state(stream: string): Promise<any>;
  /** Makes the next commands fail as if the store were broken. */
  readonly failing: { times: number; streams: Set<string> };
  readonly calls: CallLog;
  close(): Promise<void>;
}

export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

export interface SourcesServerOptions {
  readonly url?: string;
  readonly outside?: ReadonlySet<Service>;
  readonly pollMs?: number;
  readonly now?: number;
  readonly secrets?: ReadonlyMap<Service, readonly string[]>;
  readonly viewer?: Viewer;
  readonly atOnce?: number;
  readonly register?: (
    server: Taking & Pick<ServerParts, 'views' | 'translate'>,
    streams: ReadonlyMap<string, StreamDef>,
  ) => FastifyPluginAsync;
}

export async function openSourcesServer(options: SourcesServerOptions = {}): Promise<SourcesServer> {
  const database = options.url ? null : await freshDatabase({ name: 'sources', prepare: prepareDatabase });
  const url = options.url ?? database!.url;
  const pool = openPool(url, { max: 8 });
  let now = options.now ?? Date.parse('2026-11-18T05:00:00.000Z');
  const clock = {
    now: () => now,
    set: (at: number) => {
      now = at;
    },
    pass: (ms: number) => {
      now += ms;
    },
  };
  const errors: unknown[] = [];
  // A client that is still closing when its database is dropped is no error.
  pool.on('connect', (client) =>
    client.on('error', (error: Error & { code?: string }) => {
      if (error.code !== '57P01') errors.push(error);
    }),
  );
  pool.on('error', (error: Error & { code?: string }) => {
    if (error.code !== '57P01') errors.push(error);
  });
  const log = await openLog(pool, {
    pollMs: 1_000,
    shared: options.url !== undefined,
    onError: (error) => errors.push(error),
  });
  const all = Object.values(streamRegister as unknown as Record<string, StreamDef>);
  const streams = new Map(all.map((def) => [def.name, def]));
  const states = openStates(pool, streams);
  log.follow('states', (events) => states.apply(events));
  const views = await openViews(
    pool,
    log,
    [...accessViews, ...serviceViews, signupCaseView, slotMergesView],
    {
      saveMs: 1_000,
      onError: (error) => errors.push(error),
    },
  );
  const newId = ulidMaker(clock.now);
  const real = openHandle({
    pool,
    log,
    states,
    numbers: openNumbers(pool),
    clock,
    directory: directory as Directory,
    streams,
    prepare: {},
    newId,
  });
  const failing = { times: 0, streams: new Set<string>() };
  const handle: typeof real = async (command) => {
    if (failing.times > 0) {
      failing.times -= 1;
      throw new Error('hurt');
    }
    if (failing.streams.has(command.stream)) throw new Error('poison');
    return real(command);
  };
  const health = openHealth({
    clock,
    outside: options.outside ?? new Set(),
    pollMs: options.pollMs ?? 15_000,
  });
  const sourceViewer = (service: Service): Viewer => ({ ...people['customer']!, name: service });
  const calls = openCallLog({ pool, clock, log, newId, onError: (error) => errors.push(error) });
  const server = {
    clock,
    pool,
    log,
    handle,
    health,
    newId,
    feeds: new Map(),
    views,
    access: {
      directory,
      sourceViewer,
      systemViewer: () => people['system']!,
      viewerOf: async () => options.viewer ?? null,
      current: () => null,
      onChange: () => () => undefined,
      touch: () => undefined,
      explain: unused,
    },
    translate: (code: string) => code,
    intake: openIntake(pool, 'test', calls),
  } as unknown as Taking;
  const secret = newSecret();
  const secrets =
    options.secrets ??
    new Map<Service, readonly string[]>(
      (
        [
          'employee',
          'masters',
          'lead',
          'product',
          'prescription',
          'customer',
          'purchase',
          'supplier',
          'payment',
        ] as const
      ).map((service) => [service, [secret]]),
    );
  const app = Fastify();
  app.decorateRequest('viewer', null);
  app.decorateRequest('correlationId', '');
  app.addHook('onRequest', async (request) => {
    const as = request.headers['x-as'];
    request.viewer = typeof as === 'string' ? (people[as] ?? null) : (options.viewer ?? null);
    request.correlationId = newId();
  });
  app.setErrorHandler((error, _request, reply) =>
    isRefusal(error)
      ? reply.code(error.status).send({ code: error.code, message: error.code, details: error.details })
      : reply
          .code((error as { statusCode?: number }).statusCode ?? 500)
          .send({ code: (error as { code?: string }).code, message: String(error) }),
  );
  await app.register(
    receiveWebhooks(server, {
      secrets,
      onError: (error) => errors.push(error),
      ...(options.atOnce === undefined ? {} : { atOnce: options.atOnce }),
    }),
  );
  if (options.register)
    await app.register(
      options.register(server as Taking & Pick<ServerParts, 'views' | 'translate'>, streams),
    );

  return {
    server,
    health,
    streams,
    app,
    clock,
    secret,
    url,
    failing,
    calls,
    async webhook(service, body, how = {}) {
      const raw = typeof body === 'string' || Buffer.isBuffer(body) ? body : JSON.stringify(body);
      const headers = sign(how.secret ?? secret, how.id ?? `msg_${newId()}`, how.at ?? clock.now(), raw);
      const answer = await app.inject({
        method: 'POST',
        url: `/relay/webhooks/${service}`,
        headers: { 'content-type': 'application/json', ...headers },
        payload: raw,
      });
      return { status: answer.statusCode, body: answer.json() };
    },
    events: () => log.readAfter(0, 1_000_000),
    async append(events) {
      await appendEvents(log, events);
    },
    async state(stream) {
      states.forget(stream);
      return (await states.load(stream)).state;
    },
    async close() {
      await app.close();
      await calls.close();
      await views.close();
      await log.close();
      await pool.end();
      await database?.drop();
      if (errors.length > 0) throw new AggregateError(errors, 'the server reported errors');
    },
  };
}

function unused(): never {
  throw new Error('a source does not ask for this');
}

export async function prepareDatabase(url: string): Promise<void> {
  const pool = openPool(url, { max: 1 });
  await migrate(pool);
  await pool.end();
}

let seconds = 0;
/** A message of the lead service, whose records are mirrored here. */
export function leadMessage(
  id: number,
  version: number | undefined,
  data: Readonly<Record<string, unknown>> = { version },
  modifiedAt?: string,
): SourceMessage {
  seconds += 1;
  return {
    service: 'lead',
    entity: 'lead',
    id,
    ...(version === undefined ? {} : { version }),
    modifiedAt:
      modifiedAt ??
      new Date(Date.parse('2026-11-18T04:00:00.000Z') + (version ?? seconds) * 1_000).toISOString(),
    change: 'changed',
    data,
  };
}
