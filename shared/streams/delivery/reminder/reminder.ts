import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import { addDays, businessDay, instantOf, isSunday, timeOfDay } from '../../../core/day.ts';
import type { NewEvent } from '../../../core/event.ts';
import * as fields from '../../../core/fields.ts';
import { phoneKey } from '../../../core/phone.ts';
import { inPoos } from '../../../core/permission.ts';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.ts';
import { command, defineStream, type Ctx } from '../../../core/stream.ts';
import { callingDay } from '../../calls/call/acting.ts';
import { opensAt } from '../../calls/call/hours.ts';
import { callableNumber, numberBarred, numberReads } from '../../calls/call/other-number.ts';
import { withinOwnHours, type OwnCallHours } from '../../calls/call/own-hours.ts';
import type { CustomerPhone } from '../../customers/customer-phones.ts';
import { dispositionCodes, dispositionOf, type DispositionCode } from '../../calls/call/dispositions.ts';
import { atDoor } from '../../sales/order/advance.ts';
import { slotTimes } from '../../sales/order/slots.ts';
import { liveDc, orderStream, toOrder } from '../../sales/order/parts.ts';
import { orderLife, slotWindows, type OrderState } from '../../sales/order/state.ts';
import {
  evolveReminder,
  noReminder,
  reminderLimits,
  type ReminderDue,
  type ReminderEvent,
  type ReminderFace,
  type ReminderState,
} from './state.ts';
import { reminderTranslations } from './translations.ts';

const need = 'Out Bound/delivery-remainder:edit' as const;
const made = ({ type, data }: ReminderEvent): NewEvent => ({ type, data: { ...data } });
const iso = (at: number): string => new Date(at).toISOString();
const orderOf = (ctx: Ctx): OrderState => ctx.read['order'];
const order = (_input: unknown, { id }: ReminderState) => ({ order: orderStream(id) });
const over = ['cancelRequested', 'cancelled', 'closed'];

function notDue({ stage, face }: ReminderState, ctx: Ctx): Refusal | null {
  if (!face || (ctx.viewer.kind === 'person' && !inPoos(ctx.viewer, face.pooId)))
    return refuse('notFound', 404);
  return stage === 'due' ? null : refuse('reminderOver', 409, { order: face.number });
}

/** Until when a call helps: six in the evening before, or two hours where the order came later; never past the slot. */
function closing(slotDate: string, slotWindow: ReminderFace['slotWindow'], now: number): number {
  const eve = instantOf(addDays(slotDate, -1), reminderLimits.until);
  return Math.min(
    instantOf(slotDate, slotTimes[slotWindow].from),
    Math.max(eve, now + reminderLimits.shortMs),
  );
}

interface KnownCustomer {
  readonly language?: string | null;
  readonly callHours?: OwnCallHours | null;
  readonly phones?: readonly CustomerPhone[];
}

/** What `prepare` found for a reminder that opens. */
export interface ReminderPrepared {
  readonly numbers: readonly string[];
}

/** The numbers of the order's customer, that of the order first. */
export function reminderNumbers(read: Readonly<Record<string, unknown>>): readonly string[] {
  const { phone } = (read['order'] as OrderState).header;
  const { phones = [] } = (read['customer'] as KnownCustomer | undefined) ?? {};
  return [phone, ...phones.flatMap((one) => (phoneKey(one.phone) === phoneKey(phone) ? [] : [one.phone]))];
}

function faceOf(state: OrderState, moved: number, ctx: Ctx): ReminderFace | null {
  const { header, number, pooId, id } = state;
  const { customerId, customer, address, pincode, slotDate, slotWindow, payment } = header;
  if (slotDate === null) return null;
  const known = ctx.read['customer'] as KnownCustomer | undefined;
  const numbers = reminderNumbers(ctx.read);
  // Another number is no way round a request not to be called.
  const barred = numberBarred(header.phone, ctx.read);
  const phone = (barred ? null : callableNumber(numbers, ctx.read)) ?? header.phone;
  return {
    ...{ customerId, customer, phone, address, pincode, slotDate, slotWindow, payment, number, pooId, moved },
    orderId: id,
    language: known?.language ?? null,
    callHours: known?.callHours ?? null,
    others: numbers.filter((one) => one !== phone),
    duePaise: atDoor(state),
  };
}

