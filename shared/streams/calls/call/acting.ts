import type { NewEvent } from '../../../core/event.ts';
import type { Permission } from '../../../core/permission.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import { callAccepts, type CallSignal } from './call.machine.ts';
import type { CallerEvent } from './caller.ts';
import { callingHours, type CallingDay } from './hours.ts';
import type { PhoneLineEvent } from './phone-line.ts';
import type { CallEvent, CallState } from './state.ts';

/** Screens from which a call may be placed, by their edit right. */
export const callNeed: readonly Permission[] = [
  'Out Bound/outCall:edit',
  'Out Bound/outCall1:edit',
  'Out Bound/pharmaLead:edit',
  'Out Bound/pharma-lead-queue:edit',
  'Out Bound/pharmaLeadNew:edit',
  'Out Bound/pharmaLeadRemainder:edit',
  'Out Bound/signup-queue:edit',
  'Out Bound/cc-queue:edit',
  'Prescription/careConnect:edit',
  'Prescription/careConnectV2:edit',
  'Out Bound/delivery-remainder:edit',
  'Out Bound/returnPickup:edit',
  'Prescription/dsa-sales-verification:edit',
];
/** Leads of callers: see their calls and correct their dispositions. */
export const callLeadNeed: Permission = 'Out Bound/outCall:approve';

type Written = { readonly type: string; readonly data: object };
const written = ({ type, data }: Written, stream?: string): NewEvent => ({
  type,
  data: { ...data },
  ...(stream ? { stream } : {}),
});

/** Builds one event of a call, checked against its type. */
export const callEvent = (event: CallEvent): NewEvent => written(event);
export const callerEvent = (stream: string, event: CallerEvent): NewEvent => written(event, stream);
export const lineEvent = (stream: string, event: PhoneLineEvent): NewEvent => written(event, stream);

/** Calling hours and today's holiday as `prepare` found them; defaults without it. */
export function callingDay(ctx: Pick<Ctx, 'prepared'>): CallingDay {
  const found: { readonly calling?: CallingDay } | null | undefined = ctx.prepared;
  return found?.calling ?? { hours: callingHours, holiday: null };
}

/** Why the agent may not do that with this call now. */
export function notNow(state: CallState, type: CallSignal['type'], ctx: Pick<Ctx, 'viewer'>): Refusal | null {
  if (state.agent?.empId !== ctx.viewer.empId)
    return refuse('callNotYours', 403, { name: state.agent?.name ?? '' });
  return callAccepts({ stage: state.stage, own: true, fits: true }, type)
    ? null
    : refuse('callStage', 409, { stage: `callStage.${state.stage}` });
}
