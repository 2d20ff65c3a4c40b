import { addDays, timeOfDay } from '../../../core/day.ts';
import { inPoos } from '../../../core/permission.ts';
import type { Refusal } from '../../../core/refusal.ts';
import { refuse } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import { attendanceDesignations } from '../../people/attendance/guards.ts';
import type { AgentWorkState } from '../agentwork.ts';
import type { LeaseRule } from '../leases.ts';
import type { QueueItemFace, QueueItemState } from './state.ts';

/** Whose attendance is asked for. */
type Worker = Pick<Ctx['viewer'], 'empId' | 'effectiveDesignationId'>;

/**
 * Employees who use attendance must be checked in to take work. Records that can be open now: today's, and
 * before 06:00 yesterday's.
 */
export function attendanceReads(
  ctx: Pick<Ctx, 'now' | 'today' | 'viewer'>,
  person: Worker = ctx.viewer,
): Record<string, string> {
  const { empId, effectiveDesignationId } = person;
  if (
    empId == null ||
    effectiveDesignationId == null ||
    !attendanceDesignations.includes(effectiveDesignationId)
  )
    return {};
  const today = { attendance: `attendance-${empId}-${ctx.today}` };
  return timeOfDay(ctx.now) < '06:00:00'
    ? { ...today, attendanceBefore: `attendance-${empId}-${addDays(ctx.today, -1)}` }
    : today;
}

interface Attendance {
  readonly iCancelFlag?: unknown;
  readonly iCheckInCheckOutFlag?: unknown;
  readonly iBreakInBreakOutFlag?: unknown;
}

/** Why the viewer may not claim this row now: right, place, language, or own work that somebody else must check. */
export function eligible(state: QueueItemState, right: 'edit' | 'approve', ctx: Ctx): Refusal | null {
  const face = state.face!;
  if (!ctx.may(`${face.group}/${face.entity}:${right}`))
    return refuse('forbidden', 403, { permission: `${face.group}/${face.entity}:${right}` });
  if (!inPoos(ctx.viewer, face.pooId)) return refuse('notEligible', 403, { why: 'notEligible.poo' });
  if (
    face.language != null &&
    ctx.viewer.languages !== 'all' &&
    !ctx.viewer.languages.includes(face.language)
  )
    return refuse('notEligible', 403, { why: 'notEligible.language' });
  if (ctx.viewer.empId !== null && face.notFor?.includes(ctx.viewer.empId)) return refuse('notForYou', 403);
  return null;
}

/** A colleague to whom the row may be given: right, place, language, and nobody who must not take it. */
export function colleague(
  face: QueueItemFace,
  empId: number,
  ctx: Ctx,
): { readonly empId: number; readonly name: string } | Refusal {
  const found = ctx.directory.employee(empId);
  if (!found?.active) return refuse('notInList', 422, { label: 'ask.empId' }, 'empId');
  const no = (why: string): Refusal => refuse('colleagueMayNot', 422, { name: found.name, why }, 'empId');
  const holders = ctx.directory.holders(`${face.group}/${face.entity}:edit`);
  if (!holders.some((one) => one.empId === empId)) return no('notEligible.right');
  if (face.pooId !== null && !found.admin && !found.poos.includes(face.pooId)) return no('notEligible.poo');
  if (face.language != null && found.languages.length > 0 && !found.languages.includes(face.language))
    return no('notEligible.language');
  return face.notFor?.includes(empId) ? no('notEligible.own') : { empId, name: found.name };
}

export function atWork(ctx: Ctx, person: Worker = ctx.viewer): Refusal | null {
  const requested = Object.keys(attendanceReads(ctx, person));
  if (requested.length === 0) return null;
  const open = requested
    .map((short) => ctx.read[short] as Attendance | undefined)
    .find((day) => Number(day?.iCheckInCheckOutFlag) === 1 && Number(day?.iCancelFlag ?? 0) === 0);
  if (!open) return refuse('notCheckedIn', 422);
  return Number(open.iBreakInBreakOutFlag) === 1 ? refuse('onBreak', 422) : null;
}

export function handsFree(rule: LeaseRule, work: AgentWorkState | undefined): Refusal | null {
  const held = Object.values(work?.items ?? {}).filter(({ group }) => group === rule.group);
  return held.length >= rule.limit ? refuse('tooManyClaims', 422, { ref: held[0]!.ref }) : null;
}
