import { z } from 'zod';
import * as texts from '../../../core/texts.ts';
import { addDays, isSunday } from '../../../core/day.ts';
import { inPoos } from '../../../core/permission.ts';
import { reference } from '../../../core/reference.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import { dispositions, type DispositionCode } from '../../calls/call/dispositions.ts';
import type { CallState } from '../../calls/call/state.ts';
import { mismatch } from '../../calls/call/wrap-up.ts';
import { slotStream } from '../../leads/appointment/state.ts';
import type { SlotsState } from '../../leads/appointment/slots-state.ts';
import type { LeadState } from '../../leads/lead/state.ts';
import { openStages } from '../../leads/lead/state.ts';
import { stepRefused, uploadRight } from '../../prescriptions/upload/access.ts';
import type { UploadState } from '../../prescriptions/upload/state.ts';
import type { AttendanceRecord } from '../../people/attendance/record.ts';

/** The command that carries out a request, sent by the system once it is approved. */
export interface TeamEffect {
  readonly stream: string;
  readonly command: string;
  readonly input: Readonly<Record<string, unknown>>;
}
type Reads = Readonly<Record<string, string>>;
type Facts = Readonly<Record<string, unknown>>;

/** One kind of request to a team lead: its inputs, its conditions, and the command that carries it out. */
export interface TeamKind<I> {
  readonly input: z.core.$ZodType<I>;
  readonly reads: (input: I, ctx: Pick<Ctx, 'today' | 'viewer'>) => Reads;
  /** Why it cannot be requested; null when it can. */
  readonly check: (input: I, ctx: Ctx) => Refusal | null;
  /** The employee it concerns. */
  readonly concerns: (input: I, ctx: Ctx) => number | null;
  /** The human-readable name of its subject. */
  readonly subject: (input: I, ctx: Ctx) => string;
  readonly before: (input: I, ctx: Ctx) => Facts;
  readonly after: (input: I, ctx: Ctx) => Facts;
  readonly effect: (input: I, reason: string, ctx: Ctx) => TeamEffect;
}
const kind = <I>(def: TeamKind<I>): TeamKind<I> => def;

const day = texts.day();
const clock = texts.clock();
const half = texts.code(/^([01]\d|2[0-3]):(00|30)$/);
const nameOf = (empId: number, ctx: Ctx): string => ctx.directory.employee(empId)?.name ?? '';
const live = (record: AttendanceRecord): boolean => record.iEcicoId !== null && record.iCancelFlag === 0;

const attendanceRegularization = kind({
  input: z.strictObject({ date: day, time: clock, outTime: clock.optional() }),
  reads: ({ date }, { viewer }) => ({ attendance: `attendance-${viewer.empId}-${date}` }),
  check: ({ date, outTime }, ctx) => {
    if (date > ctx.today || date < addDays(ctx.today, -3))
      return refuse('regularizeRange', 422, undefined, 'date');
    if (date < ctx.today && outTime === undefined)
      return refuse('required', 422, { label: 'outTime' }, 'outTime');
    return live(ctx.read.attendance as AttendanceRecord) ? refuse('alreadyCheckedIn', 409) : null;
  },
  concerns: (_input, { viewer }) => viewer.empId,
  subject: ({ date }) => date,
  before: ({ date }) => ({ date }),
  after: ({ time, outTime }) => ({ from: time, to: outTime ?? null }),
  effect: ({ date, time, outTime }, reason, { viewer }) => ({
    stream: `attendance-${viewer.empId}-${date}`,
    command: 'regularizeCheckIn',
    input: { bManualCheckIn: true, time, ...(outTime === undefined ? {} : { outTime }), reason },
  }),
});

const reCheckIn = kind({
  input: z.strictObject({}),
  reads: (_input, { viewer, today }) => ({ attendance: `attendance-${viewer.empId}-${today}` }),
  check: (_input, ctx) => {
    const record = ctx.read.attendance as AttendanceRecord;
    if (!live(record)) return refuse('noCheckInToday', 409);
    return record.iCheckInCheckOutFlag === 1 ? refuse('stillCheckedIn', 409) : null;
  },
  concerns: (_input, { viewer }) => viewer.empId,
  subject: () => '',
  before: (_input, { today }) => ({ date: today }),
  after: () => ({}),
  effect: (_input, reason, { viewer, today }) => ({
    stream: `attendance-${viewer.empId}-${today}`,
    command: 'reopenDay',
    input: { reason },
  }),
});

