import { clockTime } from '../../../core/day.ts';
import { phoneKey } from '../../../core/phone.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import { callingDay } from '../call/acting.ts';
import { callerStream, type CallerState } from '../call/caller.ts';
import { noPhoneLine, phoneLineStream } from '../call/phone-line.ts';
import { calleeReads, callRefused as mayNotBeCalled } from '../call/may-call.ts';
import { calleeOf } from '../call/subjects.ts';
import type { Lease } from '../leases.ts';
import type { QueueItemFace, QueueItemState } from './state.ts';

/** How long before their time callbacks may be claimed. */
const earlyMs = 5 * 60_000;

/** Streams the calling rules need when a row is claimed. */
export const callReads = ({ face }: QueueItemState): Record<string, string> =>
  face?.dial ? { called: face.subject } : {};

/**
 * The number to be dialled, the campaign of its owner and the customer who knows their hours, known once the person to
 * be called is loaded: another number of theirs may have become the one since the row entered.
 */
export function campaignReads(
  read: Readonly<Record<string, unknown>>,
  { face }: QueueItemState,
  now: number,
): Readonly<Record<string, string>> {
  if (!face?.dial) return {};
  const callee = calleeOf(face.subject, read.called, now);
  const key = callee ? phoneKey(callee.phone) : face.dial.phoneKey;
  return { line: phoneLineStream(key), ...calleeReads(callee) };
}

/** The holder's calling stream, for rows that are called. */
export const callerReads = (lease: Lease, face: QueueItemFace | null): Record<string, string> =>
  face?.lease?.group === 'calls' ? { caller: callerStream(lease.empId) } : {};

/** Checks the turn: first whom a team lead gave it to; not before its time, and first the person who promised the callback. */
export function turnRefused({ face, assigned }: QueueItemState, ctx: Ctx): Refusal | null {
  if (assigned && ctx.now < Date.parse(assigned.until)) {
    if (assigned.empId === ctx.viewer.empId) return null;
    return refuse('assignedToOther', 422, {
      name: assigned.name,
      time: clockTime(Date.parse(assigned.until)),
    });
  }
  if (face?.notBefore && ctx.now < Date.parse(face.notBefore) - earlyMs)
    return refuse('notYetDue', 422, { until: face.notBefore });
  if (!face?.first || face.first.empId === ctx.viewer.empId || ctx.now >= Date.parse(face.first.until))
    return null;
  return refuse('ownersTurn', 422, {
    name: face.first.name,
    time: clockTime(Date.parse(face.first.until)),
  });
}

/** Why this row cannot be called now: person, number or hour. Checked again at dial. */
export function callRefused({ face }: QueueItemState, ctx: Ctx): Refusal | null {
  if (!face?.dial) return null;
  const { callClass, phoneKey: entered } = face.dial;
  return mayNotBeCalled(calleeOf(face.subject, ctx.read.called, ctx.now), ctx.read, {
    callClass,
    line: ctx.read.line ?? noPhoneLine(entered),
    now: ctx.now,
    day: callingDay(ctx),
  });
}

/** The holder is on a call about this row, or has not given its disposition. */
export function onCallWith(state: QueueItemState, ctx: Ctx): Refusal | null {
  const caller: CallerState | undefined = ctx.read.caller;
  return caller?.live?.item === `queueitem-${state.id}`
    ? refuse('finishCall', 422, { ref: state.face?.ref ?? '' })
    : null;
}
