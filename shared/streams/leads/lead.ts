import { z } from 'zod';
import { DAY_MS } from '../../core/day.ts';
import { blankable, dialablePhone, email, id, name, note, oneOf, phone, pincode, text } from '../../core/fields.ts';
import type { Fact } from '../../core/event.ts';
import { inPoos } from '../../core/permission.ts';
import { phoneKey } from '../../core/phone.ts';
import { reference } from '../../core/reference.ts';
import { refuse } from '../../core/refusal.ts';
import { command, defineStream } from '../../core/stream.ts';
import { words } from '../../core/words.ts';
import { uniqueStream } from '../core/unique.ts';

export const leadSources = ['import', 'event', 'DSA', 'doctor', 'walk-in', 'web', 'TPD', 'referral'] as const;
export const leadInterests = ['pharmacy', 'care', 'apparel'] as const;

/** Somebody who may become a customer. A phone number is one lead: when it comes again, that is a touch. */
export interface LeadState {
  readonly exists: boolean;
  readonly stage: 'New' | 'Lost';
  readonly name: string;
  readonly phone: string;
  readonly altPhone: string | null;
  readonly email: string | null;
  readonly pincode: string | null;
  readonly pooId: number | null;
  readonly interest: string | null;
  readonly listId: number | null;
  readonly campaignId: number | null;
  readonly source: string | null;
  readonly language: string | null;
  readonly consent: string;
  readonly ownerId: number | null;
  readonly touches: number;
  readonly lostAt: string | null;
  /** The last thing that happened was a touch that began it anew. */
  readonly reopened?: boolean;
  /** Came with an import that was taken back: on no list any more. */
  readonly withdrawn?: true;
}

const details = {
  altPhone: blankable(phone()).optional(),
  email: blankable(email()).optional(),
  interest: blankable(oneOf(leadInterests)).optional(),
  language: blankable(text(3, 2).regex(/^[a-z]{2,3}$/, 'notInList')).optional(),
};
const created = z.strictObject({
  name: name(80),
  phone: dialablePhone(),
  pincode: blankable(pincode()).optional(),
  pooId: id().optional(),
  listId: id().optional(),
  campaignId: id().optional(),
  source: oneOf(leadSources),
  consent: oneOf(['none', 'inferred', 'explicit']).optional(),
  ...details,
});
const arrived = z.strictObject({ name: z.string().min(1).max(80), phone: dialablePhone(), eventId: id(), attendeeId: id() });
const touched = z.strictObject({ source: oneOf(leadSources), listId: id().optional(), campaignId: id().optional(), note: blankable(note(500)).optional() });
const quietDays = 30;

