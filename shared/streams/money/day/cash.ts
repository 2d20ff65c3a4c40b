import { inRupees } from '../../../core/money.ts';
import { yearOf } from '../../../core/day.ts';
import type { Event, NewEvent, RecordedEventOf } from '../../../core/event.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import { defineStream, type Ctx } from '../../../core/stream.ts';
import { translations } from '../../../core/translations.ts';
import { placeStream } from '../../documents/commands.ts';
import type { MasterState } from '../../masters/state.ts';
import { dayStream, expectedCash, type CashEntry, type CashRefund, type DayState } from './state.ts';
import { tillStream, type TillState } from './till.ts';

/** How much cash one customer paid on one day, at every place together. */
export interface CashDayState {
  readonly paise: number;
}
type CashDayEvent = Event<'CustomerCashReceived', { readonly paise: number; readonly ref: string }>;

export const cashDayStream = (customerId: number, date: string): string => `cashday-${customerId}-${date}`;
/** Section 269ST: from this amount on nobody may take cash from one person on one day. */
export const cashLimitPaise = 2_00_000_00;

export const cashDay = defineStream<CashDayState, CashDayEvent>({
  name: 'cashday',
  area: 'money',
  state: 1,
  events: { CustomerCashReceived: true },
  initial: () => ({ paise: 0 }),
  evolve: (state, event: RecordedEventOf<CashDayEvent>) =>
    event.type === 'CustomerCashReceived' ? { paise: state.paise + event.data.paise } : state,
  visible: (_state, viewer) => viewer.kind !== 'person',
  commands: {},
  translations: translations({
    en: { CustomerCashReceived: 'Cash received' },
    es: { CustomerCashReceived: 'Efectivo recibido' },
  }),
});

/** Why so much cash of this customer cannot be taken today. */
export function cashLimitRefused(
  read: CashDayState | undefined,
  paise: number,
  customer: string,
): Refusal | null {
  const whole = (read?.paise ?? 0) + paise;
  return whole >= cashLimitPaise ? refuse('cashLimit269', 422, { customer, v: inRupees(whole) }) : null;
}
export const customerCash = (customerId: number, date: string, paise: number, ref: string): NewEvent => ({
  stream: cashDayStream(customerId, date),
  type: 'CustomerCashReceived',
  data: { paise, ref },
});

/** What a decision reads that brings money into a place or takes it out. */
export const cashReads = (pooId: number, today: string): Readonly<Record<string, string>> => ({
  till: tillStream(pooId),
  day: dayStream(pooId, today),
  cashPlace: placeStream(pooId),
});

const tillOf = (ctx: Pick<Ctx, 'read'>): TillState => ctx.read['till'];
const dayOf = (ctx: Pick<Ctx, 'read'>): DayState => ctx.read['day'];

/** Books of a day that was submitted are shut for that day. */
export function dayClosed(till: TillState, date: string, code: string): Refusal | null {
  return till.lastClosed !== null && date <= till.lastClosed && till.openDate === null
    ? refuse('dayClosed', 423, {
        poo: code,
        date: `${date.slice(8, 10)}-${date.slice(5, 7)}-${yearOf(date)}`,
      })
    : null;
}

/** The events that begin today's books: the float is what lies in the drawer, and what came late is taken up. */
export function opening(ctx: Pick<Ctx, 'read' | 'today'>, pooId: number): readonly NewEvent[] {
  const till = tillOf(ctx);
  const place: MasterState = ctx.read['cashPlace'];
  const stream = dayStream(pooId, ctx.today);
  const code = String(place.fields['vCode'] ?? '');
  return [
    { stream, type: 'DayOpened', data: { pooId, code, date: ctx.today, floatPaise: till.drawerPaise } },
    { stream: tillStream(pooId), type: 'TillDayOpened', data: { date: ctx.today } },
    ...till.late.map((entry): NewEvent => ({ stream, type: 'CashReceiptRecorded', data: { ...entry } })),
  ];
}

/**
 * Money that comes in is posted to today's books. Where they are closed, or an earlier day still is open, it is carried to the next
 * day that opens, with the day on which it came.
 */
export function receive(
  ctx: Pick<Ctx, 'read' | 'today'>,
  pooId: number,
  entries: readonly CashEntry[],
): readonly NewEvent[] {
  if (entries.length === 0) return [];
  const till = tillOf(ctx);
  const day = dayOf(ctx);
  const stream = dayStream(pooId, ctx.today);
  const open = day.exists && day.stage === 'open';
  if (open || (!day.exists && till.openDate === null))
    return [
      ...(open ? [] : opening(ctx, pooId)),
      ...entries.map((entry): NewEvent => ({ stream, type: 'CashReceiptRecorded', data: { ...entry } })),
    ];
  return entries.map((entry): NewEvent => ({
    stream: tillStream(pooId),
    type: 'TillReceiptCarried',
    data: { ...entry, carriedFrom: ctx.today },
  }));
}

/** The drawer as it will be, counting what came late and is taken up when this very command opens the day. */
export function inDrawer(day: DayState, till: TillState): number {
  if (day.exists) return expectedCash(day);
  const late = till.late.filter(({ mode }) => mode === 'cash');
  return till.drawerPaise + late.reduce((all, one) => all + one.paise, 0);
}

/** Cash paid back from today's drawer; refused while no day is open there or where so much does not lie in it. */
export function refundCash(
  ctx: Pick<Ctx, 'read' | 'today'>,
  pooId: number,
  refund: CashRefund,
): readonly NewEvent[] | Refusal {
  const [till, day] = [tillOf(ctx), dayOf(ctx)];
  const open = day.exists && day.stage === 'open';
  if (!open && (day.exists || till.openDate !== null)) return refuse('noOpenDay', 423);
  const there = inDrawer(day, till);
  if (refund.paise > there) return refuse('notInDrawer', 422, { n: inRupees(there) }, 'mode');
  return [
    ...(open ? [] : opening(ctx, pooId)),
    { stream: dayStream(pooId, ctx.today), type: 'CashRefundPaid', data: { ...refund } },
  ];
}
