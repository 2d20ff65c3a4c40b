import { inRupees } from '../../../core/money.ts';
import { isManager } from '../../../core/designations.ts';
import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import { clockTime } from '../../../core/day.ts';
import type { NewEvent } from '../../../core/event.ts';
import { limits } from '../../../core/limits.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import { command } from '../../../core/stream.ts';
import { limitOf, rungFor } from './amount-limits.ts';
import type { ApprovalContext } from './approval.machine.ts';
import { approvalAccepts, hasComment, withinUndoWindow } from './approval.machine.ts';
import { isSelf, resolveEligible, stepRights, withinLimit } from './eligible.ts';
import { approvalEvent, type RequestDetails } from './events.ts';
import type { ApprovalState } from './state.ts';
import { amountNow, completesStep, decidesAll, evolveApproval, isOpen, isPending, stepNow } from './state.ts';
import { approvalTranslations } from './translations.ts';

/**
 * Commands of people: read, decide, undo, ask, answer, withdraw, reassign. The machine decides whether one is
 * legal; this file gives the reason why not.
 */
const iso = (at: number): string => new Date(at).toISOString();

/** Data that every event of a request carries for its subscribers. */
export function requestDetails(state: ApprovalState): RequestDetails {
  return {
    kind: state.kind,
    entity: state.entity,
    ref: state.ref,
    requestedBy: state.requestedBy,
    subject: state.subject,
    step: state.currentStep,
  };
}

const mayDecide = (state: ApprovalState, ctx: Ctx): boolean =>
  stepRights(state).some((right) => ctx.may(right));

export function contextOf(state: ApprovalState, ctx: Ctx): ApprovalContext {
  const empId = ctx.viewer.empId;
  const step = stepNow(state);
  const { ids, standIns } = resolveEligible(state, ctx.directory, ctx.now);
  const eligible = empId !== null && ids.includes(empId) && mayDecide(state, ctx);
  const me = empId === null ? null : ctx.directory.employee(empId);
  const leads =
    ctx.viewer.admin ||
    (me !== null && isManager(me) && (state.pooId === null || me.poos.includes(state.pooId))) ||
    (empId !== null && ctx.directory.employee(state.requestedBy.empId)?.managerId === empId);
  return {
    state: state.state,
    lastStep: decidesAll(state),
    undoUntil: state.undoUntil,
    expiresAt: state.expiresAt,
    now: ctx.now,
    eligible,
    self: isSelf(state, empId),
    requester: empId !== null && empId === state.requestedBy.empId,
    sameDecider: isPending(state) && empId !== null && step?.by?.empId === empId,
    standsIn: empId !== null && standIns.has(empId),
    mayReassign: leads && mayDecide(state, ctx),
  };
}

function decidedBy(state: ApprovalState, n: number, ctx: Ctx): Refusal {
  const step = state.steps[n - 1];
  const phrases: Readonly<Record<string, string>> = approvalTranslations[ctx.viewer.language];
  const verb = step?.decision ?? 'approved';
  const at = step?.at ? clockTime(Date.parse(step.at)) : '';
  return refuse('alreadyDecided', 409, {
    name: step?.by?.name ?? '',
    verb: phrases[`verb.${verb}`] ?? verb,
    at,
    decision: verb,
  });
}

/** Why the request can no longer be acted on; null while it is open. */
function closedAs(state: ApprovalState, ctx: Ctx): Refusal | null {
  if (state.state === 'withdrawn') return refuse('approvalWithdrawn', 409);
  if (state.state === 'superseded') return refuse('approvalSuperseded', 409);
  if (state.state === 'expired' || (isOpen(state) && ctx.now >= Date.parse(state.expiresAt)))
    return refuse('approvalExpired', 410);
  if (!isOpen(state)) return decidedBy(state, state.currentStep, ctx);
  return null;
}

/** The amount is above this person's limit: whom it goes to instead. Null while their limit covers it. */
export function aboveLimit(state: ApprovalState, empId: number | null, ctx: Ctx): Refusal | null {
  const person = empId === null ? null : ctx.directory.employee(empId);
  const amount = amountNow(state);
  if (!person || !state.limits || amount === null || withinLimit(state, person)) return null;
  return refuse('amountAboveLimit', 422, {
    name: person.name,
    limit: inRupees(limitOf(state.limits, person) ?? 0),
    amount: inRupees(amount),
    role: `rule.${rungFor(amount, state.limits)}`,
  });
}

/** Why somebody who does not decide this step may not decide it. */
export const notEligible = (state: ApprovalState, ctx: Ctx): Refusal =>
  (mayDecide(state, ctx) ? aboveLimit(state, ctx.viewer.empId, ctx) : null) ?? refuse('notAnApprover', 403);

