import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import type { NewEvent } from '../../../core/event.ts';
import { groups } from '../../../core/permission.ts';
import { refuse } from '../../../core/refusal.ts';
import { command } from '../../../core/stream.ts';
import { approvalAccepts } from './approval.machine.ts';
import { contextOf, requestDetails } from './decide.ts';
import { approvalEvent } from './events.ts';
import { resolveEligible, stepHolders, withinLimit } from './eligible.ts';
import type { ApprovalRequestInput } from './request.ts';
import type { ApprovalState } from './state.ts';
import { amountNow, evolveApproval, isOpen, stepNow } from './state.ts';

/** Commands of the system: creation, timeouts, and the outcome of the effect. */
const notNow = () => refuse('noLongerNeeded', 409);
const effect = z.strictObject({
  stream: texts.own(),
  command: texts.own(),
  input: z.record(texts.own(), texts.ownValue()),
});
const anything = z.record(texts.own(), texts.ownValue());
const person = z.strictObject({ empId: z.int().positive(), name: texts.own() });
const rule = z.strictObject({
  rule: z.enum(['manager', 'cityHead', 'accounts', 'hr', 'holders']),
  permission: texts.own().optional(),
});
const severalRules = z.array(rule).min(1).max(5);
const query = z.strictObject({
  kind: texts.own().min(1),
  entity: texts.own().min(1),
  group: z.enum(groups).optional(),
  subject: z.strictObject({ stream: texts.own(), ref: texts.own(), version: z.int().min(0) }),
  subjectEmpId: z.int().nullable(),
  requestedBy: person,
  pooId: z.int().nullable(),
  reason: texts.own().max(100),
  text: texts.own().max(500),
  before: anything,
  after: anything,
  amount: z.number().nullable(),
  amountFixed: z.literal(true).optional(),
  limits: z.strictObject({ manager: z.int().min(0), accounts: z.int().min(0) }).optional(),
  steps: z
    .array(z.union([rule, z.strictObject({ any: severalRules }), z.strictObject({ all: severalRules })]))
    .min(1)
    .max(5),
  slaMinutes: z.number().positive(),
  expiresAt: z.iso.datetime(),
  onApprove: effect,
  onReject: effect.nullable(),
  autoGrant: z.boolean(),
}) as unknown as z.core.$ZodType<ApprovalRequestInput & { readonly autoGrant: boolean }>;

export const request = command<ApprovalState, ApprovalRequestInput & { readonly autoGrant: boolean }>({
  input: query,
  need: 'system',
  creates: true,
  decide: (state, { autoGrant, ...asked }, ctx) => {
    if (state.state !== 'none') return notNow();
    const dueAt = new Date(ctx.now + asked.slaMinutes * 60_000).toISOString();
    const managerId = ctx.directory.employee(asked.requestedBy.empId)?.managerId ?? null;
    const data = { ...asked, dueAt, managerId, eligible: [] as readonly number[], ref: state.ref };
    const made = evolveApproval(state, {
      type: 'ApprovalRequested',
      data,
      at: new Date(ctx.now).toISOString(),
      actor: ctx.actor,
      stream: '',
      version: 1,
    });
    const eligible = autoGrant ? [] : resolveEligible(made, ctx.directory, ctx.now).ids;
    const events: NewEvent[] = [
      approvalEvent({ type: 'ApprovalRequested', data: { ...data, eligible, autoGrant } }),
    ];
    if (autoGrant)
      events.push(
        approvalEvent({
          type: 'ApprovalAutoGranted',
          data: { ...requestDetails(made), effect: asked.onApprove },
        }),
      );
    return events;
  },
});

/** The effect of the approval, with the approved amount where there is one. */
function withAmount(state: ApprovalState): ApprovalState['onApprove'] {
  const amount = amountNow(state);
  return amount === null
    ? state.onApprove
    : { ...state.onApprove, input: { ...state.onApprove.input, amount } };
}

/** The effect with the approver's comment, where its kind asks for one. */
const withComment = <E extends ApprovalState['onReject']>(effect: E, comment: string | null): E =>
  effect && 'comment' in effect.input ? { ...effect, input: { ...effect.input, comment } } : effect;