/** The first instant from then on at which this customer is called. */
function callableFrom(state: ReminderState, at: number, ctx: Ctx): number {
  const { hours } = callingDay(ctx);
  return opensAt('service', at, withinOwnHours({ hours, holiday: null }, state.face?.callHours, 'service'));
}

/** A try that reached nobody: again after a while, or given up for the rider at the door. */
function missed(state: ReminderState, at: number, ctx: Ctx): readonly NewEvent[] {
  const tries = state.tries + 1;
  const callAt = callableFrom(state, at, ctx);
  const closesAt = state.closesAt ?? iso(ctx.now);
  if (!state.face || tries >= reminderLimits.tries || callAt >= Date.parse(closesAt))
    return [made({ type: 'DeliveryReminderUnreachable', data: { tries } })];
  const due: ReminderDue = { face: state.face, tries, callAt: iso(callAt), closesAt };
  return [made({ type: 'DeliveryReminderDue', data: due })];
}

/** The order's slot moves with it; once there is a challan, that is cancelled first. */
function moved(
  state: ReminderState,
  slotDate: string,
  slotWindow: ReminderFace['slotWindow'],
  callId: number | null,
  ctx: Ctx,
): readonly NewEvent[] | Refusal {
  const now = orderOf(ctx);
  const dc = liveDc(now);
  if (dc) return refuse('cancelDcFirst', 409, { dc: dc.number });
  if (slotDate < ctx.today) return refuse('dateInPast', 422, { label: 'slotDate' }, 'slotDate');
  if (slotDate > addDays(ctx.today, 30)) return refuse('slotTooFar', 422, { n: 30 }, 'slotDate');
  if (isSunday(slotDate)) return refuse('sundayNotAllowed', 422, undefined, 'slotDate');
  if (slotDate === now.header.slotDate && slotWindow === now.header.slotWindow)
    return refuse('sameSlot', 422, undefined, 'slotDate');
  return [
    made({ type: 'DeliveryRescheduleAsked', data: { slotDate, slotWindow, callId } }),
    toOrder(state.id, { type: 'OrderSlotMoved', data: { slotDate, slotWindow } }),
  ];
}

/** The customer does not want it: the order is asked to be cancelled where that can still be done. */
function refused(
  state: ReminderState,
  reason: string,
  callId: number | null,
  ctx: Ctx,
): readonly NewEvent[] | Refusal {
  const now = orderOf(ctx);
  const dc = liveDc(now);
  if (dc) return refuse('cancelDcFirst', 409, { dc: dc.number });
  return [
    made({ type: 'DeliveryReminderRefused', data: { reason, callId } }),
    ...(orderLife.next(now.stage, 'requestCancel') === null
      ? []
      : [toOrder(state.id, { type: 'OrderCancelRequested', data: { reason } })]),
  ];
}

/** They died: what can still be stopped is, and in any case nobody calls the family about it again. */
function died(state: ReminderState, reason: string, callId: number | null, ctx: Ctx): readonly NewEvent[] {
  const done = refused(state, reason, callId, ctx);
  return isRefusal(done) ? [made({ type: 'DeliveryReminderRefused', data: { reason, callId } })] : done;
}

/** The number does not exist: the next one of the customer is called at once. */
function nextNumber(state: ReminderState, nextKey: string | null, ctx: Ctx): readonly NewEvent[] | null {
  const phone = state.face?.others?.find((one) => phoneKey(one) === nextKey);
  if (!state.face || phone === undefined) return null;
  const others = state.face.others?.filter((one) => one !== phone) ?? [];
  return missed({ ...state, tries: state.tries - 1, face: { ...state.face, phone, others } }, ctx.now, ctx);
}

