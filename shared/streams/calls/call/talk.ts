import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import type { DirectoryEmployee } from '../../../core/directory.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import type { CommandDef, Ctx } from '../../../core/stream.ts';
import { command } from '../../../core/stream.ts';
import { employeeId } from '../../../core/record-id.ts';
import type { LeaseRule } from '../leases.ts';
import { agentworkStream } from '../leases.ts';
import type { QueueItemState } from '../queueitem/state.ts';
import { atWork, attendanceReads, handsFree } from '../queueitem/eligible.ts';
import { callEvent, callerEvent, callNeed, notNow } from './acting.ts';
import type { CallSignal } from './call.machine.ts';
import type { CallerState } from './caller.ts';
import { callerStream } from './caller.ts';
import { callLimits } from './limits.ts';
import type { CallEvent, CallState } from './state.ts';

const none = z.strictObject({});

/** A command of the agent on the call that needs no other stream. */
function byAgent<I>(
  signal: CallSignal['type'],
  input: z.core.$ZodType<I>,
  event: (input: I, state: CallState) => CallEvent | null,
): CommandDef<CallState, I> {
  return command<CallState, I>({
    input,
    need: 'signedIn',
    decide(state, given, ctx) {
      const no = notNow(state, signal, ctx);
      if (no) return no;
      const done = event(given, state);
      return done ? [callEvent(done)] : [];
    },
  });
}

export const hold = byAgent('HOLD', none, () => ({ type: 'CallHeld', data: {} }));
export const resume = byAgent('RESUME', none, () => ({ type: 'CallResumed', data: {} }));
export const mute = byAgent('MUTE', z.strictObject({ muted: z.boolean() }), ({ muted }, state) =>
  state.muted === muted ? null : { type: 'CallMuted', data: { muted } },
);
/** The callee's answer to the recording announcement; a refusal stops the recording. */
export const recordConsent = byAgent('CONSENT', z.strictObject({ given: z.boolean() }), ({ given }, state) =>
  state.consent === given ? null : { type: 'CallConsentRecorded', data: { given } },
);
/** Saved while typing, so that it survives a reload or another tab. */
export const noteCall = byAgent(
  'NOTE',
  z.strictObject({ notes: texts.draft().max(callLimits.notes, 'tooLong') }),
  ({ notes }, state) => (state.notes === notes ? null : { type: 'CallNoted', data: { notes } }),
);
/** Asks the provider to hang up; the provider's message, or the sweep, ends the call. */
export const hangUp = byAgent('HANGUP', none, (_input, state) =>
  state.hangUpAsked ? null : { type: 'CallHangUpAsked', data: {} },
);

/** Why this colleague cannot take the call and its row now. */
function cannotTake(
  item: QueueItemState | undefined,
  colleague: DirectoryEmployee,
  ctx: Ctx,
): Refusal | null {
  const { empId, name } = colleague;
  const held = item?.lease && item.face ? item.face : null;
  const mayCall = held ? [`${held.group}/${held.entity}:edit`] : callNeed;
  if (held?.notFor?.includes(empId) || !mayCall.some((right) => holds(right, empId, ctx)))
    return refuse('colleagueMayNot', 422, { name }, 'empId');
  if (atWork(ctx, colleague)) return refuse('colleagueAway', 422, { name }, 'empId');
  const taker: CallerState | undefined = ctx.read.to;
  if (taker?.live) return refuse('colleagueOnCall', 409, { name }, 'empId');
  return held?.lease && handsFree(held.lease, ctx.read.toWork)
    ? refuse('colleagueBusy', 409, { name }, 'empId')
    : null;
}
const holds = (right: string, empId: number, ctx: Ctx): boolean =>
  ctx.directory.holders(right).some((one) => one.empId === empId);

