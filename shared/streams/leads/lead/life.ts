import { z } from 'zod';
import { businessDay, showDay } from '../../../core/day.ts';
import { blankable, id, name, note, oneOf, pincode } from '../../../core/fields.ts';
import { phoneKey } from '../../../core/phone.ts';
import { refuse } from '../../../core/refusal.ts';
import { command } from '../../../core/stream.ts';
import { employeeId, masterId } from '../../../core/record-id.ts';
import type { MasterState } from '../../masters/state.ts';
import { leadFace } from './calling.ts';
import { details } from './making.ts';
import { freeNumber, holderOf, keepNumber, lendNumber, numberTaken, ownNumber } from './number.ts';
import { lossRefused } from './loss.ts';
import { callRights, notOpen, over } from './open.ts';
import { placeReads, placeRefused } from './place.ts';
import { consentChannels, dialledPhone, leadSources, quietMs, type LeadState } from './state.ts';

const touched = z.strictObject({
  source: oneOf(leadSources),
  listId: masterId('leadListName').optional(),
  campaignId: masterId('leadCampaignName', { former: true }).optional(),
  note: blankable(note(500)).optional(),
});
const changed = z.strictObject({
  name: name(80).optional(),
  pincode: blankable(pincode()).optional(),
  ...details,
});
const why = z.strictObject({ reason: note(500, 3) });
const lost = z.strictObject({ reasonId: masterId('reason'), note: blankable(note(400, 3)).optional() });

/** Lost or exhausted: not contacted for a while. */
const isAside = ({ stage }: LeadState): boolean => stage === 'Lost' || stage === 'Exhausted';
const quietUntil = (state: LeadState): number => Date.parse(state.lostAt!) + quietMs;

/** The same number was entered again. A lead lost more than a month ago starts over. */
export const recordTouch = command<LeadState, z.output<typeof touched>>({
  input: touched,
  need: ['Masters/leadCreation:create', 'Out Bound/pharmaLeadNew:create'],
  reads: (input, state) => ({ ...ownNumber(state), ...placeReads(input) }),
  decide(state, input, ctx) {
    const no = over(state) ?? placeRefused(input, ctx);
    if (no) return no;
    const touch = { type: 'LeadTouchRecorded', data: { ...input, on: ctx.today } };
    if (!isAside(state) || ctx.now < quietUntil(state)) return [touch];
    const face = { ...leadFace(state, ctx.id), touchedAt: new Date(ctx.now).toISOString() };
    return (
      numberTaken(ctx) ?? [
        touch,
        { type: 'LeadReopened', data: { reason: 'touch', face } },
        ...keepNumber(state.phone, ctx),
      ]
    );
  },
});

/** Undoes the last touch; a lead that it reopened is lost again. */
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
  versioned: 'merge',
  merges: (input) => input,
  decide(state, input, ctx) {
    const no = over(state);
    if (no) return no;
    const now = Object.entries(input).filter(
      ([field, value]) => value !== undefined && value !== state[field as keyof LeadState],
    );
    if (now.length === 0) return [];
    const details: Partial<LeadState> = Object.fromEntries(now);
    const switches = state.otherSince != null && 'altPhone' in details;
    const face = switches ? { face: leadFace({ ...state, ...details }, ctx.id) } : {};
    return [{ type: 'LeadDetailsUpdated', data: { ...details, ...face } }];
  },
});

/** A team lead assigns the lead to an owner. */
export const reassign = command<LeadState, { ownerId: number }>({
  input: z.strictObject({ ownerId: employeeId() }),
  need: 'Out Bound/pharmaLead:approve',
  merges: ({ ownerId }) => ({ ownerId }),
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

/**
 * Marks the lead as lost for a reason from the list; some reasons require a text. The reason's current name
 * is stored with the lead.
 */
export const markLost = command<LeadState, z.output<typeof lost>>({
  input: lost,
  need: callRights,
  reads: ({ reasonId }) => ({ reason: `master-reason-${reasonId}` }),
  decide(state, { reasonId, note: text }, ctx) {
    const no = notOpen(state) ?? lossRefused(ctx.read.reason as MasterState, text);
    if (no) return no;
    const name = String((ctx.read.reason as MasterState).fields.vName);
    return [
      { type: 'LeadLost', data: { reasonId, reason: text ? `${name}: ${text}` : name } },
      ...lendNumber(state.phone, ctx),
    ];
  },
});

/** A team lead reopens a lead that was entered again while it was lost or exhausted. */
export const reopen = command<LeadState, { note?: string | null | undefined }>({
  input: z.strictObject({ note: blankable(note(500)).optional() }),
  need: 'Out Bound/pharmaLead:approve',
  reads: (_input, state) => ownNumber(state),
  decide(state, input, ctx) {
    const no = over(state);
    if (no) return no;
    if (!isAside(state)) return refuse('leadNotLost', 409);
    if (ctx.now < quietUntil(state))
      return refuse('leadTooEarly', 409, { from: showDay(businessDay(quietUntil(state))) });
    if (!state.touchedAt || state.touchedAt <= state.lostAt!) return refuse('leadNotTouched', 409);
    return (
      numberTaken(ctx) ?? [
        { type: 'LeadReopened', data: { reason: 'teamLead', ...input, face: leadFace(state, ctx.id) } },
        ...keepNumber(state.phone, ctx),
      ]
    );
  },
});

/** Do not call: nobody calls again or starts a new lead with the number until the person consents again. */
export const markDnc = command<LeadState, { reason: string }>({
  input: why,
  need: callRights,
  reads: (_input, state) => ownNumber(state),
  decide(state, { reason }, ctx) {
    const no = over(state);
    if (no) return no;
    if (state.stage === 'Dnc') return refuse('leadDncAlready', 409);
    const holder = holderOf(ctx);
    return [
      { type: 'LeadMarkedDnc', data: { reason, phoneKey: phoneKey(dialledPhone(state)) } },
      ...(holder === null || holder === `lead-${ctx.id}` ? keepNumber(state.phone, ctx) : []),
    ];
  },
});

const renewed = z.strictObject({ channel: oneOf(consentChannels), proof: note(500, 3) });
/** Records explicit new consent to calls. */
export const renewConsent = command<LeadState, z.output<typeof renewed>>({
  input: renewed,
  need: 'Out Bound/pharmaLead:edit',
  reads: (_input, state) => ownNumber(state),
  decide(state, { channel, proof }, ctx) {
    const no = over(state);
    if (no) return no;
    if (state.stage !== 'Dnc') return refuse('leadNotDnc', 409);
    return (
      numberTaken(ctx) ?? [
        {
          type: 'LeadConsentRenewed',
          data: {
            kind: 'explicit',
            channel,
            proof,
            face: { ...leadFace(state, ctx.id), consent: 'explicit' },
          },
        },
        ...keepNumber(state.phone, ctx),
      ]
    );
  },
});

/** A sign-up that names this lead created a customer, or the customer service reports it as one. */
export const convert = command<LeadState, { customerId: number; signupId: number | null }>({
  input: z.strictObject({ customerId: id(), signupId: id().nullable() }),
  need: 'system',
  reads: (_input, state) => ownNumber(state),
  decide: (state, { customerId, signupId }, ctx) =>
    over(state)
      ? refuse('noLongerNeeded', 409)
      : // A do-not-call number stays reserved: it may differ from the customer's.
        [
          { type: 'LeadConverted', data: { customerId, signupId } },
          ...(state.stage === 'Dnc' ? [] : freeNumber(state.phone, ctx)),
        ],
});
