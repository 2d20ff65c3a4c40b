import type { StoredEvent } from '../core/event.ts';
import { streamKey } from '../core/event.ts';
import type { Ask } from '../core/policy.ts';
import { definePolicy } from '../core/policy.ts';

interface Said {
  readonly message: string;
  readonly icon: string;
  readonly color: string;
  readonly values?: Readonly<Record<string, string>>;
  readonly due?: string | undefined;
  /** Somebody stands and waits for it: goes through quiet hours. */
  readonly urgent?: boolean;
}

/** A decision wanted within so many minutes holds somebody up where they stand. */
const urgentMinutes = 5;

/** One notice for each of these people; the same thing said twice within minutes merges. */
function tell(event: StoredEvent, to: readonly (number | null | undefined)[], said: Said): readonly Ask[] {
  const id = streamKey(event.stream);
  const people = [...new Set(to)].filter((empId): empId is number => typeof empId === 'number' && empId > 0);
  const values = { ref: event.data.ref ?? `AP-${id.padStart(6, '0')}`, name: event.actor.name, ...said.values };
  return people.map((empId) => ({
    kind: 'command',
    stream: `notice-${empId}`,
    command: 'push',
    input: {
      message: said.message,
      values,
      icon: said.icon,
      color: said.color,
      route: `/approvals?id=${id}`,
      dedupeKey: `${said.message}:${id}`,
      about: `approval-${id}`,
      ...(said.due ? { due: said.due } : {}),
      ...(said.urgent ? { urgent: true } : {}),
    },
  }));
}

/** In: what happens to a request. Out: a notice to whom it concerns. */
export const approvalNotices = definePolicy({
  name: 'approval-notices',
  on: [
    'ApprovalRequested',
    'ApprovalStepApproved',
    'ApprovalAutoGranted',
    'ApprovalApproved',
    'ApprovalRejected',
    'ApprovalApplyFailed',
    'ApprovalInfoRequested',
    'ApprovalInfoGiven',
    'ApprovalExpired',
    'ApprovalDelegated',
    'ApprovalReassigned',
    'ApprovalHandedOver',
    'ApprovalEscalated',
  ],
  ask: (event) => {
    const { data } = event;
    const requester = data.requestedBy?.empId;
    const asked = {
      message: 'approvalAsked',
      icon: 'clipboard-check',
      color: 'blue',
      values: { name: data.requestedBy?.name ?? '' },
      due: data.dueAt as string | undefined,
      urgent: data.slaMinutes > 0 && data.slaMinutes <= urgentMinutes,
    };
    switch (event.type) {
      case 'ApprovalRequested':
        return data.autoGrant ? [] : tell(event, data.eligible, asked);
      case 'ApprovalStepApproved':
        if (data.partial) return tell(event, data.called, asked);
        return data.last ? [] : tell(event, data.eligible, asked);
      case 'ApprovalAutoGranted':
        return tell(event, [requester], { message: 'approvalGranted', icon: 'check', color: 'green' });
      case 'ApprovalApproved':
        return tell(event, [requester], { message: 'approvalApproved', icon: 'check', color: 'green', values: { name: data.decidedBy?.name ?? '' } });
      case 'ApprovalRejected':
        return tell(event, [requester], {
          message: 'approvalRejected',
          icon: 'x',
          color: 'red',
          values: { name: data.decidedBy?.name ?? '', comment: (data.comment ?? '').slice(0, 150) },
        });
      case 'ApprovalApplyFailed':
        return tell(event, [requester, data.decidedBy?.empId], {
          message: 'approvalApplyFailed',
          icon: 'alert-triangle',
          color: 'red',
          values: { why: data.why ?? '' },
        });
      case 'ApprovalInfoRequested':
        return tell(event, [requester], { message: 'approvalInfoAsked', icon: 'help', color: 'orange' });
      case 'ApprovalInfoGiven':
        return tell(event, data.eligible, { message: 'approvalInfoGiven', icon: 'message', color: 'blue' });
      case 'ApprovalExpired':
        return tell(event, [requester], { message: 'approvalExpired', icon: 'clock-off', color: 'red' });
      case 'ApprovalDelegated':
        return tell(event, [data.to], { message: 'approvalDelegated', icon: 'clipboard-check', color: 'blue' });
      case 'ApprovalHandedOver':
        return tell(event, [data.to?.empId], { message: 'approvalDelegated', icon: 'clipboard-check', color: 'blue', values: { name: data.from.name } });
      case 'ApprovalReassigned':
        return tell(event, [data.to?.empId], { message: 'approvalDelegated', icon: 'clipboard-check', color: 'blue' });
      default:
        return tell(event, data.to, { message: 'approvalEscalated', icon: 'clock-exclamation', color: 'orange' });
    }
  },
});
