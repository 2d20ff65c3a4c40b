import { streamName } from '#shared/core/event.ts';
import type { StreamDef } from '#shared/core/stream.ts';
import { openUpcasting, schemaVersionOf } from '#shared/core/upcast.ts';
import * as register from '#shared/streams/index.ts';

const streams = new Map<string, StreamDef>(Object.values(register).map((def) => [def.name, def]));

/** Brings an event as it was stored to its type and schema version of today. */
export const upcast = openUpcasting(streams);

/** The schema version under which an event is written today. */
export const writtenVersion = (stream: string, type: string): number => schemaVersionOf(streams.get(streamName(stream)), type);
