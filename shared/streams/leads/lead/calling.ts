import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import type { Event, NewEvent } from '../../../core/event.ts';
import { id, instant, note, text } from '../../../core/fields.ts';
import { phoneKey } from '../../../core/phone.ts';
import { reference } from '../../../core/reference.ts';
import { refuse } from '../../../core/refusal.ts';
import { command, type Ctx } from '../../../core/stream.ts';
import { dispositionCodes, type DispositionCode } from '../../calls/call/dispositions.ts';
import { callLimits } from '../../calls/call/limits.ts';
import { ownHoursRefused, type OwnCallHours } from '../../calls/call/own-hours.ts';
import { promiseRefused } from '../../calls/call/promised.ts';
import type { MasterState } from '../../masters/state.ts';
import { keepNumber, lendNumber, ownNumber } from './number.ts';
import { dialledPhone, onOtherPhone, openStages, type LeadState } from './state.ts';

/** A lead as a queue shows it; the phone number itself stays with the lead. */
export interface LeadFace {
  readonly ref: string;
  readonly name: string;
  readonly phoneKey: string;
  readonly pincode: string | null;
  readonly pooId: number | null;
  readonly language: string | null;
  readonly source: string | null;
  readonly campaignId: number | null;
  /** The campaign's name; older faces have none. */
  readonly campaign?: string | null;
  readonly listId: number | null;
  readonly consent: string;
  readonly touchedAt: string | null;
  readonly priority: number;
  readonly attempts: number;
  readonly lastCode: DispositionCode | null;
  /** The hours in which they want to be called; older faces have none. */
  readonly callHours?: OwnCallHours | null;
  /** The first number does not exist, and `phoneKey` is the other one; older faces do not say so. */
  readonly otherPhone?: boolean;
}
interface Agent {
  readonly empId: number;
  readonly name: string;
}

/** Events of a lead caused by calls. */
export type LeadCallEvent =
  | Event<'LeadCallStarted', { readonly callId: number; readonly agent: Agent }>
  | Event<
      'LeadDispositioned',
      {
        readonly callId: number;
        readonly code: DispositionCode;
        readonly agent: Agent;
        readonly retryAt: string | null;
      }
    >
  | Event<
      'LeadCallbackScheduled',
      {
        readonly callId: number;
        readonly at: string;
        readonly owner: Agent;
        readonly note: string;
        readonly face: LeadFace;
      }
    >
  | Event<
      'LeadCallbackReminded',
      { readonly at: string; readonly empId: number; readonly ref: string; readonly name: string }
    >
  | Event<'LeadAppointmentFixed', { readonly callId: number; readonly appointmentId: number }>
  | Event<'LeadRequeued', { readonly why: string; readonly priority: number; readonly face: LeadFace }>
  /** `other`: the lead's other number is dialled from now on; else the first one again. */
  | Event<'LeadNumberSwitched', { readonly callId: number; readonly other: boolean; readonly face: LeadFace }>
  | Event<'LeadExhausted', { readonly attempts: number }>;

const emitted = (event: LeadCallEvent): NewEvent => ({ type: event.type, data: { ...event.data } });

export function leadFace(state: LeadState, key: string): LeadFace {
  return {
    ref: reference('LD', key),
    name: state.name,
    phoneKey: phoneKey(dialledPhone(state)),
    pincode: state.pincode,
    pooId: state.pooId,
    language: state.language,
    source: state.source,
    campaignId: state.campaignId,
    campaign: state.campaign ?? null,
    listId: state.listId,
    consent: state.consent,
    touchedAt: state.touchedAt ?? null,
    priority: state.priority ?? 0,
    attempts: state.attempts ?? 0,
    lastCode: state.lastCall?.code ?? null,
    callHours: state.callHours ?? null,
    otherPhone: onOtherPhone(state),
  };
}

const agent = z.strictObject({ empId: id(), name: text(100) });
const isOpen = (state: LeadState): boolean =>
  state.exists && !state.withdrawn && openStages.includes(state.stage);

/** A call to the lead started; it counts as an attempt. */
export const noteCall = command<LeadState, { callId: number; agent: Agent }>({
  input: z.strictObject({ callId: id(), agent }),
  need: 'system',
  decide: (state, input) =>
    isOpen(state) ? [emitted({ type: 'LeadCallStarted', data: input })] : refuse('noLongerNeeded', 409),
});

