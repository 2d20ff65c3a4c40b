import { businessDay, isSunday } from '../../../core/day.ts';
import { refuse, type Refusal } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import { callingDay } from './acting.ts';
import type { CallClass } from './hours.ts';
import { closedWhy } from './hours.ts';

/** Why nobody can be promised a call of this class at that instant (ms): a Sunday, a holiday, or outside the hours. */
export function promiseRefused(at: number, callClass: CallClass, field: string, ctx: Ctx): Refusal | null {
  if (isSunday(businessDay(at))) return refuse('sundayNotAllowed', 422, undefined, field);
  const found: { readonly nextHoliday?: string | null } | null | undefined = ctx.prepared;
  const holiday = found?.nextHoliday ?? null;
  if (holiday !== null) return refuse('holidayNotAllowed', 422, { name: holiday }, field);
  const { hours } = callingDay(ctx);
  const { from, to } = hours[callClass];
  return closedWhy(callClass, at, { hours, holiday: null }) === null
    ? null
    : refuse('callbackOutsideHours', 422, { from, to }, field);
}
