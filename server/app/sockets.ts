import type { StoreState } from '#shared/wire.ts';
import type { ConsumerWatch } from '../operations/consumer-watch.ts';
import type { SystemMarks } from '../operations/system-marks.ts';
import { openHub } from '../relay/hub.ts';
import { openRaw } from '../relay/raw.ts';
import { openSocketIo } from '../relay/socket-io.ts';
import { dispatchUpgrades } from '../relay/upgrade.ts';
import type { OpenSources } from '../sources/open-sources.ts';
import { feedConsumer, openAsides, type Asides } from '../store/set-aside.ts';
import type { Space } from '../store/space.ts';
import { openHiddenRows } from '../views/hidden-rows.ts';
import type { Foundation } from './foundation.ts';
import type { HttpServer } from './http.ts';
import type { Work } from './work.ts';

/** The socket connections and the hub behind them. */
export type Sockets = Awaited<ReturnType<typeof openSockets>>;

/** Opens both kinds of socket on the HTTP server's port, and the hub that feeds them. */
export async function openSockets(
  base: Foundation,
  { leases }: Pick<Work, 'leases'>,
  { http, app, clientFaults, parts }: HttpServer,
  {
    space,
    consumers,
    health,
    views,
    version,
  }: {
    readonly space: Space;
    readonly consumers: ConsumerWatch;
    readonly health: OpenSources['health'];
    readonly views: SystemMarks['views'];
    readonly version: string;
  },
  closing: AsyncDisposableStack,
) {
  const { config, access, clock, feeds, connections, chainWatch, translate, fault } = base;
  /** Whether the store is writable, and the time of its last answer while it is silent. */
  const store = (): StoreState => {
    const ago = connections.awayMs();
    return {
      readOnly: space.full(),
      awaySince: ago === null ? null : clock.now() - Math.round(ago),
      chainBroken: Object.values(chainWatch.state()).some(({ broken }) => broken !== null),
      setAside: consumers.setAside(),
    };
  };
  const asides = new Map<string, Asides>();
  closing.defer(async () => void (await Promise.all([...asides.values()].map((one) => one.idle()))));
  const unseenIn = (feed: string): Asides => {
    const known = asides.get(feed) ?? openAsides(base.pool, feedConsumer(feed), fault('feeds'));
    asides.set(feed, known);
    return known;
  };
  const hidden = openHiddenRows({
    ...{ pool: base.pool, log: base.log, views: base.views, asidesOf: unseenIn },
    onError: fault('feeds'),
  });
  closing.defer(() => hidden.idle());
  const { cookieName, origins } = parts;
  const raw = await openRaw(app, {
    access,
    clock,
    version,
    cookieName,
    origins,
    clientFault: clientFaults.count,
    onError: fault('raw'),
  });
  closing.defer(() => raw.close());
  const socketIo = await openSocketIo(http, {
    fastPath: config.socketFastPath,
    redis: config.redisUrl ? { url: config.redisUrl, server: base.storeLabel } : undefined,
    ...{ access, clock, version, cookieName, origins },
    renewLeases: (id, items) => leases.renew(id, items),
    store,
    sessionLost: (id) => leases.sessionLost(id),
    sessionBack: (id) => leases.sessionBack(id),
    onError: fault('socket'),
  });
  closing.defer(() => socketIo.close());
  const hub = openHub({
    ...{ feeds, views, access, health, clock },
    translate: (code, language) => translate(code, undefined, language),
    broadcasts: [socketIo, raw],
    turnedAway: (viewer, feed) =>
      void access
        .denied(viewer, {
          objectType: 'feed',
          objectId: feed,
          ip: access.sessions.addressOf(viewer.sessionId ?? ''),
        })
        .catch(fault('access')),
    unseen(feed, id, error, by) {
      if (by) unseenIn(feed.name).put(by, error);
      else hidden.put(feed, id, error);
    },
    flushMs: config.knobs.feedFlushMs,
    hashMs: config.knobs.feedStateSeconds * 1_000,
  });
  closing.defer(() => hub.stop());
  space.onChange(() => socketIo.storeState(store()));
  chainWatch.onChange(() => socketIo.storeState(store()));
  consumers.onChange(() => socketIo.storeState(store()));
  connections.onChange(() => socketIo.storeState(store()));
  socketIo.attach(hub);
  raw.attach(hub);
  closing.defer(
    dispatchUpgrades(http, [
      { path: '/socket.io', upgrade: socketIo.upgrade },
      { path: '/ws/feeds', upgrade: raw.upgrade },
    ]),
  );
  closing.defer(
    access.onChange(({ sessionId, what, reason }) => {
      if (what === 'revoked') {
        socketIo.revoke(sessionId, reason);
        raw.revoke(sessionId, reason);
        leases.sessionEnded(sessionId);
      } else {
        hub.recheck(sessionId);
        const version = access.current(sessionId)?.permissionVersion ?? 0;
        socketIo.permissionsChanged(sessionId, version);
        raw.permissionsChanged(sessionId, version);
      }
    }),
  );
  return {
    hub,
    connections: () => ({ socketIo: socketIo.connections(), raw: raw.connections() }),
    /** Closes every connection with the notice that the server restarts at once. */
    async sendAway() {
      raw.close();
      await socketIo.restart(1_000);
    },
  };
}
