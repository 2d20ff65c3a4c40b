import { z } from 'zod';
import { clockTime, DAY_MS } from '../../../core/day.ts';
import type { NewEvent } from '../../../core/event.ts';
import { note } from '../../../core/fields.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import { command, type Ctx } from '../../../core/stream.ts';
import { agentworkStream, endLease } from '../leases.ts';
import type { QueueItemState } from '../queueitem/state.ts';
import { callEvent, callerEvent, callingDay, callLeadNeed, lineEvent, notNow } from './acting.ts';
import { callAccepts } from './call.machine.ts';
import { careCaseOf } from './care-case.ts';
import { callerStream } from './caller.ts';
import { disposing, type Disposing } from './disposing.ts';
import { needRefused, unknownNamed, type DispositionReads } from './disposition-needs.ts';
import type { DispositionCode } from './dispositions.ts';
import { decidedAfter, dispositionFits, keptAfter } from './dispositions.ts';
import { callLimits } from './limits.ts';
import { isExhausted, retryAt, type Tried } from './outcome.ts';
import { otherNumber, otherNumberReads } from './other-number.ts';
import { phoneLineStream, type PhoneLineState } from './phone-line.ts';
import type { CallState, Disposition, Settled } from './state.ts';
import { ownHoursOf } from './may-call.ts';
import { withinOwnHours } from './own-hours.ts';
import { calleeOf } from './subjects.ts';

const connectedOf = (state: CallState): boolean => state.answeredAt !== null;
const disposable = (state: CallState) =>
  ({
    purpose: state.face?.purpose ?? 'adhoc',
    connected: connectedOf(state),
    talkSec: state.talkSec,
  }) as const;

const named = ({ appointmentId, reasonId, customerId }: Disposing): Record<string, string> => ({
  ...(appointmentId === undefined ? {} : { appointment: `appointment-${appointmentId}` }),
  ...(reasonId === undefined ? {} : { reason: `master-reason-${reasonId}` }),
  ...(customerId === undefined ? {} : { customer: `customer-${customerId}` }),
});
const lineReads = (state: CallState): Record<string, string> => ({
  caller: callerStream(state.agent?.empId),
  ...(state.face
    ? {
        subject: state.face.subject,
        line: phoneLineStream(state.face.phoneKey),
        ...(state.face.item ? { item: state.face.item, work: agentworkStream(state.agent?.empId) } : {}),
      }
    : {}),
});

/** The customer who knows the hours in which they are called, where the subject names one, and their other numbers. */
function calledReads(
  read: Readonly<Record<string, unknown>>,
  { face }: CallState,
  now: number,
): Readonly<Record<string, string>> {
  const callee = face ? calleeOf(face.subject, read['subject'], now) : null;
  return {
    ...(callee?.customer ? { calledCustomer: callee.customer } : {}),
    ...otherNumberReads(callee),
  };
}

function triedOf(state: CallState, ctx: Ctx): Tried {
  const subject: { readonly attempts?: number } | undefined = ctx.read.subject;
  return {
    callClass: state.face?.callClass ?? 'service',
    today: state.face?.attempt ?? 1,
    total: subject?.attempts ?? 1,
  };
}

function settledOf(state: CallState, input: Disposing, ctx: Ctx): Settled {
  const face = state.face!;
  const { code } = input;
  const tried = triedOf(state, ctx);
  const callee = calleeOf(face.subject, ctx.read.subject, ctx.now);
  const own = ownHoursOf(callee, ctx.read);
  const nextKey = code === 'INVALID_NUMBER' ? otherNumber(callee, ctx.read) : null;
  const day = withinOwnHours(callingDay(ctx), own, tried.callClass);
  const retry = isExhausted(code, tried)
    ? null
    : retryAt(code, ctx.now, { ...tried, otherNumber: nextKey !== null }, day);
  const disposition: Disposition = {
    code,
    notes: input.notes ?? state.notes,
    nextAt: input.nextAt ?? null,
    appointmentId: input.appointmentId ?? null,
    reasonId: input.reasonId ?? null,
    customerId: input.customerId ?? null,
    language: input.language ?? null,
  };
  return {
    ...disposition,
    subject: face.subject,
    item: face.item,
    agent: state.agent ?? face.agent,
    ref: face.ref,
    pooId: face.pooId,
    phoneKey: face.phoneKey,
    callClass: face.callClass,
    connected: connectedOf(state),
    talkSec: state.talkSec,
    calledAt: state.answeredAt ?? state.placedAt,
    wrapSec:
      state.endedAt === null ? 0 : Math.max(0, Math.round((ctx.now - Date.parse(state.endedAt)) / 1000)),
    retryAt: retry === null ? null : new Date(retry).toISOString(),
    ...(nextKey === null || retry === null ? {} : { nextKey }),
  };
}

