import { createServer, type Server } from 'node:http';
import { randomUUID } from 'node:crypto';
import cookie from '@fastify/cookie';
import helmet from '@fastify/helmet';
import fastify, { type FastifyInstance } from 'fastify';
import { Pool } from 'pg';
import type { FeedDef } from '#shared/core/view.ts';
import type { StreamDef } from '#shared/core/stream.ts';
import { limits } from '#shared/core/limits.ts';
import { accessViews } from './access/directory-views.ts';
import { openAccess, type OpenAccess } from './access/open.ts';
import { secondFactorKeys } from './access/second-factor-keys.ts';
import { accessRoutes } from './access/access-routes.ts';
import { openAdmission } from './admission.ts';
import { commandRoutes } from './commands.ts';
import type { Config } from './config.ts';
import { openDrain } from './drain.ts';
import { feedRoutes } from './families/feeds.ts';
import { masterOperations } from './families/master/described.ts';
import { openMasters } from './families/master/open.ts';
import { openSearch, type Search } from './families/search/open.ts';
import { attendanceMonthRoutes } from './families/reviews/attendance-month.ts';
import { lateStartRoutes } from './families/reviews/late-starts.ts';
import { pincodeReviewRoutes } from './families/reviews/pincode-review.ts';
import { taskMovementRoutes } from './families/reviews/task-movement.ts';
import { healthRoutes } from './health.ts';
import type { Clock, Handle, House } from './house.ts';
import { frameHttp, sendBadAddress, type HttpParts } from './http.ts';
import { openAsks, type Asks } from './jobs/asks.ts';
import { openLeases, type Leases } from './jobs/expire-leases.ts';
import type { Jobs } from './jobs/queue.ts';
import { openJobs } from './jobs/runner.ts';
import { listenOn, addressOf } from './listen.ts';
import { noteSlow, type Note } from './notes.ts';
import { openApiRoutes } from './openapi.ts';
import { figuresRoutes } from './operations/figures-routes.ts';
import { openLoopLag } from './operations/loop-lag.ts';
import { openNodes } from './operations/nodes.ts';
import { outboxRoutes } from './outside/outbox-routes.ts';
import { openPartners } from './outside/partners.ts';
import { openPush } from './outside/push/open-push.ts';
import { pushRoutes } from './outside/push/push-routes.ts';
import { openPolicies, policiesElsewhere, type Policies } from './policies.ts';
import { allFeeds, allMasters, allPolicies, allScreens, allSearches, allStreams, allViews } from './registers.ts';
import { openHub, type Hub } from './relay/hub.ts';
import { openRaw, type Raw } from './relay/raw.ts';
import { openSocketIo, type SocketIo } from './relay/socket-io.ts';
import { dispatchUpgrades } from './relay/upgrade.ts';
import { serviceRoutes } from './services/routes.ts';
import { attendanceView, serviceViews } from './services/views.ts';
import { openSources, sourceRoutes, type OpenSources } from './sources/open-sources.ts';
import { dutyOfServices } from './sources/outbox.ts';
import { chatRoutes } from './special/chat-routes.ts';
import { prepareHooks } from './special/prepare.ts';
import { alone, openDuty } from './store/duty.ts';
import { openHandle } from './store/handle.ts';
import { houseName } from './store/house-name.ts';
import { openLog, type OpenLog } from './store/log.ts';
import { migrate } from './store/migrate.ts';
import { openNumbers, type Numbers } from './store/numbers.ts';
import { watchSpace } from './store/space.ts';
import { openStates, type States } from './store/states.ts';
import { ulidMaker } from './store/ulid.ts';
import { openAsOf } from './views/as-of.ts';
import { openViews, type OpenViews } from './views/engine.ts';
import { openSnapshots } from './views/snapshots.ts';
import { gatherWords } from './words.ts';
import { staticRoutes } from './static.ts';

export interface OpenHouse extends House {
  readonly app: FastifyInstance;
  readonly http: Server;
  readonly log: OpenLog;
  readonly views: OpenViews;
  readonly hub: Hub;
  readonly access: OpenAccess;
  readonly policies: Policies;
  readonly asks: Asks;
  readonly jobs: Jobs;
  readonly leases: Leases;
  readonly numbers: Numbers;
  readonly states: States;
  readonly sources: OpenSources;
  readonly search: Search;
  readonly config: Config;
  listen(): Promise<string>;
  /** Resolves when everything that follows from what is in the log has been done. */
  settled(): Promise<void>;
  /** Says that this node goes, still takes what comes for `leadMs`, answers what was begun and sends its sockets away; `close` comes after it. */
  drain(leadMs: number): Promise<void>;
  close(): Promise<void>;
}

