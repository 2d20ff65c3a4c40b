import type { EventOf } from '../core/stream.ts';
import type { appointment } from '../streams/leads/appointment/appointment.ts';
import { streamKey } from '../core/event.ts';
import { inPoos } from '../core/permission.ts';
import { reference } from '../core/reference.ts';
import { showDay } from '../core/day.ts';
import { appointmentsList } from '../feeds/appointments.ts';
import { defineSearch } from '../families/search.ts';
import type { AppointmentState } from '../streams/leads/appointment/state.ts';
import { evolveAppointment } from '../streams/leads/appointment/evolve.ts';
import { isOpenTask, noAppointment } from '../streams/leads/appointment/state.ts';

const who = ({ iCustomerId, iLeadId }: AppointmentState): string =>
  iCustomerId === null ? (iLeadId === null ? '' : reference('LD', iLeadId)) : reference('CU', iCustomerId);

/** Open appointments of the viewer's places, and their own. */
export const appointmentSearch = defineSearch<AppointmentState, EventOf<typeof appointment>>({
  kind: 'appointment',
  label: { en: 'Appointments', es: 'Citas' },
  streams: ['appointment'],
  ids: ({ stream }) => [streamKey(stream)],
  row: (before, event, id) => evolveAppointment(before ?? noAppointment(id), event),
  entry: (state) =>
    isOpenTask(state)
      ? {
          ref: state.ref,
          title: `${state.ref} · ${who(state)}`,
          hint: `${showDay(state.appDate)} ${state.slotFrom} · ${state.assignedName}`,
          translations: [who(state), state.assignedName],
          phones: [],
          over: false,
        }
      : null,
  screens: [
    {
      need: 'Out Bound/pharamLeadFixSalesApp:view',
      link: (_state, id) => `/outBound/pharamLeadFixSalesApp?id=${id}`,
    },
    {
      need: appointmentsList.need,
      link: ({ appDate }, id) => `/calendar?view=day&day=${appDate}&whose=all&open=${id}`,
    },
  ],
  see: (state, viewer) =>
    isOpenTask(state) && (inPoos(viewer, state.iPooId) || state.iAssignedTo === viewer.empId),
  phonesNeed: null,
});
