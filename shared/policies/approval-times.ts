import type { Ask } from '../core/policy.ts';
import { definePolicy } from '../core/policy.ts';

const order = (stream: string, command: string, at: string, input: Readonly<Record<string, unknown>> = {}): Ask => ({
  kind: 'command',
  stream,
  command,
  input,
  at: Date.parse(at),
});

/** In: a request that waits. Out: the end of its undo window, its SLA and its life, each at its time, across restarts. */
export const approvalTimes = definePolicy({
  name: 'approval-times',
  on: ['ApprovalRequested', 'ApprovalStepApproved', 'ApprovalStepRejected', 'ApprovalDecisionUndone', 'ApprovalInfoGiven'],
  ask: ({ stream, type, data }) => {
    const sla = () => order(stream, 'escalate', data.dueAt, { dueAt: data.dueAt });
    const end = () => order(stream, 'expire', data.expiresAt);
    switch (type) {
      case 'ApprovalRequested':
        return data.autoGrant ? [] : [sla(), end()];
      case 'ApprovalDecisionUndone':
        return [sla(), end()];
      case 'ApprovalInfoGiven':
        return [sla()];
      default:
        return data.undoUntil ? [order(stream, 'settle', data.undoUntil, { undoUntil: data.undoUntil })] : [sla()];
    }
  },
});