const settling = z.strictObject({
  callId: id(),
  code: z.enum(dispositionCodes),
  agent,
  notes: texts.own(),
  nextAt: instant().nullable(),
  retryAt: instant().nullable(),
  appointmentId: id().nullable(),
  reasonId: id().nullable(),
  customerId: id().nullable(),
  language: texts.own().nullable(),
  /** Key of the number to be tried next. */
  nextKey: texts.own().nullable().optional(),
  /** The disposition of this call was corrected. */
  corrected: z.boolean().optional(),
});
type Settling = z.infer<typeof settling>;

const reasons = {
  ALREADY_CUSTOMER: 'Already a customer',
  WRONG_NUMBER: 'Wrong number',
  INVALID_NUMBER: 'Invalid number',
  DECEASED: 'Deceased',
} as const;

const lost = (
  state: LeadState,
  reason: string,
  reasonId: number | null,
  ctx: Ctx & { readonly id: string },
): NewEvent[] => [
  { type: 'LeadLost', data: { reason, ...(reasonId === null ? {} : { reasonId }) } },
  ...lendNumber(state.phone, ctx),
];

/** The dialled number does not exist, and the lead has another one. */
function switched(
  state: LeadState,
  { code, callId, nextKey }: Settling,
  { id }: { readonly id: string },
): NewEvent[] | null {
  if (!nextKey || ![state.phone, state.altPhone].some((one) => one && phoneKey(one) === nextKey)) return null;
  const other = phoneKey(state.phone) !== nextKey;
  const face = { ...leadFace({ ...state, otherSince: other ? callId : null }, id), lastCode: code };
  return [emitted({ type: 'LeadNumberSwitched', data: { callId, other, face } })];
}

/** A correction takes back that the first number does not exist. */
const takesBack = (state: LeadState, { code, callId, corrected }: Settling): boolean =>
  corrected === true && state.otherSince === callId && code !== 'INVALID_NUMBER';

/** Events of the lead that follow from the disposition of its call. */
function follows(state: LeadState, input: Settling, ctx: Ctx & { readonly id: string }): NewEvent[] {
  const { code, callId, notes } = input;
  switch (code) {
    case 'SETUP_FIXED':
    case 'SALES_FIXED':
      return input.appointmentId === null
        ? []
        : [emitted({ type: 'LeadAppointmentFixed', data: { callId, appointmentId: input.appointmentId } })];
    case 'CALLBACK': {
      if (input.nextAt === null) return [];
      const face = { ...leadFace(state, ctx.id), lastCode: code };
      return [
        emitted({
          type: 'LeadCallbackScheduled',
          data: { callId, at: input.nextAt, owner: input.agent, note: notes, face },
        }),
      ];
    }
    case 'NOT_INTERESTED': {
      const name = String((ctx.read.reason as MasterState | undefined)?.fields.vName ?? 'Not interested');
      return lost(state, notes ? `${name}: ${notes}` : name, input.reasonId, ctx);
    }
    case 'INVALID_NUMBER':
      return switched(state, input, ctx) ?? lost(state, reasons[code], null, ctx);
    case 'ALREADY_CUSTOMER':
    case 'WRONG_NUMBER':
    case 'DECEASED':
      return lost(state, reasons[code], null, ctx);
    case 'DNC_REQUEST':
      return [
        {
          type: 'LeadMarkedDnc',
          data: {
            reason: notes || 'Asked on the phone not to be called',
            phoneKey: phoneKey(dialledPhone(state)),
          },
        },
        ...keepNumber(state.phone, ctx),
      ];
    case 'LANGUAGE': {
      const language = input.language ?? state.language;
      const face = { ...leadFace({ ...state, language }, ctx.id), lastCode: code };
      return [
        { type: 'LeadDetailsUpdated', data: { language } },
        emitted({ type: 'LeadRequeued', data: { why: 'language', priority: state.priority ?? 0, face } }),
      ];
    }
    case 'ORDER_TAKEN':
    case 'COMPLAINT':
      return [];
    default:
      return input.retryAt === null && (state.attempts ?? 0) >= callLimits.leadAttempts
        ? [
            emitted({ type: 'LeadExhausted', data: { attempts: state.attempts ?? 0 } }),
            ...lendNumber(state.phone, ctx),
          ]
        : [];
  }
}

