import type { Pool, PoolClient } from 'pg';
import { cutText } from '#shared/core/cut.ts';
import type { StoredEvent } from '#shared/core/event.ts';
import { unreadableOf, UnreadableEvent } from '#shared/core/upcast.ts';
import type { Log } from '../core/parts.ts';
import { storable } from './storable.ts';

/** More events than these in one batch are a fault of the consumer, not of the events. */
export const mostAside = 20;
/** For a consumer without batches: more than `mostAside` of so many events. */
export const asideWithin = 500;

/** Under these names events are set aside that the history of a record cannot show, and that its state cannot be folded from. */
export const recordReads = 'record history';
export const recordStates = 'record state';

/** Under this name events are set aside that leave a row which a feed cannot show. */
export const feedConsumer = (feed: string): string => `feed ${feed}`;

/** Throws where an event can still not be read. */
export function readAgain(event: StoredEvent): void {
  const unreadable = unreadableOf(event);
  if (unreadable) throw unreadable;
}

/** What a reader makes of one event; undefined where it cannot take the event, which the views have recorded. */
export function taken<T>(take: () => T): T | undefined {
  try {
    return take();
  } catch {
    // Nothing but the event was read: whatever it fails with is the event's.
    return undefined;
  }
}

/** Whether an error comes from what an event holds; a lost connection or a missing table does not. */
export function isOfData(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code;
  // 54: an entry too long for its index, or nested too deeply.
  if (typeof code === 'string') return /^(2[23]|54)/.test(code);
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

/** What a consumer that folds in memory sets aside; it goes on meanwhile. */
export interface Asides {
  /** Records an event; of a consumer that fails at nearly everything, only reports it. */
  put(event: StoredEvent, error: unknown): void;
  /** Resolves when everything put so far is recorded. */
  idle(): Promise<void>;
}

export function openAsides(
  pool: Pool | PoolClient,
  consumer: string,
  onError: (error: unknown) => void,
): Asides {
  let recent: number[] = [];
  let noting: Promise<unknown> = Promise.resolve();
  return {
    put(event, error) {
      onError(asideError(consumer, event, error));
      recent = [
        ...recent.filter((at) => at > event.position - asideWithin && at !== event.position),
        event.position,
      ];
      if (recent.length <= mostAside)
        noting = noting.then(() => noteAside(pool, consumer, event, error)).catch(onError);
    },
    idle: async () => void (await noting),
  };
}

/** Who can be given an event again that was set aside, by the name under which it was. */
export type TakesAgain = ReadonlyMap<string, (event: StoredEvent) => Promise<void> | void>;

/**
 * Gives a consumer once more the event that was set aside for it, and forgets that, or records why it still fails. What the store fails
 * with is thrown. Null where nothing is set aside.
 */
export async function takeAgain(
  {
    pool,
    log,
    takes,
  }: { readonly pool: Pool; readonly log: Pick<Log, 'readAfter'>; readonly takes: TakesAgain },
  consumer: string,
  position: number,
): Promise<{ readonly reason: string | null } | null> {
  const take = takes.get(consumer);
  const [event] = take ? await log.readAfter(position - 1, 1) : [];
  if (!take || event?.position !== position) return null;
  try {
    await take(event);
  } catch (error) {
    if (!isOfData(error)) throw error;
    const { rowCount } = await pool.query(
      'update set_aside set reason = $3 where consumer = $1 and position = $2',
      [consumer, position, reasonOf(error)],
    );
    return rowCount === 0 ? null : { reason: reasonOf(error) };
  }
  const { rowCount } = await pool.query('delete from set_aside where consumer = $1 and position = $2', [
    consumer,
    position,
  ]);
  return rowCount === 0 ? null : { reason: null };
}

export const asideError = (consumer: string, event: StoredEvent, cause: unknown): Error =>
  new Error(
    `${consumer}: event ${event.position} (${event.type} of ${event.stream}) was set aside: ${reasonOf(cause)}`,
    { cause },
  );

/** Why, as it is stored. */
export const reasonOf = (error: unknown): string =>
  cutText(storable(error instanceof Error ? error.message : String(error)), 500);
