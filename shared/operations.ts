import type { Service } from './core/view.ts';
import type { ServicePoll } from './streams/core/servicepoll.ts';
import type { SourceState } from './wire.ts';

/** `GET /operations/figures`: what the database knows of how the house is. */
export interface Figures {
  readonly at: string;
  /** The last event that the answering node has seen. */
  readonly position: number;
  /** The last event that policies have heard. */
  readonly policies: number;
  /** By service, over the last ten minutes. */
  readonly webhooksPerMinute: Readonly<Record<string, number>>;
  /** `memory`: rows lie in the node and are saved a moment later; `table`: rows are tables of the database. */
  readonly views: readonly { readonly name: string; readonly kept: 'memory' | 'table'; readonly saved: number; readonly rebuiltAt: string }[];
  /** What policies asked for and is not done: waiting for its time, past it, or given up. */
  readonly jobs: { readonly waiting: number; readonly overdue: number; readonly dead: number; readonly oldestDueAt: string | null };
  /** Every process on this store that was seen in the last hour, oldest first. */
  readonly nodes: readonly NodeShown[];
  /** The queue that carries planned runs; `counts` is null while it cannot be asked. */
  readonly queue: { readonly on: 'redis' | 'database'; readonly counts: QueueCounts | null };
  /** Work that one node does at a time, and which one. */
  readonly duties: readonly { readonly name: string; readonly node: string | null; readonly term: number }[];
}

export interface QueueCounts {
  readonly waiting: number;
  readonly active: number;
  readonly delayed: number;
  readonly failed: number;
}

/** How a node says it is, every few seconds. */
export interface NodeFigures {
  readonly position: number;
  readonly sockets: number;
  /** Milliseconds by which its event loop was late, the worst of a hundred. */
  readonly loopMs: number;
  readonly rssBytes: number;
}

export interface NodeShown extends NodeFigures {
  readonly id: string;
  /** The node that answers. */
  readonly here: boolean;
  readonly roles: readonly string[];
  readonly version: string;
  readonly address: string | null;
  readonly startedAt: string;
  readonly seenAt: string;
  /** `leaving`: it was asked to stop; `gone`: it has not been heard of. */
  readonly state: 'up' | 'leaving' | 'gone';
}

/** One of `GET /relay/polls`: a base service and the last reading of it that somebody asked for. */
export interface AskedPoll extends ServicePoll {
  readonly service: Service;
  readonly lives: 'inside' | 'outside';
  readonly running: boolean;
}

/** What an admin reads of `GET /health`. */
export interface Health {
  readonly version: string;
  readonly demo: boolean;
  readonly roles: readonly string[];
  readonly startedAt: string;
  readonly now: string;
  readonly node: string;
  readonly store: {
    readonly mode: 'embedded' | 'outside';
    /** What the settings of the PostgreSQL in use promise; null while it cannot be asked. */
    readonly durability: 'power-safe' | 'crash-safe' | 'unsafe' | null;
    readonly settings: Readonly<Record<string, string>>;
    readonly position: number;
    readonly dataDir: string | null;
  };
  /** How far each hash chain is sealed, and the first sealed place that does not fit. */
  readonly seals: Readonly<
    Record<'log' | 'access', { readonly position: number; readonly at: string | null; readonly broken: { readonly position: number } | null }>
  >;
  /** By how many ms this machine's clock is ahead of the database's and the Redis's, null where it is not known; which of them are too far away. */
  readonly clock: { readonly offsetMs: Readonly<Record<'database' | 'redis', number | null>>; readonly off: readonly ('database' | 'redis')[] };
  /** Null in a house without a Redis. */
  readonly redis: { readonly state: 'up' | 'away' } | null;
  readonly policies: { readonly position: number; readonly behind: number };
  readonly views: readonly { readonly name: string; readonly epoch: string; readonly position: number; readonly saved: number; readonly rows: number }[];
  readonly channels: readonly { readonly feed: string; readonly watchers: number }[];
  readonly connections: { readonly socketIo: number; readonly raw: number };
  readonly eventLoopMs: { readonly p99: number; readonly max: number };
  readonly memory: { readonly rss: number; readonly heapUsed: number };
  readonly sources: {
    readonly services: readonly {
      readonly service: Service;
      readonly state: SourceState;
      readonly since: string;
      readonly lives: 'inside' | 'outside';
      readonly lastError: string | null;
    }[];
    readonly lists: readonly {
      readonly service: string;
      readonly resource: string;
      readonly polledAt: string | null;
      readonly pageLimitReached: boolean;
      readonly missedByWebhook: number;
      readonly drift: number;
    }[];
    readonly deadLetters: number;
    readonly parked: number;
    readonly outboxOpen: number;
  };
}