/** Why this person may not decide now; the first reason that applies. */
function whyNot(state: ApprovalState, ctx: Ctx, step?: number): Refusal | null {
  if (isSelf(state, ctx.viewer.empId)) return refuse('selfApproval', 403);
  const closed = closedAs(state, ctx);
  if (closed) return closed;
  if (step !== undefined && step < state.currentStep) return decidedBy(state, step, ctx);
  if (!contextOf(state, ctx).eligible) return notEligible(state, ctx);
  if (state.state === 'infoRequested') return refuse('infoAwaited', 409);
  return null;
}

/** Marks a decision made from a push notification rather than in the console. */
const via = (ctx: Ctx): { readonly via?: 'push' } => (ctx.prepared?.via ? { via: 'push' } : {});
const behalf = (state: ApprovalState, ctx: Ctx): number | null =>
  resolveEligible(state, ctx.directory, ctx.now).standIns.get(ctx.viewer.empId ?? 0) ?? null;
/** Eligible ids after this event, for the rows of viewers. */
const eligibleAfter = (state: ApprovalState, ctx: Ctx): readonly number[] =>
  resolveEligible(state, ctx.directory, ctx.now).ids;
const nothing = z.strictObject({});

export const open = command<ApprovalState, Record<string, never>>({
  input: nothing,
  need: 'signedIn',
  decide: (state, _input, ctx) => {
    if (state.readBy.some((one) => one.empId === ctx.viewer.empId)) return [];
    const accepted = approvalAccepts(contextOf(state, ctx), { type: 'OPENED' });
    return accepted
      ? [approvalEvent({ type: 'ApprovalReviewStarted', data: requestDetails(state) })]
      : (whyNot(state, ctx) ?? refuse('notAnApprover', 403));
  },
});

const approval = z.strictObject({
  step: z.int().min(1).optional(),
  comment: texts.paragraph().max(500).optional(),
  /** A lower amount than requested, where the request has one. */
  amount: z.int().positive().optional(),
});

/**
 * Why that amount cannot be approved: the request has none, it is above the requested one, or a lower one has
 * no reason.
 */
function amountRefused(
  state: ApprovalState,
  { amount, comment = '' }: z.infer<typeof approval>,
): Refusal | null {
  if (amount === undefined) return null;
  const now = amountNow(state);
  if (now === null || state.amountFixed) return refuse('noAmount', 422, undefined, 'amount');
  if (amount > now) return refuse('amountRaised', 422, { amount: now / 100 }, 'amount');
  return amount < now && !hasComment(comment) ? refuse('commentRequired', 422, undefined, 'comment') : null;
}

/** `step` is the step the approver saw; an older one answers who decided it. */
export const approveStep = command<ApprovalState, z.infer<typeof approval>>({
  input: approval,
  need: 'signedIn',
  decide: (state, input, ctx) => {
    const no = whyNot(state, ctx, input.step) ?? amountRefused(state, input);
    if (no) return no;
    const lower = input.amount === undefined ? {} : { amount: input.amount };
    const context = contextOf(state, ctx);
    if (!approvalAccepts(context, { type: 'APPROVE' })) return refuse('notAnApprover', 403);
    const onBehalfOf = behalf(state, ctx);
    const comment = input.comment || null;
    if (context.lastStep) {
      const undoUntil = iso(ctx.now + (ctx.prepared?.undoMs ?? limits.undoMs));
      return {
        events: [
          approvalEvent({
            type: 'ApprovalStepApproved',
            data: {
              ...requestDetails(state),
              ...via(ctx),
              ...lower,
              last: true,
              comment,
              onBehalfOf,
              undoUntil,
              eligible: state.eligible,
              dueAt: state.dueAt,
            },
          }),
        ],
        answer: { undoUntil },
      };
    }
    if (!completesStep(stepNow(state))) return partial(state, comment, onBehalfOf, ctx);
    const dueAt = iso(ctx.now + state.slaMinutes * 60_000);
    const data = {
      ...requestDetails(state),
      ...via(ctx),
      ...lower,
      last: false,
      comment,
      onBehalfOf,
      undoUntil: null,
      dueAt,
      eligible: [] as readonly number[],
    };
    const next = evolveApproval(state, {
      type: 'ApprovalStepApproved',
      data,
      at: iso(ctx.now),
      actor: ctx.actor,
      stream: '',
      version: state.version + 1,
    });
    return [
      approvalEvent({ type: 'ApprovalStepApproved', data: { ...data, eligible: eligibleAfter(next, ctx) } }),
    ];
  },
});

