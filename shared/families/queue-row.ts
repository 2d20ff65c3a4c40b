import type { StoredEvent } from '../core/event.ts';
import { streamKey, streamName } from '../core/event.ts';
import type { ViewDef } from '../core/view.ts';
import { defineView } from '../core/view.ts';
import { queueFace } from '../streams/calls/enter-queue.ts';
import type { Entering, QueueRules } from '../streams/calls/enter-queue.ts';

/** What every queue row carries, whatever the queue; the rest is the queue's own. Instants are ISO, UTC. */
export interface QueueRow {
  readonly id: string;
  /** Human reference: SG-000301. */
  readonly ref: string;
  readonly pooId: number | null;
  readonly language: string | null;
  readonly state: 'waiting' | 'claimed' | 'working' | 'parked';
  readonly priority: number;
  readonly enteredAt: string;
  readonly warnAt: string | null;
  readonly breachAt: string | null;
  readonly holder: QueueHolder | null;
  readonly parkedUntil: string | null;
  readonly attempts: number;
  readonly pinned: boolean;
  readonly breached: boolean;
  /** Decided, and until when that can be undone; the row stays that long, in its holder's name. */
  readonly undoUntil: string | null;
  /** "Why is this here?": a translation key, filled from the row. */
  readonly why: string;
  /** Version of the subject's stream, for `If-Match`. */
  readonly version: number;
  /** Where the subject itself stands in its life, when actions depend on it. */
  readonly stage?: string;
  readonly updatedAt: string;
}

export interface QueueHolder {
  readonly empId: number;
  readonly name: string;
  readonly since: string;
  readonly leaseId: string;
}

/** How the rows of one queue come from the log. */
export interface QueueFold<R extends QueueRow, E extends StoredEvent = StoredEvent> {
  readonly subject: string;
  readonly viewVersion?: number;
  /**
   * Subject events that put a row into the queue. With `item`, a policy of the family writes the queue item; without it, the
   * subject's own decision does so in the same commit.
   */
  readonly enter: { readonly on: readonly E['type'][]; item?(event: E): Entering };
  /** Subject events that end the stay. */
  readonly leave: readonly string[];
  /** The member's own columns before anything is known. */
  readonly blank: (base: QueueRow) => R;
  /** What a subject event changes; `{}` for nothing. */
  fold(row: R, event: E): Partial<R>;
}

const emptyRow = (id: string, at: string): QueueRow => ({
  id,
  ref: '',
  pooId: null,
  language: null,
  state: 'waiting',
  priority: 0,
  enteredAt: at,
  warnAt: null,
  breachAt: null,
  holder: null,
  parkedUntil: null,
  attempts: 0,
  pinned: false,
  breached: false,
  undoUntil: null,
  why: 'why.entered',
  version: 0,
  updatedAt: at,
});

const holderOf = ({ empId, name, since, leaseId }: QueueHolder): QueueHolder => ({ empId, name, since, leaseId });

/** The item's events. A decided row stays, in the name of whoever decided, until it can no longer be undone. */
function byItem(row: QueueRow, { type, data }: StoredEvent): Partial<QueueRow> | null {
  switch (type) {
    case 'QueueItemEntered': {
      const { priority, enteredAt, warnAt, breachAt } = data;
      return { state: 'waiting', holder: null, parkedUntil: null, pinned: false, breached: false, priority, enteredAt, warnAt, breachAt };
    }
    case 'QueueItemClaimed':
      return { state: 'claimed', holder: holderOf(data), attempts: row.attempts + 1 };
    case 'QueueItemTakenOver':
      return { state: 'claimed', holder: holderOf(data) };
    case 'QueueItemWorkStarted':
      return { state: 'working' };
    case 'QueueItemReleased':
      return { state: 'waiting', holder: null };
    case 'QueueItemLeaseExpired':
      return { state: 'waiting', holder: null, priority: row.priority + 1 };
    case 'QueueItemParked':
      return { state: 'parked', holder: null, parkedUntil: data.until };
    case 'QueueItemReturned':
      return { state: 'waiting', parkedUntil: null };
    case 'QueueItemPinned':
      return { pinned: data.pinned };
    case 'QueueItemSlaBreached':
      return { breached: true };
    case 'QueueItemCompleted':
      return row.undoUntil === null ? null : {};
    case 'QueueItemRemoved':
      return null;
    default:
      return {};
  }
}

function changes(row: QueueRow, patch: Partial<QueueRow>): boolean {
  const before = new Map<string, unknown>(Object.entries(row));
  return Object.entries(patch).some(([key, value]) => before.get(key) !== value && JSON.stringify(before.get(key)) !== JSON.stringify(value));
}

/** An entering event makes the row; from then on the subject's events and those of its queue item change it. */
export function queueView<R extends QueueRow, E extends StoredEvent>(rules: QueueRules, def: QueueFold<R, E>): ViewDef<R> {
  const prefix = `${rules.name}-`;
  const enters: readonly string[] = def.enter.on;
  const entered = (before: R | undefined, event: E, id: string): R => {
    const row = before ?? def.blank(emptyRow(id, event.at));
    const entering = def.enter.item?.(event);
    const { ref, pooId, language, enteredAt, warnAt, breachAt } = entering ? queueFace(rules, entering) : row;
    return { ...row, ref, pooId, language, enteredAt, warnAt, breachAt, ...def.fold(row, event), version: event.version, updatedAt: event.at };
  };
  return defineView<R>({
    name: rules.name,
    version: def.viewVersion ?? 1,
    streams: [def.subject, 'queueitem'],
    ids: ({ stream }) => {
      const key = streamKey(stream);
      if (streamName(stream) === def.subject) return [key];
      return key.startsWith(prefix) ? [key.slice(prefix.length)] : [];
    },
    row(row, event, id) {
      const bySubject = streamName(event.stream) === def.subject;
      if (bySubject && enters.includes(event.type)) return entered(row, event as E, id);
      if (!row || (bySubject && def.leave.includes(event.type))) return null;
      const patch = bySubject ? { ...def.fold(row, event as E), version: event.version } : byItem(row, event);
      if (patch === null) return null;
      return changes(row, patch) ? { ...row, ...patch, updatedAt: event.at } : row;
    },
  });
}
