import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import { clockTime, DAY_MS, isSunday, showDay, slotHours } from '../../../core/day.ts';
import type { NewEvent } from '../../../core/event.ts';
import { inPoos } from '../../../core/permission.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import { command } from '../../../core/stream.ts';
import { employeeId, placeId, recordId } from '../../../core/record-id.ts';
import { blockReads, isBlocked } from './blocks.ts';
import type { SetupsState } from './slots.ts';
import type { MergedSlot, SlotsState } from './slots-state.ts';
import { placeOf, visitorReads, visitorRefused } from './visitor.ts';
import { customerOf } from './customer-ref.ts';
import { clashes, cutMerge, mergedAt } from './slots.ts';
import type { AppointmentState, SlotWish } from './state.ts';
import {
  appointmentTypes,
  bookNeed,
  waitingPermits,
  isOpenTask,
  minutesOf,
  setupStream,
  slotStream,
  startsAt,
} from './state.ts';

export const appointmentLimits = {
  minLeadHours: 2,
  horizonDays: 30,
  perDay: 8,
  rescheduleMax: 3,
  freeMoveHours: 24,
} as const;
const day = texts.day();
const time = texts.clock();

/** Found by `prepare`: the name of the day's holiday at the place of the appointment. */
interface DayFound {
  readonly holiday?: string | null;
}
const holidayOf = (ctx: Ctx): string | null => (ctx.prepared as DayFound | undefined)?.holiday ?? null;

/** Rules of a new slot that do not depend on other appointments: Sunday, holiday, grid, lead time. */
export function slotRefused(
  wish: { readonly appDate: string; readonly slotFrom: string },
  now: number,
  holiday: string | null,
): Refusal | null {
  if (isSunday(wish.appDate)) return refuse('sundayNotAllowed', 422, undefined, 'appDate');
  if (holiday !== null) return refuse('holidayNotAllowed', 422, { name: holiday }, 'appDate');
  const onGrid =
    (wish.slotFrom.endsWith(':00') || wish.slotFrom.endsWith(':30')) &&
    wish.slotFrom >= slotHours.from &&
    wish.slotFrom <= slotHours.last;
  if (!onGrid) return refuse('slotNotOnGrid', 422, undefined, 'slotFrom');
  const ahead = startsAt(wish) - now;
  if (ahead < appointmentLimits.minLeadHours * 3_600_000)
    return refuse('leadTime', 422, undefined, 'slotFrom');
  if (ahead > appointmentLimits.horizonDays * DAY_MS) return refuse('tooFarAhead', 422, undefined, 'appDate');
  return null;
}

const mergedText = ({ from, minutes }: MergedSlot): { readonly from: string; readonly to: string } => ({
  from: clockTime(from),
  to: clockTime(from + minutes * 60_000),
});

/** Why that employee cannot take it: inactive, of another place, blocked, busy, or fully booked. */
function employeeRefused(
  wish: SlotWish & { readonly minutes: number; readonly home: boolean; readonly iPooId: number | null },
  taken: SlotsState,
  except: number | null,
  ctx: Ctx,
): Refusal | null {
  const employee = ctx.directory.employee(wish.iAssignedTo);
  if (!employee?.active || (wish.iPooId !== null && !employee.poos.includes(wish.iPooId)))
    return refuse('employeeInactive', 422, undefined, 'iAssignedTo');
  if (isBlocked(ctx.read, wish, wish.minutes))
    return refuse('slotBlocked', 409, { name: employee.name }, 'slotFrom');
  const cut = cutMerge(taken, { from: startsAt(wish), minutes: wish.minutes });
  if (cut) return refuse('slotMerged', 409, mergedText(cut), 'slotFrom');
  if (clashes(taken, { from: startsAt(wish), minutes: wish.minutes, home: wish.home }, except))
    return refuse('slotTaken', 409, undefined, 'slotFrom');
  if (taken.taken.filter((one) => one.appointmentId !== except).length >= appointmentLimits.perDay)
    return refuse('dayFull', 422, { name: employee.name }, 'appDate');
  return null;
}

export function reserve(
  id: number,
  wish: SlotWish & { readonly minutes: number; readonly home: boolean },
): NewEvent {
  return {
    type: 'SlotReserved',
    stream: slotStream(wish.iAssignedTo, wish.appDate),
    data: { appointmentId: id, from: startsAt(wish), minutes: wish.minutes, home: wish.home },
  };
}

export function free(state: AppointmentState): NewEvent {
  return {
    type: 'SlotFreed',
    stream: slotStream(state.iAssignedTo!, state.appDate),
    data: { appointmentId: state.id },
  };
}