const barring: readonly DispositionCode[] = ['DNC_REQUEST', 'DECEASED'];
/** Whether a death reported on this call is that of a patient whose month of care it was about. */
const ofPatient = (code: DispositionCode, item: string | null): boolean =>
  code === 'DECEASED' && careCaseOf(item) !== null;
const wrong: readonly DispositionCode[] = ['WRONG_NUMBER', 'INVALID_NUMBER'];

/** What the code says about the number itself, where that is new. A patient who died leaves the number to the family. */
function numberMarks(
  { phoneKey, code, item }: Settled,
  known: PhoneLineState | undefined,
): readonly NewEvent[] {
  const line = phoneLineStream(phoneKey);
  return [
    ...(barring.includes(code) && !ofPatient(code, item) && !known?.barred
      ? [lineEvent(line, { type: 'PhoneBarred', data: { reason: code } })]
      : []),
    ...(wrong.includes(code) && !known?.bad
      ? [lineEvent(line, { type: 'PhoneMarkedBad', data: { code } })]
      : []),
  ];
}

/** Takes back what a corrected code had said about the number. Who asked not to be called agrees anew first. */
function marksTakenBack(
  from: DispositionCode,
  { phoneKey, code }: Settled,
  known: PhoneLineState | undefined,
  reason: string,
): readonly NewEvent[] {
  const line = phoneLineStream(phoneKey);
  return [
    ...(from === 'DECEASED' && !barring.includes(code) && known?.barred?.reason === from
      ? [lineEvent(line, { type: 'PhoneAllowed', data: { proof: reason } })]
      : []),
    ...(wrong.includes(from) && !wrong.includes(code) && known?.bad
      ? [lineEvent(line, { type: 'PhoneMarkedGood', data: { reason } })]
      : []),
  ];
}

/** Releases number and row in the same commit, so that nobody sees one released without the other. */
function lettingGo(state: CallState, settled: Settled, call: string, ctx: Ctx): readonly NewEvent[] {
  const line = phoneLineStream(settled.phoneKey);
  const item: QueueItemState | undefined = ctx.read.item;
  const lease = item?.lease?.empId === settled.agent.empId ? item.lease : null;
  const back = settled.retryAt !== null && Date.parse(settled.retryAt) <= ctx.now;
  const purpose = state.face?.purpose ?? 'adhoc';
  const kept = keptAfter.includes(purpose) || (settled.retryAt === null && decidedAfter.includes(purpose));
  const ending =
    settled.retryAt === null
      ? { type: 'QueueItemCompleted', data: {} }
      : back
        ? { type: 'QueueItemReleased', data: { reason: settled.code } }
        : { type: 'QueueItemParked', data: { until: settled.retryAt, reason: settled.code } };
  return [
    callerEvent(callerStream(settled.agent.empId), { type: 'CallLineFreed', data: { call } }),
    lineEvent(line, { type: 'PhoneReleased', data: { call, again: settled.code === 'DROPPED' && back } }),
    ...numberMarks(settled, ctx.read.line),
    ...(state.face?.item && lease && !kept ? endLease(state.face.item, lease, ending) : []),
  ];
}

/** Why that disposition does not fit what happened on the call, or what it misses; null when it can stand. */
export function mismatch(state: CallState, input: Disposing, ctx: Ctx): Refusal | null {
  if (!dispositionFits(input.code, disposable(state), callLimits.droppedSec))
    return refuse('dispositionMismatch', 422, { code: `disposition.${input.code}` }, 'code');
  const read: DispositionReads = ctx.read;
  const call = {
    subject: state.face?.subject ?? '',
    callClass: state.face?.callClass ?? 'service',
    notes: state.notes,
  } as const;
  return needRefused(input, call, read, ctx) ?? unknownNamed(input, read);
}

