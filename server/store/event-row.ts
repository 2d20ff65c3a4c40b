import type { ClientBase, Pool, QueryConfig } from 'pg';
import type { StoredEvent } from '#shared/core/event.ts';
import { upcast } from './schemas.ts';
import { isoInstants } from './iso-instants.ts';

/** A row of `events` as {@link queryEventRows} returns it, with its instant as ISO text in UTC. */
export interface EventRow {
  position: string;
  stream: string;
  version: number;
  id: string;
  type: string;
  at: string;
  body: string;
}

export const eventColumns = 'position, stream, version, id, type, at, body';

/** Runs a statement that selects the columns of {@link eventColumns}. */
export async function queryEventRows<R extends EventRow = EventRow>(
  on: Pool | ClientBase,
  statement: QueryConfig,
): Promise<R[]> {
  return (await (on as Pool).query<R>({ ...statement, types: isoInstants })).rows;
}

/** Like {@link queryEventRows}, parsed and upcast. */
export async function queryEvents(on: Pool | ClientBase, statement: QueryConfig): Promise<StoredEvent[]> {
  return (await queryEventRows(on, statement)).map(readEvent);
}

interface Body {
  actor: StoredEvent['actor'];
  data: unknown;
  correlationId: string;
  causationId?: string;
  schemaVersion?: number;
}

/** The event in its current schema. Bodies are parsed and upcast only here. */
export function readEvent(row: EventRow): StoredEvent {
  const body = JSON.parse(row.body) as Body;
  return upcast({
    position: Number(row.position),
    stream: row.stream,
    version: row.version,
    id: row.id,
    type: row.type,
    at: row.at,
    actor: body.actor,
    data: body.data,
    correlationId: body.correlationId,
    causationId: body.causationId ?? null,
    schemaVersion: body.schemaVersion ?? 1,
  });
}

export function writeBody(
  event: Pick<StoredEvent, 'actor' | 'data' | 'correlationId' | 'causationId' | 'schemaVersion'>,
): string {
  return JSON.stringify({
    actor: event.actor,
    data: event.data,
    correlationId: event.correlationId,
    ...(event.causationId ? { causationId: event.causationId } : {}),
    ...(event.schemaVersion !== undefined && event.schemaVersion > 1
      ? { schemaVersion: event.schemaVersion }
      : {}),
  });
}