const booking = z.strictObject({
  appDate: day,
  slotFrom: time,
  iSlotType: z.union([z.literal(1), z.literal(2), z.literal(3)]),
  vAppType: z.enum(appointmentTypes),
  iAssignedTo: employeeId(),
  iCustomerId: recordId('customer').optional(),
  iLeadId: recordId('lead').optional(),
  iPooId: placeId(),
  vRemarks: texts.paragraph().max(500).default(''),
  /** Address, if not the customer's own; its map point decides where the task may be started. */
  vAddress: texts.paragraph().max(200).optional(),
  lat: z.number().min(-90).max(90).optional(),
  lng: z.number().min(-180).max(180).optional(),
});
type Booking = z.infer<typeof booking>;
const whose = (input: Booking) => ({
  iCustomerId: input.iCustomerId ?? null,
  iLeadId: input.iLeadId ?? null,
});

export const bookAppointment = command<AppointmentState, Booking>({
  input: booking,
  need: bookNeed,
  creates: true,
  reads: (input) => ({
    slots: slotStream(input.iAssignedTo, input.appDate),
    setups: setupStream(whose(input)),
    ...visitorReads(whose(input)),
    ...blockReads(input, minutesOf[input.vAppType]),
  }),
  decide: (state, input, ctx) => {
    if (state.iTaskStatus !== null) return refuse('noLongerNeeded', 409);
    const who = whose(input);
    if (
      (who.iCustomerId === null) === (who.iLeadId === null) ||
      (who.iLeadId !== null && input.vAppType !== 'setup')
    )
      return refuse('oneSubject', 422, undefined, 'iCustomerId');
    if (!inPoos(ctx.viewer, input.iPooId)) return refuse('placeNotYours', 403);
    const at = ctx.directory.poo(input.iPooId);
    if (at?.active === false) return refuse('masterInactive', 422, { label: at.name }, 'iPooId');
    const gone = visitorRefused(ctx.read, ctx.viewer);
    if (gone) return gone;
    // A booking at the start of a merged slot takes all of it.
    const merged = mergedAt(ctx.read.slots as SlotsState, startsAt(input));
    const minutes = Math.max(minutesOf[input.vAppType], merged?.minutes ?? 0);
    const wish = { ...input, minutes, home: input.iSlotType === 1 };
    const no =
      slotRefused(wish, ctx.now, holidayOf(ctx)) ??
      employeeRefused(wish, ctx.read.slots as SlotsState, null, ctx);
    if (no) return no;
    const setup = (ctx.read.setups as SetupsState).open;
    if (input.vAppType === 'setup' && setup)
      return refuse('setupAlreadyBooked', 409, { date: showDay(setup.appDate) });
    const id = ctx.newNumber('appointment');
    const { vAddress: address, lat, lng, ...slot } = input;
    if ((lat === undefined) !== (lng === undefined))
      return refuse('locationIncomplete', 422, undefined, lat === undefined ? 'lat' : 'lng');
    const booked = {
      ...slot,
      ...who,
      place: placeOf(ctx.read, { address, lat, lng }),
      iMinutes: wish.minutes,
      assignedName: ctx.directory.employee(input.iAssignedTo)!.name,
      iRescheduledFrom: null,
      iRescheduleCount: 0,
    };
    const events: NewEvent[] = [{ type: 'AppointmentBooked', data: booked }, reserve(id, wish)];
    if (input.vAppType === 'setup')
      events.push({
        type: 'SetupReserved',
        stream: setupStream(who),
        data: { appointmentId: id, appDate: input.appDate },
      });
    return events;
  },
});

function taskRefused(state: AppointmentState): Refusal | null {
  if (state.request) return refuse('taskLockedByRequest', 409);
  return isOpenTask(state) && state.iTaskStatus === 0 ? null : refuse('taskClosed', 409);
}

const move = z.strictObject({
  appDate: day,
  slotFrom: time,
  iAssignedTo: employeeId().optional(),
  reason: texts.paragraph().min(5).max(200),
});

/** The new slot is checked now and again when it is applied; it is not reserved meanwhile. */
export const requestReschedule = command<AppointmentState, z.infer<typeof move>>({
  input: move,
  need: [...bookNeed, 'Out Bound/taskNotStarted:edit'],
  versioned: true,
  reads: (input, state) => ({
    slots: slotStream(input.iAssignedTo ?? state.iAssignedTo ?? 0, input.appDate),
    ...blockReads({ ...input, iAssignedTo: input.iAssignedTo ?? state.iAssignedTo ?? 0 }, state.iMinutes),
  }),
  decide: (state, input, ctx) => {
    const closed = taskRefused(state);
    if (closed) return closed;
    if (state.iRescheduleCount >= appointmentLimits.rescheduleMax) return refuse('rescheduleLimit', 422);
    const to: SlotWish = {
      appDate: input.appDate,
      slotFrom: input.slotFrom,
      iAssignedTo: input.iAssignedTo ?? state.iAssignedTo!,
    };
    const from: SlotWish = {
      appDate: state.appDate,
      slotFrom: state.slotFrom,
      iAssignedTo: state.iAssignedTo!,
    };
    if (to.appDate === from.appDate && to.slotFrom === from.slotFrom && to.iAssignedTo === from.iAssignedTo)
      return refuse('sameSlot', 422, undefined, 'slotFrom');
    const wish = { ...to, minutes: state.iMinutes, home: state.iSlotType === 1, iPooId: state.iPooId };
    const no =
      slotRefused(to, ctx.now, holidayOf(ctx)) ??
      employeeRefused(wish, ctx.read.slots as SlotsState, state.id, ctx);
    if (no) return no;
    const data = {
      requestId: ctx.newId(),
      from,
      to,
      reason: input.reason,
      requestedBy: { empId: ctx.viewer.empId, name: ctx.viewer.name },
      ref: state.ref,
      iPooId: state.iPooId,
      vAppType: state.vAppType,
      iRescheduleCount: state.iRescheduleCount,
      slotAt: new Date(startsAt(from)).toISOString(),
      subjectVersion: state.version + 1,
      assignedName: state.assignedName,
      toName: ctx.directory.employee(to.iAssignedTo)!.name,
      who: customerOf(state),
    };
    return [{ type: 'AppointmentRescheduleRequested', data }];
  },
});

