import { readingLease } from '../../calls/lease-groups.ts';
import type { NewEvent } from '../../../core/event.ts';
import type { Refusal } from '../../../core/refusal.ts';
import { refuse } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import { limits } from '../../../core/limits.ts';
import { queueFace } from '../../calls/enter-queue.ts';
import type { QueueRules } from '../../calls/enter-queue.ts';
import type { Lease } from '../../calls/leases.ts';
import { agentworkStream, endLease, itemStream } from '../../calls/leases.ts';
import type { QueueItemState } from '../../calls/queueitem/state.ts';
import type { Person } from '../person.ts';
import { iso } from '../person.ts';
import { rxRef } from '../references.ts';
import type { RxStep } from './digitization.machine.ts';
import { rxSteps } from './digitization.machine.ts';
import type { RxState } from './state.ts';

const minute = 60_000;
const rules = (name: string): QueueRules => ({
  name,
  group: 'Prescription',
  entity: name,
  lease: readingLease,
  sla: { clock: 'business', warnMs: 20 * minute, breachMs: 45 * minute },
});

/** The two desks of a prescription: entry, and the pharmacist's check. */
export const entryRules = rules('pdList');
export const checkRules = rules('prescriptionChecker');
export type Desk = 'entry' | 'check';
const rulesOf = (desk: Desk): QueueRules => (desk === 'entry' ? entryRules : checkRules);

export const deskRight = (desk: Desk, right: 'view' | 'edit' | 'approve') =>
  desk === 'entry'
    ? (`Prescription/pdList:${right}` as const)
    : (`Prescription/prescriptionChecker:${right}` as const);

export const deskItem = (desk: Desk, id: string): string => itemStream(rulesOf(desk).name, id);

/** The desk's item and the actor's own stream, checked at commit. */
export const deskReads = (desk: Desk, ctx: Pick<Ctx, 'viewer'> & { id: string }): Record<string, string> => ({
  item: deskItem(desk, ctx.id),
  work: agentworkStream(ctx.viewer.empId),
});

/** Enters a desk; `since` keeps the rank of one that was there before, `readers` may not take it. */
export function enterDesk(
  desk: Desk,
  id: string,
  of: { readonly pooId: number; readonly language: string | null },
  now: number,
  since = now,
  readers: readonly (Person | null)[] = [],
): NewEvent {
  const face = queueFace(rulesOf(desk), {
    subject: `prescription-${id}`,
    ref: rxRef(id),
    pooId: of.pooId,
    language: of.language,
    enteredAt: since,
    clockFrom: now,
    notFor: readers.map((one) => one?.empId ?? null),
  });
  return { stream: deskItem(desk, id), type: 'QueueItemEntered', data: { ...face } };
}

/** Leaves the desk and frees its holder. */
export const leaveDesk = (
  desk: Desk,
  id: string,
  lease: Lease | null,
  type: 'QueueItemCompleted' | 'QueueItemRemoved' = 'QueueItemCompleted',
  why?: string,
): NewEvent[] => endLease(deskItem(desk, id), lease, { type, data: why ? { why } : {} });

export function stepRefused(state: RxState, step: RxStep): Refusal | null {
  return rxSteps.next(state.stage, step)
    ? null
    : refuse('wrongStage', 409, { stage: `stage.${state.stage}` });
}

/** The actor's lease, or the refusal that it has ended. */
export function ownHold(ctx: Ctx): Lease | Refusal {
  const { lease } = ctx.read.item as QueueItemState;
  return lease && lease.empId === ctx.viewer.empId ? lease : refuse('leaseLost', 410);
}

/** Turns a claim into a work lease, unless it is one already. */
export function workBegins(desk: Desk, ctx: Ctx & { readonly id: string }, lease: Lease): NewEvent[] {
  if ((ctx.read.item as QueueItemState).stage === 'working') return [];
  const until = iso(ctx.now + limits.leaseWorkMs);
  return [
    {
      stream: deskItem(desk, ctx.id),
      type: 'QueueItemWorkStarted',
      data: { leaseId: lease.leaseId, empId: lease.empId, until },
    },
  ];
}