/** After these the number is not dialled again. */
const unreachable: readonly DispositionCode[] = ['DNC_REQUEST', 'WRONG_NUMBER', 'INVALID_NUMBER'];

const slotInput = z.strictObject({ slotDate: fields.date(), slotWindow: z.enum(slotWindows, 'notInList') });
const settleInput = z.strictObject({
  callId: fields.id(),
  code: z.enum(dispositionCodes),
  notes: texts.own(),
  nextAt: fields.instant().nullable(),
  /** Key of the number to be tried next. */
  nextKey: texts.own().nullable().optional(),
});
const windowAt = (at: number): ReminderFace['slotWindow'] => {
  const time = timeOfDay(at);
  return time < '12:00' ? 'MORNING' : time < '16:00' ? 'AFTERNOON' : 'EVENING';
};

/** The call before a delivery: confirmed, moved, refused, or nobody reached. One an order. */
export const reminder = defineStream<ReminderState, ReminderEvent>({
  name: 'reminder',
  area: 'delivery',
  state: 1,
  events: {
    DeliveryReminderDue: true,
    DeliveryReminderAmountChanged: true,
    DeliveryReminderConfirmed: true,
    DeliveryRescheduleAsked: true,
    DeliveryReminderRefused: true,
    DeliveryReminderUnreachable: true,
    DeliveryReminderClosed: true,
  },
  initial: noReminder,
  about: {
    prefix: 'DR',
    needs: [],
    there: ({ stage }) => stage !== 'none',
    sees: ({ face }, viewer) => inPoos(viewer, face?.pooId),
  },
  evolve: evolveReminder,
  visible: (state, viewer) => viewer.kind !== 'person' || inPoos(viewer, state.face?.pooId),
  commands: {
    /** Asked on the morning of the day before the slot, or as the order is confirmed later than that. */
    open: command<ReminderState, object>({
      input: z.strictObject({}),
      need: 'system',
      creates: true,
      reads: order,
      readsNext: (_input, read): Readonly<Record<string, string>> => {
        const { customerId } = (read['order'] as OrderState).header;
        return customerId === null ? {} : { customer: `customer-${customerId}` };
      },
      readsPrepared: (prepared: ReminderPrepared | undefined) => numberReads(prepared?.numbers ?? []),
      decide: (state, _input, ctx) => {
        const now = orderOf(ctx);
        const face = now.exists && !over.includes(now.stage) ? faceOf(now, state.moved, ctx) : null;
        if (!face || state.stage === 'due' || face.phone === '') return refuse('noLongerNeeded', 409);
        const closesAt = closing(face.slotDate, face.slotWindow, ctx.now);
        if (closesAt <= ctx.now) return refuse('noLongerNeeded', 409);
        const from = instantOf(addDays(face.slotDate, -1), reminderLimits.from);
        const callAt = iso(callableFrom({ ...state, face }, Math.max(from, ctx.now), ctx));
        const due = { face, tries: 0, callAt, closesAt: iso(closesAt) };
        return [made({ type: 'DeliveryReminderDue', data: due })];
      },
    }),
    /** Money came in or went back, or a line was cancelled: the call says what is owed now, or is not made any more. */
    refresh: command<ReminderState, object>({
      input: z.strictObject({}),
      need: 'system',
      reads: order,
      decide: (state, _input, ctx) => {
        const now = orderOf(ctx);
        if (state.stage !== 'due' || !state.face) return refuse('noLongerNeeded', 409);
        if (!now.exists || over.includes(now.stage))
          return [made({ type: 'DeliveryReminderClosed', data: { why: 'order' } })];
        const duePaise = atDoor(now);
        return duePaise === state.face.duePaise
          ? refuse('noLongerNeeded', 409)
          : [made({ type: 'DeliveryReminderAmountChanged', data: { duePaise } })];
      },
    }),
    confirm: command<ReminderState, object>({
      input: z.strictObject({}),
      need,
      decide: (state, _input, ctx) =>
        notDue(state, ctx) ?? [made({ type: 'DeliveryReminderConfirmed', data: { callId: null } })],
    }),
    reschedule: command<ReminderState, z.output<typeof slotInput>>({
      input: slotInput,
      need,
      reads: order,
      decide: (state, { slotDate, slotWindow }, ctx) => {
        const no = notDue(state, ctx);
        if (no) return no;
        if (state.moved >= reminderLimits.moves && !ctx.may('Out Bound/delivery-remainder:approve'))
          return refuse('movedTwice', 403, { n: state.moved });
        return moved(state, slotDate, slotWindow, null, ctx);
      },
    }),
    refuse: command<ReminderState, { reason: string }>({
      input: z.strictObject({ reason: fields.note(250, 10) }),
      need,
      reads: order,
      decide: (state, { reason }, ctx) => notDue(state, ctx) ?? refused(state, reason, null, ctx),
    }),
    noAnswer: command<ReminderState, object>({
      input: z.strictObject({}),
      need,
      decide: (state, _input, ctx) => {
        const no = notDue(state, ctx);
        if (no) return no;
        if (state.callAt !== null && ctx.now < Date.parse(state.callAt))
          return refuse('notYetDue', 422, { until: state.callAt });
        return missed(state, ctx.now + reminderLimits.againMs, ctx);
      },
    }),
    /** What a call about it came to. */
    settleCall: command<ReminderState, z.output<typeof settleInput>>({
      input: settleInput,
      need: 'system',
      reads: order,
      decide: (state, { callId, code, notes, nextAt, nextKey = null }, ctx) => {
        if (state.stage !== 'due') return refuse('noLongerNeeded', 409);
        const at = nextAt === null ? null : Date.parse(nextAt);
        // Nobody is called again: the order is looked at by whoever cancels it, or the rider asks at the door.
        if (code === 'DECEASED') return died(state, notes, callId, ctx);
        const next = code === 'INVALID_NUMBER' ? nextNumber(state, nextKey, ctx) : null;
        if (next) return next;
        if (unreachable.includes(code))
          return [made({ type: 'DeliveryReminderUnreachable', data: { tries: state.tries + 1 } })];
        if (code === 'CONFIRMED') return [made({ type: 'DeliveryReminderConfirmed', data: { callId } })];
        const done =
          code === 'NEW_DATE' && at !== null
            ? moved(state, businessDay(at), windowAt(at), callId, ctx)
            : code === 'REFUSED'
              ? refused(state, notes, callId, ctx)
              : null;
        // What the order does not allow any more stays due, for whoever looks at it next.
        if (done && !isRefusal(done)) return done;
        if (code === 'CALLBACK' && at !== null) return missed({ ...state, tries: state.tries - 1 }, at, ctx);
        return dispositionOf(code).kind === 'notConnected' || done === null
          ? missed(state, ctx.now + reminderLimits.againMs, ctx)
          : missed({ ...state, tries: state.tries - 1 }, ctx.now, ctx);
      },
    }),
    /** The parcel is on its way or the order is over; or its time has come and the rider calls at the door. */
    close: command<ReminderState, { why: 'order' | 'time' }>({
      input: z.strictObject({ why: z.enum(['order', 'time']) }),
      need: 'system',
      decide: (state, { why }, ctx) => {
        if (state.stage !== 'due') return refuse('noLongerNeeded', 409);
        if (why === 'order') return [made({ type: 'DeliveryReminderClosed', data: { why } })];
        return state.closesAt !== null && ctx.now >= Date.parse(state.closesAt)
          ? [made({ type: 'DeliveryReminderUnreachable', data: { tries: state.tries } })]
          : refuse('noLongerNeeded', 409);
      },
    }),
  },
  translations: reminderTranslations,
  story: [],
});
