import { randomUUID } from 'node:crypto';
import type { IncomingMessage, Server as HttpServer } from 'node:http';
import { Server, type Socket } from 'socket.io';
import { limits } from '#shared/core/limits.ts';
import {
  closeCodes,
  type ClientToServer,
  type FeedDelta,
  type FeedOpen,
  type FeedOpened,
  type FeedState,
  type ServerToClient,
  type StoreState,
} from '#shared/wire.ts';
import type { Access, Clock } from '../house.ts';
import { openAdmission } from './admission.ts';
import { pressureOf, type Unsent } from './backpressure.ts';
import { feedClose, feedsOf, heartbeatFrame, isFeedOpen, noFeeds, presenceFrame } from './client-frames.ts';
import { inflateAtOnce, sharedDeflate } from './deflate.ts';
import { answersReady, eventFrame, isIdle, ReadyAnswer, sendReady, together, underOf, type ReadyFrame, type Under } from './frames.ts';
import type { Broadcast, Hub, Watcher } from './hub.ts';
import { forgetRequest, keepLittle } from './lean-lines.ts';
import { openPresence } from './presence.ts';
import { sharePresence } from './presence-share.ts';
import { cookieOf, originAllowed, type Upgrade } from './upgrade.ts';
import { every } from '../store/every.ts';

type Lagging = Map<string, { feed: string; epoch: string; seq: number }>;
/** Of nearly every line: it has a map of its own once it falls behind. Nobody writes to this one. */
const keepsUp: Lagging = new Map();

interface Data {
  sessionId: string;
  empId: number | null;
  name: string;
  /** Asked for with the packet that connects; answered once. */
  feeds: readonly FeedOpen[];
  lagging: Lagging;
  watcher: Watcher;
}
type Server4 = Server<ClientToServer, ServerToClient, Record<string, never>, Data>;
type Socket4 = Socket<ClientToServer, ServerToClient, Record<string, never>, Data>;

/** Fewer than this who share a frame get it as it is. */
const fewWatchers = 4;

export interface SocketIoParts {
  readonly access: Access;
  readonly clock: Clock;
  readonly version: string;
  readonly cookieName: string;
  readonly origins: readonly string[];
  /** With it, presence is shared between nodes; `house` keeps apart houses that share one Redis. */
  readonly redis: { readonly url: string; readonly house: string } | undefined;
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
  /** Tells every line of this node how the store is. */
  storeState(state: StoreState): void;
  connections(): number;
  /** Ends every line with the word that the house comes back; spread over `overMs`, so that not all come anew at once. */
  restart(overMs: number): Promise<void>;
  close(): Promise<void>;
}

