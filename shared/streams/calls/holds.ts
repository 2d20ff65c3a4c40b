import type { NewEvent } from '../../core/event.ts';

/** One agent's hold on one queue row. Heartbeats renew it in a table of the server; the log knows its start and its end. */
export interface Lease {
  readonly leaseId: string;
  readonly empId: number;
  readonly name: string;
  readonly sessionId: string | null;
  /** ISO instants. */
  readonly since: string;
  readonly until: string;
}

export interface LeaseRule {
  readonly group: 'calls' | 'digitization';
  readonly limit: number;
}

export const itemStream = (queue: string, subjectId: string): string => `queueitem-${queue}-${subjectId}`;
export const agentworkStream = (empId: number | null | undefined): string => `agentwork-${empId ?? 0}`;

/** An event of the item that takes hold, and its shadow on the agent's own sheet: two claims of one agent meet there. */
export function takeHold(
  item: string,
  lease: Lease,
  sheet: { readonly ref: string; readonly rule: LeaseRule },
  event: { readonly type: string; readonly data: object },
): NewEvent[] {
  return [
    { stream: item, type: event.type, data: { ...event.data, ...lease } },
    { stream: agentworkStream(lease.empId), type: 'WorkTaken', data: { item, leaseId: lease.leaseId, ref: sheet.ref, group: sheet.rule.group } },
  ];
}

/** An event of the item after which nobody holds it, and the end on the sheet of whoever did. */
export function endHold(item: string, lease: Lease | null, event: { readonly type: string; readonly data: object }): NewEvent[] {
  const ended: NewEvent = { stream: item, type: event.type, data: { ...event.data, leaseId: lease?.leaseId ?? null, empId: lease?.empId ?? null } };
  return lease ? [ended, { stream: agentworkStream(lease.empId), type: 'WorkEnded', data: { item, leaseId: lease.leaseId } }] : [ended];
}
