import { inPoos } from '../../../core/permission.ts';
import { defineStream } from '../../../core/stream.ts';
import { assignAppointment } from './assign.ts';
import * as decide from './decide.ts';
import type { AppointmentState } from './state.ts';
import { evolveAppointment, noAppointment } from './state.ts';
import { appointmentWords } from './words.ts';

/** A visit or a call at a given time, also named task. */
export const appointment = defineStream<AppointmentState>({
  name: 'appointment',
  area: 'leads',
  initial: noAppointment,
  evolve: evolveAppointment,
  commands: {
    bookAppointment: decide.bookAppointment,
    assignAppointment,
    requestReschedule: decide.requestReschedule,
    cancel: decide.cancel,
    applyReschedule: decide.applyReschedule,
    unlock: decide.unlock,
    linkApproval: decide.linkApproval,
  },
  visible: (state, viewer) => viewer.empId === state.iAssignedTo || inPoos(viewer, state.iPooId),
  words: appointmentWords,
  story: [
    {
      as: 'agent1',
      stream: 'appointment-new',
      command: 'bookAppointment',
      input: { appDate: '2026-11-20', slotFrom: '11:00', iSlotType: 1, vAppType: 'setup', iAssignedTo: 151, iLeadId: 10004, iPooId: 1 },
    },
  ],
});
