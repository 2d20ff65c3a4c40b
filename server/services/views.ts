import type { EventOf } from '#shared/core/stream.ts';
import type { attendance } from '#shared/streams/people/attendance/attendance.ts';
import type { appointment } from '#shared/streams/leads/appointment/appointment.ts';
import { partBefore } from '#shared/core/cut.ts';
import { DAY_MS } from '#shared/core/day.ts';
import type { StoredEvent } from '#shared/core/event.ts';
import { streamKey } from '#shared/core/event.ts';
import { defineView, type ViewDef } from '#shared/core/view.ts';
import {
  evolveAttendance,
  noRecord,
  type AttendanceRecord,
} from '#shared/streams/people/attendance/record.ts';
import { evolveAppointment } from '#shared/streams/leads/appointment/evolve.ts';
import { noAppointment, type AppointmentState } from '#shared/streams/leads/appointment/state.ts';

/** A record as a base service lists it: its state, and when and how it last changed. */
export interface Listed<S> {
  readonly state: S;
  readonly version: number;
  readonly modifiedAt: string;
  readonly change: string;
}

function listed<S, E extends StoredEvent<string, any>>(
  name: string,
  stream: string,
  initial: (key: string) => S,
  evolve: (state: S, event: E) => S,
  version = 1,
): ViewDef<Listed<S>> {
  return defineView<Listed<S>, E>({
    name,
    version,
    streams: [stream],
    ids: (event) => [streamKey(event.stream)],
    row: (row, event, id) => ({
      state: evolve(row?.state ?? initial(id), event),
      version: event.version,
      modifiedAt: event.at,
      change: event.type,
    }),
  });
}

export const attendanceView = listed<AttendanceRecord, EventOf<typeof attendance>>(
  'service-attendance',
  'attendance',
  noRecord,
  evolveAttendance,
);
export const appointmentsView = listed<AppointmentState, EventOf<typeof appointment>>(
  'service-appointments',
  'appointment',
  noAppointment,
  evolveAppointment,
  2,
);

/** The location of a check-in. */
export interface TracePoint {
  readonly iEmpId: number;
  readonly name: string;
  readonly managerId: number | null;
  readonly iPooId: number | null;
  readonly lat: number;
  readonly lng: number;
  readonly at: string;
}
/** How long such locations are kept. */
export const keptTraceDays = 90;

/** By employee; each new location removes those that are too old. */
export const tracesView = defineView<{ readonly points: readonly TracePoint[] }, EventOf<typeof attendance>>({
  name: 'service-traces',
  version: 1,
  streams: ['attendance'],
  ids: ({ type, stream, data }) =>
    type === 'CheckedIn' && data.lat !== undefined ? [partBefore(streamKey(stream), '-')] : [],
  row: (before, { type, at, data }, id) => {
    if (type !== 'CheckedIn' || data.lat === undefined || data.lng === undefined) return before ?? null;
    const { name, managerId, iPooId, lat, lng } = data;
    const since = Date.parse(at) - keptTraceDays * DAY_MS;
    const kept = (before?.points ?? []).filter((point) => Date.parse(point.at) >= since);
    return { points: [...kept, { iEmpId: Number(id), name, managerId, iPooId, lat, lng, at }] };
  },
});

/** The views that the base services' lists need. */
export const serviceViews = [attendanceView, appointmentsView, tracesView];
