import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import { businessDay } from '../../../core/day.ts';
import { maskPhone } from '../../../core/phone.ts';
import { inPoos } from '../../../core/permission.ts';
import { uploadId } from '../../../core/record-id.ts';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import { command } from '../../../core/stream.ts';
import { auditStream } from '../../core/audit.ts';
import { attendanceReads } from '../../calls/queueitem/eligible.ts';
import { fieldInput, notInPlace, notTheirs } from './start.ts';
import { bookNeed, startsAt, taskStatus, type AppointmentState } from './state.ts';
import { taskAccepts, taskContext } from './task.machine.ts';
import { customerOf } from './customer-ref.ts';
import { freed, heldBy, missed } from './task-start.ts';
import { visitEvent } from './visit-events.ts';
import { fileReads, ownFile } from './visit-file.ts';
import {
  missingFor,
  outcomeInput,
  vitalsInput,
  vitalsRefusal,
  type Outcome,
  type Vitals,
} from './visit-outcome.ts';
import type { Position } from './visit-place.ts';
import { phoneOf, visitorReads } from './visitor.ts';

interface InField {
  readonly position?: Position | undefined;
  readonly typedAt?: string | undefined;
}
const mostFiles = 12;

/** Why nothing can be recorded: only the visiting employee may, while the visit is in progress. */
function notUnderWay(task: AppointmentState, ctx: Ctx): Refusal | null {
  const no = notTheirs(task, ctx);
  if (no) return no;
  return task.iTaskStatus === taskStatus.started ? null : refuse('notStartedYet', 409);
}

/** Adds a photo or a scanned page to the visit; adding it twice has no further effect. */
export const addVisitFile = command<AppointmentState, { fileId: string; label: string }>({
  input: z.strictObject({ fileId: uploadId(), label: texts.line().max(80).default('') }),
  need: 'signedIn',
  reads: ({ fileId }, _task, ctx) => ({ ...attendanceReads(ctx), ...fileReads([fileId]) }),
  decide: (task, input, ctx) => {
    const no = notUnderWay(task, ctx);
    if (no) return no;
    if (task.files.some(({ fileId }) => fileId === input.fileId)) return [];
    if (task.files.length >= mostFiles)
      return refuse('tooManyItems', 422, { label: 'files', n: mostFiles }, 'fileId');
    const file = ownFile(input.fileId, 'fileId', ctx);
    return isRefusal(file)
      ? file
      : [visitEvent({ type: 'VisitFileAdded', data: { ...file, label: input.label } })];
  },
});

/** Records measurements; the latest ones count. */
export const recordVisitVitals = command<AppointmentState, { vitals: Vitals; typedAt?: string | undefined }>({
  input: z.strictObject({ vitals: vitalsInput, typedAt: fieldInput.typedAt }),
  need: 'signedIn',
  reads: (_input, _task, ctx) => attendanceReads(ctx),
  decide: (task, { vitals, typedAt = null }, ctx) =>
    notUnderWay(task, ctx) ??
    vitalsRefusal(vitals) ?? [visitEvent({ type: 'VisitVitalsRecorded', data: { vitals, typedAt } })],
});

interface Completing extends InField {
  readonly outcome: Outcome;
}

/** Completes a visit with its outcome, once everything its type requires is recorded. */
export const completeTask = command<AppointmentState, Completing>({
  input: z.strictObject({ outcome: outcomeInput, ...fieldInput }),
  need: 'signedIn',
  reads: (_input, task, ctx) => ({ ...attendanceReads(ctx), ...heldBy(task) }),
  decide: (task, { outcome, position = null, typedAt = null }, ctx) => {
    const no = notUnderWay(task, ctx);
    if (no) return no;
    const missing = missingFor({ ...task, photos: task.files.length }, outcome, businessDay(ctx.now));
    if (missing.length > 0)
      return refuse(
        'outcomeIncomplete',
        422,
        { missing: missing.map((one) => `missing.${one}`) },
        missing[0],
      );
    if (!taskAccepts(taskContext(task, ctx.now, position), 'COMPLETE')) return refuse('taskClosed', 409);
    const { iPooId, ref, vAppType, iCustomerId, iLeadId, place } = task;
    return [
      visitEvent({
        type: 'TaskCompleted',
        data: {
          outcome,
          by: { empId: task.iAssignedTo!, name: task.assignedName },
          iPooId,
          ref,
          vAppType,
          iCustomerId,
          iLeadId,
          place,
          minutes: Math.max(
            0,
            Math.round((ctx.now - Date.parse(task.startedAt ?? new Date(ctx.now).toISOString())) / 60_000),
          ),
          position,
          typedAt,
          approvalId: task.request?.approvalId ?? null,
        },
      }),
      ...freed(task),
    ];
  },
});

