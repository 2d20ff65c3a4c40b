import type { ApprovalRow } from './families/approval-feed.ts';
import type { CallingHours } from './streams/calls/call/hours.ts';
import type { ApprovalStage } from './streams/approvals/approval/state.ts';
import type { PaylinkStage } from './streams/money/paylink/state.ts';
import type { Service } from './core/view.ts';
import type { DayStart } from './streams/people/attendance/guards.ts';

/**
 * Everything that crosses HTTP errors and sockets, typed on both ends. docs/protocol.md explains it in prose.
 */

/** The header of every HTTP answer with the server's time, in ms. */
export const serverTimeHeader = 'x-server-time';
/**
 * The header that may carry a query string instead of the address, in the same format, because proxies log
 * addresses.
 */
export const queryHeader = 'x-query';

export interface WireError {
  readonly code: string;
  readonly message: string;
  readonly field?: string;
  readonly line?: number;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly correlationId: string;
}

/** The revocation is done, but these nodes did not confirm it in time; the message names them. */
export interface Unconfirmed {
  readonly nodes: readonly string[];
  readonly message: string;
}

/** The answer of `POST /commands/<aggregate>/<id>/<command>`. `position` is the log's position after it. */
export interface CommandAnswer {
  readonly id: string;
  readonly stream: string;
  readonly version: number;
  readonly position: number;
  readonly unconfirmed?: Unconfirmed;
  readonly [answer: string]: unknown;
}

/** The answer of `GET /file/opened?for=<record>`: when the caller last opened a file of it, by the id of the file. */
export interface OpenedFiles {
  readonly opened: Readonly<Record<string, string>>;
}

export type Change =
  | { readonly op: 'put'; readonly id: string; readonly row: Readonly<Record<string, unknown>> }
  | { readonly op: 'patch'; readonly id: string; readonly set: Readonly<Record<string, unknown>> }
  /**
   * `why` names the event that removed the row, `by` and `at` its author and time: "left: verified by Divya
   * 12:04".
   */
  | {
      readonly op: 'del';
      readonly id: string;
      readonly why?: string;
      readonly by?: string;
      readonly at?: string;
    };

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
  /** Long rows may come in pages. */
  readonly pages?: boolean;
  /**
   * While pages are missing: ids of the last rows of the latest page here, the last first. `seq` is then the
   * position of the snapshot, so that its missing pages follow.
   */
  readonly after?: readonly string[];
}
/** A snapshot that comes in pages, in the feed's rank: the pages from `next` on follow as `feed:page`. */
export interface FeedPages {
  /** The position of the snapshot. */
  readonly at: number;
  readonly next: number;
  readonly of: number;
  /** The rows of all pages. */
  readonly total: number;
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
      readonly pages?: FeedPages;
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
      readonly pages?: FeedPages;
    }
  | { readonly ok: false; readonly code: string; readonly message: string };

/**
 * One page of the snapshot at `at`; `page` counts from 0. What a delta since `at` said of a row holds against
 * the page.
 */
export interface FeedPage {
  readonly feed: string;
  readonly epoch: string;
  readonly at: number;
  readonly page: number;
  readonly rows: readonly Readonly<Record<string, unknown>>[];
}

/**
 * Apply only when `prev` equals the client's position; otherwise reopen with that position. `seq` rises, not
 * by one.
 */
export interface FeedDelta {
  readonly feed: string;
  readonly epoch: string;
  readonly prev: number;
  readonly seq: number;
  readonly changes: readonly Change[];
}
/**
 * Compare `hash` (shared/core/hash.ts over `id` and row) only when `seq` equals the client's position. `now`
 * is the server's clock, ms.
 */
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
  readonly who: readonly {
    readonly empId: number;
    readonly name: string;
    readonly state: 'viewing' | 'editing';
  }[];
}

export interface StoreState {
  /** The disk is nearly full. */
  readonly readOnly: boolean;
  /** The store does not answer; the time of its last answer, by the server's clock in ms. */
  readonly awaySince: number | null;
  /** A row of the log or of the access log was changed from outside the server. */
  readonly chainBroken: boolean;
  /** A view, a policy or a job goes on without an event that it could not take. */
  readonly setAside: boolean;
}

