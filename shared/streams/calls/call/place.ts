import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import { id as idField, note } from '../../../core/fields.ts';
import { businessDay } from '../../../core/day.ts';
import { limits } from '../../../core/limits.ts';
import { inPoos } from '../../../core/permission.ts';
import { maskPhone, phoneKey } from '../../../core/phone.ts';
import { reference } from '../../../core/reference.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import { command, type Ctx } from '../../../core/stream.ts';
import { streamKey } from '../../../core/event.ts';
import { itemStream } from '../leases.ts';
import type { PatientState } from '../../customers/patient.ts';
import { doctorRight, teamLeadRight } from '../../care/escalation/ladder.ts';
import type { CareCaseState } from '../../care/cccase/state.ts';
import type { EscalationState } from '../../care/escalation/state.ts';
import { atWork, attendanceReads } from '../queueitem/eligible.ts';
import { isOpen, type QueueItemState } from '../queueitem/state.ts';
import { callEvent, callerEvent, callingDay, callNeed, lineEvent } from './acting.ts';
import type { CallerState } from './caller.ts';
import { callerStream } from './caller.ts';
import { callPurposes } from './dispositions.ts';
import { seriesOf } from './hours.ts';
import { calleeReads, callRefused } from './may-call.ts';
import { otherNumber, otherNumberReads } from './other-number.ts';
import { attemptsOn, noPhoneLine, phoneLineStream, type PhoneLineState } from './phone-line.ts';
import type { CallFace, CallState } from './state.ts';
import { calledStreams, calleeOf, queuesOf, type Callee } from './subjects.ts';

const subjectShape = new RegExp(`^(${calledStreams.join('|')})-\\d+$`);
const placing = z.strictObject({
  /** Stream of the callee. */
  subject: texts.code(subjectShape),
  purpose: z.enum(callPurposes).optional(),
  /** The month of care that the call is about; the caller holds its row. */
  careCase: idField().optional(),
  /** The open critical escalation that the call is about: it may go out at any hour, whatever was agreed. */
  escalation: idField().optional(),
  /** Why at this hour; required with an escalation. */
  reason: note(200, 3).optional(),
});
type Placing = z.infer<typeof placing>;

const itemOf = (queue: string, subject: string): string => itemStream(queue, streamKey(subject));

const careItem = (careCase: number): string => itemStream('cc-queue', String(careCase));

/** Why this customer is not called about that month of care. */
function notTheirMonth({ subject, careCase }: Placing, ctx: Ctx): Refusal | null {
  if (careCase === undefined) return null;
  const { face }: CareCaseState = ctx.read.careCase;
  if (!face || !inPoos(ctx.viewer, face.pooId) || subject !== `customer-${face.customerId}`)
    return refuse('notFound', 404);
  const item: QueueItemState | undefined = ctx.read[careItem(careCase)];
  return item && isOpen(item) ? null : refuse('callClosed', 409);
}

/** The open item of this subject that the caller holds; a refusal when somebody else or nobody holds it. */
function heldItem({ subject, careCase }: Placing, callee: Callee, ctx: Ctx): string | null | Refusal {
  const items =
    careCase === undefined ? queuesOf(subject).map((queue) => itemOf(queue, subject)) : [careItem(careCase)];
  for (const stream of items) {
    const item: QueueItemState | undefined = ctx.read[stream];
    if (!item || !isOpen(item)) continue;
    if (item.lease?.empId === ctx.viewer.empId) return stream;
    if (item.lease) return refuse('callHeldByOther', 423, { name: item.lease.name, ref: callee.ref });
    return refuse('callNoLease', 422, { ref: callee.ref });
  }
  return null;
}

/** Why this is no escalation to call about at any hour; null where it is one. */
function notUrgent(subject: string, ctx: Ctx): Refusal | null {
  const { face, stage }: EscalationState = ctx.read.escalation;
  const patient: Pick<PatientState, 'customerId'> | undefined = ctx.read.patient;
  const theirs = patient?.customerId != null && subject === `customer-${patient.customerId}`;
  if (
    !face ||
    !theirs ||
    !inPoos(ctx.viewer, face.pooId) ||
    face.severity !== 'critical' ||
    stage === 'resolved'
  )
    return refuse('callNotUrgent', 422, {}, 'escalation');
  return ctx.may(doctorRight) || ctx.may(teamLeadRight) ? null : refuse('callSeniorOnly', 403);
}

