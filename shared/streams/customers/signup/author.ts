import { z } from 'zod';
import { id, note } from '../../../core/fields.ts';
import { inPoos } from '../../../core/permission.ts';
import { refuse } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import { command } from '../../../core/stream.ts';
import { customerExists, incomplete, phoneReads, wrongStage } from './checks.ts';
import type { Consent, ConsentGiven, ConsentKind, DraftParts } from './fields.ts';
import { draftParts } from './fields.ts';
import { enterQueue, iso, queueReads, withFace } from './place.ts';
import type { Person, SignupRecord, SignupState } from './state.ts';

const create = 'Out Bound/customerSingup:create' as const;

export const personOf = (ctx: Pick<Ctx, 'actor'>): Person => ({ empId: ctx.actor.empId, name: ctx.actor.name });

/** The given parts as a patch; a consent keeps its first moment while it says the same. */
export function patchOf(parts: DraftParts, before: SignupRecord, at: string): Partial<SignupRecord> {
  const { consents, ...rest } = parts;
  const patch: Record<string, unknown> = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
  if (consents) {
    const kept: Partial<Record<ConsentKind, Consent>> = { ...before.consents };
    for (const [kind, given] of Object.entries(consents) as [ConsentKind, ConsentGiven | undefined][]) {
      const old = before.consents[kind];
      if (given) kept[kind] = old && old.given === given.given && old.version === given.version && old.channel === given.channel ? old : { ...given, at };
    }
    patch.consents = kept;
  }
  return patch as Partial<SignupRecord>;
}

/** A new case at a place of operation of the author; everything else may come now or later. */
export const start = command<SignupState, DraftParts & { pooId?: number | undefined }>({
  input: z.object({ pooId: id().optional(), ...draftParts }) as unknown as z.ZodType<DraftParts & { pooId?: number | undefined }>,
  need: create,
  creates: true,
  decide(state, { pooId, ...parts }, ctx) {
    if (state.stage !== 'none') return refuse('wrongStage', 409, { stage: `stage.${state.stage}` });
    const place = pooId ?? ctx.directory.employee(ctx.viewer.empId ?? 0)?.primaryPooId ?? null;
    if (place == null) return refuse('required', 422, { label: 'field.pooId' }, 'pooId');
    if (!ctx.directory.poo(place) || !inPoos(ctx.viewer, place)) return refuse('notInList', 422, { label: 'field.pooId' }, 'pooId');
    return [{ type: 'SignupStarted', data: { startedBy: personOf(ctx), record: { pooId: place, ...patchOf(parts, state.record, iso(ctx.now)) } } }];
  },
});

/** Keeps a draft, or what was asked for; nothing changed writes nothing. */
export const save = command<SignupState, DraftParts>({
  input: z.object(draftParts) as unknown as z.ZodType<DraftParts>,
  need: create,
  versioned: true,
  decide(state, parts, ctx) {
    const no = wrongStage(state, 'draft', 'infoRequested');
    if (no) return no;
    const patch = patchOf(parts, state.record, iso(ctx.now));
    const changed = Object.entries(patch).filter(([part, value]) => JSON.stringify(value) !== JSON.stringify(state.record[part as keyof SignupRecord]));
    return changed.length === 0 ? [] : [{ type: 'SignupSaved', data: { record: Object.fromEntries(changed) } }];
  },
});

export const submit = command<SignupState, object>({
  input: z.object({}),
  need: create,
  versioned: true,
  reads: (_input, state, ctx) => ({ ...queueReads(ctx), ...phoneReads(state) }),
  decide(state, _input, ctx) {
    const no = wrongStage(state, 'draft') ?? incomplete(state.record, ctx) ?? customerExists(ctx);
    if (no) return no;
    const { event, after } = withFace(state, { type: 'SignupSubmitted', data: { submittedBy: personOf(ctx), placeAt: iso(ctx.now) } }, ctx);
    return [event, enterQueue(after, ctx)];
  },
});

/** Back into the queue after the information was given, at the old place. */
export const resubmit = command<SignupState, { answer?: string | undefined }>({
  input: z.object({ answer: note(500).optional() }),
  need: create,
  versioned: true,
  reads: (_input, state, ctx) => ({ ...queueReads(ctx), ...phoneReads(state) }),
  decide(state, { answer }, ctx) {
    const no = wrongStage(state, 'infoRequested') ?? incomplete(state.record, ctx) ?? customerExists(ctx);
    if (no) return no;
    const { event, after } = withFace(state, { type: 'SignupResubmitted', data: { submittedBy: personOf(ctx), answer: answer ?? null } }, ctx);
    return [event, enterQueue(after, ctx)];
  },
});
