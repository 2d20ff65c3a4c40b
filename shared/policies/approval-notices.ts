import type { StoredEvent } from '../core/event.ts';
import { streamKey } from '../core/event.ts';
import type { Reaction } from '../core/policy.ts';
import { definePolicy } from '../core/policy.ts';
import { cutText } from '../core/cut.ts';
import type { Person } from '../streams/approvals/approval/request.ts';
import { approval } from '../streams/approvals/approval/approval.ts';

interface Given {
  readonly message: string;
  readonly icon: string;
  readonly color: string;
  readonly values?: Readonly<Record<string, string>>;
  readonly due?: string | undefined;
  /** Somebody is waiting: overrides quiet hours. */
  readonly urgent?: boolean;
}

/** A decision due within this many minutes keeps somebody waiting on site. */
const urgentMinutes = 5;

/** One notice per person; repetitions within minutes are merged. */
function notify(
  event: StoredEvent,
  to: readonly (number | null | undefined)[],
  text: Given,
): readonly Reaction[] {
  const id = streamKey(event.stream);
  const people = [...new Set(to)].filter((empId): empId is number => typeof empId === 'number' && empId > 0);
  const values = {
    ref: (event.data as { readonly ref?: string }).ref ?? `AP-${id.padStart(6, '0')}`,
    name: event.actor.name,
    ...text.values,
  };
  return people.map((empId) => ({
    kind: 'command',
    stream: `notice-${empId}`,
    command: 'push',
    input: {
      message: text.message,
      values,
      icon: text.icon,
      color: text.color,
      route: `/approvals?id=${id}`,
      dedupeKey: `${text.message}:${id}`,
      about: `approval-${id}`,
      ...(text.due ? { due: text.due } : {}),
      ...(text.urgent ? { urgent: true } : {}),
    },
  }));
}

/** In: events of a request. Out: notices to the people concerned. */
export const approvalNotices = definePolicy({
  name: 'approval-notices',
  on: [
    approval.events.ApprovalRequested,
    approval.events.ApprovalStepApproved,
    approval.events.ApprovalAutoGranted,
    approval.events.ApprovalApproved,
    approval.events.ApprovalRejected,
    approval.events.ApprovalApplyFailed,
    approval.events.ApprovalInfoRequested,
    approval.events.ApprovalInfoGiven,
    approval.events.ApprovalExpired,
    approval.events.ApprovalDelegated,
    approval.events.ApprovalReassigned,
    approval.events.ApprovalHandedOver,
    approval.events.ApprovalEscalated,
  ],
  react: (event) => {
    // Requests of early versions name nobody.
    const { requestedBy }: { readonly requestedBy?: Person } = event.data;
    const requester = requestedBy?.empId;
    const asked = (due: string, minutes = 0) => ({
      message: 'approvalRequested',
      icon: 'clipboard-check',
      color: 'blue',
      values: { name: requestedBy?.name ?? '' },
      due,
      urgent: minutes > 0 && minutes <= urgentMinutes,
    });
    switch (event.type) {
      case 'ApprovalRequested':
        return event.data.autoGrant
          ? []
          : notify(event, event.data.eligible, asked(event.data.dueAt, event.data.slaMinutes));
      case 'ApprovalStepApproved':
        if (event.data.partial) return notify(event, event.data.called ?? [], asked(event.data.dueAt));
        return event.data.last ? [] : notify(event, event.data.eligible, asked(event.data.dueAt));
      case 'ApprovalAutoGranted':
        return notify(event, [requester], { message: 'approvalGranted', icon: 'check', color: 'green' });
      case 'ApprovalApproved':
        return notify(event, [requester], {
          message: 'approvalApproved',
          icon: 'check',
          color: 'green',
          values: { name: event.data.decidedBy?.name ?? '' },
        });
      case 'ApprovalRejected':
        return notify(event, [requester], {
          message: 'approvalRejected',
          icon: 'x',
          color: 'red',
          values: { name: event.data.decidedBy?.name ?? '', comment: cutText(event.data.comment ?? '', 150) },
        });
      case 'ApprovalApplyFailed':
        return notify(event, [requester, event.data.decidedBy?.empId], {
          message: 'approvalApplyFailed',
          icon: 'alert-triangle',
          color: 'red',
          values: { why: event.data.why ?? '' },
        });
      case 'ApprovalInfoRequested':
        return notify(event, [requester], {
          message: 'approvalInfoRequested',
          icon: 'help',
          color: 'orange',
        });
      case 'ApprovalInfoGiven':
        return notify(event, event.data.eligible, {
          message: 'approvalInfoGiven',
          icon: 'message',
          color: 'blue',
        });
      case 'ApprovalExpired':
        return notify(event, [requester], { message: 'approvalExpired', icon: 'clock-off', color: 'red' });
      case 'ApprovalDelegated':
        return notify(event, [event.data.to], {
          message: 'approvalDelegated',
          icon: 'clipboard-check',
          color: 'blue',
        });
      case 'ApprovalHandedOver':
        return notify(event, [event.data.to?.empId], {
          message: 'approvalDelegated',
          icon: 'clipboard-check',
          color: 'blue',
          values: { name: event.data.from.name },
        });
      case 'ApprovalReassigned':
        return notify(event, [event.data.to?.empId], {
          message: 'approvalDelegated',
          icon: 'clipboard-check',
          color: 'blue',
        });
      default:
        return notify(event, event.data.to, {
          message: 'approvalEscalated',
          icon: 'clock-exclamation',
          color: 'orange',
        });
    }
  },
});
