import type { ApprovalStage } from './streams/approvals/approval/state.ts';
import type { Service } from './core/view.ts';

/** Everything that crosses HTTP errors and sockets, typed on both ends. The prose stands in docs/protocol.md. */

/** The header in which every HTTP answer tells the house's time, in ms. */
export const serverTimeHeader = 'x-server-time';
/** The header that may carry what an address would after its `?`, written the same way: addresses are kept in logs on the way. */
export const queryHeader = 'x-query';

export interface WireError {
  readonly code: string;
  readonly message: string;
  readonly field?: string;
  readonly line?: number;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly correlationId: string;
}

/** The answer of `POST /commands/<aggregate>/<id>/<command>`. `position` is where the log stood after it. */
export interface CommandAnswer {
  readonly id: string;
  readonly stream: string;
  readonly version: number;
  readonly position: number;
  readonly [answer: string]: unknown;
}

export type Change =
  | { readonly op: 'put'; readonly id: string; readonly row: Readonly<Record<string, unknown>> }
  | { readonly op: 'patch'; readonly id: string; readonly set: Readonly<Record<string, unknown>> }
  /** `why` names the event that took the row away, `by` and `at` who did it and when: "left: verified by Divya 12:04". */
  | { readonly op: 'del'; readonly id: string; readonly why?: string; readonly by?: string; readonly at?: string };

export type SourceState = 'live' | 'late' | 'stale' | 'down';
export interface SourceHealth {
  readonly service: Service;
  readonly state: SourceState;
  /** ISO instant since when it is in this state. */
  readonly since: string;
}

export interface FeedOpen {
  readonly feed: string;
  readonly epoch?: string;
  readonly seq?: number;
}
export type FeedOpened =
  | {
      readonly ok: true;
      readonly epoch: string;
      readonly seq: number;
      readonly mode: 'snapshot';
      readonly rows: readonly Readonly<Record<string, unknown>>[];
      readonly scope: Readonly<Record<string, unknown>>;
      readonly sources: readonly SourceHealth[];
      readonly now: number;
      readonly resync?: boolean;
    }
  | {
      readonly ok: true;
      readonly epoch: string;
      readonly seq: number;
      readonly mode: 'resume';
      readonly changes: readonly Change[];
      readonly scope: Readonly<Record<string, unknown>>;
      readonly sources: readonly SourceHealth[];
      readonly now: number;
    }
  | { readonly ok: false; readonly code: string; readonly message: string };

/** Apply only when `prev` is the position one has; else open again with that position. `seq` rises, not by one. */
export interface FeedDelta {
  readonly feed: string;
  readonly epoch: string;
  readonly prev: number;
  readonly seq: number;
  readonly changes: readonly Change[];
}
/** Compare `hash` (shared/core/hash.ts over `id` and row) only when `seq` is the position one has. `now` is the server's clock, ms. */
export interface FeedState {
  readonly feed: string;
  readonly epoch: string;
  readonly seq: number;
  readonly hash: string;
  readonly sources: readonly SourceHealth[];
  readonly now: number;
}
export interface FeedReset {
  readonly feed: string;
  readonly code: string;
}
export interface FeedClose {
  readonly feed: string;
}
export interface Presence {
  readonly feed: string;
  readonly id: string;
  readonly state: 'viewing' | 'editing' | 'gone';
}
/** Everyone else on that row now; an empty list clears it. */
export interface PresenceShown {
  readonly feed: string;
  readonly id: string;
  readonly who: readonly { readonly empId: number; readonly name: string; readonly state: 'viewing' | 'editing' }[];
}

export interface StoreState {
  /** The disk is as good as full. */
  readonly readOnly: boolean;
  /** The store does not answer; when it last did, by the server's clock in ms. */
  readonly awaySince: number | null;
}

