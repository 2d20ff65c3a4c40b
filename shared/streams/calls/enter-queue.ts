import { addBusinessTime } from '../../core/business-time.ts';
import type { Group } from '../../core/permission.ts';
import type { LeaseRule } from './holds.ts';
import type { QueueItemFace } from './queueitem/state.ts';

/** Time limits of a row; `always` counts every minute, `business` the SLA hours only. Twice the breach escalates. */
export interface SlaRule {
  readonly clock: 'business' | 'always';
  readonly warnMs: number;
  readonly breachMs: number;
}

/** The rules of one queue that a row carries from its first moment. `lease` is null where nobody claims. */
export interface QueueRules {
  readonly name: string;
  readonly group: Group;
  readonly entity: string;
  readonly lease: LeaseRule | null;
  readonly sla: SlaRule;
}

/** A subject as it enters a queue. Instants are ms; `clockFrom` starts the SLA clock. */
export interface Entering {
  readonly subject: string;
  readonly ref: string;
  readonly pooId: number | null;
  readonly language: string | null;
  readonly enteredAt: number;
  readonly clockFrom: number;
}

const iso = (at: number): string => new Date(at).toISOString();

export function queueFace({ name, group, entity, lease, sla }: QueueRules, entering: Entering): QueueItemFace {
  const { subject, ref, pooId, language, enteredAt, clockFrom } = entering;
  const after = (ms: number): string => iso(sla.clock === 'business' ? addBusinessTime(clockFrom, ms) : clockFrom + ms);
  return {
    queue: name,
    subject,
    ref,
    group,
    entity,
    lease,
    pooId,
    language,
    priority: 0,
    enteredAt: iso(enteredAt),
    warnAt: after(sla.warnMs),
    breachAt: after(sla.breachMs),
    escalateAt: after(2 * sla.breachMs),
  };
}
