import type { QueueDef } from '#shared/families/queue.ts';
import type { QueueAction } from '#shared/families/queue-actions.ts';
import type { QueueRow } from '#shared/families/queue-row.ts';
import type { PersonHere } from '#web/live/person.ts';
import { hasRight } from '#web/live/person.ts';
import { formatMoment } from '#web/locales/formats.ts';
import type { Translate } from '#web/locales/translations.ts';
import type { TranslateQueue } from './translations.ts';

export interface Offered {
  readonly action: QueueAction;
  /** Why it is unavailable now; null when it is available. */
  readonly off: string | null;
}

export interface Situation {
  readonly def: QueueDef;
  readonly person: PersonHere;
  readonly now: number;
  /** Why nothing may be sent at all now (viewing the past, disconnected). */
  readonly blocked: string | null;
  readonly t: TranslateQueue;
  readonly own: Translate;
  /** Why this row cannot be called now, in words. */
  readonly shut?: ((row: QueueRow, now: number) => string | null) | undefined;
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

/** Why an action of this queue is unavailable for this row. */
function reason(action: QueueAction, row: QueueRow, at: Situation): string {
  const { t, own, person, now } = at;
  if (row.holder && row.holder.empId !== person.empId)
    return t('off.held', { name: row.holder.name, time: formatMoment(row.holder.since, now) });
  if (row.state === 'parked') return t('off.parked', { time: formatMoment(row.parkedUntil ?? '', now) });
  if (action.mine && !row.holder) return t('off.claimFirst');
  if (row.stage && action.stages && !action.stages.includes(row.stage))
    return t('off.stage', { stage: own(`stage.${row.stage}`) });
  return t('off.later');
}

/** Actions this person may take on this row, and the main one with its reason when it is unavailable. */
export function offers(row: QueueRow, at: Situation): readonly Offered[] {
  const { def, person, blocked, t, own } = at;
  const permitted = def.actions.filter((action) =>
    hasRight(person, `${def.group}/${def.entity}:${action.right}`),
  );
  const notFor = def.notFor?.(row, person.empId) ?? false;
  const open = permitted.filter((action) => fits(action, row, person.empId));
  const calling = at.shut?.(row, at.now) ?? null;
  const shown = open.map((action): Offered => ({
    action,
    off:
      blocked ??
      (action.name === 'claim' || action.name === 'call' ? calling : null) ??
      (notFor && action.right !== 'view' && !action.forAll && action.mine !== true ? own('notFor') : null),
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

export interface Keyed extends Offered {
  readonly keys: string;
}

/** Actions by their keys: those offered on the one row; with several selected each of them, unavailable. */
export function keyedActions(
  offered: readonly Offered[],
  {
    def,
    person,
    several,
  }: Pick<Situation, 'def' | 'person'> & {
    /** Why no single row is meant; null when one is. */
    readonly several: string | null;
  },
): readonly Keyed[] {
  const list =
    several === null
      ? offered
      : def.actions
          .filter(({ right }) => hasRight(person, `${def.group}/${def.entity}:${right}`))
          .map((action): Offered => ({ action, off: several }));
  const keyed = list.flatMap((one) =>
    one.action.key && one.action.name !== 'undo' ? [{ ...one, keys: one.action.key }] : [],
  );
  return several === null
    ? keyed
    : keyed.filter(({ keys }, at) => keyed.findIndex((other) => other.keys === keys) === at);
}

/** The action that finishes the work on a row: what `E` does. */
export function finishing(list: readonly Offered[]): Offered | null {
  return list.find(({ action }) => action.primary && action.undoable) ?? null;
}
