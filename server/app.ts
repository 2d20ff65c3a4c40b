import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { OpenAccess } from './access/open.ts';
import { openFoundation, sqlViewsOf, type ServerOptions } from './app/foundation.ts';
import { openHttp } from './app/http.ts';
import { openRoutes } from './app/routes.ts';
import { openSockets } from './app/sockets.ts';
import { openWork } from './app/work.ts';
import { systemWall } from '#shared/walls/system.ts';
import type { Config } from './config.ts';
import { openDrain } from './runtime/drain.ts';
import type { Search } from './families/search/open.ts';
import type { ServerParts } from './core/parts.ts';
import type { Reactions } from './jobs/reactions.ts';
import type { Leases } from './jobs/expire-leases.ts';
import type { Jobs } from './jobs/queue.ts';
import { listenOn, addressOf } from './http/listen.ts';
import { openLoopLag } from './operations/loop-lag.ts';
import { openClockOffset } from './operations/clock-offset.ts';
import { watchConsumers } from './operations/consumer-watch.ts';
import { openNodes } from './operations/nodes.ts';
import { openSystemMarks } from './operations/system-marks.ts';
import type { Sealer } from './operations/sealer.ts';
import type { Telephony } from './outside/telephony/open.ts';
import type { Policies } from './jobs/policies.ts';
import type { Hub } from './relay/hub.ts';
import { openSources, type OpenSources } from './sources/open-sources.ts';
import { leaderOfServices } from './sources/outbox.ts';
import { alone, openLeaderLease } from './store/leader-lease.ts';
import type { OpenLog } from './store/log.ts';
import type { Numbers } from './store/numbers.ts';
import { watchSpace } from './store/space.ts';
import type { States } from './store/states.ts';
import type { Trial } from './store/trial.ts';
import type { OpenViews } from './views/engine.ts';

export interface OpenServer extends ServerParts {
  readonly app: FastifyInstance;
  readonly http: Server;
  readonly log: OpenLog;
  readonly views: OpenViews;
  readonly hub: Hub;
  readonly access: OpenAccess;
  readonly policies: Policies;
  readonly reactions: Reactions;
  readonly jobs: Jobs;
  readonly leases: Leases;
  readonly telephony: Pick<Telephony, 'play'>;
  readonly numbers: Numbers;
  readonly states: States;
  readonly trial: Trial;
  readonly sources: OpenSources;
  readonly search: Search;
  readonly sealer: Sealer;
  readonly config: Config;
  /** The directory that really holds its files, which may differ from the configuration. */
  readonly dataDir: string;
  listen(): Promise<string>;
  /** Resolves when everything that follows from the log has been done. */
  settled(): Promise<void>;
  /**
   * Announces that this node leaves, still accepts requests for `leadMs`, answers those that have begun and
   * closes its sockets; call `close` afterwards.
   */
  drain(leadMs: number): Promise<void>;
  /** Closes every part, even when one of them fails; errors are thrown after all have ended. */
  close(): Promise<void>;
}

/**
 * Builds the whole server from the given parts, in order; `listen` opens the port. Each part registers its
 * cleanup as it opens, and they close in reverse: sockets and routes, then background work, last the store
 * beneath both. A failed opening closes the same way.
 */
export async function openServer(options: ServerOptions): Promise<OpenServer> {
  const closing = new AsyncDisposableStack();
  try {
    return await open(options, closing);
  } catch (error) {
    // The caller gets the cause of the failure; errors of the cleanup are only logged.
    await closing.disposeAsync().catch((fault: unknown) => options.onError(fault, 'closing'));
    throw error;
  }
}

