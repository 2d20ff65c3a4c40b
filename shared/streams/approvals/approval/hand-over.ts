import { z } from 'zod';
import type { Directory } from '../../../core/directory.ts';
import { refuse } from '../../../core/refusal.ts';
import { command } from '../../../core/stream.ts';
import { requestDetails } from './decide.ts';
import { approvalEvent } from './events.ts';
import { isSelf, resolveEligible, stepHolders, withinLimit } from './eligible.ts';
import type { Person } from './request.ts';
import type { ApprovalState } from './state.ts';
import { isOpen, withoutPerson } from './state.ts';

/** Whether the request waits for this person, as of its last event. */
export function waitsOn(
  state: Pick<ApprovalState, 'state' | 'eligible' | 'reassignedTo' | 'escalatedTo' | 'delegations'>,
  empId: number,
): boolean {
  if (!isOpen(state)) return false;
  return (
    state.eligible.includes(empId) ||
    state.reassignedTo?.empId === empId ||
    state.escalatedTo.includes(empId) ||
    state.delegations.some((one) => one.to === empId || one.from === empId)
  );
}

/** The nearest manager above this person who may decide in their place. */
function above(state: ApprovalState, empId: number, directory: Directory): Person | null {
  const holders = new Set(stepHolders(state, directory).map((one) => one.empId));
  const seen = new Set([empId]);
  for (let at = directory.employee(empId)?.managerId ?? null; at !== null && !seen.has(at);) {
    const one = directory.employee(at);
    if (one?.active && holders.has(at) && !isSelf(state, at) && withinLimit(state, one))
      return { empId: at, name: one.name };
    seen.add(at);
    at = one?.managerId ?? null;
  }
  return null;
}

/** An approver has left: their pending requests go to their reporting manager. */
export const handOver = command<ApprovalState, { from: number }>({
  input: z.strictObject({ from: z.int().positive() }),
  need: 'system',
  decide: (state, { from }, ctx) => {
    if (!waitsOn(state, from) || ctx.directory.employee(from)?.active) return refuse('noLongerNeeded', 409);
    const to = above(state, from, ctx.directory);
    const after = withoutPerson(state, from, to);
    const name = ctx.directory.employee(from)?.name ?? String(from);
    return [
      approvalEvent({
        type: 'ApprovalHandedOver',
        data: {
          ...requestDetails(state),
          from: { empId: from, name },
          to,
          eligible: resolveEligible(after, ctx.directory, ctx.now).ids,
        },
      }),
    ];
  },
});
