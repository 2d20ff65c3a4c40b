import type { DataOf } from '../../core/event.ts';
import { z } from 'zod';
import type { Event, NewEvent } from '../../core/event.ts';
import { text } from '../../core/fields.ts';
import { own } from '../../core/texts.ts';
import type { Need } from '../../core/permission.ts';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.ts';
import { command, type CommandDef, type Ctx } from '../../core/stream.ts';
import type {
  Decision,
  DecisionNames,
  FailedOutcome,
  NamesRequester,
  Outcome,
  Requester,
  Waiting,
} from './decision.ts';

const linkInput = z.looseObject({ requestId: text(60), approvalId: z.int().positive() });
const effectInput = z.looseObject({
  requestId: text(60),
  approvalId: z.int().positive().nullish(),
  /** The amount that was approved, where that is less than what was requested. */
  amount: z.int().positive().optional(),
  /** The approver's words, where the kind passes them on to its subject. */
  comment: own().max(2_000).nullish(),
});
export type EffectInput = z.output<typeof effectInput>;

/** What an event carries besides the request and its approval, and the events of other streams after it. */
type With<X> = { readonly and?: readonly NewEvent[] } & (object extends X
  ? { readonly data?: X }
  : { readonly data: X });
type Applied<E extends Event, T extends E['type']> = With<Omit<DataOf<E, T>, keyof Outcome>>;
type Failed<E extends Event, T> = T extends E['type']
  ? { readonly fails: string } & With<Omit<DataOf<E, T>, keyof FailedOutcome>>
  : never;

export interface DecisionParts<S, E extends Event, N extends DecisionNames<E>> {
  /** The request that waits for this decision. */
  readonly waiting: (state: S) => Waiting | null;
  /**
   * Why an approval fails that no longer finds its request; without it, and for a rejection, the command is
   * refused as no longer needed.
   */
  readonly stale?: (state: S) => string;
  /** Streams that the effect and the rejection need. */
  readonly reads?: (state: S) => Readonly<Record<string, string>>;
  /** The effect of an approval: what its event carries, or why it fails. */
  readonly approve: (
    state: S,
    ctx: Ctx,
    input: EffectInput,
  ) => Applied<E, N['applied']> | Failed<E, N['failed']>;
  readonly reject?: (state: S, ctx: Ctx, input: EffectInput) => Applied<E, N['rejected']>;
}

type Names<N> = N extends {
  readonly approve: infer A extends string;
  readonly reject: infer R extends string;
}
  ? A | R | 'linkApproval'
  : never;

interface Loose {
  readonly data?: object;
  readonly and?: readonly NewEvent[];
  readonly fails?: string;
}

/** The commands that link a request to its approval, carry out an approval, and unlock after a rejection. */
export function decisionCommands<S, E extends Event, const N extends DecisionNames<E>>(
  decision: Decision<E, N>,
  parts: DecisionParts<S, E, N>,
): Readonly<Record<Names<N>, CommandDef<S>>> {
  const reads = parts.reads && { reads: (_input: unknown, state: S) => parts.reads!(state) };
  const waits = (state: S, requestId: string): boolean => parts.waiting(state)?.requestId === requestId;
  const outcome = (
    type: string,
    { requestId, approvalId = null }: EffectInput,
    { data, and = [] }: Loose,
  ): readonly NewEvent[] => [{ type, data: { requestId, approvalId, ...data } }, ...and];
  const commands: Record<string, CommandDef<S>> = {
    linkApproval: command<S, z.output<typeof linkInput>>({
      input: linkInput,
      need: 'system',
      decide: (state, { requestId, approvalId }) =>
        waits(state, requestId) && parts.waiting(state)?.approvalId === null
          ? [{ type: decision.linked, data: { requestId, approvalId } }]
          : refuse('noLongerNeeded', 409),
    }),
    [decision.approve]: command<S, EffectInput>({
      input: effectInput,
      need: 'system',
      ...reads,
      decide: (state, input, ctx) => {
        if (!waits(state, input.requestId))
          return parts.stale && decision.failed !== undefined
            ? outcome(decision.failed, input, { data: { why: parts.stale(state) } })
            : refuse('noLongerNeeded', 409);
        const found: Loose = parts.approve(state, ctx, input);
        if (found.fails === undefined || decision.failed === undefined)
          return outcome(decision.applied, input, found);
        return outcome(decision.failed, input, { ...found, data: { why: found.fails, ...found.data } });
      },
    }),
    [decision.reject]: command<S, EffectInput>({
      input: effectInput,
      need: 'system',
      ...reads,
      decide: (state, input, ctx) =>
        waits(state, input.requestId)
          ? outcome(decision.rejected, input, parts.reject?.(state, ctx, input) ?? {})
          : refuse('noLongerNeeded', 409),
    }),
  };
  return commands as Record<Names<N>, CommandDef<S>>;
}

export interface WithdrawalParts<S> {
  readonly need: Need;
  readonly waiting: (state: S, ctx: Ctx) => (Waiting & { readonly by: Requester }) | Refusal | null;
  /** The refusal for anybody but its requester. */
  readonly others: NamesRequester;
  readonly reads?: (state: S) => Readonly<Record<string, string>>;
  readonly and?: (state: S) => readonly NewEvent[];
}

/** Takes a request back before it is decided; only its requester may. */
export function withdrawCommand<S>(
  event: string,
  { need, waiting, others, reads, and }: WithdrawalParts<S>,
): CommandDef<S, object> {
  return command<S, object>({
    input: z.strictObject({}),
    need,
    ...(reads ? { reads: (_input: unknown, state: S) => reads(state) } : {}),
    decide: (state, _input, ctx) => {
      const found = waiting(state, ctx);
      if (found === null) return refuse('noLongerNeeded', 409);
      if (isRefusal(found)) return found;
      const { requestId, approvalId, by } = found;
      if (by.empId !== ctx.viewer.empId) return refuse<string>(others, 403, { name: by.name });
      return [{ type: event, data: { requestId, approvalId } }, ...(and?.(state) ?? [])];
    },
  });
}