async function open(options: ServerOptions, closing: AsyncDisposableStack): Promise<OpenServer> {
  const { version } = options;
  const lag = openLoopLag();
  closing.defer(() => lag.stop());
  const base = await openFoundation(options, closing);
  const { config, clock, pool, log, views, access, feeds, handle, note, newId, translate, fault } = base;

  const lines: { address: () => string | null; open: () => number } = { address: () => null, open: () => 0 };
  // Before the background work, so that its row stays until that has ended: others see a leaving node, not a
  // lost one.
  const clockOffset = openClockOffset(note);
  const redis: { clock: () => Promise<number | null> } = { clock: async () => null };
  const nodes = openNodes({
    pool,
    clock,
    roles: [...config.roles],
    version,
    address: () => lines.address(),
    figures: () => ({
      position: log.head(),
      sockets: lines.open(),
      loopMs: Math.round(lag.now().p99),
      rssBytes: process.memoryUsage.rss(),
    }),
    everyMs: options.shared ? 5_000 : 15_000,
    clockSampled: (requested, received, theirs) => {
      clockOffset.received('database', requested, received, theirs);
      const from = Date.now();
      redis
        .clock()
        .then(
          (now) => void (now !== null && clockOffset.received('redis', from, Date.now(), now)),
          fault('clock'),
        );
    },
    onError: fault('nodes'),
  });
  closing.defer(() => nodes.close());
  const work = await openWork(base, closing);
  redis.clock = work.jobs.redisNow;
  const consumers = watchConsumers({
    ...{ pool, head: log.head, onError: fault('consumers') },
    followers: [
      ...views.positions().map(({ name }) => ({ name, position: views.byName(name)!.position })),
      ...sqlViewsOf(base).map(({ def, position }) => ({ name: def.name, position })),
      { name: 'policies', position: work.policies.position },
    ],
  });
  closing.defer(() => consumers.stop());
  const space = await watchSpace(base.dataDir, fault('space'), { withReserve: !options.shared });
  closing.defer(() => space.stop());
  const route = await openHttp(base, space, closing);
  const { http, app } = route;
  lines.address = () => addressOf(http);

  const leader =
    options.shared && config.roles.has('services')
      ? await openLeaderLease({
          pool,
          name: leaderOfServices,
          holder: nodes.id,
          onChange: (term) =>
            note('info', term === null ? 'duty lost' : 'duty taken', {
              leader: leaderOfServices,
              term,
              node: nodes.id,
            }),
          onError: fault('duty'),
        })
      : alone;
  closing.defer(() => leader.stop());
  const sources = await openSources({
    paused: space.full,
    pool,
    clock,
    config,
    log,
    handle,
    views,
    access,
    newId,
    leader,
    onError: fault('sources'),
  });
  closing.defer(() => sources.stop());
  const server: ServerParts = {
    clock,
    pool,
    log,
    handle,
    views,
    access,
    feeds,
    health: sources.health,
    newId,
    translate,
  };
  const watched: { system: () => boolean } = { system: () => false };
  const systemMarks = openSystemMarks({
    ...{ pool, clock, log, views, health: sources.health, still: consumers.still },
    watched: () => watched.system(),
    onError: fault('system'),
  });
  closing.defer(() => systemMarks.stop());
  const sockets = await openSockets(
    base,
    work,
    route,
    { space, consumers, health: sources.health, views: systemMarks.views, version },
    closing,
  );
  watched.system = () =>
    sockets.hub.channels().some(({ feed, watchers }) => feed === systemWall.feed.name && watchers > 0);
  lines.open = () => sockets.connections().socketIo + sockets.connections().raw;

  const drain = openDrain({
    http,
    announce: async () => {
      note('info', 'leaving', { node: nodes.id });
      await nodes.leaving();
      await sources.stop();
      await leader.stop();
    },
    sendAway: sockets.sendAway,
    onError: fault('drain'),
  });
  await openRoutes(
    {
      base,
      work,
      route,
      sockets,
      sources,
      server,
      nodes,
      lag,
      clockOffset,
      consumers,
      space,
      drain,
      version,
    },
    closing,
  );
  // Closed first: requests that have begun are answered while everything is still open.
  closing.defer(() => drain.begin(0));

  let closed: Promise<void> | null = null;
  const { numbers, states, trial, search, sealer } = base;
  const { policies, reactions, jobs, leases, telephony } = work;
  return {
    ...server,
    ...{
      app,
      http,
      log,
      views,
      hub: sockets.hub,
      access,
      policies,
      reactions,
      jobs,
      leases,
      telephony,
      numbers,
      states,
      trial,
      sources,
      search,
      sealer,
      config,
    },
    dataDir: base.dataDir,
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
        await reactions.idle();
      }
    },
    drain: drain.begin,
    close: () => (closed ??= closing.disposeAsync()),
  };
}