export const lead = defineStream<LeadState>({
  name: 'lead',
  area: 'leads',
  initial: () => ({
    exists: false,
    stage: 'New',
    name: '',
    phone: '',
    altPhone: null,
    email: null,
    pincode: null,
    pooId: null,
    interest: null,
    listId: null,
    campaignId: null,
    source: null,
    language: null,
    consent: 'none',
    ownerId: null,
    touches: 0,
    lostAt: null,
  }),
  evolve(state, event: Fact) {
    switch (event.type) {
      case 'LeadCreated':
        return { ...state, ...event.data, exists: true, touches: 1 };
      case 'LeadTouchRecorded':
        return { ...state, touches: state.touches + 1, ...(state.reopened ? { reopened: false } : {}) };
      case 'LeadTouchWithdrawn':
        return { ...state, touches: state.touches - 1 };
      case 'LeadWithdrawn':
        return { ...state, withdrawn: true };
      case 'LeadDetailsUpdated':
        return { ...state, ...event.data };
      case 'LeadReassigned':
        return { ...state, ownerId: event.data.ownerId };
      case 'LeadLost':
        return { ...state, stage: 'Lost', lostAt: event.at };
      case 'LeadReopened':
        return { ...state, stage: 'New', lostAt: null, ...(event.data.reason === 'touch' ? { reopened: true } : {}) };
      default:
        return state;
    }
  },
  visible: (state, viewer) => state.pooId === null || inPoos(viewer, state.pooId),
  commands: {
    createLead: command<LeadState, z.output<typeof created>>({
      input: created,
      need: 'Masters/leadCreation:create',
      creates: true,
      reads: (input) => ({ lead: uniqueStream('leadPhone', phoneKey(input.phone)), customer: uniqueStream('customer-phone', phoneKey(input.phone)) }),
      decide(state, input, ctx) {
        if (state.exists) return refuse('alreadyExists', 409);
        const customer = (ctx.read.customer as { owner: string | null }).owner;
        if (customer?.startsWith('customer-'))
          return refuse('leadIsCustomer', 409, { customer: reference('CU', customer.slice(9)), customerId: Number(customer.slice(9)) }, 'phone');
        const other = (ctx.read.lead as { owner: string | null }).owner;
        if (other) return refuse('leadDuplicate', 409, { lead: reference('LD', other.slice(5)), leadId: Number(other.slice(5)) }, 'phone');
        const pooId = input.pooId ?? (ctx.prepared?.pooId as number | undefined) ?? null;
        if (pooId !== null && !ctx.directory.poo(pooId)) return refuse('notInList', 422, { label: 'place of operation' }, 'pooId');
        const filled = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== null && value !== undefined));
        return [
          { type: 'LeadCreated', data: { ...filled, consent: input.consent ?? 'none', pooId, leadId: Number(ctx.id) } },
          { type: 'KeyReserved', data: { owner: `lead-${ctx.id}` }, stream: uniqueStream('leadPhone', phoneKey(input.phone)) },
        ];
      },
    }),
    /** Somebody came to an event: a new lead, a touch of a known one, nothing for a customer. */
    arrive: command<LeadState, z.output<typeof arrived>>({
      input: arrived,
      need: 'system',
      creates: true,
      reads: (input) => ({ lead: uniqueStream('leadPhone', phoneKey(input.phone)), customer: uniqueStream('customer-phone', phoneKey(input.phone)) }),
      decide(state, { attendeeId, eventId, ...input }, ctx) {
        if (state.exists) return refuse('alreadyExists', 409);
        if ((ctx.read.customer as { owner: string | null }).owner?.startsWith('customer-')) return [];
        const from = { attendeeId, eventId, source: 'event' };
        const known = (ctx.read.lead as { owner: string | null }).owner;
        if (known) return [{ type: 'LeadTouchRecorded', data: { ...from, on: ctx.today }, stream: known }];
        const pooId = (ctx.prepared?.pooId as number | undefined) ?? null;
        return [
          { type: 'LeadCreated', data: { ...input, ...from, consent: 'none', pooId, leadId: Number(ctx.id) } },
          { type: 'KeyReserved', data: { owner: `lead-${ctx.id}` }, stream: uniqueStream('leadPhone', phoneKey(input.phone)) },
        ];
      },
    }),
    /** The same number came again. One that was given up a month ago begins anew. */
    recordTouch: command<LeadState, z.output<typeof touched>>({
      input: touched,
      need: 'Masters/leadCreation:create',
      decide(state, input, ctx) {
        if (state.withdrawn) return refuse('leadWithdrawn', 409);
        const touch = { type: 'LeadTouchRecorded', data: { ...input, on: ctx.today } };
        const quietOver = state.stage === 'Lost' && state.lostAt !== null && ctx.now - Date.parse(state.lostAt) >= quietDays * DAY_MS;
        return quietOver ? [touch, { type: 'LeadReopened', data: { reason: 'touch' } }] : [touch];
      },
    }),
    /** Undoes the very making of a lead, as long as nothing has happened to it since: for imports that are taken back. */
    withdraw: command<LeadState, { reason: string }>({
      input: z.strictObject({ reason: note(500, 3) }),
      need: 'Masters/leadCreation:create',
      versioned: true,
      decide: (state, { reason }, ctx) =>
        state.withdrawn
          ? refuse('leadWithdrawn', 409)
          : [
              { type: 'LeadWithdrawn', data: { reason } },
              { type: 'KeyReleased', data: { owner: `lead-${ctx.id}` }, stream: uniqueStream('leadPhone', phoneKey(state.phone)) },
            ],
    }),
    /** Undoes the last touch; a lead that it began anew is given up again. */
    withdrawTouch: command<LeadState, { reason: string }>({
      input: z.strictObject({ reason: note(500, 3) }),
      need: 'Masters/leadCreation:create',
      versioned: true,
      decide: (state, { reason }) =>
        state.touches < 2
          ? refuse('noTouch', 409)
          : [{ type: 'LeadTouchWithdrawn', data: { reason } }, ...(state.reopened ? [{ type: 'LeadLost', data: { reason } }] : [])],
    }),
    updateDetails: command<LeadState, Partial<z.output<typeof created>>>({
      input: z.strictObject({ name: name(80).optional(), pincode: blankable(pincode()).optional(), ...details }),
      need: ['Masters/leadCreation:create', 'Out Bound/pharmaLead:edit'],
      versioned: true,
      decide(state, input) {
        const changed = Object.entries(input).filter(([field, value]) => value !== undefined && value !== state[field as keyof LeadState]);
        return changed.length === 0 ? [] : [{ type: 'LeadDetailsUpdated', data: Object.fromEntries(changed) }];
      },
    }),
    reassign: command<LeadState, { ownerId: number }>({
      input: z.strictObject({ ownerId: id() }),
      need: 'Out Bound/pharmaLead:edit',
      decide(state, { ownerId }, ctx) {
        if (ownerId === state.ownerId) return [];
        if (!ctx.directory.employee(ownerId)?.active) return refuse('notInList', 422, { label: 'owner' }, 'ownerId');
        return [{ type: 'LeadReassigned', data: { ownerId, from: state.ownerId } }];
      },
    }),
    markLost: command<LeadState, { reason: string }>({
      input: z.strictObject({ reason: note(500, 3) }),
      need: 'Out Bound/pharmaLead:edit',
      decide: (state, { reason }) => (state.stage === 'Lost' ? refuse('leadLostAlready', 409) : [{ type: 'LeadLost', data: { reason } }]),
    }),
  },
  words: words({
    en: {
      LeadCreated: 'Lead created',
      LeadTouchRecorded: 'Came again',
      LeadTouchWithdrawn: 'Coming again taken back',
      LeadWithdrawn: 'Taken back with the import',
      LeadDetailsUpdated: 'Details changed',
      LeadReassigned: 'Given to somebody',
      LeadLost: 'Given up',
      LeadReopened: 'Begun anew',
      leadDuplicate: 'Lead {{lead}} already has this number. Add this source to it.',
      leadIsCustomer: 'Customer {{customer}} has this number.',
      leadLostAlready: 'This lead was given up already.',
      leadWithdrawn: 'This lead came with an import that was taken back.',
      noTouch: 'It came only once.',
    },
    es: {
      LeadCreated: 'Prospecto creado',
      LeadTouchRecorded: 'Volvió a contactar',
      LeadTouchWithdrawn: 'Contacto deshecho',
      LeadWithdrawn: 'Retirado con la importación',
      LeadDetailsUpdated: 'Datos cambiados',
      LeadReassigned: 'Asignado',
      LeadLost: 'Abandonado',
      LeadReopened: 'Reabierto',
      leadDuplicate: 'El prospecto {{lead}} ya tiene este número. Añada este origen.',
      leadIsCustomer: 'El cliente {{customer}} tiene este número.',
      leadLostAlready: 'Este prospecto ya se abandonó.',
      leadWithdrawn: 'Este prospecto llegó con una importación que se deshizo.',
      noTouch: 'Solo llegó una vez.',
    },
  }),
  story: [
    { as: 'system', stream: 'lead-1', command: 'createLead', input: { name: 'Mohan Rao', phone: '5550110021', pincode: '560041', pooId: 1, source: 'event' } },
    { as: 'admin', stream: 'lead-1', command: 'recordTouch', input: { source: 'web' } },
    { as: 'admin', stream: 'lead-1', command: 'reassign', input: { ownerId: 101 } },
    { as: 'admin', stream: 'lead-1', command: 'markLost', input: { reason: 'Moved away' } },
  ],
});
