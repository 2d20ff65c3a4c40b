import { createHash, timingSafeEqual } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { limits } from '#shared/core/limits.ts';
import { services } from '#shared/core/view.ts';
import { refuse } from '#shared/core/refusal.ts';
import type { Admission } from '../http/admission.ts';
import type { Health } from '#shared/operations.ts';
import type { Config } from '../config.ts';
import type { ServerParts } from '../core/parts.ts';
import type { Note } from '../runtime/notes.ts';
import { sendRefusal, type HttpParts } from '../http/every-request.ts';
import { durabilityOf } from './durability.ts';
import type { ChainWatch } from './chain-watch.ts';
import type { ClientFaults } from './client-faults.ts';
import type { ConsumerWatch } from './consumer-watch.ts';
import type { ClockOffset } from './clock-offset.ts';
import type { LoopLag } from './loop-lag.ts';
import type { Sealer } from './sealer.ts';
import type { Policies } from '../jobs/policies.ts';
import type { Hub } from '../relay/hub.ts';
import type { OpenSources } from '../sources/open-sources.ts';
import type { Space } from '../store/space.ts';
import type { OpenViews } from '../views/engine.ts';
import type { OpenSqlView } from '../views/sql-view.ts';

export interface HealthParts extends HttpParts {
  readonly server: ServerParts;
  readonly config: Config;
  readonly dataDir: string;
  readonly views: OpenViews;
  readonly sqlViews: readonly OpenSqlView[];
  readonly consumers: Pick<ConsumerWatch, 'still'>;
  readonly hub: Hub;
  readonly sources: Pick<OpenSources, 'status'>;
  readonly policies: Policies;
  readonly connections: () => { socketIo: number; raw: number };
  readonly space: Pick<Space, 'full' | 'freeBytes'>;
  readonly admission: Admission;
  readonly clientFaults: Pick<ClientFaults, 'totals'>;
  readonly pool: Pool;
  readonly sealer: Pick<Sealer, 'state'>;
  readonly chainWatch: Pick<ChainWatch, 'state'>;
  readonly version: string;
  readonly node: string;
  readonly lag: LoopLag;
  readonly clockOffset: Pick<ClockOffset, 'now' | 'off'>;
  readonly note: Note;
  /** A stopping node takes no new traffic. */
  readonly leaving: () => boolean;
  /** Null without Redis. */
  readonly redisUp: () => boolean | null;
}

