import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import { businessDay, instantOf } from '../../../core/day.ts';
import { instant } from '../../../core/fields.ts';
import { inPoos } from '../../../core/permission.ts';
import { uploadId } from '../../../core/record-id.ts';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import { command } from '../../../core/stream.ts';
import { raisedBy } from '../../approvals/decision.ts';
import { atWork, attendanceReads } from '../../calls/queueitem/eligible.ts';
import { fieldInput } from './start.ts';
import { isOpenTask, startsAt, taskStatus, type AppointmentState } from './state.ts';
import { startLimits, type PermitKind } from './task-limits.ts';
import { taskAccepts, taskContext, type TaskContext } from './task.machine.ts';
import { customerOf } from './customer-ref.ts';
import { heldBy, missed, missedAt, notStartedNeed } from './task-start.ts';
import { visitEvent, type StartRequested } from './visit-events.ts';
import { fileReads, ownFile } from './visit-file.ts';
import { geofence, type Position } from './visit-place.ts';

const minute = 60_000;
const reason = texts.paragraph().min(5).max(200);

interface Asked {
  readonly reason: string;
  readonly position?: Position | undefined;
  readonly typedAt?: string | undefined;
}

/** The employee requests on site; the desk for late tasks may request in its own name. */
function mayNotRequest(task: AppointmentState, kind: PermitKind, ctx: Ctx): Refusal | null {
  const own = task.iAssignedTo === ctx.viewer.empId;
  if (!own && !(ctx.may(notStartedNeed) && inPoos(ctx.viewer, task.iPooId)))
    return refuse('taskNotYours', 403);
  if (task.request) return refuse('taskLockedByRequest', 409);
  if (task.iTaskStatus === taskStatus.started) return refuse('taskStarted', 409);
  if (!isOpenTask(task)) return refuse('taskClosed', 409);
  if (task.appDate !== businessDay(ctx.now)) return refuse('notToday', 422);
  if (task.startRequests.some((one) => one.kind === kind)) return refuse('permitRequested', 409);
  return own ? atWork(ctx) : null;
}

function requested(task: AppointmentState, input: Asked, context: TaskContext, ctx: Ctx): StartRequested {
  return {
    ...raisedBy(ctx, {
      ref: task.ref,
      iPooId: task.iPooId,
      reason: input.reason,
      subjectVersion: task.subjectVersion,
    }),
    iAssignedTo: task.iAssignedTo,
    assignedName: task.assignedName,
    who: customerOf(task),
    vAppType: task.vAppType,
    slotAt: new Date(startsAt(task)).toISOString(),
    dayEnd: new Date(instantOf(task.appDate, '23:59:59')).toISOString(),
    place: task.place,
    position: input.position ?? null,
    where: context.where,
    typedAt: input.typedAt ?? null,
  };
}

/** Requests to start outside the quarter of an hour around the slot. */
export const requestLateEarlyStart = command<AppointmentState, Asked>({
  input: z.strictObject({ reason, ...fieldInput }),
  need: 'signedIn',
  reads: (_input, _task, ctx) => attendanceReads(ctx),
  decide: (task, input, ctx) => {
    const no = mayNotRequest(task, 'time', ctx);
    if (no) return no;
    const context = taskContext(task, ctx.now, input.position ?? null);
    if (!taskAccepts(context, 'REQUEST_TIME_PERMIT')) return refuse('startInTime', 422);
    const minutes = Math.round(Math.abs(ctx.now - startsAt(task)) / minute);
    return [
      visitEvent({
        type: 'LateEarlyStartRequested',
        data: {
          ...requested(task, input, context, ctx),
          wants: context.window === 'early' ? 'early' : 'late',
          minutes,
        },
      }),
    ];
  },
});

interface AskedPlace extends Asked {
  /** Id of the uploaded photo. */
  readonly photo?: string | undefined;
}

/** Requests to start away from the address; beyond half a kilometre a photo of the place is required. */
export const requestStartAnyLocation = command<AppointmentState, AskedPlace>({
  input: z.strictObject({ reason, photo: uploadId().optional(), ...fieldInput }),
  need: 'signedIn',
  reads: ({ photo }, _task, ctx) => ({ ...attendanceReads(ctx), ...fileReads(photo ? [photo] : []) }),
  decide: (task, input, ctx) => {
    const no = mayNotRequest(task, 'anyLocation', ctx);
    if (no) return no;
    const context = taskContext(task, ctx.now, input.position ?? null);
    if (!taskAccepts(context, 'REQUEST_PLACE_PERMIT')) return refuse('startInPlace', 422);
    const { where } = context;
    const own = task.iAssignedTo === ctx.viewer.empId;
    if (own && where?.kind === 'far' && where.distanceM > geofence.photoBeyondM && !input.photo)
      return refuse('photoRequired', 422, { m: geofence.photoBeyondM }, 'photo');
    const photo = input.photo ? ownFile(input.photo, 'photo', ctx) : null;
    if (isRefusal(photo)) return photo;
    return [
      visitEvent({
        type: 'AnyLocationStartRequested',
        data: { ...requested(task, input, context, ctx), photo },
      }),
    ];
  },
});

const kindInput = z.enum(['time', 'anyLocation']);
const effect = z.strictObject({ kind: kindInput, requestId: texts.token(), approvalId: z.int().positive() });
type Effect = z.infer<typeof effect>;
const waits = (task: AppointmentState, { kind, requestId }: Pick<Effect, 'kind' | 'requestId'>) =>
  task.startRequests.find((one) => one.kind === kind && one.requestId === requestId);

/** Effect of an approval: a permit for half an hour, for the employee who has the task now. */
export const grantStartPermit = command<AppointmentState, Effect>({
  input: effect,
  need: 'system',
  decide: (task, input, ctx) => {
    const { kind, requestId, approvalId } = input;
    const fail = (why: string) => [
      visitEvent({ type: 'StartPermitFailed', data: { kind, requestId, approvalId, why } }),
    ];
    if (task.iTaskStatus !== taskStatus.notStarted) return fail('taskClosed');
    if (!waits(task, input)) return fail('subjectMoved');
    const until = new Date(ctx.now + startLimits.permitMinutes * minute).toISOString();
    return [
      visitEvent({
        type: 'StartPermitGranted',
        data: { kind, requestId, approvalId, until, empId: task.iAssignedTo },
      }),
    ];
  },
});

export const closeStartRequest = command<AppointmentState, Effect>({
  input: effect,
  need: 'system',
  decide: (task, input) =>
    waits(task, input)
      ? [visitEvent({ type: 'StartRequestClosed', data: { kind: input.kind, requestId: input.requestId } })]
      : refuse('noLongerNeeded', 409),
});

/** Ends an unused permit; a task that waited for it is missed if its own time has passed. */
export const lapseStartPermit = command<AppointmentState, { kind: PermitKind; until: string }>({
  input: z.strictObject({ kind: kindInput, until: instant() }),
  need: 'system',
  reads: (_input, task) => heldBy(task),
  decide: (task, { kind, until }, ctx) => {
    if (ctx.now < Date.parse(until) || !task.permits.some((one) => one.kind === kind && one.until === until))
      return refuse('noLongerNeeded', 409);
    const lapsed = visitEvent({ type: 'StartPermitLapsed', data: { kind } });
    const others = task.permits.some((one) => one.kind !== kind && ctx.now < Date.parse(one.until));
    return task.iTaskStatus === taskStatus.notStarted && ctx.now >= missedAt(task) && !others
      ? [lapsed, ...missed(task, null)]
      : [lapsed];
  },
});
