import type { StoredEvent } from '../core/event.ts';
import type { Need, Viewer } from '../core/permission.ts';
import type { Both } from './master-field.ts';

/**
 * A record in the search index. Anyone who may see the record may find it by its words; phone numbers follow
 * their own rule.
 */
export interface SearchEntry {
  /** Human-readable reference: SG-000301. */
  readonly ref: string;
  readonly title: string;
  /** Secondary text without any value that is masked elsewhere. */
  readonly hint: string;
  readonly translations: readonly string[];
  readonly phones: readonly string[];
  /** Closed records rank below open ones. */
  readonly over: boolean;
  /** Its place of operation, which distinguishes namesakes. */
  readonly pooId?: number | null;
}

/**
 * A screen on which a record can be opened; the first one that the viewer may open and that shows it is used.
 */
export interface SearchScreen<S> {
  readonly need: Need;
  readonly link: (state: S, id: string) => string | null;
}

/**
 * A searchable kind of record that is not a master: how it is folded from the log, who may see it and where
 * it opens. Masters are searchable by their own declarations.
 */
export interface SearchKind<S = any> {
  readonly kind: string;
  readonly label: Both;
  readonly streams: readonly string[];
  readonly ids: (event: StoredEvent) => readonly string[];
  readonly row: (before: S | undefined, event: StoredEvent, id: string) => S | null;
  readonly entry: (state: S, id: string) => SearchEntry | null;
  readonly screens: readonly SearchScreen<S>[];
  /** Checked for each hit, in addition to the right of its screen. */
  readonly see: (state: S, viewer: Viewer) => boolean;
  /** Right to see its full phone numbers, and so to find a record by part of a number; null: nobody. */
  readonly phonesNeed: Need | null;
}

/** `E`: the events of its streams. */
export function defineSearch<S, E extends StoredEvent<string, any> = StoredEvent>(
  kind: Omit<SearchKind<S>, 'ids' | 'row'> & {
    readonly ids: (event: E) => readonly string[];
    readonly row: (before: S | undefined, event: E, id: string) => S | null;
  },
): SearchKind<S>;
export function defineSearch(kind: SearchKind<any>): SearchKind<any> {
  return kind;
}
