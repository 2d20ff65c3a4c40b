import type { StoredEvent } from './event.ts';
import type { Need, Viewer } from './permission.ts';

/**
 * Rows folded from the log. Pure: the same log gives the same rows on every node, at any time. A row is plain JSON;
 * `row` returns a new object (never changes the old one), the same object for "no change", or null for "no longer here".
 */
export interface ViewDef<R = any> {
  readonly name: string;
  /** Raise it when rows mean something else; the view is then rebuilt beside the old one. */
  readonly version: number;
  /** Names of the streams it hears; all others never wake it. */
  readonly streams: readonly string[];
  /** Which rows an event touches. */
  readonly ids: (event: StoredEvent) => readonly string[];
  readonly row: (row: R | undefined, event: StoredEvent, id: string) => R | null;
  /**
   * For lists that grow for ever: only the rows touched last, so many of them, are kept in memory; any other is read by its id,
   * and fetched when an event touches it. `first` says that an event is the first of its row, so that nothing need be fetched.
   */
  readonly recent?: { readonly most: number; readonly first: (event: StoredEvent, id: string) => boolean };
}

export function defineView<R>(def: ViewDef<R>): ViewDef<R> {
  return def;
}

export const services = ['employee', 'masters', 'lead', 'product', 'prescription', 'customer', 'purchase', 'supplier', 'payment'] as const;
export type Service = (typeof services)[number];

/**
 * A view as it is pushed to watchers. `scope` is all that decides what one viewer sees: watchers with equal scopes share one
 * encoded frame. `see` gives the row as that scope sees it (masked), or null when it must not know of it.
 */
export interface FeedDef<R = any, S extends Scope = Scope, O = any> {
  /** `queue/signup-queue`, `approvals/inbox`, `notifications/me` … */
  readonly name: string;
  readonly view: ViewDef<R>;
  readonly need: Need;
  /** Wall devices may open it (payload holds no personal data). */
  readonly wall?: boolean;
  readonly scope: (viewer: Viewer) => S;
  readonly see: (row: R, scope: S, id: string) => O | null;
  /** People may meet (presence) at ids that are no rows of the feed: a feed of changes only, whose records this scope sees all of. */
  readonly meets?: (scope: S, id: string) => boolean;
  /** The base services it depends on; the worst of them is shown. */
  readonly sources: readonly Service[];
}

/** Plain JSON; equal text means equal sight. */
export type Scope = Readonly<Record<string, unknown>>;

export function defineFeed<R, S extends Scope, O>(def: FeedDef<R, S, O>): FeedDef<R, S, O> {
  return def;
}