export interface HouseOptions {
  readonly config: Config;
  readonly databaseUrl: string;
  /** Where data really lies, if not where the configuration says. */
  readonly dataDir?: string;
  readonly clock: Clock;
  readonly version: string;
  /** Every process but the only owner of an embedded store hears of others' commits. */
  readonly shared: boolean;
  readonly onError: (error: unknown, where: string, correlationId?: string) => void;
  /** The house's own log, one line each; nowhere when it is not given. */
  readonly note?: Note;
  /** Streams and feeds beside the registers: tests. */
  readonly more?: { readonly streams?: readonly StreamDef[]; readonly feeds?: readonly FeedDef[] };
}

/** Asks further away than this are not planned as jobs: the sweep finds them in time. */
const plannedMs = 10 * 60_000;

/** Builds the whole server from given parts, in order; `listen` opens the port, `close` stops everything in the other order. */
export async function openHouse(options: HouseOptions): Promise<OpenHouse> {
  const { config, clock, databaseUrl } = options;
  const fault =
    (where: string) =>
    (error: unknown): void =>
      options.onError(error, where);
  const pool = new Pool({ connectionString: databaseUrl, max: 10, idleTimeoutMillis: 30_000 });
  pool.on('error', fault('pool'));
  // A line that breaks while it is in use says so twice: to its question, and here; unheard it would end the process.
  pool.on('connect', (client) => client.on('error', fault('database line')));
  await migrate(pool);
  const note: Note = options.note ?? (() => undefined);
  const lag = openLoopLag();
  const houseIs = await houseName(pool);
  const redis = config.redisUrl ? { url: config.redisUrl, house: houseIs } : undefined;

  const streams = new Map([...allStreams(), ...(options.more?.streams ?? []).map((def) => [def.name, def] as const)]);
  const feeds = new Map([...allFeeds(), ...(options.more?.feeds ?? []).map((def) => [def.name, def] as const)]);
  const newId = ulidMaker(clock.now);

  const log = await openLog(pool, { pollMs: 1_000, shared: options.shared, onError: fault('log') });
  const states = openStates(pool, streams);
  log.follow((events) => states.apply(events));
  const viewDefs = [...allViews(), ...[...feeds.values()].map((feed) => feed.view), ...accessViews, ...serviceViews];
  const views = await openViews(pool, log, [...new Set(viewDefs)], { saveMs: 250, onError: fault('views') });

  const access = await openAccess({
    pool,
    clock,
    views,
    adminEmployeeIds: config.adminEmployeeIds,
    secondFactorKeys: secondFactorKeys(config, options.dataDir ?? config.dataDir),
    demo: config.demo,
    secure: isSecure(config),
    idleMs: config.knobs.sessionIdleSeconds * 1_000,
    absoluteMs: config.knobs.sessionHours * 3_600_000,
    onError: fault('access'),
  });
  const numbers = openNumbers(pool);
  const masters = await openMasters({ pool, log, masters: allMasters(), onError: fault('masters') });
  const search = await openSearch({ pool, log, kinds: allSearches(), masters: allMasters(), onError: fault('search') });
  const prepare = { ...prepareHooks({ pool, clock, config, newId, views }), ...masters.prepare };
  const handle: Handle = noteSlow(openHandle({ pool, log, states, numbers, clock, directory: access.directory, streams, prepare, newId }), {
    slowMs: config.slowCommandMs,
    note,
  });

  const words = gatherWords(streams.values(), allScreens());
  const say: House['say'] = (code, details, language, space) => words.say(code, details, language, space);

  const works = config.roles.has('jobs');
  const leases = openLeases({
    works,
    held: async (item) => {
      const { state } = await states.load(`queueitem-${item}`);
      return state?.lease ? { ...state.lease, working: state.stage === 'working' } : null;
    },
    pool,
    clock,
    log,
    handle,
    access,
    onError: fault('leases'),
    knobs: { claimMs: config.knobs.leaseSeconds * 1_000, workMs: config.knobs.leaseWorkingSeconds * 1_000, graceMs: config.knobs.leaseGraceSeconds * 1_000 },
  });

  const push = openPush({
    ...{ pool, clock, config, log, views, handle, say, people: access.people },
    dataDir: options.dataDir ?? config.dataDir,
    absoluteMs: config.knobs.sessionHours * 3_600_000,
    onError: fault('push'),
  });
  const partners = openPartners({ pool, clock, push: push.send });
  const planned: { jobs: Jobs | null } = { jobs: null };
  const asks = openAsks({
    pool,
    clock,
    handle,
    access,
    partners,
    later: async (id, delayMs) => {
      if (delayMs <= plannedMs) await planned.jobs?.later('ask', id, delayMs);
    },
    onError: fault('asks'),
  });
  const jobs = (planned.jobs = await openJobs(
    { redisUrl: config.redisUrl, databaseUrl, house: houseIs, onReady: () => void (works && asks.refill(plannedMs).catch(fault('asks'))) },
    { ask: (id) => asks.run(id) },
    { work: works, onError: fault('jobs') },
  ));
  const policies = works
    ? await openPolicies({
        pool,
        log,
        directory: access.directory,
        policies: allPolicies(),
        carryOut: (list) => asks.carryOut(list),
        onError: fault('policies'),
      })
    : policiesElsewhere(log);
  const snapshots = works ? openSnapshots(pool, views, { every: 10_000, checkMs: 60_000, onError: fault('snapshots') }) : null;
  const sweep = works ? setInterval(() => void asks.sweep().catch(fault('sweep')), 10_000) : null;
  sweep?.unref();

  const http = createServer();
  const app = fastify({
    serverFactory: (handler) => {
      http.on('request', handler);
      return http;
    },
    bodyLimit: limits.bodyBytes,
    routerOptions: { maxParamLength: 300 },
    frameworkErrors: (error, request, reply) => sendBadAddress(say, error, request, reply),
    trustProxy: config.trustedProxies.length > 0 ? [...config.trustedProxies] : false,
    genReqId: () => randomUUID(),
    logger: false,
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false } },
    onProtoPoisoning: 'error',
    onConstructorPoisoning: 'error',
    forceCloseConnections: true,
    return503OnClosing: false,
  });
  const origins = config.publicUrl ? [new URL(config.publicUrl).origin] : [];
  const space = await watchSpace(options.dataDir ?? config.dataDir, fault('space'));
  const admission = await openAdmission(app, {
    cookieName: access.cookieName,
    perSession: config.requestsPerSession,
    perAddress: config.requestsPerAddress,
    storageFull: space.full,
  });
  const httpParts: HttpParts = {
    admit: admission.admit,
    access,
    say,
    clock,
    cookieName: access.cookieName,
    origins,
    onError: (error, correlationId) => options.onError(error, 'http', correlationId),
  };
  await app.register(cookie);
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'"],
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', 'blob:'],
        fontSrc: ["'self'", 'data:'],
        connectSrc: ["'self'", 'ws:', 'wss:'],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        frameAncestors: ["'none'"],
        formAction: ["'self'"],
        workerSrc: ["'self'"],
      },
    },
    strictTransportSecurity: config.publicUrl?.startsWith('https:') ?? false,
  });
  frameHttp(app, httpParts);

  const nodes = openNodes({
    pool,
    clock,
    roles: [...config.roles],
    version: options.version,
    address: () => addressOf(http),
    figures: () => ({
      position: log.head(),
      sockets: socketIo.connections() + raw.connections(),
      loopMs: Math.round(lag.now().p99),
      rssBytes: process.memoryUsage.rss(),
    }),
    everyMs: options.shared ? 5_000 : 15_000,
    onError: fault('nodes'),
  });
  const duty =
    options.shared && config.roles.has('services')
      ? await openDuty({
          pool,
          name: dutyOfServices,
          holder: nodes.id,
          onChange: (term) => note('info', term === null ? 'duty lost' : 'duty taken', { duty: dutyOfServices, term, node: nodes.id }),
          onError: fault('duty'),
        })
      : alone;
  const sources = await openSources({ paused: space.full, pool, clock, config, log, handle, views, access, newId, duty, onError: fault('sources') });
  const house: House = { clock, pool, log, handle, views, access, feeds, health: sources.health, newId, say };

  const raw: Raw = await openRaw(app, { access, clock, version: options.version, cookieName: access.cookieName, origins, onError: fault('raw') });
  const socketIo: SocketIo = await openSocketIo(http, {
    redis,
    access,
    clock,
    version: options.version,
    cookieName: access.cookieName,
    origins,
    renewLeases: (id, items) => leases.renew(id, items),
    readOnly: space.full,
    sessionLost: (id) => leases.sessionLost(id),
    sessionBack: (id) => leases.sessionBack(id),
    onError: fault('socket'),
  });
  const hub = openHub({
    feeds,
    views,
    access,
    health: sources.health,
    clock,
    say: (code, language) => say(code, undefined, language),
    broadcasts: [socketIo, raw],
    flushMs: config.knobs.feedFlushMs,
    hashMs: config.knobs.feedStateSeconds * 1_000,
  });
  space.onChange((full) => socketIo.storeState(full));
  socketIo.attach(hub);
  raw.attach(hub);
  const stopUpgrades = dispatchUpgrades(http, [
    { path: '/socket.io', upgrade: socketIo.upgrade },
    { path: '/ws/feeds', upgrade: raw.upgrade },
  ]);
  const unchange = access.onChange(({ sessionId, what, reason }) => {
    if (what === 'revoked') {
      socketIo.revoke(sessionId, reason);
      raw.revoke(sessionId, reason);
      leases.sessionEnded(sessionId);
    } else {
      hub.recheck(sessionId);
      socketIo.permissionsChanged(sessionId, access.current(sessionId)?.permissionVersion ?? 0);
    }
  });

  commandRoutes(app, { ...httpParts, handle });
  accessRoutes(app, { ...httpParts, house, access });
  const asOf = openAsOf({ databaseUrl, clock });
  feedRoutes(app, { ...httpParts, house, hub, asOf });
  sourceRoutes(app, { ...httpParts, house, sources });
  serviceRoutes(app, { ...httpParts, house, config, masterRows: masters.rows });
  await masters.routes(app, { ...httpParts, house, databaseUrl });
  chatRoutes(app, { ...httpParts, house, stateOf: async (stream) => (await states.load(stream)).state });
  search.routes(app, { ...httpParts, house, note: access.record, masterRows: masters.rows });
  pincodeReviewRoutes(app, { ...httpParts, house, rows: masters.rows });
  taskMovementRoutes(app, { ...httpParts, house, rows: masters.rows });
  attendanceMonthRoutes(app, { ...httpParts, house, rows: masters.rows, days: views.get(attendanceView) });
  lateStartRoutes(app, { ...httpParts, house, rows: masters.rows });
  pushRoutes(app, { ...httpParts, house, push, record: access.record });
  outboxRoutes(app, { ...httpParts, pool, demo: config.demo });
  const drain = openDrain({
    http,
    announce: async () => {
      note('info', 'leaving', { node: nodes.id });
      await nodes.leaving();
      await sources.stop();
      await duty.stop();
    },
    sendAway: async () => {
      raw.close();
      await socketIo.restart(1_000);
    },
    onError: fault('drain'),
  });
  healthRoutes(app, {
    ...httpParts,
    node: nodes.id,
    lag,
    note,
    leaving: drain.leaving,
    redisUp: jobs.up,
    house,
    config,
    dataDir: options.dataDir ?? config.dataDir,
    views,
    hub,
    policies,
    sources,
    connections: () => ({ socketIo: socketIo.connections(), raw: raw.connections() }),
    space,
    admission,
    pool,
    version: options.version,
  });
  figuresRoutes(app, { pool, clock, log, policies, nodes, jobs });
  openApiRoutes(app, { streams, open: config.demo, version: options.version, cookieName: access.cookieName, more: masterOperations(allMasters()) });
  await staticRoutes(app, { words, version: options.version });
  await app.ready();

  let closing: Promise<void> | null = null;
  async function closeAll(): Promise<void> {
    await drain.begin(0);
    if (sweep) clearInterval(sweep);
    snapshots?.stop();
    push.stop();
    space.stop();
    await asOf.close();
    unchange();
    await leases.stop();
    hub.stop();
    stopUpgrades();
    raw.close();
    await socketIo.close();
    await app.close();
    if (http.listening) await new Promise((resolve) => http.close(resolve));
    await policies.stop();
    await jobs.close();
    await asks.idle();
    await access.close();
    await nodes.close();
    lag.stop();
    await views.close();
    await search.close();
    await masters.close();
    await log.close();
    await pool.end();
  }

  return {
    ...house,
    app,
    http,
    log,
    views,
    hub,
    access,
    policies,
    asks,
    jobs,
    leases,
    numbers,
    states,
    sources,
    search,
    config,
    async listen() {
      const address = await listenOn(http, config);
      await sources.start();
      await nodes.beat();
      return address;
    },
    async settled() {
      for (let before = -1; before !== log.head();) {
        before = log.head();
        await policies.idle();
        await asks.idle();
      }
    },
    drain: drain.begin,
    close: () => (closing ??= closeAll()),
  };
}

/** Off loopback or behind TLS, cookies travel encrypted only. */
function isSecure(config: Config): boolean {
  if (config.publicUrl) return config.publicUrl.startsWith('https:');
  return !['127.0.0.1', '::1', 'localhost'].includes(config.host);
}
