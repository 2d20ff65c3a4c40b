import { streamName } from '#shared/core/event.ts';
import { openUpcasting, schemaVersionOf, type EventSchemas } from '#shared/core/upcast.ts';
import * as register from '#shared/streams/index.ts';
import { masterSchemas } from '#shared/streams/masters/events.ts';

const streams = new Map<string, EventSchemas>(
  [...Object.values(register), masterSchemas].map((def) => [def.name, def]),
);

/** Brings a stored event to its current type and schema version. */
export const upcast = openUpcasting(streams);

/** The schema version with which an event is written. */
export const writtenVersion = (stream: string, type: string): number =>
  schemaVersionOf(streams.get(streamName(stream)), type);
