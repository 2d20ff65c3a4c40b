import type { Pool } from 'pg';
import type { StoredEvent } from '#shared/core/event.ts';
import type { Log } from '../core/parts.ts';
import { openAsides, type Asides } from './set-aside.ts';

/**
 * Follows the log event by event: one that the consumer cannot take is set aside under its name, and those behind it are taken. Returns
 * how to stop.
 */
export function followEach(
  log: Pick<Log, 'follow'>,
  consumer: string,
  take: (event: StoredEvent) => void,
  parts: { readonly pool: Pool; readonly onError: (error: unknown) => void },
): { readonly stop: () => void; readonly idle: Asides['idle'] } {
  const asides = openAsides(parts.pool, consumer, parts.onError);
  const stop = log.follow(consumer, (events) => {
    for (const event of events)
      try {
        take(event);
      } catch (error) {
        asides.put(event, error);
      }
  });
  return { stop, idle: asides.idle };
}
