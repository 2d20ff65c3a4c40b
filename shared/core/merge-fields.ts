import type { RecordedEvent } from './event.ts';
import { canonical } from './hash.ts';
import { refuse, type Refusal } from './refusal.ts';

type Values = Readonly<Record<string, unknown>>;

/** Who last changed a field, at which version of the record. */
export interface Touch {
  readonly version: number;
  readonly by: string;
  readonly at: string;
}
export type Touches = Readonly<Record<string, Touch>>;

/** A field changed by two people: my value, the current value, and who wrote that and when. */
export interface FieldConflict extends Readonly<Record<string, unknown>> {
  readonly field: string;
  readonly mine: unknown;
  readonly theirs: unknown;
  readonly by: string;
  readonly at: string;
  readonly version: number;
}

/** Fields that others changed after version `seen` to something other than requested. */
export function conflictsOf(
  record: { readonly fields: Values; readonly touched: Touches },
  requested: Values,
  seen: number,
): FieldConflict[] {
  return Object.entries(requested).flatMap(([field, mine]) => {
    const touch = record.touched[field];
    if (!touch || touch.version <= seen) return [];
    const theirs = record.fields[field] ?? null;
    if (canonical(theirs) === canonical(mine ?? null)) return [];
    return [{ field, mine: mine ?? null, theirs, by: touch.by, at: touch.at, version: touch.version }];
  });
}

/** The refusal of a change that overlaps with others', with both values of each field. */
export function conflictRefusal(conflicts: readonly FieldConflict[], version: number): Refusal | null {
  const [first] = conflicts;
  return first
    ? refuse('fieldConflict', 409, { version, by: first.by, at: first.at, conflicts }, first.field)
    : null;
}

/** Kept with the state of a stream whose edits merge: its version, and who changed which field last. */
export interface Merged {
  readonly edits?: { readonly version: number; readonly touched: Touches };
}

const same = (one: unknown, other: unknown): boolean =>
  one === other || canonical(one ?? null) === canonical(other ?? null);

/**
 * Records which of the fields an event changed. A creation is not recorded: everybody who sees the record has
 * seen it.
 */
export function noted(
  names: readonly string[],
  before: Values & Merged,
  after: Values,
  event: RecordedEvent,
): Merged {
  const touch: Touch = { version: event.version, by: event.actor.name, at: event.at };
  const changed = event.version > 1 ? names.filter((name) => !same(before[name], after[name])) : [];
  return {
    edits: {
      version: event.version,
      touched: {
        ...before.edits?.touched,
        ...Object.fromEntries(changed.map((name) => [name, touch])),
      },
    },
  };
}
