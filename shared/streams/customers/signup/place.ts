import type { NewEvent, RecordedEvent, RecordedEventOf } from '../../../core/event.ts';
import { maskPhone } from '../../../core/phone.ts';
import { reference } from '../../../core/reference.ts';
import type { Ctx } from '../../../core/stream.ts';
import { queueFace } from '../../calls/enter-queue.ts';
import type { QueueRules } from '../../calls/enter-queue.ts';
import type { LeaseRule } from '../../calls/leases.ts';
import { agentworkStream, itemStream } from '../../calls/leases.ts';
import type { QueueItemState } from '../../calls/queueitem/state.ts';
import type { SignupEvent, SignupFace, SignupState } from './state.ts';
import { evolveSignup, ticked } from './state.ts';

export const signupQueueName = 'signup-queue';
const hour = 3_600_000;
export const signupLease: LeaseRule = { group: 'calls', limit: 1 };
export const signupRules: QueueRules = {
  name: signupQueueName,
  group: 'Out Bound',
  entity: 'signup-queue',
  lease: signupLease,
  sla: { clock: 'business', warnMs: hour, breachMs: 4 * hour },
};

export const signupRef = (id: string): string => reference('SG', id);
export const iso = (at: number): string => new Date(at).toISOString();
export const ownItem = (id: string): string => itemStream(signupQueueName, id);

/** The queue item and the agent's own stream, checked at commit by every command that moves both. */
export const queueReads = (ctx: Pick<Ctx, 'viewer'> & { id: string }): Record<string, string> => ({
  item: ownItem(ctx.id),
  work: agentworkStream(ctx.viewer.empId),
});
export const itemOf = (ctx: Ctx): QueueItemState => ctx.read.item as QueueItemState;

export function faceOf(state: SignupState): SignupFace {
  const { record } = state;
  return {
    pooId: record.pooId,
    language: record.applicant.language,
    applicant: record.applicant.name ?? '',
    phoneMasked: maskPhone(record.applicant.phone),
    submitter: state.submittedBy,
    patients: record.patients.length,
    docs: record.documents.length,
    ticks: ticked(state),
    resubmitted: state.resubmitted,
  };
}

/** The event with the row data as they are after it. */
export function withFace(
  state: SignupState,
  event: NewEvent,
  ctx: Ctx & { id: string },
): { event: NewEvent; after: SignupState } {
  const after = evolveSignup(state, {
    ...event,
    at: iso(ctx.now),
    actor: ctx.actor,
    stream: `signup-${ctx.id}`,
    version: 0,
  } as RecordedEvent as RecordedEventOf<SignupEvent>);
  return { event: { ...event, data: { ...event.data, face: faceOf(after) } }, after };
}

/** Enters the queue with its original rank; the SLA clock restarts, because the work does. */
export function enterQueue(after: SignupState, ctx: Ctx & { id: string }): NewEvent {
  const face = queueFace(signupRules, {
    subject: `signup-${ctx.id}`,
    ref: signupRef(ctx.id),
    pooId: after.record.pooId,
    language: after.record.applicant.language,
    enteredAt: after.firstSubmittedAt ? Date.parse(after.firstSubmittedAt) : ctx.now,
    clockFrom: ctx.now,
    notFor: [after.submittedBy?.empId ?? null],
  });
  return { stream: ownItem(ctx.id), type: 'QueueItemEntered', data: { ...face } };
}
