import type { EventOf } from '../core/stream.ts';
import type { appointment } from '../streams/leads/appointment/appointment.ts';
import { streamKey } from '../core/event.ts';
import { inPoos } from '../core/permission.ts';
import { defineFeed, defineView } from '../core/view.ts';
import type { AppointmentState } from '../streams/leads/appointment/state.ts';
import { evolveAppointment } from '../streams/leads/appointment/evolve.ts';
import {
  appointmentViewNeed,
  isOpenTask,
  noAppointment,
  startsAt,
} from '../streams/leads/appointment/state.ts';

/** An open appointment (status 0 or 1); `request` is a pending request to reschedule or cancel it. */
export interface AppointmentRow extends Omit<AppointmentState, 'id'> {
  readonly id: string;
  readonly startsAt: string;
  /** CU-000005 or LD-010004. */
  readonly who: string;
}

export const appointmentsView = defineView<AppointmentRow, EventOf<typeof appointment>>({
  name: 'appointments',
  version: 3,
  streams: ['appointment'],
  ids: ({ stream }) => [streamKey(stream)],
  row: (row, event, id) => {
    const state = evolveAppointment(row ? { ...row, id: Number(id) } : noAppointment(id), event);
    if (!isOpenTask(state)) return null;
    const who =
      state.iCustomerId === null
        ? `LD-${String(state.iLeadId).padStart(6, '0')}`
        : `CU-${String(state.iCustomerId).padStart(6, '0')}`;
    return { ...state, id, startsAt: new Date(startsAt(state)).toISOString(), who };
  },
});

export const appointmentsList = defineFeed<
  AppointmentRow,
  { readonly empId: number | null; readonly poos: readonly number[] | 'all' },
  AppointmentRow
>({
  name: 'appointments/list',
  view: appointmentsView,
  need: appointmentViewNeed,
  scope: (viewer) => ({
    empId: viewer.empId,
    poos: viewer.poos === 'all' ? 'all' : [...viewer.poos].sort((a, b) => a - b),
  }),
  see: (row, scope) => (inPoos(scope, row.iPooId) || row.iAssignedTo === scope.empId ? row : null),
  sources: ['lead'],
});
