import type { StoredEvent } from '#shared/core/event.ts';

/** A row of `events` as the driver gives it. */
export interface EventRow {
  position: string;
  stream: string;
  version: number;
  id: string;
  type: string;
  at: Date;
  body: string;
}

export const eventColumns = 'position, stream, version, id, type, at, body';

interface Body {
  actor: StoredEvent['actor'];
  data: unknown;
  correlationId: string;
  causationId?: string;
  schemaVersion?: number;
}

/** The event as the house reads it; the body is parsed here and nowhere else. */
export function readEvent(row: EventRow): StoredEvent {
  const body = JSON.parse(row.body) as Body;
  return {
    position: Number(row.position),
    stream: row.stream,
    version: row.version,
    id: row.id,
    type: row.type,
    at: row.at.toISOString(),
    actor: body.actor,
    data: body.data,
    correlationId: body.correlationId,
    causationId: body.causationId ?? null,
    schemaVersion: body.schemaVersion ?? 1,
  };
}

export function writeBody(event: Pick<StoredEvent, 'actor' | 'data' | 'correlationId' | 'causationId'>): string {
  return JSON.stringify({
    actor: event.actor,
    data: event.data,
    correlationId: event.correlationId,
    ...(event.causationId ? { causationId: event.causationId } : {}),
  });
}
