import type { FeedDef, Scope, Service, ViewDef } from '../core/view.ts';
import { defineFeed } from '../core/view.ts';
import type { Viewer } from '../core/permission.ts';
import { inPoos } from '../core/permission.ts';
import type { ColumnDef, ScreenFace } from './screen.ts';

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
  /** "Why is this here?": a word key and its values. */
  readonly why: string;
  /** Version of the subject's stream, for `If-Match`. */
  readonly version: number;
  /** Where the subject itself stands in its life, when actions depend on it. */
  readonly stage?: string;
}

export interface QueueHolder {
  readonly empId: number;
  readonly name: string;
  readonly since: string;
  readonly leaseId: string;
}

/** One order an agent can give from the row or its panel. Its label is the word `action.<name>`. */
export interface QueueAction {
  readonly name: string;
  /** Command path: aggregate and command; the id is the row's subject or its queue item. */
  readonly aggregate: 'queueitem' | string;
  readonly command: string;
  readonly key?: string;
  readonly right: 'view' | 'create' | 'edit' | 'approve';
  /** States of the row in which it is offered; `mine` asks that the viewer holds it. */
  readonly states: readonly QueueRow['state'][];
  /** Stages of the subject in which it is offered; left out: all. */
  readonly stages?: readonly string[];
  readonly mine?: boolean;
  readonly primary?: boolean;
  readonly danger?: boolean;
  /** Fields asked for before it is sent (a reason, a time). */
  readonly asks?: readonly { readonly name: string; readonly kind: 'text' | 'reason' | 'instant'; readonly required: boolean }[];
  readonly undoable?: boolean;
  /** Goes with the version one saw (`If-Match`). */
  readonly versioned?: boolean;
}

export interface QueueDef<R extends QueueRow = QueueRow> extends ScreenFace {
  /** The stream name of what is worked on: row `7` is `<subject>-7`, its item `queueitem-<name>-7`. */
  readonly subject: string;
  readonly view: ViewDef<R>;
  readonly columns: readonly ColumnDef[];
  /** The queue's own order, compared member by member, ascending; agents cannot cherry-pick past it. */
  readonly rank: (row: R) => readonly (number | string)[];
  readonly actions: readonly QueueAction[];
  /** Rows that this person may not work on (their own, say); the word `notFor` tells why. */
  readonly notFor?: (row: R, empId: number) => boolean;
  readonly lease: { readonly group: 'calls' | 'digitization'; readonly limit: number };
  readonly sources: readonly Service[];
  /** What a viewer of that scope may see of a row; phones masked here. Default: the row as it is. */
  readonly mask?: (row: R) => R;
}

export interface QueueScope extends Scope {
  readonly poos: readonly number[] | 'all';
  readonly languages: readonly string[] | 'all';
}

export function defineQueue<R extends QueueRow>(def: QueueDef<R>): QueueDef<R> {
  return def;
}

/** The feed of a queue: rows of the viewer's places of operation and languages, masked. */
export function queueFeed<R extends QueueRow>(queue: QueueDef<R>): FeedDef<R, QueueScope, R> {
  return defineFeed<R, QueueScope, R>({
    name: `queue/${queue.name}`,
    view: queue.view,
    need: `${queue.group!}/${queue.entity!}:view`,
    scope: (viewer: Viewer) => ({
      poos: viewer.poos === 'all' ? 'all' : [...viewer.poos].sort((a, b) => a - b),
      languages: viewer.languages === 'all' ? 'all' : [...viewer.languages].sort(),
    }),
    see: (row, scope) => {
      if (!inPoos(scope, row.pooId)) return null;
      if (scope.languages !== 'all' && row.language != null && !scope.languages.includes(row.language)) return null;
      return queue.mask ? queue.mask(row) : row;
    },
    sources: queue.sources,
  });
}

export function compareRanks(a: readonly (number | string)[], b: readonly (number | string)[]): number {
  for (let i = 0; i < Math.max(a.length, b.length); i += 1) {
    const x = a[i] ?? '';
    const y = b[i] ?? '';
    if (x !== y) return x < y ? -1 : 1;
  }
  return 0;
}