/** Feeds over Socket.IO: WebSocket only, no connection-state recovery; the cookie and origin are checked at upgrade, the token at connect. */
export async function openSocketIo(http: HttpServer, parts: SocketIoParts): Promise<SocketIo> {
  const io: Server4 = new Server(http, {
    path: '/socket.io',
    transports: ['websocket'],
    serveClient: false,
    destroyUpgrade: false,
    perMessageDeflate: sharedDeflate,
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
  // Socket.IO listens to upgrades by itself; the house has one listener for all paths.
  http.removeAllListeners('upgrade');

  inflateAtOnce(io);
  keepLittle(io);
  // As hard to guess as the library's own, and made at a tenth of the cost.
  io.engine.generateId = () => randomUUID();
  const answerReady = answersReady(io);
  const admission = openAdmission((request, socket, head) => io.engine.handleUpgrade(request as never, socket as never, head));
  let hub: Hub;
  /** Who hears a channel's frames: a flat list a key, because every change walks over it. */
  const byKey = new Map<string, Map<Socket4, Under>>();
  const sockets = new Map<string, Set<Socket4>>();
  /** Lines that had not taken everything when they were last looked at; only these are looked at often. */
  const pressed = new Set<Socket4>();
  let settling: NodeJS.Timeout | null = null;
  const press = (socket: Socket4): void => {
    pressed.add(socket);
    settling ??= setInterval(settle, 100).unref();
  };
  /** Who is on a row is told to those who see that row. */
  const local = openPresence((shown) => {
    for (const socket of openers(shown.feed)) if (hub.sees(socket.data.watcher, shown.feed, shown.id)) socket.emit('presence', shown);
  });
  /** Who has that feed open, under whatever scope, however far behind. */
  function* openers(feed: string): Iterable<Socket4> {
    for (const [key, set] of byKey) if (key.startsWith(`${feed}|`)) yield* set.keys();
    for (const socket of pressed) for (const at of socket.data.lagging.values()) if (at.feed === feed) yield socket;
  }
  const presence = parts.redis ? sharePresence(local, parts.redis, parts.onError) : { ...local, close: async () => undefined };

  io.use((socket, next) => {
    const { authtoken: token, feeds: asked } = socket.handshake.auth as Readonly<Record<string, unknown>>;
    const feeds = feedsOf(asked);
    if (!feeds) return next(new Error('badFormat'));
    parts.access
      .viewerOf({ cookie: cookieOf(socket.request, parts.cookieName), token: typeof token === 'string' ? token : null })
      .then((viewer) => {
        if (!viewer?.sessionId) return next(new Error('signedOut'));
        if ((sockets.get(viewer.sessionId)?.size ?? 0) >= limits.socketsPerSession) return next(new Error('tooManySockets'));
        socket.data.sessionId = viewer.sessionId;
        socket.data.empId = viewer.empId;
        socket.data.name = viewer.name;
        socket.data.feeds = feeds;
        socket.data.lagging = keepsUp;
        socket.data.watcher = new LineWatcher(socket, viewer.sessionId, viewer.language);
        // The library's word that the line stands and our greeting go out in one write.
        const send = together(underOf(socket));
        next();
        process.nextTick(send);
      })
      .catch((error: unknown) => {
        parts.onError(error);
        next(new Error('tryAgain'));
      });
  });

  class LineWatcher implements Watcher {
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
      if (!set) byKey.set(key, (set = new Map()));
      set.set(this.#socket, underOf(this.#socket));
    }
    left(key: string): void {
      unhear(key, this.#socket);
      if (this.#socket.data.lagging.size > 0) this.#socket.data.lagging.delete(key);
    }
  }

  let greeted: { at: number; frame: ReadyFrame } | null = null;
  const greeting = (): ReadyFrame => {
    const at = performance.now();
    if (!greeted || at - greeted.at > 5) greeted = { at, frame: eventFrame('hello', { now: parts.clock.now(), version: parts.version }) };
    return greeted.frame;
  };

  function unhear(key: string, socket: Socket4): void {
    const set = byKey.get(key);
    set?.delete(socket);
    if (set?.size === 0) byKey.delete(key);
  }

  function openFeed(socket: Socket4, ask: FeedOpen): ReadyAnswer | Extract<FeedOpened, { ok: false }> {
    parts.access.touch(socket.data.sessionId);
    return hub.answer(socket.data.watcher, ask);
  }

  /** After a feed's answer: the next line may come in, and this one hears who is on which of the feed's rows. */
  function opensHere(socket: Socket4, feed: string): void {
    admission.settled(underOf(socket).transport.socket?._socket);
    for (const shown of presence.on(feed)) if (hub.sees(socket.data.watcher, shown.feed, shown.id)) socket.emit('presence', shown);
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
        sendReady(underOf(socket), opened.opened(frame.feed));
        opensHere(socket, frame.feed);
      } else socket.emit('feed:opened', { feed: frame.feed, ...opened });
    }
    socket.data.feeds = noFeeds;
    sendReady(underOf(socket), greeting());
    const store = parts.store();
    if (store.readOnly || store.awaySince !== null) socket.emit('store:state', store);
    // What changed while this tab was away, or between its question and this line, is told now.
    const version = parts.access.current(sessionId)?.permissionVersion;
    if (version !== undefined && version !== socket.handshake.auth['rights']) socket.emit('permissions:changed', { version });
    forgetRequest(socket);

    // One function for all lines: `this` is the one that says it.
    socket.onAny(hear);
    socket.on('disconnect', leave);
  });

  function hear(this: Socket4, event: string, frame: unknown, ack: unknown): void {
    said.get(event)?.(this, frame, ack);
  }

  /** What a console may say; any other event is passed over. */
  const said = new Map<string, (socket: Socket4, frame: unknown, ack: unknown) => void>([
    [
      'feed:open',
      (socket, frame, ack) => {
        if (typeof ack !== 'function') return;
        if (!isFeedOpen(frame)) return void ack({ ok: false, code: 'badFormat', message: 'badFormat' });
        const opened = openFeed(socket, frame);
        if (!(opened instanceof ReadyAnswer)) return void ack(opened);
        answerReady(underOf(socket), ack as (answer: unknown) => void, opened);
        if (!isIdle(underOf(socket))) press(socket);
        opensHere(socket, frame.feed);
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
        if (!parsed.success || data.empId === null || !hub.sees(data.watcher, parsed.data.feed, parsed.data.id)) return;
        presence.set(id, { empId: data.empId, name: data.name }, parsed.data.feed, parsed.data.id, parsed.data.state);
      },
    ],
    [
      'heartbeat',
      ({ data: { sessionId } }, frame, ack) => {
        const parsed = heartbeatFrame.safeParse(frame);
        if (!parsed.success || typeof ack !== 'function') return;
        parts.access.touch(sessionId);
        parts.renewLeases(sessionId, parsed.data.items).then((lost) => void ack({ now: parts.clock.now(), lost }), parts.onError);
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

  /** Readers that fell behind leave the room; they get one merged frame when their line is free again. */
  function settle(): void {
    for (const socket of pressed) {
      const under = underOf(socket);
      const unsent = unsentOf(under);
      if (pressureOf(unsent) === 'close') {
        pressed.delete(socket);
        cut(under);
        continue;
      }
      if (socket.data.lagging.size > 0 && unsent.packets === 0 && unsent.bytes < limits.unsentConflateBytes / 4) catchUp(socket);
      if (socket.data.lagging.size === 0 && isIdle(under)) pressed.delete(socket);
    }
    if (pressed.size > 0 || !settling) return;
    clearInterval(settling);
    settling = null;
  }
  /** What is not a change (a heartbeat's answer, a feed's state) can fill a stopped line as well. */
  const stopLooking = every(2_000, () => {
    for (const socket of io.of('/').sockets.values()) if (!isIdle(underOf(socket))) press(socket);
  });

  function fallBehind({ data }: Socket4): Lagging {
    return data.lagging === keepsUp ? (data.lagging = new Map()) : data.lagging;
  }

  function catchUp(socket: Socket4): void {
    for (const [key, at] of [...socket.data.lagging]) {
      socket.data.lagging.delete(key);
      const opened = hub.open(socket.data.watcher, at);
      if (!opened.ok) continue;
      if (opened.mode === 'resume') {
        if (opened.seq !== at.seq) socket.emit('feed:delta', { feed: at.feed, epoch: at.epoch, prev: at.seq, seq: opened.seq, changes: opened.changes });
      } else {
        hub.close(socket.data.watcher, at.feed);
        socket.emit('feed:reset', { feed: at.feed, code: 'tooFarBehind' });
      }
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
      const ready = eventFrame('feed:delta', frame);
      const few = set.size < fewWatchers;
      for (const [socket, under] of set) {
        if (!isIdle(under)) {
          press(socket);
          const pressure = pressureOf(unsentOf(under));
          if (pressure !== 'flowing') {
            unhear(key, socket);
            if (pressure === 'close') cut(under);
            else fallBehind(socket).set(key, { feed: frame.feed, epoch: frame.epoch, seq: frame.prev });
            continue;
          }
        }
        sendReady(under, ready, few);
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
        const { socket: ws } = underOf(socket).transport as { socket?: { close(code: number, reason: string): void } };
        ws?.close(closeCodes.restart, 'restart');
        if (Math.floor(i * each * 0.1) !== Math.floor((i + 1) * each * 0.1)) await new Promise((resolve) => setTimeout(resolve, 10));
      }
    },
    async close() {
      if (settling) clearInterval(settling);
      stopLooking();
      admission.close();
      await io.close();
      await presence.close();
    },
  };
}

/** Waiting packets stand in Engine.IO's buffer; waiting bytes in the TCP socket's. `ws.bufferedAmount` alone stays 0 for a stopped reader. */
function unsentOf(under: Under): Unsent {
  let bytes = under.transport.socket?._socket?.writableLength ?? 0;
  for (const packet of under.writeBuffer) if (typeof packet.data === 'string') bytes += packet.data.length;
  return { packets: under.writeBuffer.length, bytes };
}

function cut(under: Under): void {
  const { socket: ws } = under.transport as { socket?: { close(code: number, reason: string): void; terminate(): void } };
  ws?.close(closeCodes.slow, 'slow');
  // A stopped reader never answers the close: the line is cut a moment later.
  setTimeout(() => ws?.terminate(), 1_000).unref();
}
