import { readingLease } from '../../calls/lease-groups.ts';
import type { QueueRules } from '../../calls/enter-queue.ts';

const minute = 60_000;

export const tpdRules: QueueRules = {
  name: 'tpdPrescriptionVarification',
  group: 'Prescription',
  entity: 'tpdPrescriptionVarification',
  lease: readingLease,
  sla: { clock: 'business', warnMs: 30 * minute, breachMs: 120 * minute },
};
