import type { QueueItemEvent } from '../streams/calls/queueitem/state.ts';
import type { Stored } from '../core/event.ts';
import type { StoredEvent } from '../core/event.ts';
import { streamKey, streamName } from '../core/event.ts';
import type { ViewDef } from '../core/view.ts';
import { defineView } from '../core/view.ts';
import { queueFace } from '../streams/calls/enter-queue.ts';
import type { Entering, QueueRules } from '../streams/calls/enter-queue.ts';

/** Members of every queue row; a member adds its own. Instants are ISO in UTC. */
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
  /** Whom a team lead gave the row to, and until when it waits for them alone. */
  readonly assigned: { readonly empId: number; readonly name: string; readonly until: string } | null;
  readonly breached: boolean;
  /** End of the undo window; until then a decided row stays with its decider. */
  readonly undoUntil: string | null;
  /** "Why is this here?": a translation key, filled from the row. */
  readonly why: string;
  /** Whose claim ended by itself, until somebody claims the row again. */
  readonly lapsed?: string | null;
  /** Version of the subject's stream, for `If-Match`. */
  readonly version: number;
  /** Stage of the subject, where actions depend on it. */
  readonly stage?: string;
  readonly updatedAt: string;
}

export interface QueueHolder {
  readonly empId: number;
  readonly name: string;
  readonly since: string;
  readonly leaseId: string;
}

/** How the rows of a queue are folded from the log. */
export interface QueueFold<
  R extends QueueRow,
  E extends StoredEvent = StoredEvent,
  L extends string = E['type'],
> {
  readonly subject: string;
  readonly viewVersion?: number;
  /**
   * Subject events that add a row. With `item`, a policy of the family writes the queue item; without it, the
   * subject's own decision writes it in the same commit.
   */
  readonly enter: { readonly on: readonly E['type'][]; item?(event: E): Entering | null };
  /** Subject events that remove the row. */
  readonly leave: readonly L[];
  /** The member's own columns before any event. */
  readonly blank: (base: QueueRow) => R;
  /** The columns that a subject event changes; `{}` for none. */
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
  assigned: null,
  breached: false,
  undoUntil: null,
  why: 'why.entered',
  version: 0,
  updatedAt: at,
});

const holderOf = ({ empId, name, since, leaseId }: QueueHolder): QueueHolder => ({
  empId,
  name,
  since,
  leaseId,
});

/**
 * Applies an event of the queue item. A decided row stays with its decider until it can no longer be undone.
 */
function byItem(row: QueueRow, { type, data }: Stored<QueueItemEvent>): Partial<QueueRow> | null {
  switch (type) {
    case 'QueueItemEntered': {
      const { priority, enteredAt, warnAt, breachAt } = data;
      return {
        state: 'waiting',
        holder: null,
        parkedUntil: null,
        pinned: false,
        assigned: null,
        breached: false,
        lapsed: null,
        priority,
        enteredAt,
        warnAt,
        breachAt,
      };
    }
    case 'QueueItemClaimed':
      return { state: 'claimed', holder: holderOf(data), attempts: row.attempts + 1, lapsed: null };
    case 'QueueItemTakenOver':
      return { state: 'claimed', holder: holderOf(data), lapsed: null };
    case 'QueueItemWorkStarted':
      return { state: 'working' };
    case 'QueueItemReleased':
      return { state: 'waiting', holder: null };
    case 'QueueItemLeaseExpired':
      return { state: 'waiting', holder: null, lapsed: data.name ?? null };
    case 'QueueItemParked':
      return { state: 'parked', holder: null, parkedUntil: data.until };
    case 'QueueItemReturned':
      return { state: 'waiting', parkedUntil: null };
    case 'QueueItemAssigned':
      return { assigned: { ...data.to, until: data.until } };
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
  return Object.entries(patch).some(
    ([key, value]) => before.get(key) !== value && JSON.stringify(before.get(key)) !== JSON.stringify(value),
  );
}

/**
 * A view whose rows an entering event creates; afterwards events of the subject and of its queue item change
 * them.
 */
export function queueView<R extends QueueRow, E extends StoredEvent, L extends string>(
  rules: QueueRules,
  def: QueueFold<R, E, L>,
): ViewDef<R> {
  const prefix = `${rules.name}-`;
  const enters: readonly string[] = def.enter.on;
  const leaves: readonly string[] = def.leave;
  const entered = (before: R | undefined, event: E, id: string): R => {
    const row = before ?? def.blank(emptyRow(id, event.at));
    const entering = def.enter.item?.(event);
    const { ref, pooId, language, enteredAt, warnAt, breachAt } = entering ? queueFace(rules, entering) : row;
    return {
      ...row,
      ref,
      pooId,
      language,
      enteredAt,
      warnAt,
      breachAt,
      ...def.fold(row, event),
      version: event.version,
      updatedAt: event.at,
    };
  };
  return defineView<R>({
    name: rules.name,
    version: 2 + (def.viewVersion ?? 1),
    streams: [def.subject, 'queueitem'],
    ids: ({ stream }) => {
      const key = streamKey(stream);
      if (streamName(stream) === def.subject) return [key];
      return key.startsWith(prefix) ? [key.slice(prefix.length)] : [];
    },
    row(row, event, id) {
      const bySubject = streamName(event.stream) === def.subject;
      if (bySubject && enters.includes(event.type)) return entered(row, event as E, id);
      if (!row || (bySubject && leaves.includes(event.type))) return null;
      const patch = bySubject
        ? { ...def.fold(row, event as E), version: event.version }
        : byItem(row, event as Stored<QueueItemEvent>);
      if (patch === null) return null;
      return changes(row, patch) ? { ...row, ...patch, updatedAt: event.at } : row;
    },
  });
}

/** An item as most queues enter it: its clock runs from the event on, and no language is required. */
export const entersAs = (
  { stream, at }: { readonly stream: string; readonly at: string },
  { ref, pooId }: Pick<Entering, 'ref' | 'pooId'>,
): Entering => ({
  subject: stream,
  ref,
  pooId,
  language: null,
  enteredAt: Date.parse(at),
  clockFrom: Date.parse(at),
});
