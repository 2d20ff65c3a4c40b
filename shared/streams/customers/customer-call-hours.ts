import { z } from 'zod';
import { addDays, businessDay, clockTime, instantOf } from '../../core/day.ts';
import type { Event } from '../../core/event.ts';
import { blankable } from '../../core/fields.ts';
import { refuse, type Refusal } from '../../core/refusal.ts';
import { command } from '../../core/stream.ts';
import * as texts from '../../core/texts.ts';
import { callingHours, type CallClass } from '../calls/call/hours.ts';

/** The hours in which a customer wants to be called, IST; the end is exclusive. */
export interface OwnCallHours {
  readonly from: string;
  readonly to: string;
}
export type CallHoursEvent = Event<'CustomerCallHoursSet', { readonly hours: OwnCallHours | null }>;
interface Called {
  readonly callHours?: OwnCallHours | null;
}

const time = texts.token().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'badFormat');
const input = z.strictObject({ from: blankable(time).optional(), to: blankable(time).optional() });

/** Sets the hours in which the customer is called, within those of service calls; neither time means any of these. */
export const setCallHours = command<Called, z.output<typeof input>>({
  input,
  need: ['Masters/customerMasterV2:edit', 'Out Bound/outCall:edit', 'Out Bound/cc-queue:edit'],
  versioned: true,
  merges: ({ from, to }) => ({ callHours: from && to ? { from, to } : null }),
  decide({ callHours }, { from, to }) {
    if (!from && !to) return callHours ? [{ type: 'CustomerCallHoursSet', data: { hours: null } }] : [];
    if (!from || !to)
      return refuse(
        'required',
        400,
        { label: from ? 'field.callTo' : 'field.callFrom' },
        from ? 'to' : 'from',
      );
    const usual = callingHours.service;
    if (from < usual.from || to > usual.to || from >= to)
      return refuse(
        'callHoursWithin',
        422,
        { from: usual.from, to: usual.to },
        from < usual.from ? 'from' : 'to',
      );
    if (callHours?.from === from && callHours.to === to) return [];
    return [{ type: 'CustomerCallHoursSet', data: { hours: { from, to } } }];
  },
});

/** Why somebody with these hours is not called at that instant; they hold for promotional and service calls. */
export function ownHoursRefused(
  hours: OwnCallHours | null,
  name: string,
  callClass: CallClass,
  at: number,
  field?: string,
): Refusal | null {
  if (!hours || (callClass !== 'promotional' && callClass !== 'service')) return null;
  const { from, to } = hours;
  const clock = clockTime(at);
  if (clock >= from && clock < to) return null;
  const today = businessDay(at);
  const opens = new Date(instantOf(clock < from ? today : addDays(today, 1), from)).toISOString();
  return refuse('callOwnHours', 422, { name, from, to, opens }, field);
}
