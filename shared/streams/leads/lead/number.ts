import type { NewEvent } from '../../../core/event.ts';
import { inPoos } from '../../../core/permission.ts';
import { phoneKey } from '../../../core/phone.ts';
import { reference } from '../../../core/reference.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import { ownerAt, uniqueStream, type UniqueState } from '../../core/unique.ts';
import { quietMs, type LeadState } from './state.ts';

type Deciding = Pick<Ctx, 'now' | 'read' | 'viewer' | 'prepared'> & { readonly id: string };

/** Reservations of a phone number among leads and among customers. */
export const numberReads = (phone: string): Record<string, string> => ({
  lead: uniqueStream('leadPhone', phoneKey(phone)),
  customer: uniqueStream('customer-phone', phoneKey(phone)),
});
export const ownNumber = (state: Pick<LeadState, 'phone'>): Record<string, string> => ({
  lead: uniqueStream('leadPhone', phoneKey(state.phone)),
});

/** The lead (`lead-10021`) that holds the number: open, do-not-call, or lost less than 30 days ago. */
export function holderOf({ read, now }: Pick<Deciding, 'read' | 'now'>): string | null {
  return ownerAt(read.lead as UniqueState, now);
}

/** What `prepare` (server/families/master/uses.ts) found about the lead that holds the number. */
interface KnownLead {
  readonly stage: string;
  readonly owner: string | null;
  readonly pooId: number | null;
}

/** Why this number cannot be a new lead. A lead of another place is not named. */
export function numberTaken(ctx: Deciding): Refusal | null {
  const customer = (ctx.read.customer as UniqueState | undefined)?.owner;
  if (customer?.startsWith('customer-'))
    return refuse(
      'leadIsCustomer',
      409,
      { customer: reference('CU', customer.slice(9)), customerId: Number(customer.slice(9)) },
      'phone',
    );
  const holder = holderOf(ctx);
  if (holder === null || holder === `lead-${ctx.id}`) return null;
  const known = ctx.prepared?.known as KnownLead | undefined;
  if (known && known.pooId !== null && !inPoos(ctx.viewer, known.pooId))
    return refuse('leadElsewhere', 409, undefined, 'phone');
  const leadId = Number(holder.slice(5));
  return refuse(
    'leadDuplicate',
    409,
    {
      lead: reference('LD', leadId),
      leadId,
      stage: `leadStage.${known?.stage ?? 'open'}`,
      owner: known?.owner ?? 'leadOwner.nobody',
    },
    'phone',
  );
}

const reserve = (phone: string, id: string, until?: number): NewEvent => ({
  type: 'KeyReserved',
  data: { owner: `lead-${id}`, ...(until === undefined ? {} : { until: new Date(until).toISOString() }) },
  stream: uniqueStream('leadPhone', phoneKey(phone)),
});
/** Reserves the number for this lead without an end. */
export const keepNumber = (phone: string, ctx: Deciding): NewEvent[] => [reserve(phone, ctx.id)];
/** Lost lead: after 30 days the number may start a new one. */
export const lendNumber = (phone: string, ctx: Deciding): NewEvent[] => [
  reserve(phone, ctx.id, ctx.now + quietMs),
];
/** Releases the number unless another lead has it by now. */
export function freeNumber(phone: string, ctx: Deciding): NewEvent[] {
  if ((ctx.read.lead as UniqueState | undefined)?.owner !== `lead-${ctx.id}`) return [];
  return [
    {
      type: 'KeyReleased',
      data: { owner: `lead-${ctx.id}` },
      stream: uniqueStream('leadPhone', phoneKey(phone)),
    },
  ];
}