/** Reports from the address, within the slot, that nobody was at home; the task is missed. */
export const reportNotAtHome = command<AppointmentState, InField & { note: string }>({
  input: z.strictObject({ note: texts.paragraph().min(5).max(500), ...fieldInput }),
  need: 'signedIn',
  reads: (_input, task, ctx) => ({ ...attendanceReads(ctx), ...heldBy(task) }),
  decide: (task, { note, position = null, typedAt = null }, ctx) => {
    const no = notTheirs(task, ctx);
    if (no) return no;
    const context = taskContext(task, ctx.now, position);
    if (!taskAccepts(context, 'NOT_AT_HOME')) {
      if (context.window === 'early') return refuse('notAtHomeEarly', 422);
      return notInPlace(context) ?? refuse('taskClosed', 409);
    }
    const [first, ...freed] = missed(task, 'notAtHome');
    return [{ ...first!, data: { ...first!.data, notAtHome: { note, position, typedAt } } }, ...freed];
  },
});

/** Reveals the customer's number to the employee who visits them today, and records the access. */
export const callCustomer = command<AppointmentState, object>({
  input: z.strictObject({}),
  need: 'signedIn',
  reads: (_input, task) => visitorReads(task),
  decide: (task, _input, ctx) => {
    if (task.iAssignedTo !== ctx.viewer.empId) return refuse('taskNotYours', 403);
    if (task.appDate !== businessDay(ctx.now)) return refuse('notToday', 422);
    const phone = phoneOf(ctx.read);
    if (!phone) return refuse('noCustomerPhone', 422);
    const subject = task.iCustomerId === null ? `lead-${task.iLeadId}` : `customer-${task.iCustomerId}`;
    return {
      events: [
        visitEvent({ type: 'TaskCustomerCalled', data: { who: customerOf(task) } }),
        { stream: auditStream(subject), type: 'PersonalDataViewed', data: { subject, fields: ['phone'] } },
      ],
      answer: { phone },
    };
  },
});

const mapPoint = z.strictObject({
  address: texts.paragraph().min(3).max(200).optional(),
  lat: z.number().min(-90).max(90),
  lng: z.number().min(-180).max(180),
});

/**
 * Lets the desk set the map point of an address; the visiting employee cannot move it to their own position.
 */
export const setVisitPlace = command<AppointmentState, z.infer<typeof mapPoint>>({
  input: mapPoint,
  need: bookNeed,
  versioned: true,
  decide: (task, { lat, lng, address }, ctx) => {
    if (task.iAssignedTo === ctx.viewer.empId) return refuse('notYourOwnVisit', 403);
    if (!inPoos(ctx.viewer, task.iPooId)) return refuse('placeNotYours', 403);
    if (task.iTaskStatus !== taskStatus.notStarted || ctx.now > startsAt(task) + task.iMinutes * 60_000)
      return refuse('taskClosed', 409);
    const before = task.place ?? {
      name: customerOf(task),
      phoneMasked: maskPhone(null),
      address: '',
      pincode: '',
      lat: null,
      lng: null,
    };
    return [
      visitEvent({
        type: 'VisitPlaceSet',
        data: { ...before, ...(address === undefined ? {} : { address }), lat, lng },
      }),
    ];
  },
});