function callerBusy(ctx: Ctx): Refusal | null {
  const caller: CallerState | undefined = ctx.read.caller;
  return caller?.live
    ? refuse('agentOnCall', 409, { ref: reference('CL', streamKey(caller.live.call)) })
    : null;
}

/** Dials: repeats every check of the claim, by the server's clock. */
export const placeCall = command<CallState, Placing>({
  input: placing,
  need: callNeed,
  creates: true,
  reads: ({ subject, escalation, careCase }, _state, ctx) => ({
    subject,
    ...(careCase === undefined
      ? {}
      : { careCase: `cccase-${careCase}`, [careItem(careCase)]: careItem(careCase) }),
    ...(escalation === undefined ? {} : { escalation: `escalation-${escalation}` }),
    caller: callerStream(ctx.viewer.empId),
    ...attendanceReads(ctx),
    ...Object.fromEntries(queuesOf(subject).map((queue) => [itemOf(queue, subject), itemOf(queue, subject)])),
  }),
  readsNext: ({ subject }, read, ctx) => {
    const callee = calleeOf(subject, read.subject, ctx.now);
    const line: Record<string, string> = callee?.phone
      ? { line: phoneLineStream(phoneKey(callee.phone)) }
      : {};
    const patientId = (read.escalation as EscalationState | undefined)?.face?.patientId;
    return {
      ...line,
      ...calleeReads(callee),
      ...otherNumberReads(callee),
      ...(patientId === undefined ? {} : { patient: `patient-${patientId}` }),
    };
  },
  decide(state, input, ctx) {
    if (state.stage !== 'none') return refuse('noLongerNeeded', 409);
    const callee = calleeOf(input.subject, ctx.read.subject, ctx.now);
    if (!callee || !inPoos(ctx.viewer, callee.pooId)) return refuse('notFound', 404);
    const callClass = input.escalation === undefined ? callee.callClass : 'clinical';
    if (callClass === 'clinical') {
      if (!input.reason) return refuse('required', 400, { label: 'callField.reason' }, 'reason');
      const no = notUrgent(input.subject, ctx);
      if (no) return no;
    }
    const busy = notTheirMonth(input, ctx) ?? atWork(ctx) ?? callerBusy(ctx);
    if (busy) return busy;
    const item = heldItem(input, callee, ctx);
    if (item !== null && typeof item !== 'string') return item;
    const line: PhoneLineState = ctx.read.line ?? noPhoneLine(phoneKey(callee.phone));
    if (line.live) return refuse('numberBusyWithAgent', 409, { name: line.live.name });
    const refused = callRefused(callee, ctx.read, { callClass, line, now: ctx.now, day: callingDay(ctx) });
    if (refused) return refused;
    const agent = { empId: ctx.viewer.empId ?? 0, name: ctx.viewer.name };
    const id = ctx.newNumber('call');
    const call = `call-${id}`;
    const counts = callClass !== 'clinical';
    const face: CallFace = {
      ref: reference('CL', id),
      direction: 'out',
      purpose:
        callClass === 'clinical'
          ? 'clinical-escalation'
          : input.careCase === undefined
            ? (input.purpose ?? callee.purpose)
            : 'care-connect',
      callClass,
      series: seriesOf(callClass),
      subject: input.subject,
      subjectRef: callee.ref,
      name: callee.name,
      pooId: callee.pooId,
      language: callee.language,
      phoneKey: phoneKey(callee.phone),
      phoneMasked: maskPhone(callee.phone),
      item,
      agent,
      reason: input.reason ?? null,
      attempt: attemptsOn(line, businessDay(ctx.now)) + (counts ? 1 : 0),
    };
    const next = otherNumber(callee, ctx.read);
    const held: QueueItemState | undefined = item === null ? undefined : ctx.read[item];
    const started =
      item !== null && held?.lease && held.stage === 'claimed'
        ? [
            {
              stream: item,
              type: 'QueueItemWorkStarted',
              data: {
                leaseId: held.lease.leaseId,
                empId: agent.empId,
                until: new Date(ctx.now + limits.leaseWorkMs).toISOString(),
              },
            },
          ]
        : [];
    return [
      callEvent({
        type: 'CallPlaced',
        data: { face: next === null ? face : { ...face, otherMasked: maskPhone(next) } },
      }),
      callerEvent(callerStream(agent.empId), { type: 'CallLineTaken', data: { call, item } }),
      lineEvent(phoneLineStream(face.phoneKey), {
        type: 'PhoneDialled',
        data: { call, empId: agent.empId, name: agent.name, purpose: face.purpose, counts },
      }),
      ...started,
    ];
  },
});