/** Liveness, readiness, status for admins, and metrics for Prometheus. */
export function healthRoutes(app: FastifyInstance, parts: HealthParts): void {
  const { server, config, views, hub, policies, pool } = parts;
  const startedAt = server.clock.now();

  const registry = new Registry();
  // The default sampling every 10 ms costs an idle server more than everything else it does.
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: 100 });
  const gauge = (name: string, help: string, collect: (g: Gauge) => void): void =>
    void new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        collect(this);
      },
    });
  gauge('ops_log_position', 'Position of the last event this node has seen', (g) => g.set(server.log.head()));
  gauge('ops_log_sealed_position', 'Position of the log up to which this node knows it sealed', (g) =>
    g.set(parts.sealer.state().log.position),
  );
  gauge('ops_seals_broken', 'Chains, of the log and of the access log, that do not fit their seals', (g) =>
    g.set(Object.values(parts.sealer.state()).filter(({ broken }) => broken).length),
  );
  gauge(
    'ops_chains_broken',
    'Chains, of the log and of the access log, in which a row does not fit its hash',
    (g) => g.set(Object.values(parts.chainWatch.state()).filter(({ broken }) => broken !== null).length),
  );
  gauge('ops_log_verified_position', 'Position of the log up to which its hashes were recomputed', (g) =>
    g.set(parts.chainWatch.state().log.position),
  );
  void new Gauge({
    name: 'ops_events_set_aside',
    help: 'Events that a consumer of the log could not take and went on without; alarm above 0',
    registers: [registry],
    async collect() {
      const { rows } = await parts.pool.query<{ n: string }>('select count(*) as n from set_aside');
      this.set(Number(rows[0]!.n));
    },
  });
  gauge(
    'ops_consumers_still',
    'Views and policies that do not move although the log is ahead; alarm above 0',
    (g) => g.set(parts.consumers.still().length),
  );
  gauge('ops_policies_position', 'Position up to which policies have run', (g) => g.set(policies.position()));
  gauge('ops_connections', 'Open sockets', (g) =>
    g.set(parts.connections().socketIo + parts.connections().raw),
  );
  gauge('ops_storage_free_bytes', 'Free below DATA_DIR', (g) => g.set(parts.space.freeBytes() ?? Number.NaN));
  gauge('ops_requests_in_progress', 'Admitted requests not yet answered', (g) =>
    g.set(parts.admission.figures().underWay),
  );
  gauge('ops_request_slots', 'Concurrency limit of requests, by throughput', (g) => {
    const { reads, commands } = parts.admission.figures();
    g.set(reads.slots + commands.slots);
  });
  const counter = (
    name: string,
    help: string,
    labelNames: string[],
    totals: () => readonly (readonly [Record<string, string>, number])[],
  ): void =>
    void new Counter({
      name,
      help,
      labelNames,
      registers: [registry],
      collect() {
        this.reset();
        for (const [labels, n] of totals()) this.inc(labels, n);
      },
    });
  counter('ops_requests_refused_total', 'Requests refused for overload or a full disk', ['code'], () =>
    Object.entries(parts.admission.figures().refused).map(([code, n]) => [{ code }, n]),
  );
  counter('ops_client_faults_total', 'Requests and frames with a fault of the client', ['kind'], () =>
    Object.entries(parts.clientFaults.totals()).map(([kind, n]) => [{ kind }, n]),
  );
  gauge('ops_bodies_unfinished', 'Requests whose body is still coming', (g) =>
    g.set(parts.admission.figures().bodies.unfinished),
  );
  gauge('ops_channels', 'Distinct feed and scope pairs held', (g) => g.set(hub.channels().length));
  gauge('ops_views_unsaved', 'Events between what views hold and what is saved, worst view', (g) =>
    g.set(Math.max(0, ...views.positions().map((view) => view.position - view.saved))),
  );
  gauge(
    'ops_event_loop_late_seconds',
    'How late the event loop was, the worst of a hundred turns of the last minute',
    (g) => g.set(parts.lag.now().p99 / 1_000),
  );
  gauge('ops_leaving', 'Whether this node was told to stop', (g) => g.set(parts.leaving() ? 1 : 0));
  if (parts.redisUp() !== null)
    gauge('ops_redis_up', 'Whether the Redis answers this node', (g) => g.set(parts.redisUp() ? 1 : 0));
  const clockOffset = new Gauge({
    name: 'ops_clock_offset_ms',
    help: 'By how much this machine’s clock is ahead of that of the database or of the Redis; alarm beyond 500 either way',
    labelNames: ['of'],
    registers: [registry],
    collect() {
      for (const [of, ms] of Object.entries(parts.clockOffset.now())) if (ms !== null) this.set({ of }, ms);
    },
  });
  void clockOffset;
  const sourceAge = new Gauge({
    name: 'ops_source_state',
    help: 'State of each base service: 0 live, 1 late, 2 stale, 3 down',
    labelNames: ['service'],
    registers: [registry],
    collect() {
      for (const one of server.health.of(services))
        this.set({ service: one.service }, ['live', 'late', 'stale', 'down'].indexOf(one.state));
    },
  });
  void sourceAge;
  const faults = new Counter({
    name: 'ops_faults_total',
    help: 'Requests that ended in a server error',
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'ops_http_seconds',
    help: 'Duration of requests',
    labelNames: ['route', 'status'],
    registers: [registry],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
  });
  app.addHook('onResponse', async (request, reply) => {
    seconds.observe(
      { route: request.routeOptions.url ?? 'unknown', status: String(reply.statusCode) },
      reply.elapsedTime / 1_000,
    );
    if (reply.statusCode >= 500) faults.inc();
    parts.note('debug', 'request', {
      correlationId: request.correlationId,
      method: request.method,
      route: request.routeOptions.url ?? null,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      empId: request.viewer?.empId ?? null,
    });
  });

  const viewsNow = (): Health['views'] => {
    const head = server.log.head();
    const still = new Set(parts.consumers.still());
    const of = (name: string, position: number) => ({
      ...{ name, position, behind: Math.max(0, head - position), still: still.has(name) },
    });
    return [
      ...views.positions().map(({ name, position, epoch, saved, rows }) => ({
        ...of(name, position),
        ...{ epoch, saved, rows },
      })),
      ...parts.sqlViews.map(({ def, position }) => ({
        ...of(def.name, position()),
        ...{ epoch: null, saved: null, rows: null },
      })),
    ];
  };

  app.get('/healthz', { config: { need: 'public' } }, async () => ({ ok: true }));
  app.get('/readyz', { config: { need: 'public' } }, async (request, reply) => {
    if (parts.leaving()) return sendRefusal(parts, request, reply, refuse('leaving', 503));
    try {
      await pool.query('select 1');
      // Readers of a view that stands still get an error, everything else works: the node stays in use, and the answer names it.
      return { ok: true, still: parts.consumers.still() };
    } catch (error) {
      parts.onError(error, request.correlationId);
      reply.header('retry-after', '5');
      return sendRefusal(parts, request, reply, refuse('storageAway', 503));
    }
  });
  app.get('/metrics', { config: { need: config.demo ? 'public' : 'machine' } }, async (request, reply) => {
    if (!config.demo && !mayRead(request, config.metricsToken))
      return sendRefusal(parts, request, reply, refuse('metricsClosed', 403));
    return reply.type(registry.contentType).send(await registry.metrics());
  });
  app.get('/health', { config: { need: 'signedIn' } }, async (request, reply) => {
    if (!request.viewer!.admin)
      return sendRefusal(parts, request, reply, refuse('forbidden', 403, { permission: 'admin' }));
    const durability = await durabilityOf(pool).catch((error: unknown) => {
      parts.onError(error, request.correlationId);
      return { mode: null, settings: {} };
    });
    const redisUp = parts.redisUp();
    return {
      version: parts.version,
      node: parts.node,
      demo: config.demo,
      roles: [...config.roles],
      startedAt: new Date(startedAt).toISOString(),
      now: new Date(server.clock.now()).toISOString(),
      store: {
        mode: config.databaseUrl ? 'outside' : 'embedded',
        durability: durability.mode,
        settings: durability.settings,
        position: server.log.head(),
        dataDir: config.databaseUrl ? null : parts.dataDir,
        freeBytes: parts.space.freeBytes(),
        readOnly: parts.space.full(),
      },
      seals: parts.sealer.state(),
      chains: parts.chainWatch.state(),
      clock: { offsetMs: parts.clockOffset.now(), off: parts.clockOffset.off() },
      redis: redisUp === null ? null : { state: redisUp ? 'up' : 'away' },
      admission: parts.admission.figures(),
      policies: { position: policies.position(), behind: server.log.head() - policies.position() },
      views: viewsNow(),
      channels: hub.channels().map(({ feed, watchers, rows, seq }) => ({ feed, watchers, rows, seq })),
      connections: parts.connections(),
      eventLoopMs: parts.lag.now(),
      memory: process.memoryUsage(),
      limits,
      services: server.health.of(services),
      sources: await parts.sources.status(),
    };
  });
}

/** Metrics are readable from this machine, unless the request was forwarded, and with the token. */
function mayRead(request: FastifyRequest, token: string | undefined): boolean {
  const { authorization, forwarded, 'x-forwarded-for': forwardedFor } = request.headers;
  const shown = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1];
  if (token !== undefined && shown !== undefined && timingSafeEqual(digest(shown), digest(token)))
    return true;
  const near = /^(127\.|::1$|::ffff:127\.)/.test(request.raw.socket.remoteAddress ?? '');
  return near && forwarded === undefined && forwardedFor === undefined;
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
