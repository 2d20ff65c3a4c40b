import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import {
  blankable,
  dialablePhone,
  email,
  id,
  name,
  note,
  oneOf,
  phone,
  pincode,
  text,
} from '../../../core/fields.ts';
import { placeTakes } from '../../../core/directory.ts';
import type { NewEvent } from '../../../core/event.ts';
import { refuse } from '../../../core/refusal.ts';
import { command, type Ctx } from '../../../core/stream.ts';
import type { MasterState } from '../../masters/state.ts';
import type { UniqueState } from '../../core/unique.ts';
import { masterId, placeId } from '../../../core/record-id.ts';
import { freeNumber, holderOf, keepNumber, numberReads, numberTaken, ownNumber } from './number.ts';
import { placeReads, placeRefused } from './place.ts';
import { leadInterests, leadSources, type LeadState } from './state.ts';

export const details = {
  altPhone: blankable(phone()).optional(),
  email: blankable(email()).optional(),
  interest: blankable(oneOf(leadInterests)).optional(),
  language: blankable(text(3, 2).regex(/^[a-z]{2,3}$/, 'notInList')).optional(),
};
const created = z.strictObject({
  name: name(80),
  phone: dialablePhone(),
  pincode: blankable(pincode()).optional(),
  pooId: placeId({ anywhere: true }).optional(),
  listId: masterId('leadListName').optional(),
  campaignId: masterId('leadCampaignName', { former: true }).optional(),
  source: oneOf(leadSources),
  consent: oneOf(['none', 'inferred', 'explicit']).optional(),
  ...details,
});
const arrived = z.strictObject({
  name: texts.own().min(1).max(80),
  phone: dialablePhone(),
  eventId: id(),
  attendeeId: id(),
});

/**
 * Queued in the same commit: an import is undone at the version it created, which a later command would have
 * moved.
 */
function born(
  data: Readonly<Record<string, unknown>> & { readonly phone: string },
  ctx: Ctx & { readonly id: string },
): NewEvent[] {
  return [
    { type: 'LeadCreated', data: { ...data, leadId: Number(ctx.id) } },
    { type: 'LeadQueued', data: {} },
    ...keepNumber(data.phone, ctx),
  ];
}

export const createLead = command<LeadState, z.output<typeof created>>({
  input: created,
  need: ['Masters/leadCreation:create', 'Out Bound/pharmaLeadNew:create'],
  creates: true,
  reads: (input) => ({ ...numberReads(input.phone), ...placeReads(input) }),
  decide(state, input, ctx) {
    if (state.exists) return refuse('alreadyExists', 409);
    const no = numberTaken(ctx) ?? placeRefused(input, ctx);
    if (no) return no;
    const pooId = input.pooId ?? (ctx.prepared?.pooId as number | undefined) ?? null;
    if (pooId !== null && !placeTakes(ctx.directory, pooId))
      return refuse('notInList', 422, { label: 'place of operation' }, 'pooId');
    const filled = Object.fromEntries(
      Object.entries(input).filter(([, value]) => value !== null && value !== undefined),
    );
    const campaign: MasterState | undefined = ctx.read.campaign;
    return born(
      {
        ...filled,
        ...(campaign ? { campaign: String(campaign.fields.vName ?? '') } : {}),
        phone: input.phone,
        consent: input.consent ?? 'none',
        pooId,
      },
      ctx,
    );
  },
});

/** Registers a visitor of an event: a new lead, a touch of a known one, nothing for a customer. */
export const arrive = command<LeadState, z.output<typeof arrived>>({
  input: arrived,
  need: 'system',
  creates: true,
  reads: (input) => numberReads(input.phone),
  decide(state, { attendeeId, eventId, ...input }, ctx) {
    if (state.exists) return refuse('alreadyExists', 409);
    if ((ctx.read.customer as UniqueState).owner?.startsWith('customer-')) return [];
    const from = { attendeeId, eventId, source: 'event' };
    const known = holderOf(ctx);
    if (known) return [{ type: 'LeadTouchRecorded', data: { ...from, on: ctx.today }, stream: known }];
    const pooId = (ctx.prepared?.pooId as number | undefined) ?? null;
    return born({ ...input, ...from, consent: 'none', pooId }, ctx);
  },
});

/** Undoes the creation of a lead that nothing has happened to since, when its import is undone. */
export const withdraw = command<LeadState, { reason: string }>({
  input: z.strictObject({ reason: note(500, 3) }),
  need: 'Masters/leadCreation:create',
  versioned: true,
  reads: (_input, state) => ownNumber(state),
  decide: (state, { reason }, ctx) =>
    state.withdrawn
      ? refuse('leadWithdrawn', 409)
      : [{ type: 'LeadWithdrawn', data: { reason } }, ...freeNumber(state.phone, ctx)],
});
