import { callLease } from '../../calls/lease-groups.ts';
import type { QueueRules } from '../../calls/enter-queue.ts';

const hour = 3_600_000;

/** A working day has eleven SLA hours: at risk after one of them, late after two. */
export const saleRules: QueueRules = {
  name: 'dsaSalesVerification',
  group: 'Prescription',
  entity: 'dsa-sales-verification',
  lease: callLease,
  dial: 'service',
  sla: { clock: 'business', warnMs: 11 * hour, breachMs: 22 * hour },
};
