import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import * as fields from '../../../core/fields.ts';
import type { NewEvent } from '../../../core/event.ts';
import { inPoos, type Permission } from '../../../core/permission.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import { command, defineStream, type Ctx } from '../../../core/stream.ts';
import { own as toParcel, dueForPart } from '../../delivery/parcel/rules.ts';
import { deliveryStream, type DeliveryState, type ParcelStage } from '../../delivery/parcel/state.ts';
import { firstOf } from '../../documents/commands.ts';
import { dcStream, type DcState } from '../../sales/dc/state.ts';
import { cashReads, receive } from '../day/cash.ts';
import { reconcileNeed } from '../deposit/need.ts';
import {
  evolvePaylink,
  noPaylink,
  overdue,
  paylinkLife,
  parcelId,
  type PaylinkEvent,
  type PaylinkFace,
  type PaylinkState,
} from './state.ts';
import { paylinkTranslations } from './translations.ts';

/** Whoever sells, sends parcels or reminds customers of them asks for the money as well. */
export const paylinkNeeds: readonly Permission[] = [
  'Inventory/invoiceList:view',
  'Delivery/deliveryStatement:create',
  'Out Bound/delivery-remainder:edit',
];
export const paylinkLimits = { openMs: 7 * 86_400_000, attempts: 10 } as const;

const payable: readonly ParcelStage[] = [
  'unassigned',
  'assigned',
  'accepted',
  'handedOver',
  'out',
  'undelivered',
];
const parcelOf = (ctx: Pick<Ctx, 'read'>): DeliveryState => ctx.read['parcel'];
const reads = (_input: unknown, state: PaylinkState) => ({ parcel: deliveryStream(parcelId(state)) });
const allowed = (state: PaylinkState, step: string): boolean =>
  state.exists && paylinkLife.next(state.stage, step) !== null;
const own = (state: Pick<PaylinkState, 'id'>, { type, data }: PaylinkEvent): NewEvent => ({
  stream: `paylink-${state.id}`,
  type,
  data: { ...data },
});
const outside = (state: PaylinkState, ctx: Ctx): Refusal | null =>
  !state.exists
    ? refuse('notFound', 404)
    : ctx.viewer.kind !== 'person' || inPoos(ctx.viewer, state.pooId)
      ? null
      : refuse('pooNotMapped', 403, { poo: state.code });
const wrong = (state: PaylinkState, step: string): Refusal | null =>
  allowed(state, step)
    ? null
    : refuse('wrongState', 409, {
        doc: state.number,
        state: `stage.${state.stage}`,
        allowed: paylinkLife.from(step).map((stage) => `stage.${stage}`),
      });

/** What the parcel still takes by a link. */
export const owes = (parcel: Pick<DeliveryState, 'exists' | 'stage' | 'codDuePaise'>): number =>
  parcel.exists && payable.includes(parcel.stage) ? parcel.codDuePaise : 0;

function faceOf(parcel: DeliveryState): PaylinkFace {
  const { pooId, code, number, invoiceId, invoiceNumber, customerId, customer, phone } = parcel;
  return { pooId, code, number, invoiceId, invoiceNumber, customerId, customer, phone };
}

/** Makes a link for what is to be collected for a parcel; one at a time. */
const create = command<PaylinkState, object>({
  input: z.strictObject({}),
  need: paylinkNeeds,
  creates: true,
  reads,
  decide: (state, _input, ctx) => {
    const parcel = parcelOf(ctx);
    if (!parcel.exists) return refuse('notFound', 404);
    if (ctx.viewer.kind === 'person' && !inPoos(ctx.viewer, parcel.pooId))
      return refuse('pooNotMapped', 403, { poo: parcel.code });
    if (owes(parcel) === 0) return refuse('nothingToPay', 409, { doc: parcel.number });
    if (state.exists && !allowed(state, 'create')) return refuse('linkStands', 409, { doc: parcel.number });
    const until = new Date(ctx.now + paylinkLimits.openMs).toISOString();
    return [
      own(state, {
        type: 'PaymentLinkCreated',
        data: { ...faceOf(parcel), n: state.n + 1, paise: owes(parcel), until },
      }),
    ];
  },
});

/** The customer goes to the payment provider. */
const begin = command<PaylinkState, { payRef: string }>({
  input: z.strictObject({ payRef: texts.code(/^pay-\d{1,10}-[0-9a-f]{24}$/) }),
  need: 'system',
  reads,
  decide: (state, { payRef }, ctx) => {
    if (!allowed(state, 'begin') || overdue(state, ctx.now)) return refuse('linkOver', 409);
    const paise = owes(parcelOf(ctx));
    if (paise === 0) return refuse('nothingToPay', 409, { doc: state.number });
    if (state.attempts.length >= paylinkLimits.attempts)
      return refuse('tooManyAttempts', 429, { n: paylinkLimits.attempts });
    return { events: [own(state, { type: 'PaymentBegun', data: { payRef, paise } })], answer: { paise } };
  },
});

const reportInput = z.strictObject({
  payRef: texts.own().max(60),
  providerId: texts.own().max(120).nullable(),
  status: z.enum(['failed', 'paid']),
  paise: z.int().min(0).max(9_99_99_99_999),
  at: z.iso.datetime({ offset: true }),
});
/**
 * What the provider tells of a payment: late, twice, or about a link that has ended. Money that came is never turned away: what the
 * parcel does not owe any more is owed to the customer.
 */
