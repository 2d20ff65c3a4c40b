import type { Pool } from 'pg';
import type { Service } from '#shared/core/view.ts';
import type { SourceMessage } from '#shared/wire.ts';

/**
 * What a message of a base service means here: commands to streams. `own` is the stream that the subject is
 * mapped to.
 */
export interface SourceCommand {
  readonly stream: string;
  readonly command: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The number in `stream` was allotted for this very message; set by the app, never by a translation. */
  readonly allotted?: boolean;
}

/** One list of a base service that can be polled, and how its messages become commands. */
export interface Resource {
  readonly entity: string;
  /** Below the service's address. */
  readonly path: string;
  /** The identifying fields of a plain row, where the outside system does not send the envelope. */
  readonly id: string;
  readonly version?: string;
  readonly modifiedAt?: string;
  readonly pageSize: number;
  /** The name of the stream of its records; without it they live in `mirror-<service>-<entity>-<id>`. */
  readonly stream?: string;
  /**
   * Translates a message into commands; throws `Unusable` when the data makes no sense. Required with
   * `stream`.
   */
  readonly translate?: (
    message: SourceMessage,
    own: string,
    received: { readonly hash: string; readonly under: string | null },
  ) => readonly SourceCommand[];
  /**
   * The parent record in the same service: its entity, and the field with its outside id. `translate`
   * receives the parent's stream.
   */
  readonly under?: { readonly entity: string; readonly id: string };
  /** The stream of this record when it began here and its outside id arrives for the first time. */
  readonly begunHere?: (pool: Pool, message: SourceMessage, under: string | null) => Promise<string | null>;
  /** A working example of `data`, used by documentation, simulator and tests. */
  readonly example: { readonly change: string; readonly data: Readonly<Record<string, unknown>> };
}

export interface SourceDef {
  readonly service: Service;
  readonly resources: readonly Resource[];
}

export function defineSource(def: SourceDef): SourceDef {
  return def;
}

/** The message is signed and well formed, but its data makes no sense: retrying does not help. */
export class Unusable extends Error {
  readonly reason: string;
  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}
