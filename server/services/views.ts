import type { StoredEvent } from '#shared/core/event.ts';
import { streamKey } from '#shared/core/event.ts';
import { defineView, type ViewDef } from '#shared/core/view.ts';
import { evolveAttendance, noRecord, type AttendanceRecord } from '#shared/streams/people/attendance/record.ts';
import { evolveAppointment, noAppointment, type AppointmentState } from '#shared/streams/leads/appointment/state.ts';

/** A thing as a base service lists it: what its stream says, and when and how it last changed. */
export interface Listed<S> {
  readonly state: S;
  readonly version: number;
  readonly modifiedAt: string;
  readonly change: string;
}

function listed<S>(name: string, stream: string, initial: (key: string) => S, evolve: (state: S, event: StoredEvent) => S): ViewDef<Listed<S>> {
  return defineView<Listed<S>>({
    name,
    version: 1,
    streams: [stream],
    ids: (event) => [streamKey(event.stream)],
    row: (row, event, id) => ({ state: evolve(row?.state ?? initial(id), event), version: event.version, modifiedAt: event.at, change: event.type }),
  });
}

export const attendanceView = listed<AttendanceRecord>('service-attendance', 'attendance', noRecord, evolveAttendance);
export const appointmentsView = listed<AppointmentState>('service-appointments', 'appointment', noAppointment, evolveAppointment);

/** For the views engine: what the base services' lists need kept. */
export const serviceViews = [attendanceView, appointmentsView];
