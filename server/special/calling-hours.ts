import type { Pool } from 'pg';
import { businessDay } from '#shared/core/day.ts';
import type { CallingDay } from '#shared/streams/calls/call/hours.ts';
import type { CallState } from '#shared/streams/calls/call/state.ts';
import { reminderNumbers, type ReminderPrepared } from '#shared/streams/delivery/reminder/reminder.ts';
import type { ReminderState } from '#shared/streams/delivery/reminder/state.ts';
import type { QueueItemState } from '#shared/streams/calls/queueitem/state.ts';
import type { Config } from '../config.ts';
import type { Clock } from '../core/parts.ts';
import type { Prepare } from '../store/handle.ts';
import { readHoliday } from './holiday.ts';

interface Parts {
  readonly pool: Pool;
  readonly clock: Clock;
  readonly config: Pick<Config, 'callingHours'>;
}
interface Found {
  readonly calling: CallingDay;
  /** The holiday on a promised day. */
  readonly nextHoliday?: string | null;
}

/** The calling hours in force and the holiday of today at a place. */
export async function callingDayAt(
  { pool, clock, config }: Parts,
  pooId: number | null,
): Promise<CallingDay> {
  return {
    hours: config.callingHours,
    holiday: await readHoliday({ pool }, businessDay(clock.now()), { pooId }),
  };
}

/** Prepares the rules of calling. */
export function callingHooks(parts: Parts): Readonly<Record<string, Prepare>> {
  const promised = async (at: unknown, pooId: number | null): Promise<Pick<Found, 'nextHoliday'>> =>
    typeof at === 'string' && !Number.isNaN(Date.parse(at))
      ? { nextHoliday: await readHoliday(parts, businessDay(Date.parse(at)), { pooId }) }
      : {};
  const placing: Prepare = async (_order, _input, _state, read): Promise<Found> => {
    const subject:
      | { readonly pooId?: number | null; readonly record?: { readonly pooId: number | null } }
      | undefined = read['subject'];
    return { calling: await callingDayAt(parts, subject?.pooId ?? subject?.record?.pooId ?? null) };
  };
  const ending: Prepare = async (
    _order,
    input: { readonly nextAt?: string },
    state: CallState,
  ): Promise<Found> => {
    const pooId = state.face?.pooId ?? null;
    return { calling: await callingDayAt(parts, pooId), ...(await promised(input.nextAt, pooId)) };
  };
  const claiming: Prepare = async (_order, _input, state: QueueItemState): Promise<Found | null> =>
    state.face?.dial ? { calling: await callingDayAt(parts, state.face.pooId) } : null;
  const moving: Prepare = async (
    _order,
    input: { readonly at?: string },
    state: { readonly pooId: number | null },
  ): Promise<Found> => ({
    calling: await callingDayAt(parts, state.pooId),
    ...(await promised(input.at, state.pooId)),
  });
  const remindedAt = async ({ face }: ReminderState): Promise<Found> => ({
    calling: await callingDayAt(parts, face?.pooId ?? null),
  });
  const waiting: Prepare = async (_order, _input, state: ReminderState) => remindedAt(state);
  const reminding: Prepare = async (
    _order,
    _input,
    state: ReminderState,
    read,
  ): Promise<Found & ReminderPrepared> => ({
    ...(await remindedAt(state)),
    numbers: reminderNumbers(read),
  });
  const setting: Prepare = async (
    _order,
    _input,
    state: { readonly pooId: number | null },
  ): Promise<Found> => ({ calling: await callingDayAt(parts, state.pooId) });
  return {
    'call/placeCall': placing,
    'call/dispositionCall': ending,
    'call/correctDisposition': ending,
    'call/autoDispose': ending,
    'queueitem/claim': claiming,
    'lead/moveCallback': moving,
    'reminder/settleCall': waiting,
    'reminder/noAnswer': waiting,
    'reminder/open': reminding,
    'lead/setCallHours': setting,
    'customer/setCallHours': setting,
  };
}
