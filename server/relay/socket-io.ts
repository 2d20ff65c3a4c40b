import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { Server } from 'socket.io';
import { limits } from '#shared/core/limits.ts';
import {
  closeCodes,
  type FeedDelta,
  type FeedOpen,
  type FeedOpened,
  type FeedState,
  type StoreState,
} from '#shared/wire.ts';
import type { Access, Clock } from '../core/parts.ts';
import { openAdmission } from './admission.ts';
import { hasRoom, pressureOf } from './backpressure.ts';
import { feedClose, feedsOf, heartbeatFrame, isFeedOpen, noFeeds, presenceFrame } from './client-frames.ts';
import { fastTransport } from './fast-path/fast-transport.ts';
import { whyNotFast } from './fast-path/versions.ts';
import type { Broadcast, Hub, Watcher } from './hub.ts';
import { libraryTransport } from './library-transport.ts';
import { openPresence } from './presence.ts';
import { sharePresence } from './presence-share.ts';
import { ReadyAnswer, ReadyEvent } from './ready.ts';
import type { RelayServer, RelaySocket } from './transport.ts';
import { cookieOf, originAllowed, type Upgrade } from './upgrade.ts';
import { every } from '../store/every.ts';

type Lagging = Map<string, { feed: string; epoch: string; seq: number }>;
/** Shared by nearly all connections: one gets a map of its own when it falls behind. Never written to. */
const keepsUp: Lagging = new Map();

interface Data {
  sessionId: string;
  empId: number | null;
  name: string;
  /** Requested with the connect packet; answered once. */
  feeds: readonly FeedOpen[];
  lagging: Lagging;
  watcher: Watcher;
}
type Server4 = RelayServer<Data>;
type Socket4 = RelaySocket<Data>;

/** With fewer recipients a frame is sent uncompressed. */
const fewWatchers = 4;

export interface SocketIoParts {
  /** False: only what the libraries export is used. */
  readonly fastPath: boolean;
  readonly access: Access;
  readonly clock: Clock;
  readonly version: string;
  readonly cookieName: string;
  readonly origins: readonly string[];
  /** With Redis, presence is shared between nodes; `server` separates installations that share one Redis. */
  readonly redis: { readonly url: string; readonly server: string } | undefined;
  readonly renewLeases: (sessionId: string, items: readonly string[]) => Promise<readonly string[]>;
  readonly store: () => StoreState;
  readonly sessionLost: (sessionId: string) => void;
  readonly sessionBack: (sessionId: string) => void;
  readonly onError: (error: unknown) => void;
}