const effect = z.strictObject({
  requestId: texts.token(),
  approvalId: z.int().positive(),
  subjectVersion: z.int().optional(),
});

/** Effect of an approved request: all of it, or only the reason why not. */
export const applyReschedule = command<AppointmentState, z.infer<typeof effect>>({
  input: effect,
  need: 'system',
  reads: (_input, state) => ({
    old: slotStream(state.iAssignedTo ?? 0, state.appDate),
    setups: setupStream(state),
    next:
      state.request?.kind === 'reschedule'
        ? slotStream(state.request.iAssignedTo, state.request.appDate)
        : slotStream(state.iAssignedTo ?? 0, state.appDate),
    ...(state.request?.kind === 'reschedule' ? blockReads(state.request, state.iMinutes) : {}),
  }),
  decide: (state, input, ctx) => {
    const fail = (why: string): readonly NewEvent[] => [
      {
        type: 'AppointmentRescheduleFailed',
        data: { approvalId: input.approvalId, requestId: input.requestId, why },
      },
    ];
    if (
      state.request?.kind !== 'reschedule' ||
      state.request.requestId !== input.requestId ||
      state.iTaskStatus !== 0
    )
      return fail('subjectMoved');
    if (input.subjectVersion !== undefined && input.subjectVersion !== state.subjectVersion)
      return fail('subjectMoved');
    const { appDate, slotFrom, iAssignedTo } = state.request;
    const wish = { appDate, slotFrom, iAssignedTo, minutes: state.iMinutes, home: state.iSlotType === 1 };
    if (startsAt(wish) <= ctx.now) return fail('slotPassed');
    if (holidayOf(ctx) !== null) return fail('holiday');
    const employee = ctx.directory.employee(iAssignedTo);
    if (isBlocked(ctx.read, wish, wish.minutes)) return fail('slotBlocked');
    if (
      !employee?.active ||
      clashes(
        ctx.read.next as SlotsState,
        { from: startsAt(wish), minutes: wish.minutes, home: wish.home },
        state.id,
      )
    )
      return fail('slotTaken');
    const newId = ctx.newNumber('appointment');
    const { iSlotType, vAppType, iMinutes, iCustomerId, iLeadId, iPooId, vRemarks, place } = state;
    const booked = {
      appDate,
      slotFrom,
      iAssignedTo,
      assignedName: employee.name,
      iSlotType,
      vAppType,
      iMinutes,
      iCustomerId,
      iLeadId,
      iPooId,
      vRemarks,
      place,
      iRescheduledFrom: state.id,
      iRescheduleCount: state.iRescheduleCount + 1,
    };
    const events: NewEvent[] = [
      {
        type: 'AppointmentRescheduled',
        data: {
          newId,
          approvalId: input.approvalId,
          requestId: input.requestId,
          approvalIds: waitingPermits(state),
        },
      },
      free(state),
      { type: 'AppointmentBooked', stream: `appointment-${newId}`, data: booked },
      reserve(newId, wish),
    ];
    if (vAppType === 'setup')
      events.push({
        type: 'SetupReserved',
        stream: setupStream(state),
        data: { appointmentId: newId, appDate },
      });
    return events;
  },
});

export const unlock = command<AppointmentState, z.infer<typeof effect>>({
  input: effect,
  need: 'system',
  decide: (state, input) =>
    state.request?.requestId === input.requestId
      ? [{ type: 'AppointmentUnlocked', data: { requestId: input.requestId, approvalId: input.approvalId } }]
      : refuse('noLongerNeeded', 409),
});

/** Lets the appointment name the request that lapses when it is cancelled. */
export const linkApproval = command<AppointmentState, z.infer<typeof effect>>({
  input: effect,
  need: 'system',
  decide: (state, input) => {
    if (state.request?.requestId === input.requestId && state.request.approvalId === null)
      return [{ type: 'AppointmentRequestLinked', data: { approvalId: input.approvalId } }];
    const permit = state.startRequests.find(
      ({ requestId, approvalId }) => requestId === input.requestId && approvalId === null,
    );
    return permit
      ? [{ type: 'StartRequestLinked', data: { kind: permit.kind, approvalId: input.approvalId } }]
      : refuse('noLongerNeeded', 409);
  },
});