/** One of several approvals a step needs: step and time limit continue with the remaining rules. */
function partial(
  state: ApprovalState,
  comment: string | null,
  onBehalfOf: number | null,
  ctx: Ctx,
): readonly NewEvent[] {
  const before = resolveEligible(state, ctx.directory, ctx.now);
  const rule = before.rules.get(ctx.viewer.empId ?? 0)?.[0] ?? 0;
  const data = {
    ...requestDetails(state),
    ...via(ctx),
    last: false,
    partial: true as const,
    rule,
    comment,
    onBehalfOf,
    undoUntil: null,
    dueAt: state.dueAt,
    eligible: [] as readonly number[],
  };
  const next = evolveApproval(state, {
    type: 'ApprovalStepApproved',
    data,
    at: iso(ctx.now),
    actor: ctx.actor,
    stream: '',
    version: state.version + 1,
  });
  const eligible = eligibleAfter(next, ctx);
  return [
    approvalEvent({
      type: 'ApprovalStepApproved',
      data: { ...data, eligible, called: eligible.filter((empId) => !before.ids.includes(empId)) },
    }),
  ];
}

const rejection = z.strictObject({
  step: z.int().min(1).optional(),
  comment: texts.paragraph().max(2000).optional(),
});

export const rejectStep = command<ApprovalState, z.infer<typeof rejection>>({
  input: rejection,
  need: 'signedIn',
  decide: (state, input, ctx) => {
    const no = whyNot(state, ctx, input.step);
    if (no) return no;
    const comment = (input.comment ?? '').trim();
    if (!approvalAccepts(contextOf(state, ctx), { type: 'REJECT', comment }))
      return hasComment(comment)
        ? refuse('notAnApprover', 403)
        : refuse('commentRequired', 422, undefined, 'comment');
    const undoUntil = iso(ctx.now + (ctx.prepared?.undoMs ?? limits.undoMs));
    return {
      events: [
        approvalEvent({
          type: 'ApprovalStepRejected',
          data: { ...requestDetails(state), comment, onBehalfOf: behalf(state, ctx), undoUntil },
        }),
      ],
      answer: { undoUntil },
    };
  },
});

export const undoDecision = command<ApprovalState, Record<string, never>>({
  input: nothing,
  need: 'signedIn',
  decide: (state, _input, ctx) => {
    const context = contextOf(state, ctx);
    if (approvalAccepts(context, { type: 'UNDO' })) {
      return [
        approvalEvent({
          type: 'ApprovalDecisionUndone',
          data: {
            ...requestDetails(state),
            ...via(ctx),
            eligible: eligibleAfter(state, ctx),
            dueAt: state.dueAt,
            expiresAt: state.expiresAt,
            enteredAt: state.enteredAt,
          },
        }),
      ];
    }
    if (isOpen(state)) return refuse('nothingToUndo', 409);
    if (stepNow(state)?.by?.empId !== ctx.viewer.empId) return refuse('notAnApprover', 403);
    return isPending(state) && withinUndoWindow(context)
      ? refuse('notAnApprover', 403)
      : refuse('undoWindowOver', 410);
  },
});

const questionInput = z.strictObject({ question: texts.paragraph().min(5).max(500) });

export const requestInfo = command<ApprovalState, z.infer<typeof questionInput>>({
  input: questionInput,
  need: 'signedIn',
  decide: (state, input, ctx) => {
    const no = whyNot(state, ctx);
    if (no) return no;
    if (!approvalAccepts(contextOf(state, ctx), { type: 'REQUEST_INFO' }))
      return refuse('notAnApprover', 403);
    return [
      approvalEvent({
        type: 'ApprovalInfoRequested',
        data: { ...requestDetails(state), question: input.question },
      }),
    ];
  },
});

const answerInput = z.strictObject({ answer: texts.paragraph().min(1).max(500) });

/** The time the question was open does not count towards the SLA. */
export const answerInfo = command<ApprovalState, z.infer<typeof answerInput>>({
  input: answerInput,
  need: 'signedIn',
  decide: (state, input, ctx) => {
    if (approvalAccepts(contextOf(state, ctx), { type: 'ANSWER_INFO' })) {
      const dueAt = iso(Date.parse(state.dueAt) + (ctx.now - Date.parse(state.question!.at)));
      return [
        approvalEvent({
          type: 'ApprovalInfoGiven',
          data: {
            ...requestDetails(state),
            answer: input.answer,
            dueAt,
            eligible: eligibleAfter(state, ctx),
          },
        }),
      ];
    }
    if (state.requestedBy.empId !== ctx.viewer.empId) return refuse('notRequester', 403);
    return closedAs(state, ctx) ?? refuse('infoNotRequested', 409);
  },
});

export const withdraw = command<ApprovalState, Record<string, never>>({
  input: nothing,
  need: 'signedIn',
  decide: (state, _input, ctx) => {
    if (approvalAccepts(contextOf(state, ctx), { type: 'WITHDRAW' }))
      return [
        approvalEvent({
          type: 'ApprovalWithdrawn',
          data: { ...requestDetails(state), effect: state.onReject },
        }),
      ];
    if (state.requestedBy.empId !== ctx.viewer.empId) return refuse('notRequester', 403);
    return isPending(state)
      ? refuse('withdrawTooLate', 409)
      : (closedAs(state, ctx) ?? refuse('notRequester', 403));
  },
});
