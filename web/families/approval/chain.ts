import type { ApprovalRow } from '#shared/families/approval-feed.ts';
import { isOpen, isOver } from './stage.ts';

export type Condition = 'done' | 'rejected' | 'now' | 'next' | 'ahead';

/**
 * One stop in the progress of a request. `word` is a key of the family's translations, `rules` are of the
 * request's.
 */
export interface Stop {
  readonly key: string;
  readonly word: string;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly rules?: ApprovalRow['rules'][number];
  readonly condition: Condition;
  readonly name?: string;
  readonly at?: string;
  readonly until?: string;
  readonly comment?: string | null;
  /** The lower amount that was approved, in paise. */
  readonly amount?: number;
  /** Decided from a push notification. */
  readonly pushed?: boolean;
}

/** A step: each approval or rejection given, and what is still missing. */
function stepStops(row: ApprovalRow, n: number): readonly Stop[] {
  const values = { n, of: row.steps };
  const rules = row.rules[n - 1];
  const ofRules = rules ? { rules } : {};
  const given = row.decisions.filter((one) => one.step === n);
  const stops = given.map((one, i): Stop => ({
    key: i === 0 ? `step${n}` : `step${n}.${i + 1}`,
    word: `chain.${one.verb}`,
    values,
    ...ofRules,
    condition: one.verb === 'approved' ? 'done' : 'rejected',
    name: one.name,
    at: one.at,
    comment: one.comment,
    ...(one.via === 'push' ? { pushed: true } : {}),
    ...(one.amount ? { amount: one.amount } : {}),
  }));
  const decided = n < row.step || (n === row.step && !isOpen(row));
  if (decided && given.length > 0) return stops;
  const condition = n === row.step && row.state !== 'infoRequested' && !isOver(row) ? 'now' : 'ahead';
  return [
    ...stops,
    {
      key: given.length === 0 ? `step${n}` : `step${n}.rest`,
      word: 'chain.decides',
      values,
      ...ofRules,
      condition,
    },
  ];
}

/** Whose approval the request goes to after one more: of the same step while it needs several, else of the next. */
export function rulesAfter(row: ApprovalRow): ApprovalRow['rules'][number] | null {
  const here = row.rules[row.step - 1];
  const given = row.decisions.filter(({ step }) => step === row.step).length;
  if (here?.mode === 'all' && here.of.length - given > 1) return here;
  return row.rules[row.step] ?? null;
}

/**
 * Progress of a request through its machine: requester, each step with its decision, the undo window, the
 * effect.
 */
export function chainOf(row: ApprovalRow): readonly Stop[] {
  const stops: Stop[] = [
    { key: 'asked', word: 'chain.asked', condition: 'done', name: row.requester.name, at: row.enteredAt },
  ];
  const question = row.state === 'infoRequested';
  for (let n = 1; n <= row.steps; n += 1) {
    const step = stepStops(row, n);
    stops.push(...step);
    if (step.some((stop) => stop.condition === 'rejected')) break;
    if (n === row.step && question && row.question) {
      stops.push({
        key: 'question',
        word: 'chain.question',
        condition: 'now',
        name: row.requester.name,
        at: row.question.at,
      });
    }
  }
  const rejected = row.state === 'pendingReject' || row.state === 'rejected';
  const pending = row.state === 'pendingApply' || row.state === 'pendingReject';
  const settled = ['approved', 'applied', 'applyFailed', 'rejected'].includes(row.state);
  if (!isOver(row) || settled)
    stops.push({
      key: 'undo',
      word: 'chain.undo',
      condition: pending ? 'now' : settled ? 'done' : 'ahead',
      ...(pending && row.undoUntil ? { until: row.undoUntil } : {}),
    });
  stops.push({
    key: 'end',
    word: rejected ? 'chain.rejectedEnd' : isOver(row) ? `chain.${row.state}` : 'chain.applied',
    condition: isOver(row)
      ? row.state === 'applied'
        ? 'done'
        : 'rejected'
      : row.state === 'approved'
        ? 'now'
        : 'ahead',
  });
  const here = stops.findIndex((stop) => stop.condition === 'now');
  return stops.map((stop, index) =>
    index === here + 1 && stop.condition === 'ahead' ? { ...stop, condition: 'next' } : stop,
  );
}
