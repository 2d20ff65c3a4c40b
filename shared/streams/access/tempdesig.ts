import { z } from 'zod';
import * as texts from '../../core/texts.ts';
import { addDays } from '../../core/day.ts';
import type { Event, NewEvent } from '../../core/event.ts';
import type { Refusal } from '../../core/refusal.ts';
import { refuse } from '../../core/refusal.ts';
import type { Ctx } from '../../core/stream.ts';
import { command, defineStream } from '../../core/stream.ts';
import { translations } from '../../core/translations.ts';
import { employeeId, masterId } from '../../core/record-id.ts';
import { id, line } from '../../access/text.ts';

/** A designation for some days, first and last day included. */
export interface TempdesigState {
  readonly tempDesigId: number;
  readonly exists: boolean;
  readonly empId: number;
  readonly baseDesignationId: number | null;
  readonly designationId: number;
  readonly from: string;
  readonly to: string;
  readonly reason: string;
  readonly state: 'requested' | 'active' | 'rejected' | 'cancelled' | 'ended';
  readonly requestedBy: number | null;
  readonly approvedBy: number | null;
}

const day = texts.day();
const maxDays = 31;

function days(from: string, to: string): string[] {
  const list: string[] = [];
  for (let at = from; at <= to && list.length <= maxDays; at = addDays(at, 1)) list.push(at);
  return list;
}

/** One reservation per person and day, so that two designations of one person never overlap. */
function dayStreams(empId: number, from: string, to: string): Record<string, string> {
  return Object.fromEntries(days(from, to).map((one) => [one, `unique-tempdesigDay-${empId}-${one}`]));
}

/** Reserves every day for the designation being made, or refuses with the first day that another one holds. */
function reserveDays(
  { empId, from, to }: { empId: number; from: string; to: string },
  name: string,
  ctx: Ctx & { readonly id: string },
): NewEvent[] | Refusal {
  const streams = dayStreams(empId, from, to);
  const held = Object.keys(streams).find((one) => (ctx.read[one] as { owner?: string | null }).owner != null);
  if (held) return refuse('tempDesigOverlap', 409, { name, day: held });
  const owner = `tempdesig-${ctx.id}`;
  return Object.values(streams).map((stream) => ({ type: 'KeyReserved', data: { owner }, stream }));
}

function releaseFrom(state: TempdesigState, first: string): NewEvent[] {
  const owner = `tempdesig-${state.tempDesigId}`;
  return Object.entries(dayStreams(state.empId, state.from, state.to))
    .filter(([one]) => one >= first)
    .map(([, stream]) => ({ type: 'KeyReleased', data: { owner }, stream }));
}

const decision = { input: z.strictObject({}), need: 'Masters/rolemasterv2:edit' as const };

type About = Pick<TempdesigState, 'tempDesigId' | 'empId' | 'designationId' | 'from' | 'to'>;
type TempdesigEvent =
  | Event<
      'TemporaryDesignationRequested',
      About & Pick<TempdesigState, 'reason' | 'baseDesignationId' | 'requestedBy'>
    >
  | Event<'TemporaryDesignationApproved' | 'TemporaryDesignationEnded', About>
  | Event<
      'TemporaryDesignationRejected' | 'TemporaryDesignationCancelled',
      About & { readonly reason: string }
    >;

function about(state: TempdesigState): About & Record<string, unknown> {
  return {
    tempDesigId: state.tempDesigId,
    empId: state.empId,
    designationId: state.designationId,
    from: state.from,
    to: state.to,
  };
}

function theirOwn(state: TempdesigState, ctx: Ctx) {
  return ctx.actor.empId !== null &&
    (ctx.actor.empId === state.requestedBy || ctx.actor.empId === state.empId)
    ? refuse('selfApproval', 403)
    : null;
}

/**
 * A temporary designation; counts for attendance and tasks, never for admin rights. Stream `tempdesig-<id>`.
 */
