import type { QueueDef } from '#shared/families/queue.ts';
import type { QueueAction } from '#shared/families/queue-actions.ts';
import type { QueueRow } from '#shared/families/queue-row.ts';

export interface Undoable {
  readonly row: QueueRow;
  readonly action: QueueAction;
  readonly until: number;
}

/** My decisions that can still be undone, newest last. They are undone by the action named `undo`. */
export function undoables(
  def: QueueDef,
  rows: Iterable<QueueRow>,
  empId: number,
  now: number,
): readonly Undoable[] {
  const action = def.actions.find(({ name }) => name === 'undo');
  if (!action) return [];
  return [...rows]
    .flatMap((row) => {
      const until = Date.parse(row.undoUntil ?? '');
      const mine = row.holder?.empId === empId && (action.stages?.includes(row.stage ?? '') ?? true);
      return mine && until > now ? [{ row, action, until }] : [];
    })
    .sort((a, b) => a.until - b.until);
}
