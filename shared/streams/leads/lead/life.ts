import { z } from 'zod';
import { businessDay, showDay } from '../../../core/day.ts';
import { blankable, id, name, note, oneOf, pincode } from '../../../core/fields.ts';
import { reference } from '../../../core/reference.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import { command } from '../../../core/stream.ts';
import type { MasterState } from '../../masters/state.ts';
import { details } from './making.ts';
import { freeNumber, holderOf, keepNumber, lendNumber, numberTaken, ownNumber } from './number.ts';
import { lossShut } from './loss.ts';
import { placeReads, placeShut } from './place.ts';
import { consentChannels, leadSources, openStages, quietMs, type LeadState } from './state.ts';

const touched = z.strictObject({ source: oneOf(leadSources), listId: id().optional(), campaignId: id().optional(), note: blankable(note(500)).optional() });
const changed = z.strictObject({ name: name(80).optional(), pincode: blankable(pincode()).optional(), ...details });
const why = z.strictObject({ reason: note(500, 3) });
const lost = z.strictObject({ reasonId: id(), note: blankable(note(400, 3)).optional() });

/** Why nothing more is done with this lead: it was taken back, or is a customer now. */
function over(state: LeadState): Refusal | null {
  if (state.withdrawn) return refuse('leadWithdrawn', 409);
  return state.stage === 'Converted' ? refuse('leadConverted', 409, { customer: reference('CU', state.customerId!), customerId: state.customerId! }) : null;
}
function notOpen(state: LeadState): Refusal | null {
  return over(state) ?? (openStages.includes(state.stage) ? null : refuse('leadClosed', 409, { stage: `leadStage.${state.stage}` }));
}
const quietUntil = (state: LeadState): number => Date.parse(state.lostAt!) + quietMs;

/** The same number came again. One that was given up a month ago begins anew. */
export const recordTouch = command<LeadState, z.output<typeof touched>>({
  input: touched,
  need: 'Masters/leadCreation:create',
  reads: (input, state) => ({ ...ownNumber(state), ...placeReads(input) }),
  decide(state, input, ctx) {
    const no = over(state) ?? placeShut(input, ctx);
    if (no) return no;
    const touch = { type: 'LeadTouchRecorded', data: { ...input, on: ctx.today } };
    if (state.stage !== 'Lost' || ctx.now < quietUntil(state)) return [touch];
    return numberTaken(ctx) ?? [touch, { type: 'LeadReopened', data: { reason: 'touch' } }, ...keepNumber(state.phone, ctx)];
  },
});

/** Undoes the last touch; a lead that it began anew is given up again. */
export const withdrawTouch = command<LeadState, { reason: string }>({
  input: why,
  need: 'Masters/leadCreation:create',
  versioned: true,
  decide(state, { reason }, ctx) {
    if (state.touches < 2) return refuse('noTouch', 409);
    return [
      { type: 'LeadTouchWithdrawn', data: { reason } },
      ...(state.reopened ? [{ type: 'LeadLost', data: { reason } }, ...lendNumber(state.phone, ctx)] : []),
    ];
  },
});

export const updateDetails = command<LeadState, z.output<typeof changed>>({
  input: changed,
  need: ['Masters/leadCreation:create', 'Out Bound/pharmaLead:edit'],
  versioned: true,
  decide(state, input) {
    const no = over(state);
    if (no) return no;
    const now = Object.entries(input).filter(([field, value]) => value !== undefined && value !== state[field as keyof LeadState]);
    return now.length === 0 ? [] : [{ type: 'LeadDetailsUpdated', data: Object.fromEntries(now) }];
  },
});

/** Team leads say whose it is. */
export const reassign = command<LeadState, { ownerId: number }>({
  input: z.strictObject({ ownerId: id() }),
  need: 'Out Bound/pharmaLead:approve',
  decide(state, { ownerId }, ctx) {
    const no = notOpen(state);
    if (no) return no;
    if (ownerId === state.ownerId) return [];
    const owner = ctx.directory.employee(ownerId);
    if (!owner?.active) return refuse('notInList', 422, { label: 'owner' }, 'ownerId');
    if (state.pooId !== null && owner.poos.length > 0 && !owner.poos.includes(state.pooId))
      return refuse('leadOwnerElsewhere', 422, { name: owner.name }, 'ownerId');
    return [{ type: 'LeadReassigned', data: { ownerId, from: state.ownerId } }];
  },
});

