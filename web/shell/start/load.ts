import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import { waitsForDecision } from '#shared/families/approval-waits.ts';
import type { QueueRow } from '#shared/families/queue-row.ts';
import { warnAt } from '#web/families/approval/stage.ts';
import type { Row } from '#web/live/rows.ts';

export interface LoadFigures {
  readonly waiting: number;
  readonly held: number;
  readonly late: number;
  readonly soon: number;
  readonly oldestAt: number | null;
}

interface Clocked {
  readonly enteredAt: string;
  readonly warnAt: number | null;
  readonly breachAt: number | null;
  readonly held: boolean;
}

const instant = (at: string | null): number | null => (at === null ? null : Date.parse(at));

function clocked(feed: string, row: Row): Clocked | null {
  if (feed.startsWith('approvals/')) {
    const request = row as unknown as ApprovalRow;
    if (!waitsForDecision(request)) return null;
    return {
      enteredAt: request.enteredAt,
      warnAt: warnAt(request),
      breachAt: instant(request.dueAt),
      held: false,
    };
  }
  const item = row as unknown as QueueRow;
  if (item.undoUntil !== null) return null;
  return {
    enteredAt: item.enteredAt,
    warnAt: instant(item.warnAt),
    breachAt: instant(item.breachAt),
    held: item.holder !== null,
  };
}

/** The load of one list at an instant (ms): a row is late from its breach and soon late from its warning. */
export function loadOf(feed: string, rows: Iterable<Row>, now: number): LoadFigures {
  let [waiting, held, late, soon] = [0, 0, 0, 0];
  let oldestAt: number | null = null;
  for (const row of rows) {
    const one = clocked(feed, row);
    if (!one) continue;
    waiting += 1;
    if (one.held) held += 1;
    if (one.breachAt !== null && one.breachAt <= now) late += 1;
    else if (one.warnAt !== null && one.warnAt <= now) soon += 1;
    const at = Date.parse(one.enteredAt);
    if (oldestAt === null || at < oldestAt) oldestAt = at;
  }
  return { waiting, held, late, soon, oldestAt };
}

/** The next action first: urgent items, then by their time limit; those without one as they are. */
export function nextFirst<T extends { readonly urgent: boolean; readonly due: string | null }>(
  items: readonly T[],
): readonly T[] {
  const limit = ({ due }: T): number => (due === null ? Infinity : Date.parse(due));
  return items.toSorted(
    (a, b) => Number(b.urgent) - Number(a.urgent) || (limit(a) === limit(b) ? 0 : limit(a) - limit(b)),
  );
}