const report = command<PaylinkState, z.output<typeof reportInput>>({
  input: reportInput,
  need: 'system',
  reads: (input, state, ctx) => ({ ...reads(input, state), ...cashReads(state.pooId, ctx.today) }),
  decide: (state, { payRef, providerId, status, paise, at }, ctx) => {
    const attempt = state.attempts.find((one) => one.payRef === payRef);
    if (!attempt) return refuse('notFound', 404);
    if (attempt.result === 'captured') return { events: [], answer: { ignored: 'known' } };
    if (status === 'failed')
      return attempt.result === 'failed' || state.attempts.at(-1) !== attempt || !allowed(state, 'fail')
        ? { events: [], answer: { ignored: 'older' } }
        : [own(state, { type: 'PaymentFailed', data: { payRef } })];
    if (paise === 0) return refuse('badFormat', 422, { label: 'paise' }, 'paise');
    const parcel = parcelOf(ctx);
    const appliedPaise = Math.min(paise, owes(parcel));
    const paid: PaylinkEvent = {
      type: 'PaymentCaptured',
      data: { payRef, providerId, paise, appliedPaise, owedPaise: paise - appliedPaise, paidAt: at },
    };
    return [
      own(state, paid),
      ...(appliedPaise > 0
        ? [toParcel(parcel, { type: 'ParcelPaidOnline', data: { paise: appliedPaise } })]
        : []),
      ...receive(ctx, state.pooId, [
        {
          entryId: payRef,
          mode: 'link',
          paise,
          ref: { type: 'delivery', id: parcelId(state), number: state.number },
          customerId: state.customerId,
          from: state.customer,
          carriedFrom: null,
        },
      ]),
    ];
  },
});

/** What the customer has to pay for the parcel as it ended, beside what was paid in advance; null while that is not known. */
function finalDue(parcel: DeliveryState, dc: DcState): number | null {
  if (dc.stage === 'cancelled') return 0;
  const advance = dc.header.payablePaise - dc.header.codDuePaise;
  if (parcel.stage === 'delivered') return parcel.payablePaise - advance;
  if (parcel.accepted.length > 0) return Math.max(0, dueForPart(parcel, parcel.rto) - advance);
  return parcel.stage === 'rtoReceived' || parcel.stage === 'closed' ? 0 : null;
}

/** The parcel came to an end: an open link ends with it, and what was paid for goods that came back is owed to the customer. */
const reckon = command<PaylinkState, object>({
  input: z.strictObject({}),
  need: 'system',
  reads: (input, state) => ({ ...reads(input, state), dc: dcStream(parcelId(state)) }),
  decide: (state, _input, ctx) => {
    const [parcel, dc]: [DeliveryState, DcState] = [parcelOf(ctx), ctx.read['dc']];
    const ended = allowed(state, 'cancel') && owes(parcel) === 0 && parcel.stage !== 'withdrawn';
    if (ended || (allowed(state, 'cancel') && dc.stage === 'cancelled'))
      return [
        own(state, {
          type: 'PaymentLinkCancelled',
          data: { why: (parcel.cod?.paise ?? 0) > 0 ? 'paidAtDoor' : 'notDelivered', reason: null },
        }),
      ];
    const due = state.appliedPaise > 0 ? finalDue(parcel, dc) : null;
    const paise = due === null ? 0 : state.appliedPaise - Math.min(state.appliedPaise, due);
    return paise > 0 ? [own(state, { type: 'PaymentOwed', data: { paise } })] : refuse('noLongerNeeded', 409);
  },
});

/** A link that the customer pays a parcel by before it reaches the door. */
export const paylink = defineStream<PaylinkState, PaylinkEvent>({
  name: 'paylink',
  area: 'money',
  state: 1,
  events: {
    PaymentLinkCreated: true,
    PaymentLinkSent: true,
    PaymentBegun: true,
    PaymentFailed: true,
    PaymentCaptured: true,
    PaymentOwed: true,
    PaymentRefunded: true,
    PaymentLinkCancelled: true,
    PaymentLinkExpired: true,
  },
  initial: noPaylink,
  evolve: evolvePaylink,
  visible: (state, viewer) => viewer.kind !== 'person' || inPoos(viewer, state.pooId),
  commands: {
    create,
    begin,
    report,
    reckon,
    /** The link went to the customer's phone. */
    noteSent: command<PaylinkState, object>({
      input: z.strictObject({}),
      need: 'system',
      decide: (state) =>
        allowed(state, 'cancel') && !state.sent
          ? [own(state, { type: 'PaymentLinkSent', data: { n: state.n } })]
          : refuse('noLongerNeeded', 409),
    }),
    cancel: command<PaylinkState, { reason: string }>({
      input: z.strictObject({ reason: fields.note(250, 5) }),
      need: paylinkNeeds,
      versioned: true,
      decide: (state, { reason }, ctx) =>
        firstOf(outside(state, ctx), wrong(state, 'cancel')) ?? [
          own(state, { type: 'PaymentLinkCancelled', data: { why: 'byStaff', reason } }),
        ],
    }),
    expire: command<PaylinkState, { n: number }>({
      input: z.strictObject({ n: z.int() }),
      need: 'system',
      decide: (state, { n }, ctx) =>
        state.n === n && allowed(state, 'expire') && overdue(state, ctx.now)
          ? [own(state, { type: 'PaymentLinkExpired', data: {} })]
          : refuse('noLongerNeeded', 409),
    }),
    /** Accounts gave the money back; under which reference, the bank or the provider says. */
    refund: command<PaylinkState, { reference: string }>({
      input: z.strictObject({ reference: fields.text(60) }),
      need: reconcileNeed,
      versioned: true,
      decide: (state, { reference }, ctx) =>
        firstOf(outside(state, ctx), wrong(state, 'refund')) ?? [
          own(state, { type: 'PaymentRefunded', data: { paise: state.owedPaise, reference } }),
        ],
    }),
  },
  translations: paylinkTranslations,
  story: [],
});
