import { z } from 'zod';
import { note, oneOf } from '../../../core/fields.ts';
import { limits } from '../../../core/limits.ts';
import type { Refusal } from '../../../core/refusal.ts';
import { refuse } from '../../../core/refusal.ts';
import type { CommandDef, Ctx, Decision } from '../../../core/stream.ts';
import { command } from '../../../core/stream.ts';
import type { Lease } from '../../calls/leases.ts';
import { endLease, takeLease } from '../../calls/leases.ts';
import { personOf } from './author.ts';
import { consentMissing, customerExists, decided, notServiced, phoneReads, wrongStage } from './checks.ts';
import type { ChecklistItem } from './fields.ts';
import { checklistItems } from './fields.ts';
import { iso, itemOf, ownItem, queueReads, signupLease, signupRef } from './place.ts';
import type { SignupStage, SignupState } from './state.ts';

/** Rules of every verification command: somebody else's case, claimed by the caller, at the right stage. */
function byVerifier<I>(
  def: Pick<CommandDef<SignupState, I>, 'input' | 'versioned'> & {
    readonly right: 'edit' | 'approve';
    readonly stages: readonly SignupStage[];
    readonly decide: (state: SignupState, input: I, ctx: Ctx & { id: string }, lease: Lease) => Decision;
  },
): CommandDef<SignupState, I> {
  return command<SignupState, I>({
    input: def.input,
    ...(def.versioned ? { versioned: true } : {}),
    need: `Out Bound/signup-queue:${def.right}`,
    reads: (_input, state, ctx) => ({ ...queueReads(ctx), ...phoneReads(state) }),
    decide(state, input, ctx) {
      if (ctx.viewer.empId != null && state.submittedBy?.empId === ctx.viewer.empId)
        return refuse('verifierIsSubmitter', 403);
      const done = decided(state);
      if (done) return done;
      const lease = itemOf(ctx).lease;
      if (!lease || lease.empId !== ctx.viewer.empId) return refuse('leaseLost', 410);
      return wrongStage(state, ...def.stages) ?? def.decide(state, input, ctx, lease);
    },
  });
}

/**
 * Starts the verification and turns the claim into a work lease in the same commit. A case whose last holder
 * was lost can be started again.
 */
export const beginVerification = byVerifier<object>({
  input: z.object({}),
  right: 'edit',
  stages: ['submitted', 'inVerification'],
  decide(state, _input, ctx, lease) {
    const work =
      itemOf(ctx).stage === 'working'
        ? []
        : [
            {
              stream: ownItem(ctx.id),
              type: 'QueueItemWorkStarted',
              data: { leaseId: lease.leaseId, empId: lease.empId, until: iso(ctx.now + limits.leaseWorkMs) },
            },
          ];
    const same = state.stage === 'inVerification' && state.verifier?.empId === ctx.viewer.empId;
    return same ? work : [{ type: 'SignupVerificationStarted', data: { verifier: personOf(ctx) } }, ...work];
  },
});

/** Why the system does not accept a tick yet. */
function untrue(item: ChecklistItem, waiver: string | null, state: SignupState, ctx: Ctx): Refusal | null {
  const { record } = state;
  switch (item) {
    case 'phoneVerified':
      return state.proven ? null : refuse('otpNotVerified', 422, {}, 'item');
    case 'identityReadable':
      return record.documents.some((one) => one.kind === 'identity')
        ? null
        : refuse('required', 422, { label: 'field.documents.identity' }, 'documents');
    case 'addressServiceable':
      return notServiced(record, ctx);
    case 'patientComplete':
      return record.patients.length > 0
        ? null
        : refuse('required', 422, { label: 'field.patients' }, 'patients');
    case 'prescriptionPresent':
      return waiver || record.documents.some((one) => one.kind === 'prescription')
        ? null
        : refuse('required', 422, { label: 'field.waiver' }, 'waiver');
    case 'consentsRecorded':
      return consentMissing(record);
  }
}

/** `waiver` is the reason why no prescription is needed; one given with the case counts as well. */
export const tickChecklist = byVerifier<{ item: ChecklistItem; waiver?: string | undefined }>({
  input: z.object({ item: oneOf(checklistItems), waiver: note(200, 5).optional() }),
  right: 'edit',
  stages: ['inVerification'],
  decide(state, { item, waiver }, ctx) {
    if (state.ticks[item]) return [];
    const reason = item === 'prescriptionPresent' ? (waiver ?? state.record.prescriptionWaiver) : null;
    return (
      untrue(item, reason, state, ctx) ?? [{ type: 'SignupItemVerified', data: { item, waiver: reason } }]
    );
  },
});

