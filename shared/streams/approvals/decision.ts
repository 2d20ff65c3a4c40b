import type { DataOf, Event } from '../../core/event.ts';
import type { RefusalValues } from '../../core/refusal-values.ts';
import { refuse, type Refusal } from '../../core/refusal.ts';
import type { Ctx } from '../../core/stream.ts';
import type { Person } from './approval/request.ts';

/** The data of every event that requests a decision, whatever its subject. */
export interface Raised {
  readonly requestId: string;
  readonly ref: string;
  readonly requestedBy: Person;
  readonly iPooId: number | null;
  readonly reason: string;
  /** The subject's version including this event; the effect is applied with it as `If-Match`. */
  readonly subjectVersion: number;
}

/** The data of the event that stores the number of the approval; earlier ones lack the request. */
export interface Linked {
  readonly requestId?: string;
  readonly approvalId: number;
}

/** The data of every event that reports a decision's outcome. */
export interface Outcome {
  readonly requestId: string | null;
  readonly approvalId: number | null;
}
export interface FailedOutcome extends Outcome {
  readonly why: string;
}

/** A request for which its other requests lapse as well. */
interface Others {
  readonly approvalIds: readonly number[];
}

/** The names of those of a stream's events whose data is at least `D`. */
type Carrying<E extends Event, D> = {
  readonly [T in E['type']]: DataOf<E, T> extends D ? T : never;
}[E['type']];

/** The events and commands by which a subject asks for a decision and learns its outcome. */
export interface DecisionNames<E extends Event> {
  readonly requested: Carrying<E, Raised>;
  readonly linked: Carrying<E, Linked>;
  readonly applied: Carrying<E, Outcome>;
  /** Reports that the effect of an approval could not be applied. */
  readonly failed?: Carrying<E, Omit<FailedOutcome, 'requestId'>>;
  readonly rejected: Carrying<E, Pick<Outcome, 'requestId'>>;
  /** After these the request no longer applies: it was withdrawn, or its record moved on. */
  readonly superseded: readonly Carrying<E, Pick<Outcome, 'approvalId'> | Others>[];
  /** Where a policy carries out what `applied` granted: the event that reports that it was done. */
  readonly carriedOut?: Carrying<E, Pick<Outcome, 'approvalId'>>;
  /** Commands of the subject that carry the decision out. */
  readonly approve: string;
  readonly reject: string;
}

/** One kind of decision that a stream asks for, as its commands and its approval refer to it. */
export type Decision<E extends Event, N extends DecisionNames<E> = DecisionNames<E>> = N & {
  /** The stream that is decided about. */
  readonly subject: string;
  /** In the type only. */
  readonly raised?: DataOf<E, N['requested']>;
};

/** Declares a decision about a stream by the union of its events. */
export const decisionOn =
  <E extends Event>(subject: string) =>
  <const N extends DecisionNames<E>>(names: N): Decision<E, N> => ({ subject, ...names });

/** The request that a record waits for; while there is one, it locks what was requested. */
export interface Waiting {
  readonly requestId: string;
  readonly approvalId: number | null;
}

/** What every requesting event carries, of the person who sends the command. */
export const raisedBy = (
  ctx: Pick<Ctx, 'newId' | 'actor'>,
  subject: Pick<Raised, 'ref' | 'iPooId' | 'reason' | 'subjectVersion'>,
): Raised => ({
  requestId: ctx.newId(),
  requestedBy: { empId: ctx.actor.empId ?? 0, name: ctx.actor.name },
  ...subject,
});

/** Whoever made a request. */
export interface Requester {
  readonly empId: number | null;
  readonly name: string;
}

/** Refusals whose text names the requester, or nobody. */
export type NamesRequester =
  | { [C in keyof RefusalValues]: { name: string } extends RefusalValues[C] ? C : never }[keyof RefusalValues]
  | 'ownOnly';

/** The lock: why nothing else can be requested while a request waits. */
export const lockedBy = (waiting: { readonly by: Requester } | null, code: NamesRequester): Refusal | null =>
  waiting ? refuse<string>(code, 409, { name: waiting.by.name }) : null;

/** The request with the number of its approval; another request stays as it is. */
export function linked<W extends { readonly requestId: string | null; readonly approvalId: number | null }>(
  waiting: W,
  { requestId, approvalId }: Linked,
): W {
  return requestId === undefined || requestId === waiting.requestId ? { ...waiting, approvalId } : waiting;
}
