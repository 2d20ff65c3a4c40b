import type { Service } from './core/view.ts';
import type { ServicePoll } from './streams/core/servicepoll.ts';
import type { SourceState } from './wire.ts';

/** `GET /operations/figures`: operating figures from the database. */
export interface Figures {
  readonly at: string;
  /** The last event that the answering node has seen. */
  readonly position: number;
  /** The last event that policies have processed. */
  readonly policies: number;
  /** By service, over the last ten minutes. */
  readonly webhooksPerMinute: Readonly<Record<string, number>>;
  /**
   * `memory`: rows are held by the node and saved a moment later; `table`: rows are tables of the database.
   */
  readonly views: readonly {
    readonly name: string;
    readonly kept: 'memory' | 'table';
    readonly saved: number;
    readonly rebuiltAt: string;
    /** Events that the view could not take and went on without. */
    readonly setAside: number;
  }[];
  /** Reactions of policies that are not done: waiting for their time, overdue, or abandoned. */
  readonly jobs: {
    readonly waiting: number;
    readonly overdue: number;
    readonly dead: number;
    readonly oldestDueAt: string | null;
  };
  /** Every process on this store that was seen in the last hour, oldest first. */
  readonly nodes: readonly NodeShown[];
  /** The queue that carries planned runs; `counts` is null while it does not answer. */
  readonly queue: { readonly on: 'redis' | 'server'; readonly counts: QueueCounts | null };
  /** Work that one node does at a time, and its current node. */
  readonly leaders: readonly { readonly name: string; readonly node: string | null; readonly term: number }[];
}

export interface QueueCounts {
  readonly waiting: number;
  readonly active: number;
  readonly delayed: number;
  readonly failed: number;
}

/** A node's own report of its status, every few seconds. */
export interface NodeFigures {
  readonly position: number;
  readonly sockets: number;
  /** 99th percentile of its event-loop delay, ms. */
  readonly loopMs: number;
  readonly rssBytes: number;
}

export interface NodeShown extends NodeFigures {
  readonly id: string;
  /** The answering node. */
  readonly here: boolean;
  readonly roles: readonly string[];
  readonly version: string;
  readonly address: string | null;
  readonly startedAt: string;
  readonly seenAt: string;
  /** `leaving`: it is stopping; `gone`: it no longer reports. */
  readonly state: 'up' | 'leaving' | 'gone';
}

/** One of `GET /relay/polls`: a base service and its last requested poll. */
export interface RequestedPoll extends ServicePoll {
  readonly service: Service;
  readonly lives: 'inside' | 'outside';
  readonly running: boolean;
}

/** The answer of `GET /health` for admins. */
export interface Health {
  readonly version: string;
  readonly demo: boolean;
  readonly roles: readonly string[];
  readonly startedAt: string;
  readonly now: string;
  readonly node: string;
  readonly store: {
    readonly mode: 'embedded' | 'outside';
    /** The durability that the settings of the current PostgreSQL provide; null while it does not answer. */
    readonly durability: 'power-safe' | 'crash-safe' | 'unsafe' | null;
    readonly settings: Readonly<Record<string, string>>;
    readonly position: number;
    readonly dataDir: string | null;
  };
  /** How far each hash chain is sealed, and the first sealed position that does not match. */
  readonly seals: Readonly<
    Record<
      'log' | 'access',
      {
        readonly position: number;
        readonly at: string | null;
        readonly broken: { readonly position: number } | null;
      }
    >
  >;
  /** How far the hashes of each chain were recomputed, and the first row that does not match its own. */
  readonly chains: Readonly<
    Record<
      'log' | 'access',
      { readonly position: number; readonly rounds: number; readonly broken: number | null }
    >
  >;
  /**
   * By how many ms this machine's clock is ahead of the database's and the Redis's, null where it is unknown;
   * and those that differ too much.
   */
  readonly clock: {
    readonly offsetMs: Readonly<Record<'database' | 'redis', number | null>>;
    readonly off: readonly ('database' | 'redis')[];
  };
  /** Null without a Redis. */
  readonly redis: { readonly state: 'up' | 'away' } | null;
  readonly policies: { readonly position: number; readonly behind: number };
  /** Every view; the last three are null where its rows are a table of the database. */
  readonly views: readonly {
    readonly name: string;
    readonly position: number;
    /** By how many events the log is ahead of it. */
    readonly behind: number;
    /** It does not move although the log is ahead of it. */
    readonly still: boolean;
    readonly epoch: string | null;
    readonly saved: number | null;
    readonly rows: number | null;
  }[];
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

/** `GET /operations/set-aside`: an event that a consumer of the log could not take, and goes on without. */
export interface SetAside {
  /** The name of a view or of another consumer of the log, or `policy <name>`. */
  readonly consumer: string;
  readonly position: number;
  readonly stream: string;
  readonly type: string;
  readonly reason: string;
  readonly at: string;
  /** Whether it can be tried again by itself; a view takes it in when it is rebuilt. */
  readonly again: boolean;
}