/** Removes a manual tick; the phone's tick depends on the code alone. */
export const untick = byVerifier<{ item: ChecklistItem }>({
  input: z.object({ item: oneOf(checklistItems) }),
  right: 'edit',
  stages: ['inVerification'],
  decide: (state, { item }) =>
    item === 'phoneVerified' || !state.ticks[item] ? [] : [{ type: 'SignupItemUnverified', data: { item } }],
});

export const requestInfo = byVerifier<{ text: string }>({
  input: z.object({ text: note(500, 5) }),
  right: 'edit',
  stages: ['inVerification'],
  versioned: true,
  decide: (state, { text }, ctx, lease) => [
    { type: 'SignupInfoRequested', data: { text, ref: signupRef(ctx.id), submitter: state.submittedBy } },
    ...endLease(ownItem(ctx.id), lease, { type: 'QueueItemRemoved', data: { why: 'infoRequested' } }),
  ],
});

export const reject = byVerifier<{ reason: string }>({
  input: z.object({ reason: note(500, 5) }),
  right: 'approve',
  stages: ['inVerification'],
  versioned: true,
  decide: (state, { reason }, ctx, lease) => [
    {
      type: 'SignupRejected',
      data: { reason, ref: signupRef(ctx.id), submitter: state.submittedBy, leadId: state.record.leadId },
    },
    ...endLease(ownItem(ctx.id), lease, { type: 'QueueItemCompleted', data: {} }),
  ],
});

/**
 * Releases the row at once; the customer is created when the undo window ends. `prepare` may supply another
 * `undoMs`.
 */
export const verify = byVerifier<object>({
  input: z.object({}),
  right: 'approve',
  stages: ['inVerification'],
  versioned: true,
  decide(state, _input, ctx, lease) {
    const open = checklistItems.filter((item) => !state.ticks[item]);
    if (open.length > 0)
      return refuse('checklistIncomplete', 422, { items: open.map((item) => `item.${item}`) });
    const exists = customerExists(ctx);
    if (exists) return exists;
    const undoUntil = iso(
      ctx.now + ((ctx.prepared as { undoMs?: number } | undefined)?.undoMs ?? limits.undoMs),
    );
    return {
      events: [
        { type: 'SignupVerified', data: { verifier: personOf(ctx), undoUntil } },
        ...endLease(ownItem(ctx.id), lease, { type: 'QueueItemCompleted', data: {} }),
      ],
      answer: { undoUntil },
    };
  },
});

/** Within the window, by the same verifier, who gets the row back even if another row is in hand. */
export const undoVerify = command<SignupState, object>({
  input: z.object({}),
  need: 'Out Bound/signup-queue:approve',
  reads: (_input, _state, ctx) => queueReads(ctx),
  decide(state, _input, ctx) {
    if (state.stage === 'completed') return refuse('undoWindowOver', 410);
    const no = wrongStage(state, 'verified');
    if (no) return no;
    if (state.verifier?.empId !== ctx.viewer.empId)
      return refuse('notTheVerifier', 403, { name: state.verifier?.name ?? '' });
    if (ctx.now > Date.parse(state.undoUntil!)) return refuse('undoWindowOver', 410);
    const until = iso(ctx.now + limits.leaseWorkMs);
    const lease: Lease = {
      leaseId: ctx.newId(),
      empId: ctx.viewer.empId!,
      name: ctx.viewer.name,
      sessionId: ctx.viewer.sessionId,
      since: iso(ctx.now),
      until,
    };
    return {
      events: [
        { type: 'SignupVerificationUndone', data: { by: personOf(ctx) } },
        ...takeLease(
          ownItem(ctx.id),
          lease,
          { ref: signupRef(ctx.id), rule: signupLease },
          { type: 'QueueItemClaimed', data: {} },
        ),
        {
          stream: ownItem(ctx.id),
          type: 'QueueItemWorkStarted',
          data: { leaseId: lease.leaseId, empId: lease.empId, until },
        },
      ],
      answer: { leaseId: lease.leaseId, until },
    };
  },
});