/** Sent for each disposition of a call to this lead, and again when it is corrected. */
export const settleCall = command<LeadState, Settling>({
  input: settling,
  need: 'system',
  reads: ({ reasonId }, state) => ({
    ...ownNumber(state),
    ...(reasonId === null ? {} : { reason: `master-reason-${reasonId}` }),
  }),
  decide(before, input, ctx) {
    const { callId, code, agent: by, retryAt } = input;
    if (input.corrected) {
      // The lead has moved on or is withdrawn: the call keeps the correction, the lead its later state.
      if (
        before.lastCall?.id !== callId ||
        before.stage === 'Dnc' ||
        before.stage === 'Converted' ||
        before.withdrawn
      )
        return refuse('noLongerNeeded', 409);
    } else if (!isOpen(before)) return refuse('noLongerNeeded', 409);
    const firstAgain = takesBack(before, input);
    const state = firstAgain ? { ...before, otherSince: null } : before;
    const face = { ...leadFace(state, ctx.id), lastCode: code };
    const back: NewEvent[] =
      input.corrected && state.stage !== 'Queued'
        ? [
            emitted({
              type: 'LeadRequeued',
              data: { why: 'corrected', priority: state.priority ?? 0, face },
            }),
            ...keepNumber(state.phone, ctx),
          ]
        : [];
    return [
      emitted({ type: 'LeadDispositioned', data: { callId, code, agent: by, retryAt } }),
      ...back,
      ...(firstAgain ? [emitted({ type: 'LeadNumberSwitched', data: { callId, other: false, face } })] : []),
      ...follows(state, input, ctx),
    ];
  },
});

/**
 * Its visit was missed or cancelled, or its sign-up abandoned or rejected: it is queued again with priority.
 */
export const requeue = command<LeadState, { why: string }>({
  input: z.strictObject({ why: text(40) }),
  need: 'system',
  decide(state, { why }, ctx) {
    if (!isOpen(state) || state.stage === 'Queued') return refuse('noLongerNeeded', 409);
    const priority = Math.min(9, (state.priority ?? 0) + 2);
    return [
      emitted({
        type: 'LeadRequeued',
        data: { why, priority, face: { ...leadFace(state, ctx.id), priority } },
      }),
    ];
  },
});

/** Sent shortly before a promised time: whoever owns the lead is reminded, unless the callback was moved or the lead has moved on. */
export const remindCallback = command<LeadState, { at: string }>({
  input: z.strictObject({ at: instant() }),
  need: 'system',
  decide: (state, { at }, ctx) =>
    state.stage !== 'CallbackDue' ||
    state.withdrawn ||
    state.nextAt !== at ||
    state.remindedOf === at ||
    state.ownerId === null
      ? refuse('noLongerNeeded', 409)
      : [
          emitted({
            type: 'LeadCallbackReminded',
            data: { at, empId: state.ownerId, ref: reference('LD', ctx.id), name: state.name },
          }),
        ],
});

/** An agent agrees on another time, or a team lead moves the callback. */
export const moveCallback = command<LeadState, { at: string; reason: string }>({
  input: z.strictObject({ at: instant(), reason: note(200, 3) }),
  need: 'Out Bound/pharmaLeadRemainder:edit',
  versioned: 'merge',
  merges: ({ at }) => ({ nextAt: at }),
  decide(state, { at, reason }, ctx) {
    if (state.stage !== 'CallbackDue' || !state.lastCall) return refuse('leadNoCallback', 409);
    const when = Date.parse(at);
    if (when <= ctx.now) return refuse('leadCallbackPast', 422, undefined, 'at');
    if (when > ctx.now + callLimits.callbackDays * 86_400_000)
      return refuse('leadCallbackFar', 422, { days: callLimits.callbackDays }, 'at');
    const closed =
      promiseRefused(when, 'promotional', 'at', ctx) ??
      ownHoursRefused(state.callHours, state.name, 'promotional', when, { field: 'at' });
    if (closed) return closed;
    const owner = ctx.directory.employee(state.ownerId ?? 0);
    const kept = owner
      ? { empId: owner.empId, name: owner.name }
      : { empId: ctx.viewer.empId ?? 0, name: ctx.viewer.name };
    return [
      emitted({
        type: 'LeadCallbackScheduled',
        data: { callId: state.lastCall.id, at, owner: kept, note: reason, face: leadFace(state, ctx.id) },
      }),
    ];
  },
});
