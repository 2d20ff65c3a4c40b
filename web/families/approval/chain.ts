import type { ApprovalRow } from '#shared/families/approval-feed.ts';

export type Standing = 'done' | 'rejected' | 'now' | 'next' | 'ahead';

/** One stop of a request's way, as it is drawn. `word` is a key of the family's words, `rule` one of the requests'. */
export interface Stop {
  readonly key: string;
  readonly word: string;
  readonly values?: Readonly<Record<string, unknown>>;
  readonly rule?: string;
  readonly standing: Standing;
  readonly name?: string;
  readonly at?: string;
  readonly until?: string;
  readonly comment?: string | null;
  /** Decided from a notification. */
  readonly pushed?: boolean;
}

/** The way of a request through its machine: who asked, each step with its decision, the time to undo, the effect. */
export function chainOf(row: ApprovalRow): readonly Stop[] {
  const stops: Stop[] = [{ key: 'asked', word: 'chain.asked', standing: 'done', name: row.requester.name, at: row.enteredAt }];
  const question = row.state === 'infoRequested';
  for (let n = 1; n <= row.steps; n += 1) {
    const decision = row.decisions.find((one) => one.step === n);
    const rule = row.rules[n - 1] ?? row.rule;
    const values = { n, of: row.steps };
    if (decision) {
      stops.push({
        key: `step${n}`,
        word: `chain.${decision.verb}`,
        values,
        rule,
        standing: decision.verb === 'approved' ? 'done' : 'rejected',
        name: decision.name,
        at: decision.at,
        comment: decision.comment,
        ...(decision.via === 'push' ? { pushed: true } : {}),
      });
      if (decision.verb === 'rejected') break;
    } else stops.push({ key: `step${n}`, word: 'chain.decides', values, rule, standing: n === row.step && !question ? 'now' : 'ahead' });
    if (n === row.step && question && row.question) {
      stops.push({ key: 'question', word: 'chain.question', standing: 'now', name: row.requester.name, at: row.question.at });
    }
  }
  const rejected = row.state === 'pendingReject';
  const pending = row.state === 'pendingApply' || rejected;
  stops.push({
    key: 'undo',
    word: 'chain.undo',
    standing: pending ? 'now' : row.state === 'approved' ? 'done' : 'ahead',
    ...(pending && row.undoUntil ? { until: row.undoUntil } : {}),
  });
  stops.push({ key: 'end', word: rejected ? 'chain.rejectedEnd' : 'chain.applied', standing: row.state === 'approved' ? 'now' : 'ahead' });
  const here = stops.findIndex((stop) => stop.standing === 'now');
  return stops.map((stop, index) => (index === here + 1 && stop.standing === 'ahead' ? { ...stop, standing: 'next' } : stop));
}