export interface SocketIo extends Broadcast {
  readonly upgrade: Upgrade;
  attach(hub: Hub): void;
  revoke(sessionId: string, reason: string): void;
  permissionsChanged(sessionId: string, version: number): void;
  /** Sends the state of the store to every connection of this node. */
  storeState(state: StoreState): void;
  connections(): number;
  /**
   * Closes every connection with the notice that the server restarts; spread over `overMs`, so that clients
   * do not reconnect all at once.
   */
  restart(overMs: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Feeds over Socket.IO: WebSocket only, no connection-state recovery; cookie and origin are checked at
 * upgrade, the token at connect.
 */
export async function openSocketIo(http: HttpServer, parts: SocketIoParts): Promise<SocketIo> {
  const io: Server4 = new Server(http, {
    path: '/socket.io',
    transports: ['websocket'],
    serveClient: false,
    destroyUpgrade: false,
    // Nothing is deflated for one connection alone.
    perMessageDeflate: { threshold: Infinity, serverNoContextTakeover: true, clientNoContextTakeover: true },
    httpCompression: false,
    pingInterval: 25_000,
    pingTimeout: 20_000,
    connectTimeout: limits.socketJoinMs,
    maxHttpBufferSize: limits.socketMessageBytes,
    allowRequest: (request: IncomingMessage, answer: (error: string | null, ok: boolean) => void) => {
      const ok = originAllowed(request, parts.origins) && cookieOf(request, parts.cookieName) !== null;
      answer(ok ? null : 'refused', ok);
    },
  });
  // Socket.IO adds an upgrade listener of its own; the app has one for all paths.
  http.removeAllListeners('upgrade');

  const whyNot = parts.fastPath ? whyNotFast() : null;
  if (whyNot)
    parts.onError(
      new Error(`Sockets use the library's own way: the fast path was written for others (${whyNot}).`),
    );
  const transport = parts.fastPath && !whyNot ? fastTransport(io) : libraryTransport();
  // As hard to guess as the library's own ids, at a tenth of the cost.
  io.engine.generateId = () => randomUUID();
  const admission = openAdmission((request, socket, head) =>
    io.engine.handleUpgrade(request as never, socket as never, head),
  );
  let hub: Hub;
  /** The subscribers of a channel by key; every change walks over them. */
  const byKey = new Map<string, Set<Socket4>>();
  const sockets = new Map<string, Set<Socket4>>();
  /** Connections with pending data at the last check; only these are checked often. */
  const pressed = new Set<Socket4>();
  let settling: NodeJS.Timeout | null = null;
  const press = (socket: Socket4): void => {
    pressed.add(socket);
    settling ??= setInterval(settle, 100).unref();
  };
  /** Presence on a row is sent to those who see the row. */
  const local = openPresence((shown) => {
    for (const socket of openers(shown.feed))
      if (hub.sees(socket.data.watcher, shown.feed, shown.id)) socket.emit('presence', shown);
  });
  /** All connections with that feed open, whatever their scope and backlog. */
  function* openers(feed: string): Iterable<Socket4> {
    for (const [key, set] of byKey) if (key.startsWith(`${feed}|`)) yield* set;
    for (const socket of pressed)
      for (const at of socket.data.lagging.values()) if (at.feed === feed) yield socket;
  }
  const presence = parts.redis
    ? sharePresence(local, parts.redis, parts.onError)
    : { ...local, close: async () => undefined };

  io.use((socket, next) => {
    const { authtoken: token, feeds: requested } = socket.handshake.auth as Readonly<Record<string, unknown>>;
    const feeds = feedsOf(requested);
    if (!feeds) return next(new Error('badFormat'));
    parts.access
      .viewerOf({
        cookie: cookieOf(socket.request, parts.cookieName),
        token: typeof token === 'string' ? token : null,
      })
      .then((viewer) => {
        if (!viewer?.sessionId) return next(new Error('signedOut'));
        if ((sockets.get(viewer.sessionId)?.size ?? 0) >= limits.socketsPerSession)
          return next(new Error('tooManySockets'));
        socket.data.sessionId = viewer.sessionId;
        socket.data.empId = viewer.empId;
        socket.data.name = viewer.name;
        socket.data.feeds = feeds;
        socket.data.lagging = keepsUp;
        socket.data.watcher = new ConnectionWatcher(socket, viewer.sessionId, viewer.language);
        // The library's connect packet and our greeting go out in one write.
        transport.accept(socket);
        const send = transport.together(socket);
        next();
        process.nextTick(send);
      })
      .catch((error: unknown) => {
        parts.onError(error);
        next(new Error('tryAgain'));
      });
  });

  class ConnectionWatcher implements Watcher {
    readonly #socket: Socket4;
    readonly sessionId: string;
    readonly language: 'en' | 'es';
    constructor(socket: Socket4, sessionId: string, language: 'en' | 'es') {
      this.#socket = socket;
      this.sessionId = sessionId;
      this.language = language;
    }
    reset(feed: string, code: string): void {
      this.#socket.emit('feed:reset', { feed, code });
    }
    state(frame: FeedState): void {
      if (this.#socket.data.lagging.size === 0) this.#socket.emit('feed:state', frame);
    }
    joined(key: string): void {
      let set = byKey.get(key);
      if (!set) byKey.set(key, (set = new Set()));
      set.add(this.#socket);
    }
    send(event: ReadyEvent): void {
      transport.send(this.#socket, event);
      if (!transport.idle(this.#socket)) press(this.#socket);
    }
    free(): boolean {
      const free = hasRoom(transport.unsent(this.#socket));
      if (!free) press(this.#socket);
      return free;
    }
    left(key: string): void {
      unhear(key, this.#socket);
      if (this.#socket.data.lagging.size > 0) this.#socket.data.lagging.delete(key);
    }
  }

  let greeted: { at: number; frame: ReadyEvent } | null = null;
  const greeting = (): ReadyEvent => {
    const at = performance.now();
    if (!greeted || at - greeted.at > 5)
      greeted = { at, frame: new ReadyEvent('hello', { now: parts.clock.now(), version: parts.version }) };
    return greeted.frame;
  };

  function unhear(key: string, socket: Socket4): void {
    const set = byKey.get(key);
    set?.delete(socket);
    if (set?.size === 0) byKey.delete(key);
  }

  function openFeed(socket: Socket4, request: FeedOpen): ReadyAnswer | Extract<FeedOpened, { ok: false }> {
    parts.access.touch(socket.data.sessionId);
    return hub.answer(socket.data.watcher, request);
  }

  /**
   * After a feed's answer: sends what follows it, admits the next connection, and sends this one the presence
   * on the feed's rows.
   */
  function opensHere(socket: Socket4, feed: string): void {
    hub.answered(socket.data.watcher, feed);
    admission.settled(socket.request.socket);
    for (const shown of presence.on(feed))
      if (hub.sees(socket.data.watcher, shown.feed, shown.id)) socket.emit('presence', shown);
  }

  io.on('connection', (socket) => {
    const { sessionId } = socket.data;
    let mine = sockets.get(sessionId);
    if (!mine) sockets.set(sessionId, (mine = new Set()));
    mine.add(socket);
    if (mine.size === 1) parts.sessionBack(sessionId);
    for (const frame of socket.data.feeds) {
      const opened = openFeed(socket, frame);
      if (opened instanceof ReadyAnswer) {
        transport.opened(socket, frame.feed, opened);
        opensHere(socket, frame.feed);
      } else socket.emit('feed:opened', { feed: frame.feed, ...opened });
    }
    socket.data.feeds = noFeeds;
    transport.send(socket, greeting());
    const store = parts.store();
    if (store.readOnly || store.awaySince !== null || store.chainBroken || store.setAside)
      socket.emit('store:state', store);
    // Reports changes from while this tab was away, or between its request and this connection.
    const version = parts.access.current(sessionId)?.permissionVersion;
    if (version !== undefined && version !== socket.handshake.auth['rights'])
      socket.emit('permissions:changed', { version });

    // One function shared by all connections; `this` is the sender.
    socket.onAny(receive);
    socket.on('disconnect', leave);
  });

  function receive(this: Socket4, event: string, frame: unknown, ack: unknown): void {
    text.get(event)?.(this, frame, ack);
  }

  /** The events a client may send; any other is ignored. */
  const text = new Map<string, (socket: Socket4, frame: unknown, ack: unknown) => void>([
    [
      'feed:open',
      (socket, frame, ack) => {
        if (typeof ack !== 'function') return;
        if (!isFeedOpen(frame)) return void ack({ ok: false, code: 'badFormat', message: 'badFormat' });
        const opened = openFeed(socket, frame);
        if (!(opened instanceof ReadyAnswer)) return void ack(opened);
        transport.answer(socket, ack as (answer: unknown) => void, opened);
        if (!transport.idle(socket)) press(socket);
        opensHere(socket, frame.feed);
      },
    ],
    [
      'feed:more',
      (socket, frame) => {
        const parsed = feedClose.safeParse(frame);
        if (parsed.success) hub.more(socket.data.watcher, parsed.data.feed);
      },
    ],
    [
      'feed:close',
      (socket, frame) => {
        const parsed = feedClose.safeParse(frame);
        if (parsed.success) hub.close(socket.data.watcher, parsed.data.feed);
      },
    ],
    [
      'presence',
      ({ id, data }, frame) => {
        const parsed = presenceFrame.safeParse(frame);
        if (
          !parsed.success ||
          data.empId === null ||
          !hub.sees(data.watcher, parsed.data.feed, parsed.data.id)
        )
          return;
        presence.set(
          id,
          { empId: data.empId, name: data.name },
          parsed.data.feed,
          parsed.data.id,
          parsed.data.state,
        );
      },
    ],
    [
      'heartbeat',
      ({ data: { sessionId } }, frame, ack) => {
        const parsed = heartbeatFrame.safeParse(frame);
        if (!parsed.success || typeof ack !== 'function') return;
        parts.access.touch(sessionId);
        parts
          .renewLeases(sessionId, parsed.data.items)
          .then((lost) => void ack({ now: parts.clock.now(), lost }), parts.onError);
      },
    ],
  ]);

  function leave(this: Socket4): void {
    const { sessionId, watcher } = this.data;
    pressed.delete(this);
    presence.leave(this.id);
    hub.drop(watcher);
    const mine = sockets.get(sessionId);
    mine?.delete(this);
    if (mine?.size !== 0) return;
    sockets.delete(sessionId);
    parts.sessionLost(sessionId);
  }

  /**
   * Readers that lag behind leave the broadcast; they get one merged frame when their connection is free
   * again.
   */
  function settle(): void {
    for (const socket of pressed) {
      const unsent = transport.unsent(socket);
      if (pressureOf(unsent) === 'close') {
        pressed.delete(socket);
        transport.cut(socket);
        continue;
      }
      if (hasRoom(unsent)) {
        if (socket.data.lagging.size > 0 && unsent.packets === 0) catchUp(socket);
        hub.goOn(socket.data.watcher);
      }
      if (socket.data.lagging.size === 0 && transport.idle(socket)) pressed.delete(socket);
    }
    if (pressed.size > 0 || !settling) return;
    clearInterval(settling);
    settling = null;
  }
  /** Frames that are not changes (heartbeat replies, feed states) can fill a stalled connection as well. */
  const stopChecking = every(2_000, () => {
    for (const socket of io.of('/').sockets.values()) if (!transport.idle(socket)) press(socket);
  });

  function fallBehind({ data }: Socket4): Lagging {
    return data.lagging === keepsUp ? (data.lagging = new Map()) : data.lagging;
  }

  function catchUp(socket: Socket4): void {
    for (const [key, at] of [...socket.data.lagging]) {
      socket.data.lagging.delete(key);
      const missed = hub.catchUp(socket.data.watcher, at);
      if (missed) socket.emit('feed:delta', missed);
    }
  }

  return {
    upgrade: admission.upgrade,
    attach(opened) {
      hub = opened;
    },
    delta(key, frame: FeedDelta) {
      const set = byKey.get(key);
      if (!set) return;
      const ready = new ReadyEvent('feed:delta', frame);
      const few = set.size < fewWatchers;
      for (const socket of set) {
        if (!transport.idle(socket)) {
          press(socket);
          const pressure = pressureOf(transport.unsent(socket));
          if (pressure !== 'flowing') {
            unhear(key, socket);
            if (pressure === 'close') transport.cut(socket);
            else fallBehind(socket).set(key, { feed: frame.feed, epoch: frame.epoch, seq: frame.prev });
            continue;
          }
        }
        transport.send(socket, ready, few);
      }
    },
    revoke(sessionId, reason) {
      for (const socket of [...(sockets.get(sessionId) ?? [])]) {
        hub.drop(socket.data.watcher);
        socket.emit('session:revoked', { reason });
        setTimeout(() => socket.disconnect(true), 50).unref();
      }
    },
    permissionsChanged(sessionId, version) {
      hub.recheck(sessionId);
      for (const socket of sockets.get(sessionId) ?? []) socket.emit('permissions:changed', { version });
    },
    storeState(state) {
      for (const socket of io.of('/').sockets.values()) socket.emit('store:state', state);
    },
    connections: () => io.engine.clientsCount,
    async restart(overMs) {
      const all = [...io.of('/').sockets.values()];
      const each = all.length > 0 ? overMs / all.length : 0;
      for (const [i, socket] of all.entries()) {
        transport.close(socket, closeCodes.restart, 'restart');
        if (Math.floor(i * each * 0.1) !== Math.floor((i + 1) * each * 0.1))
          await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    async close() {
      if (settling) clearInterval(settling);
      stopChecking();
      admission.close();
      await io.close();
      await presence.close();
    },
  };
}
