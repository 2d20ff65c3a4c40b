import { z } from 'zod';
import type { NewEvent } from '../../../core/event.ts';
import * as fields from '../../../core/fields.ts';
import { refuse } from '../../../core/refusal.ts';
import { command, defineStream, type Ctx } from '../../../core/stream.ts';
import { ownerAt, uniqueStream, type UniqueState } from '../../core/unique.ts';
import { deliveryStream, type DeliveryState } from '../../delivery/parcel/state.ts';
import type { DsaSaleState } from '../../sales/dsasale/state.ts';
import { invoiceStream, type InvoiceState } from '../../sales/invoice/state.ts';
import { orderStream } from '../../sales/order/parts.ts';
import type { OrderState } from '../../sales/order/state.ts';
import { customerEarningsStream } from './customer-earnings.ts';
import {
  accrued,
  baseOf,
  earnedLines,
  evolveEarning,
  incentiveOn,
  isCollected,
  noEarning,
  reversed,
  type Earned,
  type EarningEvent,
  type EarningState,
} from './earned.ts';
import { agentNow } from './incentive.ts';
import type { IncentivePlan } from './state.ts';
import { earningTranslations } from './translations.ts';

/** The plan in force on the day of a command, at the place that sold. */
export interface EarningPrepared {
  readonly plan: IncentivePlan | null;
}
type Deciding = Ctx & { readonly id: string };

const ordered = (
  _input: unknown,
  _state: EarningState,
  { id }: { readonly id: string },
): Readonly<Record<string, string>> => ({ order: orderStream(id), key: uniqueStream('dsasale', id) });
/** The sale that claimed the order, and the parcels with their invoices. */
const behind = (
  _input: unknown,
  read: Readonly<Record<string, unknown>>,
  { now }: Pick<Ctx, 'now'>,
): Readonly<Record<string, string>> => {
  const sale = ownerAt(read['key'] as UniqueState | undefined, now);
  const { dcs } = read['order'] as OrderState;
  if (sale === null) return {};
  return {
    sale,
    ...Object.fromEntries(
      dcs.flatMap(({ id, invoiceId }) => [
        [`parcel:${id}`, deliveryStream(id)],
        [`invoice:${id}`, invoiceStream(invoiceId)],
      ]),
    ),
  };
};

/** Accruals of the parcels that are delivered and paid for and have none yet. */
function due(state: EarningState, day: string, ctx: Deciding): readonly NewEvent[] {
  const sale = ctx.read['sale'] as DsaSaleState | undefined;
  const plan = (ctx.prepared as EarningPrepared | undefined)?.plan ?? null;
  if (sale?.stage !== 'confirmed' || !sale.face || plan === null) return [];
  const { face } = sale;
  const order = ctx.read['order'] as OrderState;
  const account = agentNow(face.dsaId, face.dsa, ctx);
  const found = order.dcs.flatMap(({ id, invoiceId }): readonly Earned[] => {
    const invoice = ctx.read[`invoice:${id}`] as InvoiceState;
    const parcel = ctx.read[`parcel:${id}`] as DeliveryState;
    if (state.earned.some((one) => one.invoiceId === invoiceId) || parcel.accepted.length === 0) return [];
    if (!isCollected(invoice, parcel, state.received)) return [];
    const lines = earnedLines(invoice, parcel);
    const basePaise = baseOf(lines);
    const paise = incentiveOn(basePaise, plan.rateBp);
    if (paise === 0) return [];
    return [
      {
        ...account,
        ...plan,
        key: `${invoiceId}:${plan.planId}`,
        ...{ saleId: String(ownerAt(ctx.read['key'], ctx.now)).slice('dsasale-'.length), sale: face.ref },
        ...{ orderId: ctx.id, order: order.number, invoiceId, invoice: invoice.number },
        customerId: order.header.customerId,
        ...{ day, basePaise, paise, lines },
      },
    ];
  });
  const customerId = order.header.customerId;
  return [
    ...found.flatMap(accrued),
    ...(found.length === 0 || customerId === null
      ? []
      : [
          {
            stream: customerEarningsStream(customerId),
            type: 'CustomerEarned',
            data: { orderId: ctx.id, day },
          },
        ]),
  ];
}

const accrueInput = z.strictObject({ day: fields.date() });
const receiveInput = accrueInput.extend({
  entryId: fields.text(60),
  invoice: fields.text(40),
  paise: z.int('badFormat').min(1, 'badFormat'),
});
const reverseInput = z.strictObject({
  invoiceId: fields.text(24),
  creditNoteId: fields.text(24),
  creditNote: fields.text(40),
  cause: z.enum(['return', 'rto']),
  parts: z.array(z.strictObject({ lineId: fields.text(24), qty: z.int().min(0) })).max(500),
});

/** What the invoices of one order earned the agent who brought it. */
export const earning = defineStream<EarningState, EarningEvent>({
  name: 'earning',
  area: 'money',
  state: 1,
  events: { EarningAccrued: true, EarningReversed: true, EarningReceived: true },
  initial: noEarning,
  evolve: evolveEarning,
  visible: (_state, viewer) => viewer.kind !== 'person',
  commands: {
    /** A parcel was delivered, or the sale was confirmed after it. */
    accrue: command<EarningState, z.output<typeof accrueInput>>({
      input: accrueInput,
      need: 'system',
      creates: true,
      reads: ordered,
      readsNext: behind,
      decide: (state, { day }, ctx) => {
        const events = due(state, day, ctx);
        return events.length > 0 ? events : refuse('noLongerNeeded', 409);
      },
    }),
    /** A customer on credit paid an invoice at the counter. */
    receive: command<EarningState, z.output<typeof receiveInput>>({
      input: receiveInput,
      need: 'system',
      creates: true,
      reads: ordered,
      readsNext: behind,
      decide: (state, { day, ...entry }, ctx) => {
        const order = ctx.read['order'] as OrderState;
        if (order.header.payment !== 'CREDIT' || !order.dcs.some((dc) => dc.invoiceNumber === entry.invoice))
          return refuse('noLongerNeeded', 409);
        if (state.received.some(({ entryId }) => entryId === entry.entryId))
          return refuse('noLongerNeeded', 409);
        return [
          { type: 'EarningReceived', data: entry },
          ...due({ ...state, received: [...state.received, entry] }, day, ctx),
        ];
      },
    }),
    /** Goods were credited: they came back from the customer, or were not delivered. */
    reverse: command<EarningState, z.output<typeof reverseInput>>({
      input: reverseInput,
      need: 'system',
      creates: true,
      decide: (state, { invoiceId, creditNoteId, creditNote, cause, parts }, ctx) => {
        const earned = state.earned.find((one) => one.invoiceId === invoiceId);
        if (!earned || earned.credits.includes(creditNoteId)) return refuse('noLongerNeeded', 409);
        return reversed(earned, { cause, documentId: creditNoteId, document: creditNote, parts }, ctx);
      },
    }),
  },
  translations: earningTranslations,
  story: [],
});
