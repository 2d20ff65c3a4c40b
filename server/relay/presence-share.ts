import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import type { PresenceBoard } from './presence.ts';
import { openRedisLine } from './redis-line.ts';
import { every } from '../store/every.ts';

const beatMs = 5_000;

const message = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('set'),
    node: z.string(),
    connection: z.string(),
    empId: z.number(),
    name: z.string(),
    feed: z.string(),
    id: z.string(),
    state: z.enum(['viewing', 'editing', 'gone']),
  }),
  z.object({ kind: z.literal('leave'), node: z.string(), connection: z.string() }),
  z.object({ kind: z.literal('beat'), node: z.string() }),
  z.object({ kind: z.literal('bye'), node: z.string() }),
]);
type Message = z.infer<typeof message>;

/** A board whose entries the other nodes see too, through Redis: transport only, so a lost message costs a dot in a row, never a fact. */
export function sharePresence(
  board: PresenceBoard,
  redis: { readonly url: string; /** Keeps apart houses that share one Redis. */ readonly house: string },
  onError: (error: unknown) => void,
): PresenceBoard & { close(): Promise<void> } {
  const node = randomUUID();
  const channel = `ops-${redis.house}:presence`;
  const remote = new Map<string, { connections: Set<string>; seenAt: number }>();
  const out = openRedisLine(redis.url, onError);
  // The two lines go to the same Redis: one word that it is away is enough.
  const ear = openRedisLine(redis.url, () => undefined);

  const tell = (said: Message): void => {
    if (out.client.isReady) out.client.publish(channel, JSON.stringify(said)).catch(onError);
  };
  const forget = (name: string): void => {
    for (const connection of remote.get(name)?.connections ?? []) board.leave(connection);
    remote.delete(name);
  };
  const hear = (text: string): void => {
    const parsed = message.safeParse(JSON.parse(text));
    if (!parsed.success || parsed.data.node === node) return;
    const said = parsed.data;
    if (said.kind === 'bye') return forget(said.node);
    let other = remote.get(said.node);
    if (!other) remote.set(said.node, (other = { connections: new Set(), seenAt: 0 }));
    other.seenAt = performance.now();
    if (said.kind === 'set') {
      const connection = `${said.node}/${said.connection}`;
      other.connections.add(connection);
      board.set(connection, { empId: said.empId, name: said.name }, said.feed, said.id, said.state);
    } else if (said.kind === 'leave') {
      other.connections.delete(`${said.node}/${said.connection}`);
      board.leave(`${said.node}/${said.connection}`);
    }
  };
  // Once: the line itself subscribes anew after every break.
  ear.client.once('ready', () => void ear.client.subscribe(channel, hear).catch(onError));
  const stopBeating = every(beatMs, () => {
    tell({ kind: 'beat', node });
    for (const [name, other] of remote) if (performance.now() - other.seenAt > 3 * beatMs) forget(name);
  });

  return {
    set(connection, who, feed, id, state) {
      board.set(connection, who, feed, id, state);
      tell({ kind: 'set', node, connection, ...who, feed, id, state });
    },
    leave(connection) {
      board.leave(connection);
      tell({ kind: 'leave', node, connection });
    },
    on: (feed) => board.on(feed),
    async close() {
      stopBeating();
      // The others forget a node that does not say goodbye a little later.
      if (out.client.isReady)
        await Promise.race([
          out.client.publish(channel, JSON.stringify({ kind: 'bye', node } satisfies Message)).catch(onError),
          new Promise((resolve) => setTimeout(resolve, 500)),
        ]);
      ear.close();
      out.close();
    },
  };
}
