import { z } from 'zod';
import { statusOf } from '../../masters/references.ts';
import type { MasterState } from '../../masters/state.ts';
import { messageAgeShape, isNews, markOf } from '../../../core/message-age.ts';
import { id, instant, note, oneOf } from '../../../core/fields.ts';
import type { NewEvent } from '../../../core/event.ts';
import { refuse } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import { command } from '../../../core/stream.ts';
import { endLease } from '../../calls/leases.ts';
import { isOpen } from '../../calls/queueitem/state.ts';
import { patchOf } from './author.ts';
import type { DraftParts } from './fields.ts';
import { reportedParts } from './fields.ts';
import { enterQueue, itemOf, ownItem, queueReads, signupRef, withFace } from './place.ts';
import type { SignupState } from './state.ts';

export const outsideStatuses = ['draft', 'submitted', 'resubmitted', 'rejected', 'abandoned'] as const;

/**
 * A full message about an outside case: missing parts are unknown there. `submittedAt` keeps the queue rank
 * independent of arrival order.
 */
export type OutsideSignup = DraftParts & {
  version?: number | null | undefined;
  modifiedAt: string;
  /** Content hash; breaks ties between messages of the same instant. */
  hash?: string | undefined;
  status?: (typeof outsideStatuses)[number] | undefined;
  pooId?: number | undefined;
  submittedBy?: number | null | undefined;
  submittedAt?: string | null | undefined;
  otpVerified?: boolean | undefined;
  reason?: string | null | undefined;
};

/** Event for the outside status: only ever forward, and one event per message. */
function eventOf(
  state: SignupState,
  message: OutsideSignup,
  common: Record<string, unknown>,
  ctx: Ctx & { id: string },
): NewEvent {
  const sender = message.submittedBy == null ? null : ctx.directory.employee(message.submittedBy);
  const submittedBy = { empId: message.submittedBy ?? null, name: sender?.name ?? ctx.actor.name };
  const closing = {
    ...common,
    ref: signupRef(ctx.id),
    submitter: state.submittedBy,
    leadId: message.leadId ?? state.record.leadId,
  };
  const { stage } = state;
  const open = stage !== 'verified' && stage !== 'completed' && stage !== 'rejected' && stage !== 'abandoned';
  if (
    (message.status === 'submitted' || message.status === 'resubmitted') &&
    (stage === 'none' || stage === 'draft')
  )
    return {
      type: 'SignupSubmitted',
      data: { ...common, submittedBy, placeAt: message.submittedAt ?? message.modifiedAt },
    };
  if (message.status === 'resubmitted' && stage === 'infoRequested')
    return { type: 'SignupResubmitted', data: { ...common, submittedBy, answer: null } };
  if (message.status === 'rejected' && open)
    return { type: 'SignupRejected', data: { ...closing, reason: message.reason ?? '' } };
  if (message.status === 'abandoned' && open) return { type: 'SignupAbandoned', data: closing };
  return { type: 'SignupReceived', data: { ...common, startedBy: submittedBy } };
}

/** Applies a message about the outside case; an older or repeated one changes nothing. */
export const receive = command<SignupState, OutsideSignup>({
  input: z.object({
    ...messageAgeShape,
    status: oneOf(outsideStatuses).optional(),
    pooId: id().optional(),
    submittedBy: id().nullable().optional(),
    submittedAt: instant().nullable().optional(),
    otpVerified: z.boolean('badFormat').optional(),
    reason: note(500).nullable().optional(),
    ...reportedParts,
  }) as unknown as z.core.$ZodType<OutsideSignup>,
  need: 'system',
  creates: true,
  reads: ({ campaignId }, _state, ctx) => ({
    item: queueReads(ctx).item!,
    ...(campaignId == null ? {} : { campaign: `master-campaign-${campaignId}` }),
  }),
  begunWith: ['item'],
  decide(state, message, ctx) {
    const source = markOf(message);
    if (!isNews(source, state.source)) return { events: [], answer: { ignored: 'older' } };
    const pooId = message.pooId ?? state.record.pooId;
    if (pooId == null) return refuse('required', 422, { label: 'field.pooId' }, 'pooId');
    if (!ctx.directory.poo(pooId)) return refuse('notInList', 422, { label: 'field.pooId' }, 'pooId');
    if (message.campaignId != null && statusOf(ctx.read.campaign as MasterState | undefined) === 'missing')
      return refuse('notInList', 422, { label: 'field.campaignId' }, 'campaignId');
    const {
      version: _v,
      hash: _h,
      modifiedAt,
      status: _s,
      submittedBy: _b,
      submittedAt: _a,
      otpVerified,
      reason: _r,
      ...parts
    } = message;
    const record = { ...patchOf(parts, { ...state.record, consents: {} }, modifiedAt), pooId };
    const { event, after } = withFace(
      state,
      eventOf(state, message, { record, source, ...(otpVerified ? { proven: true } : {}) }, ctx),
      ctx,
    );
    if (after.stage === 'submitted' && state.stage !== 'submitted') return [event, enterQueue(after, ctx)];
    if ((after.stage === 'rejected' || after.stage === 'abandoned') && isOpen(itemOf(ctx)))
      return [
        event,
        ...endLease(ownItem(ctx.id), itemOf(ctx).lease, {
          type: 'QueueItemRemoved',
          data: { why: after.stage },
        }),
      ];
    return [event];
  },
});
