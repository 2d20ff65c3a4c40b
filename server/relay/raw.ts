import { EventEmitter } from 'node:events';
import type { FastifyInstance } from 'fastify';
import websocket from '@fastify/websocket';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import * as texts from '#shared/core/texts.ts';
import { cutText, headOf } from '#shared/core/cut.ts';
import { limits } from '#shared/core/limits.ts';
import { closeCodes, type FeedDelta, type RawFromServer } from '#shared/wire.ts';
import type { Access, Clock } from '../core/parts.ts';
import type { ClientFaultKind } from '../operations/client-faults.ts';
import { hasRoom, pressureOf } from './backpressure.ts';
import type { Broadcast, Hub, Watcher } from './hub.ts';
import { ReadyAnswer } from './ready.ts';
import { cookieOf, originAllowed, type Upgrade } from './upgrade.ts';

const frames = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), authtoken: texts.token().max(200) }),
  z.object({
    type: z.literal('feed:open'),
    feed: texts.token().max(100),
    ref: z.union([texts.token().max(100), z.number()]).optional(),
    epoch: texts.token().max(64).optional(),
    seq: z.number().optional(),
    pages: z.boolean().optional(),
    after: z.array(texts.token().max(200)).max(limits.idsAfter).optional(),
  }),
  z.object({ type: z.literal('feed:more'), feed: texts.token().max(100) }),
  z.object({ type: z.literal('feed:close'), feed: texts.token().max(100) }),
  z.object({ type: z.literal('ping') }),
]);

export interface RawParts {
  readonly access: Access;
  readonly clock: Clock;
  readonly version: string;
  readonly cookieName: string;
  readonly origins: readonly string[];
  readonly clientFault: (kind: ClientFaultKind) => void;
  readonly onError: (error: unknown) => void;
}

export interface Raw extends Broadcast {
  readonly upgrade: Upgrade;
  attach(hub: Hub): void;
  revoke(sessionId: string, reason: string): void;
  permissionsChanged(sessionId: string, version: number): void;
  connections(): number;
  close(): void;
}

interface Connection {
  readonly ws: WebSocket;
  readonly watcher: Watcher;
  readonly keys: Set<string>;
  readonly lagging: Map<string, { feed: string; epoch: string; seq: number }>;
}

/**
 * Feeds over a raw WebSocket at /ws/feeds, for walls: the same frames as JSON; the first client frame
 * carries the token, and nothing is sent before it.
 */
