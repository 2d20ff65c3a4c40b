import { DAY_MS } from '../../../core/day.ts';
import { streamKey, streamName } from '../../../core/event.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import { notActive, type CustomerStatus } from '../../customers/customer-state-rules.ts';
import type { AppointmentState } from '../../leads/appointment/state.ts';
import { isOpenTask } from '../../leads/appointment/state.ts';
import { lossRefused } from '../../leads/lead/loss.ts';
import { statusOf } from '../../masters/references.ts';
import type { MasterState } from '../../masters/state.ts';
import { promiseRefused } from './promised.ts';
import { dispositionOf } from './dispositions.ts';
import type { CallClass } from './hours.ts';
import { callLimits } from './limits.ts';
import { ownHoursOf } from './may-call.ts';
import { ownHoursRefused } from './own-hours.ts';
import { calleeOf } from './subjects.ts';
import type { Disposing } from './disposing.ts';

/** Records that a disposition refers to, as loaded for it. */
export interface DispositionReads {
  readonly appointment?: AppointmentState;
  readonly reason?: MasterState;
  readonly customer?: CustomerStatus;
}
interface Calling {
  readonly subject: string;
  readonly callClass: CallClass;
  /** Including notes typed during the call. */
  readonly notes: string;
}

/** Refusal of a record that does not exist, also where the code requires none. */
export function unknownNamed(
  { appointmentId, reasonId, customerId }: Disposing,
  { appointment, reason, customer }: DispositionReads,
): Refusal | null {
  if (reasonId !== undefined && statusOf(reason) === 'missing')
    return refuse('notInList', 422, { label: 'callField.reason' }, 'reasonId');
  if (customerId !== undefined && (customer?.stage ?? 'none') === 'none')
    return refuse('notInList', 422, { label: 'callField.customer' }, 'customerId');
  const subject = appointment?.iCustomerId ?? appointment?.iLeadId;
  return appointmentId !== undefined && subject == null
    ? refuse('appointmentOther', 422, undefined, 'appointmentId')
    : null;
}

/** Refusal when something the code requires is missing or does not fit. */
export function needRefused(
  input: Disposing,
  call: Calling,
  read: DispositionReads,
  ctx: Ctx,
): Refusal | null {
  switch (dispositionOf(input.code).needs) {
    case 'setupAppointment':
      return appointmentRefused(input, call, read, 'setup');
    case 'salesAppointment':
      return appointmentRefused(input, call, read, 'sales');
    case 'nextAt':
      return nextRefused(input, call, ctx);
    case 'note':
      return (input.notes ?? call.notes).trim().length < 3
        ? refuse('required', 400, { label: 'callField.notes' }, 'notes')
        : null;
    case 'lossReason':
      if (input.reasonId === undefined)
        return refuse('required', 400, { label: 'callField.reason' }, 'reasonId');
      return read.reason
        ? lossRefused(read.reason, input.notes ?? call.notes)
        : refuse('notInList', 422, { label: 'callField.reason' }, 'reasonId');
    case 'customer':
      if (input.customerId === undefined)
        return refuse('required', 400, { label: 'callField.customer' }, 'customerId');
      if (!read.customer || read.customer.stage === 'none')
        return refuse('notInList', 422, { label: 'callField.customer' }, 'customerId');
      return notActive(read.customer, 'customerId');
    case 'language':
      return input.language === undefined
        ? refuse('required', 400, { label: 'callField.language' }, 'language')
        : null;
    default:
      return null;
  }
}

function appointmentRefused(
  { appointmentId }: Disposing,
  { subject }: Calling,
  read: DispositionReads,
  type: 'setup' | 'sales',
): Refusal | null {
  if (appointmentId === undefined) return refuse('appointmentRequired', 422, undefined, 'appointmentId');
  const found = read.appointment;
  const whose = streamName(subject) === 'customer' ? found?.iCustomerId : found?.iLeadId;
  if (!found || whose !== Number(streamKey(subject)))
    return refuse('appointmentOther', 422, undefined, 'appointmentId');
  return found.vAppType === type && isOpenTask(found)
    ? null
    : refuse('appointmentClosed', 409, undefined, 'appointmentId');
}

/**
 * A promised time must lie in the future, within two weeks, and within the calling hours of the class. The hours
 * in which the customer wants to be called hold for a callback, not for the new date of a delivery.
 */
function nextRefused({ code, nextAt }: Disposing, { callClass, subject }: Calling, ctx: Ctx): Refusal | null {
  if (nextAt === undefined) return refuse('required', 400, { label: 'callField.nextAt' }, 'nextAt');
  const at = Date.parse(nextAt);
  if (at <= ctx.now) return refuse('callbackPast', 422, undefined, 'nextAt');
  if (at > ctx.now + callLimits.callbackDays * DAY_MS)
    return refuse('callbackTooFar', 422, { days: callLimits.callbackDays }, 'nextAt');
  const callee = code === 'CALLBACK' ? calleeOf(subject, ctx.read.subject, ctx.now) : null;
  return (
    promiseRefused(at, callClass, 'nextAt', ctx) ??
    (callee
      ? ownHoursRefused(ownHoursOf(callee, ctx.read), callee.name, callClass, at, { field: 'nextAt' })
      : null)
  );
}
