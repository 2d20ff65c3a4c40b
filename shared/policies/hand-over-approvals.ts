import type { StoredEvent } from '../core/event.ts';
import { streamKey } from '../core/event.ts';
import type { Directory } from '../core/directory.ts';
import type { Ask } from '../core/policy.ts';
import { definePolicy } from '../core/policy.ts';

const handOver = (approvalId: string, from: number): Ask => ({ kind: 'command', stream: `approval-${approvalId}`, command: 'handOver', input: { from } });

/** Those named by an event of a request who have left since it was decided whom to ask. */
function gone({ data }: StoredEvent, directory: Directory): number[] {
  const named = [...((data.eligible as readonly number[] | undefined) ?? []), Number((data.to as { empId?: number } | null)?.empId ?? 0)];
  return [...new Set(named)].filter((empId) => directory.employee(empId)?.active === false);
}

/**
 * Who leaves decides nothing any more: every request that waits on them goes to their reporting manager. The event of leaving
 * names the requests of that moment; a request that was made in the same moment is caught by its own event.
 */
export const handOverApprovals = definePolicy({
  name: 'hand-over-approvals',
  on: [
    'EmployeeDeactivated',
    'ApprovalRequested',
    'ApprovalStepApproved',
    'ApprovalDecisionUndone',
    'ApprovalInfoGiven',
    'ApprovalDelegated',
    'ApprovalReassigned',
    'ApprovalEscalated',
  ],
  ask: (event, { directory }) => {
    const id = streamKey(event.stream);
    if (event.type === 'EmployeeDeactivated')
      return ((event.data.approvals as readonly string[] | undefined) ?? []).map((approvalId) => handOver(approvalId, Number(id)));
    return gone(event, directory).map((from) => handOver(id, from));
  },
});
