import type { StoredEvent } from './event.ts';
import type { Need, Viewer } from './permission.ts';
import type { Rank } from './rank.ts';

/**
 * Rows folded from the log. Pure: the same log gives the same rows on every node. A row is plain JSON. `row`
 * returns a new object (never mutates), the same object for "no change", or null to remove the row.
 */
export interface ViewDef<R = any> {
  readonly name: string;
  /** Increment when the meaning of the rows changes; the view is then rebuilt beside the old one. */
  readonly version: number;
  /** Streams it subscribes to. */
  readonly streams: readonly string[];
  /** Ids of the rows an event affects. */
  readonly ids: (event: StoredEvent) => readonly string[];
  readonly row: (row: R | undefined, event: StoredEvent, id: string) => R | null;
  /**
   * For lists that grow without bound: only the most recently changed rows are kept in memory. Others are
   * loaded by id, also when an event affects them. `first` marks an event that creates its row, so nothing is
   * loaded.
   */
  readonly recent?: { readonly most: number; readonly first: (event: StoredEvent, id: string) => boolean };
}

/** `E`: the events of its streams (`EventOf<typeof lead>`), as `ids` and `row` receive them. */
export function defineView<R, E extends StoredEvent<string, any> = StoredEvent>(
  def: Omit<ViewDef<R>, 'ids' | 'row' | 'recent'> & {
    readonly ids: (event: E) => readonly string[];
    readonly row: (row: R | undefined, event: E, id: string) => R | null;
    readonly recent?: { readonly most: number; readonly first: (event: E, id: string) => boolean };
  },
): ViewDef<R>;
export function defineView(def: ViewDef): ViewDef {
  return def;
}

export const services = [
  'employee',
  'masters',
  'lead',
  'product',
  'prescription',
  'customer',
  'purchase',
  'supplier',
  'payment',
] as const;
export type Service = (typeof services)[number];

/**
 * A view as it is pushed to subscribers. `scope` captures everything that decides what a viewer sees: viewers
 * with equal scopes share one encoded frame. `see` returns the row for that scope (masked), or null when it
 * is hidden.
 */
export interface FeedDef<R = any, S extends Scope = Scope, O = any> {
  /** `queue/signup-queue`, `approvals/inbox`, `notifications/me` … */
  readonly name: string;
  readonly view: ViewDef<R>;
  readonly need: Need;
  /** Wall devices may subscribe (the payload holds no personal data). */
  readonly wall?: boolean;
  readonly scope: (viewer: Viewer) => S;
  readonly see: (row: R, scope: S, id: string) => O | null;
  /** Which rows of a long feed come first; total, and by the row alone. Default: by id. */
  readonly rank?: (row: O, id: string) => Rank;
  /**
   * Allows presence at ids that are not rows: for feeds of changes only, where this scope sees every record.
   */
  readonly meets?: (scope: S, id: string) => boolean;
  /**
   * Rows of somebody's health: read one by one by their number, each look written down for this patient, never
   * listed.
   */
  readonly looks?: (row: R, id: string) => { readonly patientId: number; readonly screen: string } | null;
  /** Base services it depends on; the console shows the worst status among them. */
  readonly sources: readonly Service[];
}

/** Plain JSON, compared as text. */
export type Scope = Readonly<Record<string, unknown>>;

export function defineFeed<R, S extends Scope, O>(def: FeedDef<R, S, O>): FeedDef<R, S, O> {
  return def;
}
