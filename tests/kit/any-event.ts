import type { StoredEvent } from '#shared/core/event.ts';

/** A stored event whose data a test reads without the types of its stream. */
export type AnyEvent = StoredEvent<string, any>;
