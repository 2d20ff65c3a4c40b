import type { Unsent } from './backpressure.ts';
import type { RelaySocket, Transport } from './transport.ts';

const nothing: Unsent = { packets: 0, bytes: 0 };
const writeNow = (): void => undefined;

/**
 * Only what Socket.IO and Engine.IO export. Each connection encodes its own messages, and a close carries no code: the console resumes
 * by its position all the same.
 */
export function libraryTransport(): Transport {
  const waiting = new WeakMap<RelaySocket, { packets: number; bytes: number }>();
  return {
    accept(socket) {
      const unsent = { packets: 0, bytes: 0 };
      waiting.set(socket, unsent);
      socket.conn.on('packetCreate', ({ data }: { data?: unknown }) => {
        unsent.packets += 1;
        unsent.bytes += typeof data === 'string' ? data.length : 0;
      });
      // The transport drains when everything handed to it has been written.
      socket.conn.transport.on('drain', () => Object.assign(unsent, nothing));
    },
    idle: (socket) => (waiting.get(socket) ?? nothing).packets === 0,
    unsent: (socket) => waiting.get(socket) ?? nothing,
    send: (socket, { event, payload }) => void socket.emit(event as 'hello', payload as never),
    answer: (_socket, acknowledge, { text }) => acknowledge(JSON.parse(text)),
    opened: (socket, feed, { text }) =>
      void socket.emit('feed:opened', { ...(JSON.parse(text) as object), feed } as never),
    together: () => writeNow,
    close: (socket) => void socket.disconnect(true),
    cut: (socket) => void socket.disconnect(true),
  };
}
