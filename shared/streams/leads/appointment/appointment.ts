import { appointmentViewNeed } from './state.ts';
import { inPoos } from '../../../core/permission.ts';
import { defineStream } from '../../../core/stream.ts';
import { assignAppointment } from './assign.ts';
import * as cancellation from './cancellation.ts';
import * as decide from './decide.ts';
import type { AppointmentState } from './state.ts';
import { evolveAppointment } from './evolve.ts';
import { noAppointment } from './state.ts';
import type { AppointmentEvent } from './appointment-events.ts';
import { startTask } from './start.ts';
import * as starting from './start-request.ts';
import { callEmployee, markMissed, noteMissed, noteOverdue } from './task-start.ts';
import * as visit from './visit.ts';
import { appointmentTranslations } from './translations.ts';

/** A visit or a call at a given time, also called task. */
export const appointment = defineStream<AppointmentState, AppointmentEvent>({
  name: 'appointment',
  events: {
    AppointmentBooked: true,
    AppointmentAssigned: true,
    AppointmentRescheduleRequested: true,
    AppointmentRescheduled: true,
    AppointmentRescheduleFailed: true,
    AppointmentCancellationRequested: true,
    AppointmentCancelled: true,
    AppointmentCancelFailed: true,
    AppointmentRequestLinked: true,
    AppointmentUnlocked: true,
    AnyLocationStartRequested: true,
    LateEarlyStartRequested: true,
    StartRequestLinked: true,
    StartRequestClosed: true,
    StartPermitGranted: true,
    StartPermitFailed: true,
    StartPermitLapsed: true,
    TaskStartOverdue: true,
    TaskStarted: true,
    TaskCompleted: true,
    TaskMissed: true,
    TaskCustomerCalled: true,
    TaskEmployeeCalled: true,
    VisitFileAdded: true,
    VisitPlaceSet: true,
    VisitVitalsRecorded: true,
  },
  area: 'leads',
  state: 3,
  initial: noAppointment,
  about: {
    prefix: 'TK',
    needs: [...appointmentViewNeed],
    there: ({ iTaskStatus }) => iTaskStatus !== null,
    sees: ({ iPooId, iAssignedTo }, viewer) => viewer.empId === iAssignedTo || inPoos(viewer, iPooId),
  },
  evolve: evolveAppointment,
  commands: {
    bookAppointment: decide.bookAppointment,
    assignAppointment,
    requestReschedule: decide.requestReschedule,
    requestCancellation: cancellation.requestCancellation,
    cancel: cancellation.cancel,
    applyReschedule: decide.applyReschedule,
    applyCancellation: cancellation.applyCancellation,
    unlock: decide.unlock,
    linkApproval: decide.linkApproval,
    noteOverdue,
    noteMissed,
    startTask,
    callEmployee,
    markMissed,
    ...starting,
    ...visit,
  },
  visible: (state, viewer) => viewer.empId === state.iAssignedTo || inPoos(viewer, state.iPooId),
  files: ({ files }) => files.map(({ fileId }) => fileId),
  translations: appointmentTranslations,
  story: [
    {
      as: 'agent1',
      stream: 'appointment-new',
      command: 'bookAppointment',
      input: {
        appDate: '2026-11-20',
        slotFrom: '11:00',
        iSlotType: 1,
        vAppType: 'setup',
        iAssignedTo: 151,
        iLeadId: 10004,
        iPooId: 1,
      },
    },
  ],
});
