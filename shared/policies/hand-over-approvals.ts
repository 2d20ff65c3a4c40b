import type { EventOf } from '../core/stream.ts';
import { streamKey } from '../core/event.ts';
import type { Directory } from '../core/directory.ts';
import type { Reaction } from '../core/policy.ts';
import { definePolicy } from '../core/policy.ts';
import { employee } from '../streams/people/employee.ts';
import { approval } from '../streams/approvals/approval/approval.ts';

const handOver = (approvalId: string, from: number): Reaction => ({
  kind: 'command',
  stream: `approval-${approvalId}`,
  command: 'handOver',
  input: { from },
});

/** People named by a request's event who left after its approvers were resolved. */
function gone({ data }: EventOf<typeof approval>, directory: Directory): number[] {
  const { eligible = [], to } = data as {
    readonly eligible?: readonly number[];
    readonly to?: { readonly empId: number } | null;
  };
  const named = [...eligible, to?.empId ?? 0];
  return [...new Set(named)].filter((empId) => directory.employee(empId)?.active === false);
}

/**
 * In: an employee leaves. Out: every request that waits for them goes to their reporting manager. The exit
 * event names the requests open at that moment; a request created concurrently is caught by its own event.
 */
export const handOverApprovals = definePolicy({
  name: 'hand-over-approvals',
  on: [
    employee.events.EmployeeDeactivated,
    approval.events.ApprovalRequested,
    approval.events.ApprovalStepApproved,
    approval.events.ApprovalDecisionUndone,
    approval.events.ApprovalInfoGiven,
    approval.events.ApprovalDelegated,
    approval.events.ApprovalReassigned,
    approval.events.ApprovalEscalated,
  ],
  react: (event, { directory }) => {
    const id = streamKey(event.stream);
    if (event.type === 'EmployeeDeactivated')
      return ((event.data.approvals as readonly string[] | undefined) ?? []).map((approvalId) =>
        handOver(approvalId, Number(id)),
      );
    return gone(event, directory).map((from) => handOver(id, from));
  },
});
