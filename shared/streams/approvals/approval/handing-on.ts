import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import { command } from '../../../core/stream.ts';
import { employeeId } from '../../../core/record-id.ts';
import { approvalAccepts } from './approval.machine.ts';
import { aboveLimit, contextOf, notEligible, requestDetails } from './decide.ts';
import { approvalEvent } from './events.ts';
import { isSelf, resolveEligible, stepHolders } from './eligible.ts';
import type { Person } from './request.ts';
import type { ApprovalState } from './state.ts';
import { isOpen } from './state.ts';

/** Handing a request on: delegated by its approver for a while, or reassigned by a lead. */
function closed(state: ApprovalState, ctx: Ctx): Refusal | null {
  if (isSelf(state, ctx.viewer.empId)) return refuse('selfApproval', 403);
  if (!isOpen(state) || ctx.now >= Date.parse(state.expiresAt)) return refuse('approvalExpired', 410);
  return null;
}

function receiver(state: ApprovalState, to: number, ctx: Ctx): Person | Refusal {
  const person = ctx.directory.employee(to);
  const name = person?.name ?? String(to);
  if (isSelf(state, to)) return refuse('selfApproval', 403);
  const trial: ApprovalState = {
    ...state,
    reassignedTo: { empId: to, name },
    delegations: [],
    escalatedTo: [],
  };
  const holds = stepHolders(state, ctx.directory).some((one) => one.empId === to);
  const above = holds ? aboveLimit(state, to, ctx) : null;
  if (above) return { ...above, field: 'to' };
  if (!person || !holds || !resolveEligible(trial, ctx.directory, ctx.now).ids.includes(to))
    return refuse('delegateNotEntitled', 422, { name }, 'to');
  return { empId: to, name };
}

const delegation = z.strictObject({ to: employeeId(), until: z.iso.datetime() });

export const delegate = command<ApprovalState, z.infer<typeof delegation>>({
  input: delegation,
  need: 'signedIn',
  decide: (state, input, ctx) => {
    const no = closed(state, ctx);
    if (no) return no;
    const from = ctx.viewer.empId!;
    if (input.to === from) return refuse('delegateSelf', 422, undefined, 'to');
    const context = contextOf(state, ctx);
    if (!approvalAccepts(context, { type: 'DELEGATE' }))
      return context.eligible && context.standsIn ? refuse('delegationChain', 422) : notEligible(state, ctx);
    const until = Date.parse(input.until);
    if (until <= ctx.now || until > Date.parse(state.expiresAt))
      return refuse('delegateUntil', 422, undefined, 'until');
    const to = receiver(state, input.to, ctx);
    if ('refused' in to) return to;
    const given = { from, to: to.empId, name: to.name, until: new Date(until).toISOString() };
    const after = { ...state, delegations: [...state.delegations, given] };
    return [
      approvalEvent({
        type: 'ApprovalDelegated',
        data: {
          ...requestDetails(state),
          ...given,
          eligible: resolveEligible(after, ctx.directory, ctx.now).ids,
        },
      }),
    ];
  },
});

const reassignment = z.strictObject({ to: employeeId(), reason: texts.paragraph().min(5).max(200) });

export const reassign = command<ApprovalState, z.infer<typeof reassignment>>({
  input: reassignment,
  need: 'signedIn',
  decide: (state, input, ctx) => {
    const no = closed(state, ctx);
    if (no) return no;
    if (!approvalAccepts(contextOf(state, ctx), { type: 'REASSIGN' }))
      return refuse('reassignNotAllowed', 403);
    const to = receiver(state, input.to, ctx);
    if ('refused' in to) return to;
    const after: ApprovalState = { ...state, reassignedTo: to, delegations: [] };
    return [
      approvalEvent({
        type: 'ApprovalReassigned',
        data: {
          ...requestDetails(state),
          to,
          reason: input.reason,
          eligible: resolveEligible(after, ctx.directory, ctx.now).ids,
        },
      }),
    ];
  },
});
