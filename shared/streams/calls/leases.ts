import type { NewEvent } from '../../core/event.ts';

/**
 * One agent's lease on one queue row. Heartbeats renew it in a database table; the log records its start and
 * end.
 */
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
  /** Queues of one group share the limit: `calls`. */
  readonly group: string;
  readonly limit: number;
}

export const itemStream = (queue: string, subjectId: string): string => `queueitem-${queue}-${subjectId}`;
export const agentworkStream = (empId: number | null | undefined): string => `agentwork-${empId ?? 0}`;

/**
 * The item's event that takes a lease, and its counterpart on the agent's stream, where two claims of one
 * agent conflict.
 */
export function takeLease(
  item: string,
  lease: Lease,
  sheet: { readonly ref: string; readonly rule: LeaseRule },
  event: { readonly type: string; readonly data: object },
): NewEvent[] {
  return [
    { stream: item, type: event.type, data: { ...event.data, ...lease } },
    {
      stream: agentworkStream(lease.empId),
      type: 'WorkTaken',
      data: { item, leaseId: lease.leaseId, ref: sheet.ref, group: sheet.rule.group },
    },
  ];
}

/** The item's event that ends a lease, and its counterpart on the holder's stream. */
export function endLease(
  item: string,
  lease: Lease | null,
  event: { readonly type: string; readonly data: object },
): NewEvent[] {
  const ended: NewEvent = {
    stream: item,
    type: event.type,
    data: { ...event.data, leaseId: lease?.leaseId ?? null, empId: lease?.empId ?? null },
  };
  return lease
    ? [
        ended,
        { stream: agentworkStream(lease.empId), type: 'WorkEnded', data: { item, leaseId: lease.leaseId } },
      ]
    : [ended];
}