export const tempdesig = defineStream<TempdesigState, TempdesigEvent>({
  name: 'tempdesig',
  events: {
    TemporaryDesignationRequested: true,
    TemporaryDesignationApproved: true,
    TemporaryDesignationRejected: true,
    TemporaryDesignationCancelled: true,
    TemporaryDesignationEnded: true,
  },
  area: 'access',
  state: 1,
  initial: (key) => ({
    tempDesigId: Number(key),
    exists: false,
    empId: 0,
    baseDesignationId: null,
    designationId: 0,
    from: '',
    to: '',
    reason: '',
    state: 'requested',
    requestedBy: null,
    approvedBy: null,
  }),
  evolve: (state, event) => {
    switch (event.type) {
      case 'TemporaryDesignationRequested':
        return { ...state, ...event.data, exists: true, state: 'requested' };
      case 'TemporaryDesignationApproved':
        return { ...state, state: 'active', approvedBy: event.actor.empId };
      case 'TemporaryDesignationRejected':
        return { ...state, state: 'rejected' };
      case 'TemporaryDesignationCancelled':
        return { ...state, state: 'cancelled' };
      case 'TemporaryDesignationEnded':
        return { ...state, state: 'ended' };
      default:
        return state;
    }
  },
  commands: {
    request: command<
      TempdesigState,
      { empId: number; designationId: number; from: string; to: string; reason: string }
    >({
      input: z.strictObject({
        empId: employeeId(),
        designationId: masterId('designation'),
        from: day,
        to: day,
        reason: line(5, 200),
      }),
      need: ['approvals/tlApproval:approve', 'Masters/rolemasterv2:edit'],
      creates: true,
      reads: (input) => dayStreams(input.empId, input.from, input.to),
      decide: (state, input, ctx) => {
        if (state.exists) return refuse('alreadyExists', 409);
        if (input.designationId === 2) return refuse('tempDesigAdmin', 422, undefined, 'designationId');
        if (input.from < ctx.today) return refuse('dateInPast', 422, { label: 'from' }, 'from');
        if (input.to < input.from) return refuse('rangeEndsEarly', 422, undefined, 'to');
        if (days(input.from, input.to).length > maxDays)
          return refuse('rangeTooLong', 422, { n: maxDays }, 'to');
        const person = ctx.directory.employee(input.empId);
        if (!person?.active) return refuse('notInList', 422, { label: 'employee' }, 'empId');
        const reserved = reserveDays(input, person.name, ctx);
        if ('refused' in reserved) return reserved;
        return [
          {
            type: 'TemporaryDesignationRequested',
            data: {
              tempDesigId: Number(ctx.id),
              ...input,
              baseDesignationId: person.designationId,
              requestedBy: ctx.actor.empId,
            },
          },
          ...reserved,
        ];
      },
    }),
    approve: command<TempdesigState, object>({
      ...decision,
      versioned: true,
      decide: (state, _input, ctx) => {
        if (state.state !== 'requested') return refuse('alreadyDecided', 409);
        if (state.to < ctx.today) return refuse('dateInPast', 422, { label: 'to' });
        return theirOwn(state, ctx) ?? [{ type: 'TemporaryDesignationApproved', data: about(state) }];
      },
    }),
    reject: command<TempdesigState, { reason: string }>({
      ...decision,
      input: z.strictObject({ reason: line(5, 200) }),
      versioned: true,
      decide: (state, { reason }, ctx) => {
        if (state.state !== 'requested') return refuse('alreadyDecided', 409);
        return (
          theirOwn(state, ctx) ?? [
            { type: 'TemporaryDesignationRejected', data: { ...about(state), reason } },
            ...releaseFrom(state, state.from),
          ]
        );
      },
    }),
    cancel: command<TempdesigState, { reason: string }>({
      input: z.strictObject({ reason: line(5, 200) }),
      need: ['approvals/tlApproval:approve', 'Masters/rolemasterv2:edit'],
      versioned: true,
      decide: (state, { reason }, ctx) => {
        if (state.state !== 'requested' && state.state !== 'active') return refuse('alreadyDecided', 409);
        if (ctx.actor.empId !== state.requestedBy && !ctx.may('Masters/rolemasterv2:edit'))
          return refuse('forbidden', 403, { permission: 'Masters/rolemasterv2:edit' });
        return [
          { type: 'TemporaryDesignationCancelled', data: { ...about(state), reason } },
          ...releaseFrom(state, ctx.today > state.from ? ctx.today : state.from),
        ];
      },
    }),
    /** A designation requested and approved elsewhere: the same rules, in force at once. */
    grant: command<
      TempdesigState,
      { empId: number; designationId: number; from: string; to: string; reason: string }
    >({
      input: z.strictObject({ empId: id, designationId: id, from: day, to: day, reason: line(5, 200) }),
      need: 'system',
      creates: true,
      reads: (input) => dayStreams(input.empId, input.from, input.to),
      decide: (state, input, ctx) => {
        const person = ctx.directory.employee(input.empId);
        if (state.exists || !person?.active) return refuse('alreadyDecided', 409);
        if (input.to < ctx.today) return refuse('dateInPast', 422, { label: 'to' }, 'to');
        const reserved = reserveDays(input, person.name, ctx);
        if ('refused' in reserved) return reserved;
        const about = { tempDesigId: Number(ctx.id), ...input };
        return [
          {
            type: 'TemporaryDesignationRequested',
            data: { ...about, baseDesignationId: person.designationId, requestedBy: null },
          },
          { type: 'TemporaryDesignationApproved', data: about },
          ...reserved,
        ];
      },
    }),
    /** Sent by the system on the day after the last one. */
    end: command<TempdesigState, object>({
      input: z.strictObject({}),
      need: 'system',
      decide: (state, _input, ctx) =>
        state.state === 'active' && state.to < ctx.today
          ? [{ type: 'TemporaryDesignationEnded', data: about(state) }]
          : [],
    }),
  },
  translations: translations({
    en: {
      title: 'Temporary designation',
      tempDesigAdmin: 'Admin cannot be given temporarily.',
      tempDesigOverlap: '{{name}} already has a temporary designation on {{day}}.',
      rangeTooLong: 'At most {{n}} days.',
      rangeEndsEarly: 'The last day is before the first.',
      alreadyDecided: 'This request was decided before.',
      selfApproval: 'You cannot decide your own request.',
      TemporaryDesignationRequested: 'Temporary designation requested',
      TemporaryDesignationApproved: 'Temporary designation approved',
      TemporaryDesignationRejected: 'Temporary designation rejected',
      TemporaryDesignationCancelled: 'Temporary designation cancelled',
      TemporaryDesignationEnded: 'Temporary designation ended',
    },
    es: {
      title: 'Cargo temporal',
      tempDesigAdmin: 'El cargo de administrador no se da de forma temporal.',
      tempDesigOverlap: '{{name}} ya tiene un cargo temporal el {{day}}.',
      rangeTooLong: 'Como máximo {{n}} días.',
      rangeEndsEarly: 'El último día es anterior al primero.',
      alreadyDecided: 'Esta solicitud ya fue decidida.',
      selfApproval: 'No puede decidir su propia solicitud.',
      TemporaryDesignationRequested: 'Cargo temporal solicitado',
      TemporaryDesignationApproved: 'Cargo temporal aprobado',
      TemporaryDesignationRejected: 'Cargo temporal rechazado',
      TemporaryDesignationCancelled: 'Cargo temporal anulado',
      TemporaryDesignationEnded: 'Cargo temporal terminado',
    },
  }),
  story: [
    {
      as: 'lead',
      stream: 'tempdesig-new',
      command: 'request',
      input: {
        empId: 101,
        designationId: 95,
        from: '2099-01-05',
        to: '2099-01-09',
        reason: 'Covers for the team lead',
      },
    },
    { as: 'hr', stream: 'tempdesig-$', command: 'approve', input: {} },
    { as: 'hr', stream: 'tempdesig-$', command: 'cancel', input: { reason: 'The team lead is back early' } },
  ],
});
