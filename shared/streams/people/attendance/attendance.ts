import { defineStream } from '../../../core/stream.ts';
import * as oversight from './oversight.ts';
import * as ownDay from './own-day.ts';
import type { AttendanceEvent, AttendanceRecord } from './record.ts';
import { evolveAttendance, noRecord } from './record.ts';
import { attendanceTranslations } from './translations.ts';

/** One employee's day; the key is `<empId>-<YYYY-MM-DD>`. */
export const attendance = defineStream<AttendanceRecord, AttendanceEvent>({
  name: 'attendance',
  events: {
    CheckedIn: true,
    CheckInRegularized: true,
    CheckedOut: true,
    CheckOutUndone: true,
    CheckOutAllowanceChanged: true,
    BreakRequested: true,
    BreakRequestWithdrawn: true,
    BreakStarted: true,
    BreakEnded: true,
    OnCallChanged: true,
    AttendanceCorrected: true,
    AttendanceCancelled: true,
    AttendanceReopened: true,
    AttendanceAutoClosed: true,
  },
  area: 'people',
  state: 2,
  initial: noRecord,
  evolve: evolveAttendance,
  commands: {
    checkIn: ownDay.checkIn,
    toggleBreak: ownDay.toggleBreak,
    requestBreak: ownDay.requestBreak,
    checkOut: ownDay.checkOut,
    undoCheckOut: ownDay.undoCheckOut,
    regularizeCheckIn: oversight.regularizeCheckIn,
    confirmAutoClose: oversight.confirmAutoClose,
    reopenDay: oversight.reopenDay,
    cancelAttendance: oversight.cancelAttendance,
    closeStaleDay: oversight.closeStaleDay,
    setAllowCheckInCheckOut: oversight.setAllowCheckInCheckOut,
    setCallPresence: oversight.setCallPresence,
  },
  visible: (record, viewer) =>
    viewer.kind === 'system' ||
    viewer.empId === record.iEmpId ||
    viewer.admin ||
    viewer.rights.has('HR/attendanceDetails:view') ||
    viewer.rights.has('Masters/attendanceDetails:view'),
  translations: attendanceTranslations,
  story: [
    { as: 'agent1', stream: 'attendance-101-2026-11-18', command: 'checkIn', input: {} },
    { as: 'agent1', stream: 'attendance-101-2026-11-18', command: 'toggleBreak', input: {} },
    {
      as: 'agent1',
      stream: 'attendance-101-2026-11-18',
      command: 'toggleBreak',
      input: { iBreakInBreakOutFlag: 0 },
    },
    {
      as: 'system',
      stream: 'attendance-101-2026-11-18',
      command: 'setCallPresence',
      input: { iOnCall: 1 },
    },
    {
      as: 'agent1',
      stream: 'attendance-101-2026-11-18',
      command: 'requestBreak',
      input: { wanted: true },
    },
    {
      as: 'agent1',
      stream: 'attendance-101-2026-11-18',
      command: 'requestBreak',
      input: { wanted: false },
    },
    {
      as: 'system',
      stream: 'attendance-101-2026-11-18',
      command: 'setCallPresence',
      input: { iOnCall: 0 },
    },
    { as: 'agent1', stream: 'attendance-101-2026-11-18', command: 'checkOut', input: { confirmed: true } },
    { as: 'agent1', stream: 'attendance-101-2026-11-18', command: 'undoCheckOut', input: {} },
    { as: 'agent1', stream: 'attendance-101-2026-11-18', command: 'checkOut', input: { confirmed: true } },
  ],
});
