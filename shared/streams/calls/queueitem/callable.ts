import { clockTime } from '../../../core/day.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import { callingDay } from '../call/acting.ts';
import { campaignRefused } from '../call/campaign.ts';
import { callerStream, type CallerState } from '../call/caller.ts';
import { noPhoneLine, phoneLineStream } from '../call/phone-line.ts';
import { dialRefused } from '../call/rules.ts';
import { calleeHoursRefused, calleeOf } from '../call/subjects.ts';
import type { Lease } from '../leases.ts';
import type { QueueItemFace, QueueItemState } from './state.ts';

/** How long before their time callbacks may be claimed. */
const earlyMs = 5 * 60_000;

/** Streams the calling rules need when a row is claimed. */
export const callReads = ({ face }: QueueItemState): Record<string, string> =>
  face?.dial ? { line: phoneLineStream(face.dial.phoneKey), called: face.subject } : {};

/** The campaign of the person to be called and the customer who knows their hours, known once they are loaded. */
export function campaignReads(
  read: Readonly<Record<string, unknown>>,
  { face }: QueueItemState,
  now: number,
): Readonly<Record<string, string>> {
  const callee = face?.dial ? calleeOf(face.subject, read.called, now) : null;
  return {
    ...(callee?.campaign ? { campaign: callee.campaign } : {}),
    ...(callee?.customer ? { calledCustomer: callee.customer } : {}),
  };
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
  const { callClass, phoneKey } = face.dial;
  const callee = calleeOf(face.subject, ctx.read.called, ctx.now);
  return (
    callee?.refused ??
    campaignRefused(ctx.read.campaign, callClass, ctx.now) ??
    (callee ? calleeHoursRefused(callee, ctx.read.calledCustomer, callClass, ctx.now) : null) ??
    dialRefused(callClass, ctx.read.line ?? noPhoneLine(phoneKey), ctx.now, callingDay(ctx))
  );
}

/** The holder is on a call about this row, or has not given its disposition. */
export function onCallWith(state: QueueItemState, ctx: Ctx): Refusal | null {
  const caller: CallerState | undefined = ctx.read.caller;
  return caller?.live?.item === `queueitem-${state.id}`
    ? refuse('finishCall', 422, { ref: state.face?.ref ?? '' })
    : null;
}
