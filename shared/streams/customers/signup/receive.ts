import { z } from 'zod';
import { factAgeShape, isNews, markOf } from '../../../core/fact-age.ts';
import { id, instant, note, oneOf } from '../../../core/fields.ts';
import type { NewEvent } from '../../../core/event.ts';
import { refuse } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import { command } from '../../../core/stream.ts';
import { endHold } from '../../calls/holds.ts';
import { isOpen } from '../../calls/queueitem/state.ts';
import { patchOf } from './author.ts';
import type { DraftParts } from './fields.ts';
import { draftParts } from './fields.ts';
import { enterQueue, itemOf, ownItem, queueReads, signupRef, withFace } from './place.ts';
import type { SignupState } from './state.ts';

export const outsideStatuses = ['draft', 'submitted', 'resubmitted', 'rejected', 'abandoned'] as const;

/** One fact of the outside case, whole: a part left out is not known there. `submittedAt` keeps the place in the queue whatever the order of arrival. */
export type OutsideSignup = DraftParts & {
  version?: number | null | undefined;
  modifiedAt: string;
  /** Of what it says; decides between two of the same moment. */
  hash?: string | undefined;
  status?: (typeof outsideStatuses)[number] | undefined;
  pooId?: number | undefined;
  submittedBy?: number | null | undefined;
  submittedAt?: string | null | undefined;
  otpVerified?: boolean | undefined;
  reason?: string | null | undefined;
};

/** What the outside status means for the case as it stands here: only ever forward, and one event a fact. */
function eventOf(state: SignupState, fact: OutsideSignup, common: Record<string, unknown>, ctx: Ctx & { id: string }): NewEvent {
  const sender = fact.submittedBy == null ? null : ctx.directory.employee(fact.submittedBy);
  const submittedBy = { empId: fact.submittedBy ?? null, name: sender?.name ?? ctx.actor.name };
  const closing = { ...common, ref: signupRef(ctx.id), submitter: state.submittedBy, leadId: fact.leadId ?? state.record.leadId };
  const { stage } = state;
  const open = stage !== 'verified' && stage !== 'completed' && stage !== 'rejected' && stage !== 'abandoned';
  if ((fact.status === 'submitted' || fact.status === 'resubmitted') && (stage === 'none' || stage === 'draft'))
    return { type: 'SignupSubmitted', data: { ...common, submittedBy, placeAt: fact.submittedAt ?? fact.modifiedAt } };
  if (fact.status === 'resubmitted' && stage === 'infoRequested') return { type: 'SignupResubmitted', data: { ...common, submittedBy, answer: null } };
  if (fact.status === 'rejected' && open) return { type: 'SignupRejected', data: { ...closing, reason: fact.reason ?? '' } };
  if (fact.status === 'abandoned' && open) return { type: 'SignupAbandoned', data: closing };
  return { type: 'SignupReceived', data: { ...common, startedBy: submittedBy } };
}

/** The outside's word on the case. An older or known one changes nothing. */
export const receive = command<SignupState, OutsideSignup>({
  input: z.object({
    ...factAgeShape,
    status: oneOf(outsideStatuses).optional(),
    pooId: id().optional(),
    submittedBy: id().nullable().optional(),
    submittedAt: instant().nullable().optional(),
    otpVerified: z.boolean('badFormat').optional(),
    reason: note(500).nullable().optional(),
    ...draftParts,
  }) as unknown as z.ZodType<OutsideSignup>,
  need: 'system',
  creates: true,
  reads: (_input, _state, ctx) => ({ item: queueReads(ctx).item! }),
  begunWith: ['item'],
  decide(state, fact, ctx) {
    const source = markOf(fact);
    if (!isNews(source, state.source)) return { events: [], answer: { ignored: 'older' } };
    const pooId = fact.pooId ?? state.record.pooId;
    if (pooId == null) return refuse('required', 422, { label: 'field.pooId' }, 'pooId');
    if (!ctx.directory.poo(pooId)) return refuse('notInList', 422, { label: 'field.pooId' }, 'pooId');
    const { version: _v, hash: _h, modifiedAt, status: _s, submittedBy: _b, submittedAt: _a, otpVerified, reason: _r, ...parts } = fact;
    const record = { ...patchOf(parts, { ...state.record, consents: {} }, modifiedAt), pooId };
    const { event, after } = withFace(state, eventOf(state, fact, { record, source, ...(otpVerified ? { proven: true } : {}) }, ctx), ctx);
    if (after.stage === 'submitted' && state.stage !== 'submitted') return [event, enterQueue(after, ctx)];
    if ((after.stage === 'rejected' || after.stage === 'abandoned') && isOpen(itemOf(ctx)))
      return [event, ...endHold(ownItem(ctx.id), itemOf(ctx).lease, { type: 'QueueItemRemoved', data: { why: after.stage } })];
    return [event];
  },
});
