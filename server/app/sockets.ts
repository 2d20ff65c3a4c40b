import type { StoreState } from '#shared/wire.ts';
import { openHub } from '../relay/hub.ts';
import { openRaw } from '../relay/raw.ts';
import { openSocketIo } from '../relay/socket-io.ts';
import { dispatchUpgrades } from '../relay/upgrade.ts';
import type { OpenSources } from '../sources/open-sources.ts';
import type { Space } from '../store/space.ts';
import type { Foundation } from './foundation.ts';
import type { HttpDoor } from './http.ts';
import type { Work } from './work.ts';

/** The lines on which rows are pushed. */
export type Sockets = Awaited<ReturnType<typeof openSockets>>;

/** Opens both kinds of socket on the HTTP server's port, and the hub that feeds them. */
export async function openSockets(
  base: Foundation,
  { leases }: Pick<Work, 'leases'>,
  { http, app, parts }: HttpDoor,
  { space, health, version }: { readonly space: Space; readonly health: OpenSources['health']; readonly version: string },
  closing: AsyncDisposableStack,
) {
  const { config, access, clock, feeds, views, lines, say, fault } = base;
  /** Whether it can be written, and the moment of the last answer of a store that gives none. */
  const store = (): StoreState => {
    const ago = lines.awayMs();
    return { readOnly: space.full(), awaySince: ago === null ? null : clock.now() - Math.round(ago) };
  };
  const { cookieName, origins } = parts;
  const raw = await openRaw(app, { access, clock, version, cookieName, origins, onError: fault('raw') });
  closing.defer(() => raw.close());
  const socketIo = await openSocketIo(http, {
    redis: config.redisUrl ? { url: config.redisUrl, house: base.houseIs } : undefined,
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
    say: (code, language) => say(code, undefined, language),
    broadcasts: [socketIo, raw],
    turnedAway: (viewer, feed) =>
      void access.denied(viewer, { objectType: 'feed', objectId: feed, ip: access.sessions.addressOf(viewer.sessionId ?? '') }).catch(fault('access')),
    flushMs: config.knobs.feedFlushMs,
    hashMs: config.knobs.feedStateSeconds * 1_000,
  });
  closing.defer(() => hub.stop());
  space.onChange(() => socketIo.storeState(store()));
  lines.onChange(() => socketIo.storeState(store()));
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
        socketIo.permissionsChanged(sessionId, access.current(sessionId)?.permissionVersion ?? 0);
      }
    }),
  );
  return {
    hub,
    connections: () => ({ socketIo: socketIo.connections(), raw: raw.connections() }),
    /** Ends every line with the word that the house is there again at once. */
    async sendAway() {
      raw.close();
      await socketIo.restart(1_000);
    },
  };
}