export interface ServerToClient {
  'feed:delta': (frame: FeedDelta) => void;
  'feed:state': (frame: FeedState) => void;
  'feed:reset': (frame: FeedReset) => void;
  'session:revoked': (frame: { readonly reason: string }) => void;
  'permissions:changed': (frame: { readonly version: number }) => void;
  'version:available': (frame: { readonly version: string }) => void;
  presence: (frame: PresenceShown) => void;
  /** Told when it changes, and after `hello` while anything is wrong. */
  'store:state': (frame: StoreState) => void;
  /** Sent once after connecting: the server's clock in ms and the build's version. */
  hello: (frame: { readonly now: number; readonly version: string }) => void;
  /** Before `hello`: the answer to each feed that the connecting packet asked for. */
  'feed:opened': (frame: { readonly feed: string } & FeedOpened) => void;
}
/** What the packet carries that connects. A console that comes back opens its feeds with it: one question less a line. */
export interface ConnectAuth {
  readonly authtoken: string;
  /** The version of the rights that the console knows; it is told when they are others. */
  readonly rights?: number;
  readonly feeds?: readonly FeedOpen[];
}
export interface ClientToServer {
  'feed:open': (frame: FeedOpen, ack: (answer: FeedOpened) => void) => void;
  'feed:close': (frame: FeedClose) => void;
  presence: (frame: Presence) => void;
  /** Renews the leases this session holds; answers the server's clock. */
  heartbeat: (frame: { readonly items: readonly string[] }, ack: (answer: { readonly now: number; readonly lost: readonly string[] }) => void) => void;
}

/** The same frames on raw WebSocket (`/ws/feeds`): one JSON object a message, `type` names it, `ref` pairs question and answer. */
export type RawFromClient =
  | { readonly type: 'hello'; readonly authtoken: string }
  | ({ readonly type: 'feed:open'; readonly ref?: string | number } & FeedOpen)
  | ({ readonly type: 'feed:close' } & FeedClose)
  | { readonly type: 'ping' };
export type RawFromServer =
  | { readonly type: 'hello'; readonly now: number; readonly version: string }
  | ({ readonly type: 'feed:opened'; readonly feed: string; readonly ref?: string | number } & FeedOpened)
  | ({ readonly type: 'feed:delta' } & FeedDelta)
  | ({ readonly type: 'feed:state' } & FeedState)
  | ({ readonly type: 'feed:reset' } & FeedReset)
  | { readonly type: 'session:revoked'; readonly reason: string }
  | { readonly type: 'error'; readonly code: string; readonly message: string }
  | { readonly type: 'pong' };

export const closeCodes = { signedOut: 4001, slow: 4008, forbidden: 4003, helloTimeout: 4004, restart: 4012 } as const;

/** One fact from a base service, by webhook or by poll. */
export interface SourceFact {
  readonly service: Service;
  readonly entity: string;
  readonly id: number | string;
  readonly version?: number;
  readonly modifiedAt: string;
  readonly change: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A record that `GET /search` found; `link` opens it. `label` says what kind of record it is, in the caller's language. */
export interface SearchHit {
  readonly kind: string;
  readonly id: string;
  readonly label: string;
  readonly ref: string;
  readonly title: string;
  readonly hint: string;
  readonly link: string;
  readonly over: boolean;
}
/** Hits lie together by kind, the best kind first; `more` names the kinds of which there are more than shown. */
export interface SearchAnswer {
  readonly hits: readonly SearchHit[];
  readonly more: readonly string[];
}

/** One message as `GET /chat/<room>` tells it; `text` is null once its author took it back. */
export interface ChatLine {
  readonly id: string;
  readonly room: string;
  readonly n: number;
  readonly empId: number;
  readonly name: string;
  readonly text: string | null;
  readonly at: string;
  readonly editedAt: string | null;
  readonly mentions?: readonly number[];
}
/** A page of a conversation, oldest first; `earlier`: there is more before it. `readers`: whom a room about a record can name. */
export interface ChatPage {
  readonly room: string;
  readonly title: string | null;
  readonly about: string | null;
  readonly last: number;
  readonly messages: readonly ChatLine[];
  readonly earlier: boolean;
  readonly readers: readonly { readonly empId: number; readonly name: string }[];
}

/** What became of a request, and whether it could be applied now. */
export interface ApprovalStatus {
  readonly state: ApprovalStage;
  /** Why it could not be applied, or no longer applies. */
  readonly why: string | null;
  /** While it waits: why its effect would fail now; null when it would succeed. */
  readonly fails: string | null;
}