/** Ends the wrap-up with the call's disposition. */
export const dispositionCall = command<CallState, Disposing>({
  input: disposing,
  need: 'signedIn',
  reads: (input, state) => ({ ...lineReads(state), ...named(input) }),
  readsNext: (_input, read, ctx, state) => calledReads(read, state, ctx.now),
  decide(state, input, ctx) {
    const no = notNow(state, 'DISPOSE', ctx) ?? mismatch(state, input, ctx);
    if (no) return no;
    const settled = settledOf(state, input, ctx);
    return [
      callEvent({ type: 'CallDispositioned', data: settled }),
      ...lettingGo(state, settled, `call-${ctx.id}`, ctx),
    ];
  },
});

/** Sent three minutes after the end. */
export const noteOverdue = command<CallState, object>({
  input: z.strictObject({}),
  need: 'system',
  decide(state) {
    if (
      !state.face ||
      !state.agent ||
      !callAccepts({ stage: state.stage, own: false, fits: false }, 'WRAP_180S')
    )
      return refuse('noLongerNeeded', 409);
    return [
      callEvent({
        type: 'CallWrapUpOverdue',
        data: { agent: state.agent, ref: state.face.ref, pooId: state.face.pooId },
      }),
    ];
  },
});

/** Sent fifteen minutes after the end: frees the agent and schedules a retry of the subject. */
export const autoDispose = command<CallState, object>({
  input: z.strictObject({}),
  need: 'system',
  reads: (_input, state) => lineReads(state),
  readsNext: (_input, read, ctx, state) => calledReads(read, state, ctx.now),
  decide(state, _input, ctx) {
    if (!state.face || !callAccepts({ stage: state.stage, own: false, fits: false }, 'WRAP_15M'))
      return refuse('noLongerNeeded', 409);
    const settled = settledOf(state, { code: 'NO_DISPOSITION' }, ctx);
    return [
      callEvent({ type: 'CallAutoDispositioned', data: settled }),
      ...lettingGo(state, settled, `call-${ctx.id}`, ctx),
    ];
  },
});

const correcting = disposing.extend({ reason: note(200, 3) });

/**
 * Allowed for half an hour to the agent, later to a team lead; the subject follows unless it has moved on
 * since.
 */
export const correctDisposition = command<CallState, z.infer<typeof correcting>>({
  input: correcting,
  need: 'signedIn',
  versioned: true,
  reads: (input, state) => ({ ...lineReads(state), ...named(input) }),
  readsNext: (_input, read, ctx, state) => calledReads(read, state, ctx.now),
  decide(state, { reason, ...input }, ctx) {
    const before = state.disposition;
    if (!before || !callAccepts({ stage: state.stage, own: true, fits: true }, 'CORRECT'))
      return refuse('callStage', 409, { stage: `callStage.${state.stage}` });
    const own = state.agent?.empId === ctx.viewer.empId;
    const until = Date.parse(state.dispositionedAt ?? '') + callLimits.correctionMs;
    if (!ctx.may(callLeadNeed)) {
      if (!own) return refuse('callNotYours', 403, { name: state.agent?.name ?? '' });
      if (ctx.now > until) return refuse('correctionTooLate', 410, { time: clockTime(until) });
    }
    if (ctx.now > until + 7 * DAY_MS) return refuse('correctionTooLate', 410, { time: clockTime(until) });
    if (before.code === input.code) return refuse('sameDisposition', 409, undefined, 'code');
    const no = mismatch(state, input, ctx);
    if (no) return no;
    const settled = settledOf(state, input, ctx);
    return [
      callEvent({ type: 'CallDispositionCorrected', data: { ...settled, from: before.code, reason } }),
      ...marksTakenBack(before.code, settled, ctx.read.line, reason),
      ...numberMarks(settled, ctx.read.line),
    ];
  },
});
