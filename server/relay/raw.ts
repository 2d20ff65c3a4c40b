import { EventEmitter } from 'node:events';
import type { FastifyInstance } from 'fastify';
import websocket from '@fastify/websocket';
import type { WebSocket } from 'ws';
import { z } from 'zod';
import { limits } from '#shared/core/limits.ts';
import { closeCodes, type FeedDelta, type RawFromServer } from '#shared/wire.ts';
import type { Access, Clock } from '../house.ts';
import { pressureOf } from './backpressure.ts';
import type { Broadcast, Hub, Watcher } from './hub.ts';
import { cookieOf, originAllowed, type Upgrade } from './upgrade.ts';

const frames = z.discriminatedUnion('type', [
  z.object({ type: z.literal('hello'), authtoken: z.string().max(200) }),
  z.object({
    type: z.literal('feed:open'),
    feed: z.string().max(100),
    ref: z.union([z.string().max(100), z.number()]).optional(),
    epoch: z.string().max(64).optional(),
    seq: z.number().optional(),
  }),
  z.object({ type: z.literal('feed:close'), feed: z.string().max(100) }),
  z.object({ type: z.literal('ping') }),
]);

export interface RawParts {
  readonly access: Access;
  readonly clock: Clock;
  readonly version: string;
  readonly cookieName: string;
  readonly origins: readonly string[];
  readonly onError: (error: unknown) => void;
}

export interface Raw extends Broadcast {
  readonly upgrade: Upgrade;
  attach(hub: Hub): void;
  revoke(sessionId: string, reason: string): void;
  connections(): number;
  close(): void;
}

interface Line {
  readonly ws: WebSocket;
  readonly watcher: Watcher;
  readonly keys: Set<string>;
  readonly lagging: Map<string, { feed: string; epoch: string; seq: number }>;
}