/** Given up for a reason of the list; some of them ask for more words. What the reason was called then stays with the lead. */
export const markLost = command<LeadState, z.output<typeof lost>>({
  input: lost,
  need: 'Out Bound/pharmaLead:edit',
  reads: ({ reasonId }) => ({ reason: `master-reason-${reasonId}` }),
  decide(state, { reasonId, note: said }, ctx) {
    const no = notOpen(state) ?? lossShut(ctx.read.reason as MasterState, said);
    if (no) return no;
    const name = String((ctx.read.reason as MasterState).fields.vName);
    return [{ type: 'LeadLost', data: { reasonId, reason: said ? `${name}: ${said}` : name } }, ...lendNumber(state.phone, ctx)];
  },
});

/** One that came again while it was left alone: a team lead begins it anew. */
export const reopen = command<LeadState, { note?: string | null | undefined }>({
  input: z.strictObject({ note: blankable(note(500)).optional() }),
  need: 'Out Bound/pharmaLead:approve',
  reads: (_input, state) => ownNumber(state),
  decide(state, input, ctx) {
    const no = over(state);
    if (no) return no;
    if (state.stage !== 'Lost') return refuse('leadNotLost', 409);
    if (ctx.now < quietUntil(state)) return refuse('leadTooEarly', 409, { from: showDay(businessDay(quietUntil(state))) });
    if (!state.touchedAt || state.touchedAt <= state.lostAt!) return refuse('leadNotTouched', 409);
    return numberTaken(ctx) ?? [{ type: 'LeadReopened', data: { reason: 'teamLead', ...input } }, ...keepNumber(state.phone, ctx)];
  },
});

/** Nobody calls again, and nobody begins a new lead with the number, until they say so themselves. */
export const markDnc = command<LeadState, { reason: string }>({
  input: why,
  need: 'Out Bound/pharmaLead:edit',
  reads: (_input, state) => ownNumber(state),
  decide(state, { reason }, ctx) {
    const no = over(state);
    if (no) return no;
    if (state.stage === 'Dnc') return refuse('leadDncAlready', 409);
    const holder = holderOf(ctx);
    return [{ type: 'LeadMarkedDnc', data: { reason } }, ...(holder === null || holder === `lead-${ctx.id}` ? keepNumber(state.phone, ctx) : [])];
  },
});

const renewed = z.strictObject({ channel: oneOf(consentChannels), proof: note(500, 3) });
/** They agreed to calls again, in so many words. */
export const renewConsent = command<LeadState, z.output<typeof renewed>>({
  input: renewed,
  need: 'Out Bound/pharmaLead:edit',
  reads: (_input, state) => ownNumber(state),
  decide(state, { channel, proof }, ctx) {
    const no = over(state);
    if (no) return no;
    if (state.stage !== 'Dnc') return refuse('leadNotDnc', 409);
    return numberTaken(ctx) ?? [{ type: 'LeadConsentRenewed', data: { kind: 'explicit', channel, proof } }, ...keepNumber(state.phone, ctx)];
  },
});

/** A sign-up that named this lead made a customer, or the customer service tells that it became one. */
export const convert = command<LeadState, { customerId: number; signupId: number | null }>({
  input: z.strictObject({ customerId: id(), signupId: id().nullable() }),
  need: 'system',
  reads: (_input, state) => ownNumber(state),
  decide: (state, { customerId, signupId }, ctx) =>
    over(state)
      ? refuse('noLongerNeeded', 409)
      : // A number that must not be called stays held: it may be another one than the customer's.
        [{ type: 'LeadConverted', data: { customerId, signupId } }, ...(state.stage === 'Dnc' ? [] : freeNumber(state.phone, ctx))],
});
