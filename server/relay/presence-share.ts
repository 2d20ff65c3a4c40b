import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import * as texts from '#shared/core/texts.ts';
import type { PresenceBoard } from './presence.ts';
import { openRedisConnection } from './redis-connection.ts';
import { every } from '../store/every.ts';

const beatMs = 5_000;

const message = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('set'),
    node: texts.own(),
    connection: texts.own(),
    empId: z.number(),
    name: texts.own(),
    feed: texts.own(),
    id: texts.own(),
    state: z.enum(['viewing', 'editing', 'gone']),
  }),
  z.object({ kind: z.literal('leave'), node: texts.own(), connection: texts.own() }),
  z.object({ kind: z.literal('beat'), node: texts.own() }),
  z.object({ kind: z.literal('bye'), node: texts.own() }),
]);
type Message = z.infer<typeof message>;

/**
 * A board whose entries are shared between nodes through Redis: transport only, so a lost message costs a
 * dot in a row, never data.
 */
export function sharePresence(
  board: PresenceBoard,
  redis: {
    readonly url: string;
    /** Separates installations that share one Redis. */ readonly server: string;
  },
  onError: (error: unknown) => void,
): PresenceBoard & { close(): Promise<void> } {
  const node = randomUUID();
  const channel = `ops-${redis.server}:presence`;
  const remote = new Map<string, { connections: Set<string>; seenAt: number }>();
  const out = openRedisConnection(redis.url, onError);
  // Both connections go to the same Redis: one report of an outage is enough.
  const listener = openRedisConnection(redis.url, () => undefined);

  const emit = (frame: Message): void => {
    if (out.client.isReady) out.client.publish(channel, JSON.stringify(frame)).catch(onError);
  };
  const forget = (name: string): void => {
    for (const connection of remote.get(name)?.connections ?? []) board.leave(connection);
    remote.delete(name);
  };
  const receive = (text: string): void => {
    const parsed = message.safeParse(JSON.parse(text));
    if (!parsed.success || parsed.data.node === node) return;
    const frame = parsed.data;
    if (frame.kind === 'bye') return forget(frame.node);
    let other = remote.get(frame.node);
    if (!other) remote.set(frame.node, (other = { connections: new Set(), seenAt: 0 }));
    other.seenAt = performance.now();
    if (frame.kind === 'set') {
      const connection = `${frame.node}/${frame.connection}`;
      other.connections.add(connection);
      board.set(connection, { empId: frame.empId, name: frame.name }, frame.feed, frame.id, frame.state);
    } else if (frame.kind === 'leave') {
      other.connections.delete(`${frame.node}/${frame.connection}`);
      board.leave(`${frame.node}/${frame.connection}`);
    }
  };
  // Once: the connection resubscribes by itself after every break.
  listener.client.once('ready', () => void listener.client.subscribe(channel, receive).catch(onError));
  const stopBeating = every(beatMs, () => {
    emit({ kind: 'beat', node });
    for (const [name, other] of remote) if (performance.now() - other.seenAt > 3 * beatMs) forget(name);
  });

  return {
    set(connection, who, feed, id, state) {
      board.set(connection, who, feed, id, state);
      emit({ kind: 'set', node, connection, ...who, feed, id, state });
    },
    leave(connection) {
      board.leave(connection);
      emit({ kind: 'leave', node, connection });
    },
    on: (feed) => board.on(feed),
    async close() {
      stopBeating();
      // Other nodes drop the entries of a node that leaves without saying so a little later.
      if (out.client.isReady)
        await Promise.race([
          out.client.publish(channel, JSON.stringify({ kind: 'bye', node } satisfies Message)).catch(onError),
          new Promise((resolve) => setTimeout(resolve, 500)),
        ]);
      listener.close();
      out.close();
    },
  };
}