/** Feeds over a raw WebSocket at /ws/feeds, for walls: the same frames as JSON, the token in the first one, nothing sent before. */
export async function openRaw(app: FastifyInstance, parts: RawParts): Promise<Raw> {
  const door = new EventEmitter();
  await app.register(websocket, { options: { server: door as never, maxPayload: limits.socketMessageBytes, perMessageDeflate: false } });
  let hub: Hub;
  const lines = new Set<Line>();
  /** Looks at lines that are behind, as long as there are lines at all. */
  let timer: NodeJS.Timeout | null = null;
  const byKey = new Map<string, Set<Line>>();
  const bySession = new Map<string, Set<Line>>();

  app.get('/ws/feeds', { websocket: true, config: { need: 'machine' } }, (ws, request) => {
    if (!originAllowed(request.raw, parts.origins)) {
      ws.close(closeCodes.forbidden, 'origin');
      return;
    }
    let line: Line | null = null;
    let hello = false;
    const late = setTimeout(() => ws.close(closeCodes.helloTimeout, 'helloTimeout'), limits.socketJoinMs);
    ws.on('error', parts.onError);
    ws.on('close', () => {
      clearTimeout(late);
      if (line) leave(line);
    });
    ws.on('message', (data, binary) => {
      const parsed = binary ? null : frames.safeParse(parse(String(data)));
      if (!parsed?.success) {
        if (line) send(ws, { type: 'error', code: 'badFormat', message: 'badFormat' });
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
            if (!viewer?.sessionId || (bySession.get(viewer.sessionId)?.size ?? 0) >= limits.socketsPerSession)
              return ws.close(closeCodes.signedOut, 'signedOut');
            clearTimeout(late);
            line = enter(ws, viewer.sessionId, viewer.language);
            send(ws, { type: 'hello', now: parts.clock.now(), version: parts.version });
          })
          .catch((error: unknown) => {
            parts.onError(error);
            ws.close(closeCodes.restart, 'tryAgain');
          });
        return;
      }
      if (!line) return;
      if (frame.type === 'ping') send(ws, { type: 'pong' });
      else if (frame.type === 'feed:close') hub.close(line.watcher, frame.feed);
      else {
        parts.access.touch(line.watcher.sessionId);
        send(ws, { type: 'feed:opened', feed: frame.feed, ...(frame.ref === undefined ? {} : { ref: frame.ref }), ...hub.open(line.watcher, frame) });
      }
    });
  });

  function enter(ws: WebSocket, sessionId: string, language: 'en' | 'es'): Line {
    const keys = new Set<string>();
    const watcher: Watcher = {
      sessionId,
      language,
      reset: (feed, code) => send(ws, { type: 'feed:reset', feed, code }),
      state: (frame) => {
        if (line.lagging.size === 0) send(ws, { type: 'feed:state', ...frame });
      },
      joined(key) {
        keys.add(key);
        let set = byKey.get(key);
        if (!set) byKey.set(key, (set = new Set()));
        set.add(line);
      },
      left(key) {
        keys.delete(key);
        line.lagging.delete(key);
        const set = byKey.get(key);
        set?.delete(line);
        if (set?.size === 0) byKey.delete(key);
      },
    };
    const line: Line = { ws, watcher, keys, lagging: new Map() };
    lines.add(line);
    timer ??= setInterval(lookAtAll, 100).unref();
    let mine = bySession.get(sessionId);
    if (!mine) bySession.set(sessionId, (mine = new Set()));
    mine.add(line);
    return line;
  }

  function leave(line: Line): void {
    hub.drop(line.watcher);
    lines.delete(line);
    const mine = bySession.get(line.watcher.sessionId);
    mine?.delete(line);
    if (mine?.size === 0) bySession.delete(line.watcher.sessionId);
    if (lines.size > 0 || !timer) return;
    clearInterval(timer);
    timer = null;
  }

  function lookAtAll(): void {
    for (const line of lines) {
      const bytes = line.ws.bufferedAmount;
      if (pressureOf({ packets: 0, bytes }) === 'close') cut(line);
      else if (line.lagging.size > 0 && bytes < limits.unsentConflateBytes / 4) catchUp(line);
    }
  }

  function catchUp(line: Line): void {
    for (const [key, at] of [...line.lagging]) {
      line.lagging.delete(key);
      const opened = hub.open(line.watcher, at);
      if (!opened.ok) continue;
      if (opened.mode === 'resume') {
        if (opened.seq !== at.seq)
          send(line.ws, { type: 'feed:delta', feed: at.feed, epoch: at.epoch, prev: at.seq, seq: opened.seq, changes: opened.changes });
      } else {
        hub.close(line.watcher, at.feed);
        send(line.ws, { type: 'feed:reset', feed: at.feed, code: 'tooFarBehind' });
      }
    }
  }

  return {
    upgrade: (request, socket, head) => void door.emit('upgrade', request, socket, head),
    attach(opened) {
      hub = opened;
    },
    delta(key, frame: FeedDelta) {
      const set = byKey.get(key);
      if (!set) return;
      const text = JSON.stringify({ type: 'feed:delta', ...frame } satisfies RawFromServer);
      for (const line of set) {
        const pressure = pressureOf({ packets: 0, bytes: line.ws.bufferedAmount });
        if (line.lagging.has(key)) continue;
        if (pressure === 'flowing') line.ws.send(text);
        else if (pressure === 'close') cut(line);
        else line.lagging.set(key, { feed: frame.feed, epoch: frame.epoch, seq: frame.prev });
      }
    },
    revoke(sessionId, reason) {
      for (const line of [...(bySession.get(sessionId) ?? [])]) {
        send(line.ws, { type: 'session:revoked', reason });
        line.ws.close(closeCodes.signedOut, reason.slice(0, 100));
        leave(line);
      }
    },
    connections: () => lines.size,
    close() {
      if (timer) clearInterval(timer);
      for (const line of lines) line.ws.close(closeCodes.restart, 'restart');
    },
  };
}

function cut(line: Line): void {
  line.ws.close(closeCodes.slow, 'slow');
  setTimeout(() => line.ws.terminate(), 1_000).unref();
}

function send(ws: WebSocket, frame: RawFromServer): void {
  if (ws.readyState === ws.OPEN) ws.send(JSON.stringify(frame));
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    // Not JSON: the schema refuses it and says so to the sender.
    return undefined;
  }
}
