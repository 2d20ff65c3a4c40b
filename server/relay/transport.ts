import type { Server, Socket } from 'socket.io';
import type { ClientToServer, ServerToClient } from '#shared/wire.ts';
import type { Unsent } from './backpressure.ts';
import type { ReadyAnswer, ReadyEvent } from './ready.ts';

export type RelayServer<D> = Server<ClientToServer, ServerToClient, Record<string, never>, D>;
export type RelaySocket<D = unknown> = Socket<ClientToServer, ServerToClient, Record<string, never>, D>;
export type Acknowledge = (answer: unknown) => void;

/**
 * How encoded messages reach a connection and how much of them waits. Two implementations: the library's own way, and a fast path that
 * shares one encoded frame between connections; both keep the order of messages.
 */
export interface Transport {
  /** Called once when a connection is accepted. */
  accept(socket: RelaySocket): void;
  /** Nothing waits to be written. */
  idle(socket: RelaySocket): boolean;
  unsent(socket: RelaySocket): Unsent;
  /** `few`: too few connections share the event for compression to pay. */
  send(socket: RelaySocket, event: ReadyEvent, few?: boolean): void;
  answer(socket: RelaySocket, acknowledge: Acknowledge, answer: ReadyAnswer): void;
  /** The answer to a feed that was requested by the packet that connects, as the event `feed:opened`. */
  opened(socket: RelaySocket, feed: string, answer: ReadyAnswer): void;
  /** Collects what is written until the returned function is called into one write. */
  together(socket: RelaySocket): () => void;
  close(socket: RelaySocket, code: number, reason: string): void;
  /** Ends a connection whose reader has stopped. */
  cut(socket: RelaySocket): void;
}
