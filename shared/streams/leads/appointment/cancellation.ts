import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import type { NewEvent } from '../../../core/event.ts';
import { inPoos } from '../../../core/permission.ts';
import { refuse } from '../../../core/refusal.ts';
import { command } from '../../../core/stream.ts';
import { raisedBy, type Outcome, type Raised } from '../../approvals/decision.ts';
import { customerOf } from './customer-ref.ts';
import type { AppointmentState, AppointmentType } from './state.ts';
import { bookNeed, isOpenTask, setupStream, slotStream, startsAt, waitingPermits } from './state.ts';

export interface CancellationRequested extends Raised {
  readonly iAssignedTo: number | null;
  readonly assignedName: string;
  /** CU-000005 or LD-010004. */
  readonly who: string;
  readonly vAppType: AppointmentType;
  readonly started: boolean;
  /** ISO instants. */
  readonly slotAt: string;
  readonly slotEnd: string;
}
/** Events of a cancellation; events of the slot and setup streams belong to those. */
export type CancellationEvent =
  | NewEvent<'AppointmentCancellationRequested', CancellationRequested>
  | NewEvent<
      'AppointmentCancelled',
      Outcome & {
        readonly reason: string;
        readonly leadId: number | null;
        readonly approvalIds: readonly number[];
      }
    >
  | NewEvent<'AppointmentCancelFailed', Outcome & { readonly why: CancelFailure }>;
export type CancelFailure = 'subjectMoved' | 'taskClosed';

const made = (event: CancellationEvent): NewEvent => ({ type: event.type, data: { ...event.data } });
const instant = (at: number): string => new Date(at).toISOString();

/** Cancels the appointment and releases its slot and, for a setup visit, the customer's setup reservation. */
function cancelled(state: AppointmentState, data: Outcome & { readonly reason: string }): NewEvent[] {
  const freed: NewEvent[] = [
    {
      type: 'SlotFreed',
      stream: slotStream(state.iAssignedTo ?? 0, state.appDate),
      data: { appointmentId: state.id },
    },
  ];
  if (state.vAppType === 'setup')
    freed.push({ type: 'SetupFreed', stream: setupStream(state), data: { appointmentId: state.id } });
  return [
    made({
      type: 'AppointmentCancelled',
      data: { ...data, leadId: state.iLeadId, approvalIds: waitingPermits(state) },
    }),
    ...freed,
  ];
}

const reasonInput = z.strictObject({ reason: texts.paragraph().min(5).max(200) });
const held = (_input: unknown, state: AppointmentState) => ({
  slots: slotStream(state.iAssignedTo ?? 0, state.appDate),
  setups: setupStream(state),
});

/** Requests the cancellation of an open appointment, which is locked until the decision. */
export const requestCancellation = command<AppointmentState, z.infer<typeof reasonInput>>({
  input: reasonInput,
  need: bookNeed,
  versioned: true,
  decide: (state, { reason }, ctx) => {
    if (state.request) return refuse('taskLockedByRequest', 409);
    if (!isOpenTask(state)) return refuse('taskClosed', 409);
    if (ctx.viewer.empId === null) return refuse('employeesOnly', 403);
    if (!inPoos(ctx.viewer, state.iPooId)) return refuse('placeNotYours', 403);
    const slotEnd = startsAt(state) + state.iMinutes * 60_000;
    if (ctx.now >= slotEnd) return refuse('slotOver', 409);
    const data: CancellationRequested = {
      ...raisedBy(ctx, {
        ref: state.ref,
        iPooId: state.iPooId,
        reason,
        subjectVersion: state.version + 1,
      }),
      iAssignedTo: state.iAssignedTo,
      assignedName: state.assignedName,
      who: customerOf(state),
      vAppType: state.vAppType,
      started: state.iTaskStatus === 1,
      slotAt: instant(startsAt(state)),
      slotEnd: instant(slotEnd),
    };
    return [made({ type: 'AppointmentCancellationRequested', data })];
  },
});

/** A team lead cancels without a request; a pending request no longer applies. */
export const cancel = command<AppointmentState, z.infer<typeof reasonInput>>({
  input: reasonInput,
  need: 'approvals/taskCancellationApproval:approve',
  versioned: true,
  reads: held,
  decide: (state, { reason }) =>
    state.iTaskStatus === 0
      ? cancelled(state, {
          reason,
          approvalId: state.request?.approvalId ?? null,
          requestId: state.request?.requestId ?? null,
        })
      : refuse('taskClosed', 409),
});

const effect = z.strictObject({
  requestId: texts.token(),
  approvalId: z.int().positive(),
  subjectVersion: z.int(),
});

/** Effect of an approved cancellation: all of it, or only the reason why not. */
export const applyCancellation = command<AppointmentState, z.infer<typeof effect>>({
  input: effect,
  need: 'system',
  reads: held,
  decide: (state, { requestId, approvalId, subjectVersion }) => {
    const fail = (why: CancelFailure) => [
      made({ type: 'AppointmentCancelFailed', data: { approvalId, requestId, why } }),
    ];
    if (!isOpenTask(state)) return fail('taskClosed');
    const { request } = state;
    if (
      request?.kind !== 'cancellation' ||
      request.requestId !== requestId ||
      state.subjectVersion !== subjectVersion
    )
      return fail('subjectMoved');
    return cancelled(state, { reason: request.reason, approvalId, requestId });
  },
});
