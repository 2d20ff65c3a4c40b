import { streamKey } from '../core/event.ts';
import { definePolicy } from '../core/policy.ts';
import type { Effect } from '../streams/approvals/approval/request.ts';
import { approval } from '../streams/approvals/approval/approval.ts';

/**
 * In: a settled request. Out: its effect on the subject, once; the subject answers with an event of its own.
 */
export const applyApproval = definePolicy({
  name: 'apply-approval',
  on: [
    approval.events.ApprovalApproved,
    approval.events.ApprovalAutoGranted,
    approval.events.ApprovalRejected,
    approval.events.ApprovalWithdrawn,
    approval.events.ApprovalExpired,
  ],
  react: ({ stream, data }) => {
    const effect = data.effect as Effect | null;
    if (!effect) return [];
    return [
      {
        kind: 'command',
        stream: effect.stream,
        command: effect.command,
        input: { ...effect.input, approvalId: Number(streamKey(stream)) },
      },
    ];
  },
});
