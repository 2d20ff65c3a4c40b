import type { StoredEvent } from '../core/event.ts';
import type { Need, Viewer } from '../core/permission.ts';
import type { Both } from './master-field.ts';

/** A record as search keeps it. What stands in `words` is for whoever may know the record; a phone is found by its own rule. */
export interface SearchEntry {
  /** What people call it by number: SG-000301. */
  readonly ref: string;
  readonly title: string;
  /** A second line, without anything that is shown masked elsewhere. */
  readonly hint: string;
  readonly words: readonly string[];
  readonly phones: readonly string[];
  /** The record can no longer change; it stands behind those that can. */
  readonly over: boolean;
}

/** Where a record can be opened: the first screen that its finder may open and that shows it. */
export interface SearchScreen<S> {
  readonly need: Need;
  readonly link: (state: S, id: string) => string | null;
}

/**
 * One kind of record that search finds and that is no master: how the log makes it, who may know it and where it is opened.
 * Masters are found by their own declarations.
 */
export interface SearchKind<S = any> {
  readonly kind: string;
  readonly label: Both;
  readonly streams: readonly string[];
  readonly ids: (event: StoredEvent) => readonly string[];
  readonly row: (before: S | undefined, event: StoredEvent, id: string) => S | null;
  readonly entry: (state: S, id: string) => SearchEntry | null;
  readonly screens: readonly SearchScreen<S>[];
  /** Asked for each row that was found, after the right of its screen. */
  readonly see: (state: S, viewer: Viewer) => boolean;
  /** Who is shown its phones in full and so may find by a part of one; null: nobody. */
  readonly phonesNeed: Need | null;
}

export function defineSearch<S>(kind: SearchKind<S>): SearchKind<S> {
  return kind;
}
