import { businessDay } from '../../../core/day.ts';
import type { CallerState } from './caller.ts';

/** A row that could be served, as the choice looks at it. Instants are ISO. */
export interface Candidate {
  readonly item: string;
  readonly queue: string;
  readonly subject: string;
  readonly ref: string;
  readonly name: string;
  readonly pooId: number | null;
  readonly language: string | null;
  readonly priority: number;
  readonly pinned: boolean;
  readonly calls: number;
  readonly enteredAt: string;
  readonly campaignId: number | null;
  /** The time and the owner of a promised callback. */
  readonly dueAt: string | null;
  readonly owner: { readonly empId: number; readonly name: string } | null;
  /** Until then the callback is its owner's alone. */
  readonly firstUntil: string | null;
  /** Whom a team lead gave it to, and until when it waits for them alone. */
  readonly assigned: { readonly empId: number; readonly until: string } | null;
  /** The reason why it may not be called now, by the rules that a list can check. */
  readonly shut: boolean;
}

/** The agent it is served to. */
export interface ServedAgent {
  readonly empId: number;
  readonly poos: readonly number[] | 'all';
  readonly languages: readonly string[] | 'all';
  readonly caller: Pick<CallerState, 'skipped' | 'campaigns'>;
}

export type WhyServed = 'ownCallback' | 'assigned' | 'callback' | 'pinned' | 'priority' | 'fairness' | 'age';
export interface Choice {
  readonly candidate: Candidate;
  /** The translation key `served.<why>`, with its values. */
  readonly why: WhyServed;
  readonly values: Readonly<Record<string, string | number>>;
}

const earlyMs = 5 * 60_000;
/** A campaign waits when it was served this many items more than the least served one. */
const unfairBy = 3;

const givenTo = ({ assigned }: Candidate, now: number): number | null =>
  assigned && now < Date.parse(assigned.until) ? assigned.empId : null;

function fits(one: Candidate, agent: ServedAgent, now: number): boolean {
  if (one.shut || (one.pooId !== null && agent.poos !== 'all' && !agent.poos.includes(one.pooId)))
    return false;
  if (one.language !== null && agent.languages !== 'all' && !agent.languages.includes(one.language))
    return false;
  const skippedUntil = agent.caller.skipped[one.subject];
  if (skippedUntil !== undefined && Date.parse(skippedUntil) > now) return false;
  const given = givenTo(one, now);
  if (given !== null) return given === agent.empId;
  if (one.dueAt === null) return true;
  if (now < Date.parse(one.dueAt) - (one.owner?.empId === agent.empId ? earlyMs : 0)) return false;
  return (
    one.owner === null ||
    one.owner.empId === agent.empId ||
    one.firstUntil === null ||
    now >= Date.parse(one.firstUntil)
  );
}

/** 0 my own callback, 1 given to me by a lead, 2 a callback of anybody, 3 pinned by the lead, 4 the rest. */
function group(one: Candidate, agent: ServedAgent, now: number): number {
  if (givenTo(one, now) === agent.empId) return 1;
  if (one.dueAt !== null) return one.owner?.empId === agent.empId ? 0 : 2;
  return one.pinned ? 3 : 4;
}

/** The items of a campaign served to this agent today, above the least served waiting campaign. */
function servedMore(
  candidates: readonly Candidate[],
  agent: ServedAgent,
  now: number,
): (one: Candidate) => number {
  const { day, served } = agent.caller.campaigns;
  const of = (one: Candidate): number =>
    day === businessDay(now) ? (served[String(one.campaignId ?? 0)] ?? 0) : 0;
  const least = candidates.reduce((fewest, one) => Math.min(fewest, of(one)), Number.MAX_SAFE_INTEGER);
  return (one) => Math.floor((of(one) - least) / unfairBy);
}

function reasonOf(
  best: Candidate,
  others: readonly Candidate[],
  agent: ServedAgent,
  now: number,
  more: (one: Candidate) => number,
): Choice {
  const chosen = (why: WhyServed, values: Choice['values'] = {}): Choice => ({
    candidate: best,
    why,
    values,
  });
  const kind = group(best, agent, now);
  if (kind === 0) return chosen('ownCallback', { at: best.dueAt ?? '' });
  if (kind === 1) return chosen('assigned');
  if (kind === 2) return chosen('callback', { at: best.dueAt ?? '', name: best.owner?.name ?? '' });
  if (kind === 3) return chosen('pinned');
  const rivals = others.filter((one) => group(one, agent, now) === kind);
  if (best.priority > 0 && rivals.some((one) => one.priority < best.priority))
    return chosen('priority', { priority: best.priority });
  if (rivals.some((one) => more(one) > more(best) && one.priority >= best.priority))
    return chosen('fairness');
  return chosen('age', { since: best.enteredAt });
}

/**
 * The next items for an agent, best first: their own callbacks, what a lead gave them, overdue callbacks of others, pinned rows, then by
 * priority, fairness between campaigns, fewest calls and age. Pure: the same rows, agent and instant give the
 * same result.
 */
export function rankCandidates(
  candidates: readonly Candidate[],
  agent: ServedAgent,
  now: number,
): readonly Candidate[] {
  const fitting = candidates.filter((one) => fits(one, agent, now));
  const more = servedMore(fitting, agent, now);
  const ranks = (one: Candidate): readonly (number | string)[] => {
    const kind = group(one, agent, now);
    return kind < 3
      ? [kind, one.dueAt ?? one.enteredAt]
      : [kind, -one.priority, more(one), one.calls, one.enteredAt];
  };
  return fitting
    .map((one) => ({ one, rank: [...ranks(one), one.item] }))
    .toSorted((a, b) => compare(a.rank, b.rank))
    .map(({ one }) => one);
}

function compare(a: readonly (number | string)[], b: readonly (number | string)[]): number {
  const at = a.findIndex((value, n) => value !== b[n]);
  const [x, y] = [a[at] ?? 0, b[at] ?? 0];
  return at < 0 ? 0 : x < y ? -1 : 1;
}

/** The reason for the first item of a ranking. */
export function explainChoice(
  ranking: readonly Candidate[],
  best: Candidate,
  agent: ServedAgent,
  now: number,
): Choice {
  const others = ranking.filter((one) => one !== best);
  return reasonOf(best, others, agent, now, servedMore(ranking, agent, now));
}