export interface ServerToClient {
  'feed:delta': (frame: FeedDelta) => void;
  'feed:page': (frame: FeedPage) => void;
  'feed:state': (frame: FeedState) => void;
  'feed:reset': (frame: FeedReset) => void;
  'session:revoked': (frame: { readonly reason: string }) => void;
  'permissions:changed': (frame: { readonly version: number }) => void;
  'version:available': (frame: { readonly version: string }) => void;
  presence: (frame: PresenceShown) => void;
  /** Sent when it changes, and after `hello` while anything is wrong. */
  'store:state': (frame: StoreState) => void;
  /** Sent once after connecting: the server's clock in ms and the build's version. */
  hello: (frame: { readonly now: number; readonly version: string }) => void;
  /** Before `hello`: the answer to each feed that the connect packet requested. */
  'feed:opened': (frame: { readonly feed: string } & FeedOpened) => void;
}
/**
 * The payload of the connect packet. A reconnecting console opens its feeds with it, which saves a round
 * trip.
 */
export interface ConnectAuth {
  readonly authtoken: string;
  /** The version of the rights that the console has; it is notified when they differ. */
  readonly rights?: number;
  readonly feeds?: readonly FeedOpen[];
}
export interface ClientToServer {
  'feed:open': (frame: FeedOpen, ack: (answer: FeedOpened) => void) => void;
  /** A page was taken in: the next one may be sent. */
  'feed:more': (frame: FeedClose) => void;
  'feed:close': (frame: FeedClose) => void;
  presence: (frame: Presence) => void;
  /** Renews the leases this session holds; returns the server's clock. */
  heartbeat: (
    frame: { readonly items: readonly string[] },
    ack: (answer: { readonly now: number; readonly lost: readonly string[] }) => void,
  ) => void;
}

/**
 * The same frames on raw WebSocket (`/ws/feeds`): one JSON object per message, `type` names it, `ref` pairs
 * request and answer.
 */
export type RawFromClient =
  | { readonly type: 'hello'; readonly authtoken: string }
  | ({ readonly type: 'feed:open'; readonly ref?: string | number } & FeedOpen)
  | ({ readonly type: 'feed:more' } & FeedClose)
  | ({ readonly type: 'feed:close' } & FeedClose)
  | { readonly type: 'ping' };
export type RawFromServer =
  | { readonly type: 'hello'; readonly now: number; readonly version: string }
  | ({ readonly type: 'feed:opened'; readonly feed: string; readonly ref?: string | number } & FeedOpened)
  | ({ readonly type: 'feed:delta' } & FeedDelta)
  | ({ readonly type: 'feed:page' } & FeedPage)
  | ({ readonly type: 'feed:state' } & FeedState)
  | ({ readonly type: 'feed:reset' } & FeedReset)
  | { readonly type: 'session:revoked'; readonly reason: string }
  | { readonly type: 'permissions:changed'; readonly version: number }
  | { readonly type: 'error'; readonly code: string; readonly message: string }
  | { readonly type: 'pong' };

export const closeCodes = {
  signedOut: 4001,
  slow: 4008,
  forbidden: 4003,
  helloTimeout: 4004,
  restart: 4012,
} as const;