export async function openRaw(app: FastifyInstance, parts: RawParts): Promise<Raw> {
  const route = new EventEmitter();
  await app.register(websocket, {
    options: { server: route as never, maxPayload: limits.socketMessageBytes, perMessageDeflate: false },
  });
  let hub: Hub;
  const connections = new Set<Connection>();
  /** Checks connections that lag behind, while there are any connections. */
  let timer: NodeJS.Timeout | null = null;
  const byKey = new Map<string, Set<Connection>>();
  const bySession = new Map<string, Set<Connection>>();

  app.get('/ws/feeds', { websocket: true, config: { need: 'machine' } }, (ws, request) => {
    if (!originAllowed(request.raw, parts.origins)) {
      ws.close(closeCodes.forbidden, 'origin');
      return;
    }
    let connection: Connection | null = null;
    let hello = false;
    const late = setTimeout(() => ws.close(closeCodes.helloTimeout, 'helloTimeout'), limits.socketJoinMs);
    ws.on('error', (error) =>
      parts.clientFault(
        (error as { code?: string }).code === 'WS_ERR_UNSUPPORTED_MESSAGE_LENGTH'
          ? 'frameTooLarge'
          : 'frameBroken',
      ),
    );
    ws.on('close', () => {
      clearTimeout(late);
      if (connection) leave(connection);
    });
    ws.on('message', (data, binary) => {
      const parsed = binary ? null : frames.safeParse(parse(String(data)));
      if (!parsed?.success) {
        if (connection) send(ws, { type: 'error', code: 'badFormat', message: 'badFormat' });
        else ws.close(closeCodes.signedOut, 'signedOut');
        return;
      }
      const frame = parsed.data;
      if (frame.type === 'hello') {
        if (hello) return;
        hello = true;
        parts.access
          .viewerOf({ cookie: cookieOf(request.raw, parts.cookieName), token: frame.authtoken })
          .then((viewer) => {
            if (ws.readyState !== ws.OPEN) return;
            if (
              !viewer?.sessionId ||
              (bySession.get(viewer.sessionId)?.size ?? 0) >= limits.socketsPerSession
            )
              return ws.close(closeCodes.signedOut, 'signedOut');
            clearTimeout(late);
            connection = enter(ws, viewer.sessionId, viewer.language);
            send(ws, { type: 'hello', now: parts.clock.now(), version: parts.version });
          })
          .catch((error: unknown) => {
            parts.onError(error);
            ws.close(closeCodes.restart, 'tryAgain');
          });
        return;
      }
      if (!connection) return;
      if (frame.type === 'ping') send(ws, { type: 'pong' });
      else if (frame.type === 'feed:close') hub.close(connection.watcher, frame.feed);
      else if (frame.type === 'feed:more') hub.more(connection.watcher, frame.feed);
      else {
        parts.access.touch(connection.watcher.sessionId);
        const head = {
          type: 'feed:opened',
          feed: frame.feed,
          ...(frame.ref === undefined ? {} : { ref: frame.ref }),
        } as const;
        const opened = hub.answer(connection.watcher, frame);
        if (opened instanceof ReadyAnswer)
          ws.send(`${headOf(JSON.stringify(head), -1)},${opened.text.slice(1)}`);
        else send(ws, { ...head, ...opened });
        hub.answered(connection.watcher, frame.feed);
      }
    });
  });

  function enter(ws: WebSocket, sessionId: string, language: 'en' | 'es'): Connection {
    const keys = new Set<string>();
    const watcher: Watcher = {
      sessionId,
      language,
      reset: (feed, code) => send(ws, { type: 'feed:reset', feed, code }),
      state: (frame) => {
        if (connection.lagging.size === 0) send(ws, { type: 'feed:state', ...frame });
      },
      send: ({ event, payload }) => ws.send(JSON.stringify({ type: event, ...(payload as object) })),
      free: () => hasRoom({ packets: 0, bytes: ws.bufferedAmount }),
      joined(key) {
        keys.add(key);
        let set = byKey.get(key);
        if (!set) byKey.set(key, (set = new Set()));
        set.add(connection);
      },
      left(key) {
        keys.delete(key);
        connection.lagging.delete(key);
        const set = byKey.get(key);
        set?.delete(connection);
        if (set?.size === 0) byKey.delete(key);
      },
    };
    const connection: Connection = { ws, watcher, keys, lagging: new Map() };
    connections.add(connection);
    timer ??= setInterval(checkEvery, 100).unref();
    let mine = bySession.get(sessionId);
    if (!mine) bySession.set(sessionId, (mine = new Set()));
    mine.add(connection);
    return connection;
  }

  function leave(connection: Connection): void {
    hub.drop(connection.watcher);
    connections.delete(connection);
    const mine = bySession.get(connection.watcher.sessionId);
    mine?.delete(connection);
    if (mine?.size === 0) bySession.delete(connection.watcher.sessionId);
    if (connections.size > 0 || !timer) return;
    clearInterval(timer);
    timer = null;
  }

  function checkEvery(): void {
    for (const connection of connections) {
      const bytes = connection.ws.bufferedAmount;
      if (pressureOf({ packets: 0, bytes }) === 'close') cut(connection);
      else if (hasRoom({ packets: 0, bytes })) {
        if (connection.lagging.size > 0) catchUp(connection);
        hub.goOn(connection.watcher);
      }
    }
  }

  function catchUp(connection: Connection): void {
    for (const [key, at] of [...connection.lagging]) {
      connection.lagging.delete(key);
      const missed = hub.catchUp(connection.watcher, at);
      if (missed) send(connection.ws, { type: 'feed:delta', ...missed });
    }
  }

  return {
    upgrade: (request, socket, head) => void route.emit('upgrade', request, socket, head),
    attach(opened) {
      hub = opened;
    },
    delta(key, frame: FeedDelta) {
      const set = byKey.get(key);
      if (!set) return;
      const text = JSON.stringify({ type: 'feed:delta', ...frame } satisfies RawFromServer);
      for (const connection of set) {
        const pressure = pressureOf({ packets: 0, bytes: connection.ws.bufferedAmount });
        if (connection.lagging.has(key)) continue;
        if (pressure === 'flowing') connection.ws.send(text);
        else if (pressure === 'close') cut(connection);
        else connection.lagging.set(key, { feed: frame.feed, epoch: frame.epoch, seq: frame.prev });
      }
    },
    revoke(sessionId, reason) {
      for (const connection of [...(bySession.get(sessionId) ?? [])]) {
        send(connection.ws, { type: 'session:revoked', reason });
        connection.ws.close(closeCodes.signedOut, cutText(reason, 100));
        leave(connection);
      }
    },
    permissionsChanged(sessionId, version) {
      for (const { ws } of bySession.get(sessionId) ?? []) send(ws, { type: 'permissions:changed', version });
    },
    connections: () => connections.size,
    close() {
      if (timer) clearInterval(timer);
      for (const connection of connections) connection.ws.close(closeCodes.restart, 'restart');
    },
  };
}

function cut(connection: Connection): void {
  connection.ws.close(closeCodes.slow, 'slow');
  setTimeout(() => connection.ws.terminate(), 1_000).unref();
}

function send(ws: WebSocket, frame: RawFromServer): void {
  if (ws.readyState === ws.OPEN) ws.send(JSON.stringify(frame));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the schema rejects it and reports that to the sender.
    return undefined;
  }
}
