import type { QueueDef } from '#shared/families/queue.ts';
import type { QueueAction } from '#shared/families/queue-actions.ts';
import type { QueueRow } from '#shared/families/queue-row.ts';
import type { PersonHere } from '#web/live/person.ts';
import { hasRight } from '#web/live/person.ts';
import { formatMoment } from '#web/words/formats.ts';
import type { Say } from '#web/words/words.ts';
import type { SayQueue } from './words.ts';

export interface Offered {
  readonly action: QueueAction;
  /** Why it cannot be done now; null when it can. */
  readonly off: string | null;
}

export interface Situation {
  readonly def: QueueDef;
  readonly person: PersonHere;
  readonly now: number;
  /** Why nothing at all may be sent now (past, line). */
  readonly blocked: string | null;
  readonly t: SayQueue;
  readonly own: Say;
}

function fits(action: QueueAction, row: QueueRow, empId: number): boolean {
  const mine = row.holder?.empId === empId;
  return (
    action.states.includes(row.state) &&
    (!action.stages || row.stage === undefined || action.stages.includes(row.stage)) &&
    (action.mine === undefined || action.mine === mine) &&
    (action.pinned === undefined || action.pinned === row.pinned)
  );
}

/** Why a step that belongs to this queue is not open for this row. */
function reason(action: QueueAction, row: QueueRow, at: Situation): string {
  const { t, own, person, now } = at;
  if (row.holder && row.holder.empId !== person.empId) return t('off.held', { name: row.holder.name, time: formatMoment(row.holder.since, now) });
  if (row.state === 'parked') return t('off.parked', { time: formatMoment(row.parkedUntil ?? '', now) });
  if (action.mine && !row.holder) return t('off.claimFirst');
  if (row.stage && action.stages && !action.stages.includes(row.stage)) return t('off.stage', { stage: own(`stage.${row.stage}`) });
  return t('off.later');
}

/** What this person can order on this row: every step that fits, and the one main step with its reason when none does. */
export function offers(row: QueueRow, at: Situation): readonly Offered[] {
  const { def, person, blocked, t, own } = at;
  const permitted = def.actions.filter((action) => hasRight(person, `${def.group}/${def.entity}:${action.right}`));
  const notFor = def.notFor?.(row, person.empId) ?? false;
  const open = permitted.filter((action) => fits(action, row, person.empId));
  const shown = open.map((action): Offered => ({
    action,
    off: blocked ?? (notFor && action.right !== 'view' && !action.forAll && action.mine !== true ? own('notFor') : null),
  }));
  if (shown.some(({ action }) => action.primary)) return shown;
  const main = def.actions.find((action) => action.primary);
  if (!main) return shown;
  const off =
    blocked ??
    (hasRight(person, `${def.group}/${def.entity}:${main.right}`)
      ? notFor
        ? own('notFor')
        : reason(main, row, at)
      : t('off.right', { right: t(`right.${main.right}`) }));
  return [{ action: main, off }, ...shown];
}

/** The step that ends the work on a row: what `E` does. */
export function finishing(list: readonly Offered[]): Offered | null {
  return list.find(({ action }) => action.primary && action.undoable) ?? null;
}