/** The listed reason of a requested block; the employee's text is in its note. */
const slotReason = ({ prepared }: Pick<Ctx, 'prepared'>): number | null =>
  (prepared as { readonly slotReasonId?: number | null } | undefined)?.slotReasonId ?? null;

const slotBlock = kind({
  input: z.strictObject({ date: day, from: half, to: half }),
  reads: ({ date }, { viewer }) => ({ slots: slotStream(viewer.empId ?? 0, date) }),
  check: ({ date, from, to }, ctx) => {
    if (isSunday(date)) return refuse('sundayNotAllowed', 422, undefined, 'date');
    if (date < ctx.today || date > addDays(ctx.today, 30))
      return refuse('blockRange', 422, undefined, 'date');
    if (to <= from) return refuse('endsBeforeStart', 422, undefined, 'to');
    if (slotReason(ctx) === null) return refuse('noSlotReason', 422);
    const [start, end] = [from, to].map((time) => Date.parse(`${date}T${time}:00.000+05:30`)) as [
      number,
      number,
    ];
    const over = (ctx.read.slots as SlotsState).taken.filter(
      (one) => start < one.from + one.minutes * 60_000 && one.from < end,
    );
    return over.length > 0 ? refuse('blockOverTask', 409, { n: over.length }, 'from') : null;
  },
  concerns: (_input, { viewer }) => viewer.empId,
  subject: ({ date }) => date,
  before: ({ date }) => ({ date }),
  after: ({ from, to }) => ({ from, to }),
  effect: ({ date, from, to }, reason, ctx) => ({
    stream: 'master-slotBlock-new',
    command: 'create',
    input: {
      fields: {
        iEmpId: ctx.viewer.empId,
        dDate: date,
        tFrom: from,
        tTo: to,
        iReasonId: slotReason(ctx),
        vNote: reason,
      },
    },
  }),
});

const tempDesignation = kind({
  input: z.strictObject({ empId: z.int().positive(), designationId: z.int().positive(), from: day, to: day }),
  reads: () => ({}),
  check: ({ empId, designationId, from, to }, ctx) => {
    if (!ctx.may('approvals/tlApproval:approve'))
      return refuse('forbidden', 403, { permission: 'approvals/tlApproval:approve' });
    if (designationId === 2) return refuse('tempDesigAdmin', 422, undefined, 'designationId');
    if (from < ctx.today) return refuse('dateInPast', 422, { label: 'from' }, 'from');
    if (to < from) return refuse('endsBeforeStart', 422, undefined, 'to');
    const person = ctx.directory.employee(empId);
    if (!person?.active || !inPoos(ctx.viewer, person.primaryPooId))
      return refuse('notInList', 422, { label: 'employee' }, 'empId');
    const designation = ctx.directory.designation(designationId);
    return !designation || designation.active === false
      ? refuse('notInList', 422, { label: 'designation' }, 'designationId')
      : null;
  },
  concerns: ({ empId }) => empId,
  subject: ({ empId }, ctx) => nameOf(empId, ctx),
  before: ({ empId }, ctx) => ({
    employee: nameOf(empId, ctx),
    designation: ctx.directory.designation(ctx.directory.employee(empId)?.designationId ?? 0)?.name ?? null,
  }),
  after: ({ designationId, from, to }, ctx) => ({
    designation: ctx.directory.designation(designationId)?.name ?? null,
    from,
    to,
  }),
  effect: (input, reason) => ({ stream: 'tempdesig-new', command: 'grant', input: { ...input, reason } }),
});