/** Transfers the call and its row to a free colleague. */
export const transfer = command<CallState, { empId: number }>({
  input: z.strictObject({ empId: employeeId() }),
  need: 'signedIn',
  reads: ({ empId }, { face, agent }, ctx) => ({
    ...attendanceReads(ctx, ctx.directory.employee(empId) ?? { empId, effectiveDesignationId: null }),
    from: callerStream(agent?.empId),
    to: callerStream(empId),
    ...(face?.item
      ? { item: face.item, fromWork: agentworkStream(agent?.empId), toWork: agentworkStream(empId) }
      : {}),
  }),
  decide(state, { empId }, ctx) {
    const no = notNow(state, 'TRANSFER', ctx);
    if (no) return no;
    const from = state.agent;
    const face = state.face;
    const colleague = ctx.directory.employee(empId);
    if (!from || !face) return refuse('noLongerNeeded', 409);
    if (!colleague?.active || empId === from.empId)
      return refuse('notInList', 422, { label: 'callField.colleague' }, 'empId');
    if (face.pooId !== null && !colleague.poos.includes(face.pooId))
      return refuse('callColleagueElsewhere', 422, { name: colleague.name }, 'empId');
    const cannot = cannotTake(ctx.read.item, colleague, ctx);
    if (cannot) return cannot;
    const to = { empId, name: colleague.name };
    const call = `call-${ctx.id}`;
    return [
      callEvent({ type: 'CallTransferred', data: { from, to } }),
      callerEvent(callerStream(from.empId), { type: 'CallLineFreed', data: { call } }),
      callerEvent(callerStream(empId), { type: 'CallLineTaken', data: { call, item: face.item } }),
      ...handOver(face.item, ctx.read.item, to, { leaseId: ctx.newId(), now: ctx.now }),
    ];
  },
});

interface NewHold {
  readonly leaseId: string;
  readonly now: number;
}
function handOver(
  stream: string | null,
  item: QueueItemState | undefined,
  to: { readonly empId: number; readonly name: string },
  { leaseId, now }: NewHold,
) {
  if (stream === null || !item?.lease || !item.face?.lease) return [];
  const { lease, face } = item;
  const since = new Date(now).toISOString();
  const until = new Date(now + callLimits.autoDisposeMs).toISOString();
  const rule: LeaseRule = item.face.lease;
  return [
    {
      stream: agentworkStream(lease.empId),
      type: 'WorkEnded',
      data: { item: stream, leaseId: lease.leaseId },
    },
    {
      stream,
      type: 'QueueItemTakenOver',
      data: {
        ...{ leaseId, empId: to.empId, name: to.name, sessionId: null, since, until },
        ...{ from: { empId: lease.empId, name: lease.name, leaseId: lease.leaseId }, to, reason: 'transfer' },
      },
    },
    {
      stream: agentworkStream(to.empId),
      type: 'WorkTaken',
      data: { item: stream, leaseId, ref: face.ref, group: rule.group },
    },
    { stream, type: 'QueueItemWorkStarted', data: { leaseId, empId: to.empId, until } },
  ];
}

/** Adds a colleague; the call stays with the agent. */
export const conference = command<CallState, { empId: number }>({
  input: z.strictObject({ empId: employeeId() }),
  need: 'signedIn',
  reads: ({ empId }) => ({ to: callerStream(empId) }),
  decide(state, { empId }, ctx) {
    const no = notNow(state, 'CONFERENCE', ctx);
    if (no) return no;
    const colleague = ctx.directory.employee(empId);
    if (!colleague?.active || empId === state.agent?.empId)
      return refuse('notInList', 422, { label: 'callField.colleague' }, 'empId');
    const other: CallerState | undefined = ctx.read.to;
    if (other?.live) return refuse('colleagueOnCall', 409, { name: colleague.name }, 'empId');
    if (state.conference.some((one) => one.empId === empId)) return [];
    return [callEvent({ type: 'CallConferenced', data: { with: { empId, name: colleague.name } } })];
  },
});