/** One source message from a base service, by webhook or by poll. */
export interface SourceMessage {
  readonly service: Service;
  readonly entity: string;
  readonly id: number | string;
  readonly version?: number;
  readonly modifiedAt: string;
  readonly change: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/**
 * A record that `GET /search` found; `link` opens it. `label` names the kind of record, in the caller's
 * language.
 */
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
/** Hits are grouped by kind, the best kind first; `more` names the kinds with more hits than shown. */
export interface SearchAnswer {
  readonly hits: readonly SearchHit[];
  readonly more: readonly string[];
}

/** One message of `GET /chat/<room>`; `text` is null once its author deleted it. */
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
/**
 * A page of a conversation, oldest first; `earlier`: there are earlier messages. `readers`: people whom a
 * room about a record can mention.
 */
export interface ChatPage {
  readonly room: string;
  readonly title: string | null;
  readonly about: string | null;
  readonly last: number;
  readonly messages: readonly ChatLine[];
  readonly earlier: boolean;
  readonly readers: readonly { readonly empId: number; readonly name: string }[];
}

/** The result of a request, and whether it could be applied now. */
export interface ApprovalStatus {
  readonly state: ApprovalStage;
  /** The reason why it could not be applied, or no longer applies. */
  readonly why: string | null;
  /** While it waits, the reason why its effect would fail now; null when it would succeed. */
  readonly fails: string | null;
  /** The request, once it is over and so in no list. */
  readonly over: ApprovalRow | null;
}

/** `GET /visit-names`: customers and leads of one's own visits by their number. */
export interface VisitNames {
  readonly names: Readonly<Record<string, string>>;
}

/** `GET /day-start`: the cut-off of one's own day; null without one today. */
export interface OwnDayStart {
  /** Whose attendance rules apply: a temporary designation takes precedence. */
  readonly effectiveDesignationId: number | null;
  readonly dayStart: DayStart | null;
}

/** `GET /approval-names`: customers and leads by their number, as this person may see their names. */
export interface ApprovalNames {
  readonly names: Readonly<Record<string, string>>;
}

/** `GET /calls/setup`: calling hours by class, today's holiday by place, and the choices of dispositions. */
export interface CallingSetup {
  readonly hours: CallingHours;
  readonly now: number;
  readonly holidays: Readonly<Record<string, string>>;
  readonly reasons: readonly { readonly id: number; readonly name: string; readonly needsText: boolean }[];
  readonly languages: readonly { readonly code: string; readonly name: string }[];
}

/** `GET /calls/find`: a person who can be called. */
export interface CalleeHit {
  readonly subject: string;
  readonly ref: string;
  readonly name: string;
  readonly phoneMasked: string;
  readonly pooId: number | null;
  /** A lead's stage. */
  readonly stage: string | null;
  /** The patients of a customer who were found instead of them. */
  readonly patients: string | null;
  /** Why this person may not be called at all, in the reader's language. */
  readonly shut: string | null;
}

export interface EarlierCall {
  readonly id: string;
  readonly ref: string;
  readonly at: string;
  readonly agent: string;
  readonly purpose: string;
  readonly code: string | null;
  readonly stage: string;
  readonly notes: string;
  readonly talkSec: number;
  readonly recorded: boolean;
}

/**
 * `GET /calls/about/<subject>`: one person before a call. `shut` is the reason why they may not be called
 * now.
 */
/** `POST /customer-payment-link/<parcel>`: the signed link by which a customer pays. */
export interface PaymentLink {
  readonly path: string;
  readonly until: string;
}
/** `GET /customer-payment/<link>`: one payment, as its customer sees it. Amounts in paise. */
export interface CustomerPayment {
  readonly seller: string;
  readonly invoiceNumber: string;
  readonly paise: number;
  readonly stage: PaylinkStage;
  readonly until: string;
  readonly paidAt: string | null;
  readonly paidPaise: number;
  readonly owedPaise: number;
  /** Whether the last attempt failed. */
  readonly failed: boolean;
}

export interface CalleeDetails extends Omit<CalleeHit, 'stage' | 'patients' | 'shut'> {
  readonly kind: string;
  readonly language: string | null;
  readonly callClass: string;
  readonly purpose: string;
  readonly shut: { readonly code: string; readonly message: string } | null;
  readonly busyWith: string | null;
  /** The hours in which they want to be called; null for the usual ones. */
  readonly callHours: { readonly from: string; readonly to: string } | null;
  /** The record whose hours these are, where the reader may set them. */
  readonly hoursOf: { readonly aggregate: string; readonly id: string; readonly version: number } | null;
  /** Newest first. */
  readonly calls: readonly EarlierCall[];
}