const leadReassign = kind({
  input: z.strictObject({ leadId: z.int().positive(), ownerId: z.int().positive() }),
  reads: ({ leadId }) => ({ lead: `lead-${leadId}` }),
  check: ({ ownerId }, ctx) => {
    const lead = ctx.read.lead as LeadState;
    if (!lead.exists || (lead.pooId !== null && !inPoos(ctx.viewer, lead.pooId)))
      return refuse('notInList', 422, { label: 'lead' }, 'leadId');
    if (!openStages.includes(lead.stage)) return refuse('leadClosed', 409, undefined, 'leadId');
    if (lead.ownerId === ownerId) return refuse('sameOwner', 409, undefined, 'ownerId');
    const owner = ctx.directory.employee(ownerId);
    return owner?.active && (lead.pooId === null || owner.poos.includes(lead.pooId))
      ? null
      : refuse('notInList', 422, { label: 'owner' }, 'ownerId');
  },
  concerns: () => null,
  subject: ({ leadId }) => reference('LD', leadId),
  before: (_input, ctx) => {
    const owner = (ctx.read.lead as LeadState).ownerId;
    return { owner: owner === null ? null : nameOf(owner, ctx) };
  },
  after: ({ ownerId }, ctx) => ({ owner: nameOf(ownerId, ctx) }),
  effect: ({ leadId, ownerId }) => ({ stream: `lead-${leadId}`, command: 'reassign', input: { ownerId } }),
});

const dispositionCorrection = kind({
  input: z.strictObject({ callId: z.int().positive(), code: texts.token().min(2).max(40) }),
  reads: ({ callId }) => ({ call: `call-${callId}` }),
  check: ({ code }, ctx) => {
    const call = ctx.read.call as CallState;
    if (call.agent?.empId !== ctx.viewer.empId) return refuse('notInList', 422, { label: 'call' }, 'callId');
    if (!call.disposition) return refuse('callNotDisposed', 409, undefined, 'callId');
    if (call.disposition.code === code) return refuse('sameDisposition', 409, undefined, 'code');
    return code in dispositions && !mismatch(call, { code: code as DispositionCode }, ctx)
      ? null
      : refuse('correctionNotPossible', 422, undefined, 'code');
  },
  concerns: (_input, { viewer }) => viewer.empId,
  subject: (_input, ctx) => (ctx.read.call as CallState).face?.subjectRef ?? '',
  before: ({ callId }, ctx) => ({
    call: reference('CL', callId),
    disposition: (ctx.read.call as CallState).disposition?.code ?? null,
  }),
  after: ({ code }) => ({ disposition: code }),
  effect: ({ callId, code }, reason) => ({
    stream: `call-${callId}`,
    command: 'correctDisposition',
    input: { code, reason },
  }),
});

/**
 * The person who brought a prescription cannot receive the code; the session stays as it is until the lead
 * decides.
 */
const otpWaiver = kind({
  input: z.strictObject({ sessionId: z.int().positive() }),
  reads: ({ sessionId }) => ({ session: `prescriptionuploadsession-${sessionId}` }),
  check: (_input, ctx) => {
    const session = ctx.read.session as UploadState;
    if (!ctx.may(uploadRight('edit'))) return refuse('forbidden', 403, { permission: uploadRight('edit') });
    if (!session.opened || !inPoos(ctx.viewer, session.opened.pooId))
      return refuse('notInList', 422, { label: 'session' }, 'sessionId');
    return stepRefused(session, 'WAIVE', ctx.now) ? refuse('waiverTooLate', 409) : null;
  },
  concerns: (_input, ctx) => (ctx.read.session as UploadState).opened?.openedBy.empId ?? null,
  subject: (_input, ctx) => reference('CU', (ctx.read.session as UploadState).opened?.customerId ?? ''),
  before: ({ sessionId }, ctx) => {
    const { otp } = ctx.read.session as UploadState;
    return { upload: reference('PUS', sessionId), codes: otp ? otp.sends : 0 };
  },
  after: () => ({}),
  effect: ({ sessionId }, reason) => ({
    stream: `prescriptionuploadsession-${sessionId}`,
    command: 'waiveOtp',
    input: { reason },
  }),
});

/** All kinds of requests to a team lead, by name. */
export const teamKinds = {
  attendanceRegularization,
  reCheckIn,
  slotBlock,
  tempDesignation,
  leadReassign,
  dispositionCorrection,
  otpWaiver,
} as const;
export type TeamKindName = keyof typeof teamKinds;
export const teamKindNames = Object.keys(teamKinds) as readonly TeamKindName[];

/** The fields of a request's details that are missing or have the wrong form. */
export const missingDetails = (what: TeamKindName, details: unknown): readonly string[] =>
  z.safeParse(teamKinds[what].input, details).error?.issues.map(({ path }) => String(path[0] ?? '')) ?? [];