/** The undo window of that very decision is over; a decision that was undone or repeated has another one. */
export const settle = command<ApprovalState, { undoUntil: string }>({
  input: z.strictObject({ undoUntil: texts.own() }),
  need: 'system',
  decide: (state, input, ctx) => {
    if (
      state.undoUntil !== input.undoUntil ||
      !approvalAccepts(contextOf(state, ctx), { type: 'UNDO_WINDOW_ENDED' })
    )
      return notNow();
    const step = state.steps[state.currentStep - 1]!;
    const decided = {
      ...requestDetails(state),
      decidedBy: step.by,
      onBehalfOf: step.onBehalfOf,
      comment: step.comment,
    };
    return state.state === 'pendingApply'
      ? [
          approvalEvent({
            type: 'ApprovalApproved',
            data: { ...decided, effect: withComment(withAmount(state), step.comment) },
          }),
        ]
      : [
          approvalEvent({
            type: 'ApprovalRejected',
            data: { ...decided, effect: withComment(state.onReject, step.comment) },
          }),
        ];
  },
});

const outcome = z.strictObject({
  kind: texts.own().max(60).optional(),
  why: texts.own().max(100).optional(),
});
type Outcome = z.infer<typeof outcome>;

const ofAnotherKind = (state: ApprovalState, kind: string | undefined): boolean =>
  kind !== undefined && kind !== state.kind;

function settled(
  state: ApprovalState,
  type: 'ApprovalApplied' | 'ApprovalApplyFailed',
  why: string | undefined,
) {
  return [
    approvalEvent({
      type,
      data: { ...requestDetails(state), why: why ?? null, decidedBy: stepNow(state)?.by ?? null },
    }),
  ];
}

export const applied = command<ApprovalState, Outcome>({
  input: outcome,
  need: 'system',
  decide: (state, { kind, why }, ctx) =>
    !ofAnotherKind(state, kind) && approvalAccepts(contextOf(state, ctx), { type: 'EFFECT_OK' })
      ? settled(state, 'ApprovalApplied', why)
      : notNow(),
});

export const applyFailed = command<ApprovalState, Outcome>({
  input: outcome,
  need: 'system',
  decide: (state, { kind, why }, ctx) =>
    !ofAnotherKind(state, kind) && approvalAccepts(contextOf(state, ctx), { type: 'EFFECT_FAILED' })
      ? settled(state, 'ApprovalApplyFailed', why)
      : notNow(),
});

/** A decision within its undo window was made in time, so it does not expire. */
export const expire = command<ApprovalState, Record<string, never>>({
  input: z.strictObject({}),
  need: 'system',
  decide: (state, _input, ctx) =>
    approvalAccepts(contextOf(state, ctx), { type: 'EXPIRED' })
      ? [
          approvalEvent({
            type: 'ApprovalExpired',
            data: { ...requestDetails(state), effect: state.onReject },
          }),
        ]
      : notNow(),
});

/** The SLA is breached: the managers of the eligible people may decide as well. */
export const escalate = command<ApprovalState, { dueAt: string }>({
  input: z.strictObject({ dueAt: texts.own() }),
  need: 'system',
  decide: (state, input, ctx) => {
    if (
      state.dueAt !== input.dueAt ||
      ctx.now < Date.parse(state.dueAt) ||
      !approvalAccepts(contextOf(state, ctx), { type: 'SLA_BREACHED' })
    )
      return notNow();
    const now = resolveEligible(state, ctx.directory, ctx.now).ids;
    const holders = new Set(stepHolders(state, ctx.directory).map((one) => one.empId));
    const above = now
      .map((id) => ctx.directory.employee(id)?.managerId ?? null)
      .filter((id): id is number => {
        const manager = id === null ? null : ctx.directory.employee(id);
        return manager !== null && holders.has(manager.empId) && withinLimit(state, manager);
      })
      .filter((id) => !now.includes(id));
    const to = [...new Set([...state.escalatedTo, ...above])].sort((a, b) => a - b);
    if (to.length === state.escalatedTo.length) return notNow();
    return [
      approvalEvent({
        type: 'ApprovalEscalated',
        data: {
          ...requestDetails(state),
          to,
          eligible: resolveEligible({ ...state, escalatedTo: to }, ctx.directory, ctx.now).ids,
        },
      }),
    ];
  },
});

export const supersede = command<ApprovalState, { why: string; kind?: string | undefined }>({
  input: z.strictObject({ why: texts.own().max(100), kind: texts.own().max(60).optional() }),
  need: 'system',
  decide: (state, { why, kind }, ctx) => {
    const applies =
      isOpen(state) &&
      !ofAnotherKind(state, kind) &&
      approvalAccepts(contextOf(state, ctx), { type: 'SUBJECT_CHANGED' });
    return applies
      ? [approvalEvent({ type: 'ApprovalSuperseded', data: { ...requestDetails(state), why } })]
      : notNow();
  },
});
