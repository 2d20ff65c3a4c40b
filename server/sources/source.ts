import type { Pool } from 'pg';
import type { Service } from '#shared/core/view.ts';
import type { SourceFact } from '#shared/wire.ts';

/** What a fact of a base service means to us: orders for streams. `own` is the stream that this outside thing is mapped to. */
export interface SourceOrder {
  readonly stream: string;
  readonly command: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The number in `stream` was handed out for this very fact; said by the house, never by a translation. */
  readonly allotted?: boolean;
}

/** One list of a base service that can be polled, and how its facts are told to us. */
export interface Resource {
  readonly entity: string;
  /** Below the service's address. */
  readonly path: string;
  /** Fields of a plain row that tell its identity, where the outside system does not send the envelope. */
  readonly id: string;
  readonly version?: string;
  readonly modifiedAt?: string;
  readonly pageSize: number;
  /** The name of the stream that its things live in; without it they live in `mirror-<service>-<entity>-<id>`. */
  readonly stream?: string;
  /** Our words for it; throws `Unusable` when the data cannot be meant. Needed with `stream`. */
  readonly translate?: (fact: SourceFact, own: string, told: { readonly hash: string; readonly under: string | null }) => readonly SourceOrder[];
  /** The thing of the same service that it belongs to: its entity, and the field with its outside id. `translate` hears in which stream of ours that one lives. */
  readonly under?: { readonly entity: string; readonly id: string };
  /** Which stream of ours this very thing is, when it began here and its outside id is heard of for the first time. */
  readonly begunHere?: (pool: Pool, fact: SourceFact, under: string | null) => Promise<string | null>;
  /** A working example of `data`; documentation, simulator and tests read it. */
  readonly example: { readonly change: string; readonly data: Readonly<Record<string, unknown>> };
}

export interface SourceDef {
  readonly service: Service;
  readonly resources: readonly Resource[];
}

export function defineSource(def: SourceDef): SourceDef {
  return def;
}

/** The fact is signed and well formed, and still cannot be meant: trying again does not help. */
export class Unusable extends Error {
  readonly reason: string;
  constructor(reason: string, message: string) {
    super(message);
    this.reason = reason;
  }
}
