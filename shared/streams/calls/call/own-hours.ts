import { z } from 'zod';
import { addDays, businessDay, clockTime, instantOf } from '../../../core/day.ts';
import { blankable } from '../../../core/fields.ts';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.ts';
import type { Ctx } from '../../../core/stream.ts';
import * as texts from '../../../core/texts.ts';
import { callingDay } from './acting.ts';
import { callingHours, opensAt, type CallClass, type CallingDay } from './hours.ts';

/** The hours in which a person wants to be called, IST; the end is exclusive. */
export interface OwnCallHours {
  readonly from: string;
  readonly to: string;
}
interface Called {
  readonly callHours?: OwnCallHours | null;
}

const time = texts.token().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'badFormat');
export const ownHoursInput = z.strictObject({
  from: blankable(time).optional(),
  to: blankable(time).optional(),
});
type Given = z.output<typeof ownHoursInput>;

/** What a command with that input sets, as its merge compares it. */
export const ownHoursMerged = ({ from, to }: Given): Readonly<Record<string, unknown>> => ({
  callHours: from && to ? { from, to } : null,
});

const later = (a: string, b: string): string => (a > b ? a : b);
const earlier = (a: string, b: string): string => (a < b ? a : b);

/** The hours as given, within those of the class; null for any of these, undefined where nothing changes. */
function given(
  { callHours = null }: Called,
  { from, to }: Given,
  callClass: CallClass,
  ctx: Ctx,
): OwnCallHours | null | undefined | Refusal {
  if (!from && !to) return callHours ? null : undefined;
  if (!from || !to)
    return refuse('required', 400, { label: from ? 'field.callTo' : 'field.callFrom' }, from ? 'to' : 'from');
  const [usual, inForce] = [callingHours[callClass], callingDay(ctx).hours[callClass]];
  const within = { from: later(usual.from, inForce.from), to: earlier(usual.to, inForce.to) };
  if (from < within.from || to > within.to || from >= to)
    return refuse('callHoursWithin', 422, within, from < within.from ? 'from' : 'to');
  return callHours?.from === from && callHours.to === to ? undefined : { from, to };
}

/** The event that sets a person's own hours, within those of calls of that class; neither time means any of these. */
export function ownHoursSet<T extends string>(
  type: T,
  state: Called,
  input: Given,
  callClass: CallClass,
  ctx: Ctx,
): readonly { readonly type: T; readonly data: { readonly hours: OwnCallHours | null } }[] | Refusal {
  const hours = given(state, input, callClass, ctx);
  if (isRefusal(hours)) return hours;
  return hours === undefined ? [] : [{ type, data: { hours } }];
}

/** Own hours hold for promotional and service calls. */
const held = (hours: OwnCallHours | null | undefined, callClass: CallClass): OwnCallHours | null =>
  callClass === 'promotional' || callClass === 'service' ? (hours ?? null) : null;

/** The calling day of somebody with hours of their own: what these and those of the class have in common, else their own. */
export function withinOwnHours(
  day: CallingDay,
  hours: OwnCallHours | null | undefined,
  callClass: CallClass,
): CallingDay {
  const own = held(hours, callClass);
  if (!own) return day;
  const window = day.hours[callClass];
  const [from, to] = [later(window.from, own.from), earlier(window.to, own.to)];
  const common = from < to ? { from, to } : { from: own.from, to: own.to };
  return { ...day, hours: { ...day.hours, [callClass]: { ...window, ...common } } };
}

/**
 * Why somebody with these hours is not called at that instant. With the calling day, `opens` is the next instant at which
 * they are called; without it, or where both hours have nothing in common, the next one within their own hours.
 */
export function ownHoursRefused(
  hours: OwnCallHours | null | undefined,
  name: string,
  callClass: CallClass,
  at: number,
  { field, day }: { readonly field?: string; readonly day?: CallingDay } = {},
): Refusal | null {
  const own = held(hours, callClass);
  if (!own) return null;
  const { from, to } = own;
  const clock = clockTime(at);
  if (clock >= from && clock < to) return null;
  const today = businessDay(at);
  const opens = day
    ? opensAt(callClass, at, withinOwnHours(day, own, callClass))
    : instantOf(clock < from ? today : addDays(today, 1), from);
  return refuse('callOwnHours', 422, { name, from, to, opens: new Date(opens).toISOString() }, field);
}
