import type { Reaction } from '../core/policy.ts';
import { definePolicy } from '../core/policy.ts';

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
    'ApprovalRequested',
    'ApprovalStepApproved',
    'ApprovalStepRejected',
    'ApprovalDecisionUndone',
    'ApprovalInfoGiven',
  ],
  react: ({ stream, type, data }) => {
    const sla = () => command(stream, 'escalate', data.dueAt, { dueAt: data.dueAt });
    const end = () => command(stream, 'expire', data.expiresAt);
    switch (type) {
      case 'ApprovalRequested':
        return data.autoGrant ? [] : [sla(), end()];
      case 'ApprovalDecisionUndone':
        return [sla(), end()];
      case 'ApprovalInfoGiven':
        return [sla()];
      default:
        return data.undoUntil
          ? [command(stream, 'settle', data.undoUntil, { undoUntil: data.undoUntil })]
          : [sla()];
    }
  },
});
