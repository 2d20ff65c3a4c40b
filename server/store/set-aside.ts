import type { Pool, PoolClient } from 'pg';
import { cutText } from '#shared/core/cut.ts';
import type { StoredEvent } from '#shared/core/event.ts';
import { UnreadableEvent } from '#shared/core/upcast.ts';
import { storable } from './storable.ts';

/** More events than these in one batch are a fault of the consumer, not of the events. */
export const mostAside = 20;

/** Under these names events are set aside that the history of a record cannot show, and that its state cannot be folded from. */
export const recordReads = 'record history';
export const recordStates = 'record state';

/** What a reader makes of one event; undefined where it cannot take the event, which the views have recorded. */
export function taken<T>(take: () => T): T | undefined {
  try {
    return take();
  } catch (error) {
    if (!isOfData(error)) throw error;
    return undefined;
  }
}

/** Whether an error comes from what an event holds; a lost connection or a missing table does not. */
export function isOfData(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  if (typeof code === 'string') return /^2[23]/.test(code);
  return (
    error instanceof UnreadableEvent ||
    error instanceof TypeError ||
    error instanceof RangeError ||
    error instanceof SyntaxError
  );
}

/** Records that a consumer of the log goes on without an event that it cannot take. */
export async function noteAside(
  client: Pool | PoolClient,
  consumer: string,
  event: StoredEvent,
  error: unknown,
): Promise<void> {
  await client.query(
    'insert into set_aside (consumer, position, stream, type, reason) values ($1, $2, $3, $4, $5) on conflict (consumer, position) do update set reason = excluded.reason, at = excluded.at',
    [consumer, event.position, event.stream, event.type, reasonOf(error)],
  );
}

/** A rebuilt consumer begins without events set aside. */
export async function forgetAsides(client: Pool | PoolClient, consumer: string): Promise<void> {
  await client.query('delete from set_aside where consumer = $1', [consumer]);
}

export const asideError = (consumer: string, event: StoredEvent, cause: unknown): Error =>
  new Error(
    `${consumer}: event ${event.position} (${event.type} of ${event.stream}) was set aside: ${reasonOf(cause)}`,
    { cause },
  );

/** Why, as it is stored. */
export const reasonOf = (error: unknown): string =>
  cutText(storable(error instanceof Error ? error.message : String(error)), 500);
