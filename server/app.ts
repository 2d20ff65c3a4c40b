import type { Server } from 'node:http';
import type { FastifyInstance } from 'fastify';
import type { OpenAccess } from './access/open.ts';
import { openFoundation, type HouseOptions } from './app/foundation.ts';
import { openHttp } from './app/http.ts';
import { openRoutes } from './app/routes.ts';
import { openSockets } from './app/sockets.ts';
import { openWork } from './app/work.ts';
import type { Config } from './config.ts';
import { openDrain } from './drain.ts';
import type { Search } from './families/search/open.ts';
import type { House } from './house.ts';
import type { Asks } from './jobs/asks.ts';
import type { Leases } from './jobs/expire-leases.ts';
import type { Jobs } from './jobs/queue.ts';
import { listenOn, addressOf } from './listen.ts';
import { openLoopLag } from './operations/loop-lag.ts';
import { openClockOffset } from './operations/clock-offset.ts';
import { openNodes } from './operations/nodes.ts';
import type { Sealer } from './operations/sealer.ts';
import type { Policies } from './policies.ts';
import type { Hub } from './relay/hub.ts';
import { openSources, type OpenSources } from './sources/open-sources.ts';
import { dutyOfServices } from './sources/outbox.ts';
import { alone, openDuty } from './store/duty.ts';
import type { OpenLog } from './store/log.ts';
import type { Numbers } from './store/numbers.ts';
import { watchSpace } from './store/space.ts';
import type { States } from './store/states.ts';
import type { OpenViews } from './views/engine.ts';

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
  readonly sealer: Sealer;
  readonly config: Config;
  /** Where its files really lie, which is not always where the configuration says. */
  readonly dataDir: string;
  listen(): Promise<string>;
  /** Resolves when everything that follows from what is in the log has been done. */
  settled(): Promise<void>;
  /** Says that this node goes, still takes what comes for `leadMs`, answers what was begun and sends its sockets away; `close` comes after it. */
  drain(leadMs: number): Promise<void>;
  /** Ends every part, also when one of them cannot end well; what went wrong is thrown when all have ended. */
  close(): Promise<void>;
}

/**
 * Builds the whole server from given parts, in order; `listen` opens the port. Each part says how it ends where it begins, and they
 * end in the other order: sockets and doors, then what works by itself, last what both write through. An opening that fails ends so too.
 */
export async function openHouse(options: HouseOptions): Promise<OpenHouse> {
  const closing = new AsyncDisposableStack();
  try {
    return await open(options, closing);
  } catch (error) {
    // Why it failed is what the caller must hear; what goes wrong while leaving is only told.
    await closing.disposeAsync().catch((fault: unknown) => options.onError(fault, 'closing'));
    throw error;
  }
}

async function open(options: HouseOptions, closing: AsyncDisposableStack): Promise<OpenHouse> {
  const { version } = options;
  const lag = openLoopLag();
  closing.defer(() => lag.stop());
  const base = await openFoundation(options, closing);
  const { config, clock, pool, log, views, access, feeds, handle, note, newId, say, fault } = base;

  const lines: { address: () => string | null; open: () => number } = { address: () => null, open: () => 0 };
  // Before the work, so that its row stays until the work has ended: others see a node that is leaving, not one that is gone.
  const clockOffset = openClockOffset(note);
  const redis: { clock: () => Promise<number | null> } = { clock: async () => null };
  const nodes = openNodes({
    pool,
    clock,
    roles: [...config.roles],
    version,
    address: () => lines.address(),
    figures: () => ({ position: log.head(), sockets: lines.open(), loopMs: Math.round(lag.now().p99), rssBytes: process.memoryUsage.rss() }),
    everyMs: options.shared ? 5_000 : 15_000,
    clockHeard: (asked, heard, theirs) => {
      clockOffset.heard('database', asked, heard, theirs);
      const from = Date.now();
      redis.clock().then((now) => void (now !== null && clockOffset.heard('redis', from, Date.now(), now)), fault('clock'));
    },
    onError: fault('nodes'),
  });
  closing.defer(() => nodes.close());
  const work = await openWork(base, closing);
  redis.clock = work.jobs.redisNow;
  const space = await watchSpace(base.dataDir, fault('space'), { hold: !options.shared });
  closing.defer(() => space.stop());
  const door = await openHttp(base, space, closing);
  const { http, app } = door;
  lines.address = () => addressOf(http);

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
  closing.defer(() => duty.stop());
  const sources = await openSources({ paused: space.full, pool, clock, config, log, handle, views, access, newId, duty, onError: fault('sources') });
  closing.defer(() => sources.stop());
  const house: House = { clock, pool, log, handle, views, access, feeds, health: sources.health, newId, say };
  const sockets = await openSockets(base, work, door, { space, health: sources.health, version }, closing);
  lines.open = () => sockets.connections().socketIo + sockets.connections().raw;

  const drain = openDrain({
    http,
    announce: async () => {
      note('info', 'leaving', { node: nodes.id });
      await nodes.leaving();
      await sources.stop();
      await duty.stop();
    },
    sendAway: sockets.sendAway,
    onError: fault('drain'),
  });
  await openRoutes({ base, work, door, sockets, sources, house, nodes, lag, clockOffset, space, drain, version }, closing);
  // First of all: what was begun is answered while everything still stands.
  closing.defer(() => drain.begin(0));

  let closed: Promise<void> | null = null;
  const { numbers, states, search, sealer } = base;
  const { policies, asks, jobs, leases } = work;
  return {
    ...house,
    ...{ app, http, log, views, hub: sockets.hub, access, policies, asks, jobs, leases, numbers, states, sources, search, sealer, config },
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
        await asks.idle();
      }
    },
    drain: drain.begin,
    close: () => (closed ??= closing.disposeAsync()),
  };
}
