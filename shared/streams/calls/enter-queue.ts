import { addBusinessTime } from '../../core/business-time.ts';
import type { Group } from '../../core/permission.ts';
import type { CallClass } from './call/hours.ts';
import type { LeaseRule } from './leases.ts';
import type { QueueItemFace } from './queueitem/state.ts';

/**
 * Time limits of a row; `always` counts every minute, `business` the SLA hours only. Twice the breach time
 * escalates.
 */
export interface SlaRule {
  readonly clock: 'business' | 'always';
  readonly warnMs: number;
  readonly breachMs: number;
}

/** Rules of a queue, copied into each row when it enters. `lease` is null where rows are not claimed. */
export interface QueueRules {
  readonly name: string;
  readonly group: Group;
  readonly entity: string;
  readonly lease: LeaseRule | null;
  readonly sla: SlaRule;
  /** Rows are worked on by calling; the rules of this class are checked on claim. */
  readonly dial?: CallClass;
  /** How often a row may be parked while it is in the queue; without it as often as needed. */
  readonly parkLimit?: number;
}

/** A subject that enters a queue. Instants are ms; `clockFrom` starts the SLA clock. */
export interface Entering {
  readonly subject: string;
  readonly ref: string;
  readonly pooId: number | null;
  readonly language: string | null;
  readonly enteredAt: number;
  readonly clockFrom: number;
  readonly priority?: number;
  /** The number to be dialled, for the calling rules. */
  readonly phoneKey?: string;
  /** Cannot be claimed before this instant. */
  readonly notBefore?: number;
  /** The employee who has priority on the row, and until when. */
  readonly first?: { readonly empId: number; readonly name: string; readonly until: number };
  /** People who may not take the row, such as the author of its subject. */
  readonly notFor?: readonly (number | null)[];
}

const iso = (at: number): string => new Date(at).toISOString();

export function queueFace(
  { name, group, entity, lease, sla, dial, parkLimit }: QueueRules,
  entering: Entering,
): QueueItemFace {
  const { subject, ref, pooId, language, enteredAt, clockFrom, phoneKey, notBefore, first } = entering;
  const notFor = entering.notFor?.filter((empId) => empId !== null) ?? [];
  const after = (ms: number): string =>
    iso(sla.clock === 'business' ? addBusinessTime(clockFrom, ms) : clockFrom + ms);
  return {
    queue: name,
    subject,
    ref,
    group,
    entity,
    lease,
    pooId,
    language,
    priority: entering.priority ?? 0,
    enteredAt: iso(enteredAt),
    warnAt: after(sla.warnMs),
    breachAt: after(sla.breachMs),
    escalateAt: after(2 * sla.breachMs),
    ...(parkLimit === undefined ? {} : { parkLimit }),
    ...(dial && phoneKey ? { dial: { callClass: dial, phoneKey } } : {}),
    ...(notBefore === undefined ? {} : { notBefore: iso(notBefore) }),
    ...(first ? { first: { empId: first.empId, name: first.name, until: iso(first.until) } } : {}),
    ...(notFor.length > 0 ? { notFor } : {}),
  };
}
