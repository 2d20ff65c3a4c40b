import { z } from 'zod';
import { note } from '../../../core/fields.ts';
import { placeTakes } from '../../../core/directory.ts';
import { inPoos } from '../../../core/permission.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import { command } from '../../../core/stream.ts';
import { placeId } from '../../../core/record-id.ts';
import type { FileState } from '../../core/file.ts';
import { customerExists, incomplete, phoneReads, wrongStage } from './checks.ts';
import type { Applicant, Consent, ConsentGiven, ConsentKind, DraftParts } from './fields.ts';
import { draftParts } from './fields.ts';
import { enterQueue, iso, queueReads, withFace } from './place.ts';
import type { Person, SignupRecord, SignupState } from './state.ts';

const create = 'Out Bound/customerSingup:create' as const;

export const personOf = (ctx: Pick<Ctx, 'actor'>): Person => ({
  empId: ctx.actor.empId,
  name: ctx.actor.name,
});

/** The given parts as a patch; a consent keeps its first moment while it says the same. */
const given = (part: object): object =>
  Object.fromEntries(Object.entries(part).filter(([, value]) => value !== undefined));

export function patchOf(parts: DraftParts, before: SignupRecord, at: string): Partial<SignupRecord> {
  const { consents, ...rest } = parts;
  const patch: Record<string, unknown> = { ...given(rest) };
  for (const part of ['applicant', 'address'] as const)
    if (parts[part]) patch[part] = { ...before[part], ...given(parts[part]) };
  // A case always has a language.
  if (patch.applicant)
    patch.applicant = { ...patch.applicant, language: (patch.applicant as Applicant).language ?? 'en' };
  if (consents) {
    const kept: Partial<Record<ConsentKind, Consent>> = { ...before.consents };
    for (const [kind, given] of Object.entries(consents) as [ConsentKind, ConsentGiven | undefined][]) {
      const old = before.consents[kind];
      if (given)
        kept[kind] =
          old && old.given === given.given && old.version === given.version && old.channel === given.channel
            ? old
            : { ...given, at };
    }
    patch.consents = kept;
  }
  return patch as Partial<SignupRecord>;
}

const papersRead = ({ documents = [] }: DraftParts): Record<string, string> =>
  Object.fromEntries(documents.map(({ fileId }) => [`file:${fileId}`, `file-${fileId}`]));

/** Whoever sees a case opens its documents: nobody brings in what somebody else uploaded for something else. */
function papersRefused({ documents = [] }: DraftParts, { record }: SignupState, ctx: Ctx): Refusal | null {
  const foreign = documents.findIndex(({ fileId }) => {
    const file = ctx.read[`file:${fileId}`] as FileState | undefined;
    return (
      file?.exists === true &&
      file.by !== ctx.viewer.empId &&
      !record.documents.some((one) => one.fileId === fileId)
    );
  });
  return foreign < 0 ? null : refuse('fileNotYours', 422, undefined, `documents.${foreign}.fileId`);
}

/** Starts a case at one of the author's places of operation; everything else may follow later. */
export const start = command<SignupState, DraftParts & { pooId?: number | undefined }>({
  input: z.object({ pooId: placeId().optional(), ...draftParts }) as unknown as z.core.$ZodType<
    DraftParts & { pooId?: number | undefined }
  >,
  need: create,
  creates: true,
  reads: papersRead,
  decide(state, { pooId, ...parts }, ctx) {
    if (state.stage !== 'none') return refuse('wrongStage', 409, { stage: `stage.${state.stage}` });
    const no = papersRefused(parts, state, ctx);
    if (no) return no;
    const place = pooId ?? ctx.directory.employee(ctx.viewer.empId ?? 0)?.primaryPooId ?? null;
    if (place == null) return refuse('required', 422, { label: 'field.pooId' }, 'pooId');
    if (!placeTakes(ctx.directory, place) || !inPoos(ctx.viewer, place))
      return refuse('notInList', 422, { label: 'field.pooId' }, 'pooId');
    return [
      {
        type: 'SignupStarted',
        data: {
          startedBy: personOf(ctx),
          record: { pooId: place, ...patchOf(parts, state.record, iso(ctx.now)) },
        },
      },
    ];
  },
});

/** Saves a draft or the requested information; writes nothing when nothing changed. */
export const save = command<SignupState, DraftParts>({
  input: z.object(draftParts) as unknown as z.core.$ZodType<DraftParts>,
  need: create,
  versioned: true,
  reads: papersRead,
  decide(state, parts, ctx) {
    const no = wrongStage(state, 'draft', 'infoRequested') ?? papersRefused(parts, state, ctx);
    if (no) return no;
    const patch = patchOf(parts, state.record, iso(ctx.now));
    const changed = Object.entries(patch).filter(
      ([part, value]) => JSON.stringify(value) !== JSON.stringify(state.record[part as keyof SignupRecord]),
    );
    return changed.length === 0
      ? []
      : [{ type: 'SignupSaved', data: { record: Object.fromEntries(changed) } }];
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
    const { event, after } = withFace(
      state,
      { type: 'SignupSubmitted', data: { submittedBy: personOf(ctx), placeAt: iso(ctx.now) } },
      ctx,
    );
    return [event, enterQueue(after, ctx)];
  },
});

/** Returns the case to the queue with its original rank, after the requested information was given. */
export const resubmit = command<SignupState, { answer?: string | undefined }>({
  input: z.object({ answer: note(500).optional() }),
  need: create,
  versioned: true,
  reads: (_input, state, ctx) => ({ ...queueReads(ctx), ...phoneReads(state) }),
  decide(state, { answer }, ctx) {
    const no = wrongStage(state, 'infoRequested') ?? incomplete(state.record, ctx) ?? customerExists(ctx);
    if (no) return no;
    const { event, after } = withFace(
      state,
      { type: 'SignupResubmitted', data: { submittedBy: personOf(ctx), answer: answer ?? null } },
      ctx,
    );
    return [event, enterQueue(after, ctx)];
  },
});
