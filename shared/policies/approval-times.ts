import type { Reaction } from '../core/policy.ts';
import { definePolicy } from '../core/policy.ts';
import { approval } from '../streams/approvals/approval/approval.ts';

const command = (
  stream: string,
  command: string,
  at: string,
  input: Readonly<Record<string, unknown>> = {},
): Reaction => ({
  kind: 'command',
  stream,
  command,
  input,
  at: Date.parse(at),
});

/**
 * In: an open request. Out: the ends of its undo window, SLA and lifetime, each scheduled across restarts.
 */
export const approvalTimes = definePolicy({
  name: 'approval-times',
  on: [
    approval.events.ApprovalRequested,
    approval.events.ApprovalStepApproved,
    approval.events.ApprovalStepRejected,
    approval.events.ApprovalDecisionUndone,
    approval.events.ApprovalInfoGiven,
  ],
  react: (event) => {
    const { stream } = event;
    const sla = ({ dueAt }: { readonly dueAt: string }) => command(stream, 'escalate', dueAt, { dueAt });
    const end = ({ expiresAt }: { readonly expiresAt: string }) => command(stream, 'expire', expiresAt);
    const settle = (undoUntil: string) => command(stream, 'settle', undoUntil, { undoUntil });
    switch (event.type) {
      case 'ApprovalRequested':
        return event.data.autoGrant ? [] : [sla(event.data), end(event.data)];
      case 'ApprovalDecisionUndone':
        return [sla(event.data), end(event.data)];
      case 'ApprovalInfoGiven':
        return [sla(event.data)];
      case 'ApprovalStepApproved':
        return [event.data.undoUntil ? settle(event.data.undoUntil) : sla(event.data)];
      case 'ApprovalStepRejected':
        return [settle(event.data.undoUntil)];
      default:
        return [];
    }
  },
});
